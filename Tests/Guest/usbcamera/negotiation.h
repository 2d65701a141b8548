// Probe and commit: host and camera agree on format, size and rate.
#pragma once

#include <stdbool.h>

#include "camera.h"

/// UVC 1.1, table 4-47, as it crosses the wire.
struct __attribute__((packed)) stream_parameters {
    uint16_t hint;
    uint8_t format, size; ///< from 1, as in the descriptors
    uint32_t interval;    ///< 100 ns
    uint16_t key_frame_rate, p_frame_rate, quality, window, delay;
    uint32_t picture_bytes_max, payload_bytes_max, clock;
    uint8_t framing, preferred_version, minimum_version, maximum_version;
};

enum { PARAMETERS_PROBE = 1, PARAMETERS_COMMIT = 2 };

struct negotiation {
    const struct camera *camera;
    struct stream_parameters probe, commit;
};

void negotiation_start(struct negotiation *negotiation, const struct camera *camera);

/// Answers a question about the probe or commit control; the answer's length or -1.
int negotiation_get(const struct negotiation *negotiation, unsigned selector, unsigned request, uint8_t out[64]);

/// Takes a proposal and makes of it what the camera can do; false if there is no such control.
bool negotiation_set(struct negotiation *negotiation, unsigned selector, const uint8_t *bytes, unsigned length);

/// What was committed.
const struct picture_format *negotiation_format(const struct negotiation *negotiation);
const struct picture_size *negotiation_size(const struct negotiation *negotiation);
