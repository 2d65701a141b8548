// A shell script as a process group of its own, and how it ended.
#pragma once

#include <sys/types.h>

/// Starts `sh -c script` with the given descriptors as its output and errors; -1 on failure.
pid_t command_start(const char *script, int output, int errors);

/// The exit code a shell would report: 128 and the signal for a process that was killed.
int command_exit_code(int status);

/// Sends a signal to the process and all that it started.
int command_signal(pid_t process, int signal);
