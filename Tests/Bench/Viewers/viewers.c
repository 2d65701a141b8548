// viewers stream PORT PATH CLIENTS SECONDS
// viewers after  PORT PATH CLIENTS SECONDS STREAM
//
// Many viewers at once, in one thread: of multipart streams, or such that ask for `PATH?after=…` again and again on
// connections that stay. Says `begin` when each has had two pictures, counts for SECONDS, says in one line of JSON what
// came, and keeps the connections until its input ends, so that others can still look at the server.
//
// The latency of a picture is from the moment at which it was taken, as the server says, to its last byte here. Answers
// to `after` say that moment in whole milliseconds; one more viewer, of STREAM, gets it in microseconds, and is not
// counted.
#define _GNU_SOURCE
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "viewer.h"

enum { FAILED = 1, WRONG_USAGE = 2, AT_ONCE = 64, MOST_CLIENTS = 4096, GRACE_SECONDS = 30 };

/// Numbers in the order in which they came.
struct numbers {
    long long *all;
    size_t count, capacity;
};

/// A picture that came at `read_at` and was taken at some time in a millisecond.
struct arrival {
    long long taken_at, read_at;
};

static struct viewer *viewers, observer;
static bool is_counting, is_polling;
static struct arrival *arrivals;
static size_t arrival_count, arrival_capacity;
static struct numbers exact_stamps;
static unsigned long counted_bytes;
/// How many have not had their second picture.
static unsigned waiting;

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
    arrivals[arrival_count++] = (struct arrival){picture->taken_at, picture->read_at};
}

static void take(struct viewer *viewer, const struct picture *picture) {
    if (viewer == &observer) {
        append(&exact_stamps, picture->taken_at);
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
        const long long *exact = &one.taken_at;
        if (is_polling)
            exact = bsearch(
                &one.taken_at, exact_stamps.all, exact_stamps.count, sizeof *exact_stamps.all, by_millisecond);
        if (exact && *exact > 0) append(&result, one.read_at - *exact);
    }
    qsort(result.all, result.count, sizeof *result.all, ascending);
    return result;
}

static long long quantile(const struct numbers *sorted, double share) {
    return sorted->count ? sorted->all[(size_t)((sorted->count - 1) * share)] : -1;
}

static void report(long long duration, const unsigned long *before, unsigned clients) {
    unsigned long least = -1UL, most = 0;
    for (unsigned index = 0; index < clients; index++) {
        const unsigned long pictures = viewers[index].pictures - before[index];
        if (pictures < least) least = pictures;
        if (pictures > most) most = pictures;
    }
    const struct numbers sorted = latencies();
    printf(
        "{\"pictures\": %zu, \"bytes\": %lu, \"seconds\": %.3f, \"least\": %lu, \"most\": %lu, \"timed\": %zu, "
        "\"p50_us\": %lld, \"p99_us\": %lld, \"longest_us\": %lld}\n",
        arrival_count, counted_bytes, duration / 1e6, least, most, sorted.count, quantile(&sorted, 0.5),
        quantile(&sorted, 0.99), quantile(&sorted, 1));
    fflush(stdout);
}

/// Reads what comes until a moment, or until everybody has had two pictures.
static void serve(int epoll, long long until, bool is_warming_up) {
    struct epoll_event events[AT_ONCE];
    for (long long now; (now = unix_microseconds()) < until && (waiting > 0 || !is_warming_up);) {
        const int count = epoll_wait(epoll, events, AT_ONCE, (until - now) / 1000 + 1);
        for (int index = 0; index < count; index++) viewer_read(events[index].data.ptr, take);
    }
}

static void add(int epoll, struct viewer *viewer, int port) {
    viewer_open(viewer, port);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = viewer};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, viewer->socket, &event) != 0) err(FAILED, "epoll_ctl");
}

static void count(int epoll, unsigned clients, unsigned seconds) {
    unsigned long before[MOST_CLIENTS];
    for (unsigned index = 0; index < clients; index++) before[index] = viewers[index].pictures;
    is_counting = true;
    puts("begin");
    fflush(stdout);
    const long long begin = unix_microseconds();
    serve(epoll, begin + seconds * 1000000LL, false);
    report(unix_microseconds() - begin, before, clients);
}

int main(int argument_count, char **arguments) {
    is_polling = argument_count == 7 && strcmp(arguments[1], "after") == 0;
    if (!is_polling && !(argument_count == 6 && strcmp(arguments[1], "stream") == 0))
        errx(WRONG_USAGE, "usage: viewers stream PORT PATH CLIENTS SECONDS | after PORT PATH CLIENTS SECONDS STREAM");
    const int port = atoi(arguments[2]);
    const unsigned clients = atoi(arguments[4]), seconds = atoi(arguments[5]);
    if (clients == 0 || clients > MOST_CLIENTS) errx(WRONG_USAGE, "1 to %d clients", MOST_CLIENTS);
    // Whatever the server does, this ends.
    alarm(seconds + GRACE_SECONDS);

    const int epoll = epoll_create1(EPOLL_CLOEXEC);
    viewers = calloc(clients, sizeof *viewers);
    if (epoll < 0 || !viewers) err(FAILED, "no memory");
    waiting = clients;
    for (unsigned index = 0; index < clients; index++) {
        viewers[index] = (struct viewer){.path = arguments[3], .is_polling = is_polling};
        add(epoll, &viewers[index], port);
    }
    if (is_polling) {
        observer.path = arguments[6];
        add(epoll, &observer, port);
    }
    serve(epoll, unix_microseconds() + 10 * 1000000LL, true);
    if (waiting > 0) errx(FAILED, "%u of %u clients have not had two pictures within 10 s", waiting, clients);
    count(epoll, clients, seconds);
    while (getchar() != EOF) {}
    return 0;
}
