// The camera's album: its pictures in each size, from files or drawn, kept once they are there.
#pragma once

#include "camera.h"
#include "jpeg.h"

/// A picture as JPEG. Steps go round. Valid for as long as the program runs.
const struct jpeg *pictures_jpeg(const struct camera *camera, unsigned width, unsigned height, unsigned step);

/// A picture as YUYV, `width * height * 2` bytes.
const uint8_t *pictures_yuyv(const struct camera *camera, unsigned width, unsigned height, unsigned step);
