#include "stream.h"

#include <errno.h>
#include <string.h>
#include <time.h>

/// UVC 1.1, table 2-5: what precedes each payload. We send no clock, so the kernel stamps the time.
enum { HEADER_BYTES = 2, HEADER_END_OF_FRAME = 0x02, HEADER_ERROR = 0x40, HEADER_END = 0x80, HEADER_FRAME = 0x01 };

static double now_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void stream_open(struct stream *stream, const struct camera *camera, int wire) {
    stream->wire = wire;
    behaviour_start(&stream->behaviour);
    negotiation_start(&stream->negotiation, camera);
}

int stream_start(struct stream *stream, unsigned bandwidth) {
    if (stream->behaviour.bandwidth >= 0 && bandwidth > (unsigned)stream->behaviour.bandwidth) return -ENOSPC;
    stream->is_running = true;
    stream->is_sending = false;
    stream->sequence = 0;
    stream->starts++;
    stream->due = now_seconds() + stream->behaviour.slow_start_milliseconds / 1000.0;
    return 0;
}

void stream_stop(struct stream *stream) {
    stream->is_running = false;
    stream->is_sending = false;
}

bool stream_request(struct stream *stream, const struct usb_request *request) {
    if (stream->pending_count == STREAM_PENDING_MAX) return false;
    stream->pending[stream->pending_count++] = *request;
    return true;
}

static void remove_pending(struct stream *stream, unsigned index) {
    stream->pending_count--;
    memmove(stream->pending + index, stream->pending + index + 1,
            (stream->pending_count - index) * sizeof *stream->pending);
}

bool stream_cancel(struct stream *stream, uint32_t sequence) {
    for (unsigned i = 0; i < stream->pending_count; i++) {
        if (stream->pending[i].sequence != sequence) continue;
        remove_pending(stream, i);
        return true;
    }
    return false;
}

/// The header's second byte. In bulk there is one payload, and so one header, for a whole picture.
static uint8_t header_bits(const struct stream *stream, bool is_last) {
    unsigned bits = HEADER_END | (stream->identity & HEADER_FRAME);
    if (is_last) bits |= HEADER_END_OF_FRAME;
    if (stream->frame.is_marked_bad) bits |= HEADER_ERROR;
    return (uint8_t)bits;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/// Answers one bulk request. A request that is not filled ends the picture; so a last one that is full by chance is
/// followed by an empty one.
static void send_bulk(struct stream *stream, const struct usb_request *request) {
    static uint8_t bytes[1 << 16];
    size_t length = 0, room = smaller(request->length, sizeof bytes);
    if (!stream->has_header) {
        bytes[length++] = HEADER_BYTES;
        bytes[length++] = header_bits(stream, true);
        stream->has_header = true;
    }
    size_t count = smaller(room - length, stream->frame.length - stream->sent);
    memcpy(bytes + length, stream->frame.bytes + stream->sent, count);
    length += count;
    stream->sent += count;
    usbip_complete(stream->wire, request, 0, bytes, (uint32_t)length);
    if (length < request->length) stream->is_sending = false;
}

/// Answers one isochronous request: each packet with a header of its own; those after the picture's end stay empty.
static void send_packets(struct stream *stream, const struct usb_request *request) {
    static uint8_t bytes[USBIP_PACKETS_MAX * 4096];
    static struct usb_packet packets[USBIP_PACKETS_MAX];
    uint32_t share = request->length / request->packet_count, total = 0;
    for (unsigned i = 0; i < request->packet_count; i++) {
        packets[i] = (struct usb_packet){i * share, share, 0};
        if (!stream->is_sending || total + share > sizeof bytes) continue;
        size_t left = stream->frame.length - stream->sent, count = smaller(share - HEADER_BYTES, left);
        bytes[total] = HEADER_BYTES;
        bytes[total + 1] = header_bits(stream, count == left);
        memcpy(bytes + total + HEADER_BYTES, stream->frame.bytes + stream->sent, count);
        packets[i].actual = (uint32_t)(HEADER_BYTES + count);
        total += packets[i].actual;
        stream->sent += count;
        if (count == left) stream->is_sending = false;
    }
    usbip_complete_packets(stream->wire, request, bytes, total, packets);
}

/// Sends as much of the picture as there are requests for.
static void send_frame(struct stream *stream) {
    while (stream->is_sending && stream->pending_count > 0) {
        const struct usb_request request = stream->pending[0];
        remove_pending(stream, 0);
        if (request.packet_count > 0) send_packets(stream, &request);
        else send_bulk(stream, &request);
    }
}

static void begin_frame(struct stream *stream) {
    frame_make(&stream->frame, &stream->negotiation, &stream->behaviour, stream->sequence);
    stream->sequence++;
    stream->total++;
    stream->identity ^= HEADER_FRAME;
    stream->is_sending = true;
    stream->has_header = false;
    stream->sent = 0;
}

double stream_advance(struct stream *stream, double now) {
    /// A camera that is later than this goes on from now instead of catching up.
    static const double delay_max = 0.1;
    if (stream->is_sending) send_frame(stream);
    if (!stream->is_running || stream->is_sending || stream->behaviour.is_frozen || stream->pending_count == 0) return -1;
    if (now < stream->due) return stream->due - now;
    double interval = stream->negotiation.commit.interval / 1e7;
    begin_frame(stream);
    send_frame(stream);
    stream->due = stream->due + delay_max < now ? now + interval : stream->due + interval;
    return stream->due > now ? stream->due - now : 0;
}
