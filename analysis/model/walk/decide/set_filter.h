/* Which accesses touch the set of the target. Private to analysis/model/walk/decide.
 *
 * A FILTER is a cache geometry. B = line * sets bytes map to each set once. For one reference all addresses are
 * congruent modulo UNIT = gcd(line, B, coefficients, ...), so positions are residues of M = B / unit units, relative to
 * the target's set: the residue of an access is z = (first unit - first unit of the set + extent) mod M, where extent +
 * 1 units are covered, and it touches the set iff z < window = line / unit + extent. One step of a loop moves z by a
 * constant, so the next touch along a loop is a congruence (pme__walk_next).
 *
 * The IMAGE of a reference at depth d is the set of residues from which some combination of the loops deeper than d
 * touches: an interval, or a bit table of M bits (docs/model/walk.md 3.5, with bits instead of bytes and intervals
 * where strides are small). It does not depend on the set or on base addresses.
 *
 * LOCK STEP: in an aligned phase all threads of a cache instance are followed together, as one thread (the first of
 * them) whose every access is made by all of them at once, each in its own iteration of the worksharing loop. Images
 * inside such a phase hold residues from which some thread touches.
 *
 * The LINE FILTER has so many sets that no two lines share one: a walk with it looks for one line only. Its images are
 * intervals that may hold more than the image, narrowed to a strided region where one loop has a larger stride than
 * what is inside.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_SET_FILTER_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_SET_FILTER_H

#include "access_group.h"

typedef enum pme__walk_image_kind {
  PME__WALK_IMAGE_ALL,      /* every residue, or nothing is known */
  PME__WALK_IMAGE_INTERVAL, /* (z + offset) mod M < width; line filter: and, if there is a period, a comb inside it */
  PME__WALK_IMAGE_TABLE     /* bit z */
} pme__walk_image_kind;

typedef struct pme__walk_image {
  pme__walk_image_kind kind;
  int64_t offset, width;
  int64_t period, tooth_offset, tooth; /* (z + tooth_offset) mod period < tooth; period 0: no comb */
  const uint64_t *bits;
  int64_t spent;        /* effort of searches in this image so far */
  const uint16_t *jump; /* made when searches get expensive: steps from each residue to the image, JUMP_FAR: more */
} pme__walk_image;

enum { PME__WALK_JUMP_FAR = 0xFFFF };

/* One reference under a filter: its access as such. Lengths in units. */
typedef struct pme__access_shape {
  int64_t unit_bytes, modulus, extent;
} pme__access_shape;

/* How an access group moves under a filter, taken for one access from its first byte to its last. Lengths in
 * units. */
typedef struct pme__walk_movement {
  int64_t coefficient; /* per iteration of the loop, in 0 .. M-1 */
  int64_t stride;      /* of one step of a thread in it, in (-M/2, M/2] */
  int64_t true_stride; /* the same, not reduced */
  pme__walk_image *image;
} pme__walk_movement;

typedef struct pme__set_filter pme__set_filter;
typedef struct pme__walk_pattern {
  pme__set_filter *filter; /* that it belongs to */
  int64_t modulus;         /* M */
  int64_t mask;            /* M - 1 if M is a power of two, else 0 */
  int64_t extent, window;
  pme__walk_image *own_image; /* the window, of one access of one thread */
  int unit_shift;
  bool in_lock_step, spread; /* spread: the threads in lock step touch different bytes */
  uint32_t whole_lines; /* mask of depths: the loops inside move by whole lines, so do the threads in lock step; only
                                 where each access is sure to lie in one line */
  int64_t unit_bytes;   /* a power of two, as the line */
  int64_t pitch;        /* residue of the distance between private copies */
  int64_t worksharing, worksharing_bytes; /* of one iteration of the worksharing loop in lock step: residue; 0: none */
  pme__walk_movement at[PME__TREE_MAX_LOOPS]; /* per depth */
} pme__walk_pattern;

/* One reference of an access group. It touches the set iff (residue of the access group - lag) mod M < window. */
typedef struct pme__access_group_member {
  int reference, position; /* in the body */
  int64_t lag, window;
} pme__access_group_member;

typedef struct pme__access_group {
  pme__walk_pattern pattern;
  int count;
  const pme__access_group_member *members; /* the latest of the group first */
  bool shadowed;                           /* all of them are */
  bool straddles;                          /* an access of one of them may lie in two lines */
} pme__access_group;

