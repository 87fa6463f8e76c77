/* What the files that build the loop tree share. Private to analysis/model/loop_tree. */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_BUILD_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_BUILD_H

#include <stddef.h>
#include <string.h>

#include "loop_tree.h"

/* Which threads run the code that is being built. */
typedef enum pme__tree_context {
  PME__CONTEXT_SERIAL, /* outside regions: thread 0 */
  PME__CONTEXT_TEAM,   /* in a region, barriers may follow */
  PME__CONTEXT_PHASE,  /* in a region, between two barriers */
  PME__CONTEXT_ALONE   /* in a worksharing loop, a one-thread block, a team of one: no team to share with */
} pme__tree_context;

typedef struct pme__tree_builder {
  const pme_concrete *concrete;
  pme_arena *arena;
  pme__loop_tree *program;
  bool no_memory;
  pme__tree_affine values[PME_MAX_DEPTH]; /* source value of each enclosing source loop; the last member, not cleared */
} pme__tree_builder;

/* A source loop with step 1: source value = origin + step * i, i = max(lowers) .. min(uppers); no lower: from 0.
 * Single: i = min(uppers). Bounds behind the counts have any value. */
typedef struct pme__unit_loop {
  bool is_single;
  int source_depth;
  pme__tree_affine origin;
  int64_t step;
  int lower_count, upper_count;
  pme__tree_bound lowers[PME__TREE_MAX_BOUNDS], uppers[PME__TREE_MAX_BOUNDS];
} pme__unit_loop;

/* Without bounds, which are many bytes; they need not be cleared. */
static inline void pme__unit_loop_clear(pme__unit_loop *loop) { memset(loop, 0, offsetof(pme__unit_loop, lowers)); }

/* What a node became; the caller marks what is left or never runs. */
typedef enum pme__tree_built { PME__TREE_BUILT, PME__TREE_EMPTY, PME__TREE_UNFIT } pme__tree_built;

/* Digits of a number x: x = sum of strides[k] * digit k, outermost first; the last stride is 1. */
typedef struct pme__tree_digits {
  int count;
  int64_t strides[PME__TREE_MAX_DIGITS];
  int64_t extents[PME__TREE_MAX_DIGITS]; /* digit k is below extents[k]; 0: it has no limit of its own */
} pme__tree_digits;

/* How to split a loop so that divisions become affine: its x = i + shift into digits. One digit: not at all. */
typedef struct pme__tree_split {
  pme__tree_digits digits;
  int64_t shift;
} pme__tree_split;

/* ---- functions of the source ----
 *
 * `*around` is the innermost loop around the place; it gets single loops inside for what is not affine, and *around
 * becomes the innermost of these. They are to be closed (pme__tree_close) when what stands there is built. */

/* A source function of source loops, as one of iterators. False: too large, or too deep. */
bool pme__tree_convert(pme__tree_builder *b, const pme_affine *from, pme__tree_node **around, pme__tree_affine *to);
/* False: the loop's bounds cannot be written this way. `one_start`: no lower bounds, i counts from 0. */
bool pme__unit_loop_of(pme__tree_builder *b, const pme_concrete_loop *loop, bool one_start, pme__tree_node **around,
                       pme__unit_loop *out);
/* The value of the source loop, from its i. False: too large. */
bool pme__tree_set_value(pme__tree_builder *b, const pme__unit_loop *shape, const pme__tree_affine *i);

/* ---- splitting (divide.c) ---- */

/* What the divisions below the source loop ask for. The loop has at most so many trips; strides divide `whole`, if that
 * is not 0. */
void pme__tree_find_split(const pme__tree_builder *b, int source, const pme__unit_loop *shape, int64_t most_trips,
                          int64_t whole, pme__tree_split *out);
/* The same loop, as one of i + shift. */
bool pme__unit_loop_shift(pme__unit_loop *shape, int64_t shift);
/* The loop of digit k of x, which has the bounds of `x`, inside the loops of the k digits before it. */
pme__tree_built pme__tree_digit_loop(pme__tree_builder *b, const pme__tree_digits *digits, int k,
                                     const pme__unit_loop *x, pme__tree_node *parent, pme__tree_node **out);
/* Loops of all digits of the source loop x, which gets its value. */
pme__tree_built pme__tree_split_loop(pme__tree_builder *b, const pme__tree_digits *digits, const pme__unit_loop *x,
                                     pme__tree_node *parent, pme__tree_node **innermost);

