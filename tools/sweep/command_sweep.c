/* pmecache sweep: the predictions of a program for many sizes, machines and teams, as jobs for something that runs them. */
#define _GNU_SOURCE /* realpath, readlink, in any mode of the language */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emit.h"
#include "tools/command.h"
#include "tools/message.h"
#include "tools/options/option_table.h"
#include "tools/options/option_values.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

typedef struct sweep_options {
  sweep sweep;
  const char *folder;
  int form;
} sweep_options;

/* ---- options ---- */

static pme_status read_over(const option_text *given, void *field, pme_error *error) {
  return sweep_add_axis((sweep *)field, given->text, error);
}

static pme_status read_form(const option_text *given, void *field, pme_error *error) {
  static const char *const forms[SWEEP_FORMS] = {"parallel", "slurm", "ninja"};
  return read_choice(given, forms, SWEEP_FORMS, (int *)field, error);
}

static const option rows[] = {
    {"--over", "NAME=VALUES", 1, read_over, offsetof(sweep_options, sweep), NULL,
     "a symbol, threads, schedule or machine: n=100,200 n=100..1000+100 n=64..4096*2; values of machine and schedule "
     "with blanks between; may be repeated",
     NULL},
    {"--emit", "FORM", 1, read_form, offsetof(sweep_options, form), "parallel, slurm or ninja",
     "parallel: a command a line, for GNU parallel, xargs or sh; slurm: an array job; ninja (parallel)", NULL},
    {"--output", "FOLDER", 1, read_text, offsetof(sweep_options, folder), "a folder",
     "where jobs and results go (pmecache-sweep)", NULL},
};

static const option_table table = {.command = "sweep",
                                   .rows = rows,
                                   .row_count = sizeof rows / sizeof *rows,
                                   .short_form = "-o",
                                   .long_form = "--output"};

static int print_help(void) {
  puts("usage: pmecache sweep PROGRAM.pme --over NAME=VALUES... [OPTION...]\n\n"
       "Writes the predictions of every combination of values as jobs. Results are named by what they depend on:\n"
       "jobs that are run again do what is missing, and `pmecache collect` makes one document of them.\n");
  options_print_columns(&table);
  puts("\n  pmecache sweep mm.pme --over n=64..4096*2 --over 'machine=corei7 host' --emit ninja\n"
       "  ninja -f pmecache-sweep/jobs.ninja && pmecache collect pmecache-sweep --csv");
  return finish_output(EXIT_ANSWERED);
}

static int take_program(void *values, const char *operand) {
  sweep_options *o = (sweep_options *)values;
  if (o->sweep.program)
    return report_usage("sweep", "one program at a time, '%s' is one too many", operand);
  o->sweep.program = operand;
  return OPTIONS_GO_ON;
}

/* ---- files ---- */

static int cannot(const char *what, const char *path) {
  fprintf(stderr, "pmecache sweep: error: cannot %s '%.150s': %s\n", what, path, strerror(errno));
  return EXIT_BAD_INPUT;
}

static int read_program(sweep *s) {
  static char path[PATH_MAX];
  enum { MOST_BYTES = 1 << 26 };
  FILE *file = realpath(s->program, path) ? fopen(path, "r") : NULL;
  struct stat there;
  if (!file || fstat(fileno(file), &there) || !S_ISREG(there.st_mode) || there.st_size > MOST_BYTES) {
    if (file)
      fclose(file);
    return cannot("read", s->program);
  }
  char *text = PME_ARENA_NEW(s->arena, char, (size_t)there.st_size + 1);
  s->text_bytes = text ? fread(text, 1, (size_t)there.st_size, file) : 0;
  s->text = text;
  s->program = path;
  fclose(file);
  return text ? OPTIONS_GO_ON : report_fault("pmecache", &(pme_error){.status = PME_NO_MEMORY});
}

/* What collect says of a result: its values. */
static int note_point(const sweep *s, const char *folder, int number) {
  int values[SWEEP_MOST_AXES];
  char digest[DIGEST_BYTES], path[PATH_MAX + 32];
  json_t *point = json_object();
  sweep_point(s, number, values);
  sweep_digest(s, values, digest);
  json_object_set_new(point, "program", json_string(s->program));
  for (int i = 0; i < s->axis_count; i++)
    json_object_set_new(point, s->axes[i].name, json_string(s->axes[i].values[values[i]]));
  snprintf(path, sizeof path, "%s/%s.point", folder, digest);
  int failed = json_dump_file(point, path, JSON_COMPACT);
  json_decref(point);
  return failed ? cannot("write", path) : OPTIONS_GO_ON;
}

static int write_jobs(const sweep_options *o, const char *folder) {
  static const char *const names[SWEEP_FORMS] = {"jobs.txt", "jobs.slurm", "jobs.ninja"};
  char path[PATH_MAX + 32], command[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", command, sizeof command - 1);
  snprintf(path, sizeof path, "%s/%s", folder, names[o->form]);
  command[length > 0 ? length : 0] = 0;
  FILE *out = fopen(path, "w");
  if (!out)
    return cannot("write", path);
  emit_jobs(&(sweep_jobs){&o->sweep, length > 0 ? command : "pmecache", folder}, (sweep_form)o->form, out);
  bool failed = ferror(out);
  if (fclose(out) || failed)
    return cannot("write", path);
  printf("%d jobs in %s\n", sweep_point_count(&o->sweep), path);
  return finish_output(EXIT_ANSWERED);
}

static int write_all(const sweep_options *o) {
  char folder[PATH_MAX];
  if ((mkdir(o->folder, 0777) && errno != EEXIST) || !realpath(o->folder, folder))
    return cannot("make", o->folder);
  int status = OPTIONS_GO_ON;
  for (int i = 0; i < sweep_point_count(&o->sweep) && status == OPTIONS_GO_ON; i++)
    status = note_point(&o->sweep, folder, i);
  return status == OPTIONS_GO_ON ? write_jobs(o, folder) : status;
}

static int run(sweep_options *o, int count, char **arguments) {
  int status = options_apply(&table, &(option_target){o, take_program}, count, arguments, 1);
  if (status != OPTIONS_GO_ON)
    return status;
  if (!o->sweep.program)
    return report_usage("sweep", "no program given");
  if (!o->sweep.axis_count)
    return report_usage("sweep", "nothing to sweep over: --over");
  if (sweep_point_count(&o->sweep) > SWEEP_MOST_POINTS)
    return report_usage("sweep", "more than %d points", SWEEP_MOST_POINTS);
  status = read_program(&o->sweep);
  return status == OPTIONS_GO_ON ? write_all(o) : status;
}

int command_sweep(int count, char **arguments) {
  sweep_options o = {.folder = "pmecache-sweep", .form = SWEEP_PARALLEL};
  if (options_ask_for_help(count, arguments))
    return print_help();
  o.sweep.arena = pme_arena_create();
  if (!o.sweep.arena)
    return report_fault("pmecache", &(pme_error){.status = PME_NO_MEMORY});
  int status = run(&o, count, arguments);
  pme_arena_destroy(o.sweep.arena);
  return status;
}
