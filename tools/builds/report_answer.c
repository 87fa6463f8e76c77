#include "report_answer.h"

#include <stdio.h>

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
  pme_status status = units->unit_count ? print_form(o, units, &error) : PME_OK;
  pme__units_destroy(units);
  if (status == PME_NO_MEMORY)
    return out_of_memory();
  return finish_output(is_faulty ? EXIT_BAD_INPUT : EXIT_ANSWERED);
}
