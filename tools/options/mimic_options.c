/* The options of pmecache mimic. */
#include "mimic_options.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/command.h"
#include "tools/message.h"

/* ---- values ---- */

static pme_status read_method(const option_text *given, void *field, pme_error *error) {
  pme__team_method method = pme__team_method_from_name(given->text);
  *(pme__team_method *)field = method;
  return method < PME_METHOD_COUNT ? PME_OK : wrong_value(given, given->row->expected, error);
}

static pme_status read_order(const option_text *given, void *field, pme_error *error) {
  static const char *const names[] = {"together", "round-robin", "uniform", "random"};
  static const pme__merge_order orders[] = {PME_MERGE_PROPORTIONAL, PME_MERGE_ROUND_ROBIN, PME_MERGE_UNIFORM,
                                            PME_MERGE_RANDOM};
  int choice;
  if (read_choice(given, names, 4, &choice, error))
    return PME_BAD_INPUT;
  *(pme__merge_order *)field = orders[choice];
  return PME_OK;
}

/* ---- the table ---- */

static const option rows[] = {
    {"--machine", "M", 1, read_machine, offsetof(mimic_options, machine), NULL,
     "preset, file:PATH, machine text or host (PMECACHE_MACHINE, else host)", NULL},
    {"--threads", "T,T,...", 1, read_teams, offsetof(mimic_options, teams), NULL,
     "team sizes, 1 to 1024, at most 32 of them (1,2,4,8,16)", NULL},
    {"--schedule", "KIND[,CHUNK]", 1, read_deal, offsetof(mimic_options, schedule),
     "static, dynamic or guided, with ',CHUNK' or without",
     "deal out every loop as this: static, dynamic or guided (what the trace says)", NULL},
    {"--method", "METHOD", 1, read_method, offsetof(mimic_options, method),
     "auto, mimic, blocks, rdfp, footprint, markov, markov-printed, coherent, coherent-markov or coherent-printed",
     "mimic: iterations dealt out and measured; blocks: Algorithm 1 of PPT-Multicore; rdfp, footprint, markov: "
     "analysed thread by thread; coherent, coherent-markov: the same, and others write lines of private caches; "
     "markov-printed, coherent-printed: as in their paper; auto: what the trace has data for (auto)",
     NULL},
    {"--interleave", "HOW", 1, read_order, offsetof(mimic_options, order), "together, round-robin, uniform or random",
     "how measured streams are merged: together: all threads end at the same time; round-robin: a reference each in "
     "turn; "
     "uniform: any thread alike; random: any by what is left of it (together)",
     NULL},
    {"--profiles", NULL, 1, read_flag, offsetof(mimic_options, profiles), NULL,
     "instead: reuse distances of each thread alone (PRD) and on one cache (CRD), or coherent ones, by the method and "
     "measured, with the error",
     NULL},
    {"--csv", NULL, 1, read_flag, offsetof(mimic_options, csv), NULL, "profiles as CSV", NULL},
    {"--no-interval", NULL, 1, read_flag, offsetof(mimic_options, no_interval), NULL,
     "one interleaving is enough: shared caches without an interval", NULL},
    {"--seed", "S", 1, read_seed, offsetof(mimic_options, seed), NULL,
     "of the random interleavings behind the interval (1)", NULL},
    {"--svg", "FILE", 1, read_text, offsetof(mimic_options, svg), "a file",
     "a picture beside: hit rates of each level over the teams, and their reuse distances", NULL},
    {"--time", NULL, 1, read_flag, offsetof(mimic_options, time), NULL,
     "also the running time of each worksharing loop, where the machine has latencies", NULL},
    {"--advise", NULL, 1, read_flag, offsetof(mimic_options, advise), NULL,
     "instead: threads, schedules and chunks for each worksharing loop, best first; --threads is the team as it is",
     NULL},
    {"--output", "FILE", 1, read_text, offsetof(mimic_options, output), "a file",
     "with --advise: a profile of the trace with the advice in it, for -pmecache-profile= of a compile", NULL},
    {"--json", NULL, 1, read_flag, offsetof(mimic_options, json), NULL, "answer as JSON (docs/formats/json.md)", NULL},
};

static const option_table table = {.command = "mimic", .rows = rows, .row_count = sizeof rows / sizeof *rows};

static int print_help(void) {
  printf("usage: pmecache mimic %s\n\nTRACE is what PMECACHE_TRACE_OUT=FILE of an instrumented run has left "
         "(docs/user/instrumentation.md), or the run of one thread as text; - is text on standard input "
         "(docs/formats/trace.md).\n\noptions:\n",
         command_at(COMMAND_MIMIC)->usage);
  options_print_rows(&table, NULL);
  printf("  --help\n\nExit status: 0 when something was answered, 1 when nothing could be, 2 for bad usage or bad "
         "input.\n");
  return finish_output(EXIT_ANSWERED);
}

/* ---- reading ---- */

static int take_trace(void *values, const char *operand) {
  mimic_options *o = (mimic_options *)values;
  if (o->path)
    return report_usage("mimic", "one trace at a time, found '%s' too", operand);
  o->path = operand;
  return OPTIONS_GO_ON;
}

static int check_complete(const mimic_options *o) {
  if (!o->path)
    return report_usage("mimic", "no trace given");
  if (o->csv && (!o->profiles || o->json))
    return report_usage("mimic", o->json ? "--csv or --json" : "--csv needs --profiles");
  if (o->profiles && (o->advise || o->time || o->svg))
    return report_usage("mimic", "--profiles stands alone: no --advise, --time, --svg");
  if (o->output && !o->advise)
    return report_usage("mimic", "--output needs --advise");
  if (o->advise && o->teams.is_given && o->teams.count > 1)
    return report_usage("mimic", "with --advise --threads is one number: the team as it is");
  return OPTIONS_GO_ON;
}

int mimic_options_read(int count, char **arguments, mimic_options *out) {
  option_target target = {out, take_trace};
  *out = (mimic_options){.teams = {.threads = {1, 2, 4, 8, 16}, .count = 5}, .seed = 1};
  if (options_ask_for_help(count, arguments))
    return print_help();
  int status = options_apply(&table, &target, count, arguments, 1);
  return status == OPTIONS_GO_ON ? check_complete(out) : status;
}
