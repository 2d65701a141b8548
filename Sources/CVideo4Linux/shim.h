// Video4Linux: the kernel's header, libv4lconvert, and the requests that are macros Swift cannot import.
#ifndef CAMHUB_VIDEO4LINUX_H
#define CAMHUB_VIDEO4LINUX_H

#include <linux/videodev2.h>
#include <libv4lconvert.h>

#endif
