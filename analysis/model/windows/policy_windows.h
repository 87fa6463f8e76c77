/* What a level misses more, or less, under its own replacement policy than under LRU. Private to analysis/model.
 *
 * LRU is what the sampled walk decides cheaply: one walk, one verdict. Another policy depends on more than the latest
 * touch of each line. So WINDOWS of the program are run forward through the caches of a core, under both: from points
 * drawn uniformly over all accesses, first until the caches are full of what the window brought, then for as long
 * again, which counts. The difference, for as many accesses as the program has, is added to the walk's number. Both see
 * the same stream and begin with lines that nobody asks for, so that what a window does not know of what was before is
 * in both, and in the difference hardly at all.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_POLICY_WINDOWS_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_POLICY_WINDOWS_H

#include "page_walks.h"

typedef struct pme__policy_change {
  double more[PME_MAX_LEVELS];  /* misses of an access under the policy, less those under LRU */
  double own[PME_MAX_LEVELS];   /* under the policy */
  bool is_seen[PME_MAX_LEVELS]; /* windows came by: else nothing is known of it */
} pme__policy_change;

typedef struct pme__policy_windows_question {
  const pme_concrete *concrete;
  const pme_machine *machine;
  const double *executions;         /* [node] of accesses */
  const double *rows;               /* [node] of accesses: how often the loop around them is entered */
  const pme__page_walks *walks;     /* [node] of accesses; NULL: none are told */
  double tolerance[PME_MAX_LEVELS]; /* half-width of the sum that will do */
  double walked[PME_MAX_LEVELS];    /* half-width of the sum that the walk found, of LRU */
  double effort;                    /* about nanoseconds */
} pme__policy_windows_question;

typedef struct pme__policy_windows {
  pme__policy_change *changes;       /* [node] of accesses */
  double half_width[PME_MAX_LEVELS]; /* of the sum over all accesses */
  /* The same of the sum of `own`, infinite where that is not to be taken by itself. */
  double own_half_width[PME_MAX_LEVELS];
  double lru_half_width[PME_MAX_LEVELS]; /* the same of what they miss as LRU: 0 where that is no sample */
  bool is_stretch[2];   /* of the first level, of others: windows are parts of the program, of single residues; */
  bool is_unsettled[2]; /* of the first level, of others: and some windows had not forgotten what they began with */
  bool is_whole[PME_MAX_LEVELS]; /* the program was run from start to end: `own` is what there is to know */
  bool is_short; /* windows are shorter than what levels behind the first remember: these may miss cold lines alone */
  double effort; /* that was spent */
} pme__policy_windows;

/* Windows count what a level misses (own) and would miss as LRU (lru), and the walk, too, knows the latter (walk):
 *
 *     own + b (walk - lru)
 *
 * is right for any b, as far as windows have forgotten what they began with: 0 takes what they count, 1 adds the
 * difference between policies to the walk's. It varies least where b is the covariance of own and lru by the variance of
 * walk - lru. Returns b; *half_width is that of the sum. `walked`: the walk's. */
double pme__part_of_walk(const pme__policy_windows *windows, int level, double walked, double *half_width);
/* Whether a level differs from an LRU cache that sees all accesses in a way that windows can tell: the program has one
 * thread, and the policy draws no lots. */
bool pme__windows_tell_policy(const pme_concrete *concrete, const pme_machine *machine, int level);
/* Whether levels work together, and windows tell all that they miss. */
bool pme__windows_tell_hierarchy(const pme_concrete *concrete, const pme_machine *machine);
/* `out` lives in `arena`. PME_NO_MEMORY. */
pme_status pme__find_policy_changes(const pme__policy_windows_question *question, pme_arena *arena,
                                    pme__policy_windows *out);

#endif
