#include "frame.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pictures.h"

enum { COMMENT_MAX = 96 };

/// Makes room for `more` bytes after those that are there.
static void reserve(struct frame *frame, size_t more) {
    if (frame->length + more <= frame->capacity) return;
    frame->capacity = frame->length + more;
    frame->bytes = realloc(frame->bytes, frame->capacity);
    if (!frame->bytes) errx(1, "out of memory");
}

static void fill_random(uint8_t *bytes, size_t count) {
    static uint32_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = (uint8_t)(state >> 24);
    }
}

static void describe(char comment[COMMENT_MAX], unsigned camera, unsigned sequence) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    long long milliseconds = now.tv_sec * 1000LL + now.tv_nsec / 1000000;
    snprintf(comment, COMMENT_MAX, "camera %u frame %u time %lld", camera, sequence, milliseconds);
}

static void append_jpeg(struct frame *frame, const struct jpeg *jpeg, const char *comment, bool with_tables) {
    reserve(frame, jpeg->length + COMMENT_MAX + 4);
    frame->length += jpeg_copy(jpeg, comment, with_tables, frame->bytes + frame->length);
}

static void make_jpeg(struct frame *frame, const struct negotiation *negotiation, struct behaviour *behaviour,
                      unsigned sequence) {
    const struct camera *camera = negotiation->camera;
    const struct picture_size *size = negotiation_size(negotiation);
    unsigned width = size->width, height = size->height;
    if (behaviour_shows(behaviour, FAULT_WRONG_SIZE)) {
        bool is_small = width == 320;
        width = is_small ? 640 : 320;
        height = is_small ? 480 : 240;
    }
    char comment[COMMENT_MAX];
    describe(comment, camera->number, sequence);
    bool with_tables = !behaviour_shows(behaviour, FAULT_NO_TABLES);
    append_jpeg(frame, pictures_jpeg(camera, width, height, sequence), comment, with_tables);
    if (behaviour_shows(behaviour, FAULT_TWO_IN_ONE))
        append_jpeg(frame, pictures_jpeg(camera, width, height, sequence + 1), comment, with_tables);
    if (behaviour_shows(behaviour, FAULT_MISSING_END)) frame->length -= JPEG_MARK_BYTES;
    if (behaviour_shows(behaviour, FAULT_TRUNCATE)) frame->length /= 2;
    if (behaviour->pad_bytes > 0) {
        reserve(frame, behaviour->pad_bytes);
        memset(frame->bytes + frame->length, 0, behaviour->pad_bytes);
        if (behaviour->pad_is_random) fill_random(frame->bytes + frame->length, behaviour->pad_bytes);
        frame->length += behaviour->pad_bytes;
    }
}

static void make_yuyv(struct frame *frame, const struct negotiation *negotiation, struct behaviour *behaviour,
                      unsigned sequence) {
    const struct picture_size *size = negotiation_size(negotiation);
    size_t length = picture_bytes_max(size);
    reserve(frame, length);
    memcpy(frame->bytes, pictures_yuyv(negotiation->camera, size->width, size->height, sequence), length);
    frame->length = behaviour_shows(behaviour, FAULT_TRUNCATE) ? length / 2 : length;
}

void frame_make(struct frame *frame, const struct negotiation *negotiation, struct behaviour *behaviour,
                unsigned sequence) {
    frame->length = 0;
    frame->is_marked_bad = behaviour_shows(behaviour, FAULT_MARK_BAD);
    if (negotiation_format(negotiation)->pixels == PIXELS_MJPEG)
        make_jpeg(frame, negotiation, behaviour, sequence);
    else make_yuyv(frame, negotiation, behaviour, sequence);
    if (behaviour_shows(behaviour, FAULT_GARBAGE)) fill_random(frame->bytes, frame->length);
}
