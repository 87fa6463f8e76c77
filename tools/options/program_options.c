/* The options of the commands that read a program: predict, simulate, compare, explain, advise. */
#include "program_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/message.h"

enum { MAX_THREADS = 4096 };

/* ---- values ---- */

static pme_status read_threads(const option_text *given, void *field, pme_error *error) {
  return read_count(given, MAX_THREADS, (int *)field, error);
}

static pme_status read_schedule(const option_text *given, void *field, pme_error *error) {
  return pme_what_if_read_schedule(given->text, (pme_what_if *)field, error);
}

static pme_status read_param(const option_text *given, void *field, pme_error *error) {
  binding_list *list = (binding_list *)field;
  return pme_bindings_read(given->text, &list->items, &list->count, error);
}

/* "2%" or "0.02"; `end` is set behind it, or to `text`. */
static double read_share(const char *text, char **end) {
  double share = strtod(text, end);
  if (*end == text || **end != '%')
    return share;
  ++*end;
  return share / 100;
}

/* "2%", or "2%,0.01%" with a share of the accesses that will do, too. */
static pme_status read_precision(const option_text *given, void *field, pme_error *error) {
  char *end;
  precision_request asked = {.of_misses = read_share(given->text, &end)};
  if (end == given->text || (*end && *end != ',') || !(asked.of_misses >= 1e-4 && asked.of_misses <= 1))
    return wrong_value(given, "a share from 0.01% to 100%, as 2% or 0.02", error);
  if (*end) {
    const char *second = end + 1;
    asked.of_accesses = read_share(second, &end);
    if (end == second || *end || !(asked.of_accesses > 0 && asked.of_accesses <= 1))
      return wrong_value(given, "a share of the accesses up to 100% after the comma", error);
  }
  *(precision_request *)field = asked;
  return PME_OK;
}

static pme_status read_by(const option_text *given, void *field, pme_error *error) {
  static const char *const names[] = {"time", "misses"};
  int choice;
  if (read_choice(given, names, 2, &choice, error))
    return PME_BAD_INPUT;
  *(bool *)field = choice == 1;
  return PME_OK;
}

static pme_status read_engine(const option_text *given, void *field, pme_error *error) {
  static const char *const names[] = {[ENGINE_AUTO] = "auto", [ENGINE_PME] = "pme", [ENGINE_PME_2012] = "pme-2012"};
  int choice;
  if (read_choice(given, names, 3, &choice, error))
    return PME_BAD_INPUT;
  *(engine_request *)field = (engine_request)choice;
  return PME_OK;
}

static pme_status read_scope(const option_text *given, void *field, pme_error *error) {
  static const char *const names[] = {[PME_ADVISE_ALL] = "all", [PME_ADVISE_CHUNK] = "chunk"};
  int choice;
  if (read_choice(given, names, 2, &choice, error))
    return PME_BAD_INPUT;
  *(pme_advise_scope *)field = (pme_advise_scope)choice;
  return PME_OK;
}

static pme_status read_interleave(const option_text *given, void *field, pme_error *error) {
  static const char *const names[] = {
      [PME_INTERLEAVE_LOCKSTEP] = "lockstep", [PME_INTERLEAVE_RANDOM] = "random", [PME_INTERLEAVE_DRIFT] = "drift"};
  int choice;
  if (read_choice(given, names, 3, &choice, error))
    return PME_BAD_INPUT;
  *(pme_simulate_interleave *)field = (pme_simulate_interleave)choice;
  return PME_OK;
}

static pme_status read_levels(const option_text *given, void *field, pme_error *error) {
  static const char *const names[] = {[PME_LEVELS_DIRECT] = "direct", [PME_LEVELS_FILTERED] = "filtered"};
  int choice;
  if (read_choice(given, names, 2, &choice, error))
    return PME_BAD_INPUT;
  *(pme_simulate_levels *)field = (pme_simulate_levels)choice;
  return PME_OK;
}

static pme_status read_accesses(const option_text *given, void *field, pme_error *error) {
  static const char *const names[] = {"source", "compiled"};
  int choice;
  if (read_choice(given, names, 2, &choice, error))
    return PME_BAD_INPUT;
  *(bool *)field = choice == 1;
  return PME_OK;
}

static pme_status read_bases(const option_text *given, void *field, pme_error *error) {
  static const char random[] = "random:";
  const char *text = given->text;
  uint64_t draws = 0;
  if (strcmp(text, "given") != 0 && (strncmp(text, random, sizeof random - 1) != 0 ||
                                     !read_whole(text + sizeof random - 1, 1, PME_SIMULATE_MAX_DRAWS, &draws)))
    return wrong_value(given, given->row->expected, error);
  *(int *)field = (int)draws;
  return PME_OK;
}

