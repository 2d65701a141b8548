// One client of an HTTP server for pictures: reads a multipart stream, or asks for one picture after the other on a
// connection that stays.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// A picture that has been read to its last byte.
struct picture {
    size_t length;
    /// X-Frame-Sequence; 0 if the server does not say it.
    unsigned long sequence;
    /// When it was taken, Unix time in microseconds, as X-Timestamp or X-Frame-Timestamp say it; 0 if neither is there.
    /// Of a `PACED` viewer: when it was to be asked for.
    long long begun_at;
    /// Unix time in microseconds.
    long long read_at;
};

enum manner {
    /// Asks once.
    STREAMED,
    /// Asks for the next picture, by its sequence, as soon as it has one.
    AFTER,
    /// Asks when it is told to.
    PACED,
};

struct viewer {
    int socket;
    const char *path;
    enum manner manner;
    unsigned long pictures, bytes;
    /// The head of an answer or of a part, as far as it has come.
    char head[4096];
    size_t head_length;
    /// What is left of the picture that is being read.
    size_t left;
    struct picture picture;
    /// Of a `PACED` viewer: it waits for an answer; when that was to be asked for; and the next one, if it is late; and
    /// how many were given up, since it was even later.
    bool is_waiting;
    long long due, overdue;
    unsigned long skipped;
};

/// Is told of each picture.
typedef void (*viewer_sink)(struct viewer *viewer, const struct picture *picture);

/// Connects to 127.0.0.1 and asks for the first time. Ends the program on failure.
void viewer_open(struct viewer *viewer, int port);

/// Lets a `PACED` viewer ask, or as soon as it has its last answer.
void viewer_ask(struct viewer *viewer, long long due);

/// Reads once what is there. Ends the program when the server refuses, or ends the connection.
void viewer_read(struct viewer *viewer, viewer_sink sink);

/// Unix time in microseconds.
long long unix_microseconds(void);
