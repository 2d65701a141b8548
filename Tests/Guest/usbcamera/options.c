#define _GNU_SOURCE
#include "options.h"

#include <err.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usbcamera NUMBER [OPTION…]       plugs in a USB camera; ending the program pulls it out\n"
    "  --port N                       of the emulated bus, 0…14 (NUMBER - 1)\n"
    "  --vendor HEX, --product HEX    (1d6b, 0102)\n"
    "  --maker TEXT, --name TEXT      (Guest, Guest Camera)\n"
    "  --serial TEXT                  empty: none (SN and NUMBER in four digits)\n"
    "  --mjpeg WIDTHxHEIGHT@FPS,…     a size with its rates; again for more (1280x720, 640x480, 320x240 @30,15,5)\n"
    "  --yuyv WIDTHxHEIGHT@FPS,…      likewise (640x480@30,15,5, 1280x720@10,5, unless --mjpeg or --yuyv is given)\n"
    "  --transfer bulk|isochronous    (isochronous)\n"
    "  --pictures FOLDER              of the camera's pictures ($GUEST_BUILD/pictures/NUMBER)\n"
    "  --behave COMMAND               again for more; behaviour.h has the commands\n"
    "usbcamera tell NUMBER COMMAND    gives a running camera a command, prints what it answers\n";

enum { BY_NUMBER = 10, BY_HEXADECIMAL = 16 };

static unsigned read_number(const char *option, const char *text, int base, unsigned long maximum) {
    char *end;
    unsigned long value = strtoul(text, &end, base);
    if (*text == 0 || *end != 0 || value > maximum) errx(2, "--%s %s: not a number up to %lu", option, text, maximum);
    return (unsigned)value;
}

static struct picture_format *format_of(struct camera *camera, enum pixel_format pixels) {
    for (unsigned i = 0; i < camera->format_count; i++)
        if (camera->formats[i].pixels == pixels) return &camera->formats[i];
    struct picture_format *format = &camera->formats[camera->format_count++];
    format->pixels = pixels;
    return format;
}

/// Adds "WIDTHxHEIGHT@FPS,FPS…" to the camera's sizes.
static void add_size(struct camera *camera, enum pixel_format pixels, const char *text) {
    struct picture_format *format = format_of(camera, pixels);
    if (format->size_count == SIZES_MAX) errx(2, "%s: at most %d sizes of a format", text, SIZES_MAX);
    struct picture_size *size = &format->sizes[format->size_count++];
    int at = 0;
    if (sscanf(text, "%hux%hu@%n", &size->width, &size->height, &at) != 2 || at == 0)
        errx(2, "%s: not WIDTHxHEIGHT@FPS,…", text);
    if (size->width < 16 || size->height < 16 || size->width % 2 != 0)
        errx(2, "%s: width and height are at least 16, the width is even", text);
    for (const char *rate = text + at; *rate; rate += strspn(rate, ",")) {
        int length = 0;
        double fps;
        if (sscanf(rate, "%lf%n", &fps, &length) != 1 || fps < 1 || fps > 120) errx(2, "%s: fps are 1 to 120", text);
        if (size->interval_count == INTERVALS_MAX) errx(2, "%s: at most %d rates of a size", text, INTERVALS_MAX);
        size->intervals[size->interval_count++] = (uint32_t)(1e7 / fps);
        rate += length;
        if (*rate && *rate != ',') errx(2, "%s: not WIDTHxHEIGHT@FPS,…", text);
    }
}

static void set_defaults(struct options *options, const char *number) {
    struct camera *camera = &options->camera;
    const char *build = getenv("GUEST_BUILD");
    char *serial, *pictures;
    camera->number = read_number("NUMBER", number, BY_NUMBER, 99);
    if (asprintf(&serial, "SN%04u", camera->number) < 0) err(1, "out of memory");
    if (asprintf(&pictures, "%s/pictures/%u", build ? build : ".", camera->number) < 0) err(1, "out of memory");
    camera->port = camera->number - 1;
    camera->vendor = 0x1d6b, camera->product = 0x0102;
    camera->maker = "Guest", camera->name = "Guest Camera";
    camera->serial = serial, camera->pictures = pictures;
    camera->transfer = TRANSFER_ISOCHRONOUS;
    behaviour_start(&options->behaviour);
    options_control_path(number, options->control_path);
}

static void add_usual_sizes(struct camera *camera) {
    static const char *const jpegs[] = {"1280x720@30,15,5", "640x480@30,15,5", "320x240@30,15,5"};
    for (size_t i = 0; i < sizeof jpegs / sizeof *jpegs; i++) add_size(camera, PIXELS_MJPEG, jpegs[i]);
    add_size(camera, PIXELS_YUYV, "640x480@30,15,5");
    add_size(camera, PIXELS_YUYV, "1280x720@10,5");
}

static enum transfer read_transfer(const char *text) {
    if (strcmp(text, "bulk") == 0) return TRANSFER_BULK;
    if (strcmp(text, "isochronous") == 0) return TRANSFER_ISOCHRONOUS;
    errx(2, "--transfer %s: bulk or isochronous", text);
}

static void set_option(struct options *options, const char *name, const char *value) {
    struct camera *camera = &options->camera;
    if (strcmp(name, "port") == 0) camera->port = read_number(name, value, BY_NUMBER, 14);
    else if (strcmp(name, "vendor") == 0) camera->vendor = (uint16_t)read_number(name, value, BY_HEXADECIMAL, 0xffff);
    else if (strcmp(name, "product") == 0) camera->product = (uint16_t)read_number(name, value, BY_HEXADECIMAL, 0xffff);
    else if (strcmp(name, "maker") == 0) camera->maker = value;
    else if (strcmp(name, "name") == 0) camera->name = value;
    else if (strcmp(name, "serial") == 0) camera->serial = value;
    else if (strcmp(name, "pictures") == 0) camera->pictures = value;
    else if (strcmp(name, "mjpeg") == 0) add_size(camera, PIXELS_MJPEG, value);
    else if (strcmp(name, "yuyv") == 0) add_size(camera, PIXELS_YUYV, value);
    else if (strcmp(name, "transfer") == 0) camera->transfer = read_transfer(value);
    else if (!behaviour_command(&options->behaviour, value)) errx(2, "--behave %s: no such command", value);
}

void options_read(struct options *options, int count, char **arguments) {
    static const struct option known[] = {
        {"port", 1, 0, 0},     {"vendor", 1, 0, 0}, {"product", 1, 0, 0},  {"maker", 1, 0, 0},  {"name", 1, 0, 0},
        {"serial", 1, 0, 0},   {"mjpeg", 1, 0, 0},  {"yuyv", 1, 0, 0},     {"transfer", 1, 0, 0},
        {"pictures", 1, 0, 0}, {"behave", 1, 0, 0}, {0, 0, 0, 0},
    };
    if (count < 2 || arguments[1][0] == '-') errx(2, "%s", usage);
    set_defaults(options, arguments[1]);
    int index, found;
    while ((found = getopt_long(count - 1, arguments + 1, "", known, &index)) == 0)
        set_option(options, known[index].name, optarg);
    if (found != -1 || optind != count - 1) errx(2, "%s", usage);
    if (options->camera.format_count == 0) add_usual_sizes(&options->camera);
    if (options->camera.port > 14) errx(2, "camera %u: say which --port, 0…14", options->camera.number);
}

void options_control_path(const char *number, char out[CONTROL_PATH_MAX]) {
    snprintf(out, CONTROL_PATH_MAX, "/run/cameras/%s", number);
}
