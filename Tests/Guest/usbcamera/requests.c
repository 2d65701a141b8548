#include "requests.h"

#include <errno.h>
#include <string.h>

#include "controls.h"
#include "descriptors.h"

/// USB 2.0, table 9-4.
enum {
    GET_STATUS = 0, CLEAR_FEATURE = 1, SET_FEATURE = 3, GET_DESCRIPTOR = 6, GET_CONFIGURATION = 8,
    SET_CONFIGURATION = 9, GET_INTERFACE = 10, SET_INTERFACE = 11,
    TYPE_MASK = 0x60, TYPE_STANDARD = 0x00, TYPE_CLASS = 0x20, TO_HOST = 0x80, RECIPIENT_MASK = 0x1f,
    RECIPIENT_ENDPOINT = 2,
};

/// UVC 1.1, table 4-7 and A-9.
enum { ERROR_CODE_SELECTOR = 2, ERROR_NONE = 0, ERROR_INVALID_CONTROL = 6 };

/// A request's fixed part, unpacked.
struct setup {
    uint8_t kind, code;
    uint16_t value, index, length;
};

/// Refuses a request; the host sees that as a stalled endpoint.
enum { STALL = -EPIPE };

static int answer_standard(struct endpoint_zero *zero, const struct setup *setup, uint8_t *in) {
    switch (setup->code) {
    case GET_STATUS: in[0] = in[1] = 0; return 2;
    case GET_CONFIGURATION: in[0] = 1; return 1;
    case SET_CONFIGURATION:
    case SET_FEATURE: return 0;
    case GET_DESCRIPTOR: {
        unsigned length = descriptor_read(zero->camera, setup->value >> 8, setup->value & 0xff, in);
        return length > 0 ? (int)length : STALL;
    }
    case CLEAR_FEATURE:
        // A bulk camera has no alternate setting to switch to: its driver stops the stream by this.
        if ((setup->kind & RECIPIENT_MASK) == RECIPIENT_ENDPOINT) stream_stop(zero->stream);
        return 0;
    case GET_INTERFACE: in[0] = setup->index == INTERFACE_STREAMING ? zero->alternate : 0; return 1;
    case SET_INTERFACE:
        if (setup->index != INTERFACE_STREAMING) return 0;
        stream_stop(zero->stream);
        zero->alternate = (uint8_t)setup->value;
        if (zero->alternate == 0) return 0;
        return zero->alternate > ALTERNATES ? STALL : stream_start(zero->stream, alternate_bytes[zero->alternate - 1]);
    default: return STALL;
    }
}

/// The streaming interface: probe and commit. The commit of a bulk camera starts its stream.
static int answer_streaming(struct endpoint_zero *zero, const struct setup *setup, const uint8_t *out, uint8_t *in) {
    unsigned selector = setup->value >> 8;
    struct stream *stream = zero->stream;
    if (setup->code != UVC_SET) return negotiation_get(&stream->negotiation, selector, setup->code, in);
    if (selector == PARAMETERS_COMMIT && behaviour_shows(&stream->behaviour, FAULT_FAIL_START)) return STALL;
    if (!negotiation_set(&stream->negotiation, selector, out, setup->length)) return STALL;
    if (selector != PARAMETERS_COMMIT) return 0;
    if (behaviour_shows(&stream->behaviour, FAULT_FORGET_CONTROLS)) controls_reset();
    return zero->camera->transfer == TRANSFER_BULK ? stream_start(stream, 0) : 0;
}

static int answer_controls(struct endpoint_zero *zero, const struct setup *setup, const uint8_t *out, uint8_t *in) {
    unsigned unit = setup->index >> 8, selector = setup->value >> 8;
    if (unit == 0) {
        if (selector != ERROR_CODE_SELECTOR) return STALL;
        in[0] = setup->code == UVC_INFORMATION ? 1 : zero->last_error;
        return 1;
    }
    if (setup->code == UVC_SET) return controls_set(unit, selector, out, setup->length) ? 0 : STALL;
    return controls_get(unit, selector, setup->code, in);
}

static int answer_class(struct endpoint_zero *zero, const struct setup *setup, const uint8_t *out, uint8_t *in) {
    bool is_error_question = setup->index == INTERFACE_CONTROL && setup->value >> 8 == ERROR_CODE_SELECTOR;
    int length = (setup->index & 0xff) == INTERFACE_STREAMING ? answer_streaming(zero, setup, out, in)
                                                              : answer_controls(zero, setup, out, in);
    if (!is_error_question) zero->last_error = length < 0 ? ERROR_INVALID_CONTROL : ERROR_NONE;
    return length == -1 ? STALL : length;
}

void requests_answer(struct endpoint_zero *zero, const struct usb_request *request, const uint8_t *out) {
    uint8_t in[DESCRIPTOR_MAX];
    const uint8_t *bytes = request->setup;
    const struct setup setup = {bytes[0], bytes[1], (uint16_t)(bytes[2] | bytes[3] << 8),
                                (uint16_t)(bytes[4] | bytes[5] << 8), (uint16_t)(bytes[6] | bytes[7] << 8)};
    int length = STALL;
    if ((setup.kind & TYPE_MASK) == TYPE_STANDARD) length = answer_standard(zero, &setup, in);
    if ((setup.kind & TYPE_MASK) == TYPE_CLASS) length = answer_class(zero, &setup, out, in);
    if (length < 0) return usbip_complete(zero->stream->wire, request, length, NULL, 0);
    // For an OUT request the answer says how much was taken.
    if (!(setup.kind & TO_HOST)) length = (int)request->length;
    else if (length > setup.length) length = setup.length;
    usbip_complete(zero->stream->wire, request, 0, in, (uint32_t)length);
}
