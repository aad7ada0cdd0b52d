/* Weather for one data folder, laid over the C library with LD_PRELOAD: a disk that is full, broken, read-only or slow,
 * and a clock that has been set. The switches lie in a small file that is mapped, so they work while the service runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct weather { int error; int slow_ms; long clock_s; };
static struct weather calm;
static volatile struct weather *now = &calm;
static const char *folder = "";

__attribute__((constructor)) static void look_out(void) {
    const char *file = getenv("WEATHER_FILE");
    folder = getenv("WEATHER_FOLDER") ? getenv("WEATHER_FOLDER") : "";
    int handle = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
    if (handle < 0) return;
    void *mapped = mmap(NULL, sizeof calm, PROT_READ, MAP_SHARED, handle, 0);
    if (mapped != MAP_FAILED) now = mapped;
    close(handle);
}

static bool is_ours(int handle) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0 || !*folder) return false;
    path[length] = 0;
    return strncmp(path, folder, strlen(folder)) == 0;
}

static bool fails(int handle) {
    if (!now->error || !is_ours(handle)) return false;
    errno = now->error;
    return true;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int handle, const void *bytes, size_t count) { return fails(handle) ? -1 : REAL(write)(handle, bytes, count); }
ssize_t pwrite(int handle, const void *bytes, size_t count, off_t at) { return fails(handle) ? -1 : REAL(pwrite)(handle, bytes, count, at); }
ssize_t pwrite64(int handle, const void *bytes, size_t count, off64_t at) { return fails(handle) ? -1 : REAL(pwrite64)(handle, bytes, count, at); }
int ftruncate(int handle, off_t size) { return fails(handle) ? -1 : REAL(ftruncate)(handle, size); }
int ftruncate64(int handle, off64_t size) { return fails(handle) ? -1 : REAL(ftruncate64)(handle, size); }

static void wait_for_disk(int handle) {
    int ms = now->slow_ms;
    if (ms && is_ours(handle)) usleep(ms * 1000);
}

int fsync(int handle) { wait_for_disk(handle); return fails(handle) ? -1 : REAL(fsync)(handle); }
int fdatasync(int handle) { wait_for_disk(handle); return fails(handle) ? -1 : REAL(fdatasync)(handle); }

static bool opens_to_write(const char *path, int flags) {
    return now->error == EROFS && *folder && strncmp(path, folder, strlen(folder)) == 0 && (flags & (O_WRONLY | O_RDWR | O_CREAT));
}

#define OPEN(name)                                                                             \
    int name(const char *path, int flags, ...) {                                               \
        va_list more; va_start(more, flags);                                                   \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0; va_end(more); \
        if (opens_to_write(path, flags)) { errno = EROFS; return -1; }                         \
        return REAL(name)(path, flags, mode);                                                  \
    }
OPEN(open)
OPEN(open64)

int clock_gettime(clockid_t which, struct timespec *found) {
    int done = REAL(clock_gettime)(which, found);
    if (done == 0 && which == CLOCK_REALTIME) found->tv_sec += now->clock_s;
    return done;
}
time_t time(time_t *found) {
    struct timespec moment;
    clock_gettime(CLOCK_REALTIME, &moment);
    if (found) *found = moment.tv_sec;
    return moment.tv_sec;
}
