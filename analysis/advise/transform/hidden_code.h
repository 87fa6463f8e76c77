/* What a program does not tell of its code, and its accesses. Private to analysis/advise/transform. */
#ifndef PMECACHE_ANALYSIS_ADVISE_TRANSFORM_HIDDEN_CODE_H
#define PMECACHE_ANALYSIS_ADVISE_TRANSFORM_HIDDEN_CODE_H

#include "polyhedra/polyhedra.h"

/* Whether something in the node is not in the program: it may touch anything. `*culprit`: where that is. */
bool pme__hides_code(const pme_concrete *concrete, int node, int *culprit);

/* The same of nodes around it, or of the function: code that may stand beside the node. */
bool pme__hides_code_beside(const pme_concrete *concrete, int node, int *culprit);

/* An access without guards; `offset_bytes` is NULL where nobody knows its place. */
pme__nest_access pme__access_of(const pme_concrete *concrete, int id);

#endif
