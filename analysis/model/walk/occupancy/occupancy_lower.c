/* The lower bound of the lines in a set, which proves misses: iterations of the loop inside the window's that lie in it
 * as a whole.
 *
 * The window ends at the target and begins at the last touch of its line before. That is known where nothing but the
 * target's reference comes to the line: at iteration `at` of the loop inside it does so first in the run of its
 * carrier, and at most up to iteration `until` again. So the earlier touch is in one of these of the earlier iteration
 * of the window's loop, and what lies wholly in the window are the iterations behind `until` there and those before
 * `at` here.
 */
#include <string.h>

#include "footprint.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__walk_instance walk_instance;
typedef pme__window_footprint footprint;
typedef pme__occupancy occupancy;

enum { MOST_RANGES = 32, MOST_COPIES = 16 };
enum { COST_RANGE = 30, COST_ROW = 150 };
static const int64_t LARGE = INT64_C(1) << 60;

/* Bytes whose lines are counted. */
typedef struct byte_range {
  int64_t low, high;
  bool is_interval; /* all of them */
} byte_range;

typedef struct counter {
  const occupancy *occupancy;
  const walk_instance *target;
  const int64_t *earlier;
  int64_t set_bytes; /* of the target's set, in the way */
  int64_t lines;
  int range_count;
  byte_range ranges[MOST_RANGES];
} counter;

/* ---- counting ---- */

static int64_t lines_of_interval(const counter *c, int64_t low, int64_t high) {
  return pme__walk_lines_of_interval(low - c->set_bytes, high - low, c->occupancy->line_bytes, c->occupancy->way_bytes);
}

/* Lines of the copies along the longest dimension, which have none in common. */
static int64_t least_lines(const counter *c, const pme__interval_copies *copies, int64_t x) {
  const pme__copy_dimension *d = &copies->dimensions[0];
  if (copies->count == 0 || d->count >= LARGE / c->occupancy->way_bytes)
    return lines_of_interval(c, x, x + copies->length_bytes);
  pme__walk_charge(c->occupancy->state, COST_ROW);
  return pme__walk_lines_of_row(x - c->set_bytes, copies->length_bytes, d->count, d->stride, c->occupancy->line_bytes,
                                c->occupancy->way_bytes);
}

static int64_t most_lines(const counter *c, const pme__interval_copies *copies, int64_t x) {
  int64_t lines = least_lines(c, copies, x);
  if (copies->count < 2)
    return lines;
  pme__interval_copies row = *copies;
  const pme__copy_dimension *d = &copies->dimensions[copies->count - 1];
  row.count--;
  lines = 0;
  for (int64_t i = 0; i < d->count && i <= MOST_COPIES; i++)
    lines += most_lines(c, &row, x + i * d->stride);
  return d->count > MOST_COPIES ? INT64_MAX / 2 : lines;
}

static bool are_near(const byte_range *a, const byte_range *b, int64_t near) {
  return a->low - near < b->high && b->low - near < a->high;
}

/* The one range that is less than a line apart from this one, but for `except`; PME_NONE: there is none. False: there
 * are several. */
static bool find_near(const counter *c, const byte_range *p, int except, int *found) {
  *found = PME_NONE;
  for (int i = 0; i < c->range_count; i++) {
    if (i == except || !are_near(p, &c->ranges[i], c->occupancy->line_bytes))
      continue;
    if (*found != PME_NONE)
      return false;
    *found = i;
  }
  return true;
}

static const byte_range *note_range(counter *c, const byte_range *p) {
  if (c->range_count == MOST_RANGES)
    return NULL;
  c->ranges[c->range_count] = *p;
  return &c->ranges[c->range_count++];
}

/* Where the range is apart from all others by a line or more, or lengthens one of them, it is noted, and the one that
 * it is or has lengthened is returned. Else lines might be counted twice: NULL. */
