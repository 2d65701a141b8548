#include "behaviour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const fault_names[FAULT_COUNT] = {
    [FAULT_TRUNCATE] = "truncate",     [FAULT_NO_TABLES] = "no-tables",   [FAULT_MISSING_END] = "missing-end",
    [FAULT_GARBAGE] = "garbage",       [FAULT_WRONG_SIZE] = "wrong-size", [FAULT_TWO_IN_ONE] = "two-in-one",
    [FAULT_MARK_BAD] = "mark-bad",     [FAULT_FAIL_START] = "fail-start", [FAULT_FORGET_CONTROLS] = "forget-controls",
};

void behaviour_start(struct behaviour *behaviour) {
    *behaviour = (struct behaviour){.bandwidth = -1};
}

/// Reads a number that is not negative and nothing else; false otherwise.
static bool read_number(const char *text, long *value) {
    char *end;
    if (*text < '0' || *text > '9') return false;
    *value = strtol(text, &end, 10);
    return *end == 0;
}

static bool read_how_many(const char *text, long *value) {
    if (strcmp(text, "on") == 0) return *value = ALWAYS, true;
    if (strcmp(text, "off") == 0) return *value = 0, true;
    return read_number(text, value);
}

static bool set_fault(struct behaviour *behaviour, const char *name, const char *value) {
    for (int fault = 0; fault < FAULT_COUNT; fault++)
        if (strcmp(name, fault_names[fault]) == 0) return read_how_many(value, &behaviour->left[fault]);
    return false;
}

static bool set_padding(struct behaviour *behaviour, const char *bytes, const char *kind) {
    enum { PADDING_MAX = 256 * 1024 };
    long count;
    bool is_random = strcmp(kind, "random") == 0;
    if (!read_number(bytes, &count) || count > PADDING_MAX) return false;
    if (*kind && !is_random && strcmp(kind, "zero") != 0) return false;
    behaviour->pad_bytes = (unsigned)count;
    behaviour->pad_is_random = is_random;
    return true;
}

bool behaviour_command(struct behaviour *behaviour, const char *command) {
    char name[32] = "", value[32] = "", kind[32] = "", rest[2] = "";
    int words = sscanf(command, "%31s %31s %31s %1s", name, value, kind, rest);
    long number;
    if (strcmp(name, "pad") == 0 && words <= 3) return set_padding(behaviour, value, kind);
    if (words == 1 && strcmp(name, "freeze") == 0) return behaviour->is_frozen = true;
    if (words == 1 && strcmp(name, "thaw") == 0) return behaviour->is_frozen = false, true;
    if (words != 2) return false;
    if (strcmp(name, "slow-start") == 0) {
        if (!read_number(value, &number)) return false;
        behaviour->slow_start_milliseconds = (unsigned)number;
        return true;
    }
    if (strcmp(name, "bandwidth") == 0) {
        if (strcmp(value, "off") == 0) return behaviour->bandwidth = -1, true;
        return read_number(value, &behaviour->bandwidth);
    }
    return set_fault(behaviour, name, value);
}

bool behaviour_shows(struct behaviour *behaviour, enum fault fault) {
    if (behaviour->left[fault] > 0) return behaviour->left[fault]--, true;
    return behaviour->left[fault] == ALWAYS;
}

size_t behaviour_describe(const struct behaviour *behaviour, char *out, size_t size) {
    size_t length = (size_t)snprintf(out, size, "frozen=%d\n", behaviour->is_frozen);
    for (int fault = 0; fault < FAULT_COUNT && length < size; fault++)
        if (behaviour->left[fault] != 0)
            length += (size_t)snprintf(out + length, size - length, "%s=%ld\n", fault_names[fault],
                                       behaviour->left[fault]);
    return length < size ? length : size;
}
