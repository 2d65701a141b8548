// LD_PRELOAD=fakecamera.so: the program finds a V4L2 camera at /dev/video-fake, and needs no hardware for it.
//
//     FAKE_CAMERA_FILE   what each frame is: a JPEG file, or one raw YUYV picture
//     FAKE_CAMERA_SIZE   1280x720
//     FAKE_CAMERA_FPS    30
//
// The descriptor is a timer, which becomes readable when a frame is due. Every buffer holds the picture from the start,
// and nobody else writes to it: as a real camera's, which come by DMA, its frames cost the program no time. For one
// program that opens the camera once at a time and calls it from one thread, with buffers by mmap.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MOST_BUFFERS = 8, FAILED = 1 };

static const char path_of_camera[] = "/dev/video-fake";

static struct {
    int descriptor;
    unsigned width, height, fps;
    unsigned char *picture;
    size_t length;
    /// Whole pages: what a buffer takes.
    size_t capacity;
    unsigned buffers;
    /// The buffers that wait for a frame, the oldest at `first`.
    unsigned queue[MOST_BUFFERS], first, queued;
    unsigned sequence;
} camera = {.descriptor = -1};

/// The function that the program would have called without this library.
static void *real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) errx(FAILED, "fakecamera: there is no %s", name);
    return function;
}

static const char *setting(const char *name) {
    const char *value = getenv(name);
    if (!value) errx(FAILED, "fakecamera: %s is not set", name);
    return value;
}

static bool is_jpeg(void) { return camera.length > 2 && camera.picture[0] == 0xFF && camera.picture[1] == 0xD8; }

static void load_picture(void) {
    const char *file = setting("FAKE_CAMERA_FILE");
    FILE *stream = fopen(file, "rb");
    struct stat status;
    if (!stream || fstat(fileno(stream), &status) != 0) err(FAILED, "fakecamera: %s", file);
    camera.length = status.st_size;
    camera.picture = malloc(camera.length);
    if (!camera.picture || fread(camera.picture, 1, camera.length, stream) != camera.length)
        errx(FAILED, "fakecamera: %s: cannot be read", file);
    fclose(stream);
    const size_t page = sysconf(_SC_PAGESIZE);
    camera.capacity = (camera.length + page - 1) / page * page;
}

static void configure(void) {
    if (sscanf(setting("FAKE_CAMERA_SIZE"), "%ux%u", &camera.width, &camera.height) != 2)
        errx(FAILED, "fakecamera: FAKE_CAMERA_SIZE must be like 1280x720");
    if (sscanf(setting("FAKE_CAMERA_FPS"), "%u", &camera.fps) != 1 || camera.fps == 0)
        errx(FAILED, "fakecamera: FAKE_CAMERA_FPS must be a number above 0");
    load_picture();
    if (!is_jpeg() && camera.length != (size_t)camera.width * camera.height * 2)
        errx(FAILED, "fakecamera: FAKE_CAMERA_FILE is neither a JPEG nor YUYV of FAKE_CAMERA_SIZE");
}

