/* The upper bound of the lines in a set, which proves hits; and when both bounds are asked for. */
#include "occupancy.h"

#include <string.h>

#include "analysis/base/integer.h"
#include "footprint.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__walk_instance walk_instance;
typedef pme__window_footprint footprint;
typedef pme__occupancy occupancy;

/* References in the window, and copies that are gone through one by one. */
enum { MOST_REFERENCES = 64, MOST_COPIES = 16 };
enum { COST_BOUNDS = 40, COST_FOOTPRINT = 20, COST_INTERVAL = 12, COST_ROW = 150 };
/* So many instances are tried; then it goes on where one of so many was decided, by counting or by a look. */
enum { TRIALS = 16, LEAST_SHOWN = 4, TRIED_ALWAYS = 4, LEAST_SEEN = 8 };
/* Trip counts times bytes of all sets stay below this. */
static const int64_t LARGE = INT64_C(1) << 60;

/* ---- counting ---- */

/* Lines that one interval meets. The usual case without divisions. */
static inline int64_t lines_of_interval(const occupancy *f, int64_t x, int64_t length) {
  if (f->way_shift >= 0)
    return ((x + length - 1) >> f->way_shift) - ((x - f->line_bytes) >> f->way_shift);
  return pme__walk_lines_of_interval(x, length, f->line_bytes, f->way_bytes);
}

/* ... the first `count` dimensions of copies. */
static int64_t lines_of_copies(const occupancy *f, const footprint *p, int count, int64_t x, int64_t length) {
  if (count == 0)
    return lines_of_interval(f, x, length);
  const pme__copy_dimension *d = &p->copies.dimensions[count - 1];
  if (count == 1) {
    pme__walk_charge(f->state, COST_ROW);
    return pme__walk_lines_of_row(x, length, d->count, d->stride, f->line_bytes, f->way_bytes);
  }
  int64_t lines = 0;
  for (int64_t i = 0; i < d->count; i++)
    lines += lines_of_copies(f, p, count - 1, x + i * d->stride, length);
  return lines;
}

/* ... in the earlier iteration of the window and in the later one. */
static int64_t lines_of_both(const occupancy *f, const footprint *p, int64_t x, int64_t y) {
  int count = p->copies.count;
  int64_t low = x < y ? x : y, apart = x < y ? y - x : x - y, length = p->copies.length_bytes;
  if (apart < length + f->line_bytes) /* each copy of one and its neighbour of the other */
    return lines_of_copies(f, p, count, low, length + apart);
  return lines_of_copies(f, p, count, x, length) + lines_of_copies(f, p, count, y, length);
}

/* Lines by all sharers. More than `most` may be said of any number above. */
static int64_t lines_of_footprint(const occupancy *f, const footprint *p, const walk_instance *instance, int64_t now,
                                  int64_t earlier, int64_t most) {
  const int *threads;
  int sharers = pme__sharers_of_footprint(f, p, instance, &threads);
  if (p->lead_bytes == 0 && p->reference->pitch_bytes == 0)
    return sharers > 0 ? lines_of_both(f, p, now, earlier) : 0;
  int64_t lines = 0;
  for (int i = 0; i < sharers && lines <= most; i++) {
    int64_t apart = pme__window_footprint_apart(p, instance, threads[i]);
    lines += lines_of_both(f, p, now + apart, earlier + apart);
  }
  pme__walk_charge(f->state, (int64_t)COST_INTERVAL * sharers);
  return lines;
}

static bool fits(const occupancy *f, const walk_instance *instance, const int64_t *earlier, int64_t line) {
  int64_t most = pme__level_state_kept_lines(f->state), lines = 0;
  int64_t set = line % (f->way_bytes / f->line_bytes) * f->line_bytes; /* in no matter which way */
  for (int i = 0; i < f->footprint_count && lines <= most; i++) {
    const footprint *p = &f->footprints[i];
    lines += lines_of_footprint(f, p, instance, pme__window_footprint_base(f, p, instance->iterators) - set,
                                pme__window_footprint_base(f, p, earlier) - set, most - lines);
  }
  pme__walk_charge(f->state, (int64_t)COST_FOOTPRINT * f->footprint_count);
  return lines <= most;
}

