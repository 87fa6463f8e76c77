/* The analytical memory model of a trace (AMM, Chennupati et al. 2017; docs/model/profiles.md 4): of each basic block
 * how often it is executed, counted and by the probabilities of branches, its weight, and P(D | BB), exactly and from
 * windows of some executions (Algorithm 1). */
#ifndef PMECACHE_ANALYSIS_TEAM_BLOCKS_BLOCK_PROFILES_H
#define PMECACHE_ANALYSIS_TEAM_BLOCKS_BLOCK_PROFILES_H

#include "analysis/team/private_traces.h"
#include "pmecache/arena.h"
#include "pmecache/histogram.h"

typedef struct pme__block_profile {
  double executions;
  double by_branches;      /* executions by the probabilities of branches; NaN: not solved */
  double references;       /* of all executions */
  double weight, printed;  /* of P(D | BB) in P(D): by references, and P(BB) as the paper has it */
  pme_histogram distances; /* of all references of the block */
  pme_histogram sampled;   /* of those in the windows */
  size_t windows;          /* executions that were looked back from; 0: none */
} pme__block_profile;

typedef struct pme__block_profiles {
  uint32_t count;
  pme__block_profile *block; /* by number; those of no execution are empty */
  pme_histogram whole;       /* all references */
  double executions;
} pme__block_profiles;

typedef struct pme__block_question {
  size_t windows; /* of each block, drawn at random; 0: none */
  uint64_t seed;
} pme__block_question;

/* `out` lies in `arena` but for its histograms: pme__block_profiles_destroy in any case. PME_NO_MEMORY. */
pme_status pme__block_profiles_of(const pme__block_trace *trace, const pme__block_question *question, pme_arena *arena,
                                  pme__block_profiles *out);
void pme__block_profiles_destroy(pme__block_profiles *profiles);

/* P(D) = sum over blocks of weight * P(D | BB) (`by_windows`: of the sampled ones), as a histogram with total 1 where
 * the weights sum to 1. PME_NO_MEMORY. */
pme_status pme__block_profiles_compose(const pme__block_profiles *profiles, bool by_windows, bool as_printed,
                                       pme_histogram *out);

#endif
