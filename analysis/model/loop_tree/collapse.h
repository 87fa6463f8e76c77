/* Collapsed loops whose extents vary (triangles, bands), as one sequence of iterations. Private to analysis/model.
 *
 * NUMBER of an iteration: how many iterations of the collapsed loops come before it, at given iterators of the loops
 * outside. A CHUNK is a range of numbers: schedules distribute chunks, and without a chunk size each thread has one.
 * CODE of an iteration: sum of weight[c] * (iterator c - its least value). The weights are the products of the largest
 * extents of the loops inside, so that iterator c never carries into iterator c - 1. Codes grow in the order of
 * execution, as numbers do; they have gaps, but they are affine. So the iterations of a chunk are those with codes
 * from .. to, which are bounds of the loops beside their own. Only from and to are not affine: two single loops look
 * them up by counting, which takes no longer for longer loops.
 *
 * To count, the collapsed loops stand once more beside the tree, not distributed (the CHAIN).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_COLLAPSE_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_COLLAPSE_H

#include "loop_tree.h"

/* Iterators outside that matter, and chunks, where answers are kept: the same chunk is asked for again and again. */
enum { PME__COLLAPSED_KEYS = 3, PME__COLLAPSED_KEPT = 16 };

/* What was looked up of a chunk. */
typedef struct pme__collapsed_codes {
  bool known;
  int64_t chunk;                        /* its number, or where it starts if chunks change hands, and */
  int64_t outside[PME__COLLAPSED_KEYS]; /* ... the iterators outside that matter, innermost first */
  int64_t first, last;
} pme__collapsed_codes;

typedef struct pme__collapsed {
  int loops;                         /* collapsed */
  int sources[PME__TREE_MAX_DIGITS]; /* nodes of the program, outermost first */
  int chain_length;
  const pme__tree_node *chain[PME__TREE_MAX_LOOPS];   /* outermost first, single loops among them */
  const pme__tree_node *digits[PME__TREE_MAX_DIGITS]; /* the collapsed ones of it */
  int64_t weights[PME__TREE_MAX_DIGITS], codes;       /* codes are below `codes` */
  uint32_t uses;                                      /* mask of iterators outside that numbers depend on */
  int64_t total, most;                                /* iterations: -1 where that varies; at most */
  /* How they are distributed. */
  int threads;
  int64_t block;                     /* iterations of a chunk; 0: each thread has one chunk */
  const pme__dynamic_chunks *chunks; /* if not NULL: what they are */
  int64_t longest;                   /* the most iterations that a chunk has */
  int slot_depth;                    /* of the iterator of the loop over chunks */
  pme__collapsed_codes *kept;        /* [chunk mod PME__COLLAPSED_KEPT] */
} pme__collapsed;

/* Says how they are distributed; the loop over chunks is `slot_depth` deep. */
void pme__collapsed_distribute(pme__collapsed *collapsed, int threads, int64_t block, const pme__dynamic_chunks *chunks,
                               int slot_depth);

/* ---- at given iterators of the loops outside, and the number of the chunk where that matters ---- */

/* What the single loop of this role looks up. */
int64_t pme__collapsed_value(const pme__collapsed *collapsed, pme__collapsed_role role, const int64_t *iterators);
/* Iterations in chunks `range`. */
int64_t pme__collapsed_count(const pme__collapsed *collapsed, pme__tree_range range, const int64_t *iterators);
/* The chunk of the iteration with these source values. */
int64_t pme__collapsed_chunk_of(const pme__collapsed *collapsed, const int64_t *source_values,
                                const int64_t *iterators);
/* Iterators of the collapsed loops in iteration number n of the chunk. False: it has fewer. */
bool pme__collapsed_iteration(const pme__collapsed *collapsed, int64_t n, const int64_t *iterators, int64_t *digits);

#endif
