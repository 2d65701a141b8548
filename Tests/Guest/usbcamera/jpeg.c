#include "jpeg.h"

#include <string.h>

enum { MARKER = 0xff, START = 0xd8, END = 0xd9, HUFFMAN_TABLES = 0xc4, SCAN = 0xda, COMMENT = 0xfe };

bool jpeg_read(struct jpeg *jpeg) {
    const uint8_t *bytes = jpeg->bytes;
    size_t length = jpeg->length, at = 2;
    jpeg->table_count = 0;
    if (length < 4 || bytes[0] != MARKER || bytes[1] != START) return false;
    if (bytes[length - 2] != MARKER || bytes[length - 1] != END) return false;
    while (at + 4 <= length && bytes[at] == MARKER) {
        size_t end = at + 2 + (size_t)(bytes[at + 2] << 8 | bytes[at + 3]);
        if (end > length) return false;
        if (bytes[at + 1] == SCAN) return true;
        if (bytes[at + 1] == HUFFMAN_TABLES) {
            if (jpeg->table_count == JPEG_TABLES_MAX) return false;
            jpeg->tables[jpeg->table_count].start = at;
            jpeg->tables[jpeg->table_count++].end = end;
        }
        at = end;
    }
    return false;
}

static size_t append(uint8_t *out, size_t at, const void *bytes, size_t length) {
    memcpy(out + at, bytes, length);
    return at + length;
}

size_t jpeg_copy(const struct jpeg *jpeg, const char *comment, bool with_tables, uint8_t *out) {
    size_t comment_length = strlen(comment), from = 2;
    const uint8_t head[6] = {MARKER, START, MARKER, COMMENT, (uint8_t)((comment_length + 2) >> 8),
                             (uint8_t)(comment_length + 2)};
    size_t length = append(out, 0, head, sizeof head);
    length = append(out, length, comment, comment_length);
    for (unsigned i = 0; i < jpeg->table_count && !with_tables; i++) {
        length = append(out, length, jpeg->bytes + from, jpeg->tables[i].start - from);
        from = jpeg->tables[i].end;
    }
    return append(out, length, jpeg->bytes + from, jpeg->length - from);
}
