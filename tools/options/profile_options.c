/* The options of pmecache profile. */
#include "profile_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/command.h"
#include "tools/message.h"

enum { MOST_REFERENCES = 1000000, DEFAULT_REFERENCES = 20 };

static const struct {
  const char *name, *summary;
} actions[ACTION_COUNT] = {{"show", "what a profile holds"},
                           {"merge", "several profiles of the same program become one"},
                           {"predict", "the misses of every loop on a machine"},
                           {"scale", "the profile of a larger input, from two or more runs of different sizes"}};

/* ---- values ---- */

static pme_status read_line(const option_text *given, void *field, pme_error *error) {
  return read_count(given, INT32_MAX, (int *)field, error);
}

static pme_status read_most(const option_text *given, void *field, pme_error *error) {
  return read_count(given, MOST_REFERENCES, (int *)field, error);
}

static bool read_size(const char *text, char end_at, double *out, const char **end) {
  char *stop;
  *out = strtod(text, &stop);
  *end = stop;
  return stop != text && (!*stop || *stop == end_at) && *out > 0 && *out <= 1e15;
}

static pme_status read_to(const option_text *given, void *field, pme_error *error) {
  const char *end;
  return read_size(given->text, 0, (double *)field, &end) ? PME_OK : wrong_value(given, given->row->expected, error);
}

static pme_status read_sizes(const option_text *given, void *field, pme_error *error) {
  size_list *sizes = (size_list *)field;
  const char *at = given->text;
  for (sizes->count = 0; sizes->count < PME_SCALE_MAX_RUNS; at++) {
    if (!read_size(at, ',', &sizes->values[sizes->count++], &at))
      return wrong_value(given, "sizes, more than 0, with commas between them", error);
    if (!*at)
      return PME_OK;
  }
  return wrong_value(given, "at most 32 sizes", error);
}

static pme_status read_way(const option_text *given, void *field, pme_error *error) {
  static const char *const names[] = {
      [WAY_FITTED] = "fitted", [WAY_PRINTED] = "printed", [WAY_AMM] = "amm", [WAY_GROWN] = "grown"};
  int choice;
  if (read_choice(given, names, 4, &choice, error))
    return PME_BAD_INPUT;
  *(scale_request *)field = (scale_request)choice;
  return PME_OK;
}

static pme_status read_interleave(const option_text *given, void *field, pme_error *error) {
  static const char *const names[] = {
      [PME_INTERLEAVE_ANY] = "any", [PME_INTERLEAVE_ROUND_ROBIN] = "round-robin", [PME_INTERLEAVE_UNIFORM] = "uniform"};
  int choice;
  if (read_choice(given, names, 3, &choice, error))
    return PME_BAD_INPUT;
  *(pme_interleave *)field = (pme_interleave)choice;
  return PME_OK;
}

/* ---- the table ---- */

enum { SHOW = 1 << ACTION_SHOW, MERGE = 1 << ACTION_MERGE, PREDICT = 1 << ACTION_PREDICT, SCALE = 1 << ACTION_SCALE };

static const option rows[] = {
    {"--machine", "M", SHOW | PREDICT | SCALE, read_machine, offsetof(profile_options, machine), NULL,
     "preset, file:PATH, machine text or host (PMECACHE_MACHINE, else host); scale predicts when it is given", NULL},
    {"--output", "FILE", MERGE | SCALE, read_text, offsetof(profile_options, output), "a file",
     "where the new profile goes", NULL},
    {"--histogram", NULL, SHOW, read_flag, offsetof(profile_options, histogram), NULL,
     "the reuse distances of all references, as bars", NULL},
    {"--blocks", NULL, SHOW, read_flag, offsetof(profile_options, blocks), NULL,
     "the basic blocks of a profile, or of the trace of one thread: executions, P(BB), reuse distances of each", NULL},
    {"--windows", "N", SHOW, read_most, offsetof(profile_options, windows), "a number of executions",
     "of each block also the distances of so many executions, looked back from (Algorithm 1 of AMM)", NULL},
    {"--svg", "FILE", SHOW, read_text, offsetof(profile_options, svg), "a file", "the same as a picture", NULL},
    {"--line", "LINE", SHOW, read_line, offsetof(profile_options, line), "a line of the source",
     "only the references of this source line", NULL},
    {"--most", "N", SHOW, read_most, offsetof(profile_options, most), "a number of references",
     "so many references, those with the most accesses (20)", NULL},
    {"--by", "SYMBOL", SCALE, read_text, offsetof(profile_options, by), "the name of a symbol",
     "the symbol that grows; its value in each profile is the size of that run", NULL},
    {"--sizes", "N,N,...", SCALE, read_sizes, offsetof(profile_options, sizes), NULL,
     "sizes of the runs, when no symbol tells them", NULL},
    {"--to", "N", SCALE, read_to, offsetof(profile_options, to), "a size, more than 0", "the size that is asked for",
     NULL},
    {"--way", "WAY", SCALE, read_way, offsetof(profile_options, way), "fitted, printed, amm or grown",
     "fitted: distances grow as they did from run to run; printed: only counts grow; amm: from one run, with the "
     "counts of --counts; grown: the same, but distances grow as much as first references do (fitted)",
     NULL},
    {"--counts", "PROFILE", SCALE, read_text, offsetof(profile_options, counts), "a profile",
     "of --way amm and grown: how often each block is executed, the profile of a run of the larger input", NULL},
    {"--threads", "T,T,...", PREDICT, read_teams, offsetof(profile_options, teams), NULL,
     "other teams than that of the run, 1 to 1024, at most 32 of them", NULL},
    {"--schedule", "KIND[,CHUNK]", PREDICT, read_deal, offsetof(profile_options, schedule),
     "static, dynamic or guided, with ',CHUNK' or without",
     "deal out every loop as this: static, dynamic or guided (what the source says)", NULL},
    {"--interleave", "HOW", PREDICT, read_interleave, offsetof(profile_options, interleave),
     "any, round-robin or uniform",
     "of the threads of a team: round-robin or uniform, as in the papers; any: all end together, and the interval "
     "holds "
     "the others (any)",
     NULL},
    {"--time", NULL, PREDICT | SCALE, read_flag, offsetof(profile_options, time), NULL,
     "the running time of each loop, too; the machine needs latencies", NULL},
    {"--force", NULL, SCALE, read_flag, offsetof(profile_options, force), NULL,
     "answer also when the largest run is not predicted well by the others", NULL},
    {"--json", NULL, SHOW | PREDICT | SCALE, read_flag, offsetof(profile_options, json), NULL,
     "answer as JSON (docs/formats/json.md)", NULL},
};

