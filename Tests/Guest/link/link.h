// The serial port between host and guest, shared by many channels: each piece carries its channel and length.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The name of the virtio serial port in the guest.
#define LINK_PORT_NAME "guest.link"

/// The channel of the agent's first piece, which says that the guest is up; it carries no bytes.
#define LINK_READY_CHANNEL 0u

/// Precedes each piece. A piece without bytes closes its channel.
struct link_header {
    uint32_t channel;
    uint32_t length;
};

enum { LINK_PIECE_MAX = 32 * 1024 };

struct link_piece {
    struct link_header header;
    unsigned char bytes[LINK_PIECE_MAX];
};

/// Collects one piece from a non-blocking descriptor.
struct link_reader {
    int descriptor;
    size_t received;
    struct link_piece piece;
};

enum link_result { LINK_PIECE, LINK_NOT_YET, LINK_BROKEN };

/// Takes what has arrived. LINK_PIECE: `reader->piece` is whole and stays valid until the next call.
enum link_result link_receive(struct link_reader *reader);

/// Writes `length` bytes (at most LINK_PIECE_MAX) of a channel, waiting for room; false when the other end is gone.
bool link_send(int descriptor, uint32_t channel, const void *bytes, size_t length);
