// How the camera misbehaves, by plain text commands: before it is plugged in (--behave) or while it runs.
//
// HOW-MANY is a number of pictures (or starts), `on` for all from now on, `off` for none.
//   freeze, thaw                no pictures at all, until thawed
//   truncate HOW-MANY           the picture ends half-way
//   no-tables HOW-MANY          JPEG without its Huffman tables
//   missing-end HOW-MANY        JPEG without its end marker
//   garbage HOW-MANY            random bytes
//   wrong-size HOW-MANY         JPEG of another size than agreed on
//   two-in-one HOW-MANY         two JPEGs one after the other
//   mark-bad HOW-MANY           the camera itself marks the picture as bad
//   pad BYTES [zero|random]     so many bytes after the picture's end
//   slow-start MILLISECONDS     the first picture comes only so long after the stream's start
//   fail-start HOW-MANY         refuses to start the stream
//   forget-controls HOW-MANY    sets all controls back at the stream's start
//   bandwidth BYTES|off         refuses more than so many bytes each eighth of a millisecond, as a full bus does
//                               (isochronous only)
//   status                      what it is doing, as KEY=VALUE lines
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum fault {
    FAULT_TRUNCATE,
    FAULT_NO_TABLES,
    FAULT_MISSING_END,
    FAULT_GARBAGE,
    FAULT_WRONG_SIZE,
    FAULT_TWO_IN_ONE,
    FAULT_MARK_BAD,
    FAULT_FAIL_START,
    FAULT_FORGET_CONTROLS,
    FAULT_COUNT,
};

enum { ALWAYS = -1 };

struct behaviour {
    long left[FAULT_COUNT]; ///< how often still, or ALWAYS
    bool is_frozen;
    unsigned pad_bytes;
    bool pad_is_random;
    unsigned slow_start_milliseconds;
    long bandwidth; ///< bytes each eighth of a millisecond; negative: no limit
};

void behaviour_start(struct behaviour *behaviour);

/// Carries out one command; false if there is no such command or its value makes no sense.
bool behaviour_command(struct behaviour *behaviour, const char *command);

/// Whether the fault shows this time; counts it.
bool behaviour_shows(struct behaviour *behaviour, enum fault fault);

/// Writes the faults that are still to come as KEY=VALUE lines; returns the length.
size_t behaviour_describe(const struct behaviour *behaviour, char *out, size_t size);
