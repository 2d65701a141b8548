#define _GNU_SOURCE
#include "viewer.h"

#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { FAILED = 1, MOST_AT_ONCE = 256 * 1024 };

long long unix_microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static void ask(struct viewer *viewer) {
    char request[1024];
    char query[64] = "";
    if (viewer->manner == AFTER && viewer->pictures > 0)
        snprintf(query, sizeof query, "?after=%lu&wait=10000", viewer->picture.sequence);
    const int length = snprintf(
        request, sizeof request, "GET %s%s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", viewer->path, query);
    // So short that the socket has room for it.
    if (write(viewer->socket, request, length) != length) err(FAILED, "cannot ask for %s", viewer->path);
    viewer->is_waiting = true;
}

void viewer_ask(struct viewer *viewer, long long due) {
    if (!viewer->is_waiting) {
        viewer->due = due;
        ask(viewer);
    } else if (viewer->overdue == 0) {
        viewer->overdue = due;
    } else {
        viewer->skipped += 1;
    }
}

void viewer_open(struct viewer *viewer, int port) {
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    viewer->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (viewer->socket < 0 || connect(viewer->socket, (const struct sockaddr *)&address, sizeof address) != 0)
        err(FAILED, "nobody answers at port %d", port);
    const int on = 1;
    setsockopt(viewer->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(viewer->socket, F_SETFL, O_NONBLOCK);
    viewer->due = unix_microseconds();
    ask(viewer);
}

/// What stands behind a name in the head; NULL if it is not there.
static const char *field(const struct viewer *viewer, const char *name) {
    const char *found = strcasestr(viewer->head, name);
    return found ? found + strlen(name) : NULL;
}

/// Microseconds of Unix time out of seconds with a fraction of six digits, or out of milliseconds.
static long long stamp(const struct viewer *viewer) {
    const char *seconds = field(viewer, "\nX-Timestamp:");
    const char *milliseconds = field(viewer, "\nX-Frame-Timestamp:");
    long long whole, fraction;
    if (seconds && sscanf(seconds, "%lld.%6lld", &whole, &fraction) == 2) return whole * 1000000 + fraction;
    return milliseconds ? atoll(milliseconds) * 1000 : 0;
}

/// The head is whole. True if a picture follows.
static bool begin_picture(struct viewer *viewer) {
    viewer->head[viewer->head_length] = 0;
    viewer->head_length = 0;
    int status;
    if (sscanf(viewer->head, "HTTP/1.%*d %d", &status) == 1 && status != 200)
        errx(FAILED, "%s was answered with %d", viewer->path, status);
    const char *length = field(viewer, "\nContent-Length:");
    if (!length) return false;
    const char *sequence = field(viewer, "\nX-Frame-Sequence:");
    viewer->left = atoll(length);
    viewer->picture = (struct picture){
        .length = viewer->left,
        .sequence = sequence ? atoll(sequence) : 0,
        .begun_at = viewer->manner == PACED ? viewer->due : stamp(viewer),
    };
    return true;
}

static void end_picture(struct viewer *viewer, long long now, viewer_sink sink) {
    viewer->picture.read_at = now;
    viewer->pictures += 1;
    viewer->bytes += viewer->picture.length;
    sink(viewer, &viewer->picture);
    viewer->is_waiting = false;
    if (viewer->manner == AFTER) ask(viewer);
    if (viewer->overdue > 0) {
        const long long due = viewer->overdue;
        viewer->overdue = 0;
        viewer_ask(viewer, due);
    }
}

/// Takes bytes of a head up to its end, an empty line; returns how many.
static size_t take_head(struct viewer *viewer, const char *bytes, size_t count, bool *is_whole) {
    *is_whole = false;
    for (size_t taken = 0; taken < count;) {
        if (viewer->head_length == sizeof viewer->head - 1) errx(FAILED, "%s: a head without end", viewer->path);
        viewer->head[viewer->head_length++] = bytes[taken++];
        const char *end = viewer->head + viewer->head_length;
        if (viewer->head_length >= 4 && memcmp(end - 4, "\r\n\r\n", 4) == 0) {
            *is_whole = true;
            return taken;
        }
    }
    return count;
}

void viewer_read(struct viewer *viewer, viewer_sink sink) {
    static char bytes[MOST_AT_ONCE];
    const ssize_t count = read(viewer->socket, bytes, sizeof bytes);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) errx(FAILED, "%s: the server ended the connection", viewer->path);
    const long long now = unix_microseconds();
    for (const char *next = bytes, *end = bytes + count; next < end;) {
        if (viewer->left == 0) {
            bool is_whole;
            next += take_head(viewer, next, end - next, &is_whole);
            if (is_whole && begin_picture(viewer) && viewer->left == 0) end_picture(viewer, now, sink);
        } else {
            const size_t some = viewer->left < (size_t)(end - next) ? viewer->left : (size_t)(end - next);
            viewer->left -= some;
            next += some;
            if (viewer->left == 0) end_picture(viewer, now, sink);
        }
    }
}
