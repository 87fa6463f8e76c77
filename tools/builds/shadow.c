#define _GNU_SOURCE /* PATH_MAX, in any mode of the language */
#include "shadow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile_line.h"
#include "pmecache/arena.h"
#include "process.h"
#include "scan_compiler.h"
#include "temporary_file.h"
#include "tools/installation.h"

enum { MOST_REFUSED = 32, MOST_ATTEMPTS = 4, REFUSED_BYTES = 200, LINE_BYTES = 4096 };

typedef struct shadow {
  const shadow_job *job;
  const char *source;
  char compiler[INSTALLED_PATH_BYTES], load[INSTALLED_PATH_BYTES + 32], library[INSTALLED_PATH_BYTES];
  char output[INSTALLED_PATH_BYTES], modules[PATH_MAX], log[PATH_MAX];
  pme_arena *arena;                        /* of paths */
  char texts[MOST_REFUSED][REFUSED_BYTES]; /* options of another compiler */
  char *refused[MOST_REFUSED + 1];
  int refused_count;
  bool is_header_sought, is_of_plugin; /* the build's compiler is the plugin's own */
  bool is_link;                        /* of objects: there is no source */
  char headers[PATH_MAX];              /* of the build's compiler, for what clang has not; "": not needed */
} shadow;

/* ---- options that clang does not know ---- */

static bool note_refused(shadow *s, const char *text, size_t length) {
  if (s->refused_count == MOST_REFUSED || length >= REFUSED_BYTES)
    return false;
  char *copy = s->texts[s->refused_count];
  memcpy(copy, text, length);
  copy[length] = 0;
  for (int i = 0; i < s->refused_count; i++)
    if (!strcmp(s->refused[i], copy))
      return false;
  s->refused[s->refused_count++] = copy;
  s->refused[s->refused_count] = NULL;
  return true;
}

/* "error: unknown argument: '-fnone'", "unsupported option '-mnone'": whether there is one more than before. */
static bool read_refused(shadow *s) {
  char line[LINE_BYTES];
  bool is_new = false;
  FILE *stream = fopen(s->output, "r");
  while (stream && fgets(line, sizeof line, stream)) {
    char *at = strstr(line, "unknown argument");
    at = at ? at : strstr(line, "unsupported ");
    char *first = at ? strchr(at, '\'') : NULL, *end = first ? strchr(first + 1, '\'') : NULL;
    if (strstr(line, "error: ") && end)
      is_new |= note_refused(s, first + 1, (size_t)(end - first - 1));
  }
  if (stream)
    fclose(stream);
  return is_new;
}

/* ---- omp.h ---- */

static bool has_line_with(const char *path, const char *text) {
  char line[LINE_BYTES];
  bool found = false;
  FILE *stream = fopen(path, "r");
  while (stream && !found && fgets(line, sizeof line, stream))
    found = strstr(line, text) != NULL;
  if (stream)
    fclose(stream);
  return found;
}

static bool lacks_openmp_header(const shadow *s) { return has_line_with(s->output, "'omp.h' file not found"); }

/* clang's omp.h comes with its runtime, which somebody who builds with gcc need not have: that of gcc may do. Whether to
 * compile once more, which fails as before where there is none, and says so. */
static bool find_openmp_header(shadow *s) {
  static char print[] = "-print-file-name=include";
  char *arguments[] = {s->job->arguments[0], print, NULL};
  if (s->is_header_sought || s->library[0] || !lacks_openmp_header(s))
    return false;
  s->is_header_sought = true;
  process_run(arguments, &(process_place){NULL, s->output});
  FILE *stream = fopen(s->output, "r");
  if (!stream || !fgets(s->headers, sizeof s->headers, stream) || s->headers[0] != '/')
    s->headers[0] = 0;
  if (stream)
    fclose(stream);
  s->headers[strcspn(s->headers, "\n")] = 0;
  return true;
}

/* ---- the log ---- */

static void copy_lines(FILE *to, const char *path) {
  char line[LINE_BYTES];
  FILE *from = fopen(path, "r");
  while (from && fgets(line, sizeof line, from))
    fputs(line, to);
  if (from)
    fclose(from);
}

/* What ld, gold, lld and mold say. */
static bool lacks_openmp_library(const shadow *s) {
  return s->is_link && (has_line_with(s->output, "-lomp:") || has_line_with(s->output, "-lomp\n") ||
                        has_line_with(s->output, ": omp\n"));
}

static void write_log(const shadow *s) {
  FILE *log = fopen(s->log, "a");
  if (!log)
    return;
  fprintf(log, "%s%s%s%s%s:\n", s->job->directory ? s->job->directory : "", s->job->directory ? "/" : "",
          s->is_link ? "a program" : s->source, s->is_link ? SCAN_NOT_LINKED : SCAN_NOT_COMPILED, s->compiler);
  copy_lines(log, s->output);
  if (lacks_openmp_header(s))
    fprintf(log, SCAN_NO_HEADER "libomp-%d-dev of Debian\n", plugin_llvm_version());
  if (lacks_openmp_library(s))
    fprintf(log, SCAN_NO_LIBRARY "libomp-%d-dev of Debian\n", plugin_llvm_version());
  fclose(log);
}

/* ---- compiling ---- */

