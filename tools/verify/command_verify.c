/* pmecache verify: what counters say of a program, beside what was predicted. */
#define _GNU_SOURCE /* unlink, in any mode of the language */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer.h"
#include "loop_counts.h"
#include "obstacle.h"
#include "tools/builds/temporary_file.h"
#include "tools/command.h"
#include "tools/installation.h"
#include "tools/message.h"
#include "tools/options/option_table.h"
#include "tools/options/option_values.h"

typedef struct verify_options {
  const char *answers, *events, *output;
  bool csv, without_loops;
} verify_options;

static const option rows[] = {
    {"--events", "NAME[=LEVEL.WHAT],...", 1, read_text, offsetof(verify_options, events), "names of events",
     "what is counted, by the names of perf or libpfm4, and what of the prediction stands beside it (loads and misses)",
     NULL},
    {"--answers", "PATH", 1, read_text, offsetof(verify_options, answers), "a document or folder",
     "the predictions (pmecache-scan/answers, where it is there)", NULL},
    {"--no-loops", NULL, 1, read_flag, offsetof(verify_options, without_loops), NULL,
     "count the whole program alone, without the tool in its OpenMP runtime", NULL},
    {"--csv", NULL, 1, read_flag, offsetof(verify_options, csv), NULL, "rows for spreadsheets", NULL},
    {"--output", "FILE", 1, read_text, offsetof(verify_options, output), "a file",
     "where the table goes, instead of standard error", NULL},
};

static const option_table table = {.command = "verify",
                                   .rows = rows,
                                   .row_count = sizeof rows / sizeof *rows,
                                   .short_form = "-o",
                                   .long_form = "--output"};

static int print_help(void) {
  puts("usage: pmecache verify [OPTION...] -- PROGRAM [ARGUMENT...]\n\n"
       "Runs a program and shows what counters of the processor say beside what was predicted: of the program, and of\n"
       "each worksharing loop where the program has LLVM's OpenMP runtime and -g. What the program prints stays; the\n"
       "exit status is its own, or 1 where the host lets nothing be counted (and what is missing is said).\n");
  options_print_columns(&table);
  puts("\n  pmecache verify -- ./solver 1000\n"
       "  pmecache verify --events MEM_LOAD_RETIRED:L2_MISS=L2.read_misses,page-faults -- ./solver 1000");
  return finish_output(EXIT_ANSWERED);
}

static int refuse_operand(void *values, const char *operand) {
  (void)values;
  return report_early_operand("verify", "the program", operand);
}

/* ---- what can be counted ---- */

static int count_faults(const event_list *events, const int *faults) {
  int count = 0;
  for (int i = 0; i < events->count; i++)
    count += faults[i] != 0;
  return count;
}

/* A reason once, with the events that it is of. */
static void tell_obstacles(const event_list *events, const int *faults, const host_facts *facts) {
  char text[EVENT_MOST][512];
  for (int i = 0; i < events->count; i++) {
    bool is_told = !faults[i];
    if (faults[i])
      obstacle_write(&events->rows[i], faults[i], facts, text[i], sizeof text[i]);
    for (int j = 0; j < i && !is_told; j++)
      is_told = faults[j] && !strcmp(text[i], text[j]);
    if (is_told)
      continue;
    fprintf(stderr, "pmecache verify: error: cannot count %s", events->rows[i].name);
    for (int j = i + 1; j < events->count; j++) {
      if (!faults[j])
        continue;
      obstacle_write(&events->rows[j], faults[j], facts, text[j], sizeof text[j]);
      if (!strcmp(text[i], text[j]))
        fprintf(stderr, ", %s", events->rows[j].name);
    }
    fprintf(stderr, ": %s\n", text[i]);
  }
}

static void remove_faulty(event_list *events, const int *faults) {
  int kept = 0;
  for (int i = 0; i < events->count; i++)
    if (!faults[i])
      events->rows[kept++] = events->rows[i];
  events->count = kept;
}

/* Events that were asked for have to be counted, all of them; of the usual ones those that can. */
static int choose_events(const verify_options *o, event_list *events) {
  pme_error error = {0};
  int faults[EVENT_MOST];
  if (o->events && event_list_read(o->events, events, &error))
    return report_fault("--events", &error);
  if (!o->events)
    event_list_usual(events);
  run_probe(&host_counting, events, faults);
  int faulty = count_faults(events, faults);
  host_facts facts = host_facts_now();
  if (faulty && (o->events || faulty == events->count)) {
    tell_obstacles(events, faults, &facts);
    if (!o->events)
      fprintf(stderr, "pmecache verify: --events page-faults,task-clock counts what the kernel itself knows\n");
    return EXIT_NO_ANSWER;
  }
  remove_faulty(events, faults);
  return OPTIONS_GO_ON;
}

