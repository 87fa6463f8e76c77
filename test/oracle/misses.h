/* Misses of a recorded trace: each cache level for itself on all accesses of thread 0, LRU, at the real addresses. */
#ifndef PMECACHE_TEST_ORACLE_MISSES_H
#define PMECACHE_TEST_ORACLE_MISSES_H

#include "event_file.h"
#include "pmecache/machine.h"

#include <stdio.h>

/* Accesses of local scalars of the host (registers by convention) and of code without a place are left out. */
void count_misses(const struct recorded_trace *trace, const pme_machine *machine, FILE *out);

#endif
