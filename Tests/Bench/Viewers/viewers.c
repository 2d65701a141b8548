// viewers stream PORT PATH CLIENTS SECONDS
// viewers after  PORT PATH CLIENTS SECONDS STREAM
// viewers paced  PORT PATH CLIENTS SECONDS EACH
//
// Many viewers at once, in one thread: of multipart streams; such that ask for `PATH?after=…` again and again on
// connections that stay; or such that ask for PATH there EACH times a second, evenly spread. Says `begin` when each has
// had two pictures, counts for SECONDS, says in one line of JSON what came, and keeps the connections until its input
// ends, so that others can still look at the server.
//
// The latency of a picture is from the moment at which it was taken, as the server says, or, if they are paced, at which
// it was to be asked for, to its last byte here. Answers to `after` say that moment in whole milliseconds; one more
// viewer, of STREAM, gets it in microseconds, and is not counted.
#define _GNU_SOURCE
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "viewer.h"

enum { FAILED = 1, WRONG_USAGE = 2, AT_ONCE = 64, MOST_CLIENTS = 4096, GRACE_SECONDS = 30 };

/// Numbers in the order in which they came.
struct numbers {
    long long *all;
    size_t count, capacity;
};

/// Of a picture, as it says them itself.
struct arrival {
    long long begun_at, read_at;
};

static enum manner manner;
static struct viewer *viewers, observer;
static unsigned clients;
static bool is_counting;
static struct arrival *arrivals;
static size_t arrival_count, arrival_capacity;
static struct numbers exact_stamps;
static unsigned long counted_bytes;
/// How many have not had their second picture.
static unsigned waiting;
/// Of the clients that are paced: whose turn it is at the next tick, and when that is due, Unix time in microseconds.
static struct {
    int timer;
    unsigned next;
    long long due, interval;
} pace = {.timer = -1};

static void append(struct numbers *numbers, long long number) {
    if (numbers->count == numbers->capacity) {
        numbers->capacity = numbers->capacity ? 2 * numbers->capacity : 4096;
        numbers->all = realloc(numbers->all, numbers->capacity * sizeof *numbers->all);
        if (!numbers->all) err(FAILED, "no memory");
    }
    numbers->all[numbers->count++] = number;
}

static void append_arrival(const struct picture *picture) {
    if (arrival_count == arrival_capacity) {
        arrival_capacity = arrival_capacity ? 2 * arrival_capacity : 4096;
        arrivals = realloc(arrivals, arrival_capacity * sizeof *arrivals);
        if (!arrivals) err(FAILED, "no memory");
    }
    arrivals[arrival_count++] = (struct arrival){picture->begun_at, picture->read_at};
}

static void take(struct viewer *viewer, const struct picture *picture) {
    if (viewer == &observer) {
        append(&exact_stamps, picture->begun_at);
        return;
    }
    if (viewer->pictures == 2) waiting -= 1;
    if (!is_counting) return;
    counted_bytes += picture->length;
    append_arrival(picture);
}

static int ascending(const void *left, const void *right) {
    const long long a = *(const long long *)left, b = *(const long long *)right;
    return (a > b) - (a < b);
}

static int by_millisecond(const void *key, const void *element) {
    const long long a = *(const long long *)key / 1000, b = *(const long long *)element / 1000;
    return (a > b) - (a < b);
}

/// Latencies in microseconds, sorted. Without those whose moment nobody knows exactly.
static struct numbers latencies(void) {
    struct numbers result = {0};
    for (size_t index = 0; index < arrival_count; index++) {
        const struct arrival one = arrivals[index];
        const long long *exact = &one.begun_at;
        if (manner == AFTER)
            exact = bsearch(
                &one.begun_at, exact_stamps.all, exact_stamps.count, sizeof *exact_stamps.all, by_millisecond);
        if (exact && *exact > 0) append(&result, one.read_at - *exact);
    }
    qsort(result.all, result.count, sizeof *result.all, ascending);
    return result;
}

static long long quantile(const struct numbers *sorted, double share) {
    return sorted->count ? sorted->all[(size_t)((sorted->count - 1) * share)] : -1;
}

