#include "drawing.h"

#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

struct colour {
    uint8_t y, u, v;
};

struct canvas {
    uint8_t *yuyv;
    unsigned width, height;
};

/// White, yellow, cyan, green, magenta, red, blue, black, at three quarters (BT.601, full range as in JFIF).
static const struct colour bars[DRAWING_BARS] = {{191, 128, 128}, {169, 32, 143}, {134, 160, 32}, {112, 65, 48},
                                                 {79, 191, 208},  {57, 96, 223},  {22, 224, 112}, {0, 128, 128}};

static const struct colour white = {235, 128, 128};

/// The grounds of cameras 1, 2, …; they repeat after the last.
static const struct colour grounds[] = {{90, 150, 110}, {100, 110, 150}, {85, 115, 105}, {95, 140, 145},
                                        {80, 160, 125}, {105, 105, 128}, {90, 128, 160}, {100, 145, 95}};

/// Fills a rectangle; what lies outside the canvas is left out. Pairs of pixels share their colour.
static void fill(struct canvas canvas, unsigned left, unsigned top, unsigned width, unsigned height,
                 struct colour colour) {
    unsigned right = left + width < canvas.width ? left + width : canvas.width;
    unsigned bottom = top + height < canvas.height ? top + height : canvas.height;
    const uint8_t pair[4] = {colour.y, colour.u, colour.y, colour.v};
    for (unsigned y = top; y < bottom; y++)
        for (unsigned x = left & ~1u; x < right; x += 2) memcpy(canvas.yuyv + (y * canvas.width + x) * 2u, pair, 4);
}

/// The ground darkens downwards; its grain (GRAIN steps of grey, another in each picture) makes the JPEG as large as
/// one of a real scene: some 65 KB at 1280x720.
static void fill_ground(struct canvas canvas, struct colour colour, unsigned top, unsigned step) {
    enum { GRAIN = 10 };
    uint32_t noise = step * 2654435761u + 1;
    for (unsigned y = top; y < canvas.height; y++) {
        uint8_t *row = canvas.yuyv + y * canvas.width * 2u;
        int light = colour.y + 40 - (int)(80 * y / canvas.height);
        for (unsigned x = 0; x < canvas.width * 2u; x += 4) {
            noise = noise * 1664525u + 1013904223u;
            row[x] = (uint8_t)(light + (int)((noise >> 24) * GRAIN >> 8));
            row[x + 1] = colour.u;
            row[x + 2] = (uint8_t)(light + (int)((noise >> 16 & 255) * GRAIN >> 8));
            row[x + 3] = colour.v;
        }
    }
}

/// One decimal digit in three by five cells; each row of a digit is three bits.
static void draw_digit(struct canvas canvas, unsigned digit, unsigned left, unsigned top, unsigned cell) {
    static const uint16_t shapes[10] = {075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111, 075757, 075717};
    for (unsigned row = 0; row < 5; row++)
        for (unsigned column = 0; column < 3; column++)
            if (shapes[digit] >> (14 - row * 3 - column) & 1)
                fill(canvas, left + column * cell, top + row * cell, cell, cell, white);
}

static void draw_numbers(struct canvas canvas, unsigned camera, unsigned step) {
    unsigned cell = canvas.height / 16 & ~1u, left = canvas.width / 8, top = canvas.height / 3;
    draw_digit(canvas, camera % 10, left, top, cell);
    draw_digit(canvas, step / 10 % 10, left + 6 * cell, top, cell);
    draw_digit(canvas, step % 10, left + 10 * cell, top, cell);
}

/// Draws in full range.
static void draw(uint8_t *yuyv, unsigned camera, unsigned width, unsigned height, unsigned step) {
    struct canvas canvas = {yuyv, width, height};
    unsigned bar_height = height / 8;
    for (unsigned bar = 0; bar < DRAWING_BARS; bar++)
        fill(canvas, width * bar / DRAWING_BARS, 0, width - width * bar / DRAWING_BARS, bar_height, bars[bar]);
    fill_ground(canvas, grounds[(camera + 7) % (sizeof grounds / sizeof *grounds)], bar_height, step);
    draw_numbers(canvas, camera, step);
    unsigned box = height / 8;
    fill(canvas, (width - box) * (step % DRAWING_STEPS) / DRAWING_STEPS, height - 2 * box, box, box, white);
}

void drawing_make_yuyv(uint8_t *yuyv, unsigned camera, unsigned width, unsigned height, unsigned step) {
    draw(yuyv, camera, width, height, step);
    uint8_t light[256], tint[256];
    for (int i = 0; i < 256; i++) {
        light[i] = (uint8_t)(16 + (i * 219 + 127) / 255);
        tint[i] = (uint8_t)(16 + (i * 224 + 127) / 255);
    }
    for (size_t i = 0; i < (size_t)width * height * 2; i += 2) {
        yuyv[i] = light[yuyv[i]];
        yuyv[i + 1] = tint[yuyv[i + 1]];
    }
}

uint8_t *drawing_make_jpeg(unsigned camera, unsigned width, unsigned height, unsigned step, size_t *length) {
    size_t pixels = (size_t)width * height;
    uint8_t *yuyv = malloc(pixels * 2), *y = malloc(pixels * 2), *u = y + pixels, *v = u + pixels / 2, *jpeg = NULL;
    unsigned long size = 0;
    draw(yuyv, camera, width, height, step);
    for (size_t i = 0; i < pixels / 2; i++) {
        y[i * 2] = yuyv[i * 4];
        u[i] = yuyv[i * 4 + 1];
        y[i * 2 + 1] = yuyv[i * 4 + 2];
        v[i] = yuyv[i * 4 + 3];
    }
    tjhandle compressor = tjInitCompress();
    const uint8_t *planes[3] = {y, u, v};
    tjCompressFromYUVPlanes(compressor, planes, (int)width, NULL, (int)height, TJSAMP_422, &jpeg, &size, 80, 0);
    tjDestroy(compressor);
    free(y);
    free(yuyv);
    *length = size;
    return jpeg;
}
