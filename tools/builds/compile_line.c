#include "compile_line.h"

#include <string.h>

#include "tools/installation.h"

/* ---- words ---- */

static bool is_one_of(const char *text, const char *const *list) {
  for (; *list; list++)
    if (!strcmp(text, *list))
      return true;
  return false;
}

static bool begins(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

static bool begins_with_one_of(const char *text, const char *const *list) {
  for (; *list; list++)
    if (begins(text, *list))
      return true;
  return false;
}

const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *driver_for_compiler(const char *compiler) {
  const char *name = base_name(compiler);
  if (strstr(name, "fortran") || begins(name, "flang") || begins(name, "f77") || begins(name, "f95"))
    return "flang";
  return strstr(name, "++") ? "clang++" : "clang";
}

static bool is_source(const char *argument) {
  static const char *const suffixes[] = {".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",   ".cp",  ".CPP", ".f",   ".for",
                                         ".f90", ".f95", ".f03", ".f08", ".F",   ".F90", ".F95", ".F03", ".F08", NULL};
  const char *suffix = strrchr(base_name(argument), '.');
  return argument[0] != '-' && suffix && is_one_of(suffix, suffixes);
}

/* The next argument is its value, whatever that looks like. */
static bool takes_value(const char *argument) {
  static const char *const options[] = {
      "-o",       "-MF",      "-MT",      "-MQ",     "-I",         "-D",        "-U",          "-L",      "-l",
      "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-isysroot", "-Xlinker",    "-Xclang", "-Xassembler",
      "-x",       "-u",       "-T",       "-z",      "--param",    "-J",        "-module-dir", "-mllvm",  NULL};
  return is_one_of(argument, options);
}

const char *next_source(int count, char **arguments, int *index) {
  for (; *index < count; ++*index) {
    if (takes_value(arguments[*index]))
      ++*index;
    else if (is_source(arguments[*index]))
      return arguments[(*index)++];
  }
  return NULL;
}

/* ---- what is wanted ---- */

/* What configure scripts and CMake compile to look at the compiler. */
static bool is_of_a_test(const char *source) {
  static const char *const names[] = {"conftest.", "CMakeCCompiler", "CMakeCXXCompiler", "CMakeFortranCompiler", NULL};
  return begins_with_one_of(base_name(source), names) || strstr(source, "/CMakeScratch/") ||
         strstr(source, "/CMakeTmp/");
}

static bool has_one_of(int count, char **arguments, const char *const *list) {
  for (int i = 1; i < count; i++)
    if (is_one_of(arguments[i], list))
      return true;
  return false;
}

/* Makes no object and no program. */
static bool only_looks(int count, char **arguments) {
  static const char *const looks[] = {"-E", "-M", "-MM", "-fsyntax-only", "-###", "--version", NULL};
  return has_one_of(count, arguments, looks);
}

bool compile_line_is_wanted(int count, char **arguments) {
  static const char *const openmp[] = {"-fopenmp", "-qopenmp", NULL};
  bool has_openmp = false;
  for (int i = 1; i < count; i++)
    has_openmp |= begins_with_one_of(arguments[i], openmp) && strcmp(arguments[i], "-fopenmp-simd") != 0;
  int first = 1;
  const char *source = next_source(count, arguments, &first);
  return has_openmp && source && !is_of_a_test(source) && !only_looks(count, arguments);
}

/* Links what such a source became. */
static bool links_a_test(int count, char **arguments) {
  for (int i = 1; i < count; i++)
    if (strstr(arguments[i], "cmTC_") || begins(base_name(arguments[i]), "conftest"))
      return true;
  return false;
}

static bool has_input(int count, char **arguments) {
  for (int i = 1; i < count; i++) {
    if (takes_value(arguments[i]))
      i++;
    else if (arguments[i][0] != '-')
      return true;
  }
  return false;
}

bool compile_line_links(int count, char **arguments) {
  static const char *const parts[] = {"-c", "-S", "-r", NULL};
  return has_input(count, arguments) && !has_one_of(count, arguments, parts) && !only_looks(count, arguments);
}

bool compile_line_builds(int count, char **arguments) {
  int first = 1;
  const char *source = next_source(count, arguments, &first);
  return !only_looks(count, arguments) && !links_a_test(count, arguments) &&
         (source ? !is_of_a_test(source) : compile_line_links(count, arguments));
}

bool compile_line_has_places(int count, char **arguments) {
  bool has_places = false;
  for (int i = 1; i < count; i++)
    if (begins(arguments[i], "-Rpass") || (begins(arguments[i], "-g") && !begins(arguments[i], "-gcc")))
      has_places = strcmp(arguments[i], "-g0") != 0;
  return has_places;
}

/* ---- the same compile by clang ---- */

/* What would write a file, stop at a warning, or be of another compiler. */
static bool is_left_out(const char *argument, char *const *refused) {
  static const char *const starts[] = {"-Werror", "-save-temps", "-flto", "-fprofile",     "-fplugin", "-fdump-", "-MD",
                                       "-MMD",    "-MP",         "-MG",   "-fpass-plugin", "-J",       NULL};
  for (; *refused; refused++)
    if (!strcmp(argument, *refused))
      return true;
  return !strcmp(argument, "-c") || !strcmp(argument, "-S") || begins_with_one_of(argument, starts);
}

static bool is_left_out_with_value(const char *argument) {
  static const char *const options[] = {"-o", "-MF", "-MT", "-MQ", "-Xlinker", "-l", "-L", "-J", "-module-dir", NULL};
  return is_one_of(argument, options);
}

/* The folder of modules that an option names, alone or with the next argument; NULL: it names none. */
static char *module_folder(char **argument) {
  if (!strcmp(argument[0], "-J") || !strcmp(argument[0], "-module-dir"))
    return argument[1];
  return begins(argument[0], "-J") ? argument[0] + 2 : NULL;
}

void write_module_folders(char **out, int count, char **arguments, char *modules) {
  static char search[] = "-I", write[] = "-J";
  while (*out)
    out++;
  for (int i = 1; i < count; i++) {
    char *folder = module_folder(&arguments[i]);
    if (folder) {
      *out++ = search;
      *out++ = folder;
    }
    i += takes_value(arguments[i]);
  }
  *out++ = write;
  *out++ = modules;
  *out = NULL;
}

static char **write_kept(char **out, int count, char **arguments, const char *source, char *const *refused) {
  for (int i = 1; i < count; i++) {
    if (is_left_out_with_value(arguments[i])) {
      i++;
    } else if (takes_value(arguments[i]) && i + 1 < count) {
      *out++ = arguments[i++];
      *out++ = arguments[i];
    } else if (!is_left_out(arguments[i], refused) && (!is_source(arguments[i]) || arguments[i] == source)) {
      *out++ = arguments[i];
    }
  }
  return out;
}

/* Errors of clang that other compilers, and older ones, pass over. */
static char **write_permissions(char **out, const char *compiler) {
  static char names[][48] = {"-Wno-error=implicit-function-declaration",
                             "-Wno-error=implicit-int",
                             "-Wno-error=incompatible-pointer-types",
                             "-Wno-error=int-conversion",
                             "-Wno-error=return-mismatch",
                             "-Wno-error=narrowing",
                             "-Wno-error=register"};
  if (!strcmp(driver_for_compiler(compiler), "flang"))
    return out;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    *out++ = names[i];
  return out;
}

int write_instrumented(char **out, const instrumented_line *line, int count, char **arguments) {
  static const char *const others[] = {"-flto", "-Werror", "-fplugin", "-fpass-plugin", NULL};
  static char lines[] = "-g", quiet[] = "-w", unused[] = "-Qunused-arguments";
  static char threads[] = "-lpthread", mathematics[] = "-lm";
  char **at = out;
  *at++ = line->compiler;
  *at++ = line->load_plugin;
  for (int i = 1; i < count; i++)
    if (!begins_with_one_of(arguments[i], others) && !is_one_of(arguments[i], (const char *const *)line->refused))
      *at++ = arguments[i];
  at = write_permissions(at, line->compiler);
  *at++ = lines; /* as in write_shadow: else it is other code for a profile */
  *at++ = quiet;
  *at++ = unused;
  if (compile_line_links(count, arguments)) {
    *at++ = line->library;
    *at++ = threads;
    *at++ = mathematics;
  }
  *at = NULL;
  return (int)(at - out);
}

int write_shadow(char **out, char *compiler, char *load_plugin, int count, char **arguments, const char *source,
                 char *const *refused) {
  static char lines[] = "-g", emit[] = "-emit-llvm", compile[] = "-c", output[] = "-o", null[] = "/dev/null";
  static char quiet[] = "-w", unused[] = "-Qunused-arguments";
  char **at = out;
  *at++ = compiler;
  *at++ = load_plugin;
  at = write_kept(at, count, arguments, source, refused);
  at = write_permissions(at, compiler);
  char *const end[] = {lines, quiet, unused, emit, compile, output, null, NULL};
  memcpy(at, end, sizeof end);
  return (int)(at - out) + (int)(sizeof end / sizeof *end) - 1;
}
