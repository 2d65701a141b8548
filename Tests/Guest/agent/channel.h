// One client's connection as the guest sees it: takes requests one after the other and answers them.
//
// An answer is any number of "out LENGTH\n<bytes>" and "err LENGTH\n<bytes>", then "exit CODE\n". Codes of our own:
// 124 (time is over), 125 (the request makes no sense; a line of why precedes it, and the channel is closed).
#pragma once

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

#include "job.h"
#include "request.h"

enum { CHANNEL_PIPES = 2, EXIT_TIME_OVER = 124, EXIT_FAULTY_REQUEST = 125 };

struct channel {
    uint32_t number; ///< 0: this entry is free
    pid_t process; ///< of the script that runs for this channel; 0: none
    bool has_ended;
    int exit_code;
    int pipes[CHANNEL_PIPES]; ///< the script's output and errors
    const struct job *awaited;
    double deadline; ///< of the script or of the wait, on the monotonic clock
    struct request_text text;
};

double monotonic_seconds(void);

void channel_open(struct channel *channel, uint32_t number);

/// Takes bytes that the client sent.
void channel_receive(struct channel *channel, int port, const void *bytes, size_t length);

/// The client is gone: kills what runs for it.
void channel_close(struct channel *channel);

/// Notes that a process has ended; false if it is not this channel's.
bool channel_ended(struct channel *channel, pid_t process, int status);

/// Passes on output, answers what has ended or whose time is over, and takes the next request.
void channel_serve(struct channel *channel, int port);

/// Whether a deadline runs.
bool channel_is_waiting(const struct channel *channel);