static const byte_range *add_range(counter *c, const byte_range *p, int64_t *known_lines) {
  int64_t near = c->occupancy->line_bytes;
  int touched, third;
  *known_lines = 0;
  if (!find_near(c, p, PME_NONE, &touched))
    return NULL;
  if (touched == PME_NONE)
    return note_range(c, p);
  byte_range *old = &c->ranges[touched],
             both = {p->low < old->low ? p->low : old->low, p->high > old->high ? p->high : old->high, true};
  bool is_gap = p->low - near + 1 > old->high || old->low - near + 1 > p->high; /* a line between them, maybe */
  if (!p->is_interval || !old->is_interval || is_gap || !find_near(c, &both, touched, &third) || third != PME_NONE)
    return NULL;
  *known_lines = lines_of_interval(c, old->low, old->high);
  *old = both;
  return old;
}

/* `count` iterations of the loop inside, the first of which touches at x. */
static bool make_copies(const counter *c, const footprint *p, int64_t count, int64_t stride, int64_t *x,
                        pme__interval_copies *copies) {
  *copies = p->copies;
  copies->start_bytes = 0;
  if (count < 1 || !pme__interval_copies_add(copies, 0, count, stride) ||
      !pme__interval_copies_fill(copies, c->occupancy->line_bytes))
    return false;
  *x += copies->start_bytes;
  return true;
}

static byte_range range_of(const pme__interval_copies *copies, int64_t x) {
  return (byte_range){x, x + pme__interval_copies_span(copies), copies->count == 0};
}

static void count_iterations(counter *c, const footprint *p, int64_t x, int64_t count, int64_t stride) {
  pme__interval_copies copies;
  int64_t known;
  pme__walk_charge(c->occupancy->state, COST_RANGE);
  if (!make_copies(c, p, count, stride, &x, &copies))
    return;
  byte_range all = range_of(&copies, x);
  const byte_range *noted = add_range(c, &all, &known);
  if (noted && noted->is_interval)
    c->lines += lines_of_interval(c, noted->low, noted->high) - known;
  else if (noted)
    c->lines += least_lines(c, &copies, x);
}

/* Iterations of the loop inside in which the earlier touch may come again: the run of the target. */
typedef struct run {
  int64_t first, last;
} run;

/* All iterations but those of the run, at the same addresses in both iterations of the window's loop. */
static void count_around(counter *c, const footprint *p, int64_t x, const pme__tree_range *range, run run,
                         int64_t stride) {
  pme__interval_copies all, hole;
  int64_t start = x + range->first * stride, gap = x + run.first * stride, known;
  pme__walk_charge(c->occupancy->state, COST_RANGE); /* both ranges */
  if (!make_copies(c, p, range->last - range->first + 1, stride, &start, &all) ||
      !make_copies(c, p, run.last - run.first + 1, stride, &gap, &hole))
    return;
  int64_t lines = least_lines(c, &all, start) - most_lines(c, &hole, gap);
  byte_range bytes = range_of(&all, start);
  bytes.is_interval = false;
  if (lines > 0 && add_range(c, &bytes, &known))
    c->lines += lines;
}

static void count_thread(counter *c, const footprint *p, int thread) {
  const occupancy *f = c->occupancy;
  const tree_node *loop = f->reference->path[f->window.level + 1];
  int64_t stride = pme__tree_coefficient(&p->reference->offset, loop->depth);
  pme__tree_range now = pme__tree_range_of(loop, c->target->iterators, PME_NONE);
  pme__tree_range before = pme__tree_range_of(loop, c->earlier, PME_NONE);
  int64_t apart = pme__window_footprint_apart(p, c->target, thread), at = c->target->iterators[loop->depth];
  int64_t until = at + f->run_beyond < before.last ? at + f->run_beyond : before.last;
  int64_t x = pme__window_footprint_base(f, p, c->target->iterators) + apart,
          y = pme__window_footprint_base(f, p, c->earlier) + apart;
  if (stride && x == y && now.first == before.first && now.last == before.last) {
    count_around(c, p, x, &now, (run){at, until}, stride);
    return;
  }
  count_iterations(c, p, y + (until + 1) * stride, before.last - until, stride);
  count_iterations(c, p, x + now.first * stride, at - now.first, stride);
}

