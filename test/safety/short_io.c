/* Loaded before the C library (LD_PRELOAD): what reads and writes get done at a time is little, and every third is
 * interrupted. Both may happen to any program; files must not differ by it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MOST_BYTES = 7 };

static atomic_uint calls;

static int is_interrupted(void) {
  if (atomic_fetch_add(&calls, 1) % 3 != 2)
    return 0;
  errno = EINTR;
  return 1;
}

__attribute__((visibility("default"))) ssize_t read(int file, void *bytes, size_t count) {
  ssize_t (*next)(int, void *, size_t) = (ssize_t(*)(int, void *, size_t))dlsym(RTLD_NEXT, "read");
  return is_interrupted() ? -1 : next(file, bytes, count < MOST_BYTES ? count : MOST_BYTES);
}

__attribute__((visibility("default"))) ssize_t write(int file, const void *bytes, size_t count) {
  ssize_t (*next)(int, const void *, size_t) = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  return is_interrupted() ? -1 : next(file, bytes, count < MOST_BYTES ? count : MOST_BYTES);
}
