/* Reuse carried by a worksharing loop whose threads share the cache. */
#include <string.h>

#include "analysis/model/closed_form/classes/nrs_reuse_counts.h"
#include "observed_windows.h"
#include "reuse_sources.h"
#include "touched_region.h"

typedef struct group {
  int count, own; /* `own`: index of the reference itself */
  int references[PME__REUSE_MOST_MEMBERS];
  int64_t shifts[PME__REUSE_MOST_MEMBERS];
  int64_t leads[PME__REUSE_MOST_MEMBERS]; /* units by which it runs ahead inside an iteration of the level */
} group;

static int64_t absolute(int64_t a) { return a < 0 ? -a : a; }

static int64_t nearest(int64_t a, int64_t b) {
  int64_t q = a / b, rest = a % b;
  if (2 * absolute(rest) > absolute(b))
    q += (rest < 0) == (b < 0) ? 1 : -1;
  return q;
}

static const pme__block_units *units_of(const pme__level_sum *sum) {
  return &sum->context->units[sum->context->view->references[sum->reference].block];
}

/* Takes from `apart` what the loops inside the level can make up for: whole steps of their strides. */
static int64_t reduce_by_inner(const pme__level_sum *sum, int64_t apart, int64_t least) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference];
  int64_t unit = units_of(sum)->unit_bytes;
  for (;;) {
    int64_t best = 0; /* the largest inner stride that is not larger than twice what is left */
    for (int l = r->loop; l != sum->loop; l = view->loops[l].parent) {
      int64_t stride = absolute(pme__instance_view_stride(view, r, l) / unit);
      if (stride > least && stride > best && stride <= 2 * absolute(apart))
        best = stride;
    }
    int64_t q = best ? nearest(apart, best) : 0;
    if (q == 0)
      return apart;
    apart -= q * best;
  }
}

/* How far q runs ahead of the reference along the loop; false: its rows are not the same rows. */
static bool find_shift(const pme__level_sum *sum, int q, const pme__strided_region *target, int64_t stride,
                       int64_t *shift, int64_t *lead) {
  pme__strided_region region;
  pme__iteration_span span = {.carrier = sum->loop, .count = 1, .one_thread = true};
  if (!pme__touched_region(sum->context, q, &span, &region))
    return false;
  int64_t apart = region.start - target->start, line = units_of(sum)->line;
  if (absolute(stride) >= line) {
    *shift = nearest(apart, stride);
    region.start -= *shift * stride;
  } else {
    *shift = reduce_by_inner(sum, apart, line) * (stride < 0 ? -1 : 1);
    if (absolute(*shift) > 64 * line)
      return false;
    region.start -= *shift * (stride < 0 ? -1 : 1);
  }
  *lead = region.start - target->start;
  return pme__strided_region_covered(target, &region, 1, line) > 0.6;
}

/* The direction in which the loops inside the level move the reference: that of the outermost that moves it. */
static int inner_direction(const pme__level_sum *sum) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference];
  int64_t stride = 1;
  for (int l = r->loop; l != sum->loop; l = view->loops[l].parent)
    if (pme__instance_view_stride(view, r, l) != 0)
      stride = pme__instance_view_stride(view, r, l);
  return stride < 0 ? -1 : 1;
}

/* Members in the order in which they come to a line: leaders first, then as the program has them. */
static void insert_member(group *g, int reference, int64_t shift, int64_t lead) {
  int at = g->count++;
  for (; at > 0 && g->leads[at - 1] < lead; at--) {
    g->references[at] = g->references[at - 1];
    g->shifts[at] = g->shifts[at - 1];
    g->leads[at] = g->leads[at - 1];
  }
  g->references[at] = reference;
  g->shifts[at] = shift;
  g->leads[at] = lead;
}