/* Whether a thread runs whole iterations of the worksharing loop at the same index as the target's thread. */
static bool takes_part(const counter *c, const footprint *p, int thread) {
  const tree_reference *reference = p->reference;
  if (thread == c->target->thread || reference->worksharing_level < 0)
    return true;
  const tree_node *worksharing = reference->path[reference->worksharing_level], *inner = worksharing->first_child;
  pme__tree_range own = pme__tree_range_of(worksharing, c->target->iterators, c->target->thread);
  pme__tree_range other = pme__tree_range_of(worksharing, c->target->iterators, thread);
  int64_t now = c->target->iterators[worksharing->depth] + other.first - own.first;
  if (worksharing->distribution == PME__DISTRIBUTION_BLOCK)
    return now <= other.last;
  int64_t last = pme__tree_range_of(worksharing, c->target->iterators, PME_NONE).last;
  return !inner->is_body && inner->cuts_block ? now < last : now <= last;
}

static void count_footprint(counter *c, const footprint *p, int64_t enough) {
  const int *threads;
  int sharers = pme__sharers_of_footprint(c->occupancy, p, c->target, &threads);
  bool spread = p->lead_bytes || p->reference->pitch_bytes;
  for (int i = 0; i < sharers && c->lines <= enough; i++)
    if (spread ? takes_part(c, p, threads[i]) : threads[i] == c->target->thread)
      count_thread(c, p, threads[i]);
}

/* Whether the target's line is not one at the end of a row, which another row may share. */
static bool is_inside_row(const occupancy *f, const walk_instance *instance) {
  if (!f->row)
    return true;
  pme__tree_range range = pme__tree_range_of(f->row, instance->iterators, PME_NONE);
  int64_t at = instance->iterators[f->row->depth];
  return at > range.first && at + f->row_beyond < range.last;
}

bool pme__occupancy_overflows(const occupancy *f, const walk_instance *instance, const int64_t *earlier, int64_t line) {
  if (f->inner_count == 0 || !is_inside_row(f, instance))
    return false;
  counter c = {.occupancy = f,
               .target = instance,
               .earlier = earlier,
               .set_bytes = line % (f->way_bytes / f->line_bytes) * f->line_bytes};
  int others = pme__level_state_kept_lines(f->state) - 1; /* the target's own line is not among those counted */
  for (int i = 0; i < f->inner_count && c.lines <= others; i++)
    count_footprint(&c, &f->inner[i], others);
  return c.lines > others;
}

/* ---- whether only the target's reference comes to its line ---- */

static bool is_same_access(const tree_reference *a, const tree_reference *b) {
  return a->array == b->array && a->size_bytes == b->size_bytes && a->offset.constant == b->offset.constant &&
         memcmp(a->offset.coefficients, b->offset.coefficients, sizeof a->offset.coefficients) == 0;
}

/* Other references to the array in the window: none, but for later ones of the same body to the same bytes. */
static bool is_only_reference(const occupancy *f) {
  const pme__loop_tree *program = pme__level_state_program(f->state);
  const tree_node *loop = f->reference->path[f->window.level];
  for (int r = loop->reference_first; r < loop->reference_first + loop->reference_count; r++) {
    const tree_reference *other = &program->references[r];
    bool harmless = is_same_access(f->reference, other) && other->body->parent == f->reference->body->parent &&
                    other >= f->reference;
    if (other->array == f->reference->array && !harmless)
      return false;
  }
  return true;
}

/* Bytes that may lie in a line of the array, beyond it at either end: none where its position in the lines is known. */
static void lines_of_array(const occupancy *f, const pme__tree_array *array, int64_t *low, int64_t *high) {
  const pme__loop_tree *program = pme__level_state_program(f->state);
  int64_t line = f->line_bytes;
  *low = array->base_bytes + array->low_bytes;
  *high = array->base_bytes + array->high_bytes;
  if (array->known || program->group_granules[array->group] % line == 0) {
    *low = pme_floor_divide(*low, line) * line;
    *high = -pme_floor_divide(-*high, line) * line;
  } else {
    *low -= line;
    *high += line;
  }
}

