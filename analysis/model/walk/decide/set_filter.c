/* Addresses as residues modulo the bytes of a way, and when a loop touches the set next. */
#include "set_filter.h"
#include "analysis/base/integer.h"

#include "residue_image.h"

/* Words of tables that a filter may write: about a millisecond. */
static const int64_t MOST_TABLE_WORK = 1000000;
/* Positions of the line filter repeat after so many bytes: more than any program reaches. */
static const int64_t LINE_SPAN_BYTES = INT64_C(1) << 60;

/* ---- congruences ---- */

/* Euclid's algorithm on the interval: the smallest multiple of a that reaches it either lies in it, or the question is
 * the same for (m mod a, a) and the interval of the misses (docs/model/walk.md 4.1). */
int64_t pme__walk_first_in_range(int64_t a, int64_t m, int64_t low, int64_t high) {
  if (low == 0)
    return 0;
  if (a == 0)
    return -1;
  if (2 * a > m) {
    int64_t mirrored = m - high;
    high = m - low;
    low = mirrored;
    a = m - a;
  }
  int64_t first = (low + a - 1) / a;
  if (first * a <= high)
    return first;
  int64_t rounds = pme__walk_first_in_range(m % a, a, pme__floor_mod(-high, a), pme__floor_mod(-low, a));
  return rounds < 0 ? -1 : (low + m * rounds + a - 1) / a;
}

static int64_t signed_position(const pme__walk_pattern *pattern, int64_t z) {
  return z >= pattern->modulus / 2 ? z - pattern->modulus : z;
}

/* Smallest n >= 0 with 0 <= y - n * stride < width, for positions that do not repeat: plain division. */
static int64_t next_in_line(int64_t y, int64_t width, int64_t stride) {
  if (y >= 0 && y < width)
    return 0;
  if (y >= 0) {
    int64_t n = stride > 0 ? (y - width + stride) / stride : -1;
    return n >= 0 && y - n * stride >= 0 ? n : -1;
  }
  int64_t n = stride < 0 ? (-y - stride - 1) / -stride : -1;
  return n >= 0 && y - n * stride < width ? n : -1;
}

/* Smallest n in 0 .. limit with (y - n * stride) mod period < tooth. */
static int64_t next_in_comb(const pme__walk_image *image, int64_t y, int64_t stride, int64_t limit) {
  int64_t m = image->period, z = pme__floor_mod(y + image->tooth_offset, m);
  if (z < image->tooth)
    return 0;
  int64_t back = pme__floor_mod(-stride, m), n = pme__walk_first_in_range(back, m, m - z, m - z + image->tooth - 1);
  return n > limit ? -1 : n;
}

/* The comb inside the interval: the interval is met for consecutive n. */
static int64_t next_of_line_image(const pme__walk_pattern *pattern, const pme__walk_image *image, int64_t z,
                                  int64_t stride, int64_t limit) {
  int64_t inside = signed_position(pattern, pme__walk_reduce(pattern, z + image->offset));
  int64_t first = next_in_line(inside, image->width, stride);
  if (first < 0 || first > limit || !image->period)
    return first;
  int64_t there = inside - first * stride, last = limit - first;
  if (stride && (stride > 0 ? there / stride : (image->width - 1 - there) / -stride) < last)
    last = stride > 0 ? there / stride : (image->width - 1 - there) / -stride;
  int64_t more = next_in_comb(image, signed_position(pattern, z) - first * stride, stride, last);
  return more < 0 ? -1 : first + more;
}

/* As next_of_line_image without a stride. */
bool pme__walk_is_in_line_image(const pme__walk_pattern *pattern, const pme__walk_image *image, int64_t z) {
  int64_t inside = signed_position(pattern, pme__walk_reduce(pattern, z + image->offset));
  if (inside < 0 || inside >= image->width)
    return false;
  return !image->period ||
         pme__floor_mod(signed_position(pattern, z) + image->tooth_offset, image->period) < image->tooth;
}

