#include "job.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

enum { JOBS_MAX = 128 };

static struct job jobs[JOBS_MAX];
static size_t job_count;

struct job *job_find(const char *name) {
    for (size_t i = 0; i < job_count; i++)
        if (strcmp(jobs[i].name, name) == 0) return &jobs[i];
    return NULL;
}

const char *job_start(const char *name, const char *script) {
    struct job *job = job_find(name);
    if (job && job->process != 0) return "a job of that name is running";
    if (!job && job_count == JOBS_MAX) return "too many jobs";
    char path[sizeof JOB_FOLDER + JOB_NAME_MAX + sizeof ".log"];
    snprintf(path, sizeof path, JOB_FOLDER "/%s.log", name);
    mkdir(JOB_FOLDER, 0755);
    int log = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
    if (log < 0) return "cannot write the job's log";
    pid_t process = command_start(script, log, log);
    close(log);
    if (process < 0) return "cannot start a process";
    if (!job) job = &jobs[job_count++];
    strcpy(job->name, name);
    job->process = process;
    return NULL;
}

bool job_ended(pid_t process, int status) {
    for (size_t i = 0; i < job_count; i++) {
        if (jobs[i].process != process) continue;
        jobs[i].process = 0;
        jobs[i].exit_code = command_exit_code(status);
        return true;
    }
    return false;
}
