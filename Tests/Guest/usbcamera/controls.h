// The camera's controls (brightness, focus, …): what they may be set to, and what they are.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// UVC request codes: SET_CUR, and the questions.
enum {
    UVC_SET = 0x01,
    UVC_GET = 0x81,
    UVC_MINIMUM = 0x82,
    UVC_MAXIMUM = 0x83,
    UVC_STEP = 0x84,
    UVC_LENGTH = 0x85,
    UVC_INFORMATION = 0x86,
    UVC_DEFAULT = 0x87,
};

/// The bits of the unit's descriptor that say which controls it has.
const uint8_t *controls_bitmap(unsigned unit);

/// Answers a question about a control; returns the answer's length, or -1 if there is no such control or question.
int controls_get(unsigned unit, unsigned selector, unsigned request, uint8_t out[4]);

/// Sets a control; false if there is no such control, or the value lies outside its range.
bool controls_set(unsigned unit, unsigned selector, const uint8_t *bytes, unsigned length);

/// Back to the defaults, as some cameras do at each start of the stream.
void controls_reset(void);

/// Writes what they are set to as KEY=VALUE lines; returns the length. (The kernel's driver remembers values and does
/// not ask again, so it does not show what the camera has forgotten.)
size_t controls_describe(char *out, size_t size);
