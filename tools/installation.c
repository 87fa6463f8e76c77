#include "installation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int plugin_llvm_version(void) { return PMECACHE_LLVM_MAJOR; }

/* ---- libraries ---- */

/* Cuts the last component off; false at the root. */
static bool cut_component(char *path) {
  char *slash = strrchr(path, '/');
  if (slash)
    *slash = '\0';
  return slash != NULL;
}

/* The folder of this command, without the last '/'. */
static bool own_folder(char folder[PATH_MAX]) {
  ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
  folder[length > 0 ? length : 0] = '\0';
  return cut_component(folder);
}

/* `name` in the folder that `relative` ("../lib") leads to from `folder`. */
static bool find_there(const char *folder, const char *relative, const char *name, char path[INSTALLED_PATH_BYTES]) {
  char start[PATH_MAX];
  snprintf(start, sizeof start, "%s", folder);
  for (; strncmp(relative, "../", 3) == 0; relative += 3)
    if (!cut_component(start))
      return false;
  int length = snprintf(path, INSTALLED_PATH_BYTES, "%s/%s/%s", start, relative, name);
  return length > 0 && length < INSTALLED_PATH_BYTES && access(path, R_OK) == 0;
}

bool find_library(const char *command, const char *name, char path[INSTALLED_PATH_BYTES]) {
  static const char *const folders[] = {"../lib", PMECACHE_LIBRARY_FOLDER};
  char folder[PATH_MAX];
  bool known = own_folder(folder);
  for (size_t i = 0; known && i < sizeof folders / sizeof *folders; i++)
    if (find_there(folder, folders[i], name, path))
      return true;
  fprintf(stderr, "pmecache %s: error: %s is not where it should be, near %s\n", command, name,
          known ? folder : "this command");
  return false;
}

/* ---- the OpenMP runtime ---- */

/* From the folder of the command, for a version of LLVM. */
#define RUNTIME_ASIDE "../../openmp/usr/lib/llvm-%d/lib"

/* Puts the folder of a file first in the list of an environment variable. */
static void prepend_folder(const char *variable, const char *file) {
  char folder[INSTALLED_PATH_BYTES], list[2 * INSTALLED_PATH_BYTES];
  const char *present = getenv(variable);
  snprintf(folder, sizeof folder, "%s", file);
  if (!cut_component(folder))
    return;
  int length = snprintf(list, sizeof list, "%s%s%s", folder, present && *present ? ":" : "", present ? present : "");
  if (length < (int)sizeof list)
    setenv(variable, list, 1);
}

bool find_runtime_aside(char path[INSTALLED_PATH_BYTES]) {
  char folder[PATH_MAX], library[96];
  snprintf(library, sizeof library, RUNTIME_ASIDE, PMECACHE_LLVM_MAJOR);
  return own_folder(folder) && find_there(folder, library, "libomp.so", path);
}

void use_runtime_aside(void) {
  char folder[PATH_MAX], header[128], path[INSTALLED_PATH_BYTES];
  snprintf(header, sizeof header, RUNTIME_ASIDE "/clang/%d/include", PMECACHE_LLVM_MAJOR, PMECACHE_LLVM_MAJOR);
  if (find_runtime_aside(path)) {
    prepend_folder("LIBRARY_PATH", path);
    prepend_folder("LD_RUN_PATH", path); /* what is linked finds it when it runs */
  }
  if (own_folder(folder) && find_there(folder, header, "omp.h", path))
    prepend_folder("CPATH", path);
}

/* ---- compilers ---- */

static bool is_program(const char *path) {
  struct stat there;
  return !stat(path, &there) && S_ISREG(there.st_mode) && access(path, X_OK) == 0;
}

/* The folder before the first ':' of a list, with the name in it; an empty folder is the present one. */
static bool is_in_first(const char *list, const char *name, char path[INSTALLED_PATH_BYTES]) {
  int length = (int)strcspn(list, ":");
  if (length > PATH_MAX)
    return false;
  snprintf(path, INSTALLED_PATH_BYTES, "%.*s/%s", length ? length : 1, length ? list : ".", name);
  return is_program(path);
}

static bool find_in_path(const char *name, char path[INSTALLED_PATH_BYTES]) {
  const char *list = getenv("PATH");
  while (list) {
    if (is_in_first(list, name, path))
      return true;
    list = strchr(list, ':');
    list = list ? list + 1 : NULL;
  }
  return false;
}

bool find_program(const char *name, char path[INSTALLED_PATH_BYTES]) {
  char versioned[64];
  snprintf(versioned, sizeof versioned, "%s-%d", name, PMECACHE_LLVM_MAJOR);
  if (PMECACHE_LLVM_MAJOR && find_in_path(versioned, path))
    return true;
  snprintf(path, INSTALLED_PATH_BYTES, "%s/%s", PMECACHE_LLVM_TOOLS, name);
  return (PMECACHE_LLVM_MAJOR && is_program(path)) || find_in_path(name, path);
}

bool find_compiler(const char *command, const char *driver, char path[INSTALLED_PATH_BYTES]) {
  char name[64];
  if (!PMECACHE_LLVM_MAJOR) {
    fprintf(stderr, "pmecache %s: error: this pmecache was built without the plugin\n", command);
    return false;
  }
  snprintf(name, sizeof name, "%s-%d", driver, PMECACHE_LLVM_MAJOR);
  if (find_in_path(name, path))
    return true;
  snprintf(path, INSTALLED_PATH_BYTES, "%s/%s", PMECACHE_LLVM_TOOLS, driver);
  if (is_program(path))
    return true;
  fprintf(stderr, "pmecache %s: error: there is no %s in PATH and no %s: install it, the plugin is for LLVM %d\n",
          command, name, path, PMECACHE_LLVM_MAJOR);
  return false;
}
