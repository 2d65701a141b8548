// One picture as it leaves the camera, with all the faults that it is to show.
#pragma once

#include "behaviour.h"
#include "negotiation.h"

struct frame {
    uint8_t *bytes;
    size_t length, capacity;
    bool is_marked_bad;
};

/// Makes the next picture. JPEGs carry a comment "camera NUMBER frame SEQUENCE time MILLISECONDS" (Unix time).
void frame_make(struct frame *frame, const struct negotiation *negotiation, struct behaviour *behaviour,
                unsigned sequence);
