/* The program as both engines read it: a tree of loops that count from 0 or a bound in steps of 1. Private to
 * analysis/model.
 *
 * Inner nodes are loops, leaves are BODIES, accesses that follow each other without a loop or a guard in between.
 * Everything that encloses accesses is a loop: the root and a phase are loops with one iteration, a guard is a loop
 * with one iteration or none. Iterator d belongs to the loop at depth d.
 *
 * PHASE: what the threads of a team do between two barriers. Outside phases thread 0 is alone ("serial"). Inside, each
 * thread has its own sequence of accesses; loops above a phase are run by all threads in step, since a barrier stands
 * in them. Global time is the program order of phases and serial accesses; inside a phase it is (index of the access in
 * its thread since the phase began, thread).
 *
 * WORKSHARING LOOP: its DISTRIBUTION says which thread runs which iterations. A schedule with chunks of b iterations
 * becomes a cyclic loop over blocks Q (thread u has Q = u, u + T, u + 2T, ...) around a plain loop r over the b
 * iterations in a block; collapsed loops become plain loops whose bounds cut the block's iterations out of the product.
 * Without a chunk the distribution is BLOCK: of N = q*T + m iterations the first m threads have q + 1 each, one behind
 * the other, and the others q.
 *
 * SINGLE LOOP: one iteration, at its upper (or lower) bound. So a value that is not affine gets an iterator of its own.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_LOOP_TREE_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_LOOP_TREE_H

#include "pmecache/arena.h"
#include "pmecache/concrete.h"
#include "pmecache/machine.h"

enum {
  PME__TREE_MAX_LOOPS = 30,  /* depth of the tree, root, phase, guards, split and single loops included */
  PME__TREE_MAX_BOUNDS = 16, /* of one end of a loop */
  PME__TREE_MAX_DIGITS = 6   /* that a loop, or the product of collapsed loops, is split into */
};

/* constant + sum of coefficients[d] * iterator d, d < depth. Coefficients from `depth` on are 0. */
typedef struct pme__tree_affine {
  int64_t constant;
  int depth;
  int64_t coefficients[PME__TREE_MAX_LOOPS];
} pme__tree_affine;

/* floor(numerator / denominator), denominator > 0. */
typedef struct pme__tree_bound {
  pme__tree_affine numerator;
  int64_t denominator;
} pme__tree_bound;

typedef enum pme__distribution {
  PME__DISTRIBUTION_NONE,   /* run in full by the thread that meets it */
  PME__DISTRIBUTION_CYCLIC, /* thread u runs u, u + T, ... */
  PME__DISTRIBUTION_BLOCK,  /* thread u runs the u-th of T parts, which differ by one iteration at most */
  PME__DISTRIBUTION_DYNAMIC /* over slots: thread u runs its own (dynamic_chunks.h) */
} pme__distribution;

/* How an iterator follows from the source: i = floor(s / divide) mod modulo (modulo 0: not reduced), where
 * s = sum of weight * (source value of the loop at source_depth - origin) / step. No terms: i = 0. With `longer`, i is
 * the number of the block that s falls into: the first `longer` blocks have divide + 1 numbers, the others divide. */
typedef struct pme__tree_origin_term {
  int source_depth;
  pme__tree_affine origin;
  int64_t step, weight;
} pme__tree_origin_term;

typedef struct pme__tree_origin {
  int term_count;
  const pme__tree_origin_term *terms;
  int64_t divide, longer, modulo;
} pme__tree_origin;

/* What a loop is to collapsed loops whose extents vary (collapse.h). */
typedef enum pme__collapsed_role {
  PME__COLLAPSED_NOTHING,
  PME__COLLAPSED_CHUNKS,     /* runs over chunks */
  PME__COLLAPSED_LAST_CHUNK, /* single: the number of the last one */
  PME__COLLAPSED_FIRST_CODE, /* single: of the chunk's first iteration, */
  PME__COLLAPSED_LAST_CODE,  /* ... of its last one */
  PME__COLLAPSED_DIGIT       /* one of the collapsed loops */
} pme__collapsed_role;