static option_table table_of(profile_action action) {
  return (option_table){.command = "profile",
                        .action = actions[action].name,
                        .use = (int)action,
                        .rows = rows,
                        .row_count = sizeof rows / sizeof *rows,
                        .short_form = "-o",
                        .long_form = "--output",
                        .has_operand_mark = true};
}

static void print_actions_of(unsigned set) {
  const char *separator = " (";
  for (int a = 0; a < ACTION_COUNT; a++) {
    if (!(set >> a & 1))
      continue;
    printf("%s%s", separator, actions[a].name);
    separator = ", ";
  }
  putchar(')');
}

static int print_help(void) {
  option_table table = table_of(ACTION_SHOW);
  printf("usage: pmecache profile %s\n\nA PROFILE is what an instrumented program leaves behind "
         "(docs/model/profiles.md).\n\nactions:\n",
         command_at(COMMAND_PROFILE)->usage);
  for (int a = 0; a < ACTION_COUNT; a++)
    printf("  %-10s%s\n", actions[a].name, actions[a].summary);
  printf("\noptions:\n");
  options_print_rows(&table, print_actions_of);
  printf("  --method, --advise (predict)\n      from a trace instead of a PROFILE: as pmecache mimic\n");
  printf("  --help\n\nExit status: 0 when something was answered, 1 when nothing could be, 2 for bad usage or bad "
         "input.\n");
  return finish_output(EXIT_ANSWERED);
}

/* ---- reading ---- */

static int find_action(const char *name) {
  int a = 0;
  while (a < ACTION_COUNT && strcmp(actions[a].name, name) != 0)
    a++;
  return a;
}

static int refuse_action(const char *name) {
  const char *names[ACTION_COUNT];
  char meant[MEANT_BYTES];
  for (int a = 0; a < ACTION_COUNT; a++)
    names[a] = actions[a].name;
  return report_usage("profile", "expected show, merge, predict or scale%s",
                      write_meant(name, names, ACTION_COUNT, meant));
}

static int take_path(void *values, const char *operand) {
  profile_options *o = (profile_options *)values;
  o->paths[o->path_count++] = operand;
  return OPTIONS_GO_ON;
}

/* What an action cannot do without. */
static int check_complete(const profile_options *o) {
  if (!o->path_count)
    return report_usage("profile", "no profile given");
  if ((o->action == ACTION_SHOW || o->action == ACTION_PREDICT) && o->path_count > 1)
    return report_usage("profile", "%s takes one profile; `merge` makes one of several", actions[o->action].name);
  if (o->action == ACTION_SHOW && (o->json || o->windows) && !o->blocks)
    return report_usage("profile", "show --%s needs --blocks", o->json ? "json" : "windows");
  if (o->action == ACTION_MERGE && !o->output)
    return report_usage("profile", "merge needs --output");
  if (o->action != ACTION_SCALE)
    return OPTIONS_GO_ON;
  if (o->time && !o->machine.text)
    return report_usage("profile", "scale --time needs --machine");
  if (o->counts && !profile_way_takes_counts(o->way))
    return report_usage("profile", "--counts needs --way amm or grown");
  if (!o->output && !o->machine.text)
    return report_usage("profile", "scale needs --output or --machine");
  if (profile_way_takes_counts(o->way))
    return o->path_count == 1 && o->counts
               ? OPTIONS_GO_ON
               : report_usage("profile",
                              "--way amm and grown take one profile, and --counts with the profile of a larger input");
  if (o->path_count < 2 || o->path_count > PME_SCALE_MAX_RUNS)
    return report_usage("profile", "scale needs 2 to %d profiles", PME_SCALE_MAX_RUNS);
  if (!(o->to > 0))
    return report_usage("profile", "scale needs --to");
  if (!o->by && o->sizes.count != o->path_count)
    return report_usage("profile", "scale needs --by, or --sizes with one size for each profile");
  return OPTIONS_GO_ON;
}

int profile_options_read(int count, char **arguments, profile_options *out) {
  option_target target = {out, take_path};
  *out = (profile_options){.most = DEFAULT_REFERENCES, .paths = (const char **)(arguments + 1)};
  if (options_ask_for_help(count, arguments))
    return print_help();
  int action = count > 1 ? find_action(arguments[1]) : ACTION_COUNT;
  if (action == ACTION_COUNT)
    return refuse_action(count > 1 ? arguments[1] : "");
  out->action = (profile_action)action;
  option_table table = table_of(out->action);
  int status = options_apply(&table, &target, count, arguments, 2);
  return status == OPTIONS_GO_ON ? check_complete(out) : status;
}
