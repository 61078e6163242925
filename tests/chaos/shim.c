/* Preloaded into a process under test: turns its wall clock, and makes its fsync slow.
   CHAOS_SHIM names a file of two 64-bit numbers, read anew at each call:
   milliseconds added to CLOCK_REALTIME, and microseconds before each fsync or fdatasync. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *told;

static int64_t number(int place) {
    static int looked;
    if (!looked) {
        looked = 1;
        const char *path = getenv("CHAOS_SHIM");
        int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        if (file >= 0) {
            void *page = mmap(NULL, 16, PROT_READ, MAP_SHARED, file, 0);
            if (page != MAP_FAILED) told = page;
            close(file);
        }
    }
    return told ? told[place] : 0;
}

static int real_clock(clockid_t id, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    return real(id, at);
}

int clock_gettime(clockid_t id, struct timespec *at) {
    int code = real_clock(id, at);
    if (code == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
        int64_t ms = number(0), ns = at->tv_nsec + ms % 1000 * 1000000;
        at->tv_sec += ms / 1000 + (ns < 0 ? -1 : ns / 1000000000);
        at->tv_nsec = ns < 0 ? ns + 1000000000 : ns % 1000000000;
    }
    return code;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}

static void dawdle(void) {
    int64_t us = number(1);
    if (us > 0) usleep((useconds_t)us);
}

int fsync(int file) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fsync");
    dawdle();
    return real(file);
}

int fdatasync(int file) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
    dawdle();
    return real(file);
}