static pme_status read_max_accesses(const option_text *given, void *field, pme_error *error) {
  bool ok = read_whole(given->text, 1, UINT64_MAX, (uint64_t *)field);
  return ok ? PME_OK : wrong_value(given, given->row->expected, error);
}

/* ---- the table ---- */

enum {
  PREDICT = 1 << COMMAND_PREDICT,
  SIMULATE = 1 << COMMAND_SIMULATE,
  COMPARE = 1 << COMMAND_COMPARE,
  EXPLAIN = 1 << COMMAND_EXPLAIN,
  ADVISE = 1 << COMMAND_ADVISE,
  ALL_COMMANDS = PREDICT | SIMULATE | COMPARE | EXPLAIN | ADVISE
};

static const option rows[] = {
    {"--machine", "M", ALL_COMMANDS, read_machine, offsetof(options, machine), NULL,
     "preset, file:PATH, machine text or host (PMECACHE_MACHINE, else host)", "PMECACHE_MACHINE"},
    {"--threads", "T", ALL_COMMANDS, read_threads, offsetof(options, threads), "a number of threads from 1 to 4096",
     "team size of every region (PMECACHE_THREADS, else what the program says, else OMP_NUM_THREADS, else "
     "the cores of the machine)",
     "PMECACHE_THREADS"},
    {"--schedule", "KIND[,CHUNK]", ALL_COMMANDS, read_schedule, offsetof(options, schedule), NULL,
     "model every worksharing loop as this, e.g. static,4 (PMECACHE_SCHEDULE, else what the program says)",
     "PMECACHE_SCHEDULE"},
    {"--param", "NAME=VALUE[,...]", ALL_COMMANDS, read_param, offsetof(options, bindings), NULL,
     "values of symbols; may be repeated, the last one wins (PMECACHE_PARAMS)", "PMECACHE_PARAMS"},
    {"--budget", "MS", PREDICT | COMPARE | EXPLAIN | ADVISE, read_milliseconds, offsetof(options, budget_ms), NULL,
     "milliseconds before the model answers `over-budget` (PMECACHE_BUDGET, else 1000)", "PMECACHE_BUDGET"},
    {"--precision", "P[,A]", PREDICT | COMPARE | EXPLAIN, read_precision, offsetof(options, precision), NULL,
     "go on until the interval of each level is +-P of its misses, as 2% or 0.02, or +-A of its accesses "
     "(0.001%), or the budget is spent (else a quick answer with the interval that was reached)",
     NULL},
    {"--closed-form", NULL, PREDICT | COMPARE, read_flag, offsetof(options, closed_form_only), NULL,
     "the equations alone, without the sampled walk", NULL},
    {"--engine", "ENGINE", PREDICT | EXPLAIN, read_engine, offsetof(options, engine), "auto, pme or pme-2012",
     "auto: walk and equations; pme: the equations alone; pme-2012: the equations as their paper prints them (auto)",
     NULL},
    {"--interleave", "KIND", SIMULATE | COMPARE, read_interleave, offsetof(options, simulate.interleave),
     "lockstep, random or drift", "how threads take turns: lockstep, random or drift (lockstep)", NULL},
    {"--levels", "KIND", SIMULATE | COMPARE, read_levels, offsetof(options, simulate.levels), "direct or filtered",
     "what a level sees: direct (all accesses) or filtered (the misses of the level above) (direct)", NULL},
    {"--coherence", NULL, ALL_COMMANDS, read_flag, offsetof(options, simulate.coherence), NULL,
     "a write takes its lines away from the other instances of a level; the misses that follow are counted (it does)",
     NULL},
    {"--no-coherence", NULL, PREDICT | SIMULATE | COMPARE | EXPLAIN, read_no_flag,
     offsetof(options, simulate.coherence), NULL, "writes of others take no lines away", NULL},
    {"--bytes", NULL, PREDICT | SIMULATE | COMPARE, read_flag, offsetof(options, simulate.traffic), NULL,
     "also what crosses the borders behind the levels: lines that come in and that are written back (where the machine "
     "says how its levels work together, without being asked)",
     NULL},
    {"--accesses", "KIND", PREDICT | SIMULATE | COMPARE | EXPLAIN, read_accesses, offsetof(options, as_compiled),
     "source or compiled",
     "source: accesses as written; compiled: those whose value a compiler keeps in a register (`kept` in the program) "
     "happen before and behind the loops it is kept in (PMECACHE_ACCESSES, else source)",
     "PMECACHE_ACCESSES"},
    {"--as-compiled", NULL, PREDICT | SIMULATE | COMPARE | EXPLAIN, read_flag, offsetof(options, as_compiled), NULL,
     "the same as --accesses compiled", NULL},
    {"--seed", "S", SIMULATE | COMPARE, read_seed, offsetof(options, simulate.seed), NULL,
     "seed of random interleaving and random bases (0)", NULL},
    {"--bases", "KIND", SIMULATE | COMPARE, read_bases, offsetof(options, simulate.random_bases),
     "given or random:K with K from 1 to 1000000",
     "given: arrays without a base follow each other; random:K: the mean over K placements (given)", NULL},
    {"--max-accesses", "N", SIMULATE | COMPARE, read_max_accesses, offsetof(options, simulate.max_accesses),
     "a number of accesses", "give up after this many accesses (10000000000)", NULL},
    {"--json", NULL, ALL_COMMANDS, read_flag, offsetof(options, json), NULL, "answer as JSON (docs/formats/json.md)",
     NULL},
    {"--ref", "ARRAY[:read|:write]", EXPLAIN, read_text, offsetof(options, ref), "the name of an array",
     "only the accesses of this array, or those of them that read, or write (all accesses)", NULL},
    {"--by", "KIND", ADVISE, read_by, offsetof(options, advise.by_misses), "time or misses",
     "what costs: time, or misses, those of the outermost level first (time where the machine has latencies)", NULL},
    {"--scope", "KIND", ADVISE, read_scope, offsetof(options, advise.scope), "all or chunk",
     "all: also other numbers of threads; chunk: the schedule alone (all)", NULL},
    {"--effort", "MS", ADVISE, read_milliseconds, offsetof(options, advise.budget_ms), NULL,
     "milliseconds of search for each loop (PMECACHE_EFFORT, else 26)", "PMECACHE_EFFORT"},
    {"--thorough", NULL, ADVISE, read_flag, offsetof(options, advise.thorough), NULL,
     "look at every candidate, also where a bound says that nothing is to be gained", NULL},
    {"--show-source", NULL, ADVISE, read_flag, offsetof(options, show_source), NULL,
     "other orders of loops and tiles also as a diff of the source, or why there is none", NULL},
    {"--plot", "FILE.svg", ADVISE, read_text, offsetof(options, plot), "the name of a file",
     "draws misses and time over the chunk, a line for each number of threads, too", NULL},
};