/* ---- collapsed loops whose extents vary (collapse.c) ---- */

/* Of the collapsed loops `sources` under `parent`. UNFIT also where to count them takes long. */
pme__tree_built pme__collapsed_create(pme__tree_builder *b, const int *sources, int count, pme__tree_node *parent,
                                      struct pme__collapsed **out);
/* Loop c of them inside the loops *around, with its bounds in a chunk whose first and last codes are iterators. After
 * pme__collapsed_distribute. */
pme__tree_built pme__collapsed_loop(pme__tree_builder *b, const struct pme__collapsed *collapsed, int c,
                                    const pme__tree_node *first_code, const pme__tree_node *last_code,
                                    pme__tree_node **around);

/* ---- barriers (barriers.c) ---- */

typedef enum pme__guard_holds {
  PME__GUARD_HOLDS_NEVER,
  PME__GUARD_HOLDS_AT_TIMES,
  PME__GUARD_HOLDS_ALWAYS
} pme__guard_holds;

/* As far as its conditions tell that hang on no loop. */
pme__guard_holds pme__guard_holds_always(const pme__tree_builder *b, int source);
/* Whether a barrier stands somewhere inside or at the end of a node of a team, where it is reached. */
bool pme__has_barrier(const pme__tree_builder *b, int source);
bool pme__is_worksharing(const pme__tree_builder *b, int source);
/* Whether all threads make equally many accesses in `node`, so that they leave it in step. */
bool pme__is_even(const pme__tree_node *node);

/* ---- the tree (tree_nodes.c) ---- */

/* A new last child of `parent`. NULL: out of memory (b->no_memory). */
pme__tree_node *pme__tree_new_node(pme__tree_builder *b, pme__tree_node *parent);
/* A new last child of `parent` with an iterator. NULL: too deep or out of memory (b->no_memory). */
pme__tree_node *pme__tree_new_loop(pme__tree_builder *b, pme__tree_node *parent);
/* A loop with these bounds under `parent`. */
pme__tree_built pme__tree_bounded_loop(pme__tree_builder *b, pme__tree_node *parent, const pme__unit_loop *bounds,
                                       pme__tree_node **out);
/* The iterator is the sum of the source iterations of these loops, with weights (NULL: 1 each); not divided. */
void pme__tree_set_origin(pme__tree_builder *b, pme__tree_node *loop, const pme__unit_loop *shapes, int count,
                          const int64_t *weights);
/* A loop with one iteration: the root, a phase. NULL as above. */
pme__tree_node *pme__tree_once(pme__tree_builder *b, pme__tree_node *parent);
/* Takes `node` out of its parent again. */
void pme__tree_unlink(pme__tree_node *node);
/* All below is built. A loop without any access is taken out. */
void pme__tree_finish(pme__tree_builder *b, pme__tree_node *node);
/* From `innermost` out to before `parent`: all below is built. Loops without any access are taken out. */
void pme__tree_close(pme__tree_builder *b, pme__tree_node *innermost, const pme__tree_node *parent);

/* The loops for a guard (guards.c), one for each set of iterators that conditions have in common: whether several
 * hold is a product then. *innermost is where the body goes, and is to be closed, whatever is returned. */
pme__tree_built pme__tree_open_guard(pme__tree_builder *b, const pme_concrete_guard *guard, pme__tree_node *parent,
                                     pme__tree_node **innermost);
/* A loop that does something in every m-th iteration only, `for j: if ((i + j) % 2 == colour) ..`, as one that steps by m:
 * the accesses are the same, one after the other, and no guard keeps windows from being counted. */
typedef struct pme__residue_loop {
  pme_concrete_loop loop;  /* from where the guard first holds */
  int guard;               /* node whose children it runs, */
  pme_concrete_guard left; /* ... where these conditions hold as well */
} pme__residue_loop;

/* Whether the loop, which stands under `parent`, is one of those. */
bool pme__find_residue_loop(pme__tree_builder *b, int source, pme__tree_node *parent, pme__residue_loop *out);

/* Gives conditions to the loops that run nothing else. When all is built. */
void pme__tree_tighten(pme__loop_tree *program);

/* The loops for a worksharing loop in a team (worksharing.c), without the body: *innermost is where the body goes, and
 * *body the source node whose children it is. *innermost is to be closed, whatever is returned. */
pme__tree_built pme__tree_worksharing_loop(pme__tree_builder *b, int source, pme__tree_node *parent,
                                           pme__tree_node **innermost, int *body);

#endif
