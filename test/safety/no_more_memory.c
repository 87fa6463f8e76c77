/* Loaded before the C library (LD_PRELOAD): from its PME_FAIL_FROM-th call on, realloc has no memory for the plugin. Calls
 * by others (LLVM, which ends without memory) are served; PME_FAIL_COUNT names a file that gets the number of calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_long calls;

static int is_of_plugin(const void *caller) {
  Dl_info info;
  return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libpmecache.so");
}

__attribute__((visibility("default"))) void *realloc(void *pointer, size_t size) {
  static void *(*next)(void *, size_t);
  if (!next)
    next = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
  const char *from = getenv("PME_FAIL_FROM");
  if (from && size && is_of_plugin(__builtin_return_address(0)) && atomic_fetch_add(&calls, 1) + 1 >= atol(from)) {
    errno = ENOMEM;
    return NULL;
  }
  return next(pointer, size);
}

__attribute__((destructor)) static void tell(void) {
  const char *name = getenv("PME_FAIL_COUNT");
  FILE *file = name && calls ? fopen(name, "w") : NULL;
  if (file) {
    fprintf(file, "%ld\n", (long)calls);
    fclose(file);
  }
}
