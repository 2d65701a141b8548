// The command line.
#pragma once

#include "behaviour.h"
#include "camera.h"

enum { CONTROL_PATH_MAX = 100 };

struct options {
    struct camera camera;
    struct behaviour behaviour;
    char control_path[CONTROL_PATH_MAX]; ///< the socket for commands while it runs
};

/// Reads the command line. Ends the program, with what is wrong or with help, if it cannot go on.
void options_read(struct options *options, int count, char **arguments);

/// The socket of camera NUMBER.
void options_control_path(const char *number, char out[CONTROL_PATH_MAX]);