static void find_group(const pme__level_sum *sum, int64_t stride, group *g) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference];
  int64_t unit = units_of(sum)->unit_bytes, shift, lead;
  int direction = inner_direction(sum);
  pme__strided_region target;
  *g = (group){0};
  pme__iteration_span span = {.carrier = sum->loop, .count = 1, .one_thread = true};
  bool ok = pme__touched_region(sum->context, sum->reference, &span, &target);
  for (int q = 0; q < view->reference_count && ok; q++) {
    const pme__reference *other = &view->references[q];
    if (q == sum->reference) {
      insert_member(g, q, 0, 0);
      continue;
    }
    /* One place is kept for the reference itself. */
    bool full = g->count == PME__REUSE_MOST_MEMBERS - (q < sum->reference);
    if (full || other->executions == 0 || stride == 0 || r->is_private ||
        !pme__context_may_meet(sum->context, sum->reference, q) ||
        !pme__instance_view_encloses(view, sum->loop, other) ||
        pme__instance_view_stride(view, other, sum->loop) / unit != stride)
      continue;
    if (find_shift(sum, q, &target, stride, &shift, &lead))
      insert_member(g, q, shift, lead * direction);
  }
  while (g->own < g->count && g->references[g->own] != sum->reference)
    g->own++;
}

/* Rows that share a line: inside a block it has just been left, across blocks it was left a block ago
 * (docs/model/equations.md 7.3). */
static void add_rows_in_line(pme__level_sum *sum, double share) {
  const pme__loop *loop = &sum->context->view->loops[sum->loop];
  int64_t block = loop->schedule.block;
  int adjacent = pme__reuse_adjacent(sum);
  double across = adjacent == PME_NONE ? 1 : 1 / (double)block;
  if (adjacent != PME_NONE)
    pme__reuse_add_in(sum, adjacent, share * (1 - across), 1, sum->reference);
  pme__reuse_add(sum, share * across, adjacent != PME_NONE && block > 2 ? block - 1 : 1, sum->reference);
}

/* Share of a row's lines that the row before it touches as well, when rows stand closer than a line; of several rows
 * (tiles) that do so side by side. */
static double row_overlap(const pme__strided_region *row, int64_t step, int64_t line) {
  step = absolute(step);
  return pme__strided_region_is_irregular(row) || step < line || step >= row->width
             ? 0
             : 1 - (double)step / (double)row->width;
}

/* Another thread has touched the line in the same parallel iteration, through another member of the group: RD(R', R) of
 * docs/model/equations.md 6.1. The accesses between the two are those of the innermost loop, as far as the member runs
 * ahead. */
static void add_same_iteration(pme__level_sum *sum, const group *g, int member, double share) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference], *source = &view->references[g->references[member]];
  int64_t line = units_of(sum)->line, lead = g->leads[member] - g->leads[g->own];
  int64_t stride = absolute(pme__instance_view_stride(view, r, r->loop) / units_of(sum)->unit_bytes);
  if (source->loop != r->loop || r->loop == sum->loop)
    return;
  int64_t distance = lead <= 0 || stride == 0 || lead < line ? (source->order > r->order) : (lead - line) / stride + 1;
  pme__reuse_add_in(sum, r->loop, share, distance, g->references[member]);
}

/* Shares of the touches of the reference that are the first of their line, and that come while another thread touches
 * it through the same reference. */
static void share_first(const pme__level_sum *sum, const group *g, const pme__reuse_classes *classes, double *first,
                        double *concurrent) {
  double trips = sum->context->view->loops[sum->loop].trips;
  *first = *concurrent = 0;
  for (int i = 0; i < classes->count; i++) {
    const pme__reuse_class *c = &classes->items[i];
    if (c->member != g->own)
      continue;
    if (c->source == PME__REUSE_FIRST)
      *first += c->count / trips;
    else if (c->distance == 0 && c->source == g->own)
      *concurrent += c->count / trips;
  }
}

/* Threads that run side by side over the same lines bring nothing of their own, at the inner levels neither
 * (docs/model/equations.md 7.1). */
