/* Names and texts of statuses, reasons and assumptions: one table each, made from the .def lists. */
#include "pmecache/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const status_texts[] = {
#define PME_STATUS(name, text) text,
#include "pmecache/status.def"
#undef PME_STATUS
};

typedef struct named_text {
  const char *code;
  const char *text;
  const char *hint;
} named_text;

static const named_text reasons[] = {
#define PME_REASON(name, code, text, hint) {code, text, hint},
#include "pmecache/reasons.def"
#undef PME_REASON
};

static const named_text assumptions[] = {
#define PME_ASSUMPTION(name, code, text) {code, text, ""},
#include "pmecache/assumptions.def"
#undef PME_ASSUMPTION
};

const char *pme_status_text(pme_status status) {
  return (unsigned)status < PME_STATUS_COUNT ? status_texts[status] : "unknown status";
}

const char *pme_reason_name(pme_reason_code code) {
  return (unsigned)code < PME_REASON_COUNT ? reasons[code].code : "unknown-reason";
}

const char *pme_reason_text(pme_reason_code code) {
  return (unsigned)code < PME_REASON_COUNT ? reasons[code].text : "";
}

const char *pme_reason_hint(pme_reason_code code) {
  return (unsigned)code < PME_REASON_COUNT ? reasons[code].hint : "";
}

static int find_code(const named_text *table, int count, const char *name) {
  int i = 0;
  while (i < count && strcmp(table[i].code, name) != 0)
    i++;
  return i;
}

pme_reason_code pme_reason_from_name(const char *name) {
  return (pme_reason_code)find_code(reasons, PME_REASON_COUNT, name);
}

const char *pme_assumption_name(pme_assumption_code code) {
  return (unsigned)code < PME_ASSUMPTION_COUNT ? assumptions[code].code : "unknown-assumption";
}

const char *pme_assumption_text(pme_assumption_code code) {
  return (unsigned)code < PME_ASSUMPTION_COUNT ? assumptions[code].text : "";
}

pme_assumption_code pme_assumption_from_name(const char *name) {
  return (pme_assumption_code)find_code(assumptions, PME_ASSUMPTION_COUNT, name);
}

pme_status pme_error_set(pme_error *error, pme_status status, int line, int column, const char *format, ...) {
  if (error) {
    error->status = status;
    error->line = line;
    error->column = column;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
  }
  return status;
}
