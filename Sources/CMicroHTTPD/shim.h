// libmicrohttpd, and the calls that are variadic in C.
#ifndef CAMHUB_MICROHTTPD_H
#define CAMHUB_MICROHTTPD_H

#include <sys/types.h>
#include <sys/socket.h>
#include <stdint.h>
#include <microhttpd.h>

#endif