static int open_camera(void) {
    if (!camera.picture) configure();
    camera.buffers = camera.first = camera.queued = camera.sequence = 0;
    return camera.descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

static void run(bool is_running) {
    const long interval = is_running ? 1000000000L / camera.fps : 0;
    const struct timespec time = {interval / 1000000000L, interval % 1000000000L};
    const struct itimerspec timer = {time, time};
    timerfd_settime(camera.descriptor, 0, &timer, NULL);
}

static int refuse(int error) {
    errno = error;
    return -1;
}

// MARK: - What the camera is asked

static int describe_camera(struct v4l2_capability *answer) {
    *answer = (struct v4l2_capability){.driver = "fake", .card = "fake camera", .bus_info = "platform:fake"};
    answer->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    answer->capabilities = answer->device_caps | V4L2_CAP_DEVICE_CAPS;
    return 0;
}

static int describe_format(struct v4l2_format *format) {
    format->fmt.pix = (struct v4l2_pix_format){
        .width = camera.width,
        .height = camera.height,
        .pixelformat = is_jpeg() ? V4L2_PIX_FMT_MJPEG : V4L2_PIX_FMT_YUYV,
        .field = V4L2_FIELD_NONE,
        .bytesperline = is_jpeg() ? 0 : camera.width * 2,
        .sizeimage = camera.length,
    };
    return 0;
}

static int describe_rate(struct v4l2_streamparm *parameters) {
    parameters->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
    parameters->parm.capture.timeperframe = (struct v4l2_fract){1, camera.fps};
    return 0;
}

static int make_buffers(struct v4l2_requestbuffers *request) {
    if (request->memory != V4L2_MEMORY_MMAP) return refuse(EINVAL);
    if (request->count > MOST_BUFFERS) request->count = MOST_BUFFERS;
    camera.buffers = request->count;
    return 0;
}

static int describe_buffer(struct v4l2_buffer *buffer) {
    if (buffer->index >= camera.buffers) return refuse(EINVAL);
    buffer->length = camera.capacity;
    buffer->m.offset = buffer->index * camera.capacity;
    return 0;
}

static int take_buffer(const struct v4l2_buffer *buffer) {
    if (buffer->index >= camera.buffers || camera.queued == MOST_BUFFERS) return refuse(EINVAL);
    camera.queue[(camera.first + camera.queued++) % MOST_BUFFERS] = buffer->index;
    return 0;
}

static int give_frame(struct v4l2_buffer *buffer) {
    unsigned long long due;
    if (camera.queued == 0 || read(camera.descriptor, &due, sizeof due) != sizeof due) return refuse(EAGAIN);
    buffer->index = camera.queue[camera.first];
    camera.first = (camera.first + 1) % MOST_BUFFERS;
    camera.queued -= 1;
    buffer->bytesused = camera.length;
    buffer->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    // As a driver counts them: those that came while nobody asked are in it.
    camera.sequence += due;
    buffer->sequence = camera.sequence - 1;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    buffer->timestamp = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

static int answer(unsigned request, void *argument) {
    switch (request) {
    case VIDIOC_QUERYCAP: return describe_camera(argument);
    case VIDIOC_S_INPUT: return 0;
    case VIDIOC_G_FMT:
    case VIDIOC_S_FMT: return describe_format(argument);
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM: return describe_rate(argument);
    case VIDIOC_REQBUFS: return make_buffers(argument);
    case VIDIOC_QUERYBUF: return describe_buffer(argument);
    case VIDIOC_QBUF: return take_buffer(argument);
    case VIDIOC_DQBUF: return give_frame(argument);
    case VIDIOC_STREAMON: run(true); return 0;
    case VIDIOC_STREAMOFF: run(false); return 0;
    default: return refuse(ENOTTY);
    }
}

// MARK: - What the program calls

int access(const char *path, int mode) {
    int (*next)(const char *, int) = real("access");
    return strcmp(path, path_of_camera) == 0 ? 0 : next(path, mode);
}

int open(const char *path, int flags, ...) {
    if (strcmp(path, path_of_camera) == 0) return open_camera();
    int (*next)(const char *, int, ...) = real("open");
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return next(path, flags, mode);
}

int close(int descriptor) {
    int (*next)(int) = real("close");
    if (descriptor == camera.descriptor) camera.descriptor = -1;
    return next(descriptor);
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    void *(*next)(void *, size_t, int, int, int, off_t) = real("mmap");
    if (descriptor < 0 || descriptor != camera.descriptor)
        return next(address, length, protection, flags, descriptor, offset);
    void *buffer = next(address, length, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (buffer != MAP_FAILED) memcpy(buffer, camera.picture, camera.length);
    return buffer;
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (descriptor >= 0 && descriptor == camera.descriptor) return answer((unsigned)request, argument);
    int (*next)(int, unsigned long, ...) = real("ioctl");
    return next(descriptor, request, argument);
}
