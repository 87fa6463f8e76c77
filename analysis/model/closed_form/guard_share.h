/* What guards leave of the lines that an access touches. Private to analysis/model.
 *
 * The equations take what stands behind a guard as always executed, and count misses of visits: a line is fetched once,
 * and then touched by the innermost loops that do not leave it. A guard takes accesses away, but a line is visited as
 * long as one of them is left: `j % 2` halves the accesses of a[i][j] and spares none of its lines, `i % 2` halves
 * both. So a few hundred visits are tried: is any access of the visit let through?
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_GUARD_SHARE_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_GUARD_SHARE_H

#include <stdbool.h>

#include "pmecache/arena.h"
#include "pmecache/concrete.h"

typedef struct pme__guard_share {
  double visits; /* share of the visits of lines in which the guards let an access through, 0..1 */
  double lines;  /* the same for lines, however often they are visited */
} pme__guard_share;

/* Shares that were looked at before. Accesses that stand in the same place and move alike have the same ones, whatever
 * their arrays, so what takes a tenth of a millisecond is done once for all of them, all levels and all instances. */
typedef struct pme__guard_shares pme__guard_shares;

/* NULL: no memory. It lives in the arena, and `concrete` must outlive it. */
pme__guard_shares *pme__guard_shares_create(const pme_concrete *concrete, pme_arena *arena);
/* What all questions so far took, about nanoseconds. */
double pme__guard_shares_effort(const pme__guard_shares *shares);

/* Of the access `node`; 1 and 1 where it stands behind no guard. */
pme__guard_share pme__guard_share_of(pme__guard_shares *shares, int node, int line_bytes);
/* The same for lines that are visited in one iteration of the loop whose iterator has this depth; -1: in all. */
double pme__guard_share_inside(pme__guard_shares *shares, int node, int depth, int line_bytes);
/* Whether q stands behind no guard that r does not stand behind, too: then q is executed whenever r is. */
bool pme__guard_holds_with(const pme_concrete *concrete, int q, int r);
/* Of the visits of r that are made, the share in which the guards of q let an access of q through, too, in the same
 * iterations. Both stand in the same loops. < 0: they do not. */
double pme__guard_share_given(pme__guard_shares *shares, int q, int r, int line_bytes);

#endif
