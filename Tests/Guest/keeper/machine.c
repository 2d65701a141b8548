#define _GNU_SOURCE
#include "machine.h"

#include <err.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int process_descriptor(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

static void run_machine(char *const command[], int link, pid_t keeper) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) _exit(1);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // dup2 onto itself would leave close-on-exec set.
    if (link == MACHINE_LINK_DESCRIPTOR) fcntl(link, F_SETFD, 0);
    else dup2(link, MACHINE_LINK_DESCRIPTOR);
    execvp(command[0], command);
    err(1, "cannot start %s", command[0]);
}

struct machine machine_start(char *const command[]) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) err(1, "cannot make the link to the guest");
    pid_t keeper = getpid();
    struct machine machine = {.process = fork(), .link = ends[0]};
    if (machine.process < 0) err(1, "cannot start %s", command[0]);
    if (machine.process == 0) run_machine(command, ends[1], keeper);
    close(ends[1]);
    fcntl(machine.link, F_SETFL, O_NONBLOCK);
    machine.process_descriptor = process_descriptor(machine.process);
    if (machine.process_descriptor < 0) err(1, "cannot watch %s", command[0]);
    return machine;
}

void machine_stop(struct machine *machine) {
    kill(machine->process, SIGKILL);
    waitpid(machine->process, NULL, 0);
}

void folder_remove(const char *folder) {
    static const char *const names[] = {"socket", "pid", "log", "console"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path;
        if (asprintf(&path, "%s/%s", folder, names[i]) < 0) continue;
        unlink(path);
        free(path);
    }
    rmdir(folder);
}
