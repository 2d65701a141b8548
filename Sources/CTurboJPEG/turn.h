// Turning pictures: rows and columns exchanged, sides exchanged, both.
#ifndef CAMHUB_TURN_H
#define CAMHUB_TURN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HUB_INLINE static inline __attribute__((always_inline))

// The picture's corner that comes to the upper left, and the ways from there along a row and to the next row
// of the turned picture, in bytes of the source.
struct hub_way {
    const uint8_t *corner;
    ptrdiff_t along, down;
};

HUB_INLINE struct hub_way hub_way_through(const uint8_t *source, size_t stride, size_t width, size_t height,
                                          size_t pixel, int transposed, int mirrored, int upended) {
    struct hub_way way = {source, (ptrdiff_t)pixel, (ptrdiff_t)stride};
    size_t columns = width, rows = height;
    if (transposed) {
        way.along = (ptrdiff_t)stride, way.down = (ptrdiff_t)pixel;
        columns = height, rows = width;
    }
    if (mirrored) way.corner += (ptrdiff_t)(columns - 1) * way.along, way.along = -way.along;
    if (upended) way.corner += (ptrdiff_t)(rows - 1) * way.down, way.down = -way.down;
    return way;
}

typedef uint8_t hub_line __attribute__((vector_size(16)));

// 16x16 bytes with rows and columns exchanged: each of the four rounds interleaves the upper half with the lower one.
HUB_INLINE void hub_transpose_tile(hub_line *lines) {
    for (int round = 0; round < 4; round++) {
        hub_line mixed[16];
        for (int i = 0; i < 8; i++) {
            mixed[2 * i] = __builtin_shufflevector(lines[i], lines[i + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6,
                                                   22, 7, 23);
            mixed[2 * i + 1] = __builtin_shufflevector(lines[i], lines[i + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28,
                                                       13, 29, 14, 30, 15, 31);
        }
        memcpy(lines, mixed, sizeof mixed);
    }
}

HUB_INLINE void hub_turn_area(struct hub_way way, size_t left, size_t top, size_t right, size_t bottom, size_t pixel,
                              uint8_t *restrict target, size_t target_stride) {
    for (size_t y = top; y < bottom; y++) {
        const uint8_t *from = way.corner + (ptrdiff_t)y * way.down + (ptrdiff_t)left * way.along;
        uint8_t *to = target + y * target_stride + left * pixel;
        for (size_t x = left; x < right; x++, from += way.along, to += pixel) memcpy(to, from, pixel);
    }
}

HUB_INLINE void hub_turn_bytes(struct hub_way way, size_t columns, size_t rows, uint8_t *restrict target,
                               size_t target_stride) {
    for (size_t top = 0; top < rows; top += 16) {
        const size_t bottom = top + 16 < rows ? top + 16 : rows;
        size_t left = 0;
        for (; bottom - top == 16 && left + 16 <= columns; left += 16) {
            hub_line lines[16];
            // Each line of the source is a column of the target; its lowest address is its first or its last byte.
            const ptrdiff_t low = way.down < 0 ? (ptrdiff_t)top + 15 : (ptrdiff_t)top;
            for (int i = 0; i < 16; i++) {
                memcpy(&lines[i], way.corner + ((ptrdiff_t)left + i) * way.along + low * way.down, sizeof lines[i]);
            }
            hub_transpose_tile(lines);
            for (size_t i = 0; i < 16; i++) {
                const size_t y = way.down < 0 ? bottom - 1 - i : top + i;
                memcpy(target + y * target_stride + left, &lines[i], sizeof lines[i]);
            }
        }
        hub_turn_area(way, left, top, columns, bottom, 1, target, target_stride);
    }
}

// Lays a plane of `width` x `height` pixels of 1, 3 or 4 bytes down anew; the target has its sides exchanged if
// `transposed`.
static inline void hub_turn(const uint8_t *source, size_t stride, size_t width, size_t height, size_t pixel,
                            int transposed, int mirrored, int upended, uint8_t *restrict target,
                            size_t target_stride) {
    const struct hub_way way
        = hub_way_through(source, stride, width, height, pixel, transposed, mirrored, upended);
    const size_t columns = transposed ? height : width, rows = transposed ? width : height;
    if (transposed && pixel == 1) {
        hub_turn_bytes(way, columns, rows, target, target_stride);
        return;
    }
    // In squares, so that the lines of the source that a column crosses stay in the cache.
    const size_t side = transposed ? 16 : columns + rows;
    for (size_t top = 0; top < rows; top += side) {
        const size_t bottom = top + side < rows ? top + side : rows;
        for (size_t left = 0; left < columns; left += side) {
            const size_t right = left + side < columns ? left + side : columns;
            if (pixel == 1) hub_turn_area(way, left, top, right, bottom, 1, target, target_stride);
            else if (pixel == 3) hub_turn_area(way, left, top, right, bottom, 3, target, target_stride);
            else hub_turn_area(way, left, top, right, bottom, 4, target, target_stride);
        }
    }
}

#endif
