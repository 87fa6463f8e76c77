/* What a program speaks of, for predictions. Private to analysis/core. */
#ifndef PMECACHE_ANALYSIS_CORE_CONCRETE_SUBJECT_H
#define PMECACHE_ANALYSIS_CORE_CONCRETE_SUBJECT_H

#include "pmecache/concrete.h"

/* Rows for all nodes, with the schedules and teams of those that are modelled, else what the source gives as plain
 * numbers, and the team that is asked for. Without reasons and assumptions. NULL: out of memory. */
pme_subject *pme__subject_of_program(const pme_program *program, const pme_what_if *what_if,
                                     const pme_concrete_node *nodes, pme_arena *arena);

#endif
