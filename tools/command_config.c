/* pmecache config: where the plugin and the runtime are, and which compiler loads the plugin. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "installation.h"
#include "message.h"

static int print_help(void) {
  puts("usage: pmecache config --libs       what an instrumented program is linked with\n"
       "       pmecache config --plugin     the file to load with -fpass-plugin=\n"
       "       pmecache config --cflags     flags that make clang load it\n"
       "       pmecache config --cc         the clang that loads it; --cxx: clang++, --fc: flang");
  return finish_output(EXIT_ANSWERED);
}

static int print_library(const char *before, const char *name, const char *after) {
  char path[INSTALLED_PATH_BYTES];
  if (!find_library("config", name, path))
    return EXIT_NO_ANSWER;
  printf("%s%s%s\n", before, path, after);
  return finish_output(EXIT_ANSWERED);
}

static int print_compiler(const char *driver) {
  char path[INSTALLED_PATH_BYTES];
  if (!find_compiler("config", driver, path))
    return EXIT_NO_ANSWER;
  puts(path);
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
  if (!strcmp(question, "--cc"))
    return print_compiler("clang");
  if (!strcmp(question, "--cxx"))
    return print_compiler("clang++");
  if (!strcmp(question, "--fc"))
    return print_compiler("flang");
  static const char *const asked[] = {"--libs", "--plugin", "--cflags", "--cc", "--cxx", "--fc"};
  char meant[MEANT_BYTES];
  return report_usage("config", "expected one of --libs, --plugin, --cflags, --cc, --cxx and --fc%s",
                      write_meant(count > 1 ? arguments[1] : "", asked, 6, meant));
}
