// What Swift's Glibc module leaves out of the Linux API.
#ifndef CAMHUB_LINUX_H
#define CAMHUB_LINUX_H

#include <linux/netlink.h>
#include <linux/sockios.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>

// Declared by glibc only under _GNU_SOURCE, which would make this module's types differ from the Glibc module's.
int pthread_setname_np(pthread_t thread, const char *name);
pid_t gettid(void);
int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *timeout, const sigset_t *mask);

// Variadic, which Swift cannot call.
static inline int hub_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL); }

// The kernel's `struct tcp_info` up to what is asked for here: the C library's own ends before it.
struct hub_tcp_info {
    unsigned char states[8];
    unsigned int counters[24];
    unsigned long long pacing_rate, max_pacing_rate, bytes_acked, bytes_received;
};

#endif
