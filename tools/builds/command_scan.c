/* pmecache scan: a build, with an answer about all of it at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compile_line.h"
#include "report_answer.h"
#include "scan.h"
#include "scan_compiler.h"
#include "tools/command.h"
#include "tools/message.h"
#include "tools/options/option_table.h"
#include "tools/options/option_values.h"

enum { MOST_JOBS = 4096 };

/* ---- options ---- */

static pme_status read_jobs(const option_text *given, void *field, pme_error *error) {
  return read_count(given, MOST_JOBS, (int *)field, error);
}

static pme_status read_kind(const option_text *given, void *field, pme_error *error) {
  static const char *const kinds[] = {"irregular", "values", "all", "program"};
  for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++)
    if (!strcmp(given->text, kinds[i])) {
      *(const char **)field = kinds[i];
      return PME_OK;
    }
  return pme_error_set(error, PME_BAD_INPUT, 0, 0, "%s: expected irregular, values, all or program, found '%.60s'",
                       given->place, given->text);
}

static const option rows[] = {
    {"--database", "BUILD", 1, read_text, offsetof(scan_options, database), "a folder or a file",
     "compile the units of this compile_commands.json instead of running a build (-p BUILD)", NULL},
    {"--output", "FOLDER", 1, read_text, offsetof(scan_options, folder), "a folder",
     "where answers and log go (pmecache-scan)", NULL},
    {"--machine", "M", 1, read_text, offsetof(scan_options, machine), "a machine",
     "preset, file:PATH, machine text or host (PMECACHE_MACHINE, else host)", NULL},
    {"--threads", "T", 1, read_text, offsetof(scan_options, threads), "a number of threads",
     "team size (PMECACHE_THREADS, else what the source says)", NULL},
    {"--param", "NAME=VALUE,...", 1, read_text, offsetof(scan_options, params), "values", "values of symbols", NULL},
    {"--profile", "PROFILE", 1, read_text, offsetof(scan_options, profile), "a profile",
     "what an instrumented run measured (pmecache record)", NULL},
    {"--instrument", "KIND", 1, read_kind, offsetof(scan_options, instrument), NULL,
     "build a program that measures itself instead: irregular, values, all or program (docs/user/instrumentation.md)",
     NULL},
    {"--jobs", "N", 1, read_jobs, offsetof(scan_options, jobs), "a number of compiles at a time",
     "of --database: so many compiles at a time (all processors)", NULL},
};

static const option_table table = {.command = "scan",
                                   .rows = rows,
                                   .row_count = sizeof rows / sizeof *rows,
                                   .short_form = "-p",
                                   .long_form = "--database"};

static int print_help(void) {
  puts("usage: pmecache scan [OPTION...] -- BUILD-COMMAND...\n"
       "       pmecache scan [OPTION...] -p BUILD\n\n"
       "Runs a build with the plugin in its compiles of OpenMP, and ends with `pmecache report` of all of them. What\n"
       "the build prints, makes and exits with stays; compilers that cannot load the plugin (gcc, another clang) do\n"
       "their work, and clang compiles the unit once more, for the answer alone.\n");
  options_print_columns(&table);
  puts("\n  pmecache scan -- make -j2        pmecache scan -p build\n"
       "  pmecache scan --instrument all -- make -B -j2");
  return finish_output(EXIT_ANSWERED);
}

static int refuse_operand(void *values, const char *operand) {
  (void)values;
  return report_early_operand("scan", "the build's command", operand);
}

/* ---- the end ---- */

/* What the build's own compiler was left to do. */
typedef struct left_over {
  int units, links;
  char missing[1024]; /* what has to be installed; "": nothing, or not known */
} left_over;

static void read_log_line(left_over *left, const char *line) {
  left->units += strstr(line, SCAN_NOT_COMPILED) != NULL;
  left->links += strstr(line, SCAN_NOT_LINKED) != NULL;
  if (!strncmp(line, SCAN_NO_HEADER, strlen(SCAN_NO_HEADER)) ||
      !strncmp(line, SCAN_NO_LIBRARY, strlen(SCAN_NO_LIBRARY)))
    snprintf(left->missing, sizeof left->missing, "%s", line);
}

static left_over tell_log(const scan *s) {
  char line[1024];
  left_over left = {0};
  FILE *log = fopen(s->log, "r");
  while (log && fgets(line, sizeof line, log))
    read_log_line(&left, line);
  if (log)
    fclose(log);
  if (left.units)
    fprintf(stderr, "pmecache scan: %d unit%s not compiled by clang: see %s\n", left.units,
            left.units == 1 ? " was" : "s were", s->log);
  if (left.links)
    fprintf(stderr, "pmecache scan: %d program%s not linked by clang: see %s\n", left.links,
            left.links == 1 ? " was" : "s were", s->log);
  if (left.missing[0])
    fprintf(stderr, "pmecache scan: %s", left.missing);
  return left;
}

