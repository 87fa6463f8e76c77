#include "profile_options.h"

#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "options.h"

enum { MOST_REFERENCES = 1000000, DEFAULT_REFERENCES = 20 };

enum { SHOW = 1 << ACTION_SHOW, MERGE = 1 << ACTION_MERGE, PREDICT = 1 << ACTION_PREDICT, SCALE = 1 << ACTION_SCALE };

static const struct {
  const char *name, *summary;
} actions[ACTION_COUNT] = {{"show", "what a profile holds"},
                           {"merge", "several profiles of the same program become one"},
                           {"predict", "the misses of every loop on a machine"},
                           {"scale", "the profile of a larger input, from two or more runs of different sizes"}};

/* ---- values ---- */

static pme_status wrong(pme_error *error, const char *expected, const char *value) {
  return pme_error_set(error, PME_BAD_INPUT, 0, 0, "expected %s, found '%.60s'", expected, value);
}

static bool read_size(const char *text, char end_at, double *out, const char **end) {
  char *stop;
  *out = strtod(text, &stop);
  *end = stop;
  return stop != text && (!*stop || *stop == end_at) && *out > 0 && *out <= 1e15;
}

static bool read_count(const char *text, long most, int *out) {
  char *end;
  long value = strtol(text, &end, 10);
  if (end == text || *end || value < 1 || value > most)
    return false;
  *out = (int)value;
  return true;
}

static pme_status set_machine(profile_options *o, const char *value, pme_error *error) {
  (void)error;
  o->machine = value;
  o->machine_place = "--machine";
  return PME_OK;
}

static pme_status set_output(profile_options *o, const char *value, pme_error *error) {
  o->output = value;
  return value[0] ? PME_OK : wrong(error, "a file", value);
}

static pme_status set_svg(profile_options *o, const char *value, pme_error *error) {
  o->svg = value;
  return value[0] ? PME_OK : wrong(error, "a file", value);
}

static pme_status set_by(profile_options *o, const char *value, pme_error *error) {
  o->by = value;
  return value[0] ? PME_OK : wrong(error, "the name of a symbol", value);
}

static pme_status set_histogram(profile_options *o, const char *value, pme_error *error) {
  (void)value, (void)error;
  o->histogram = true;
  return PME_OK;
}

static pme_status set_force(profile_options *o, const char *value, pme_error *error) {
  (void)value, (void)error;
  o->force = true;
  return PME_OK;
}

static pme_status set_json(profile_options *o, const char *value, pme_error *error) {
  (void)value, (void)error;
  o->json = true;
  return PME_OK;
}

static pme_status set_line(profile_options *o, const char *value, pme_error *error) {
  return read_count(value, INT32_MAX, &o->line) ? PME_OK : wrong(error, "a line of the source", value);
}

static pme_status set_most(profile_options *o, const char *value, pme_error *error) {
  return read_count(value, MOST_REFERENCES, &o->most) ? PME_OK : wrong(error, "a number of references", value);
}

static pme_status set_to(profile_options *o, const char *value, pme_error *error) {
  const char *end;
  return read_size(value, 0, &o->to, &end) ? PME_OK : wrong(error, "a size, more than 0", value);
}

static pme_status set_sizes(profile_options *o, const char *value, pme_error *error) {
  const char *at = value;
  for (o->size_count = 0; o->size_count < PME_SCALE_MAX_RUNS; at++) {
    if (!read_size(at, ',', &o->sizes[o->size_count++], &at))
      return wrong(error, "sizes, more than 0, with commas between them", value);
    if (!*at)
      return PME_OK;
  }
  return wrong(error, "at most 32 sizes", value);
}

static pme_status set_way(profile_options *o, const char *value, pme_error *error) {
  if (!strcmp(value, "fitted"))
    o->way = PME_SCALE_FITTED;
  else if (!strcmp(value, "printed"))
    o->way = PME_SCALE_PRINTED;
  else
    return wrong(error, "fitted or printed", value);
  return PME_OK;
}

/* ---- the list ---- */

