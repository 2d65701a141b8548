#include "controls.h"

#include <stdio.h>

#include "descriptors.h"

struct control {
    const char *name;
    uint8_t unit, selector, bit, length;
    int32_t minimum, maximum, step, standard;
    int32_t value;
};

/// Selectors and bits as in UVC 1.1, tables 3-6, 3-8, A-12 and A-13. Of the exposure mode (manual 1, by itself 8) the
/// step says which there are.
static struct control controls[] = {
    {"exposure-mode", UNIT_CAMERA, 0x02, 1, 1, 1, 8, 9, 8, 8},
    {"exposure-may-lower-rate", UNIT_CAMERA, 0x03, 2, 1, 0, 1, 1, 1, 1},
    {"exposure-time", UNIT_CAMERA, 0x04, 3, 4, 3, 2047, 1, 250, 250},
    {"focus", UNIT_CAMERA, 0x06, 5, 2, 0, 250, 5, 0, 0},
    {"focus-by-itself", UNIT_CAMERA, 0x08, 17, 1, 0, 1, 1, 1, 1},
    {"brightness", UNIT_PROCESSING, 0x02, 0, 2, 0, 255, 1, 128, 128},
    {"contrast", UNIT_PROCESSING, 0x03, 1, 2, 0, 255, 1, 32, 32},
    {"saturation", UNIT_PROCESSING, 0x07, 3, 2, 0, 255, 1, 64, 64},
    {"white-balance", UNIT_PROCESSING, 0x0a, 6, 2, 2800, 6500, 10, 4600, 4600},
    {"white-balance-by-itself", UNIT_PROCESSING, 0x0b, 12, 1, 0, 1, 1, 1, 1},
    {"mains-frequency", UNIT_PROCESSING, 0x05, 10, 1, 0, 2, 1, 1, 1},
};

enum { CONTROL_COUNT = sizeof controls / sizeof *controls };

static struct control *find(unsigned unit, unsigned selector) {
    for (size_t i = 0; i < CONTROL_COUNT; i++)
        if (controls[i].unit == unit && controls[i].selector == selector) return &controls[i];
    return NULL;
}

const uint8_t *controls_bitmap(unsigned unit) {
    static uint8_t bitmaps[UNIT_OUTPUT][3];
    for (size_t i = 0; i < CONTROL_COUNT; i++)
        if (controls[i].unit == unit) bitmaps[unit][controls[i].bit / 8] |= (uint8_t)(1 << controls[i].bit % 8);
    return bitmaps[unit];
}

static int put(uint8_t out[4], int32_t value, unsigned length) {
    for (unsigned i = 0; i < length; i++) out[i] = (uint8_t)((uint32_t)value >> 8 * i);
    return (int)length;
}

int controls_get(unsigned unit, unsigned selector, unsigned request, uint8_t out[4]) {
    enum { CAN_GET_AND_SET = 3 };
    const struct control *control = find(unit, selector);
    if (!control) return -1;
    switch (request) {
    case UVC_GET: return put(out, control->value, control->length);
    case UVC_MINIMUM: return put(out, control->minimum, control->length);
    case UVC_MAXIMUM: return put(out, control->maximum, control->length);
    case UVC_STEP: return put(out, control->step, control->length);
    case UVC_DEFAULT: return put(out, control->standard, control->length);
    case UVC_LENGTH: return put(out, control->length, 2);
    case UVC_INFORMATION: return put(out, CAN_GET_AND_SET, 1);
    default: return -1;
    }
}

bool controls_set(unsigned unit, unsigned selector, const uint8_t *bytes, unsigned length) {
    struct control *control = find(unit, selector);
    if (!control || length != control->length) return false;
    uint32_t value = 0;
    for (unsigned i = 0; i < length; i++) value |= (uint32_t)bytes[i] << 8 * i;
    if ((int32_t)value < control->minimum || (int32_t)value > control->maximum) return false;
    control->value = (int32_t)value;
    return true;
}

void controls_reset(void) {
    for (size_t i = 0; i < CONTROL_COUNT; i++) controls[i].value = controls[i].standard;
}

size_t controls_describe(char *out, size_t size) {
    size_t length = 0;
    for (size_t i = 0; i < CONTROL_COUNT && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s=%d\n", controls[i].name, controls[i].value);
    return length < size ? length : size;
}
