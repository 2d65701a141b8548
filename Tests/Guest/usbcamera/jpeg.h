// A JPEG as the camera needs to see it: where its Huffman tables lie and where it ends.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JPEG_TABLES_MAX = 4, JPEG_MARK_BYTES = 2 };

struct jpeg {
    uint8_t *bytes;
    size_t length;
    struct {
        size_t start, end;
    } tables[JPEG_TABLES_MAX]; ///< the Huffman table segments
    unsigned table_count;
};

/// Walks the markers of `jpeg->bytes`; false if that is not a whole baseline JPEG.
bool jpeg_read(struct jpeg *jpeg);

/// Copies the JPEG, with a comment of `comment` after its first marker; returns the length of the copy, which is at
/// most the JPEG's length, the comment's and 4.
size_t jpeg_copy(const struct jpeg *jpeg, const char *comment, bool with_tables, uint8_t *out);
