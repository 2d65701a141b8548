// TurboJPEG, and the loops over samples that bring raw pictures into the form it takes.
//
// They are here because a compiler makes vector code of a plain C loop, in release builds within a tenth of the time
// that the encoding takes. Rows are lent by the caller, never overlap, and have the size that is said.
#ifndef CAMHUB_TURBOJPEG_H
#define CAMHUB_TURBOJPEG_H

#include <stddef.h>
#include <stdint.h>
#include <turbojpeg.h>

// Two rows of packed 4:2:2 (four bytes for two pixels) into two rows of brightness and one of each colour
// difference, the mean of both rows'. `luma` is 0 for YUYV and YVYU, 1 for UYVY.
static inline void hub_split_rows(const uint8_t *restrict top, const uint8_t *restrict bottom, size_t pairs,
                                  int luma, uint8_t *restrict luma_top, uint8_t *restrict luma_bottom,
                                  uint8_t *restrict first, uint8_t *restrict second) {
    const int chroma = 1 - luma;
    for (size_t i = 0; i < 2 * pairs; i++) luma_top[i] = top[2 * i + luma];
    for (size_t i = 0; i < 2 * pairs; i++) luma_bottom[i] = bottom[2 * i + luma];
    for (size_t i = 0; i < pairs; i++) {
        first[i] = (uint8_t)((top[4 * i + chroma] + bottom[4 * i + chroma] + 1) >> 1);
        second[i] = (uint8_t)((top[4 * i + 2 + chroma] + bottom[4 * i + 2 + chroma] + 1) >> 1);
    }
}

// A row of interleaved colour differences (NV12) into one of each.
static inline void hub_split_pairs(const uint8_t *restrict row, size_t pairs, uint8_t *restrict first,
                                   uint8_t *restrict second) {
    for (size_t i = 0; i < pairs; i++) {
        first[i] = row[2 * i];
        second[i] = row[2 * i + 1];
    }
}

// Brightness from 16...235 to 0...255. 149/128 is 255/219 but for 0.03 %.
static inline void hub_widen_luma(uint8_t *row, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint16_t above = row[i] > 16 ? (uint16_t)(row[i] - 16) : 0;
        const uint16_t wide = (uint16_t)((uint16_t)(above * 149 + 64) >> 7);
        row[i] = wide > 255 ? 255 : (uint8_t)wide;
    }
}

// Colour differences from 16...240 to 0...255 around 128. 1 + 71/512 is 255/224 but for 0.03 %.
static inline void hub_widen_chroma(uint8_t *row, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const int16_t wide = (int16_t)(row[i] + (((row[i] - 128) * 71 + 256) >> 9));
        row[i] = wide < 0 ? 0 : wide > 255 ? 255 : (uint8_t)wide;
    }
}

static inline uint8_t hub_clamp(int value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value; }

// From the matrix of BT.709 to that of BT.601, which JPEG has, in full range: two rows of `2 * pairs` brightnesses and
// one of each colour difference. Factors are in 1/1024.
static inline void hub_turn_matrix(uint8_t *luma_top, uint8_t *luma_bottom, uint8_t *blue, uint8_t *red,
                                   size_t pairs) {
    for (size_t i = 0; i < pairs; i++) {
        const int b = blue[i] - 128, r = red[i] - 128;
        const int more = (104 * b + 201 * r + 512) >> 10;
        luma_top[2 * i] = hub_clamp(luma_top[2 * i] + more);
        luma_top[2 * i + 1] = hub_clamp(luma_top[2 * i + 1] + more);
        luma_bottom[2 * i] = hub_clamp(luma_bottom[2 * i] + more);
        luma_bottom[2 * i + 1] = hub_clamp(luma_bottom[2 * i + 1] + more);
        blue[i] = hub_clamp(128 + ((1014 * b - 113 * r + 512) >> 10));
        red[i] = hub_clamp(128 + ((1007 * r - 74 * b + 512) >> 10));
    }
}

// A row of RGB565, low byte first, into four bytes a pixel: red, green, blue, and one that does not count.
static inline void hub_widen_rgb565(const uint8_t *restrict row, size_t count, uint8_t *restrict wide) {
    for (size_t i = 0; i < count; i++) {
        const unsigned pixel = row[2 * i] | (unsigned)row[2 * i + 1] << 8;
        const unsigned red = pixel >> 11, green = pixel >> 5 & 63, blue = pixel & 31;
        wide[4 * i] = (uint8_t)(red << 3 | red >> 2);
        wide[4 * i + 1] = (uint8_t)(green << 2 | green >> 4);
        wide[4 * i + 2] = (uint8_t)(blue << 3 | blue >> 2);
        wide[4 * i + 3] = 0;
    }
}

#endif
