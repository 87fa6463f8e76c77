#include "report_answer.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "analysis/report/page/page.h"
#include "analysis/report/units/units.h"
#include "tools/command.h"
#include "tools/message.h"

/* ---- documents ---- */

/* Documents that could not be read are told; the others are answered. */
static void tell_fault(void *context, const char *path, const pme_error *error) {
  report_fault(path, error);
  *(bool *)context = true;
}

static int out_of_memory(void) {
  pme_error error = {.status = PME_NO_MEMORY};
  return report_fault("pmecache", &error);
}

typedef struct answers {
  pme__units *now, *before; /* before: NULL without a baseline */
  bool is_faulty;
} answers;

static bool read_answers(const report_options *o, answers *a) {
  const char *const baseline[] = {o->baseline};
  bool is_whole = o->page || o->callgrind || o->sarif || o->json;
  if (pme__units_read(o->paths, o->path_count, is_whole, tell_fault, &a->is_faulty, &a->now))
    return false;
  return !o->baseline || !pme__units_read(baseline, 1, false, tell_fault, &a->is_faulty, &a->before);
}

/* ---- files ---- */

typedef pme_status file_form(const pme__units *units, FILE *stream, pme_error *error);

static pme_status write_page(const pme__units *units, FILE *stream, pme_error *error) {
  (void)error;
  return pme__page_write(units, stream);
}

static int write_file(const pme__units *units, const char *path, file_form *write) {
  pme_error error = {0};
  FILE *stream = fopen(path, "w");
  pme_status status = stream ? write(units, stream, &error) : PME_IO;
  bool failed = !stream || ferror(stream) != 0;
  failed |= stream && fclose(stream) != 0;
  if (!status && !failed)
    return EXIT_ANSWERED;
  error.status = status ? status : PME_IO;
  if (!error.message[0] && error.status == PME_IO)
    pme_error_set(&error, PME_IO, 0, 0, "cannot write: %s", strerror(errno));
  report_fault(path, &error);
  return EXIT_NO_ANSWER;
}

static int write_files(const report_options *o, const pme__units *units) {
  const struct {
    const char *path;
    file_form *write;
  } files[] = {{o->page, write_page}, {o->sarif, pme__units_sarif}, {o->callgrind, pme__units_callgrind}};
  int status = EXIT_ANSWERED;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (files[i].path && write_file(units, files[i].path, files[i].write))
      status = EXIT_NO_ANSWER;
  return status;
}

/* ---- the terminal ---- */

static bool is_printed(const report_options *o, const answers *a) {
  bool has_file = o->page || o->sarif || o->callgrind;
  return a->now->unit_count && (!has_file || o->csv || o->json || o->also_text || o->baseline);
}

static pme_status print_form(const report_options *o, const answers *a) {
  if (o->json)
    return pme__units_json(a->now, stdout, NULL);
  if (o->csv) {
    pme__units_csv(a->now, stdout);
    return PME_OK;
  }
  return a->before ? pme__units_compare(a->before, a->now, o->top, stdout) : pme__units_text(a->now, o->top, stdout);
}

static int check_conditions(const report_options *o, const answers *a) {
  char failed[120];
  pme_error error = {0};
  if (!o->conditions)
    return EXIT_ANSWERED;
  if (a->before && !a->before->unit_count)
    return EXIT_BAD_INPUT; /* a baseline that cannot be read was told */
  if (pme__units_check(a->before, a->now, o->conditions, failed, sizeof failed, &error))
    return report_fault("--fail-if", &error);
  if (!failed[0])
    return EXIT_ANSWERED;
  fprintf(stderr, "pmecache report: --fail-if: '%s' holds\n", failed);
  return EXIT_CONDITION;
}

static int print_answers(const report_options *o, const answers *a) {
  if (is_printed(o, a) && print_form(o, a) == PME_NO_MEMORY)
    return out_of_memory();
  int status = write_files(o, a->now);
  if (!status)
    status = check_conditions(o, a);
  return finish_output(status ? status : a->is_faulty ? EXIT_BAD_INPUT : EXIT_ANSWERED);
}

static int count_open(const pme__units *u) {
  int open = u->kind_counts[PME__LOOP_BY_SIZE] + u->kind_counts[PME__LOOP_REFUSED];
  for (int i = 0; i < u->kind_counts[PME__LOOP_NUMBERS]; i++)
    open += u->loops[i].is_partly;
  return open;
}

int print_report(const report_options *o) {
  answers a = {0};
  int status = read_answers(o, &a) ? print_answers(o, &a) : out_of_memory();
  if (o->open_loops && a.now)
    *o->open_loops = count_open(a.now);
  pme__units_destroy(a.before);
  pme__units_destroy(a.now);
  return status;
}