/* Smallest n >= 0 with (z - n * stride) mod M < width. */
static int64_t next_in_interval(const pme__walk_pattern *pattern, int64_t z, int64_t width, int64_t stride) {
  if (z < width)
    return 0;
  if (stride == 0)
    return -1;
  if (stride > 0 && stride <= width)
    return (z - width + stride) / stride;
  if (stride < 0 && -stride <= width)
    return (pattern->modulus - z - stride - 1) / -stride;
  int64_t low = pattern->modulus - z;
  return pme__walk_first_in_range(stride > 0 ? pattern->modulus - stride : -stride, pattern->modulus, low,
                                  low + width - 1);
}

static int64_t next_in_table(const pme__walk_pattern *pattern, const uint64_t *bits, int64_t z, int64_t stride,
                             int64_t limit, int64_t *work) {
  int64_t modulus = pattern->modulus, back = stride > 0 ? modulus - stride : -stride, n = 0;
  for (;; n++) {
    if (bits[z >> 6] >> (z & 63) & 1)
      break;
    if (n == limit || back == 0) {
      n = -1;
      break;
    }
    z += back;
    z = z >= modulus ? z - modulus : z;
  }
  *work += n < 0 ? limit : n;
  return n;
}

/* Effort of searches, and of one entry of a jump table, about ns. */
enum { COST_EASY = 8, COST_CONGRUENCE = 80, COST_JUMP_ENTRY = 4 };

int64_t pme__walk_search(const pme__walk_pattern *pattern, pme__walk_image *image, int64_t z, int64_t stride,
                         int64_t limit, int64_t *work) {
  int64_t before = *work, n;
  if (pattern->filter->one_line) {
    *work += PME__WALK_COST_LINE;
    return next_of_line_image(pattern, image, z, stride, limit);
  }
  if (image->kind == PME__WALK_IMAGE_TABLE) {
    n = next_in_table(pattern, image->bits, z, stride, limit, work);
  } else {
    z += image->offset;
    z = pattern->mask ? z & pattern->mask : z >= pattern->modulus ? z - pattern->modulus : z;
    n = next_in_interval(pattern, z, image->width, stride);
    bool easy = z < image->width || (stride <= image->width && -stride <= image->width);
    *work += easy ? COST_EASY : COST_CONGRUENCE;
  }
  image->spent += *work - before - COST_EASY;
  if (image->spent > pattern->modulus * 2 * COST_JUMP_ENTRY && pme__walk_make_jump(pattern, image, stride))
    *work += COST_JUMP_ENTRY * pattern->modulus;
  return n;
}

/* ---- patterns ---- */

static int64_t remainder_of(const pme__loop_tree *program, const pme__tree_reference *reference, int64_t unit) {
  return pme__floor_mod(program->arrays[reference->array].base_bytes + reference->offset.constant, unit);
}

/* Unit: all that moves an address moves it by multiples of the unit. */
static int64_t unit_of(const pme__loop_tree *program, const pme__tree_reference *reference, int64_t unit) {
  const pme__tree_array *array = &program->arrays[reference->array];
  for (int d = 0; d < reference->offset.depth; d++)
    unit = pme__gcd(unit, reference->offset.coefficients[d]);
  unit = pme__gcd(unit, reference->pitch_bytes);
  return array->known ? unit : pme__gcd(unit, program->group_granules[array->group]);
}

static int64_t reduced(int64_t value, int64_t modulus) {
  int64_t rest = pme__floor_mod(value, modulus);
  return rest > modulus / 2 ? rest - modulus : rest;
}

/* Needs what moves threads in lock step. A window that holds one line leaves no doubt where in its line an access
 * stands. */
static void find_whole_lines(const pme__tree_reference *reference, int64_t line_bytes, int64_t apart_bytes,
                             pme__walk_pattern *pattern) {
  bool whole = pattern->window < pattern->modulus &&
               (!pattern->spread || (reference->pitch_bytes % line_bytes == 0 && apart_bytes % line_bytes == 0));
  for (int level = reference->path_length - 1; level >= 0 && whole; level--) {
    int depth = reference->path[level]->depth;
    pattern->whole_lines |= UINT32_C(1) << depth;
    whole = pme__tree_coefficient(&reference->offset, depth) % line_bytes == 0;
    if (level == reference->phase_level) /* loops around it meet all threads */
      whole = whole && reference->pitch_bytes % line_bytes == 0;
  }
}

