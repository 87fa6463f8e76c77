/* Readers of option values that several commands share. Each is an option_reader; the comment names its field. */
#ifndef PMECACHE_TOOLS_OPTIONS_OPTION_VALUES_H
#define PMECACHE_TOOLS_OPTIONS_OPTION_VALUES_H

#include <stdint.h>

#include "option_table.h"
#include "pmecache/machine.h"

/* What pme_machine_resolve understands, and where that was said, for faults. text NULL: nowhere. */
typedef struct machine_request {
  const char *text, *place;
} machine_request;

option_reader read_machine;      /* machine_request */
option_reader read_flag;         /* bool */
option_reader read_no_flag;      /* bool, which becomes false */
option_reader read_text;         /* const char *, not empty */
option_reader read_milliseconds; /* double, at most a day */
option_reader read_seed;         /* uint64_t */

/* The fault "expected ..., found ..."; PME_BAD_INPUT. */
pme_status wrong_value(const option_text *given, const char *expected, pme_error *error);
/* A whole number of decimal digits. */
bool read_whole(const char *text, uint64_t low, uint64_t high, uint64_t *out);
/* The same for a field of type int, from 1 on. */
pme_status read_count(const option_text *given, int most, int *field, pme_error *error);
/* Which of the names the value is. */
pme_status read_choice(const option_text *given, const char *const *names, int count, int *choice, pme_error *error);

/* What was asked for, else what PMECACHE_MACHINE says, else the host. OPTIONS_GO_ON, or what to exit with after the
 * fault was reported. */
int choose_machine(const machine_request *request, pme_machine *out);

#endif
