// The moving pictures of the test cameras: the same camera number, size and step always give the same picture.
//
// From top to bottom: eight colour bars (the top eighth), then a ground in the camera's own colour with some grain, on
// it the camera's number and the step in large digits, and a white box that goes round once in DRAWING_STEPS steps.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { DRAWING_STEPS = 16, DRAWING_BARS = 8 };

/// Draws into `width * height * 2` bytes of YUYV in limited range (16…235), as is usual there; the width is even.
void drawing_make_yuyv(uint8_t *yuyv, unsigned camera, unsigned width, unsigned height, unsigned step);

/// The same as JPEG: full range, 4:2:2 with standard Huffman tables, as USB cameras send it. The caller frees it with free().
uint8_t *drawing_make_jpeg(unsigned camera, unsigned width, unsigned height, unsigned step, size_t *length);
