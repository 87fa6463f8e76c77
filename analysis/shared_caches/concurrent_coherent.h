/* Coherent reuse distances: private caches whose lines are invalidated by writes of others (docs/model/profiles.md
 * 6.7).
 *
 * A reference of thread t is infinite when another thread wrote its line since t last touched it. Per class of lines
 * and bin of distances, with rt = TD + 1 and the footprint of the *writes* of the others,
 *
 *   P_coh = 1 - prod_{j != t} (1 - fpW_jc(rt AF_j / AF_t) / S_c)
 *
 * goes from the finite distance to the infinite one. False sharing is included, since lines are what is shared. The
 * room that an invalidated line leaves in the own cache is not modelled.
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_COHERENT_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_COHERENT_H

#include "concurrent.h"
#include "concurrent_markov.h"

/* For a thread with a cache of its own, all other threads of the sharing having theirs. In `arena`. `invalidated` (may
 * be NULL) gets the weight that became infinite. PME_NO_MEMORY. */
pme_status pme__coherent_profile(const pme__sharing *sharing, uint32_t thread, pme_arena *arena,
                                 pme__concurrent_profile *out, double *invalidated);

/* Sabarimuthu and Venkatesh, Eqs 19 to 23: P_coherence of an interval of `between` own references. Printed, it tends to
 * 1 even for private lines; repaired to S_t / N_t. */
typedef struct pme__coherent_inputs {
  double shared_fraction; /* S_t / N_t */
  double shared_lines;    /* S */
  double write_fraction;  /* sum of the others' SW / sum of their N */
  double fraction;        /* AF_t */
} pme__coherent_inputs;
double pme__coherent_chance(const pme__coherent_inputs *inputs, double between, pme__markov_form form);

/* Eq. 24 with that, for comparison. */
pme_status pme__coherent_profile_markov(const pme__sharing *sharing, uint32_t thread, pme__markov_form form,
                                        pme_arena *arena, pme__concurrent_profile *out, double *invalidated);

#endif
