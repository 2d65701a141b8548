#include "link.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/// Bytes that the piece still lacks, as far as is known: first its header, then its body.
static size_t missing(const struct link_reader *reader) {
    if (reader->received < sizeof(struct link_header)) return sizeof(struct link_header) - reader->received;
    return sizeof(struct link_header) + reader->piece.header.length - reader->received;
}

enum link_result link_receive(struct link_reader *reader) {
    if (reader->received >= sizeof(struct link_header) && missing(reader) == 0) reader->received = 0;
    for (;;) {
        ssize_t count = read(reader->descriptor, (char *)&reader->piece + reader->received, missing(reader));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno == EAGAIN ? LINK_NOT_YET : LINK_BROKEN;
        if (count == 0) return LINK_BROKEN;
        reader->received += (size_t)count;
        if (reader->received < sizeof(struct link_header)) continue;
        if (reader->piece.header.length > LINK_PIECE_MAX) return LINK_BROKEN;
        if (missing(reader) == 0) return LINK_PIECE;
    }
}

bool link_send(int descriptor, uint32_t channel, const void *bytes, size_t length) {
    struct link_piece piece = {.header = {channel, (uint32_t)length}};
    if (length > 0) memcpy(piece.bytes, bytes, length);
    const char *next = (const char *)&piece;
    size_t left = sizeof piece.header + length;
    while (left > 0) {
        ssize_t count = write(descriptor, next, left);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) {
            struct pollfd room = {.fd = descriptor, .events = POLLOUT};
            poll(&room, 1, -1);
            continue;
        }
        if (count <= 0) return false;
        next += count;
        left -= (size_t)count;
    }
    return true;
}