static const struct option_row {
  const char *name, *value; /* value NULL: a flag */
  unsigned actions;
  pme_status (*set)(profile_options *o, const char *value, pme_error *error);
  const char *help;
} rows[] = {
#define PME_PROFILE_OPTION(field, name, value, actions, help) {name, value, actions, set_##field, help},
#include "profile_options.def"
#undef PME_PROFILE_OPTION
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static void print_actions_of(unsigned set) {
  const char *separator = " (";
  for (int a = 0; a < ACTION_COUNT; a++) {
    if (!(set >> a & 1))
      continue;
    printf("%s%s", separator, actions[a].name);
    separator = ", ";
  }
  printf(")\n");
}

static int print_help(void) {
  printf("usage: pmecache profile %s\n\nA PROFILE is what an instrumented program leaves behind "
         "(docs/model/profiles.md).\n\nactions:\n",
         command_at(COMMAND_PROFILE)->usage);
  for (int a = 0; a < ACTION_COUNT; a++)
    printf("  %-10s%s\n", actions[a].name, actions[a].summary);
  printf("\noptions:\n");
  for (int i = 0; i < ROW_COUNT; i++) {
    printf("  %s %s", rows[i].name, rows[i].value ? rows[i].value : "");
    print_actions_of(rows[i].actions);
    printf("      %s\n", rows[i].help);
  }
  printf(
      "  --threads T,T,..., --schedule, --method (predict)\n      other teams, from a trace instead of a PROFILE: as "
      "pmecache mimic\n");
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

static const struct option_row *find_row(const char *argument, size_t length, profile_action action) {
  for (int i = 0; i < ROW_COUNT; i++)
    if (rows[i].actions >> action & 1 && strlen(rows[i].name) == length && !strncmp(rows[i].name, argument, length))
      return &rows[i];
  return NULL;
}

static int apply_option(profile_options *o, int count, char **arguments, int *index) {
  const char *argument = !strcmp(arguments[*index], "-o") ? "--output" : arguments[*index];
  size_t length = strcspn(argument, "=");
  const struct option_row *row = find_row(argument, length, o->action);
  const char *value = argument[length] ? argument + length + 1 : NULL;
  pme_error error = {0};
  if (!row)
    return report_usage("profile", "%s has no option '%.*s'", actions[o->action].name, (int)length, argument);
  if (!row->value && value)
    return report_usage("profile", "%s takes no value", row->name);
  if (row->value && !value) {
    if (*index + 1 >= count)
      return report_usage("profile", "%s needs a value", row->name);
    value = arguments[++*index];
  }
  return row->set(o, value, &error) ? report_fault(row->name, &error) : OPTIONS_GO_ON;
}

/* What an action cannot do without. */
static int check_complete(const profile_options *o) {
  if (!o->path_count)
    return report_usage("profile", "no profile given");
  if ((o->action == ACTION_SHOW || o->action == ACTION_PREDICT) && o->path_count > 1)
    return report_usage("profile", "%s takes one profile; `merge` makes one of several", actions[o->action].name);
  if (o->action == ACTION_MERGE && !o->output)
    return report_usage("profile", "merge needs --output");
  if (o->action != ACTION_SCALE)
    return OPTIONS_GO_ON;
  if (o->path_count < 2 || o->path_count > PME_SCALE_MAX_RUNS)
    return report_usage("profile", "scale needs 2 to %d profiles", PME_SCALE_MAX_RUNS);
  if (!(o->to > 0))
    return report_usage("profile", "scale needs --to");
  if (!o->by && o->size_count != o->path_count)
    return report_usage("profile", "scale needs --by, or --sizes with one size for each profile");
  if (!o->output && !o->machine)
    return report_usage("profile", "scale needs --output or --machine");
  return OPTIONS_GO_ON;
}

int profile_options_read(int count, char **arguments, profile_options *out) {
  *out = (profile_options){.most = DEFAULT_REFERENCES, .paths = (const char **)(arguments + 1)};
  for (int i = 1; i < count; i++)
    if (!strcmp(arguments[i], "--help") || !strcmp(arguments[i], "-h"))
      return print_help();
  int action = count > 1 ? find_action(arguments[1]) : ACTION_COUNT;
  if (action == ACTION_COUNT)
    return report_usage("profile", "expected show, merge, predict or scale");
  out->action = (profile_action)action;
  bool only_operands = false;
  int status = OPTIONS_GO_ON;
  for (int i = 2; i < count && status == OPTIONS_GO_ON; i++) {
    if (!only_operands && !strcmp(arguments[i], "--"))
      only_operands = true;
    else if (only_operands || arguments[i][0] != '-' || !arguments[i][1])
      out->paths[out->path_count++] = arguments[i];
    else
      status = apply_option(out, count, arguments, &i);
  }
  return status == OPTIONS_GO_ON ? check_complete(out) : status;
}