static void drop_concurrent(pme__level_sum *sum, double concurrent) {
  sum->misses *= 1 - concurrent;
  sum->low *= 1 - concurrent;
  sum->high *= 1 - concurrent;
  if (sum->context->observer)
    pme__observe_scale(sum->context, sum->reference, 1 - concurrent);
}

static void add_classes(pme__level_sum *sum, const group *g, const pme__reuse_classes *classes, double rows) {
  const pme__loop *loop = &sum->context->view->loops[sum->loop];
  double first, concurrent;
  share_first(sum, g, classes, &first, &concurrent);
  drop_concurrent(sum, concurrent);
  for (int i = 0; i < classes->count; i++) {
    const pme__reuse_class *c = &classes->items[i];
    if (c->member != g->own || c->source == PME__REUSE_FIRST)
      continue;
    if (c->distance > 0)
      pme__reuse_add(sum, c->count / loop->trips, c->distance, g->references[c->source]);
    else if (c->source != g->own)
      add_same_iteration(sum, g, c->source, c->count / loop->trips);
  }
  if (rows > 0)
    add_rows_in_line(sum, first * rows);
  sum->amount *= first * (1 - rows);
}

/* Every thread has lines of its own and meets them in each of its iterations. */
static void add_private(pme__level_sum *sum, int64_t stride) {
  const pme__loop *loop = &sum->context->view->loops[sum->loop];
  double busy = (double)pme__instance_view_busy_threads(loop), fresh = stride == 0 ? busy / loop->trips : 1;
  pme__strided_region one, all;
  if (stride != 0 && pme__reuse_region(sum, 0, 1, &one) &&
      pme__reuse_region(sum, 0, (double)pme__instance_view_parallel_iterations(loop), &all))
    fresh = pme__strided_region_measure(&all) /
            (pme__strided_region_measure(&one) * (double)pme__instance_view_parallel_iterations(loop));
  fresh = fresh < 1 ? fresh : 1;
  pme__reuse_add(sum, 1 - fresh, 1, sum->reference);
  sum->amount *= fresh;
}

/* Of the position of the first iteration; positions of a loop that runs downwards are mirrored. */
static int64_t phase_of(int64_t position, int64_t alignment, bool mirrored) {
  int64_t phase = position % alignment;
  phase = phase < 0 ? phase + alignment : phase;
  return mirrored ? (alignment - 1 - phase) % alignment : phase;
}

static bool is_same(const pme__reuse_request *a, const pme__reuse_request *b) {
  return a->schedule.iterations == b->schedule.iterations && a->schedule.block == b->schedule.block &&
         a->schedule.threads == b->schedule.threads && a->schedule.even == b->schedule.even &&
         a->thread_count == b->thread_count && a->threads == b->threads && a->stride == b->stride &&
         a->line == b->line && a->alignment == b->alignment && a->phase == b->phase &&
         a->member_count == b->member_count && a->skip_same_iteration == b->skip_same_iteration;
}

/* The classes of a group, found once for all members. Where every position may be the start of a line, or positions
 * stand for rows, only distances between members count. NULL: too many, or too long a pattern. */
