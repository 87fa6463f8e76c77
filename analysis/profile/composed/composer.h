/* What stands beside what when a run and a compile tell of the same function: loops and references by their places. */
#ifndef PMECACHE_ANALYSIS_PROFILE_COMPOSED_COMPOSER_H
#define PMECACHE_ANALYSIS_PROFILE_COMPOSED_COMPOSER_H

#include "analysis/core/tree.h"
#include "pmecache/profile_answer.h"

typedef struct pme__composer {
  const pme_prediction *asked, *measured;
  const pme_profile_answer *own; /* of the function itself; NULL: the one looked at is of another function */
  pme_composed_prediction *out;
  double share;   /* of one call in the run */
  bool *is_taken; /* rows of measured references */
  int part;       /* whose answer it is */
  bool is_of_another, is_of_other_team, is_of_several;
} pme__composer;

/* Lines of a header are no lines of the source that includes it. */
bool pme__is_of_same_file(const pme_prediction *a, int a_node, const pme_prediction *b, int b_node);
/* Whether the loop is a worksharing one. */
bool pme__is_shared_out(const pme_prediction *p, int node);
/* The run's row of the loop; NULL. */
const pme_loop_prediction *pme__measured_loop(const pme__composer *c, int node);
/* Whether the loop is around the other one, or that one itself. Rows of loops. */
bool pme__is_around(const pme__composer *c, int loop, int other);
/* What threads do beside their worksharing loops, outermost loops of it: no other one that is measured is around it, or in
 * it. */
bool pme__is_beside(const pme__composer *c, int loop);
/* Accesses that are further apart are others: compiled ones, a branch that the model has both sides of. */
bool pme__is_same_code(double modelled, double run);
/* What of `parts` there is in `sum`, which may be counted better. */
double pme__share_in(double sum, double parts);
/* Of what measured loops touch first what loops of the model have touched before: no first touches, and found where a cache
 * still has it. */
void pme__take_touched_before(pme__composer *c);
void pme__add_misses(pme_misses *to, const pme_misses *m, double factor);

#endif
