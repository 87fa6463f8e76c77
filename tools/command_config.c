/* pmecache config: where the plugin and the runtime are. They are looked for from where this command is, so that a
 * build tree, an installation and a moved installation all answer right. */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "message.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

static int print_help(void) {
  puts("usage: pmecache config --libs       what an instrumented program is linked with\n"
       "       pmecache config --plugin     the file to load with -fpass-plugin=\n"
       "       pmecache config --cflags     flags that make clang load it");
  return finish_output(EXIT_ANSWERED);
}

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
static bool find_there(const char *folder, const char *relative, const char *name, char path[2 * PATH_MAX]) {
  char start[PATH_MAX];
  snprintf(start, sizeof start, "%s", folder);
  for (; strncmp(relative, "../", 3) == 0; relative += 3)
    if (!cut_component(start))
      return false;
  int length = snprintf(path, 2 * (size_t)PATH_MAX, "%s/%s/%s", start, relative, name);
  return length > 0 && length < 2 * PATH_MAX && access(path, R_OK) == 0;
}

/* The library with this name: in the build tree's lib folder, or where it is installed relative to the command. */
static bool find_library(const char *name, char path[2 * PATH_MAX]) {
  static const char *const folders[] = {"../lib", PMECACHE_LIBRARY_FOLDER};
  char folder[PATH_MAX];
  bool known = own_folder(folder);
  for (size_t i = 0; known && i < sizeof folders / sizeof *folders; i++)
    if (find_there(folder, folders[i], name, path))
      return true;
  fprintf(stderr, "pmecache config: error: %s is not where it should be, near %s\n", name,
          known ? folder : "this command");
  return false;
}

static int print_library(const char *before, const char *name, const char *after) {
  char path[2 * PATH_MAX];
  if (!find_library(name, path))
    return EXIT_NO_ANSWER;
  printf("%s%s%s\n", before, path, after);
  return finish_output(EXIT_ANSWERED);
}

int command_config(int count, char **arguments) {
  const char *question = count == 2 ? arguments[1] : "";
  for (int i = 1; i < count; i++)
    if (!strcmp(arguments[i], "--help") || !strcmp(arguments[i], "-h"))
      return print_help();
  if (!strcmp(question, "--libs"))
    return print_library("", "libpmecache_rt.a", " -lpthread -lm");
  if (!strcmp(question, "--plugin"))
    return print_library("", "libpmecache.so", "");
  if (!strcmp(question, "--cflags"))
    return print_library("-fpass-plugin=", "libpmecache.so", "");
  return report_usage("config", "expected one of --libs, --plugin and --cflags");
}