/* ---- deciding ---- */

/* The iteration that the earlier touch was in. */
static void find_earlier(const occupancy *f, const walk_instance *instance, int64_t *iterators) {
  const tree_node *loop = f->reference->path[f->carrier.level];
  memcpy(iterators, instance->iterators, sizeof instance->iterators);
  iterators[loop->depth] -= f->carrier.kind == PME__CARRIER_ROUNDS ? loop->threads : 1;
  for (int level = f->carrier.level + 1; level <= f->window.level; level++) {
    const tree_node *inner = f->reference->path[level];
    iterators[inner->depth] = pme__tree_range_of(inner, iterators, instance->thread).last;
  }
}

pme__walk_verdict pme__occupancy_decide(occupancy *occupancy, const walk_instance *instance, int64_t line,
                                        pme__interference interference) {
  int64_t earlier[PME__TREE_MAX_LOOPS];
  occupancy->interference = interference;
  bool misses_first = occupancy->shown_misses > occupancy->shown_hits;
  find_earlier(occupancy, instance, earlier);
  pme__walk_charge(occupancy->state, COST_BOUNDS);
  if (misses_first && pme__occupancy_overflows(occupancy, instance, earlier, line))
    return PME__WALK_MISS;
  if (fits(occupancy, instance, earlier, line))
    return PME__WALK_HIT;
  if (!misses_first && pme__occupancy_overflows(occupancy, instance, earlier, line))
    return PME__WALK_MISS;
  return PME__WALK_UNDECIDED;
}

static pme__walk_verdict count(occupancy *f, const walk_instance *instance, int64_t line) {
  pme__walk_verdict verdict = pme__occupancy_decide(f, instance, line, PME__INTERFERENCE_ALL);
  f->tried++;
  f->shown_hits += verdict == PME__WALK_HIT;
  f->shown_misses += verdict == PME__WALK_MISS;
  return verdict;
}

static pme__walk_verdict look(pme__level_state *state, pme__recent_success *recent_success,
                              const walk_instance *instance, int64_t line) {
  if (recent_success->tried >= TRIED_ALWAYS && recent_success->decided * LEAST_SEEN < recent_success->tried)
    return PME__WALK_UNDECIDED;
  pme__walk_verdict verdict = pme__walk_decide_near(state, instance, line);
  recent_success->tried++;
  recent_success->decided += verdict != PME__WALK_UNDECIDED;
  return verdict;
}

pme__walk_verdict pme__walk_decide_member(pme__level_state *state, occupancy *occupancy,
                                          pme__recent_success *recent_success, const walk_instance *instance,
                                          int64_t line) {
  bool pays = occupancy && (occupancy->tried < TRIALS ||
                            (occupancy->shown_hits + occupancy->shown_misses) * LEAST_SHOWN >= occupancy->tried);
  bool first = pays && occupancy->tried >= TRIALS; /* it pays more than a look at the last accesses does */
  pme__walk_verdict verdict = first ? count(occupancy, instance, line) : PME__WALK_UNDECIDED;
  if (verdict == PME__WALK_UNDECIDED)
    verdict = look(state, recent_success, instance, line);
  if (verdict == PME__WALK_UNDECIDED && pays && !first)
    verdict = count(occupancy, instance, line);
  return verdict == PME__WALK_UNDECIDED ? pme__walk_decide_far(state, instance, line) : verdict;
}

/* ---- what the window holds ---- */