/* Compilers other than flang write modules that flang cannot read, and read none of flang's. So flang runs in a folder
 * where those of flang are: it looks there first. The plugin's own reads those of its build, which stay as they are: it
 * runs where the build did, and its document has the name that the build gave it. */
static bool has_own_modules(const shadow *s) { return s->modules[0] && !s->library[0]; }

static char *from_there(const shadow *s, const char *before, const char *path) {
  char folder[PATH_MAX];
  if (!s->job->directory && !getcwd(folder, sizeof folder))
    return NULL;
  const char *start = s->job->directory ? s->job->directory : folder;
  size_t bytes = strlen(before) + strlen(start) + strlen(path) + 2;
  char *text = PME_ARENA_NEW(s->arena, char, bytes);
  if (text)
    snprintf(text, bytes, "%s%s%s%s", before, path[0] == '/' ? "" : start, path[0] == '/' ? "" : "/", path);
  return text;
}

/* For another working folder: the source, and where included files are, which is also where the compile was to run. */
static bool move_arguments(const shadow *s, char **arguments) {
  int to = 0;
  bool is_good = true;
  for (int i = 0; arguments[i] && is_good; i++) {
    bool has_next = arguments[i + 1] != NULL;
    if (arguments[i] == s->source)
      arguments[to++] = from_there(s, "", s->source);
    else if (!strcmp(arguments[i], "-I") && has_next)
      arguments[to++] = from_there(s, "-I", arguments[++i]);
    else if (!strncmp(arguments[i], "-I", 2))
      arguments[to++] = from_there(s, "-I", arguments[i] + 2);
    else
      arguments[to++] = arguments[i];
    is_good = arguments[to - 1] != NULL;
  }
  arguments[to] = from_there(s, "-I", ".");
  arguments[to + 1] = NULL;
  return is_good && arguments[to];
}

/* Behind all other folders, so that nothing else of them is found. */
static void add_headers(shadow *s, char **arguments) {
  static char behind[] = "-idirafter";
  while (*arguments)
    arguments++;
  arguments[0] = behind;
  arguments[1] = s->headers;
  arguments[2] = NULL;
}

static bool run_once(shadow *s) {
  char **arguments = (char **)pme_reallocate(NULL, (2 * (size_t)s->job->count + SHADOW_EXTRA) * sizeof *arguments);
  const char *directory = s->job->directory;
  if (!arguments)
    return false;
  if (s->library[0])
    write_instrumented(arguments, &(instrumented_line){s->compiler, s->load, s->library, s->refused}, s->job->count,
                       s->job->arguments);
  else
    write_shadow(arguments, s->compiler, s->load, s->job->count, s->job->arguments, s->source, s->refused);
  if (s->headers[0])
    add_headers(s, arguments);
  bool is_good = true;
  if (has_own_modules(s) && s->is_of_plugin) {
    write_module_folders(arguments, s->job->count, s->job->arguments, s->modules);
  } else if (has_own_modules(s)) {
    is_good = move_arguments(s, arguments);
    directory = s->modules;
  }
  is_good = is_good && process_run(arguments, &(process_place){directory, s->output}) == 0;
  pme_reallocate(arguments, 0);
  return is_good;
}

static bool compile_source(shadow *s, const char *source) {
  s->source = source;
  bool is_good = run_once(s);
  for (int attempt = 1; !is_good && attempt < MOST_ATTEMPTS && (read_refused(s) || find_openmp_header(s)); attempt++)
    is_good = run_once(s);
  if (!is_good && !s->job->is_tried_again)
    write_log(s);
  return is_good;
}

static bool prepare(shadow *s) {
  char plugin[INSTALLED_PATH_BYTES];
  const char *driver = driver_for_compiler(s->job->arguments[0]);
  s->arena = pme_arena_create();
  if (!s->arena || !find_compiler("scan", driver, s->compiler) || !find_library("scan", "libpmecache.so", plugin) ||
      snprintf(s->log, sizeof s->log, "%s/" SCAN_LOG, s->job->folder) >= PATH_MAX)
    return false;
  if (!strcmp(driver, "flang") &&
      (snprintf(s->modules, sizeof s->modules, "%s/" SCAN_MODULES, s->job->folder) >= PATH_MAX ||
       (mkdir(s->modules, 0777) && errno != EEXIST)))
    return false;
  s->is_of_plugin = s->modules[0] && loads_plugin(s->job->arguments[0]);
  snprintf(s->load, sizeof s->load, "-fpass-plugin=%s", plugin);
  return temporary_file_make("scan", s->output, sizeof s->output);
}

static bool finish(const shadow *s, bool is_good) {
  if (s->output[0])
    unlink(s->output);
  pme_arena_destroy(s->arena);
  return is_good;
}

bool shadow_compile(const shadow_job *job) {
  static shadow s;
  s = (shadow){.job = job};
  bool is_good = prepare(&s);
  int index = 1;
  const char *source;
  while (is_good && (source = next_source(job->count, job->arguments, &index)))
    is_good = compile_source(&s, source);
  return finish(&s, is_good);
}

bool shadow_instrument(const shadow_job *job) {
  static shadow s;
  s = (shadow){.job = job};
  int index = 1;
  const char *source = next_source(job->count, job->arguments, &index);
  s.is_link = !source;
  bool is_good = prepare(&s) && find_library("scan", "libpmecache_rt.a", s.library);
  return finish(&s, is_good && compile_source(&s, source));
}
