#define _GNU_SOURCE /* realpath, setenv, in any mode of the language */
#include "scan_compiler.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile_line.h"
#include "pmecache/arena.h"
#include "process.h"
#include "scan_units.h"
#include "shadow.h"
#include "tools/installation.h"

enum { NOT_FOUND = 127 };

bool is_started_as_compiler(const char *name) { return strncmp(base_name(name), "pmecache", 8) != 0; }

/* ---- the compiler meant ---- */

static bool is_same_file(const char *left, const char *right) {
  char a[PATH_MAX], b[PATH_MAX];
  return realpath(left, a) && realpath(right, b) && !strcmp(a, b);
}

/* A program that is not this one. */
static bool is_compiler(const char *path) {
  struct stat there;
  return !stat(path, &there) && S_ISREG(there.st_mode) && access(path, X_OK) == 0 &&
         !is_same_file(path, "/proc/self/exe");
}

static bool find_in_list(const char *list, const char *name, char path[PATH_MAX]) {
  while (list) {
    int length = (int)strcspn(list, ":");
    int written = snprintf(path, PATH_MAX, "%.*s/%s", length ? length : 1, length ? list : ".", name);
    if (written < PATH_MAX && is_compiler(path))
      return true;
    list = list[length] ? list + length + 1 : NULL;
  }
  return false;
}

static bool find_meant(const char *name, char path[PATH_MAX]) {
  const char *folder = getenv(SCAN_VARIABLE);
  if (folder && snprintf(path, PATH_MAX, "%s/" SCAN_REAL "/%s", folder, name) < PATH_MAX && is_compiler(path))
    return true;
  return find_in_list(getenv("PATH"), name, path);
}

/* ---- compiling ---- */

bool loads_plugin(const char *compiler) {
  char own[INSTALLED_PATH_BYTES];
  return find_compiler("scan", driver_for_compiler(compiler), own) && is_same_file(own, compiler);
}

static int become(char *const *arguments) {
  execv(arguments[0], arguments);
  fprintf(stderr, "pmecache scan: error: cannot run %s: %s\n", arguments[0], strerror(errno));
  return NOT_FOUND;
}

/* Several in one command are told apart by what is in them. */
static void tell_source(int count, char **arguments) {
  int index = 1;
  const char *source = next_source(count, arguments, &index);
  if (source && !next_source(count, arguments, &index))
    setenv(SCAN_SOURCE_VARIABLE, source, 1);
}

/* The object file is the same but for the places of OpenMP constructs, where lines were not asked for. */
static int compile_with_plugin(int count, char **arguments) {
  static char places[] = "-Rpass=^$";
  char plugin[INSTALLED_PATH_BYTES], load[INSTALLED_PATH_BYTES + 32], load_options[INSTALLED_PATH_BYTES + 32];
  char **more = (char **)pme_reallocate(NULL, ((size_t)count + 4) * sizeof *more), **at = more;
  if (!more || !find_library("scan", "libpmecache.so", plugin))
    return become(arguments);
  snprintf(load, sizeof load, "-fpass-plugin=%s", plugin);
  snprintf(load_options, sizeof load_options, "-fplugin=%s", plugin);
  *at++ = arguments[0];
  *at++ = load;
  if (plugin_llvm_version() < 20) /* knows options behind -mllvm only so */
    *at++ = load_options;
  if (!compile_line_has_places(count, arguments))
    *at++ = places;
  tell_source(count, arguments);
  memcpy(at, arguments + 1, (size_t)count * sizeof *at); /* with the NULL at the end */
  return become(more);
}

bool makes_modules(int count, char **arguments) {
  int first = 1;
  return count > 0 && !strcmp(driver_for_compiler(arguments[0]), "flang") && !loads_plugin(arguments[0]) &&
         next_source(count, arguments, &first) && compile_line_builds(count, arguments);
}

static int compile_twice(int count, char **arguments, const char *folder) {
  int status = process_run(arguments, &(process_place){NULL, NULL});
  bool is_tried_again = makes_modules(count, arguments);
  if (status == 0 && !shadow_compile(&(shadow_job){count, arguments, NULL, folder, is_tried_again}) && is_tried_again)
    note_unit(folder, SCAN_FAILED, count, arguments);
  return status;
}

static void note_measuring(const char *folder) {
  char path[PATH_MAX];
  FILE *file = NULL;
  if (snprintf(path, sizeof path, "%s/" SCAN_MEASURES, folder) < PATH_MAX)
    file = fopen(path, "w");
  if (file)
    fclose(file);
}

/* In place of the build's compiler; what clang cannot do is left to that. */
static int instrument(int count, char **arguments, const char *folder, bool is_unit) {
  if (shadow_instrument(&(shadow_job){count, arguments, NULL, folder, false})) {
    if (is_unit)
      note_measuring(folder);
    return 0;
  }
  unsetenv("PMECACHE_INSTRUMENT");
  return become(arguments);
}

void leave_scan(const char *folder) {
  char bin[PATH_MAX], *list = getenv("PATH");
  size_t length = (size_t)snprintf(bin, sizeof bin, "%s/" SCAN_BIN ":", folder);
  if (list && length < sizeof bin && !strncmp(list, bin, length))
    setenv("PATH", list + length, 1);
  unsetenv(SCAN_VARIABLE);
}

int scan_compile(int count, char **arguments) {
  char path[PATH_MAX], folder[PATH_MAX];
  const char *name = base_name(arguments[0]), *given = getenv(SCAN_VARIABLE);
  bool is_instrumented = getenv("PMECACHE_INSTRUMENT") != NULL;
  if (!find_meant(name, path)) {
    fprintf(stderr, "%s: not found (pmecache scan)\n", name);
    return NOT_FOUND;
  }
  arguments[0] = path;
  bool is_wanted = compile_line_is_wanted(count, arguments) || makes_modules(count, arguments);
  if (!given || snprintf(folder, sizeof folder, "%s", given) >= PATH_MAX ||
      !(is_wanted || (is_instrumented && compile_line_builds(count, arguments))))
    return become(arguments);
  leave_scan(folder);
  if (is_wanted)
    note_unit(folder, SCAN_UNITS, count, arguments);
  if (is_instrumented)
    return instrument(count, arguments, folder, is_wanted);
  /* A profile is of code with -g, which the build's object need not have. */
  bool is_other = getenv("PMECACHE_PROFILE") && !compile_line_has_places(count, arguments);
  return loads_plugin(path) && !is_other ? compile_with_plugin(count, arguments)
                                         : compile_twice(count, arguments, folder);
}
