#include "request.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

size_t request_add(struct request_text *text, const void *bytes, size_t length) {
    size_t room = sizeof text->bytes - text->length;
    if (length > room) length = room;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return length;
}

/// A job's name becomes a file's name.
static bool is_name(const char *name) {
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("-_", *c)) return false;
    return *name != 0;
}

/// Reads the line's words; `script_length` is how many bytes of a script follow.
static bool parse_line(const char *line, struct request *request, size_t *script_length) {
    int end = 0;
    *script_length = 0;
    *request = (struct request){0};
    if (sscanf(line, "run %lf %zu%n", &request->seconds, script_length, &end) == 2) request->verb = REQUEST_RUN;
    else if (sscanf(line, "start %63s %zu%n", request->name, script_length, &end) == 2) request->verb = REQUEST_START;
    else if (sscanf(line, "signal %63s %d%n", request->name, &request->number, &end) == 2)
        request->verb = REQUEST_SIGNAL;
    else if (sscanf(line, "wait %63s %lf%n", request->name, &request->seconds, &end) == 2) request->verb = REQUEST_WAIT;
    else if (strcmp(line, "down") == 0) request->verb = REQUEST_DOWN, end = 4;
    if (end == 0 || line[end] != 0 || *script_length > REQUEST_SCRIPT_MAX) return false;
    return request->verb == REQUEST_RUN || request->verb == REQUEST_DOWN || is_name(request->name);
}

enum request_result request_take(struct request_text *text, struct request *request) {
    const char *newline = memchr(text->bytes, '\n', text->length);
    if (!newline) return text->length < REQUEST_LINE_MAX ? REQUEST_NOT_YET : REQUEST_FAULTY;
    size_t line_length = (size_t)(newline - text->bytes);
    if (line_length >= REQUEST_LINE_MAX) return REQUEST_FAULTY;
    char line[REQUEST_LINE_MAX];
    memcpy(line, text->bytes, line_length);
    line[line_length] = 0;
    size_t script_length;
    if (!parse_line(line, request, &script_length)) return REQUEST_FAULTY;
    size_t whole = line_length + 1 + script_length;
    if (text->length < whole) return REQUEST_NOT_YET;
    memcpy(text->script, newline + 1, script_length);
    text->script[script_length] = 0;
    request->script = text->script;
    text->length -= whole;
    memmove(text->bytes, text->bytes + whole, text->length);
    return REQUEST_WHOLE;
}