/* No other array reaches into its lines: those of the same placement group, or with known bases, stand apart. */
static bool is_apart(const occupancy *f) {
  const pme__loop_tree *program = pme__level_state_program(f->state);
  const pme__tree_array *own = &program->arrays[f->reference->array];
  int64_t low, high;
  lines_of_array(f, own, &low, &high);
  for (int a = 0; a < program->array_count; a++) {
    const pme__tree_array *other = &program->arrays[a];
    if (other == own || other->known != own->known || (!own->known && other->group != own->group))
      continue;
    if (other->pitch_bytes ||
        (other->base_bytes + other->low_bytes < high && low < other->base_bytes + other->high_bytes))
      return false;
  }
  return true;
}

/* Whether no two positions have a line in common. Strides as those of digits: each is longer than all that the smaller
 * ones add up to. Rows that touch may have a line in common, at their ends: lines in the middle of the run's loop
 * (f->row) are meant; without such a loop strides are longer by a line. */
static bool are_apart(const occupancy *f, pme__interval_copies positions) {
  int64_t span = positions.length_bytes;
  for (int done = 0; done < positions.count; done++) {
    int smallest = 0;
    for (int i = 1; i < positions.count; i++)
      if (positions.dimensions[i].stride < positions.dimensions[smallest].stride)
        smallest = i;
    pme__copy_dimension *d = &positions.dimensions[smallest];
    if (d->stride < (f->row ? span : span + f->line_bytes - 1))
      return false;
    span += (d->count - 1) * d->stride;
    d->stride = INT64_MAX;
  }
  return true;
}

/* The loops inside the window's bring the reference to each line at one position only, or in a run that the target
 * leads.
 */
static bool has_positions(occupancy *f, const pme__carriers *carriers, int c, pme__interval_copies *positions) {
  const tree_reference *reference = f->reference;
  *positions = (pme__interval_copies){0, reference->size_bytes, 0, {{0, 0}}};
  for (int level = f->window.level + 1; level < reference->path_length; level++) {
    const tree_node *loop = reference->path[level];
    int64_t stride = pme__stride_length(pme__tree_coefficient(&reference->offset, loop->depth));
    int64_t count = loop->maximum - loop->minimum + 1;
    if (loop->distribution != PME__DISTRIBUTION_NONE || loop->is_phase || loop->one_thread ||
        (loop->is_single && stride))
      return false;
    if (loop->is_single || count == 1)
      continue;
    if (stride < f->line_bytes && (!pme__carrier_loop(carriers, c, level) || (stride && f->row)))
      return false;
    if (stride && stride < f->line_bytes) {
      f->row = loop;
      f->row_beyond = (f->line_bytes - 1) / stride;
    }
    if (!pme__interval_copies_add(positions, 0, count, stride))
      return false;
  }
  return are_apart(f, *positions);
}

/* Other threads of the cache come to the line at the same time only, after the target, or not at all. What they reach
 * is apart from it, as a digit more: iterations of the worksharing loop, and of those between it and the window. */
static bool is_own_line(const occupancy *f, const pme__carriers *carriers, int c, pme__interval_copies positions) {
  const tree_reference *reference = f->reference;
  const int *threads;
  if (reference->phase_level < 0)
    return true;
  int sharers = pme__sharers_of_thread(f->state, 0, reference->path[reference->phase_level]->threads, &threads);
  if (reference->pitch_bytes || reference->one_thread || reference->phase_level > f->window.level)
    return false;
  if (sharers == 1)
    return true;
  int worksharing = reference->worksharing_level;
  if (worksharing >= 0 && worksharing <= f->window.level &&
      pme__tree_coefficient(&reference->offset, reference->path[worksharing]->depth)) {
    for (int level = worksharing; level <= f->window.level; level++) {
      const tree_node *loop = reference->path[level];
      int64_t stride = pme__stride_length(pme__tree_coefficient(&reference->offset, loop->depth));
      if (!pme__interval_copies_add(&positions, 0, loop->maximum - loop->minimum + 1, stride))
        return false;
    }
    return are_apart(f, positions);
  }
  return c > 0 && carriers->at[0].kind == PME__CARRIER_SHARERS;
}

