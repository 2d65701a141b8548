#include "descriptors.h"

#include <string.h>

#include "controls.h"

/// USB and UVC numbers (USB Video Class 1.1, appendix A).
enum {
    TYPE_DEVICE = 1, TYPE_CONFIGURATION = 2, TYPE_STRING = 3, TYPE_INTERFACE = 4, TYPE_ENDPOINT = 5,
    TYPE_ASSOCIATION = 11, TYPE_CLASS_INTERFACE = 0x24,
    CLASS_VIDEO = 0x0e, SUBCLASS_CONTROL = 1, SUBCLASS_STREAMING = 2, SUBCLASS_COLLECTION = 3,
    CONTROL_HEADER = 1, CONTROL_INPUT = 2, CONTROL_OUTPUT = 3, CONTROL_PROCESSING = 5,
    STREAM_INPUT_HEADER = 1, STREAM_FORMAT_YUYV = 4, STREAM_SIZE_YUYV = 5, STREAM_FORMAT_MJPEG = 6,
    STREAM_SIZE_MJPEG = 7, STREAM_COLOUR = 13,
    TERMINAL_CAMERA = 0x201, TERMINAL_STREAMING = 0x101,
    STRING_MAKER = 1, STRING_NAME = 2, STRING_SERIAL = 3,
    ENDPOINT_IN = 0x80, ENDPOINT_KIND_ISOCHRONOUS = 5, ENDPOINT_KIND_BULK = 2, BULK_PACKET = 512,
};

const uint16_t alternate_bytes[ALTERNATES] = {512, 1024, 2048, 3072};

/// Bytes being put together; what would not fit is left out.
struct text {
    uint8_t *bytes;
    unsigned length;
};

static void put8(struct text *text, unsigned value) {
    if (text->length < DESCRIPTOR_MAX) text->bytes[text->length++] = (uint8_t)value;
}

static void put16(struct text *text, unsigned value) {
    put8(text, value & 0xff);
    put8(text, value >> 8);
}

static void put32(struct text *text, uint32_t value) {
    put16(text, value & 0xffff);
    put16(text, value >> 16);
}

static void put_bytes(struct text *text, const uint8_t *bytes, unsigned count) {
    for (unsigned i = 0; i < count; i++) put8(text, bytes[i]);
}

/// Writes a length that is only known afterwards.
static void patch16(struct text *text, unsigned at, unsigned value) {
    text->bytes[at] = (uint8_t)value;
    text->bytes[at + 1] = (uint8_t)(value >> 8);
}

static void put_device(struct text *text, const struct camera *camera) {
    put8(text, 18), put8(text, TYPE_DEVICE), put16(text, 0x200);
    put8(text, 0xef), put8(text, 2), put8(text, 1); // made of associated interfaces
    put8(text, 64);
    put16(text, camera->vendor), put16(text, camera->product), put16(text, 0x100);
    put8(text, STRING_MAKER), put8(text, STRING_NAME), put8(text, *camera->serial ? STRING_SERIAL : 0);
    put8(text, 1);
}

static void put_interface(struct text *text, unsigned number, unsigned alternate, unsigned endpoints,
                          unsigned subclass) {
    put8(text, 9), put8(text, TYPE_INTERFACE), put8(text, number), put8(text, alternate), put8(text, endpoints);
    put8(text, CLASS_VIDEO), put8(text, subclass), put8(text, 0), put8(text, 0);
}

static void put_endpoint(struct text *text, unsigned kind, unsigned packet, unsigned interval) {
    put8(text, 7), put8(text, TYPE_ENDPOINT), put8(text, ENDPOINT_IN | ENDPOINT_STREAM), put8(text, kind);
    put16(text, packet), put8(text, interval);
}

static void put_class_head(struct text *text, unsigned length, unsigned subtype) {
    put8(text, length), put8(text, TYPE_CLASS_INTERFACE), put8(text, subtype);
}

/// The path of the picture: camera unit, processing unit, output to the streaming interface.
static void put_control_interface(struct text *text) {
    put_interface(text, INTERFACE_CONTROL, 0, 0, SUBCLASS_CONTROL);
    unsigned start = text->length;
    put_class_head(text, 13, CONTROL_HEADER);
    put16(text, 0x110), put16(text, 0), put32(text, CLOCK_HERTZ), put8(text, 1), put8(text, INTERFACE_STREAMING);

    put_class_head(text, 18, CONTROL_INPUT);
    put8(text, UNIT_CAMERA), put16(text, TERMINAL_CAMERA), put8(text, 0), put8(text, 0);
    put16(text, 0), put16(text, 0), put16(text, 0); // no optical zoom
    put8(text, 3), put_bytes(text, controls_bitmap(UNIT_CAMERA), 3);

    put_class_head(text, 12, CONTROL_PROCESSING);
    put8(text, UNIT_PROCESSING), put8(text, UNIT_CAMERA), put16(text, 0);
    put8(text, 2), put_bytes(text, controls_bitmap(UNIT_PROCESSING), 2), put8(text, 0), put8(text, 0);

    put_class_head(text, 9, CONTROL_OUTPUT);
    put8(text, UNIT_OUTPUT), put16(text, TERMINAL_STREAMING), put8(text, 0), put8(text, UNIT_PROCESSING), put8(text, 0);
    patch16(text, start + 5, text->length - start);
}

