// keeper FOLDER LIFE PARENT COMMAND…: keeps one guest running and lets any number of clients speak with it.
//
// Returns 0 as soon as the guest is up and goes on in the background, until the guest powers off, LIFE seconds are
// over, the process PARENT has ended (0: not watched) or SIGTERM comes. Then nothing is left of it: no process, no
// file. Only when the guest dies by itself does FOLDER stay, with what it wrote on its console.
//
// keeper free-port: prints a TCP port of the loopback address that is free now.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "exchange.h"
#include "machine.h"

/// The descriptors that the keeper waits on besides those of the exchange.
enum { OWN_ENTRIES = 4 };

struct keeper {
    const char *folder;
    double life;
    int parent; ///< readable when the parent has ended, or -1
    int stop;   ///< readable when we are asked to stop
    int ready;  ///< tells the caller that the guest is up; in error when nobody waits for that; -1 once it is told
    struct machine machine;
    struct exchange exchange;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static char *path_in(const char *folder, const char *name) {
    char *path;
    if (asprintf(&path, "%s/%s", folder, name) < 0) err(1, "out of memory");
    return path;
}

static void say_ready(struct keeper *keeper) {
    if (write(keeper->ready, "!", 1) != 1) warn("cannot say that the guest is up");
    close(keeper->ready);
    keeper->ready = -1;
}

/// Relays until one of the ends named above; false if instead the guest died by itself.
static bool relay(struct keeper *keeper) {
    double end = now() + keeper->life;
    for (;;) {
        struct pollfd entries[OWN_ENTRIES + EXCHANGE_POLL_MAX] = {{keeper->stop, POLLIN, 0},
                                                                  {keeper->parent, POLLIN, 0},
                                                                  {keeper->ready, 0, 0},
                                                                  {keeper->machine.process_descriptor, POLLIN, 0}};
        size_t count = exchange_wants(&keeper->exchange, entries + OWN_ENTRIES);
        double left = end - now();
        if (left <= 0) return true;
        int found = poll(entries, OWN_ENTRIES + count, (int)(left * 1000) + 1);
        if (found < 0 && errno == EINTR) continue;
        if (found < 0) err(1, "cannot wait");
        if (entries[0].revents || entries[1].revents || entries[2].revents) return true;
        bool is_gone = !exchange_serve(&keeper->exchange, entries + OWN_ENTRIES, count) || entries[3].revents;
        if (keeper->exchange.is_ready && keeper->ready >= 0) say_ready(keeper);
        if (is_gone) return keeper->exchange.is_closing;
    }
}

/// From now on the caller's terminal and pipes are not held; what we and the machine have to say goes to a file.
static void detach(const char *folder) {
    setsid();
    char *path = path_in(folder, "log");
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (log < 0 || nothing < 0) err(1, "cannot write %s", path);
    free(path);
    dup2(nothing, STDIN_FILENO);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
}

static void write_own_process(const char *folder) {
    char *path = path_in(folder, "pid");
    FILE *file = fopen(path, "we");
    if (!file || fprintf(file, "%d\n", getpid()) < 0 || fclose(file) != 0) err(1, "cannot write %s", path);
    free(path);
}

static int keep(struct keeper *keeper, char *const command[]) {
    detach(keeper->folder);
    write_own_process(keeper->folder);
    keeper->machine = machine_start(command);
    char *path = path_in(keeper->folder, "socket");
    exchange_open(&keeper->exchange, path, keeper->machine.link);
    free(path);
    bool is_expected = relay(keeper);
    machine_stop(&keeper->machine);
    if (!is_expected) errx(1, "the guest died; its last words are in %s/console", keeper->folder);
    folder_remove(keeper->folder);
    return 0;
}

static int signal_descriptor(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    return signalfd(-1, &signals, SFD_CLOEXEC);
}

static int print_free_port(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, length) != 0 ||
        getsockname(listener, (struct sockaddr *)&address, &length) != 0)
        err(1, "cannot find a free port");
    printf("%d\n", ntohs(address.sin_port));
    return 0;
}

/// Goes on in the background and waits until the guest there is up; the exit code.
static int start(struct keeper *keeper, char *const command[]) {
    int ready[2];
    if (pipe2(ready, O_CLOEXEC) != 0) err(1, "cannot make a pipe");
    pid_t child = fork();
    if (child < 0) err(1, "cannot go on in the background");
    if (child > 0) {
        // Should the caller die while we wait, so do we, and with that the one in the background.
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        close(ready[1]);
        char byte;
        return read(ready[0], &byte, 1) == 1 ? 0 : 1;
    }
    close(ready[0]);
    keeper->ready = ready[1];
    keeper->stop = signal_descriptor();
    return keep(keeper, command);
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "free-port") == 0) return print_free_port();
    if (count < 5) errx(2, "usage: keeper FOLDER LIFE PARENT COMMAND…");
    static struct keeper keeper;
    keeper.folder = arguments[1];
    keeper.life = atof(arguments[2]);
    pid_t parent = atoi(arguments[3]);
    keeper.parent = parent > 0 ? process_descriptor(parent) : -1;
    if (parent > 0 && keeper.parent < 0) err(1, "cannot watch process %d", parent);
    return start(&keeper, arguments + 4);
}
