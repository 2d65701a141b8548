// caller SOCKET run SECONDS SCRIPT | start NAME SCRIPT | signal NAME NUMBER | wait NAME SECONDS | down
//
// Asks the guest behind SOCKET for one thing, passes on what it answers, and ends with the exit code that came back.
// 125: there is no guest, or it died meanwhile. What each request means: agent/request.h.
#define _GNU_SOURCE
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { EXIT_NO_GUEST = 125 };

static FILE *connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) errx(2, "%s: longer than a socket's path may be", path);
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0)
        err(EXIT_NO_GUEST, "no guest answers at %s", path);
    return fdopen(descriptor, "r+");
}

/// Writes the request; words without a script stand on the line as they are.
static void ask(FILE *guest, char **words, int count) {
    if (strcmp(words[0], "run") == 0 && count == 3)
        fprintf(guest, "run %s %zu\n%s", words[1], strlen(words[2]), words[2]);
    else if (strcmp(words[0], "start") == 0 && count == 3)
        fprintf(guest, "start %s %zu\n%s", words[1], strlen(words[2]), words[2]);
    else if (count == 3) fprintf(guest, "%s %s %s\n", words[0], words[1], words[2]);
    else if (count == 1) fprintf(guest, "%s\n", words[0]);
    else errx(2, "%s: wrong number of words", words[0]);
    fflush(guest);
}

static void copy(FILE *from, FILE *to, size_t length) {
    char bytes[16 * 1024];
    while (length > 0) {
        size_t count = fread(bytes, 1, length < sizeof bytes ? length : sizeof bytes, from);
        if (count == 0) return;
        fwrite(bytes, 1, count, to);
        length -= count;
    }
    fflush(to);
}

/// Reads the answer to its end; the exit code in it, or -1 when the connection ended before.
static int read_answer(FILE *guest) {
    char line[64];
    while (fgets(line, sizeof line, guest)) {
        size_t length;
        int code;
        if (sscanf(line, "exit %d", &code) == 1) return code;
        if (sscanf(line, "out %zu", &length) == 1) copy(guest, stdout, length);
        else if (sscanf(line, "err %zu", &length) == 1) copy(guest, stderr, length);
        else errx(EXIT_NO_GUEST, "the guest answered with %s", line);
    }
    return -1;
}

int main(int count, char **arguments) {
    if (count < 3) errx(2, "usage: caller SOCKET REQUEST…");
    FILE *guest = connect_to(arguments[1]);
    ask(guest, arguments + 2, count - 2);
    int code = read_answer(guest);
    if (code >= 0) return code;
    if (strcmp(arguments[2], "down") == 0) return 0;
    errx(EXIT_NO_GUEST, "the guest died meanwhile");
}
