#include "commands.h"

#include <err.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "controls.h"
#include "options.h"

enum { COMMAND_MAX = 128, ANSWER_MAX = 1024, PATIENCE_SECONDS = 5 };

static struct sockaddr_un address_of(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    return address;
}

int commands_listen(const char *path) {
    struct sockaddr_un address = address_of(path);
    int socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    unlink(path);
    if (socket_ < 0 || bind(socket_, (struct sockaddr *)&address, sizeof address) != 0) err(1, "cannot listen on %s", path);
    return socket_;
}

static size_t describe(const struct stream *stream, char *out, size_t size) {
    const struct picture_size *picture = negotiation_size(&stream->negotiation);
    bool is_jpeg = negotiation_format(&stream->negotiation)->pixels == PIXELS_MJPEG;
    int length = snprintf(out, size, "streaming=%d\nformat=%s\nsize=%ux%u\nfps=%.2f\nframes=%u\nstarts=%u\n",
                          stream->is_running, is_jpeg ? "MJPG" : "YUYV", picture->width, picture->height,
                          1e7 / stream->negotiation.commit.interval, stream->total, stream->starts);
    size_t total = (size_t)length + behaviour_describe(&stream->behaviour, out + length, size - (size_t)length);
    return total + controls_describe(out + total, size - total);
}

void commands_serve(int socket, struct stream *stream) {
    char command[COMMAND_MAX], answer[ANSWER_MAX];
    struct sockaddr_un sender;
    for (;;) {
        socklen_t sender_length = sizeof sender;
        ssize_t length = recvfrom(socket, command, sizeof command - 1, 0, (struct sockaddr *)&sender, &sender_length);
        if (length < 0) return;
        command[length] = 0;
        size_t answer_length;
        if (strcmp(command, "status") == 0) answer_length = describe(stream, answer, sizeof answer);
        else if (behaviour_command(&stream->behaviour, command))
            answer_length = (size_t)snprintf(answer, sizeof answer, "ok\n");
        else answer_length = (size_t)snprintf(answer, sizeof answer, "error: there is no command '%s'\n", command);
        sendto(socket, answer, answer_length, MSG_DONTWAIT, (struct sockaddr *)&sender, sender_length);
    }
}

int commands_tell(int count, char **arguments) {
    char path[CONTROL_PATH_MAX], command[COMMAND_MAX] = "", answer[ANSWER_MAX];
    if (count < 2) errx(2, "usage: usbcamera tell NUMBER COMMAND…");
    options_control_path(arguments[0], path);
    for (int i = 1; i < count; i++) {
        size_t length = strlen(command);
        snprintf(command + length, sizeof command - length, i > 1 ? " %s" : "%s", arguments[i]);
    }
    struct sockaddr_un camera = address_of(path), own = {.sun_family = AF_UNIX};
    struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    // Bound to nothing in particular, the kernel gives us an address to which the camera can answer.
    if (bind(descriptor, (struct sockaddr *)&own, sizeof own.sun_family) != 0) err(1, "cannot make a socket");
    if (connect(descriptor, (struct sockaddr *)&camera, sizeof camera) != 0) err(1, "camera %s does not run", arguments[0]);
    if (send(descriptor, command, strlen(command), 0) < 0) err(1, "cannot reach camera %s", arguments[0]);
    ssize_t length = recv(descriptor, answer, sizeof answer, 0);
    if (length < 0) err(1, "camera %s does not answer", arguments[0]);
    fwrite(answer, 1, (size_t)length, stdout);
    return strncmp(answer, "error", 5) == 0 ? 1 : 0;
}
