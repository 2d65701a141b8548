#include "negotiation.h"

#include <string.h>

#include "controls.h"
#include "descriptors.h"

enum { PARAMETERS_BYTES = sizeof(struct stream_parameters) };
_Static_assert(PARAMETERS_BYTES == 34, "the parameters have 34 bytes on the wire");

uint32_t picture_bytes_max(const struct picture_size *size) {
    return size->width * size->height * 2u;
}

static unsigned clamp(unsigned value, unsigned low, unsigned high) {
    return value < low ? low : value > high ? high : value;
}

/// The rate asked for, or the next slower one; the slowest if there is none.
static uint32_t offered_interval(const struct picture_size *size, uint32_t wanted) {
    if (wanted == 0) return size->intervals[0];
    for (unsigned i = 0; i < size->interval_count; i++)
        if (wanted <= size->intervals[i]) return size->intervals[i];
    return size->intervals[size->interval_count - 1];
}

/// The bandwidth that the camera asks for. Like real ones it reckons with poorly compressed pictures (a quarter).
static uint32_t payload_bytes(const struct camera *camera, const struct picture_format *format,
                              const struct picture_size *size, uint32_t interval) {
    if (camera->transfer == TRANSFER_BULK) return picture_bytes_max(size) + 1024;
    uint64_t picture = picture_bytes_max(size) / (format->pixels == PIXELS_MJPEG ? 4 : 1);
    uint64_t eighths_of_a_millisecond = interval / 1250;
    uint64_t needed = picture / eighths_of_a_millisecond + 2;
    for (unsigned i = 0; i < ALTERNATES; i++)
        if (needed <= alternate_bytes[i]) return alternate_bytes[i];
    return alternate_bytes[ALTERNATES - 1];
}

static void make_possible(const struct camera *camera, struct stream_parameters *parameters) {
    parameters->format = (uint8_t)clamp(parameters->format, 1, camera->format_count);
    const struct picture_format *format = &camera->formats[parameters->format - 1];
    parameters->size = (uint8_t)clamp(parameters->size, 1, format->size_count);
    const struct picture_size *size = &format->sizes[parameters->size - 1];
    parameters->hint = 1;
    parameters->interval = offered_interval(size, parameters->interval);
    parameters->key_frame_rate = parameters->p_frame_rate = parameters->quality = parameters->window = 0;
    parameters->delay = 0;
    parameters->picture_bytes_max = picture_bytes_max(size);
    parameters->payload_bytes_max = payload_bytes(camera, format, size, parameters->interval);
    parameters->clock = CLOCK_HERTZ;
    parameters->framing = 3;
    parameters->preferred_version = parameters->minimum_version = parameters->maximum_version = 1;
}

void negotiation_start(struct negotiation *negotiation, const struct camera *camera) {
    *negotiation = (struct negotiation){.camera = camera};
    make_possible(camera, &negotiation->probe);
    negotiation->commit = negotiation->probe;
}

int negotiation_get(const struct negotiation *negotiation, unsigned selector, unsigned request, uint8_t out[64]) {
    enum { CAN_GET_AND_SET = 3 };
    if (selector != PARAMETERS_PROBE && selector != PARAMETERS_COMMIT) return -1;
    struct stream_parameters answer = selector == PARAMETERS_PROBE ? negotiation->probe : negotiation->commit;
    switch (request) {
    case UVC_INFORMATION: out[0] = CAN_GET_AND_SET; return 1;
    case UVC_LENGTH: out[0] = PARAMETERS_BYTES, out[1] = 0; return 2;
    case UVC_GET: break;
    case UVC_MINIMUM: answer.interval = 1; break;
    case UVC_MAXIMUM: answer.interval = UINT32_MAX; break;
    case UVC_DEFAULT: answer.interval = 0; break;
    default: return -1;
    }
    make_possible(negotiation->camera, &answer);
    memcpy(out, &answer, PARAMETERS_BYTES);
    return PARAMETERS_BYTES;
}

bool negotiation_set(struct negotiation *negotiation, unsigned selector, const uint8_t *bytes, unsigned length) {
    if (selector != PARAMETERS_PROBE && selector != PARAMETERS_COMMIT) return false;
    struct stream_parameters wanted = {0};
    memcpy(&wanted, bytes, length < PARAMETERS_BYTES ? length : PARAMETERS_BYTES);
    make_possible(negotiation->camera, &wanted);
    if (selector == PARAMETERS_PROBE) negotiation->probe = wanted;
    else negotiation->commit = wanted;
    return true;
}

const struct picture_format *negotiation_format(const struct negotiation *negotiation) {
    return &negotiation->camera->formats[negotiation->commit.format - 1];
}

const struct picture_size *negotiation_size(const struct negotiation *negotiation) {
    return &negotiation_format(negotiation)->sizes[negotiation->commit.size - 1];
}
