// TurboJPEG, and the loops over samples that bring raw pictures into the form that it takes.
//
// They are in C because the compiler makes a few vector instructions of it, and loops of Swift's own vector types.
// Rule: rows that are read end where they end; rows that are written overlap no other, and have room up to the next
// whole block, since they are our own.
#ifndef CAMHUB_TURBOJPEG_H
#define CAMHUB_TURBOJPEG_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <turbojpeg.h>

#include "turn.h"

// A block is 32 samples: as bytes, and as words with room to calculate. A raised sample is in the high byte of its
// word, a lowered one in the low byte.
enum { hub_block = 32 };
typedef uint8_t hub_bytes __attribute__((vector_size(32)));
typedef uint16_t hub_words __attribute__((vector_size(64)));
typedef int16_t hub_signed __attribute__((vector_size(64)));

// 32 pairs of bytes, the first of each in the low half of its word: both can be raised by one operation.
HUB_INLINE hub_words hub_pairs(const void *bytes) {
    hub_words words;
    memcpy(&words, bytes, sizeof words);
    return words;
}

HUB_INLINE hub_words hub_first(hub_words pairs) { return pairs << 8; }
HUB_INLINE hub_words hub_second(hub_words pairs) { return pairs & 0xFF00; }

HUB_INLINE hub_words hub_raised(const uint8_t *bytes) {
    hub_bytes block;
    memcpy(&block, bytes, sizeof block);
    return __builtin_convertvector(block, hub_words) << 8;
}

// Writes lowered samples, a byte each.
HUB_INLINE void hub_put(void *target, hub_words lowered) {
    const hub_bytes block = __builtin_convertvector(lowered, hub_bytes);
    memcpy(target, &block, sizeof block);
}

HUB_INLINE hub_words hub_clamp(hub_signed words) {
    words = __builtin_elementwise_max(words, (hub_signed){0});
    return (hub_words)__builtin_elementwise_min(words, (hub_signed){0} + 255);
}

// A raised sample less 128, times `factor` / 256.
HUB_INLINE hub_signed hub_times(hub_words raised, int factor) {
    typedef int32_t products __attribute__((vector_size(128)));
    const products all = __builtin_convertvector((hub_signed)(raised ^ 0x8000), products) * factor;
    return __builtin_convertvector(all >> 16, hub_signed);
}

// Each byte the mean of two.
HUB_INLINE hub_words hub_mean(hub_words one, hub_words other) {
    typedef uint8_t bytes __attribute__((vector_size(64)));
    typedef uint16_t words __attribute__((vector_size(128)));
    const words a = __builtin_convertvector((bytes)one, words), b = __builtin_convertvector((bytes)other, words);
    return (hub_words)__builtin_convertvector((a + b + 1) >> 1, bytes);
}

// Where `needed` bytes can be read: the source itself, or what is left of it in `room`.
HUB_INLINE const uint8_t *hub_whole(const uint8_t *source, size_t left, size_t needed, uint8_t *room) {
    if (left >= needed) return source;
    memcpy(room, source, left);
    return room;
}

// Brightness from 16...235 to 0...255, raised to lowered. 298/256 is 255/219 but for 0.03 %; 130.4 is 112 * 255/219,
// and the 200 make up for what is missing of it and for rounding down.
HUB_INLINE hub_words hub_luma(hub_words raised, int limited) {
    return limited ? hub_clamp(hub_times(raised + 200, 298) + 130) : raised >> 8;
}

// Colour differences from 16...240 to 0...255, raised to lowered. 291/256 is 255/224 but for 0.15 %, and the 112 make
// up for rounding down.
HUB_INLINE hub_words hub_chroma(hub_words raised, int limited) {
    return limited ? hub_clamp(hub_times(raised + 112, 291) + 128) : raised >> 8;
}

HUB_INLINE void hub_packed_rows(const uint8_t *restrict top, const uint8_t *restrict bottom, size_t pairs,
                                int luma_first, int limited, uint8_t *restrict luma_top,
                                uint8_t *restrict luma_bottom, uint8_t *restrict first, uint8_t *restrict second) {
    uint8_t room[2][4 * hub_block] = {{0}};
    for (size_t i = 0; i < pairs; i += hub_block) {
        const uint8_t *above = hub_whole(top + 4 * i, 4 * (pairs - i), 4 * hub_block, room[0]);
        const uint8_t *below = hub_whole(bottom + 4 * i, 4 * (pairs - i), 4 * hub_block, room[1]);
        uint8_t chroma[2 * hub_block];
        for (int half = 0; half < 2; half++) {
            const size_t at = hub_block * half;
            const hub_words a = hub_pairs(above + 2 * at), b = hub_pairs(below + 2 * at), mean = hub_mean(a, b);
            hub_put(luma_top + 2 * i + at, hub_luma(luma_first ? hub_first(a) : hub_second(a), limited));
            hub_put(luma_bottom + 2 * i + at, hub_luma(luma_first ? hub_first(b) : hub_second(b), limited));
            hub_put(chroma + at, hub_chroma(luma_first ? hub_second(mean) : hub_first(mean), limited));
        }
        hub_put(first + i, hub_pairs(chroma) & 255);
        hub_put(second + i, hub_pairs(chroma) >> 8);
    }
}

HUB_INLINE void hub_packed_kinds(const uint8_t *restrict top, const uint8_t *restrict bottom, size_t pairs,
                                 int luma_first, int limited, uint8_t *restrict luma_top,
                                 uint8_t *restrict luma_bottom, uint8_t *restrict first, uint8_t *restrict second) {
    // Told apart here, so that the loop itself has no question to ask.
    if (luma_first) {
        if (limited) hub_packed_rows(top, bottom, pairs, 1, 1, luma_top, luma_bottom, first, second);
        else hub_packed_rows(top, bottom, pairs, 1, 0, luma_top, luma_bottom, first, second);
    } else {
        if (limited) hub_packed_rows(top, bottom, pairs, 0, 1, luma_top, luma_bottom, first, second);
        else hub_packed_rows(top, bottom, pairs, 0, 0, luma_top, luma_bottom, first, second);
    }
}