/* ARMS: two guards in one loop, of which exactly one runs, with the same number of accesses. So together they always
 * make as many as the first would if it ran. */
typedef enum pme__tree_arm { PME__ARM_NONE, PME__ARM_FIRST, PME__ARM_SECOND } pme__tree_arm;

typedef struct pme__dynamic_chunks pme__dynamic_chunks;
typedef struct pme__tree_node pme__tree_node;
struct pme__tree_node {
  bool is_body;
  int depth; /* of the iterator; of a body: number of loops around it */
  pme__tree_node *parent, *first_child, *last_child, *previous, *next;
  int reference_first, reference_count; /* of the subtree; in program order, hence consecutive */

  /* Loops: i = max(lowers) .. min(uppers), no lower: from 0. */
  int lower_count, upper_count;
  const pme__tree_bound *lowers, *uppers;
  pme__distribution distribution;
  int threads;                 /* worksharing loops and phases: size of the team */
  int source;                  /* worksharing loops: node of pme_program */
  bool is_demanded;            /* worksharing loops: dynamic or guided */
  bool is_uneven;              /* ... and work may differ from iteration to iteration */
  pme__dynamic_chunks *chunks; /* DYNAMIC */
  bool is_phase;
  bool is_single;        /* runs its last iteration only; with lower bounds alone its first; or */
  const int64_t *values; /* single: values[iterator of values_depth], if not NULL */
  int values_depth;
  const struct pme__collapsed *collapsed; /* collapsed loops whose extents vary, that this one belongs to */
  pme__collapsed_role collapsed_role;
  int collapsed_digit; /* DIGIT: which */
  bool one_thread;     /* its body is left out on threads other than 0 */
  bool cuts_block;     /* the loop r of a block: its bound depends on Q in the last block only */
  uint32_t cut_by;     /* mask of iterators that its upper bounds depend on in the last iteration of their loop only */
  /* Loops whose iterations are run by digits: so many plain loops follow, which together have the iterations. */
  int digits;
  int64_t block, longer;     /* iterations in one of this loop; in the first `longer` ones there is one more */
  int64_t iterations;        /* of all of them together; unless */
  const pme__tree_node *all; /* ... this is not NULL: outermost digits of x. A loop over x, not in the tree */
  bool is_row;               /* its only child is a body */
  pme__tree_origin origin;

  /* Found by pme__tree_analyse. */
  int64_t minimum, maximum;           /* of the iterator, over the whole program */
  bool constant;                      /* its bounds never vary: they are minimum .. maximum, of all threads together */
  bool fixed;                         /* every thread runs minimum .. maximum, always */
  bool in_blocks;                     /* every thread runs a block of minimum .. maximum, always: */
  int64_t block_trips, longer_blocks; /* of so many iterations, and one more in so many of the first blocks */
  int64_t most_trips;                 /* at least as large as any trip count (of all threads together) */
  uint32_t bound_uses;                /* mask of iterators in its own bounds */
  uint32_t count_uses;                /* mask of outer iterators that the number of accesses below depends on */
  bool by_thread;                     /* ... and does it depend on the thread */
  pme__tree_arm arm;                  /* guards */
  bool entered;                       /* it has an iteration whenever it is met */
  bool regular;        /* one upper bound, undivided, from 0, and never "negative" trips: a polynomial count */
  bool aligned;        /* phases: all threads do the same at the same index, see pme__tree_analyse */
  int64_t fixed_count; /* accesses below, where that never changes; else -1 */
  int64_t fixed_body;  /* ... in one iteration */
  const int64_t
      *sums; /* worksharing loops, or NULL: [i] = accesses of the thread of iteration i in its iterations up to i;
                          BLOCK: of all threads together */
  bool takes_too_long;       /* ... to be summed */
  const int64_t *block_sums; /* the loop r of a block, or NULL: [b*Q + r] = accesses in iterations 0 .. b*Q + r */
  const pme__tree_node *worksharing; /* aligned phases: the worksharing loop, NULL if every thread runs everything */
};

