// The stream: hands pictures to the controller's waiting requests, at the agreed rate.
#pragma once

#include "frame.h"
#include "usbip.h"

enum { STREAM_PENDING_MAX = 64 };

struct stream {
    int wire;
    struct negotiation negotiation;
    struct behaviour behaviour;
    struct usb_request pending[STREAM_PENDING_MAX]; ///< oldest first
    unsigned pending_count;
    bool is_running;
    double due;        ///< when the next picture is to be sent, monotonic seconds
    unsigned sequence; ///< pictures since the stream's start
    unsigned total;    ///< pictures since the camera was plugged in
    unsigned starts;   ///< of the stream
    struct frame frame;
    bool is_sending;     ///< the frame is on its way
    size_t sent;         ///< bytes of it
    bool has_header;     ///< bulk: the header has gone before
    uint8_t identity;    ///< the bit that changes from picture to picture
};

void stream_open(struct stream *stream, const struct camera *camera, int wire);

/// Starts with what was committed. 0, or a negative errno that the controller is to be told.
int stream_start(struct stream *stream, unsigned bandwidth);
void stream_stop(struct stream *stream);

/// Takes over a request for pictures; false if there are too many.
bool stream_request(struct stream *stream, const struct usb_request *request);

/// Forgets a request; false if it is not waiting any more.
bool stream_cancel(struct stream *stream, uint32_t sequence);

/// Sends what is due; returns how many seconds there are until the next time, negative if only a request can help.
double stream_advance(struct stream *stream, double now);
