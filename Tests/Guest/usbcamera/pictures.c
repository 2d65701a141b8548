#include "pictures.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include "../drawing/drawing.h"

enum { ALBUMS_MAX = FORMATS_MAX * SIZES_MAX + 2 };

struct album {
    unsigned width, height;
    struct jpeg jpegs[DRAWING_STEPS];
    uint8_t *yuyvs[DRAWING_STEPS];
};

static struct album *album_of(unsigned width, unsigned height) {
    static struct album albums[ALBUMS_MAX];
    for (int i = 0; i < ALBUMS_MAX; i++) {
        if (albums[i].width == 0) albums[i].width = width, albums[i].height = height;
        if (albums[i].width == width && albums[i].height == height) return &albums[i];
    }
    errx(1, "more sizes than an album can hold");
}

/// Reads the picture's file; false if there is none.
static bool load(const struct camera *camera, unsigned width, unsigned height, unsigned step, struct jpeg *jpeg) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%ux%u/%02u.jpg", camera->pictures, width, height, step);
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    fseek(file, 0, SEEK_END);
    jpeg->length = (size_t)ftell(file);
    rewind(file);
    jpeg->bytes = malloc(jpeg->length);
    if (fread(jpeg->bytes, 1, jpeg->length, file) != jpeg->length) err(1, "cannot read %s", path);
    fclose(file);
    if (!jpeg_read(jpeg)) errx(1, "%s is not a whole JPEG", path);
    return true;
}

const struct jpeg *pictures_jpeg(const struct camera *camera, unsigned width, unsigned height, unsigned step) {
    step %= DRAWING_STEPS;
    struct jpeg *jpeg = &album_of(width, height)->jpegs[step];
    if (!jpeg->bytes && !load(camera, width, height, step, jpeg)) {
        jpeg->bytes = drawing_make_jpeg(camera->number, width, height, step, &jpeg->length);
        if (!jpeg_read(jpeg)) errx(1, "cannot draw a picture of %ux%u", width, height);
    }
    return jpeg;
}

const uint8_t *pictures_yuyv(const struct camera *camera, unsigned width, unsigned height, unsigned step) {
    step %= DRAWING_STEPS;
    uint8_t **yuyv = &album_of(width, height)->yuyvs[step];
    if (!*yuyv) {
        *yuyv = malloc((size_t)width * height * 2);
        drawing_make_yuyv(*yuyv, camera->number, width, height, step);
    }
    return *yuyv;
}
