/* Where a generator starts: before an instance, at the end of a phase, or before the access with some index. */
#include <string.h>

#include "generator.h"

typedef pme__tree_node tree_node;
typedef pme__walk_entry walk_entry;
typedef pme__walk_frame walk_frame;
typedef pme__tree_range tree_range;
typedef pme__walk_generator generator;

enum { COST_COUNT = 60, COST_SEEK = 75 }; /* effort, about ns */

static const tree_range ONE_ITERATION = {0, 0, 1, 1};

static void reset(generator *g, const int64_t *iterators, int count) {
  g->frame_count = 0;
  g->row.active = false;
  g->index = 0;
  memcpy(g->iterators, iterators, (size_t)count * sizeof *iterators);
}

/* A frame in the middle of iteration `value`: all its references may have been touched in it, later or not. */
static walk_frame *stand_in(generator *g, const tree_node *loop, tree_range range, int64_t value,
                            pme__walk_entries entries) {
  walk_frame *frame = pme__walk_push_frame(g, loop, &range);
  frame->value = value;
  for (int i = 0; i < entries.count; i++) {
    int r = entries.at[i].reference;
    if (!pme__walk_holds(loop, r))
      continue;
    const pme__walk_pattern *pattern = pme__pattern_of(g, r);
    int64_t residue = pme__walk_shift(pattern, entries.at[i].residue, pattern->at[loop->depth].coefficient, value);
    frame->entries[frame->entry_count++] = (walk_entry){.reference = r, .value = value, .residue = residue};
  }
  g->iterators[loop->depth] = value;
  return frame;
}

/* Accesses of the thread in the iterations of `range` before `value`. */
static int64_t count_before(generator *g, const tree_node *loop, tree_range range, int64_t value) {
  tree_range before = range;
  before.last = value - range.step;
  before.trips = (value - range.first) / range.step;
  return pme__count_range(g->counter, loop, g->iterators, g->thread, before);
}

static void start_row(generator *g, pme__walk_row_start start, tree_range range, pme__walk_around around) {
  g->row.start_index = g->index;
  pme__walk_start_row(g, &start, &range, &around);
  g->index += (start.value - range.first) / range.step * start.body->reference_count + start.cut;
}

/* In iteration `value` of a loop of the path, before what stands there at `level`. */
static pme__walk_entries stand_at(generator *g, const pme__tree_reference *reference, int level, int64_t value,
                                  pme__walk_entries entries) {
  const tree_node *loop = reference->path[level];
  bool innermost = level + 1 == reference->path_length;
  tree_range range = pme__tree_range_of(loop, g->iterators, g->thread);
  int64_t start_index = g->index;
  if (g->indexed)
    g->index += count_before(g, loop, range, value);
  walk_frame *frame = stand_in(g, loop, range, value, entries);
  frame->start_index = start_index;
  const tree_node *child = innermost ? reference->body : reference->path[level + 1];
  frame->next_child = child->previous;
  for (const tree_node *before = child->previous; before && g->indexed; before = before->previous)
    g->index += pme__count_accesses(g->counter, before, g->iterators, g->thread);
  return (pme__walk_entries){frame->entries, frame->entry_count};
}

void pme__walk_start_at(generator *g, const pme__tree_reference *reference, const int64_t *iterators, int from_level,
                        int to_level, pme__walk_entries entries) {
  reset(g, iterators, from_level);
  for (int level = from_level; level < to_level; level++) {
    const tree_node *loop = reference->path[level];
    int64_t value = iterators[level];
    bool innermost = level + 1 == reference->path_length;
    if (innermost && loop->is_row) {
      start_row(g, (pme__walk_row_start){loop, reference->body, value, reference->position},
                pme__tree_range_of(loop, g->iterators, g->thread),
                (pme__walk_around){entries.at, entries.count, level > from_level ? iterators[level - 1] : 0});
      return;
    }
    entries = stand_at(g, reference, level, value, entries);
    if (innermost)
      start_row(g, (pme__walk_row_start){NULL, reference->body, 0, reference->position}, ONE_ITERATION,
                (pme__walk_around){entries.at, entries.count, value});
  }
}

void pme__walk_start_phase(generator *g, const tree_node *phase, const int64_t *iterators, pme__walk_entries entries) {
  reset(g, iterators, phase->depth);
  if (g->indexed)
    g->index = pme__count_accesses(g->counter, phase, g->iterators, g->thread);
  pme__walk_around around = {entries.at, entries.count, 0};
  pme__walk_enter_loop(g, phase, &around, &ONE_ITERATION);
}

/* ---- seeking ---- */

/* One level down from the top frame, before access number *left of its iteration. False: there. */
static bool descend(generator *g, int64_t *left) {
  walk_frame *frame = &g->frames[g->frame_count - 1];
  const tree_node *child = frame->loop->first_child;
  for (; child && child->next; child = child->next) { /* if in none before, it is in the last one */
    int64_t count = pme__count_accesses(g->counter, child, g->iterators, g->thread);
    if (*left < count)
      break;
    *left -= count;
    g->index += count;
  }
  frame->next_child = child ? child->previous : frame->loop->last_child;
  if (!child || *left == 0 || g->counter->exceeded)
    return false;
  pme__walk_around around = {frame->entries, frame->entry_count, frame->value};
  if (child->is_body) {
    start_row(g, (pme__walk_row_start){NULL, child, 0, (int)*left}, ONE_ITERATION, around);
    return false;
  }
  tree_range range = pme__tree_range_of(child, g->iterators, g->thread);
  if (child->is_row) {
    const tree_node *body = child->first_child;
    int64_t size = body->reference_count, value = range.first + *left / size * range.step;
    start_row(g, (pme__walk_row_start){child, body, value, (int)(*left % size)}, range, around);
    return false;
  }
  int64_t start_index = g->index, before = *left, counts = g->counter->counts;
  int64_t value = pme__find_iteration(g->counter, child, g->iterators, g->thread, range, left);
  *g->work += COST_COUNT * (g->counter->counts - counts);
  g->index += before - *left;
  stand_in(g, child, range, value, (pme__walk_entries){frame->entries, frame->entry_count})->start_index = start_index;
  return true;
}

void pme__walk_seek(generator *g, const tree_node *phase, const int64_t *iterators, int64_t index,
                    pme__walk_entries entries) {
  reset(g, iterators, phase->depth);
  int64_t total = pme__count_accesses(g->counter, phase, g->iterators, g->thread);
  *g->work += COST_SEEK;
  if (index >= total) {
    pme__walk_start_phase(g, phase, iterators, entries);
    return;
  }
  stand_in(g, phase, ONE_ITERATION, 0, entries);
  while (descend(g, &index))
    ;
}
