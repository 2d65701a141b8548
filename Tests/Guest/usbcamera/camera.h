// What kind of camera this is: everything that is settled by the command line before it is plugged in.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { FORMATS_MAX = 2, SIZES_MAX = 8, INTERVALS_MAX = 6 };

enum pixel_format { PIXELS_MJPEG, PIXELS_YUYV };

/// How the pictures cross the bus. Most cameras reserve bandwidth (isochronous).
enum transfer { TRANSFER_BULK, TRANSFER_ISOCHRONOUS };

struct picture_size {
    uint16_t width, height;
    uint32_t intervals[INTERVALS_MAX]; ///< between two pictures, in units of 100 ns, shortest first
    unsigned interval_count;
};

struct picture_format {
    enum pixel_format pixels;
    struct picture_size sizes[SIZES_MAX];
    unsigned size_count;
};

struct camera {
    unsigned number; ///< chooses port, serial and pictures where nothing else is said
    unsigned port;   ///< of the emulated bus, 0…14
    uint16_t vendor, product;
    const char *maker, *name;
    const char *serial; ///< empty: none
    const char *pictures; ///< folder: WIDTHxHEIGHT/STEP.jpg; sizes that are not there are drawn
    enum transfer transfer;
    struct picture_format formats[FORMATS_MAX];
    unsigned format_count;
};

/// The largest picture in bytes that the camera says it may send: as much as the same picture has unpacked.
uint32_t picture_bytes_max(const struct picture_size *size);