/* One access of the program. */
typedef struct pme__tree_reference {
  int node; /* of pme_program */
  int array;
  pme__tree_affine offset; /* bytes from the array's start */
  int64_t size_bytes;
  bool is_write;
  bool is_private;
  int64_t pitch_bytes; /* what the next thread adds to the address: private copies, or addresses that hold its number */
  const pme__tree_node *body;
  int position;                                    /* in the body */
  const pme__tree_node *path[PME__TREE_MAX_LOOPS]; /* loops from the root (0) to the innermost */
  int path_length;
  int phase_level;             /* index in path, -1: serial */
  int worksharing_level;       /* index in path of the outermost worksharing loop, -1: none */
  bool one_thread;             /* only thread 0 of its team makes it */
  uint32_t still;              /* mask of levels of the path: the address does not depend on the iterator */
  uint32_t nested;             /* mask of levels: the loops inside run no other iterations in an earlier iteration */
  uint32_t nested_before_last; /* ... than in a later one other than the loop's last */
  bool shadowed;               /* a later access of the body touches the same bytes: only partial bodies matter */
} pme__tree_reference;

/* The phase that the access belongs to, NULL: serial code. */
static inline const pme__tree_node *pme__tree_phase_of(const pme__tree_reference *reference) {
  return reference->phase_level < 0 ? NULL : reference->path[reference->phase_level];
}

/* One array or group of arrays that is placed as a whole. */
typedef struct pme__tree_array {
  bool known;                    /* the base is given */
  int64_t base_bytes;            /* if known; else relative to the group's start */
  int64_t granule_bytes;         /* the start of an unknown group is a multiple of this */
  int group;                     /* index of the placement group, arrays with a known base: -1 */
  int64_t low_bytes, high_bytes; /* offsets that accesses reach: [low, high) */
  int64_t pitch_bytes;
} pme__tree_array;

/* What became of an access node of the program. */
typedef enum pme__tree_membership {
  PME__TREE_OUTSIDE,   /* cannot be walked */
  PME__TREE_UNREACHED, /* in a loop that never runs: no accesses */
  PME__TREE_INSIDE     /* in `references` */
} pme__tree_membership;

typedef struct pme__loop_tree {
  const pme_concrete *concrete;
  pme_arena *arena;                 /* that the program lives in */
  pme__tree_membership *membership; /* per node of pme_program */
  pme__tree_node *root;
  int reference_count;
  pme__tree_reference *references;
  int array_count;
  pme__tree_array *arrays;
  int group_count;             /* of arrays with unknown bases */
  int64_t *group_granules;     /* bytes: the start of a group is a multiple of this */
  pme_alignment *group_likely; /* and most likely one of these; the granule itself where nothing
                                    more is known */
  int depth;                   /* number of iterators in use */
  int most_threads;            /* of any phase, >= 1 */
  bool *assumes_cyclic; /* per node of pme_program: a loop whose chunks are taken to go round in turn, which they may
                              not do */
  bool assumes_barrier; /* a nowait was taken as a barrier where that is not exact */
} pme__loop_tree;

/* Lives in `arena`. References that cannot be walked are not in it. PME_NO_MEMORY. */
pme_status pme__loop_tree_create(const pme_concrete *concrete, pme_arena *arena, pme__loop_tree **out);
/* The same with all worksharing loops as plain loops, one after the other: for counting, which is simpler on it. */
pme_status pme__loop_tree_create_serial(const pme_concrete *concrete, pme_arena *arena, pme__loop_tree **out);
/* Derived facts of nodes and references, and of arrays; called by pme__loop_tree_create.
 *
 * A phase is ALIGNED when all its threads do the same at the same index: it holds no worksharing loop and no one-thread
 * code, or nothing but one worksharing loop whose iterator no bound inside uses (but for the cut of the last block).
 * Then all threads touch the same line at the same index through a reference whose address depends neither on the
 * worksharing loop nor on the thread. */
void pme__tree_analyse(pme__loop_tree *program);
/* Only of nodes, those in `node`. */
void pme__tree_analyse_loops(pme__tree_node *node);
/* Mask of the iterators that the loop's own iterations depend on. */
uint32_t pme__tree_uses(const pme__tree_node *loop);
pme_status pme__tree_place_arrays(pme__loop_tree *program, pme_arena *arena);

