/* pmecache config: where the plugin and the runtime are. They are looked for from where this command is, so that a
 * build tree, an installation and a moved installation all answer right. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
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

/* The folder of this command, without the last '/'. */
static bool own_folder(char folder[PATH_MAX]) {
  ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
  if (length <= 0)
    return false;
  folder[length] = '\0';
  char *slash = strrchr(folder, '/');
  if (slash)
    *slash = '\0';
  return slash != NULL;
}

/* The library with this name: in the build tree's lib folder, or where it is installed relative to the command. */
static bool find_library(const char *name, char path[PATH_MAX]) {
  static const char *const folders[] = {"../lib", PMECACHE_LIBRARY_FOLDER};
  char folder[PATH_MAX], candidate[2 * PATH_MAX];
  if (own_folder(folder))
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
      snprintf(candidate, sizeof candidate, "%s/%s/%s", folder, folders[i], name);
      if (!access(candidate, R_OK) && realpath(candidate, path))
        return true;
    }
  fprintf(stderr, "pmecache config: error: %s is not where it should be: beside or near %s\n", name, folder);
  return false;
}

static int print_library(const char *before, const char *name, const char *after) {
  char path[PATH_MAX];
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
