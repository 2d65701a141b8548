// What the camera tells about itself: the USB descriptors of a UVC 1.1 camera.
#pragma once

#include "camera.h"

enum { DESCRIPTOR_MAX = 4096 };

/// Interface and unit numbers, as the descriptors give them.
enum {
    INTERFACE_CONTROL = 0,
    INTERFACE_STREAMING = 1,
    UNIT_CAMERA = 1,     ///< the lens and sensor
    UNIT_PROCESSING = 2, ///< brightness and the like
    UNIT_OUTPUT = 3,
    ENDPOINT_STREAM = 1,
};

enum { CLOCK_HERTZ = 48000000 };

/// The packet sizes, in bytes for each eighth of a millisecond, between which a host may choose (isochronous): the
/// alternate settings 1, 2, … of the streaming interface.
enum { ALTERNATES = 4 };
extern const uint16_t alternate_bytes[ALTERNATES];

/// Writes the descriptor of that USB type and index; returns its length, 0 if there is none.
unsigned descriptor_read(const struct camera *camera, unsigned type, unsigned index, uint8_t out[DESCRIPTOR_MAX]);
