/* Certificates: proofs that all instances of a reuse class hit. Private to analysis/model/walk.
 *
 * Between two touches of a line that are one iteration of loop l apart lie at most two iterations of l. If the
 * references inside l can put at most k lines into any one set in that time, the line itself included, it is still
 * there. For each reference the most lines in one set are found on the circle of residues: loops with small strides
 * fill an interval, each other loop repeats what is there (spec sampled-walk.md 5.3). Rigorous; what is certified is
 * not sampled.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_CERTIFICATE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_CERTIFICATE_H

#include "reuse_run.h"

/* Results that other classes may ask for again. One for each sieve; lives in `arena`. */
typedef struct pme__walk_prover pme__walk_prover;
pme_status pme__walk_prover_create(pme__walk_sieve *sieve, pme_arena *arena, pme__walk_prover **out);

/* Whether class `c` (one that has a small loop) of a reference never misses. */
bool pme__walk_certify(pme__walk_prover *prover, const pme__walk_classes *classes, int c);
/* PME_NO_MEMORY after a failed allocation. */
pme_status pme__walk_prover_status(const pme__walk_prover *prover);

#endif