/* One loop inside of the window's: all iterations, or those of one thread. False: numbers are too large. */
static bool add_loop(footprint *p, const tree_node *loop, int64_t coefficient) {
  int64_t count = loop->maximum - loop->minimum + 1;
  bool worksharing = loop->distribution == PME__DISTRIBUTION_CYCLIC || loop->distribution == PME__DISTRIBUTION_BLOCK;
  if (coefficient == 0)
    return true;
  if (!worksharing || !loop->constant) /* taken to be run in full */
    return pme__interval_copies_add(&p->copies, loop->minimum, count, coefficient);
  p->worksharing_inside = loop;
  p->lead_bytes = coefficient; /* the thread's first iteration is added for each */
  int64_t step = loop->distribution == PME__DISTRIBUTION_CYCLIC ? loop->threads : 1;
  return pme__interval_copies_add(&p->copies, 0, (count + loop->threads - 1) / loop->threads, step * coefficient);
}

/* Whether not too many copies are left to go through one by one. */
static bool is_short(const occupancy *f, const pme__interval_copies *copies) {
  int64_t others = 1;
  for (int i = 1; i < copies->count && others <= MOST_COPIES; i++)
    others *= copies->dimensions[i].count;
  return others <= MOST_COPIES && (copies->count == 0 || copies->dimensions[0].count < LARGE / f->way_bytes);
}

static bool make_footprint(const occupancy *f, const tree_reference *reference, footprint *p) {
  *p = pme__window_footprint_begin(f, reference);
  for (int level = f->window.level + 1; level < reference->path_length; level++) {
    const tree_node *loop = reference->path[level];
    if (!add_loop(p, loop, pme__tree_coefficient(&reference->offset, loop->depth)))
      return false;
  }
  return pme__window_footprint_find_terms(f, p) && pme__interval_copies_fill(&p->copies, f->line_bytes) &&
         is_short(f, &p->copies);
}

/* Whether both move alike, and so do their copies. */
static bool are_alike(const occupancy *f, const footprint *a, const footprint *b) {
  const tree_reference *r = a->reference, *q = b->reference;
  if (r->array != q->array || r->pitch_bytes != q->pitch_bytes || r->phase_level != q->phase_level ||
      r->one_thread != q->one_thread || a->lead_bytes != b->lead_bytes ||
      a->worksharing_inside != b->worksharing_inside || a->copies.count != b->copies.count)
    return false;
  for (int level = 0; level <= f->window.level; level++) {
    int depth = r->path[level]->depth;
    if (pme__tree_coefficient(&r->offset, depth) != pme__tree_coefficient(&q->offset, depth))
      return false;
  }
  for (int i = 0; i < a->copies.count; i++)
    if (a->copies.dimensions[i].count != b->copies.dimensions[i].count ||
        a->copies.dimensions[i].stride != b->copies.dimensions[i].stride)
      return false;
  return true;
}

/* True: `b` lies next to `a`, which now holds both. */
static bool join(const occupancy *f, footprint *a, const footprint *b) {
  pme__interval_copies *to = &a->copies;
  const pme__interval_copies *from = &b->copies;
  int64_t end = to->start_bytes + to->length_bytes, other_end = from->start_bytes + from->length_bytes;
  if (!are_alike(f, a, b) || from->start_bytes > end + f->line_bytes - 1 ||
      to->start_bytes > other_end + f->line_bytes - 1)
    return false;
  to->start_bytes = from->start_bytes < to->start_bytes ? from->start_bytes : to->start_bytes;
  to->length_bytes = (other_end > end ? other_end : end) - to->start_bytes;
  return true;
}

static bool add_footprint(occupancy *f, const footprint *p) {
  for (int i = 0; i < f->footprint_count; i++)
    if (join(f, &f->footprints[i], p))
      return true;
  if (f->footprint_count == PME__MOST_FOOTPRINTS)
    return false;
  f->footprints[f->footprint_count++] = *p;
  return true;
}

struct pme__occupancy_memo {
  struct {
    const tree_node *loop;
    bool found;
    int count;
    footprint *footprints;
  } of[PME__TREE_MAX_LOOPS]; /* by level */
};

pme__occupancy_memo *pme__occupancy_memo_create(pme_arena *arena) {
  return PME_ARENA_NEW(arena, pme__occupancy_memo, 1);
}

