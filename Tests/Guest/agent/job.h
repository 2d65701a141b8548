// Jobs: scripts that go on in the background under a name, their output in a file.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "request.h"

#define JOB_FOLDER "/run/jobs"

struct job {
    char name[JOB_NAME_MAX];
    pid_t process; ///< 0: has ended
    int exit_code;
};

/// The job of that name that runs or ran last; NULL if there never was one.
struct job *job_find(const char *name);

/// Starts a job. Returns NULL, or what stands against it.
const char *job_start(const char *name, const char *script);

/// Notes that a process has ended; false if it is no job's.
bool job_ended(pid_t process, int status);
