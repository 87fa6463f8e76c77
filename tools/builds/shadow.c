#define _GNU_SOURCE /* mkstemp, in any mode of the language */
#include "shadow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compile_line.h"
#include "pmecache/arena.h"
#include "process.h"
#include "tools/installation.h"

enum { MOST_REFUSED = 32, MOST_ATTEMPTS = 4, REFUSED_BYTES = 200, LINE_BYTES = 4096 };

typedef struct shadow {
  const shadow_job *job;
  const char *source;
  char compiler[INSTALLED_PATH_BYTES], load[INSTALLED_PATH_BYTES + 32], library[INSTALLED_PATH_BYTES];
  char output[INSTALLED_PATH_BYTES];
  char texts[MOST_REFUSED][REFUSED_BYTES]; /* options of another compiler */
  char *refused[MOST_REFUSED + 1];
  int refused_count;
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

/* ---- the log ---- */

static void copy_lines(FILE *to, const char *path) {
  char line[LINE_BYTES];
  FILE *from = fopen(path, "r");
  while (from && fgets(line, sizeof line, from))
    fputs(line, to);
  if (from)
    fclose(from);
}

static void write_log(const shadow *s) {
  FILE *log = s->job->log ? fopen(s->job->log, "a") : NULL;
  if (!log)
    return;
  fprintf(log, "%s%s%s: not compiled by %s:\n", s->job->directory ? s->job->directory : "",
          s->job->directory ? "/" : "", s->source, s->compiler);
  copy_lines(log, s->output);
  fclose(log);
}

/* ---- compiling ---- */

static bool run_once(shadow *s) {
  char **arguments = (char **)pme_reallocate(NULL, ((size_t)s->job->count + SHADOW_EXTRA) * sizeof *arguments);
  if (!arguments)
    return false;
  if (s->library[0])
    write_instrumented(arguments, &(instrumented_line){s->compiler, s->load, s->library, s->refused}, s->job->count,
                       s->job->arguments);
  else
    write_shadow(arguments, s->compiler, s->load, s->job->count, s->job->arguments, s->source, s->refused);
  int status = process_run(arguments, &(process_place){s->job->directory, s->output});
  pme_reallocate(arguments, 0);
  return status == 0;
}

static bool compile_source(shadow *s, const char *source) {
  s->source = source;
  bool is_good = run_once(s);
  for (int attempt = 1; !is_good && attempt < MOST_ATTEMPTS && read_refused(s); attempt++)
    is_good = run_once(s);
  if (!is_good)
    write_log(s);
  return is_good;
}

static bool prepare(shadow *s) {
  char plugin[INSTALLED_PATH_BYTES];
  const char *folder = getenv("TMPDIR");
  if (!find_compiler("scan", driver_for_compiler(s->job->arguments[0]), s->compiler) ||
      !find_library("scan", "libpmecache.so", plugin))
    return false;
  snprintf(s->load, sizeof s->load, "-fpass-plugin=%s", plugin);
  snprintf(s->output, sizeof s->output, "%s/pmecache-scan-XXXXXX", folder && folder[0] ? folder : "/tmp");
  int file = mkstemp(s->output);
  return file >= 0 && !close(file);
}

static bool finish(const shadow *s, bool is_good) {
  if (s->output[0])
    unlink(s->output);
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
  bool is_good = prepare(&s) && find_library("scan", "libpmecache_rt.a", s.library);
  return finish(&s, is_good && compile_source(&s, source ? source : "a link"));
}