typedef enum pme__tree_runs { PME__TREE_RUNS, PME__TREE_NEVER_RUNS, PME__TREE_TOO_LARGE } pme__tree_runs;
/* Takes the loop's lower_count and upper_count bounds, drops those that never bind, finds its ranges. */
pme__tree_runs pme__tree_settle_bounds(pme__tree_node *loop, pme__tree_bound *lowers, pme__tree_bound *uppers);

/* ---- affine functions ---- */

static inline int64_t pme__tree_value(const pme__tree_affine *affine, const int64_t *iterators) {
  int64_t value = affine->constant;
  for (int d = 0; d < affine->depth; d++)
    value += affine->coefficients[d] * iterators[d];
  return value;
}

static inline int64_t pme__tree_bound_value(const pme__tree_bound *bound, const int64_t *iterators) {
  int64_t value = pme__tree_value(&bound->numerator, iterators);
  return bound->denominator == 1 ? value : pme_floor_divide(value, bound->denominator);
}

static inline int64_t pme__tree_coefficient(const pme__tree_affine *affine, int depth) {
  return depth < affine->depth ? affine->coefficients[depth] : 0;
}

pme__tree_affine pme__tree_constant(int64_t value);
pme__tree_affine pme__tree_iterator(int depth);
/* *sum += factor * term. False when a number leaves +-2^60. */
bool pme__tree_add_scaled(pme__tree_affine *sum, int64_t factor, const pme__tree_affine *term);
bool pme__tree_is_constant(const pme__tree_affine *affine);
/* A bound of the affine function over the iterations of the loops from `innermost` (may be NULL) outwards, at most
 * (at least) the true maximum (minimum) plus slack from loops with several or divided bounds; exact for the usual
 * triangles. False when it leaves +-2^60. */
bool pme__tree_maximum(const pme__tree_affine *affine, const pme__tree_node *innermost, int64_t *out);
bool pme__tree_minimum(const pme__tree_affine *affine, const pme__tree_node *innermost, int64_t *out);

/* ---- iterations ---- */

/* The iterations of a loop that one thread runs: first, first + step, ..., `trips` of them. */
typedef struct pme__tree_range {
  int64_t first, last, step, trips;
} pme__tree_range;

pme__tree_range pme__tree_range_from_bounds(const pme__tree_node *loop, const int64_t *iterators, int thread);

/* `thread` PME_NONE: all iterations, whoever runs them. */
static inline pme__tree_range pme__tree_range_of(const pme__tree_node *loop, const int64_t *iterators, int thread) {
  if (loop->fixed || (loop->constant && thread == PME_NONE))
    return (pme__tree_range){loop->minimum, loop->maximum, 1, loop->maximum - loop->minimum + 1};
  if (loop->in_blocks && thread != PME_NONE) {
    int64_t first =
        loop->minimum + thread * loop->block_trips + (thread < loop->longer_blocks ? thread : loop->longer_blocks);
    int64_t trips = loop->block_trips + (thread < loop->longer_blocks);
    return (pme__tree_range){first, first + trips - 1, 1, trips};
  }
  return pme__tree_range_from_bounds(loop, iterators, thread);
}
/* The thread that runs the iteration iterators[loop->depth] of a worksharing loop. */
int pme__tree_thread_of(const pme__tree_node *loop, const int64_t *iterators);

/* Of a loop with the DYNAMIC distribution: how many chunks there are; the slot of a chunk, as they follow each other. */
int pme__tree_chunk_count(const pme__tree_node *loop);
int64_t pme__tree_slot_of_chunk(const pme__tree_node *loop, int chunk);

/* Of blocks with `block` numbers, the first `longer` with one more: the one that `number` is in. */
int64_t pme__tree_block_of(int64_t number, int64_t block, int64_t longer);
/* The iteration of `loop` that is run at these source values. */
int64_t pme__tree_locate_loop(const pme__tree_node *loop, const int64_t *source_values, const int64_t *iterators);
/* Iterators of the instance of `reference` at these source values of its enclosing loops (outermost first). */
void pme__tree_locate(const pme__tree_reference *reference, const int64_t *source_values, int64_t *iterators);

#endif