static void report(long long duration, const unsigned long *before) {
    unsigned long least = -1UL, most = 0, skipped = 0;
    for (unsigned index = 0; index < clients; index++) {
        const unsigned long pictures = viewers[index].pictures - before[index];
        if (pictures < least) least = pictures;
        if (pictures > most) most = pictures;
        skipped += viewers[index].skipped;
    }
    const struct numbers sorted = latencies();
    printf(
        "{\"pictures\": %zu, \"bytes\": %lu, \"seconds\": %.3f, \"least\": %lu, \"most\": %lu, \"skipped\": %lu, "
        "\"timed\": %zu, \"p50_us\": %lld, \"p99_us\": %lld, \"longest_us\": %lld}\n",
        arrival_count, counted_bytes, duration / 1e6, least, most, skipped, sorted.count, quantile(&sorted, 0.5),
        quantile(&sorted, 0.99), quantile(&sorted, 1));
    fflush(stdout);
}

/// Lets those ask whose turn has come, each at an equal distance from the one before.
static void keep_pace(void) {
    unsigned long long ticks;
    if (read(pace.timer, &ticks, sizeof ticks) != sizeof ticks) return;
    for (; ticks > 0; ticks--) {
        viewer_ask(&viewers[pace.next], pace.due);
        pace.next = (pace.next + 1) % clients;
        pace.due += pace.interval;
    }
}

static void start_pace(int epoll, unsigned each) {
    if (each == 0) errx(WRONG_USAGE, "EACH must be a number above 0");
    pace.interval = 1000000 / ((long long)each * clients);
    pace.due = unix_microseconds() + pace.interval;
    pace.timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    const struct timespec interval = {pace.interval / 1000000, pace.interval % 1000000 * 1000};
    const struct itimerspec timer = {interval, interval};
    timerfd_settime(pace.timer, 0, &timer, NULL);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &pace};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, pace.timer, &event) != 0) err(FAILED, "epoll_ctl");
}

/// Reads what comes until a moment, or until everybody has had two pictures.
static void serve(int epoll, long long until, bool is_warming_up) {
    struct epoll_event events[AT_ONCE];
    for (long long now; (now = unix_microseconds()) < until && (waiting > 0 || !is_warming_up);) {
        const int count = epoll_wait(epoll, events, AT_ONCE, (until - now) / 1000 + 1);
        for (int index = 0; index < count; index++) {
            if (events[index].data.ptr == &pace) keep_pace();
            else viewer_read(events[index].data.ptr, take);
        }
    }
}

static void add(int epoll, struct viewer *viewer, int port) {
    viewer_open(viewer, port);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = viewer};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, viewer->socket, &event) != 0) err(FAILED, "epoll_ctl");
}

static void count(int epoll, unsigned seconds) {
    unsigned long before[MOST_CLIENTS];
    for (unsigned index = 0; index < clients; index++) before[index] = viewers[index].pictures;
    is_counting = true;
    puts("begin");
    fflush(stdout);
    const long long begin = unix_microseconds();
    serve(epoll, begin + seconds * 1000000LL, false);
    report(unix_microseconds() - begin, before);
}

static enum manner manner_named(const char *name, int argument_count) {
    if (strcmp(name, "stream") == 0 && argument_count == 6) return STREAMED;
    if (strcmp(name, "after") == 0 && argument_count == 7) return AFTER;
    if (strcmp(name, "paced") == 0 && argument_count == 7) return PACED;
    errx(WRONG_USAGE, "usage: viewers stream|after|paced PORT PATH CLIENTS SECONDS [STREAM|EACH]");
}

int main(int argument_count, char **arguments) {
    manner = manner_named(argument_count > 1 ? arguments[1] : "", argument_count);
    const int port = atoi(arguments[2]);
    const unsigned seconds = atoi(arguments[5]);
    clients = atoi(arguments[4]);
    if (clients == 0 || clients > MOST_CLIENTS) errx(WRONG_USAGE, "1 to %d clients", MOST_CLIENTS);
    // Whatever the server does, this ends.
    alarm(seconds + GRACE_SECONDS);

    const int epoll = epoll_create1(EPOLL_CLOEXEC);
    viewers = calloc(clients, sizeof *viewers);
    if (epoll < 0 || !viewers) err(FAILED, "no memory");
    waiting = clients;
    for (unsigned index = 0; index < clients; index++) {
        viewers[index] = (struct viewer){.path = arguments[3], .manner = manner};
        add(epoll, &viewers[index], port);
    }
    if (manner == AFTER) {
        observer.path = arguments[6];
        add(epoll, &observer, port);
    }
    if (manner == PACED) start_pace(epoll, atoi(arguments[6]));
    serve(epoll, unix_microseconds() + 10 * 1000000LL, true);
    if (waiting > 0) errx(FAILED, "%u of %u clients have not had two pictures within 10 s", waiting, clients);
    count(epoll, seconds);
    while (getchar() != EOF) {}
    return 0;
}
