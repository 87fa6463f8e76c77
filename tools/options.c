/* Options: one function for each, found by the list in options.def. */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "pmecache/arena.h"

enum { MAX_THREADS = 4096 };
static const double max_budget_ms = 86400e3;

/* ---- values ---- */

static pme_status wrong(pme_error *error, const char *expected, const char *value) {
  return pme_error_set(error, PME_BAD_INPUT, 0, 0, "expected %s, found '%.60s'", expected, value);
}

/* A whole number of decimal digits. */
static bool read_whole(const char *text, uint64_t low, uint64_t high, uint64_t *out) {
  char *end;
  if (text[0] < '0' || text[0] > '9')
    return false;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  if (errno || *end || value < low || value > high)
    return false;
  *out = value;
  return true;
}

static pme_status set_machine(options *o, const char *value, pme_error *error) {
  (void)error;
  o->machine = value;
  o->machine_place = "--machine";
  return PME_OK;
}

static pme_status set_threads(options *o, const char *value, pme_error *error) {
  uint64_t threads;
  if (!read_whole(value, 1, MAX_THREADS, &threads))
    return wrong(error, "a number of threads from 1 to 4096", value);
  o->threads = (int)threads;
  return PME_OK;
}

static pme_status set_schedule(options *o, const char *value, pme_error *error) {
  return pme_what_if_read_schedule(value, &o->schedule, error);
}

static pme_status set_param(options *o, const char *value, pme_error *error) {
  return pme_bindings_read(value, &o->bindings, &o->binding_count, error);
}