/* ---- what an iteration of the loop inside holds ---- */

static const tree_node *loop_inside(const occupancy *f) {
  int level = f->window.level + 1;
  if (level >= f->reference->path_length)
    return NULL;
  const tree_node *loop = f->reference->path[level];
  return loop->distribution != PME__DISTRIBUTION_NONE || loop->is_phase || loop->one_thread || loop->is_single ? NULL
                                                                                                               : loop;
}

/* Loops below it that every iteration runs in full. */
static bool make_inner(const occupancy *f, const tree_reference *reference, footprint *p) {
  *p = pme__window_footprint_begin(f, reference);
  if (reference->one_thread || reference->phase_level != f->reference->phase_level)
    return false;
  for (int level = f->window.level + 2; level < reference->path_length; level++) {
    const tree_node *loop = reference->path[level];
    if (!loop->fixed || !pme__interval_copies_add(&p->copies, loop->minimum, loop->maximum - loop->minimum + 1,
                                                  pme__tree_coefficient(&reference->offset, loop->depth)))
      return false;
  }
  return pme__window_footprint_find_terms(f, p) && pme__interval_copies_fill(&p->copies, f->line_bytes);
}

/* About how many lines all iterations of the loop inside touch through it. */
static double lines_of(const occupancy *f, const footprint *p, const tree_node *loop) {
  int64_t stride = pme__tree_coefficient(&p->reference->offset, loop->depth);
  double lines = 1 + (double)p->copies.length_bytes / (double)f->line_bytes;
  for (int i = 0; i < p->copies.count; i++)
    lines *= (double)p->copies.dimensions[i].count;
  double move = (double)pme__stride_length(stride) / (double)f->line_bytes;
  return lines * (1 + (double)(loop->maximum - loop->minimum) * (move < 1 ? move : 1));
}

/* Whether all that `b` touches is what `a` touches. */
static bool is_same_footprint(const footprint *a, const footprint *b) {
  return is_same_access(a->reference, b->reference) && a->lead_bytes == b->lead_bytes &&
         a->reference->pitch_bytes == b->reference->pitch_bytes && a->copies.count == b->copies.count &&
         a->copies.start_bytes == b->copies.start_bytes && a->copies.length_bytes == b->copies.length_bytes &&
         memcmp(a->copies.dimensions, b->copies.dimensions, (size_t)a->copies.count * sizeof *a->copies.dimensions) ==
             0;
}

/* Those with most lines come first: often they are enough. */
static void add_inner(occupancy *f, const footprint *p, const tree_node *loop) {
  for (int i = 0; i < f->inner_count; i++)
    if (is_same_footprint(&f->inner[i], p))
      return;
  int at = f->inner_count++;
  for (; at > 0 && lines_of(f, &f->inner[at - 1], loop) < lines_of(f, p, loop); at--)
    f->inner[at] = f->inner[at - 1];
  f->inner[at] = *p;
}

void pme__occupancy_find_inner(occupancy *occupancy, const pme__carriers *carriers, int c) {
  const pme__loop_tree *program = pme__level_state_program(occupancy->state);
  const tree_node *loop = loop_inside(occupancy);
  pme__interval_copies positions;
  if (!loop || !is_only_reference(occupancy) || !is_apart(occupancy) ||
      !has_positions(occupancy, carriers, c, &positions) || !is_own_line(occupancy, carriers, c, positions))
    return;
  int64_t stride = pme__stride_length(pme__tree_coefficient(&occupancy->reference->offset, loop->depth));
  occupancy->run_beyond = stride == 0 ? INT64_MAX / 2 : (occupancy->line_bytes - 1) / stride;
  for (int r = loop->reference_first; r < loop->reference_first + loop->reference_count; r++) {
    footprint p;
    if (occupancy->inner_count < PME__MOST_FOOTPRINTS && !program->references[r].shadowed &&
        make_inner(occupancy, &program->references[r], &p))
      add_inner(occupancy, &p, loop);
  }
}