static const pme__reuse_classes *classes_of(pme__context *context, pme__reuse_request request) {
  int64_t shifts[PME__REUSE_MOST_MEMBERS] = {0}, lowest = request.shifts[0];
  bool moves = request.alignment == 1 || request.stride >= request.line;
  for (int m = 1; m < request.member_count; m++)
    lowest = request.shifts[m] < lowest ? request.shifts[m] : lowest;
  for (int m = 0; m < request.member_count; m++)
    shifts[m] = request.shifts[m] - (moves ? lowest : 0);
  if (!context->classes &&
      !(context->classes = PME_ARENA_NEW(context->arena, pme__classes_memo, PME__CONTEXT_CLASSES_SLOTS))) {
    context->no_memory = true;
    return NULL;
  }
  for (int i = 0; i < PME__CONTEXT_CLASSES_SLOTS; i++) {
    const pme__classes_memo *memo = &context->classes[i];
    if (memo->used && is_same(&memo->request, &request) && !memcmp(memo->shifts, shifts, sizeof shifts))
      return memo->found ? &memo->classes : NULL;
  }
  pme__classes_memo *memo = &context->classes[context->next_classes++ % PME__CONTEXT_CLASSES_SLOTS];
  memcpy(memo->shifts, shifts, sizeof shifts);
  request.shifts = memo->shifts;
  memo->used = true;
  memo->request = request;
  memo->found = pme__reuse_classes_find(&request, &memo->classes);
  return memo->found ? &memo->classes : NULL;
}

static pme__reuse_request request_of(const pme__level_sum *sum, const group *g, int64_t stride) {
  const pme__instance_view *view = sum->context->view;
  const pme__loop *loop = &view->loops[sum->loop];
  const pme__reference *r = &view->references[sum->reference];
  int64_t line = units_of(sum)->line;
  pme__reuse_request request = {.schedule = loop->schedule,
                                .thread_count = loop->thread_count,
                                .threads = loop->threads,
                                .stride = absolute(stride),
                                .line = line,
                                .alignment =
                                    pme__touched_region_alignment(sum->context, sum->reference, r->loop, sum->loop),
                                .member_count = g->count,
                                .shifts = g->shifts,
                                .skip_same_iteration = true};
  pme__strided_region first;
  pme__iteration_span beginning = {.carrier = sum->loop, .shift = 0, .count = 1, .one_thread = true};
  if (pme__touched_region(sum->context, sum->reference, &beginning, &first))
    request.phase = phase_of(first.start + line - 1 - loop->at * stride, request.alignment, stride < 0);
  return request;
}

/* The classes of the group, or of the reference alone where those of all are too many. NULL: these, too. */
static const pme__reuse_classes *find_classes(pme__level_sum *sum, group *g, int64_t stride) {
  pme__reuse_request request = request_of(sum, g, stride);
  const pme__reuse_classes *classes = classes_of(sum->context, request);
  if (classes)
    return classes;
  request.member_count = 1;
  g->references[0] = sum->reference;
  g->shifts[0] = g->own = 0;
  return classes_of(sum->context, request);
}

/* Classes are those of single positions, whose line the iteration before has with a share of line - step. Of a run that
 * inner loops make longer it has more. */
static double run_overlap(const pme__strided_region *row, int64_t line) {
  return pme__strided_region_is_irregular(row) || row->width <= line ? 0 : 1 - (double)line / (double)row->width;
}

/* Share of the lines of an iteration that no class knows of and that the iteration before touches as well. */
static double share_of_rows(pme__level_sum *sum, int64_t stride) {
  int64_t line = units_of(sum)->line;
  pme__strided_region row;
  pme__iteration_span one = {.carrier = sum->loop, .count = 1, .limits = sum->limits, .one_thread = true};
  if (stride == 0 || !pme__touched_region(sum->context, sum->reference, &one, &row))
    return 0;
  return absolute(stride) >= line ? row_overlap(&row, stride, line) : run_overlap(&row, line);
}

void pme__reuse_shared(pme__level_sum *sum) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference];
  int64_t stride = pme__instance_view_stride(view, r, sum->loop) / units_of(sum)->unit_bytes;
  if (r->is_private) {
    add_private(sum, stride);
    return;
  }
  group g;
  find_group(sum, stride, &g);
  const pme__reuse_classes *classes = find_classes(sum, &g, stride);
  if (!classes) {
    sum->context->over_budget = true;
    return;
  }
  add_classes(sum, &g, classes, share_of_rows(sum, stride));
  if (sum->context->crosses[sum->reference])
    pme__reuse_crossing(sum);
}
