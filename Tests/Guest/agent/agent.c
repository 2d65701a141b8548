// agent PORT: the guest's first process. Does what clients ask for over the serial port, and buries the dead.
//
// When the port breaks, the host has gone, and the guest ends as well.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/reboot.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../link/link.h"
#include "channel.h"

enum { CHANNELS_MAX = 64 };

static struct channel channels[CHANNELS_MAX];

/// The channel of that number, opened if it is new; NULL if there is no room.
static struct channel *channel_of(uint32_t number) {
    struct channel *unused = NULL;
    for (size_t i = 0; i < CHANNELS_MAX; i++) {
        if (channels[i].number == number) return &channels[i];
        if (channels[i].number == 0 && !unused) unused = &channels[i];
    }
    if (unused) channel_open(unused, number);
    return unused;
}

/// Takes all that has come over the port; false when it is broken.
static bool read_port(struct link_reader *reader) {
    enum link_result result;
    while ((result = link_receive(reader)) == LINK_PIECE) {
        struct channel *channel = channel_of(reader->piece.header.channel);
        if (!channel) link_send(reader->descriptor, reader->piece.header.channel, NULL, 0);
        else if (reader->piece.header.length == 0) channel_close(channel);
        else channel_receive(channel, reader->descriptor, reader->piece.bytes, reader->piece.header.length);
    }
    return result == LINK_NOT_YET;
}

static void reap(int signals) {
    struct signalfd_siginfo information;
    while (read(signals, &information, sizeof information) > 0) continue;
    pid_t process;
    int status;
    while ((process = waitpid(-1, &status, WNOHANG)) > 0) {
        if (job_ended(process, status)) continue;
        for (size_t i = 0; i < CHANNELS_MAX && !channel_ended(&channels[i], process, status); i++) continue;
    }
}

/// Fills in what to wait for besides port and signals; returns how many, and the earliest deadline.
static size_t collect(struct pollfd *entries, double *deadline) {
    size_t count = 0;
    for (size_t i = 0; i < CHANNELS_MAX; i++) {
        if (!channel_is_waiting(&channels[i])) continue;
        if (channels[i].deadline < *deadline) *deadline = channels[i].deadline;
        for (int pipe = 0; pipe < CHANNEL_PIPES && channels[i].process != 0; pipe++)
            entries[count++] = (struct pollfd){channels[i].pipes[pipe], POLLIN, 0};
    }
    return count;
}

static void serve(int port, int signals) {
    static struct link_reader reader;
    reader.descriptor = port;
    for (;;) {
        static struct pollfd entries[2 + CHANNELS_MAX * CHANNEL_PIPES];
        double deadline = monotonic_seconds() + 3600;
        entries[0] = (struct pollfd){port, POLLIN, 0};
        entries[1] = (struct pollfd){signals, POLLIN, 0};
        size_t count = 2 + collect(entries + 2, &deadline);
        double left = deadline - monotonic_seconds();
        if (poll(entries, count, left > 0 ? (int)(left * 1000) + 1 : 0) < 0 && errno != EINTR) return;
        if (entries[1].revents) reap(signals);
        if (entries[0].revents && !read_port(&reader)) return;
        for (size_t i = 0; i < CHANNELS_MAX; i++) channel_serve(&channels[i], port);
    }
}

int main(int count, char **arguments) {
    if (count != 2) errx(2, "usage: agent PORT");
    int port = open(arguments[1], O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (port < 0) err(1, "cannot open %s", arguments[1]);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    int signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    if (signals < 0) err(1, "cannot watch the processes");
    if (link_send(port, LINK_READY_CHANNEL, NULL, 0)) serve(port, signals);
    reboot(RB_POWER_OFF);
    return 1;
}
