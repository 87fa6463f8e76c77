/* Lines that threads take from each other because memory that they have by their numbers lies so near: from what a run of
 * one thread did to its own. */
#ifndef PMECACHE_ANALYSIS_TEAM_SAMPLED_SHARED_ROWS_H
#define PMECACHE_ANALYSIS_TEAM_SAMPLED_SHARED_ROWS_H

#include "pmecache/line_sample.h"

/* A loop of a team, whose threads have private caches: so many references and iterations of all of them. */
typedef struct pme__loop_of_team {
  int loop; /* index in the profile */
  int threads;
  double references, iterations;
} pme__loop_of_team;

/* References that find their line lost to a write of another thread, if rows lie one behind the other, each as long as what
 * was touched of it: how far they are apart in memory a run of one thread does not tell. */
double pme__lost_in_rows(const pme_line_sample *sample, const pme__loop_of_team *team);

#endif