/* What a compile does not know of loops, a run does. */
static void tell_run(const scan *s, int loops) {
  fprintf(stderr, "pmecache scan: a run answers %d of the loops: pmecache scan --instrument all -- ", loops);
  char **command = s->options->command;
  if (command && !strcmp(base_name(command[0]), "make") && (!command[1] || strcmp(command[1], "-B") != 0))
    fprintf(stderr, "%s -B%s", *command, command[1] ? " " : ""), command++;
  else if (!command)
    fputs("BUILD-COMMAND", stderr);
  for (; command && *command; command++) {
    print_word(*command, stderr);
    fputs(command[1] ? " " : "", stderr);
  }
  fputc('\n', stderr);
}

/* What the report that was printed, if any, is not of. */
static void tell_gaps(const scan *s, int status, bool has_report) {
  bool is_new = scan_has_new_answers(s);
  if (status)
    fprintf(stderr, "pmecache scan: the build ended with exit status %d%s%s\n", status,
            is_new ? "" : " before a unit was compiled with OpenMP",
            !has_report ? ""
            : is_new    ? ": the report is of what it compiled"
                        : ": the report is of earlier builds");
  else if (has_report && !is_new)
    fputs("pmecache scan: nothing was compiled with OpenMP this time: the report is of earlier builds "
          "(make clean first for a new one)\n",
          stderr);
  else if (!has_report)
    fputs("pmecache scan: no unit was compiled with OpenMP by a compiler that PATH, CC, CXX or FC name: "
          "make clean first, or give compile_commands.json with -p (docs/user/report.md)\n",
          stderr);
}

static void print_answers(const scan *s, int status) {
  const char *paths[] = {s->answers};
  tell_log(s);
  if (scan_count_answers(s)) {
    char page[PATH_MAX + 16];
    snprintf(page, sizeof page, "%s/report.html", s->folder);
    int open_loops = 0;
    print_report(&(report_options){.paths = paths,
                                   .path_count = 1,
                                   .top = REPORT_USUAL_ROWS,
                                   .also_text = true,
                                   .page = page,
                                   .open_loops = &open_loops});
    tell_gaps(s, status, true);
    fprintf(stderr, "pmecache scan: all loops and sources: %s\n", page);
    if (open_loops && !s->options->profile)
      tell_run(s, open_loops);
  } else {
    tell_gaps(s, status, false);
  }
}

/* What the folder has to say next of an instrumented build. */
static void tell_program(const scan *s, int status) {
  char measures[PATH_MAX + sizeof SCAN_MEASURES];
  snprintf(measures, sizeof measures, "%s/" SCAN_MEASURES, s->folder);
  left_over left = tell_log(s);
  if ((left.units || left.links) && access(measures, F_OK))
    fputs("pmecache scan: so the program that was built does not measure itself\n", stderr);
  else if (left.links && status) /* the build's own linker does not know what measures */
    fputs("pmecache scan: so there is no program that measures itself\n", stderr);
  else if (status)
    fprintf(stderr,
            "pmecache scan: the build ended with exit status %d; programs that it built measure themselves: "
            "pmecache record --threads 1 -- PROGRAM ARGUMENTS\n",
            status);
  else
    fputs(
        "pmecache scan: the program that was built measures itself: pmecache record --threads 1 -- PROGRAM ARGUMENTS\n",
        stderr);
}

/* A machine that is given: no unit of the build would be answered for a wrong one. */
static int check_machine(const scan_options *o) {
  const char *environment = getenv("PMECACHE_MACHINE");
  pme_machine machine;
  machine_request request = {o->machine, "--machine"};
  bool is_given = o->machine || (environment && environment[0]);
  return is_given ? choose_machine(&request, &machine) : OPTIONS_GO_ON;
}

/* The build's exit status is that of the scan. */
static int run(const scan_options *o) {
  static scan s;
  if (!scan_set_profile(o->profile))
    return EXIT_BAD_INPUT;
  int checked = check_machine(o);
  if (checked != OPTIONS_GO_ON)
    return checked;
  if (!scan_open(&s, o))
    return EXIT_NO_ANSWER;
  int status = o->database ? scan_database(&s) : scan_build(&s);
  if (o->instrument)
    tell_program(&s, status);
  else if (status != EXIT_BAD_INPUT || !o->database)
    print_answers(&s, o->database ? 0 : status);
  int printed = finish_output(EXIT_ANSWERED);
  return status ? status : printed;
}

int command_scan(int count, char **arguments) {
  scan_options o = {.folder = "pmecache-scan"};
  int own = 1;
  while (own < count && strcmp(arguments[own], "--") != 0)
    own++;
  if (options_ask_for_help(own, arguments))
    return print_help();
  int status = options_apply(&table, &(option_target){&o, refuse_operand}, own, arguments, 1);
  if (status != OPTIONS_GO_ON)
    return status;
  o.command = own + 1 < count ? arguments + own + 1 : NULL;
  if (!o.command == !o.database)
    return report_usage("scan", "expected either -- and the command of a build, or -p and a compilation database");
  if (o.instrument && o.database)
    return report_usage("scan", "--instrument wants a build: -- and its command");
  return run(&o);
}
