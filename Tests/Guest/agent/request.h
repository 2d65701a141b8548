// What a client may ask of the guest: one line of words, for some followed by a shell script of a given length.
//
//   run SECONDS LENGTH <script>   runs the script; its output, then its exit code; killed after so many seconds
//   start NAME LENGTH <script>    runs the script as a job in the background, its output in JOB_FOLDER/NAME.log
//   signal NAME NUMBER            sends a signal to a job and whatever it started
//   wait NAME SECONDS             waits for a job to end; its exit code
//   down                          ends the guest
#pragma once

#include <stddef.h>

enum { REQUEST_LINE_MAX = 256, REQUEST_SCRIPT_MAX = 64 * 1024, JOB_NAME_MAX = 64 };

enum request_verb { REQUEST_RUN, REQUEST_START, REQUEST_SIGNAL, REQUEST_WAIT, REQUEST_DOWN };

struct request {
    enum request_verb verb;
    char name[JOB_NAME_MAX]; ///< of the job
    double seconds;
    int number;
    const char *script; ///< ends with a zero; valid until the next call with the same text
};

/// The bytes of one channel that are not yet a whole request.
struct request_text {
    size_t length;
    char bytes[REQUEST_LINE_MAX + REQUEST_SCRIPT_MAX + 1];
    char script[REQUEST_SCRIPT_MAX + 1];
};

enum request_result { REQUEST_NOT_YET, REQUEST_WHOLE, REQUEST_FAULTY };

/// Adds what has come; returns how many bytes there was room for.
size_t request_add(struct request_text *text, const void *bytes, size_t length);

/// Takes the first whole request off the text.
enum request_result request_take(struct request_text *text, struct request *request);
