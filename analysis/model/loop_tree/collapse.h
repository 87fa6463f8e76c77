/* Collapsed loops whose extents vary, as one flat sequence of iterations. Private to analysis/model.
 *
 * NUMBER of an iteration: how many iterations of the collapsed loops come before it, at given iterators of the loops
 * outside. Schedules deal out numbers: a PIECE is some that follow each other.
 * CODE of an iteration: sum of weight[c] * (iterator c - its least value), with weights for which no iterator, whatever
 * the others are, is carried into the next: the products of the largest extents of the loops inside. Codes grow in the
 * order of execution as numbers do, but they have gaps, and are affine. So the iterations of a piece are those with
 * codes from .. to: bounds of the loops, as those of digits are, beside their own. Only from and to are not affine: two
 * single loops look them up by counting, which takes no longer for longer loops.
 *
 * To count, the collapsed loops stand once more beside the tree, undealt (the CHAIN).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_COLLAPSE_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_COLLAPSE_H

#include "loop_tree.h"

/* Iterators outside that matter, and pieces, where answers are kept: the same piece is asked for again and again. */
enum { PME__WALK_FLAT_KEYS = 3, PME__WALK_FLAT_KEPT = 16 };

/* What was looked up of a piece. */
typedef struct pme__walk_flat_codes {
  bool known;
  int64_t piece;                        /* its number, or where it starts if places change hands, and */
  int64_t outside[PME__WALK_FLAT_KEYS]; /* ... the iterators outside that matter, innermost first */
  int64_t first, last;
} pme__walk_flat_codes;

typedef struct pme__walk_flat {
  int loops; /* collapsed */
  int chain_length;
  const pme__tree_node *chain[PME__TREE_MAX_LOOPS];   /* outermost first, single loops among them */
  const pme__tree_node *digits[PME__TREE_MAX_DIGITS]; /* the collapsed ones of it */
  int64_t weights[PME__TREE_MAX_DIGITS], codes;       /* codes are below `codes` */
  uint32_t uses;                                      /* mask of iterators outside that numbers depend on */
  int64_t total, most;                                /* iterations: -1 where that varies; at most */
  /* How they are dealt out. */
  int threads;
  int64_t block;                  /* iterations of a piece; 0: each thread has one piece */
  const pme__walk_pieces *pieces; /* if not NULL: what they are */
  int64_t longest;                /* the most iterations that a piece has */
  int place_depth;                /* of the iterator of the loop over pieces */
  pme__walk_flat_codes *kept;     /* [piece mod PME__WALK_FLAT_KEPT] */
} pme__walk_flat;

/* Says how they are dealt out; the loop over pieces is `place_depth` deep. */
void pme__walk_flat_cut(pme__walk_flat *flat, int threads, int64_t block, const pme__walk_pieces *pieces,
                        int place_depth);

/* ---- at given iterators of the loops outside, and the number of the piece where that matters ---- */

/* What the single loop of this role looks up. */
int64_t pme__walk_flat_value(const pme__walk_flat *flat, pme__walk_flat_role role, const int64_t *iterators);
/* Iterations in pieces `range`. */
int64_t pme__walk_flat_count(const pme__walk_flat *flat, pme__tree_range range, const int64_t *iterators);
/* The piece of the iteration with these source values. */
int64_t pme__walk_flat_piece_of(const pme__walk_flat *flat, const int64_t *source_values, const int64_t *iterators);
/* Iterators of the collapsed loops in iteration number n of the piece. False: it has fewer. */
bool pme__walk_flat_iteration(const pme__walk_flat *flat, int64_t n, const int64_t *iterators, int64_t *digits);

#endif
