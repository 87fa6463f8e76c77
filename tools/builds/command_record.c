/* pmecache record: the run of an instrumented program, and where its profile went. */
#define _GNU_SOURCE /* st_mtim, in any mode of the language */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"
#include "tools/command.h"
#include "tools/message.h"
#include "tools/options/option_table.h"
#include "tools/options/option_values.h"

enum { MOST_THREADS = 4096 };

typedef struct record_options {
  const char *output;
  int threads; /* 0: not given */
} record_options;

static pme_status read_threads(const option_text *given, void *field, pme_error *error) {
  return read_count(given, MOST_THREADS, (int *)field, error);
}

static const option rows[] = {
    {"--threads", "T", 1, read_threads, offsetof(record_options, threads), "a number of threads",
     "no region has more, also with num_threads() (OMP_NUM_THREADS, OMP_THREAD_LIMIT); 1: answers for any team", NULL},
    {"--output", "FILE", 1, read_text, offsetof(record_options, output), "a file",
     "the profile; %p is the process id (PMECACHE_PROFILE_OUT, else run.pmeprof)", NULL},
};

static const option_table table = {.command = "record",
                                   .rows = rows,
                                   .row_count = sizeof rows / sizeof *rows,
                                   .short_form = "-o",
                                   .long_form = "--output"};

static int print_help(void) {
  puts("usage: pmecache record [OPTION...] -- PROGRAM [ARGUMENT...]\n\n"
       "Runs a program that `pmecache scan --instrument` has built (or PMECACHE_INSTRUMENT) and tells where its "
       "profile\n"
       "is. What the program prints and exits with stays.\n");
  options_print_columns(&table);
  puts("\n  pmecache record --threads 1 -- ./solver 1000 && pmecache scan -p pmecache-scan --profile run.pmeprof");
  return finish_output(EXIT_ANSWERED);
}

static int refuse_operand(void *values, const char *operand) {
  (void)values;
  return report_early_operand("record", "the program", operand);
}

/* The file that a path names; 0 in all: there is none. */
static struct stat file_at(const char *path) {
  struct stat there;
  return stat(path, &there) == 0 ? there : (struct stat){0};
}

/* Times alone do not tell a profile of this run from one of a few milliseconds ago. */
static bool is_same_file(const struct stat *a, const struct stat *b) {
  return a->st_ino == b->st_ino && a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec &&
         a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* A name with %p is not known before the run. */
static void tell_profile(const char *path, const struct stat *before) {
  struct stat there = file_at(path);
  if (strchr(path, '%'))
    return;
  if (there.st_ino && !is_same_file(&there, before)) {
    fprintf(stderr, "pmecache record: the profile is %s\n", path);
    if (!stat("pmecache-scan/compile_commands.json", &there)) {
      fputs("pmecache record: now pmecache scan -p pmecache-scan --profile ", stderr);
      print_word(path, stderr);
      fputc('\n', stderr);
    }
  } else {
    fprintf(stderr, "pmecache record: the program wrote no profile: was it built with PMECACHE_INSTRUMENT "
                    "(docs/user/report.md), and did it end by exit?\n");
  }
}

/* Somebody who looks on hears every ten seconds that it goes on. */
static void ask_for_progress(void) {
  const char *given = getenv("PMECACHE_PROGRESS");
  if (isatty(STDERR_FILENO) && (!given || !given[0]))
    setenv("PMECACHE_PROGRESS", "10", 1);
}

/* What a region asks for by num_threads() goes before the number of threads, not before their limit. */
static void set_team(int threads) {
  char text[16];
  snprintf(text, sizeof text, "%d", threads);
  setenv("OMP_NUM_THREADS", text, 1);
  setenv("OMP_THREAD_LIMIT", text, 1);
}

static int run(const record_options *o, char **command) {
  const char *given = getenv("PMECACHE_PROFILE_OUT");
  if (o->output || !given || !given[0])
    setenv("PMECACHE_PROFILE_OUT", o->output ? o->output : "run.pmeprof", 1);
  if (o->threads)
    set_team(o->threads);
  ask_for_progress();
  struct stat before = file_at(getenv("PMECACHE_PROFILE_OUT"));
  int status = process_run(command, &(process_place){NULL, NULL});
  if (status != PROCESS_NOT_RUN) /* which was said */
    tell_profile(getenv("PMECACHE_PROFILE_OUT"), &before);
  return status;
}

int command_record(int count, char **arguments) {
  record_options o = {0};
  int own = 1;
  while (own < count && strcmp(arguments[own], "--") != 0)
    own++;
  if (options_ask_for_help(own, arguments))
    return print_help();
  int status = options_apply(&table, &(option_target){&o, refuse_operand}, own, arguments, 1);
  if (status != OPTIONS_GO_ON)
    return status;
  if (own + 1 >= count)
    return report_usage("record", "expected -- and a program");
  return run(&o, arguments + own + 1);
}