/* For each reference: whether its phase is followed in lock step, and where the other threads of an instance are: at
 * distances step, 2*step, ... up to `spread` from the first one (some of these may not exist). */
typedef struct pme__lock_step {
  bool in_lock_step;
  int spread, step;
} pme__lock_step;

/* What a filter is made for. */
typedef struct pme__filter_subject {
  const pme__loop_tree *program;
  const pme__lock_step *lock_steps; /* per reference */
  const pme__access_grouping *grouping;
  int64_t line_bytes;
} pme__filter_subject;

struct pme__set_filter {
  pme__filter_subject subject;
  int64_t line_bytes, sets;          /* line: a power of two */
  bool one_line;                     /* the line filter */
  pme__access_shape *shapes;         /* per reference */
  pme__access_group **access_groups; /* per reference: the one that it leads, else NULL */
  int64_t work, work_limit;          /* words of tables that were written; beyond the limit images are ALL */
  uint64_t *scratch;                 /* of widening a table */
  int64_t scratch_words;
  pme_arena *arena;
};

/* Filters live in `arena`; access groups are those of a cache with these lines, and no more sets. PME_NO_MEMORY. */
pme_status pme__set_filter_create(const pme__filter_subject *subject, int64_t sets, pme_arena *arena,
                                  pme__set_filter **out);
pme_status pme__line_filter_create(const pme__filter_subject *subject, pme_arena *arena, pme__set_filter **out);

static inline int64_t pme__walk_reduce(const pme__walk_pattern *pattern, int64_t z) {
  if (pattern->mask)
    return z & pattern->mask;
  z %= pattern->modulus;
  return z < 0 ? z + pattern->modulus : z;
}

/* z + n * stride mod M, stride in 0 .. M-1 or reduced. */
static inline int64_t pme__walk_shift(const pme__walk_pattern *pattern, int64_t z, int64_t stride, int64_t n) {
  if (pattern->mask) /* arithmetic modulo 2^64 keeps residues modulo a power of two */
    return (int64_t)((uint64_t)z + (uint64_t)stride * (uint64_t)n) & pattern->mask;
  return pme__walk_reduce(pattern, z + stride * (n % pattern->modulus));
}

/* Residue of an access group at all iterators 0, thread 0, when its leader's address there is `address_bytes`; `start`:
 * of the set, of one way. */
static inline int64_t pme__walk_residue(const pme__walk_pattern *pattern, int64_t address_bytes, int64_t start_bytes) {
  return pme__walk_reduce(pattern, ((address_bytes - start_bytes) >> pattern->unit_shift) + pattern->extent);
}

/* Smallest n in 0 .. limit with a * n mod m in [low, high]; -1: none. 0 <= a < m, 0 <= low <= high < m < 2^31. */
int64_t pme__walk_first_in_range(int64_t a, int64_t m, int64_t low, int64_t high);

int64_t pme__walk_search(const pme__walk_pattern *pattern, pme__walk_image *image, int64_t z, int64_t stride,
                         int64_t limit, int64_t *work);

/* Smallest n in 0 .. limit such that z - n * stride lies in the image; -1: none. All searches in one image have the
 * same stride. Adds to *work. */
static inline int64_t pme__walk_next(const pme__walk_pattern *pattern, pme__walk_image *image, int64_t z,
                                     int64_t stride, int64_t limit, int64_t *work) {
  int64_t n = 0;
  if (limit < 0)
    return -1;
  if (image->jump && (image->jump[z] < PME__WALK_JUMP_FAR || limit < PME__WALK_JUMP_FAR))
    n = image->jump[z];
  else if (image->kind != PME__WALK_IMAGE_ALL)
    n = pme__walk_search(pattern, image, z, stride, limit, work);
  return n > limit ? -1 : n;
}

/* The image that a residue has to lie in for the access group to come to the set, whatever the loops from `depth` on do;
 * NULL: it always may. */
static inline const pme__walk_image *pme__walk_searched(const pme__walk_pattern *pattern, int depth) {
  const pme__walk_image *image = pattern->at[depth > 0 ? depth - 1 : 0].image;
  return image && image->kind != PME__WALK_IMAGE_ALL ? image : NULL;
}

/* Of the line filter: whether z lies in the image. Effort: PME__WALK_COST_LINE, where the image is not ALL. */
bool pme__walk_is_in_line_image(const pme__walk_pattern *pattern, const pme__walk_image *image, int64_t z);
enum { PME__WALK_COST_LINE = 20 };

#endif
