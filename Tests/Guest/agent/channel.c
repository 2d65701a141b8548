#define _GNU_SOURCE
#include "channel.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/reboot.h>
#include <time.h>
#include <unistd.h>

#include "../link/link.h"
#include "command.h"

double monotonic_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/// Sends one part of an answer. A broken link is noticed where it is read.
static void answer(const struct channel *channel, int port, const char *kind, const char *bytes, size_t length) {
    char part[LINK_PIECE_MAX];
    int head = snprintf(part, sizeof part, "%s %zu\n", kind, length);
    memcpy(part + head, bytes, length);
    link_send(port, channel->number, part, (size_t)head + length);
}

static void answer_exit(const struct channel *channel, int port, int code) {
    char line[32];
    int length = snprintf(line, sizeof line, "exit %d\n", code);
    link_send(port, channel->number, line, (size_t)length);
}

static void answer_failure(const struct channel *channel, int port, const char *reason, int code) {
    char line[256];
    int length = snprintf(line, sizeof line, "guest: %s\n", reason);
    answer(channel, port, "err", line, (size_t)length);
    answer_exit(channel, port, code);
}

static void start_script(struct channel *channel, int port, const struct request *request) {
    int output[2], errors[2];
    if (pipe2(output, O_CLOEXEC | O_NONBLOCK) != 0) return answer_failure(channel, port, "cannot make a pipe", EXIT_FAULTY_REQUEST);
    if (pipe2(errors, O_CLOEXEC | O_NONBLOCK) != 0) {
        close(output[0]), close(output[1]);
        return answer_failure(channel, port, "cannot make a pipe", EXIT_FAULTY_REQUEST);
    }
    // Only our end may refuse to wait: programs expect an output that blocks.
    fcntl(output[1], F_SETFL, 0), fcntl(errors[1], F_SETFL, 0);
    pid_t process = command_start(request->script, output[1], errors[1]);
    close(output[1]), close(errors[1]);
    channel->pipes[0] = output[0], channel->pipes[1] = errors[0];
    channel->process = process;
    channel->has_ended = process < 0;
    channel->exit_code = EXIT_FAULTY_REQUEST;
    channel->deadline = monotonic_seconds() + request->seconds;
}

static void begin(struct channel *channel, int port, const struct request *request) {
    struct job *job = job_find(request->name);
    const char *obstacle;
    switch (request->verb) {
    case REQUEST_RUN: return start_script(channel, port, request);
    case REQUEST_START:
        obstacle = job_start(request->name, request->script);
        return obstacle ? answer_failure(channel, port, obstacle, 1) : answer_exit(channel, port, 0);
    case REQUEST_SIGNAL:
        if (!job || job->process == 0) return answer_failure(channel, port, "no job of that name is running", 1);
        return answer_exit(channel, port, command_signal(job->process, request->number) == 0 ? 0 : 1);
    case REQUEST_WAIT:
        if (!job) return answer_failure(channel, port, "there was no job of that name", EXIT_FAULTY_REQUEST);
        channel->awaited = job;
        channel->deadline = monotonic_seconds() + request->seconds;
        return;
    case REQUEST_DOWN:
        link_send(port, LINK_READY_CHANNEL, NULL, 0);
        reboot(RB_POWER_OFF);
    }
}

void channel_open(struct channel *channel, uint32_t number) {
    memset(channel, 0, offsetof(struct channel, text.bytes));
    channel->number = number;
}

/// Forgets the script: its pipes are closed, and what it left in the background may go on.
static void forget_script(struct channel *channel) {
    for (int i = 0; i < CHANNEL_PIPES; i++)
        if (channel->pipes[i] >= 0) close(channel->pipes[i]);
    channel->process = 0;
}

void channel_close(struct channel *channel) {
    if (channel->process > 0) {
        if (!channel->has_ended) command_signal(channel->process, SIGKILL);
        forget_script(channel);
    }
    channel->number = 0;
}

static void refuse(struct channel *channel, int port, const char *reason) {
    answer_failure(channel, port, reason, EXIT_FAULTY_REQUEST);
    link_send(port, channel->number, NULL, 0);
    channel_close(channel);
}

void channel_receive(struct channel *channel, int port, const void *bytes, size_t length) {
    if (request_add(&channel->text, bytes, length) < length)
        refuse(channel, port, "the requests are longer than there is room");
}

bool channel_ended(struct channel *channel, pid_t process, int status) {
    if (channel->number == 0 || channel->process != process) return false;
    channel->has_ended = true;
    channel->exit_code = command_exit_code(status);
    return true;
}

/// Passes on what the script wrote. True while there may be more.
static bool pass_on(struct channel *channel, int port, int pipe) {
    char bytes[LINK_PIECE_MAX / 2];
    if (channel->pipes[pipe] < 0) return false;
    ssize_t count = read(channel->pipes[pipe], bytes, sizeof bytes);
    if (count > 0) answer(channel, port, pipe == 0 ? "out" : "err", bytes, (size_t)count);
    if (count == 0) close(channel->pipes[pipe]), channel->pipes[pipe] = -1;
    return count > 0 || (count < 0 && errno == EINTR);
}

static void serve_script(struct channel *channel, int port) {
    bool has_ended = channel->has_ended;
    if (!has_ended && monotonic_seconds() >= channel->deadline) {
        command_signal(channel->process, SIGKILL);
        channel->exit_code = EXIT_TIME_OVER;
        has_ended = true;
    }
    for (int i = 0; i < CHANNEL_PIPES; i++)
        while (pass_on(channel, port, i) && has_ended) continue;
    if (!has_ended) return;
    int code = channel->exit_code;
    forget_script(channel);
    answer_exit(channel, port, code);
}

static void serve_wait(struct channel *channel, int port) {
    bool has_ended = channel->awaited->process == 0;
    if (!has_ended && monotonic_seconds() < channel->deadline) return;
    answer_exit(channel, port, has_ended ? channel->awaited->exit_code : EXIT_TIME_OVER);
    channel->awaited = NULL;
}

bool channel_is_waiting(const struct channel *channel) {
    return channel->number != 0 && (channel->process != 0 || channel->awaited);
}

void channel_serve(struct channel *channel, int port) {
    while (channel->number != 0) {
        if (channel->process != 0) serve_script(channel, port);
        else if (channel->awaited) serve_wait(channel, port);
        if (channel_is_waiting(channel)) return;
        struct request request;
        switch (request_take(&channel->text, &request)) {
        case REQUEST_NOT_YET: return;
        case REQUEST_FAULTY: return refuse(channel, port, "that is no request");
        case REQUEST_WHOLE: begin(channel, port, &request);
        }
    }
}
