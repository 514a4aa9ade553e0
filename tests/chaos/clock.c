/* Preloaded into Assay by chaos.py: the clock of the day is as many seconds off as a file says that can be
   written at any time. The steady clock stays, as on a machine whose clock is set. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long offset(void) {
    static const volatile long long *shared;
    if (!shared) {
        const char *file = getenv("ASSAY_CHAOS_CLOCK");
        int fd = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
        void *map = fd < 0 ? MAP_FAILED : mmap(0, sizeof *shared, PROT_READ, MAP_SHARED, fd, 0);
        if (fd >= 0) close(fd);
        if (map == MAP_FAILED) return 0;
        shared = map;
    }
    return *shared;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += offset();
    return failed;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec exact;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}