/* ---- predictions ---- */

static void tell_fault(void *context, const char *path, const pme_error *error) {
  (void)context;
  report_fault(path, error);
}

static const char *find_answers(const verify_options *o) {
  static const char usual[] = "pmecache-scan/answers";
  struct stat there;
  return o->answers ? o->answers : !stat(usual, &there) ? usual : NULL;
}

static pme_status read_answers(const verify_options *o, pme__units **units) {
  const char *const paths[] = {find_answers(o)};
  if (paths[0])
    return pme__units_read(paths, 1, true, tell_fault, NULL, units);
  fprintf(stderr,
          "pmecache verify: no predictions: there is no pmecache-scan/answers here (pmecache scan makes it), and "
          "no --answers\n");
  return PME_OK;
}

/* ---- the run ---- */

typedef struct verify_run {
  event_list events;
  run_counts counts;
  counted_loops loops;
  pme__units *units;
  pme_arena *arena;
} verify_run;

static bool find_symbolizer(char path[INSTALLED_PATH_BYTES]) {
  return find_program("llvm-symbolizer", path) || find_program("addr2line", path);
}

static pme_status read_loops(const char *file, verify_run *r) {
  char symbolizer[INSTALLED_PATH_BYTES];
  pme_status status = counted_loops_read(file, r->events.count, r->arena, &r->loops);
  if (!status && find_symbolizer(symbolizer))
    counted_loops_place(&r->loops, symbolizer, file, r->arena);
  return status;
}

static bool is_openmp_missing(const verify_options *o, const verify_run *r) {
  return !o->without_loops && !r->loops.count && r->counts.status == 0;
}

/* The file in which the library leaves its counts. */
static bool make_file(char *file, size_t bytes) {
  bool is_made = temporary_file_make("verify", file, bytes);
  if (!is_made)
    fprintf(stderr, "pmecache verify: error: cannot write %s: %s\n", file, strerror(errno));
  return is_made;
}

static pme_status run_program(const verify_options *o, char **program, verify_run *r, bool *is_run) {
  char library[INSTALLED_PATH_BYTES], file[INSTALLED_PATH_BYTES];
  bool with_loops =
      !o->without_loops && find_library("verify", LOOP_COUNTS_LIBRARY, library) && make_file(file, sizeof file);
  run_loops loops = {library, file};
  *is_run = run_counted(&host_counting, &r->events, program, with_loops ? &loops : NULL, &r->counts);
  pme_status status = with_loops && *is_run ? read_loops(file, r) : PME_OK;
  if (with_loops)
    unlink(file);
  return status;
}

static int print_answer(const verify_options *o, const verify_run *r, const char *program) {
  const verified v = {&r->events, &r->counts, &r->loops, r->units, program};
  FILE *file = o->output ? fopen(o->output, "w") : NULL;
  bool failed = o->output && !file;
  if (!failed)
    (o->csv ? verified_csv : verified_text)(&v, file ? file : stderr);
  failed |= file && ferror(file) != 0;
  failed |= file && fclose(file) != 0;
  if (!failed)
    return r->counts.status;
  fprintf(stderr, "%s: error: cannot write: %s\n", o->output, strerror(errno));
  return EXIT_NO_ANSWER;
}

static int run(const verify_options *o, char **program) {
  verify_run r = {.arena = pme_arena_create()};
  bool is_run = false;
  int exit_status = choose_events(o, &r.events);
  pme_status status = r.arena ? PME_OK : PME_NO_MEMORY;
  if (!status && exit_status == OPTIONS_GO_ON) {
    status = read_answers(o, &r.units);
    if (!status)
      status = run_program(o, program, &r, &is_run);
    exit_status = r.counts.status;
    if (!status && is_run && is_openmp_missing(o, &r))
      fprintf(stderr,
              "pmecache verify: no loops were counted: the program has no worksharing loop, or its OpenMP runtime "
              "tells tools nothing (LLVM's does, that of gcc does not)\n");
    if (!status && is_run)
      exit_status = print_answer(o, &r, program[0]);
  }
  pme__units_destroy(r.units);
  pme_arena_destroy(r.arena);
  return status ? report_fault("verify", &(pme_error){.status = status}) : exit_status;
}

int command_verify(int count, char **arguments) {
  verify_options o = {0};
  int own = 1;
  while (own < count && strcmp(arguments[own], "--") != 0)
    own++;
  if (options_ask_for_help(own, arguments))
    return print_help();
  int status = options_apply(&table, &(option_target){&o, refuse_operand}, own, arguments, 1);
  if (status != OPTIONS_GO_ON)
    return status;
  if (own + 1 >= count)
    return report_usage("verify", "expected -- and a program");
  return run(&o, arguments + own + 1);
}