static void put_format(struct text *text, const struct picture_format *format, unsigned index) {
    static const uint8_t yuy2[16] = {'Y', 'U', 'Y', '2', 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71};
    if (format->pixels == PIXELS_MJPEG) {
        put_class_head(text, 11, STREAM_FORMAT_MJPEG);
        put8(text, index), put8(text, format->size_count), put8(text, 1);
    } else {
        put_class_head(text, 27, STREAM_FORMAT_YUYV);
        put8(text, index), put8(text, format->size_count), put_bytes(text, yuy2, sizeof yuy2), put8(text, 16);
    }
    put8(text, 1), put8(text, 0), put8(text, 0), put8(text, 0), put8(text, 0);
}

static void put_size(struct text *text, const struct picture_format *format, unsigned index) {
    const struct picture_size *size = &format->sizes[index];
    uint32_t bytes = picture_bytes_max(size);
    put_class_head(text, 26 + 4 * size->interval_count,
                   format->pixels == PIXELS_MJPEG ? STREAM_SIZE_MJPEG : STREAM_SIZE_YUYV);
    put8(text, index + 1), put8(text, 0), put16(text, size->width), put16(text, size->height);
    put32(text, bytes * 8), put32(text, bytes * 8 * 30), put32(text, bytes);
    put32(text, size->intervals[0]), put8(text, size->interval_count);
    for (unsigned i = 0; i < size->interval_count; i++) put32(text, size->intervals[i]);
}

static void put_streaming_interface(struct text *text, const struct camera *camera) {
    bool is_bulk = camera->transfer == TRANSFER_BULK;
    put_interface(text, INTERFACE_STREAMING, 0, is_bulk ? 1 : 0, SUBCLASS_STREAMING);
    unsigned start = text->length;
    put_class_head(text, 13 + camera->format_count, STREAM_INPUT_HEADER);
    put8(text, camera->format_count), put16(text, 0), put8(text, ENDPOINT_IN | ENDPOINT_STREAM);
    put8(text, 0), put8(text, UNIT_OUTPUT), put8(text, 0), put8(text, 0), put8(text, 0), put8(text, 1);
    for (unsigned i = 0; i < camera->format_count; i++) put8(text, 0);
    for (unsigned i = 0; i < camera->format_count; i++) {
        put_format(text, &camera->formats[i], i + 1);
        for (unsigned j = 0; j < camera->formats[i].size_count; j++) put_size(text, &camera->formats[i], j);
        put_class_head(text, 6, STREAM_COLOUR), put8(text, 1), put8(text, 1), put8(text, 4);
    }
    patch16(text, start + 4, text->length - start);
    if (is_bulk) return put_endpoint(text, ENDPOINT_KIND_BULK, BULK_PACKET, 0);
    for (unsigned i = 0; i < ALTERNATES; i++) {
        put_interface(text, INTERFACE_STREAMING, i + 1, 1, SUBCLASS_STREAMING);
        // Above 1024 bytes an endpoint sends two or three packets each time: their number less one in bits 11 and 12.
        unsigned packets = (alternate_bytes[i] + 1023u) / 1024;
        put_endpoint(text, ENDPOINT_KIND_ISOCHRONOUS, (packets - 1) << 11 | alternate_bytes[i] / packets, 1);
    }
}

static void put_configuration(struct text *text, const struct camera *camera) {
    put8(text, 9), put8(text, TYPE_CONFIGURATION), put16(text, 0);
    put8(text, 2), put8(text, 1), put8(text, 0), put8(text, 0x80), put8(text, 250);
    put8(text, 8), put8(text, TYPE_ASSOCIATION), put8(text, INTERFACE_CONTROL), put8(text, 2);
    put8(text, CLASS_VIDEO), put8(text, SUBCLASS_COLLECTION), put8(text, 0), put8(text, STRING_NAME);
    put_control_interface(text);
    put_streaming_interface(text, camera);
    patch16(text, 2, text->length);
}

/// String 0 is the list of languages; the others are UTF-16, of which our ASCII is a part.
static void put_string(struct text *text, const struct camera *camera, unsigned index) {
    const char *const strings[] = {NULL, camera->maker, camera->name, camera->serial};
    if (index == 0) return put8(text, 4), put8(text, TYPE_STRING), put16(text, 0x409);
    if (index >= sizeof strings / sizeof *strings || !*strings[index]) return;
    unsigned count = (unsigned)strnlen(strings[index], 126);
    put8(text, 2 + 2 * count), put8(text, TYPE_STRING);
    for (unsigned i = 0; i < count; i++) put16(text, (uint8_t)strings[index][i]);
}

unsigned descriptor_read(const struct camera *camera, unsigned type, unsigned index, uint8_t out[DESCRIPTOR_MAX]) {
    struct text text = {out, 0};
    if (type == TYPE_DEVICE) put_device(&text, camera);
    if (type == TYPE_CONFIGURATION && index == 0) put_configuration(&text, camera);
    if (type == TYPE_STRING) put_string(&text, camera, index);
    return text.length;
}
