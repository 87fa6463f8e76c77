/* The values that several commands' options have in common. */
#include "option_values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/message.h"

static const double max_milliseconds = 86400e3;

pme_status wrong_value(const option_text *given, const char *expected, pme_error *error) {
  return pme_error_set(error, PME_BAD_INPUT, 0, 0, "expected %s, found '%.60s'", expected, given->text);
}

bool read_whole(const char *text, uint64_t low, uint64_t high, uint64_t *out) {
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

pme_status read_count(const option_text *given, int most, int *field, pme_error *error) {
  uint64_t value;
  if (!read_whole(given->text, 1, (uint64_t)most, &value))
    return wrong_value(given, given->row->expected, error);
  *field = (int)value;
  return PME_OK;
}

pme_status read_choice(const option_text *given, const char *const *names, int count, int *choice, pme_error *error) {
  for (int i = 0; i < count; i++)
    if (!strcmp(given->text, names[i])) {
      *choice = i;
      return PME_OK;
    }
  return wrong_value(given, given->row->expected, error);
}

pme_status read_machine(const option_text *given, void *field, pme_error *error) {
  (void)error;
  *(machine_request *)field = (machine_request){given->text, given->place};
  return PME_OK;
}

pme_status read_flag(const option_text *given, void *field, pme_error *error) {
  (void)given, (void)error;
  *(bool *)field = true;
  return PME_OK;
}

pme_status read_no_flag(const option_text *given, void *field, pme_error *error) {
  (void)given, (void)error;
  *(bool *)field = false;
  return PME_OK;
}

pme_status read_text(const option_text *given, void *field, pme_error *error) {
  *(const char **)field = given->text;
  return given->text[0] ? PME_OK : wrong_value(given, given->row->expected, error);
}

pme_status read_milliseconds(const option_text *given, void *field, pme_error *error) {
  char *end;
  double value = strtod(given->text, &end);
  if (*end || end == given->text || !(value > 0 && value <= max_milliseconds))
    return wrong_value(given, "milliseconds, more than 0 and at most a day", error);
  *(double *)field = value;
  return PME_OK;
}

pme_status read_seed(const option_text *given, void *field, pme_error *error) {
  return read_whole(given->text, 0, UINT64_MAX, (uint64_t *)field) ? PME_OK
                                                                   : wrong_value(given, "a whole number", error);
}

int choose_machine(const machine_request *request, pme_machine *out) {
  const char *environment = getenv("PMECACHE_MACHINE");
  machine_request chosen = *request;
  pme_error error = {0};
  if (!chosen.text)
    chosen = environment && environment[0] ? (machine_request){environment, "PMECACHE_MACHINE"}
                                           : (machine_request){"host", "--machine host"};
  if (!pme_machine_resolve(chosen.text, out, &error))
    return OPTIONS_GO_ON;
  return report_machine_fault(chosen.text, chosen.place, &error);
}
