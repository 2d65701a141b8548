// Commands while the camera runs: one datagram each on a local socket, answered by one.
#pragma once

#include "stream.h"

/// Listens on `path`. Ends the program on failure.
int commands_listen(const char *path);

/// Carries out what has come and answers: "ok", "error: …", or the status.
void commands_serve(int socket, struct stream *stream);

/// The other side: `usbcamera tell NUMBER COMMAND…`. Returns the exit code.
int commands_tell(int count, char **arguments);
