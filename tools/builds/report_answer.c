#include "report_answer.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "analysis/report/page/page.h"
#include "analysis/report/units/units.h"
#include "tools/command.h"
#include "tools/message.h"

static void tell_fault(void *context, const char *path, const pme_error *error) {
  report_fault(path, error);
  *(bool *)context = true;
}

static int out_of_memory(void) {
  pme_error error = {.status = PME_NO_MEMORY};
  return report_fault("pmecache", &error);
}

/* A form that goes into a file of its own. */
typedef pme_status file_form(const pme__units *units, FILE *stream);

static pme_status write_file(const pme__units *units, const char *path, file_form *write, pme_error *error) {
  FILE *stream = fopen(path, "w");
  if (!stream)
    return pme_error_set(error, PME_IO, 0, 0, "cannot write: %s", strerror(errno));
  pme_status status = write(units, stream);
  bool failed = ferror(stream) != 0;
  failed |= fclose(stream) != 0;
  return failed && !status ? pme_error_set(error, PME_IO, 0, 0, "cannot write: %s", strerror(errno)) : status;
}

/* What to exit with. */
static int write_files(const report_options *o, const pme__units *units) {
  pme_error error = {0};
  pme_status status = o->page ? write_file(units, o->page, pme__page_write, &error) : PME_OK;
  if (!status)
    return EXIT_ANSWERED;
  error.status = status;
  report_fault(o->page, &error);
  return EXIT_NO_ANSWER;
}

static pme_status print_form(const report_options *o, const pme__units *units, pme_error *error) {
  if (o->json)
    return pme__units_json(units, stdout, error);
  if (!o->csv)
    return pme__units_text(units, o->top, stdout);
  pme__units_csv(units, stdout);
  return PME_OK;
}

/* Documents that could not be read were told; the others are answered. */
int print_report(const report_options *o) {
  pme__units *units;
  bool is_faulty = false;
  if (pme__units_read(o->paths, o->path_count, tell_fault, &is_faulty, &units))
    return out_of_memory();
  pme_error error = {0};
  bool is_printed = units->unit_count && (!o->page || o->csv || o->json || o->also_text);
  pme_status status = is_printed ? print_form(o, units, &error) : PME_OK;
  int written = write_files(o, units);
  pme__units_destroy(units);
  if (status == PME_NO_MEMORY)
    return out_of_memory();
  return finish_output(written ? written : is_faulty ? EXIT_BAD_INPUT : EXIT_ANSWERED);
}
