/* Finds libpmecache_transform.so by the file that this very code was loaded from, never by names that a user of a
 * privileged program chooses (working directory, LD_LIBRARY_PATH). */
#define _GNU_SOURCE /* RTLD_DEEPBIND */
#include "library.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_NAME "libpmecache_transform.so"

/* libLLVM exports an isl of its own, of another version: the library's must come first. Sanitizers refuse that. */
#if defined(__SANITIZE_ADDRESS__)
#define HAS_OWN_SYMBOLS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_OWN_SYMBOLS 0
#endif
#endif
#ifdef HAS_OWN_SYMBOLS
enum { HOW = RTLD_NOW | RTLD_LOCAL };
#else
enum { HOW = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND };
#endif

static pthread_once_t is_looked_for = PTHREAD_ONCE_INIT;
static const pme__polyhedra *found;

/* The file of the mapping that an address is in, without the last '/' and what follows. */
static bool folder_of(uintptr_t address, char folder[PATH_MAX]) {
  char line[PATH_MAX + 100];
  FILE *maps = fopen("/proc/self/maps", "r");
  bool is_there = false;
  while (maps && !is_there && fgets(line, sizeof line, maps)) {
    char *end;
    uintptr_t from = strtoul(line, &end, 16), to = *end == '-' ? strtoul(end + 1, &end, 16) : 0;
    char *path = strchr(end, '/'), *slash = strrchr(end, '/');
    is_there = path && from <= address && address < to;
    if (is_there)
      snprintf(folder, PATH_MAX, "%.*s", (int)(slash - path), path);
  }
  if (maps)
    fclose(maps);
  return is_there;
}

static const pme__polyhedra *load(const char *path) {
  void *library = access(path, R_OK) == 0 ? dlopen(path, HOW) : NULL;
  const pme__polyhedra *table = library ? dlsym(library, PME__POLYHEDRA_SYMBOL) : NULL;
  return table && table->interface == PME__POLYHEDRA_INTERFACE ? table : NULL;
}

/* Beside the plugin; where programs stand in a folder of their own, in that of libraries. */
static void look(void) {
  static const char *const folders[] = {".", "../lib", PMECACHE_LIBRARY_FOLDER};
  char own[PATH_MAX], path[PATH_MAX + 100];
  if (!folder_of((uintptr_t)folders[0], own))
    return;
  for (size_t i = 0; !found && i < sizeof folders / sizeof *folders; i++) {
    snprintf(path, sizeof path, "%s/%s/%s", own, folders[i], FILE_NAME);
    found = load(path);
  }
  if (found && getenv("PMECACHE_PRINT_ISL")) /* which isl a compiler that has one of its own runs */
    fprintf(stderr, "%s", found->version());
}

const pme__polyhedra *pme__find_polyhedra(void) {
  pthread_once(&is_looked_for, look);
  return found;
}
