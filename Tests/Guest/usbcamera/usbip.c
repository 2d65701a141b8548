#define _GNU_SOURCE
#include "usbip.h"

#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { COMMAND_SUBMIT = 1, COMMAND_UNLINK = 2, ANSWER_SUBMIT = 3, ANSWER_UNLINK = 4 };

/// The wire's fixed part, all words big-endian. Requests and answers use the second half differently.
struct wire_header {
    uint32_t command, sequence, device, direction, endpoint;
    union {
        struct {
            uint32_t flags, length, start_frame, packet_count, interval;
            uint8_t setup[8];
        } submit;
        struct {
            uint32_t sequence;
        } unlink;
        struct {
            uint32_t status, length, start_frame, packet_count, error_count;
        } submitted;
        struct {
            uint32_t status;
        } unlinked;
    };
};
_Static_assert(sizeof(struct wire_header) == 48, "the header has 48 bytes on the wire");

struct wire_packet {
    uint32_t offset, length, actual, status;
};

int usbip_attach(unsigned port) {
    static const char attach[] = "/sys/devices/platform/vhci_hcd.0/attach";
    enum { HIGH_SPEED = 3, SEND_BUFFER = 4 << 20 };
    int ends[2], size = SEND_BUFFER;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) err(1, "cannot make the wire");
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    int file = open(attach, O_WRONLY | O_CLOEXEC);
    if (file < 0) err(1, "cannot open %s (is vhci_hcd loaded?)", attach);
    unsigned device = 1u << 16 | (port + 1);
    if (dprintf(file, "%u %d %u %d\n", port, ends[1], device, HIGH_SPEED) < 0)
        err(1, "cannot plug into port %u (is another camera in it?)", port);
    close(file);
    close(ends[1]);
    return ends[0];
}

static bool read_exactly(int wire, void *bytes, size_t length) {
    char *next = bytes;
    while (length > 0) {
        ssize_t count = recv(wire, next, length, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        next += count;
        length -= (size_t)count;
    }
    return true;
}

enum usbip_message usbip_receive(int wire, struct usb_request *request, uint8_t out[USBIP_OUT_MAX], uint32_t *cancel) {
    struct wire_header header;
    if (!read_exactly(wire, &header, sizeof header)) return USBIP_GONE;
    if (ntohl(header.command) == COMMAND_UNLINK) {
        *cancel = ntohl(header.sequence);
        request->sequence = ntohl(header.unlink.sequence);
        return USBIP_CANCEL;
    }
    request->sequence = ntohl(header.sequence);
    request->is_in = header.direction != 0;
    request->endpoint = ntohl(header.endpoint);
    request->length = ntohl(header.submit.length);
    memcpy(request->setup, header.submit.setup, sizeof request->setup);
    // Kernels fill in 0 or all ones where there are no packets.
    uint32_t count = ntohl(header.submit.packet_count);
    request->packet_count = count == UINT32_MAX ? 0 : count;
    if (request->packet_count > USBIP_PACKETS_MAX) return USBIP_GONE;
    if (!request->is_in && request->length > 0) {
        if (request->length > USBIP_OUT_MAX || !read_exactly(wire, out, request->length)) return USBIP_GONE;
    }
    // The controller divides the buffer evenly, so only the packets' number matters.
    struct wire_packet packets[USBIP_PACKETS_MAX];
    return read_exactly(wire, packets, request->packet_count * sizeof *packets) ? USBIP_REQUEST : USBIP_GONE;
}

/// Writes all parts; if the controller has gone, the next read says so.
static void write_parts(int wire, struct iovec *parts, size_t count) {
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    while (message.msg_iovlen > 0) {
        ssize_t sent = sendmsg(wire, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return;
        while (message.msg_iovlen > 0 && (size_t)sent >= message.msg_iov->iov_len) {
            sent -= (ssize_t)message.msg_iov->iov_len;
            message.msg_iov++;
            message.msg_iovlen--;
        }
        if (message.msg_iovlen == 0) return;
        message.msg_iov->iov_base = (char *)message.msg_iov->iov_base + sent;
        message.msg_iov->iov_len -= (size_t)sent;
    }
}

void usbip_complete(int wire, const struct usb_request *request, int status, const void *bytes, uint32_t length) {
    struct wire_header header = {.command = htonl(ANSWER_SUBMIT), .sequence = htonl(request->sequence)};
    header.submitted.status = htonl((uint32_t)status);
    header.submitted.length = htonl(length);
    struct iovec parts[2] = {{&header, sizeof header}, {(void *)bytes, length}};
    write_parts(wire, parts, request->is_in && length > 0 ? 2 : 1);
}

void usbip_complete_packets(int wire, const struct usb_request *request, const void *bytes, uint32_t length,
                            const struct usb_packet *packets) {
    struct wire_header header = {.command = htonl(ANSWER_SUBMIT), .sequence = htonl(request->sequence)};
    header.submitted.length = htonl(length);
    header.submitted.packet_count = htonl(request->packet_count);
    struct wire_packet table[USBIP_PACKETS_MAX];
    for (unsigned i = 0; i < request->packet_count; i++)
        table[i] = (struct wire_packet){htonl(packets[i].offset), htonl(packets[i].length), htonl(packets[i].actual), 0};
    struct iovec parts[3] = {
        {&header, sizeof header}, {(void *)bytes, length}, {table, request->packet_count * sizeof *table}};
    write_parts(wire, parts, 3);
}

void usbip_cancelled(int wire, uint32_t cancel, bool was_pending) {
    struct wire_header header = {.command = htonl(ANSWER_UNLINK), .sequence = htonl(cancel)};
    header.unlinked.status = htonl((uint32_t)(was_pending ? -ECONNRESET : 0));
    struct iovec part = {&header, sizeof header};
    write_parts(wire, &part, 1);
}
