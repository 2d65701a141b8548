// drawpictures FOLDER: draws the pictures of eight cameras as FOLDER/CAMERA/WIDTHxHEIGHT/STEP.jpg.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "../drawing/drawing.h"

enum { CAMERAS = 8 };

static const struct {
    unsigned width, height;
} sizes[] = {{320, 240}, {640, 480}, {1280, 720}, {1920, 1080}};

static void make_folder(const char *path) {
    if (mkdir(path, 0755) != 0 && errno != EEXIST) err(1, "cannot make the folder %s", path);
}

static void write_file(const char *path, const void *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0) err(1, "cannot write %s", path);
}

static void draw(const char *folder, unsigned camera, unsigned width, unsigned height) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%u", folder, camera);
    make_folder(path);
    snprintf(path, sizeof path, "%s/%u/%ux%u", folder, camera, width, height);
    make_folder(path);
    for (unsigned step = 0; step < DRAWING_STEPS; step++) {
        size_t length;
        uint8_t *jpeg = drawing_make_jpeg(camera, width, height, step, &length);
        snprintf(path, sizeof path, "%s/%u/%ux%u/%02u.jpg", folder, camera, width, height, step);
        write_file(path, jpeg, length);
        free(jpeg);
    }
}

int main(int count, char **arguments) {
    if (count != 2) errx(2, "usage: drawpictures FOLDER");
    make_folder(arguments[1]);
    for (unsigned camera = 1; camera <= CAMERAS; camera++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            draw(arguments[1], camera, sizes[i].width, sizes[i].height);
    return 0;
}
