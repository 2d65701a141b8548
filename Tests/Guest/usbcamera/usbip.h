// The USB/IP wire: the kernel's virtual host controller on one end of a socket, our camera on the other.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { USBIP_PACKETS_MAX = 128, USBIP_OUT_MAX = 4096 };

/// What the controller wants moved.
struct usb_request {
    uint32_t sequence;
    bool is_in;
    unsigned endpoint;
    uint32_t length;
    uint8_t setup[8];      ///< of a control request
    unsigned packet_count; ///< isochronous: into how many packets the length is divided, else 0
};

enum usbip_message { USBIP_REQUEST, USBIP_CANCEL, USBIP_GONE };

/// One packet of an isochronous answer: how much of its share of the buffer is filled.
struct usb_packet {
    uint32_t offset, length, actual;
};

/// Plugs into a port of the kernel's controller; returns our end of the wire. Ends the program on failure.
int usbip_attach(unsigned port);

/// Reads the next message, and into `out` what the controller sends along. USBIP_CANCEL: `request->sequence` is the
/// cancelled request's, `*cancel` the message's own.
enum usbip_message usbip_receive(int wire, struct usb_request *request, uint8_t out[USBIP_OUT_MAX], uint32_t *cancel);

/// Completes a request with `status` (0 or a negative errno) and, for an IN request, the bytes.
void usbip_complete(int wire, const struct usb_request *request, int status, const void *bytes, uint32_t length);

/// Completes an isochronous IN request; `bytes` holds the packets' contents one after the other.
void usbip_complete_packets(int wire, const struct usb_request *request, const void *bytes, uint32_t length,
                            const struct usb_packet *packets);

/// Answers a cancellation; `was_pending` says whether the request had still been waiting.
void usbip_cancelled(int wire, uint32_t cancel, bool was_pending);
