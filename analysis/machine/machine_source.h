/* Machines that others describe: this host, and files of hwloc and kerncraft. Private to analysis/machine. */
#ifndef PMECACHE_ANALYSIS_MACHINE_MACHINE_SOURCE_H
#define PMECACHE_ANALYSIS_MACHINE_MACHINE_SOURCE_H

#include "pmecache/machine.h"

typedef struct pme__machine_source {
  const char *name;   /* "the host" */
  const char *advice; /* what to do where it does not tell enough */
} pme__machine_source;

/* The name, without the characters that the text form uses. */
void pme__machine_set_name(pme_machine *machine, const char *name);
/* What others tell has to pass the same checks as what a person writes. PME_UNSUPPORTED. */
pme_status pme__machine_check(const pme_machine *machine, const pme__machine_source *source, pme_machine *out,
                              pme_error *error);

/* A topology that `lstopo FILE.xml` has written; text[length] is 0. PME_BAD_INPUT, PME_UNSUPPORTED. */
pme_status pme__machine_read_hwloc(const char *text, size_t length, pme_machine *out, pme_error *error);
/* A machine file of kerncraft. PME_BAD_INPUT with line and column, PME_UNSUPPORTED. */
pme_status pme__machine_read_kerncraft(const char *text, size_t length, pme_machine *out, pme_error *error);

#endif
