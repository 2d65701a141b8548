#define _GNU_SOURCE
#include "exchange.h"

#include <err.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

/// A client that takes nothing for so long holds up all others, and is let go.
enum { CLIENT_PATIENCE_SECONDS = 10 };

void exchange_open(struct exchange *exchange, const char *path, int link) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) errx(1, "%s: longer than a socket's path may be", path);
    strcpy(address.sun_path, path);
    exchange->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (bind(exchange->listener, (struct sockaddr *)&address, sizeof address) != 0) err(1, "cannot listen on %s", path);
    if (listen(exchange->listener, EXCHANGE_CLIENTS_MAX) != 0) err(1, "cannot listen on %s", path);
    exchange->guest.descriptor = link;
    exchange->next_channel = LINK_READY_CHANNEL + 1;
}

size_t exchange_wants(const struct exchange *exchange, struct pollfd entries[EXCHANGE_POLL_MAX]) {
    bool is_full = exchange->client_count == EXCHANGE_CLIENTS_MAX;
    bool waits = exchange->outgoing_length > 0;
    size_t count = 0;
    entries[count++] = (struct pollfd){exchange->listener, is_full ? 0 : POLLIN, 0};
    entries[count++] = (struct pollfd){exchange->guest.descriptor, waits ? POLLIN | POLLOUT : POLLIN, 0};
    for (size_t i = 0; i < exchange->client_count; i++)
        entries[count++] = (struct pollfd){exchange->clients[i].descriptor, waits ? 0 : POLLIN, 0};
    return count;
}

/// Sends what waits for the guest, as far as there is room; false when the guest is gone.
static bool flush_outgoing(struct exchange *exchange) {
    while (exchange->outgoing_sent < exchange->outgoing_length) {
        ssize_t count = send(exchange->guest.descriptor, (char *)&exchange->outgoing + exchange->outgoing_sent,
                             exchange->outgoing_length - exchange->outgoing_sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN) return true;
        if (count <= 0) return false;
        exchange->outgoing_sent += (size_t)count;
    }
    exchange->outgoing_length = 0;
    return true;
}

static bool send_to_guest(struct exchange *exchange, uint32_t channel, size_t length) {
    exchange->outgoing.header = (struct link_header){channel, (uint32_t)length};
    exchange->outgoing_length = sizeof exchange->outgoing.header + length;
    exchange->outgoing_sent = 0;
    return flush_outgoing(exchange);
}

static void accept_client(struct exchange *exchange) {
    int descriptor = accept4(exchange->listener, NULL, NULL, SOCK_CLOEXEC);
    if (descriptor < 0) return;
    struct timeval patience = {.tv_sec = CLIENT_PATIENCE_SECONDS};
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    exchange->clients[exchange->client_count++] = (struct client){descriptor, exchange->next_channel++};
}

static void drop_client(struct exchange *exchange, size_t index) {
    close(exchange->clients[index].descriptor);
    exchange->clients[index] = exchange->clients[--exchange->client_count];
}

/// Passes on what a client says, or that it has gone; false when the guest is gone.
static bool read_client(struct exchange *exchange, int descriptor) {
    size_t index = 0;
    while (index < exchange->client_count && exchange->clients[index].descriptor != descriptor) index++;
    if (index == exchange->client_count) return true;
    uint32_t channel = exchange->clients[index].channel;
    ssize_t count = recv(descriptor, exchange->outgoing.bytes, LINK_PIECE_MAX, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (count <= 0) {
        drop_client(exchange, index);
        return send_to_guest(exchange, channel, 0);
    }
    return send_to_guest(exchange, channel, (size_t)count);
}

/// Hands a whole piece from the guest to its client; a client that is gone or does not take it is dropped.
static void deliver(struct exchange *exchange) {
    const struct link_piece *piece = &exchange->guest.piece;
    if (piece->header.channel == LINK_READY_CHANNEL) {
        exchange->is_closing = exchange->is_ready;
        exchange->is_ready = true;
        return;
    }
    for (size_t i = 0; i < exchange->client_count; i++) {
        if (exchange->clients[i].channel != piece->header.channel) continue;
        ssize_t length = piece->header.length;
        int descriptor = exchange->clients[i].descriptor;
        // A partial send means that the client's patience is over. Its channel is closed from the reading side.
        if (length == 0 || send(descriptor, piece->bytes, (size_t)length, MSG_NOSIGNAL) != length)
            shutdown(descriptor, SHUT_RDWR);
        return;
    }
}

bool exchange_serve(struct exchange *exchange, const struct pollfd *entries, size_t count) {
    if (entries[1].revents & POLLOUT && !flush_outgoing(exchange)) return false;
    if (entries[1].revents & (POLLIN | POLLHUP | POLLERR)) {
        enum link_result result;
        while ((result = link_receive(&exchange->guest)) == LINK_PIECE) deliver(exchange);
        if (result == LINK_BROKEN) return false;
    }
    for (size_t i = 2; i < count && exchange->outgoing_length == 0; i++)
        if (entries[i].revents != 0 && !read_client(exchange, entries[i].fd)) return false;
    if (entries[0].revents & POLLIN) accept_client(exchange);
    return true;
}
