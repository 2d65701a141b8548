// The camera's control endpoint: answers what the host's drivers ask, and starts and stops the stream for them.
#pragma once

#include "stream.h"
#include "usbip.h"

struct endpoint_zero {
    const struct camera *camera;
    struct stream *stream;
    uint8_t alternate;  ///< of the streaming interface
    uint8_t last_error; ///< UVC's code for why a request was refused
};

/// Answers one control request; `out` is what the host sent along.
void requests_answer(struct endpoint_zero *zero, const struct usb_request *request, const uint8_t *out);
