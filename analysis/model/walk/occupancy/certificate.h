/* Certificates: proofs that all instances of a stratum hit. Private to analysis/model/walk.
 *
 * Between two touches of a line that are one iteration of loop l apart lie at most two iterations of l. If the
 * references inside l can put at most k lines into any one set in that time, the line itself included, it is still
 * there. For each reference the most lines in one set are found on the circle of residues: loops with small strides
 * fill an interval, each other loop repeats what is there (docs/model/walk.md 5.3). Rigorous; what is certified is not
 * sampled.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_OCCUPANCY_CERTIFICATE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_OCCUPANCY_CERTIFICATE_H

#include "analysis/model/walk/decide/reuse_run.h"

/* Results that other strata may ask for again. One for each level; lives in `arena`. */
typedef struct pme__prover pme__prover;
pme_status pme__prover_create(pme__level_state *state, pme_arena *arena, pme__prover **out);

/* Whether stratum `c` (one that has a carrier) of a reference never misses. */
bool pme__certify(pme__prover *prover, const pme__carriers *carriers, int c);
/* PME_NO_MEMORY after a failed allocation. */
pme_status pme__prover_status(const pme__prover *prover);

#endif