#ifdef __x86_64__
// The same for processors with vectors of 32 bytes, which TurboJPEG uses too.
static __attribute__((noinline, target("avx2"))) void hub_packed_kinds_avx2(
    const uint8_t *restrict top, const uint8_t *restrict bottom, size_t pairs, int luma_first, int limited,
    uint8_t *restrict luma_top, uint8_t *restrict luma_bottom, uint8_t *restrict first, uint8_t *restrict second) {
    hub_packed_kinds(top, bottom, pairs, luma_first, limited, luma_top, luma_bottom, first, second);
}
#endif

// Two rows of packed 4:2:2 (four bytes for two pixels) into two rows of brightness and one of each colour difference,
// the mean of both rows', in full range. `luma_first` is true for YUYV and false for UYVY.
static inline void hub_split_packed(const uint8_t *restrict top, const uint8_t *restrict bottom, size_t pairs,
                                    int luma_first, int limited, uint8_t *restrict luma_top,
                                    uint8_t *restrict luma_bottom, uint8_t *restrict first,
                                    uint8_t *restrict second) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        hub_packed_kinds_avx2(top, bottom, pairs, luma_first, limited, luma_top, luma_bottom, first, second);
        return;
    }
#endif
    hub_packed_kinds(top, bottom, pairs, luma_first, limited, luma_top, luma_bottom, first, second);
}

// A row of interleaved colour differences (NV12) into one of each, in full range.
static inline void hub_split_pairs(const uint8_t *restrict row, size_t pairs, int limited, uint8_t *restrict first,
                                   uint8_t *restrict second) {
    uint8_t room[2 * hub_block] = {0};
    for (size_t i = 0; i < pairs; i += hub_block) {
        const hub_words both = hub_pairs(hub_whole(row + 2 * i, 2 * (pairs - i), 2 * hub_block, room));
        hub_put(first + i, hub_chroma(hub_first(both), limited));
        hub_put(second + i, hub_chroma(hub_second(both), limited));
    }
}

// A row of samples that all are brightness, or red, green and blue, in full range.
static inline void hub_copy_luma(const uint8_t *restrict row, size_t count, int limited, uint8_t *restrict target) {
    if (!limited) memcpy(target, row, count);
    uint8_t room[hub_block] = {0};
    for (size_t i = 0; limited && i < count; i += hub_block) {
        hub_put(target + i, hub_luma(hub_raised(hub_whole(row + i, count - i, hub_block, room)), 1));
    }
}

// A row of samples that all are one colour difference, in full range.
static inline void hub_copy_chroma(const uint8_t *restrict row, size_t count, int limited, uint8_t *restrict target) {
    if (!limited) memcpy(target, row, count);
    uint8_t room[hub_block] = {0};
    for (size_t i = 0; limited && i < count; i += hub_block) {
        hub_put(target + i, hub_chroma(hub_raised(hub_whole(row + i, count - i, hub_block, room)), 1));
    }
}

// Two rows of brightness and one of each colour difference, in full range, from the matrix of BT.709 to that of
// BT.601, which JPEG has.
static inline void hub_turn_matrix(uint8_t *restrict luma_top, uint8_t *restrict luma_bottom, uint8_t *restrict blue,
                                   uint8_t *restrict red, size_t pairs) {
    for (size_t i = 0; i < pairs; i += hub_block) {
        const hub_signed b = hub_times(hub_raised(blue + i), 256), r = hub_times(hub_raised(red + i), 256);
        const hub_signed more = (52 * b + 100 * r + 256) >> 9;
        uint8_t *rows[2] = {luma_top + 2 * i, luma_bottom + 2 * i};
        for (int row = 0; row < 2; row++) {
            const hub_words both = hub_pairs(rows[row]);
            const hub_words first = hub_clamp((hub_signed)(both & 255) + more);
            const hub_words turned = first | hub_clamp((hub_signed)(both >> 8) + more) << 8;
            memcpy(rows[row], &turned, sizeof turned);
        }
        hub_put(blue + i, hub_clamp(b + 128 - ((10 * b + 113 * r + 512) >> 10)));
        hub_put(red + i, hub_clamp(r + 128 - ((17 * r + 74 * b + 512) >> 10)));
    }
}

// A row of RGB565, low byte first, into four bytes a pixel, in full range: red, green, blue, and one that does not
// count.
static inline void hub_widen_rgb565(const uint8_t *restrict row, size_t count, int limited, uint8_t *restrict target) {
    typedef uint32_t pixels __attribute__((vector_size(128)));
    uint8_t room[2 * hub_block] = {0};
    for (size_t i = 0; i < count; i += hub_block) {
        const hub_words source = hub_pairs(hub_whole(row + 2 * i, 2 * (count - i), 2 * hub_block, room));
        // Five and six bits become eight by their own upper bits behind them.
        const hub_words red = source & 0xF800, green = source << 5 & 0xFC00, blue = source << 11;
        const hub_words low = hub_luma((red | red >> 5) & 0xFF00, limited)
                              | hub_luma((green | green >> 6) & 0xFF00, limited) << 8;
        const hub_words high = hub_luma((blue | blue >> 5) & 0xFF00, limited);
        const pixels wide = __builtin_convertvector(low, pixels) | __builtin_convertvector(high, pixels) << 16;
        memcpy(target + 4 * i, &wide, sizeof wide);
    }
}

#endif
