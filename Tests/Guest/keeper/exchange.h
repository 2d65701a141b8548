// The exchange between the clients of the guest's socket and the guest's serial port: a channel for each client.
#pragma once

#include <poll.h>
#include <stdbool.h>

#include "../link/link.h"

enum { EXCHANGE_CLIENTS_MAX = 64 };

struct client {
    int descriptor;
    uint32_t channel;
};

struct exchange {
    int listener;
    struct link_reader guest;
    struct client clients[EXCHANGE_CLIENTS_MAX];
    size_t client_count;
    uint32_t next_channel;
    /// One piece on its way to the guest. While it waits no client is read: so no queue, and no deadlock with a
    /// guest that itself waits for us.
    struct link_piece outgoing;
    size_t outgoing_length, outgoing_sent;
    bool is_ready;   ///< the guest is up
    bool is_closing; ///< the guest has said that it is about to power off
};

enum { EXCHANGE_POLL_MAX = EXCHANGE_CLIENTS_MAX + 2 };

/// Listens on `path` for clients and speaks with the guest over `link`. Ends the program on failure.
void exchange_open(struct exchange *exchange, const char *path, int link);

/// Says what to wait for; returns how many of `entries` it filled in.
size_t exchange_wants(const struct exchange *exchange, struct pollfd entries[EXCHANGE_POLL_MAX]);

/// Handles what has come; `entries` as filled in by `exchange_wants`. False when the guest is gone.
bool exchange_serve(struct exchange *exchange, const struct pollfd *entries, size_t count);
