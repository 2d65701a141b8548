// The emulated machine as a child process, and the folder in which one guest keeps its files.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/// The machine finds its end of the link to the guest's serial port as this descriptor.
enum { MACHINE_LINK_DESCRIPTOR = 3 };

struct machine {
    pid_t process;
    int process_descriptor; ///< readable when the process has ended
    int link;               ///< our end of the serial port, non-blocking
};

/// Starts `command`, which is killed by the kernel should the keeper die first. Ends the program on failure.
struct machine machine_start(char *const command[]);

/// Kills what still runs and reaps it.
void machine_stop(struct machine *machine);

/// A descriptor that becomes readable when `process` ends; -1 if there is no such process.
int process_descriptor(pid_t process);

/// Removes the folder and the files that the keeper and the machine made in it.
void folder_remove(const char *folder);
