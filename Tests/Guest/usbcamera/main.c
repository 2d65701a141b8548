// usbcamera: a whole USB camera in user space, plugged into the kernel's own virtual controller (vhci_hcd), so that the
// real uvcvideo driver, udev and all that hangs on them see a camera. To start it is to plug in, to end it to pull out.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "descriptors.h"
#include "options.h"
#include "requests.h"

static double now_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/// Handles one message from the controller; false when it has gone.
static bool serve_wire(struct endpoint_zero *zero) {
    static uint8_t out[USBIP_OUT_MAX];
    struct stream *stream = zero->stream;
    struct usb_request request;
    uint32_t cancel;
    switch (usbip_receive(stream->wire, &request, out, &cancel)) {
    case USBIP_GONE: return false;
    case USBIP_CANCEL: usbip_cancelled(stream->wire, cancel, stream_cancel(stream, request.sequence)); return true;
    case USBIP_REQUEST: break;
    }
    if (request.endpoint == 0) requests_answer(zero, &request, out);
    else if (request.endpoint != ENDPOINT_STREAM || !request.is_in || !stream_request(stream, &request))
        usbip_complete(stream->wire, &request, -EPIPE, NULL, 0);
    return true;
}

static void run(struct endpoint_zero *zero, int commands) {
    for (;;) {
        double wait = stream_advance(zero->stream, now_seconds());
        struct timespec time = {(time_t)wait, (long)((wait - (double)(time_t)wait) * 1e9)};
        struct pollfd entries[2] = {{zero->stream->wire, POLLIN, 0}, {commands, POLLIN, 0}};
        if (ppoll(entries, 2, wait < 0 ? NULL : &time, NULL) < 0) err(1, "cannot wait");
        if (entries[1].revents) commands_serve(commands, zero->stream);
        if (entries[0].revents && !serve_wire(zero)) return;
    }
}

int main(int count, char **arguments) {
    if (count > 1 && strcmp(arguments[1], "tell") == 0) return commands_tell(count - 2, arguments + 2);
    static struct options options;
    static struct stream stream;
    options_read(&options, count, arguments);
    int commands = commands_listen(options.control_path);
    stream_open(&stream, &options.camera, usbip_attach(options.camera.port));
    stream.behaviour = options.behaviour;
    struct endpoint_zero zero = {.camera = &options.camera, .stream = &stream};
    run(&zero, commands);
    unlink(options.control_path);
    return 0;
}
