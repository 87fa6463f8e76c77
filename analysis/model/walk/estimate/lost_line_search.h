/* The search for lost lines of one reference: what was drawn and found so far. Private to
 * analysis/model/walk/estimate. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_LOST_LINE_SEARCH_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_LOST_LINE_SEARCH_H

#include "lost_line_sums.h"

/* Threads of several instances of the level write to the reference's array. */
bool pme__may_lose(const pme__level_state *state, int reference);

/* Whether a thread writes, between the same barriers, what others may touch at a few values of their iterators only, as
 * row k in a sweep over all rows: few samples say nothing of that. */
bool pme__may_lose_seldom(const pme__level_state *state, int reference);

typedef struct pme__lost_line_search {
  pme__sample_source source;
  pme__sample_sequence sequences[PME__WALK_REPLICATES];
  pme__lost_line_strata strata;
  pme__lost_line_sums sums[PME__LOST_LINE_STRATA];
  pme__taken_lines taken; /* of all samples */
  int rounds;             /* so far */
  unsigned chosen, last;  /* masks of strata: of the round under way, and those that had the last one */
  int samples;            /* of a replicate, in the next step of refining; 0: none so far */
  bool is_over;           /* nothing to lose, or no more points found */
  bool is_prepared;
} pme__lost_line_search;

/* Of a reference of the state's program. *random: of the sequences. */
void pme__lost_line_search_begin(pme__lost_line_search *search, const pme__level_state *state, int reference,
                                 uint64_t *random);

/* Before its first sample, once: which strata there are. There is a placement for each replicate. */
void pme__lost_line_search_prepare(pme__lost_line_search *search, pme__level_state *state, const int64_t *group_bases);

/* The next point of the sequence, or one like it of the kind that the stratum is of, where shares are known. Its stratum
 * is returned, PME_NONE: none was found. The state is placed, and charged. */
int pme__lost_line_draw(const pme__lost_line_search *search, pme__level_state *state, int stratum,
                        pme__sample_sequence *sequence, uint64_t *random, pme__walk_instance *instance);

/* The first stratum that wants more samples of the replicate; PME_NONE: all have theirs. */
int pme__wanting_stratum(const pme__lost_line_search *search, int replicate, const int64_t *wanted);

/* It loses lines, and had no more than the rounds for all. */
bool pme__wants_last_round(const pme__lost_line_search *search, int stratum);

/* For another level: what was drawn and taken stays, what was lost is to be found again. */
void pme__lost_line_search_again(pme__lost_line_search *search);

#endif
