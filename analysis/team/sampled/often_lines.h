/* Lines that are written often (pmecache/line_sample.h): a sample of their own, whose lines a team takes from each other.
 * They lie in the caches alone: what drives them out in one thread does so in a team. */
#ifndef PMECACHE_ANALYSIS_TEAM_SAMPLED_OFTEN_LINES_H
#define PMECACHE_ANALYSIS_TEAM_SAMPLED_OFTEN_LINES_H

#include "analysis/team/team_loops.h"
#include "pmecache/line_sample.h"

/* What more a loop misses at a level than with one thread: in all, of this lost to others, of lines that caches have not had,
 * and by how much that is off. */
typedef struct pme__often_misses {
  double more[PME_MAX_LEVELS], lost[PME_MAX_LEVELS], cold[PME_MAX_LEVELS], half_width[PME_MAX_LEVELS];
} pme__often_misses;

/* Takes these lines out of the sample; `out`: they alone. PME_NO_MEMORY. */
pme_status pme__part_often_lines(pme_line_sample *sample, pme_arena *arena, pme_line_sample *out);
/* The sample with those of them that would be in it. `visits`: by loop, to these. PME_NO_MEMORY. */
pme_status pme__join_often_lines(const pme_line_sample *sample, const pme_line_sample *often, pme_arena *arena,
                                 pme_line_sample *out, double *visits);
/* `out`: by loop. */
pme_status pme__run_often_lines(const pme_line_sample *often, int loops, const pme__team_question *question,
                                pme_arena *arena, pme__often_misses **out, pme_error *error);

#endif
