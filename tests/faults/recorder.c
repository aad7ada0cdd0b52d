/* Writes down what one data folder is told, in order: every write, truncation and sync, with its bytes. Laid over the C
 * library with LD_PRELOAD; from the record a disk is rebuilt as it may look after the power failed at any moment. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
struct entry { char kind; char name[63]; long at; long size; };
static int record = -1;
static const char *folder = "";
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    const char *file = getenv("RECORD_FILE");
    folder = getenv("RECORD_FOLDER") ? getenv("RECORD_FOLDER") : "";
    if (file) record = REAL(open)(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static const char *name_in_folder(const char *path) {
    size_t length = strlen(folder);
    return record >= 0 && length && strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

static void note(char kind, const char *name, long at, const void *bytes, long size) {
    struct entry entry = {.kind = kind, .at = at, .size = size};
    strncpy(entry.name, name, sizeof entry.name - 1);
    if (REAL(write)(record, &entry, sizeof entry) != sizeof entry) abort();
    if (bytes && REAL(write)(record, bytes, size) != size) abort();
}

static bool of_handle(int handle, char *path, const char **name) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, 4095);
    if (length <= 0) return false;
    path[length] = 0;
    *name = name_in_folder(path);
    return *name != NULL;
}

/* The deed and its note are one, so that the order of the record is the order of the disk. */
#define NOTED(handle, kind, at, bytes, size, deed)                      \
    char path[4096]; const char *name;                                  \
    if (!of_handle(handle, path, &name)) return deed;                   \
    pthread_mutex_lock(&order);                                         \
    __typeof__(deed) done = deed;                                       \
    if (done >= 0) note(kind, name, at, bytes, (long)(size));           \
    pthread_mutex_unlock(&order);                                       \
    return done;

ssize_t write(int handle, const void *bytes, size_t count) { NOTED(handle, 'W', lseek(handle, 0, SEEK_CUR) - done, bytes, done, REAL(write)(handle, bytes, count)) }
ssize_t pwrite(int handle, const void *bytes, size_t count, off_t at) { NOTED(handle, 'W', at, bytes, done, REAL(pwrite)(handle, bytes, count, at)) }
ssize_t pwrite64(int handle, const void *bytes, size_t count, off64_t at) { NOTED(handle, 'W', at, bytes, done, REAL(pwrite64)(handle, bytes, count, at)) }
int ftruncate(int handle, off_t size) { NOTED(handle, 'T', size, NULL, 0, REAL(ftruncate)(handle, size)) }
int ftruncate64(int handle, off64_t size) { NOTED(handle, 'T', size, NULL, 0, REAL(ftruncate64)(handle, size)) }
int fsync(int handle) { NOTED(handle, 'S', 0, NULL, 0, REAL(fsync)(handle)) }
int fdatasync(int handle) { NOTED(handle, 'S', 0, NULL, 0, REAL(fdatasync)(handle)) }

#define OPEN(name_of_call)                                                                      \
    int name_of_call(const char *path, int flags, ...) {                                        \
        va_list more; va_start(more, flags);                                                    \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(more, mode_t) : 0; va_end(more); \
        const char *name = (flags & O_TRUNC) ? name_in_folder(path) : NULL;                     \
        int done = REAL(name_of_call)(path, flags, mode);                                       \
        if (done >= 0 && name) note('T', name, 0, NULL, 0);                                     \
        return done;                                                                            \
    }
OPEN(open)
OPEN(open64)

int unlink(const char *path) {
    const char *name = name_in_folder(path);
    int done = REAL(unlink)(path);
    if (done == 0 && name) note('U', name, 0, NULL, 0);
    return done;
}