static bool find_footprints(occupancy *f) {
  const pme__loop_tree *program = pme__level_state_program(f->state);
  const tree_node *loop = f->reference->path[f->window.level];
  if (loop->reference_count > MOST_REFERENCES)
    return false;
  for (int r = loop->reference_first; r < loop->reference_first + loop->reference_count; r++) {
    footprint p;
    if (program->references[r].shadowed)
      continue;
    if (!make_footprint(f, &program->references[r], &p) || !add_footprint(f, &p))
      return false;
  }
  pme__walk_charge(f->state, (int64_t)COST_FOOTPRINT * loop->reference_count);
  return true;
}

/* What was found, in no more memory than it needs: there is one for each stratum. */
static pme_status keep(const occupancy *found, pme_arena *arena, occupancy **out) {
  pme__occupancy *occupancy = PME_ARENA_NEW(arena, pme__occupancy, 1);
  footprint *inner = PME_ARENA_NEW(arena, footprint, found->inner_count);
  if (!occupancy || !inner)
    return PME_NO_MEMORY;
  *occupancy = *found;
  occupancy->inner = memcpy(inner, found->inner, (size_t)found->inner_count * sizeof *inner);
  *out = occupancy;
  return PME_OK;
}

static pme_status learn_footprints(occupancy *f, pme__occupancy_memo *memory, pme_arena *arena) {
  footprint footprints[PME__MOST_FOOTPRINTS];
  int level = f->window.level;
  f->footprints = footprints;
  memory->of[level].loop = f->reference->path[level];
  memory->of[level].found = find_footprints(f);
  memory->of[level].count = f->footprint_count;
  memory->of[level].footprints = PME_ARENA_NEW(arena, footprint, f->footprint_count);
  if (!memory->of[level].footprints)
    return PME_NO_MEMORY;
  memcpy(memory->of[level].footprints, footprints, (size_t)f->footprint_count * sizeof *footprints);
  return PME_OK;
}

/* *found: the footprints are known. */
static pme_status recall_footprints(occupancy *f, pme__occupancy_memo *memory, pme_arena *arena, bool *found) {
  int level = f->window.level;
  if (memory->of[level].loop != f->reference->path[level] && learn_footprints(f, memory, arena) != PME_OK)
    return PME_NO_MEMORY;
  f->footprints = memory->of[level].footprints;
  f->footprint_count = memory->of[level].count;
  *found = memory->of[level].found;
  return PME_OK;
}

/* Whether the carrier goes on step by step, one iteration after the other. */
static bool is_stepping(const pme__carrier *carrier) {
  return carrier->kind == PME__CARRIER_LOOP || carrier->kind == PME__CARRIER_ROUNDS ||
         carrier->kind == PME__CARRIER_OUTER_DIGIT;
}

static void set_geometry(pme__occupancy *f, const pme__set_filter *filter) {
  f->line_bytes = filter->line_bytes;
  f->way_bytes = filter->line_bytes * filter->sets;
  f->way_shift = -1;
  if ((f->way_bytes & (f->way_bytes - 1)) == 0)
    f->way_shift = __builtin_ctzll((unsigned long long)f->way_bytes);
}

pme_status pme__occupancy_create(pme__level_state *state, const pme__carriers *carriers, int c,
                                 pme__occupancy_memo *memory, pme_arena *arena, occupancy **out) {
  pme__reuse_window window;
  *out = NULL;
  if (c >= carriers->count || !is_stepping(&carriers->at[c]) || !pme__reuse_window_of(state, carriers, c, &window))
    return PME_OK;
  footprint inner[PME__MOST_FOOTPRINTS];
  pme__occupancy occupancy = {.state = state,
                              .reference = &pme__level_state_program(state)->references[carriers->reference],
                              .carrier = carriers->at[c],
                              .window = window,
                              .inner = inner};
  set_geometry(&occupancy, pme__level_state_filter(state));
  bool found = false;
  pme_status status = recall_footprints(&occupancy, memory, arena, &found);
  if (status != PME_OK || !found)
    return status;
  pme__occupancy_find_inner(&occupancy, carriers, c);
  return keep(&occupancy, arena, out);
}