static void fill_shape(const pme__set_filter *filter, int r) {
  const pme__loop_tree *program = filter->subject.program;
  const pme__tree_reference *reference = &program->references[r];
  int64_t way_bytes = filter->line_bytes * filter->sets;
  int64_t unit = unit_of(program, reference, pme__gcd(filter->line_bytes, way_bytes));
  int64_t extent = (remainder_of(program, reference, unit) + reference->size_bytes - 1) / unit;
  filter->shapes[r] = (pme__access_shape){unit, way_bytes / unit, extent};
}

/* All but extent and window. */
static void fill_pattern(const pme__lock_step *lock_step, const pme__tree_reference *reference,
                         const pme__access_shape *shape, pme__walk_pattern *pattern) {
  int64_t unit = shape->unit_bytes, modulus = shape->modulus;
  pattern->unit_bytes = unit;
  pattern->unit_shift = __builtin_ctzll((uint64_t)unit);
  pattern->modulus = modulus;
  pattern->mask = modulus & (modulus - 1) ? 0 : modulus - 1;
  pattern->pitch = pme__floor_mod(reference->pitch_bytes / unit, modulus);
  for (int level = 0; level < reference->path_length; level++) {
    const pme__tree_node *loop = reference->path[level];
    int64_t units = pme__tree_coefficient(&reference->offset, loop->depth) / unit;
    int64_t step = loop->distribution == PME__DISTRIBUTION_CYCLIC ? loop->threads : 1;
    pattern->at[loop->depth].coefficient = pme__floor_mod(units, modulus);
    pattern->at[loop->depth].true_stride = units * step;
    pattern->at[loop->depth].stride = reduced(units * step, modulus);
  }
  if (lock_step->in_lock_step) {
    const pme__tree_node *worksharing = reference->path[reference->phase_level]->worksharing;
    int64_t apart = worksharing ? pme__tree_coefficient(&reference->offset, worksharing->depth) : 0;
    pattern->in_lock_step = true;
    pattern->spread = reference->pitch_bytes || apart;
    pattern->worksharing_bytes = apart;
    pattern->worksharing = pme__floor_mod(apart / unit, modulus);
  }
}

/* ---- access groups ---- */

/* First units of `reference` and of the one that leads its access group differ by so many. */
static int64_t units_apart(const pme__loop_tree *program, const pme__tree_reference *leader,
                           const pme__tree_reference *reference, int64_t unit) {
  return (remainder_of(program, leader, unit) + reference->offset.constant - leader->offset.constant) / unit;
}

static int64_t extent_of(const pme__set_filter *filter, const int *order, int count, bool *in_units) {
  const pme__loop_tree *program = filter->subject.program;
  const pme__tree_reference *leader = &program->references[order[0]];
  int64_t extent = 0;
  *in_units = true;
  for (int i = 0; i < count; i++) {
    const pme__access_shape *shape = &filter->shapes[order[i]];
    int64_t end = units_apart(program, leader, &program->references[order[i]], shape->unit_bytes) + shape->extent;
    extent = end > extent ? end : extent;
    *in_units = *in_units && shape->extent == 0;
  }
  return extent;
}

/* Sorted by insertion: access groups are short, and mostly in order. */
static void add_member(pme__access_group_member *members, int count, const pme__access_group_member *added) {
  int at = count;
  for (; at > 0 && members[at - 1].position < added->position; at--)
    members[at] = members[at - 1];
  members[at] = *added;
}