static option_table table_of(command_id command) {
  return (option_table){.command = command_at(command)->name,
                        .use = (int)command,
                        .rows = rows,
                        .row_count = sizeof rows / sizeof *rows,
                        .has_operand_mark = true};
}

static int print_help(const option_table *table) {
  const struct command *c = command_at((command_id)table->use);
  printf("usage: pmecache %s %s\n\nAnswers %s.\nPROGRAM.pme is a program in the format of docs/formats/program.md; `-` "
         "reads standard input.\n\noptions:\n",
         c->name, c->usage, c->summary);
  options_print_columns(table);
  printf("\nExit status: 0 when some loop was answered, 1 when none was, 2 for bad usage or bad input.\n");
  return finish_output(EXIT_ANSWERED);
}

/* ---- reading ---- */

static int take_program(void *values, const char *operand) {
  options *o = (options *)values;
  if (o->program_path)
    return report_usage(command_at(o->command)->name, "one program at a time, '%s' is one too many", operand);
  o->program_path = operand;
  return OPTIONS_GO_ON;
}

int options_read(command_id command, int count, char **arguments, options *out) {
  option_table table = table_of(command);
  option_target target = {out, take_program};
  *out = (options){.command = command, .machine = {"host", "--machine host"}, .simulate = {.coherence = true}};
  if (options_ask_for_help(count, arguments))
    return print_help(&table);
  int status = options_apply_environment(&table, &target);
  out->environment_bindings = out->bindings.count;
  if (status == OPTIONS_GO_ON)
    status = options_apply(&table, &target, count, arguments, 1);
  if (status == OPTIONS_GO_ON && !out->program_path)
    status = report_usage(table.command, "no program given");
  out->closed_form_only = out->closed_form_only || out->engine == ENGINE_PME;
  return status;
}

void options_destroy(options *o) { pme_bindings_destroy(o->bindings.items, o->bindings.count); }