static pme_status set_budget(options *o, const char *value, pme_error *error) {
  char *end;
  double budget_ms = strtod(value, &end);
  if (*end || end == value || !(budget_ms > 0 && budget_ms <= max_budget_ms))
    return wrong(error, "milliseconds, more than 0 and at most a day", value);
  o->budget_ms = budget_ms;
  return PME_OK;
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
static pme_status set_precision(options *o, const char *value, pme_error *error) {
  char *end;
  double precision = read_share(value, &end), of_accesses = 0;
  if (end == value || (*end && *end != ',') || !(precision >= 1e-4 && precision <= 1))
    return wrong(error, "a share from 0.01% to 100%, as 2% or 0.02", value);
  if (*end) {
    const char *second = end + 1;
    of_accesses = read_share(second, &end);
    if (end == second || *end || !(of_accesses > 0 && of_accesses <= 1))
      return wrong(error, "a share of the accesses up to 100% after the comma", value);
  }
  o->precision = precision;
  o->precision_of_accesses = of_accesses;
  return PME_OK;
}

static pme_status set_closed_form(options *o, const char *value, pme_error *error) {
  (void)value, (void)error;
  o->closed_form_only = true;
  return PME_OK;
}

static pme_status set_ref(options *o, const char *value, pme_error *error) {
  if (!value[0])
    return wrong(error, "the name of an array", value);
  o->ref = value;
  return PME_OK;
}

static pme_status set_plot(options *o, const char *value, pme_error *error) {
  if (!value[0])
    return wrong(error, "the name of a file", value);
  o->plot = value;
  return PME_OK;
}

static pme_status set_by(options *o, const char *value, pme_error *error) {
  o->advise.by_misses = !strcmp(value, "misses");
  return o->advise.by_misses || !strcmp(value, "time") ? PME_OK : wrong(error, "time or misses", value);
}

static pme_status set_scope(options *o, const char *value, pme_error *error) {
  bool chunk = !strcmp(value, "chunk");
  o->advise.scope = chunk ? PME_ADVISE_CHUNK : PME_ADVISE_ALL;
  return chunk || !strcmp(value, "all") ? PME_OK : wrong(error, "all or chunk", value);
}

static pme_status set_effort(options *o, const char *value, pme_error *error) {
  char *end;
  double effort_ms = strtod(value, &end);
  if (*end || end == value || !(effort_ms > 0 && effort_ms <= max_budget_ms))
    return wrong(error, "milliseconds, more than 0 and at most a day", value);
  o->advise.budget_ms = effort_ms;
  return PME_OK;
}

static pme_status set_interleave(options *o, const char *value, pme_error *error) {
  if (!strcmp(value, "lockstep"))
    o->simulate.interleave = PME_INTERLEAVE_LOCKSTEP;
  else if (!strcmp(value, "random"))
    o->simulate.interleave = PME_INTERLEAVE_RANDOM;
  else if (!strcmp(value, "drift"))
    o->simulate.interleave = PME_INTERLEAVE_DRIFT;
  else
    return wrong(error, "lockstep, random or drift", value);
  return PME_OK;
}

static pme_status set_levels(options *o, const char *value, pme_error *error) {
  if (!strcmp(value, "direct"))
    o->simulate.levels = PME_LEVELS_DIRECT;
  else if (!strcmp(value, "filtered"))
    o->simulate.levels = PME_LEVELS_FILTERED;
  else
    return wrong(error, "direct or filtered", value);
  return PME_OK;
}

static pme_status set_coherence(options *o, const char *value, pme_error *error) {
  (void)value, (void)error;
  o->simulate.coherence = true;
  return PME_OK;
}

static pme_status set_as_compiled(options *o, const char *value, pme_error *error) {
  (void)value, (void)error;
  o->as_compiled = true;
  return PME_OK;
}

static pme_status set_seed(options *o, const char *value, pme_error *error) {
  return read_whole(value, 0, UINT64_MAX, &o->simulate.seed) ? PME_OK : wrong(error, "a whole number", value);
}

static pme_status set_bases(options *o, const char *value, pme_error *error) {
  static const char random[] = "random:";
  uint64_t draws = 0;
  if (strcmp(value, "given") != 0 && (strncmp(value, random, sizeof random - 1) != 0 ||
                                      !read_whole(value + sizeof random - 1, 1, PME_SIMULATE_MAX_DRAWS, &draws)))
    return wrong(error, "given or random:K with K from 1 to 1000000", value);
  o->simulate.random_bases = (int)draws;
  return PME_OK;
}

static pme_status set_max_accesses(options *o, const char *value, pme_error *error) {
  return read_whole(value, 1, UINT64_MAX, &o->simulate.max_accesses) ? PME_OK
                                                                     : wrong(error, "a number of accesses", value);
}

static pme_status set_json(options *o, const char *value, pme_error *error) {
  (void)value, (void)error;
  o->json = true;
  return PME_OK;
}

/* ---- the list ---- */

enum {
  PREDICT = 1 << COMMAND_PREDICT,
  SIMULATE = 1 << COMMAND_SIMULATE,
  COMPARE = 1 << COMMAND_COMPARE,
  EXPLAIN = 1 << COMMAND_EXPLAIN,
  ADVISE = 1 << COMMAND_ADVISE
};

static const struct option_row {
  const char *name, *value; /* value NULL: a flag */
  unsigned commands;
  pme_status (*set)(options *o, const char *value, pme_error *error);
  const char *help;
} rows[] = {
#define PME_COMMAND_OPTION(field, name, value, commands, help) {name, value, commands, set_##field, help},
#include "options.def"
#undef PME_COMMAND_OPTION
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static bool belongs(const struct option_row *row, command_id command) { return row->commands >> command & 1; }

/* ---- help ---- */

enum { HELP_COLUMN = 26, HELP_WIDTH = 100 };

/* Words of `text` from HELP_COLUMN on; a new line begins before HELP_WIDTH is passed. */
static void print_wrapped(const char *text) {
  int column = HELP_COLUMN;
  while (*text) {
    size_t length = strcspn(text, " ");
    if (column > HELP_COLUMN && column + 1 + (int)length > HELP_WIDTH) {
      printf("\n%*s", HELP_COLUMN, "");
      column = HELP_COLUMN;
    }
    column += printf("%s%.*s", column > HELP_COLUMN ? " " : "", (int)length, text);
    text += length + strspn(text + length, " ");
  }
  putchar('\n');
}

static int print_help(command_id command) {
  const struct command *c = command_at(command);
  printf("usage: pmecache %s %s\n\nAnswers %s.\nPROGRAM.pme is a program in the format of docs/formats/program.md; `-` "
         "reads standard input.\n\noptions:\n",
         c->name, c->usage, c->summary);
  for (int i = 0; i < ROW_COUNT; i++) {
    char left[64];
    if (!belongs(&rows[i], command))
      continue;
    snprintf(left, sizeof left, "%s %s", rows[i].name, rows[i].value ? rows[i].value : "");
    printf("  %-*s", HELP_COLUMN - 2, left);
    if (strlen(left) > HELP_COLUMN - 3)
      printf("\n%*s", HELP_COLUMN, "");
    print_wrapped(rows[i].help);
  }
  printf("  %-*s", HELP_COLUMN - 2, "--help");
  print_wrapped("this text");
  printf("\nExit status: 0 when some loop was answered, 1 when none was, 2 for bad usage or bad input.\n");
  return finish_output(EXIT_ANSWERED);
}

/* ---- reading ---- */

static int apply_environment(options *o) {
  static const struct {
    const char *name;
    pme_status (*set)(options *o, const char *value, pme_error *error);
  } variables[] = {{"PMECACHE_MACHINE", set_machine},
                   {"PMECACHE_THREADS", set_threads},
                   {"PMECACHE_SCHEDULE", set_schedule},
                   {"PMECACHE_PARAMS", set_param},
                   {"PMECACHE_BUDGET", set_budget}};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    const char *value = getenv(variables[i].name);
    pme_error error = {0};
    if (value && value[0] && variables[i].set(o, value, &error))
      return report_fault(variables[i].name, &error);
    if (value && value[0] && variables[i].set == set_machine)
      o->machine_place = variables[i].name;
  }
  o->environment_binding_count = o->binding_count;
  return OPTIONS_GO_ON;
}

static const struct option_row *find_row(const char *argument, size_t name_length, command_id command) {
  for (int i = 0; i < ROW_COUNT; i++)
    if (belongs(&rows[i], command) && strlen(rows[i].name) == name_length &&
        !strncmp(rows[i].name, argument, name_length))
      return &rows[i];
  return NULL;
}

/* `--name value`, `--name=value` or `--name`; *index moves past what was used. */
static int apply_option(options *o, int count, char **arguments, int *index) {
  const char *argument = arguments[*index], *command = command_at(o->command)->name;
  size_t name_length = strcspn(argument, "=");
  const struct option_row *row = find_row(argument, name_length, o->command);
  const char *value = argument[name_length] ? argument + name_length + 1 : NULL;
  pme_error error = {0};
  if (!row)
    return report_usage(command, "no option '%.*s'", (int)name_length, argument);
  if (!row->value && value)
    return report_usage(command, "%s takes no value", row->name);
  if (row->value && !value) {
    if (*index + 1 >= count)
      return report_usage(command, "%s needs a value", row->name);
    value = arguments[++*index];
  }
  return row->set(o, value, &error) ? report_fault(row->name, &error) : OPTIONS_GO_ON;
}

static int apply_operand(options *o, const char *operand) {
  if (o->program_path)
    return report_usage(command_at(o->command)->name, "one program at a time, '%s' is one too many", operand);
  o->program_path = operand;
  return OPTIONS_GO_ON;
}

int options_read(command_id command, int count, char **arguments, options *out) {
  *out = (options){.command = command, .machine = "host", .machine_place = "--machine host"};
  bool only_operands = false;
  for (int i = 1; i < count; i++)
    if (!strcmp(arguments[i], "--help") || !strcmp(arguments[i], "-h"))
      return print_help(command);
  int status = apply_environment(out);
  for (int i = 1; i < count && status == OPTIONS_GO_ON; i++) {
    if (!only_operands && !strcmp(arguments[i], "--"))
      only_operands = true;
    else if (only_operands || arguments[i][0] != '-' || !arguments[i][1])
      status = apply_operand(out, arguments[i]);
    else
      status = apply_option(out, count, arguments, &i);
  }
  if (status == OPTIONS_GO_ON && !out->program_path)
    status = report_usage(command_at(command)->name, "no program given");
  return status;
}

void options_destroy(options *o) { pme_bindings_destroy(o->bindings, o->binding_count); }

int choose_machine(const char *request, const char *place, pme_machine *out) {
  const char *environment = getenv("PMECACHE_MACHINE");
  pme_error error = {0};
  if (!request) {
    request = environment && environment[0] ? environment : "host";
    place = environment && environment[0] ? "PMECACHE_MACHINE" : "--machine host";
  }
  return pme_machine_resolve(request, out, &error) ? report_machine_fault(request, place, &error) : OPTIONS_GO_ON;
}