/* The references of an access group, and where they are relative to the leader. */
static pme_status add_members(const pme__set_filter *filter, const int *order, int count, pme__access_group *group) {
  const pme__tree_reference *references = filter->subject.program->references;
  const pme__access_shape *shape = &filter->shapes[order[0]];
  pme__access_group_member *members = PME_ARENA_NEW(filter->arena, pme__access_group_member, count);
  if (!members)
    return PME_NO_MEMORY;
  int64_t line = filter->line_bytes / shape->unit_bytes;
  group->shadowed = true;
  for (int i = 0; i < count; i++) {
    const pme__tree_reference *reference = &references[order[i]];
    int64_t extent = filter->shapes[order[i]].extent;
    int64_t apart = units_apart(filter->subject.program, &references[order[0]], reference, shape->unit_bytes);
    int64_t lag = group->pattern.extent - extent - apart;
    add_member(members, i, &(pme__access_group_member){order[i], reference->position, lag, line + extent});
    group->shadowed = group->shadowed && reference->shadowed;
  }
  group->members = members;
  group->count = count;
  return PME_OK;
}

static pme_status fill_access_group(pme__set_filter *filter, const int *order, int count, pme__access_group *group) {
  const pme__tree_reference *leader = &filter->subject.program->references[order[0]];
  const pme__access_shape *shape = &filter->shapes[order[0]];
  pme__walk_pattern *pattern = &group->pattern;
  int64_t line = filter->line_bytes / shape->unit_bytes;
  bool in_units;
  pattern->filter = filter;
  fill_pattern(&filter->subject.lock_steps[order[0]], leader, shape, pattern);
  pattern->extent = extent_of(filter, order, count, &in_units);
  pattern->window = line + pattern->extent < pattern->modulus ? line + pattern->extent : pattern->modulus;
  group->straddles = !in_units;
  if (in_units)
    find_whole_lines(leader, filter->line_bytes, pattern->worksharing_bytes, pattern);
  return add_members(filter, order, count, group);
}

static pme_status fill_access_groups(pme__set_filter *filter) {
  const pme__access_grouping *grouping = filter->subject.grouping;
  pme__access_group *groups = PME_ARENA_NEW(filter->arena, pme__access_group, grouping->count);
  if (!groups)
    return PME_NO_MEMORY;
  pme_status status = PME_OK;
  for (int b = 0; b < grouping->count && status == PME_OK; b++) {
    const int *order = grouping->order + grouping->first[b];
    filter->access_groups[order[0]] = &groups[b];
    status = fill_access_group(filter, order, grouping->first[b + 1] - grouping->first[b], &groups[b]);
  }
  return status;
}

static pme_status create(const pme__set_filter *shape, pme_arena *arena, pme__set_filter **out) {
  pme__set_filter *filter = PME_ARENA_NEW(arena, pme__set_filter, 1);
  if (!filter)
    return PME_NO_MEMORY;
  *filter = *shape;
  filter->arena = arena;
  filter->work_limit = MOST_TABLE_WORK;
  int references = filter->subject.program->reference_count;
  filter->shapes = PME_ARENA_NEW(arena, pme__access_shape, references);
  filter->access_groups = PME_ARENA_NEW(arena, pme__access_group *, references);
  if (!filter->shapes || !filter->access_groups)
    return PME_NO_MEMORY;
  for (int r = 0; r < references; r++)
    fill_shape(filter, r);
  pme_status status = fill_access_groups(filter);
  if (status == PME_OK)
    status = pme__walk_make_images(filter);
  if (status == PME_OK)
    *out = filter;
  return status;
}

pme_status pme__set_filter_create(const pme__filter_subject *subject, int64_t sets, pme_arena *arena,
                                  pme__set_filter **out) {
  pme__set_filter shape = {.subject = *subject, .line_bytes = subject->line_bytes, .sets = sets};
  return create(&shape, arena, out);
}

pme_status pme__line_filter_create(const pme__filter_subject *subject, pme_arena *arena, pme__set_filter **out) {
  pme__set_filter shape = {.subject = *subject,
                           .line_bytes = subject->line_bytes,
                           .sets = LINE_SPAN_BYTES / subject->line_bytes,
                           .one_line = true};
  return create(&shape, arena, out);
}
