/* Kinds of accesses that lose lines more or less often than others: samples of their own. Private to
 * analysis/model/walk/estimate.
 *
 * Neighbours share the lines at the ends of what each writes in a row: in rows of 300 elements one access in twenty,
 * which can cost more than all others. Where the innermost loop that moves an access moves it inside lines, its first
 * and last iterations, as many as a line holds, are samples of their own, and of these the first one and those that come
 * to a line: where neighbours are far behind, they alone lose anything. Of the others those that come to a line first
 * lose it more often than those that stay in it, and are a part, too. And a thread that comes to the same line
 * again and again finds what others wrote before the phase only the first time: where loops inside the phase do not
 * move an access, their first iteration. What stencils find lost lies at the borders of what each thread is
 * worksharing: the first and the last iteration of a block of several; where rows are shorter than lines as many as a line
 * holds; of guided chunks those that have no more. Of both those that come to a line are apart, too. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_LOST_LINE_STRATA_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_LOST_LINE_STRATA_H

#include "sample.h"

enum {
  PME__LOST_INSIDE,
  PME__LOST_LEADER,
  PME__LOST_EDGE,
  PME__LOST_INSIDE_EDGE,
  PME__LOST_BORDER,
  PME__LOST_INSIDE_BORDER,
  PME__LOST_FIRST,
  PME__LOST_INSIDE_FIRST,
  PME__LOST_LINE_STRATA
};

/* What they are of one reference. */
typedef struct pme__lost_line_strata {
  const pme__tree_reference *reference;
  const pme__tree_node *along; /* the loop whose ends are edges, NULL: all come to a line first */
  int64_t near, stride_bytes;  /* iterations of an end; of that loop */
  const pme__tree_node *block; /* the loop whose ends are borders, NULL: there are none */
  bool is_guided;              /* ... of which short chunks are */
  int64_t border;              /* iterations of such an end */
  uint32_t at_rest;            /* mask of levels */
  bool has_shares;             /* `shares` are known (lost_line_shares.h), not drawn */
  double shares[PME__LOST_LINE_STRATA];
} pme__lost_line_strata;

pme__lost_line_strata pme__lost_line_strata_of(const pme__tree_reference *reference, int64_t line_bytes);
bool pme__has_stratum(const pme__lost_line_strata *strata, int stratum);
/* That of an access of the reference. The state is placed. */
int pme__lost_line_stratum(const pme__lost_line_strata *strata, const pme__level_state *state,
                           const pme__walk_instance *instance);

/* Accesses that do not come to a line: what they lose is lost to those that write into the line with them. */
static inline bool pme__stays_in_line(int stratum) {
  return stratum == PME__LOST_INSIDE || stratum == PME__LOST_INSIDE_EDGE || stratum == PME__LOST_INSIDE_BORDER ||
         stratum == PME__LOST_INSIDE_FIRST;
}

#endif
