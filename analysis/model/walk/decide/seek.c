/* Putting a generator somewhere: before an instance, at the end of a phase, before an index. */
#include <string.h>

#include "generator.h"

typedef pme__tree_node tree_node;
typedef pme__walk_entry walk_entry;
typedef pme__walk_frame walk_frame;
typedef pme__tree_range tree_range;
typedef pme__walk_generator generator;

enum { COST_COUNT = 15, COST_SEEK = 75 }; /* effort, about ns */

static const tree_range ONE_TURN = {0, 0, 1, 1};

static void reset(generator *g, const int64_t *iterators, int count) {
  g->frame_count = 0;
  g->row.active = false;
  g->index = 0;
  memcpy(g->iterators, iterators, (size_t)count * sizeof *iterators);
}

/* A frame in the middle of iteration `value`: all its references may have been touched in it, later or not. */
static walk_frame *stand_in(generator *g, const tree_node *loop, tree_range range, int64_t value,
                            const walk_entry *entries, int entry_count) {
  walk_frame *frame = pme__walk_push_frame(g, loop, &range);
  frame->value = value;
  for (int i = 0; i < entry_count; i++) {
    int r = entries[i].reference;
    if (!pme__walk_holds(loop, r))
      continue;
    const pme__walk_pattern *pattern = &g->filter->access_groups[r]->pattern;
    int64_t residue = pme__walk_shift(pattern, entries[i].residue, pattern->at[loop->depth].coefficient, value);
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

static void start_row(generator *g, const tree_node *loop, const tree_node *group, tree_range range, int64_t value,
                      int cut, pme__walk_around around) {
  g->row.start_index = g->index;
  pme__walk_start_row(g, loop, group, &range, value, cut, &around);
  g->index += (value - range.first) / range.step * group->reference_count + cut;
}

void pme__walk_start_at(generator *g, const pme__tree_reference *reference, const int64_t *iterators, int from_level,
                        int to_level, const walk_entry *entries, int entry_count) {
  reset(g, iterators, from_level);
  for (int level = from_level; level < to_level; level++) {
    const tree_node *loop = reference->path[level];
    tree_range range = pme__tree_range_of(loop, g->iterators, g->thread);
    int64_t value = iterators[level];
    bool innermost = level + 1 == reference->path_length;
    pme__walk_around around = {entries, entry_count, level > from_level ? iterators[level - 1] : 0};
    if (innermost && loop->is_row) {
      start_row(g, loop, reference->group, range, value, reference->position, around);
      return;
    }
    int64_t start_index = g->index;
    if (g->indexed)
      g->index += count_before(g, loop, range, value);
    walk_frame *frame = stand_in(g, loop, range, value, entries, entry_count);
    frame->start_index = start_index;
    const tree_node *child = innermost ? reference->group : reference->path[level + 1];
    frame->next_child = child->previous;
    for (const tree_node *before = child->previous; before && g->indexed; before = before->previous)
      g->index += pme__count_accesses(g->counter, before, g->iterators, g->thread);
    entries = frame->entries;
    entry_count = frame->entry_count;
    if (innermost)
      start_row(g, NULL, reference->group, ONE_TURN, 0, reference->position,
                (pme__walk_around){entries, entry_count, value});
  }
}

void pme__walk_start_phase(generator *g, const tree_node *phase, const int64_t *iterators, const walk_entry *entries,
                           int entry_count) {
  reset(g, iterators, phase->depth);
  if (g->indexed)
    g->index = pme__count_accesses(g->counter, phase, g->iterators, g->thread);
  pme__walk_around around = {entries, entry_count, 0};
  pme__walk_enter_loop(g, phase, &around, &ONE_TURN);
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
  if (child->is_group) {
    start_row(g, NULL, child, ONE_TURN, 0, (int)*left, around);
    return false;
  }
  tree_range range = pme__tree_range_of(child, g->iterators, g->thread);
  if (child->is_row) {
    int64_t size = child->first_child->reference_count;
    start_row(g, child, child->first_child, range, range.first + *left / size * range.step, (int)(*left % size),
              around);
    return false;
  }
  int64_t start_index = g->index, before = *left;
  int counts = 0;
  int64_t value = pme__find_iteration(g->counter, child, g->iterators, g->thread, range, left, &counts);
  *g->work += (int64_t)COST_COUNT * counts;
  g->index += before - *left;
  stand_in(g, child, range, value, frame->entries, frame->entry_count)->start_index = start_index;
  return true;
}

void pme__walk_seek(generator *g, const tree_node *phase, const int64_t *iterators, int64_t index,
                    const walk_entry *entries, int entry_count) {
  reset(g, iterators, phase->depth);
  int64_t total = pme__count_accesses(g->counter, phase, g->iterators, g->thread);
  *g->work += COST_SEEK;
  if (index >= total) {
    pme__walk_start_phase(g, phase, iterators, entries, entry_count);
    return;
  }
  stand_in(g, phase, ONE_TURN, 0, entries, entry_count);
  while (descend(g, &index))
    ;
}
