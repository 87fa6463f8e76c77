/* pmecache cc: runs the compiler that the plugin was built for, with the plugin and its remarks before what it is
 * given. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "installation.h"
#include "message.h"
#include "pmecache/arena.h"

static const char driver_option[] = "--driver=";

static int print_help(void) {
  puts("usage: pmecache cc [--driver=clang|clang++|flang] ARGUMENT...\n\n"
       "Runs the compiler that the plugin was built for (pmecache config --cc) with the arguments, the plugin, and\n"
       "-Rpass=cache and -Rpass-missed=cache, each unless the arguments have it. Without --driver the suffix of\n"
       "the first source decides. The exit status is that of the compiler.\n\n"
       "  pmecache cc -O2 -fopenmp -c product.c\n"
       "  make CC=\"pmecache cc\" CXX=\"pmecache cc --driver=clang++\"\n");
  return finish_output(EXIT_ANSWERED);
}

static const struct {
  const char *suffix, *driver;
} languages[] = {
    {".c", "clang"},   {".cc", "clang++"}, {".cpp", "clang++"}, {".cxx", "clang++"}, {".c++", "clang++"},
    {".C", "clang++"}, {".cp", "clang++"}, {".CPP", "clang++"}, {".f", "flang"},     {".for", "flang"},
    {".f90", "flang"}, {".f95", "flang"},  {".f03", "flang"},   {".f08", "flang"},   {".F", "flang"},
    {".F90", "flang"}, {".F95", "flang"},  {".F03", "flang"},   {".F08", "flang"},
};

static const char *driver_of_sources(int count, char **arguments) {
  for (int i = 0; i < count; i++) {
    const char *suffix = strrchr(arguments[i], '.');
    for (size_t k = 0; suffix && arguments[i][0] != '-' && k < sizeof languages / sizeof *languages; k++)
      if (!strcmp(suffix, languages[k].suffix))
        return languages[k].driver;
  }
  return "clang";
}

static int usage_of_driver(const char *driver) {
  static const char *const drivers[] = {"clang", "clang++", "flang"};
  for (int i = 0; i < 3; i++)
    if (!strcmp(driver, drivers[i]))
      return EXIT_ANSWERED;
  return report_usage("cc", "--driver: expected clang, clang++ or flang, found '%.40s'", driver);
}

/* `option`: "-Rpass=". */
static bool has_own(const char *option, int count, char **arguments) {
  for (int i = 0; i < count; i++)
    if (!strncmp(arguments[i], option, strlen(option)))
      return true;
  return false;
}

/* The compiler's command line: `out` has room for `count` arguments and six more. */
static void make_command(char **out, char *compiler, char *plugin, int count, char **arguments) {
  static char load[INSTALLED_PATH_BYTES + 32], load_options[INSTALLED_PATH_BYTES + 32];
  static char passed[] = "-Rpass=cache", missed[] = "-Rpass-missed=cache";
  snprintf(load, sizeof load, "-fpass-plugin=%s", plugin);
  snprintf(load_options, sizeof load_options, "-fplugin=%s", plugin);
  *out++ = compiler;
  *out++ = load;
  if (plugin_llvm_version() < 20) /* knows options behind -mllvm only so */
    *out++ = load_options;
  if (!has_own("-Rpass=", count, arguments))
    *out++ = passed;
  if (!has_own("-Rpass-missed=", count, arguments))
    *out++ = missed;
  memcpy(out, arguments, (size_t)count * sizeof *out);
  out[count] = NULL;
}

static int run_compiler(const char *driver, int count, char **arguments) {
  static char compiler[INSTALLED_PATH_BYTES], plugin[INSTALLED_PATH_BYTES];
  if (!find_compiler("cc", driver, compiler) || !find_library("cc", "libpmecache.so", plugin))
    return EXIT_NO_ANSWER;
  use_runtime_aside();
  char **command = (char **)pme_reallocate(NULL, ((size_t)count + 6) * sizeof *command);
  if (command) {
    make_command(command, compiler, plugin, count, arguments);
    execv(compiler, command);
    pme_reallocate(command, 0);
  }
  fprintf(stderr, "pmecache cc: error: cannot run %s: %s\n", compiler, strerror(errno));
  return EXIT_NO_ANSWER;
}

int command_cc(int count, char **arguments) {
  count--;
  arguments++;
  if (count == 0)
    return report_usage("cc", "expected the arguments of a compile");
  if (!strcmp(arguments[0], "--help") || !strcmp(arguments[0], "-h"))
    return print_help();
  if (strncmp(arguments[0], driver_option, sizeof driver_option - 1) != 0)
    return run_compiler(driver_of_sources(count, arguments), count, arguments);
  const char *driver = arguments[0] + sizeof driver_option - 1;
  int status = usage_of_driver(driver);
  return status ? status : run_compiler(driver, count - 1, arguments + 1);
}
