#include "mimic_options.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "message.h"
#include "options.h"

enum { MOST_THREADS = 1024 };

/* ---- values ---- */

static pme_status wrong(pme_error *error, const char *expected, const char *value) {
  return pme_error_set(error, PME_BAD_INPUT, 0, 0, "expected %s, found '%.60s'", expected, value);
}

static pme_status set_machine(mimic_options *o, const char *value, pme_error *error) {
  (void)error;
  o->machine = value;
  o->machine_place = "--machine";
  return PME_OK;
}

static pme_status set_threads(mimic_options *o, const char *value, pme_error *error) {
  const char *at = value;
  o->has_threads = true;
  for (o->team_count = 0; o->team_count < MIMIC_MOST_TEAMS; at++) {
    char *end;
    long threads = strtol(at, &end, 10);
    if (end == at || (*end && *end != ',') || threads < 1 || threads > MOST_THREADS)
      return wrong(error, "team sizes from 1 to 1024 with commas between them", value);
    o->threads[o->team_count++] = (uint32_t)threads;
    at = end;
    if (!*at)
      return PME_OK;
  }
  return wrong(error, "at most 32 team sizes", value);
}

static pme_status set_schedule(mimic_options *o, const char *value, pme_error *error) {
  o->has_schedule = true;
  if (pme_deal_from_text(value, &o->deal, &o->chunk))
    return PME_OK;
  return wrong(error, "static, dynamic or guided, with ',CHUNK' or without", value);
}

static pme_status set_method(mimic_options *o, const char *value, pme_error *error) {
  o->method = pme_mimic_method_from_name(value);
  return o->method < PME_METHOD_COUNT ? PME_OK : wrong(error, "auto, mimic, blocks, rdfp, footprint or markov", value);
}

static pme_status set_no_interval(mimic_options *o, const char *value, pme_error *error) {
  (void)value, (void)error;
  o->no_interval = true;
  return PME_OK;
}

static pme_status set_seed(mimic_options *o, const char *value, pme_error *error) {
  char *end;
  o->seed = strtoull(value, &end, 10);
  return value[0] >= '0' && value[0] <= '9' && !*end ? PME_OK : wrong(error, "a whole number", value);
}

static pme_status set_svg(mimic_options *o, const char *value, pme_error *error) {
  o->svg = value;
  return value[0] ? PME_OK : wrong(error, "a file", value);
}

static pme_status set_time(mimic_options *o, const char *value, pme_error *error) {
  (void)value, (void)error;
  o->time = true;
  return PME_OK;
}

static pme_status set_advise(mimic_options *o, const char *value, pme_error *error) {
  (void)value, (void)error;
  o->advise = true;
  return PME_OK;
}

static pme_status set_output(mimic_options *o, const char *value, pme_error *error) {
  o->output = value;
  return value[0] ? PME_OK : wrong(error, "a file", value);
}

static pme_status set_json(mimic_options *o, const char *value, pme_error *error) {
  (void)value, (void)error;
  o->json = true;
  return PME_OK;
}

/* ---- the list ---- */

static const struct option_row {
  const char *name, *value; /* value NULL: a flag */
  pme_status (*set)(mimic_options *o, const char *value, pme_error *error);
  const char *help;
} rows[] = {
#define PME_MIMIC_OPTION(field, name, value, help) {name, value, set_##field, help},
#include "mimic_options.def"
#undef PME_MIMIC_OPTION
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static int print_help(void) {
  printf("usage: pmecache mimic %s\n\nTRACE is the run of one thread as text (docs/user/teams.md); - is standard "
         "input.\n\noptions:\n",
         command_at(COMMAND_MIMIC)->usage);
  for (int i = 0; i < ROW_COUNT; i++)
    printf("  %s %s\n      %s\n", rows[i].name, rows[i].value ? rows[i].value : "", rows[i].help);
  printf("  --help\n\nExit status: 0 when something was answered, 1 when nothing could be, 2 for bad usage or bad "
         "input.\n");
  return finish_output(EXIT_ANSWERED);
}

static int apply_option(mimic_options *o, int count, char **arguments, int *index) {
  const char *argument = arguments[*index];
  size_t length = strcspn(argument, "=");
  const struct option_row *row = NULL;
  for (int i = 0; i < ROW_COUNT; i++)
    if (strlen(rows[i].name) == length && !strncmp(rows[i].name, argument, length))
      row = &rows[i];
  const char *value = argument[length] ? argument + length + 1 : NULL;
  pme_error error = {0};
  if (!row)
    return report_usage("mimic", "no option '%.*s'", (int)length, argument);
  if (!row->value && value)
    return report_usage("mimic", "%s takes no value", row->name);
  if (row->value && !value) {
    if (*index + 1 >= count)
      return report_usage("mimic", "%s needs a value", row->name);
    value = arguments[++*index];
  }
  return row->set(o, value, &error) ? report_fault(row->name, &error) : OPTIONS_GO_ON;
}

int mimic_options_read(int count, char **arguments, mimic_options *out) {
  *out = (mimic_options){.threads = {1, 2, 4, 8, 16}, .team_count = 5, .seed = 1};
  int status = OPTIONS_GO_ON;
  for (int i = 1; i < count; i++)
    if (!strcmp(arguments[i], "--help") || !strcmp(arguments[i], "-h"))
      return print_help();
  for (int i = 1; i < count && status == OPTIONS_GO_ON; i++) {
    if (arguments[i][0] == '-' && arguments[i][1])
      status = apply_option(out, count, arguments, &i);
    else if (out->path)
      status = report_usage("mimic", "one trace at a time, found '%s' too", arguments[i]);
    else
      out->path = arguments[i];
  }
  if (status != OPTIONS_GO_ON)
    return status;
  if (!out->path)
    return report_usage("mimic", "no trace given");
  if (out->output && !out->advise)
    return report_usage("mimic", "--output needs --advise");
  if (out->advise && out->has_threads && out->team_count > 1)
    return report_usage("mimic", "with --advise --threads is one number: the team as it is");
  return status;
}
