/* Stepping backward through the program of one thread: frames of loops, and rows inside (row.c). */
#include "generator.h"

typedef pme__tree_node tree_node;
typedef pme__walk_entry walk_entry;
typedef pme__walk_frame walk_frame;
typedef pme__walk_generator generator;

/* Effort in units of about 1 ns: measured, docs/model/walk.md. */
enum { COST_ENTRY = 6, COST_COUNT = 40 };

/* A row that began within the limit is walked to its end, which most often decides: but one of a serial loop whose lines do
 * not count (those of another thread, PME__INTERFERENCE_OWN) may have more events than any effort. */
enum { WORK_TO_END_ROW = 1 << 20 };

/* ---- creation ---- */

/* Most references that the loops of one path hold together: what the storage of entries must hold. */
static int storage_need(const tree_node *node, int *longest_group) {
  int deepest = 0;
  if (node->is_body && node->reference_count > *longest_group)
    *longest_group = node->reference_count;
  for (const tree_node *child = node->first_child; child; child = child->next) {
    int need = storage_need(child, longest_group);
    deepest = need > deepest ? need : deepest;
  }
  return deepest + node->reference_count;
}

bool pme__walk_generator_reserve(generator *g, int threads, pme_arena *arena) {
  if (g->member_capacity >= threads)
    return true;
  walk_entry *entries = PME_ARENA_NEW(arena, walk_entry, (int64_t)threads * g->longest_group);
  pme__sharer_position *members = PME_ARENA_NEW(arena, pme__sharer_position, threads);
  if (!entries || !members)
    return false;
  g->members = members;
  g->member_capacity = threads;
  g->row.entries = entries;
  g->row.capacity = threads * g->longest_group;
  return true;
}

pme_status pme__walk_generator_create(const pme__loop_tree *program, pme_arena *arena, generator **out) {
  generator *g = PME_ARENA_NEW(arena, generator, 1);
  if (!g)
    return PME_NO_MEMORY;
  g->program = program;
  g->longest_group = 1;
  int need = storage_need(program->root, &g->longest_group);
  g->entry_storage = PME_ARENA_NEW(arena, walk_entry, need + 1);
  if (!g->entry_storage || !pme__walk_generator_reserve(g, 1, arena))
    return PME_NO_MEMORY;
  *out = g;
  return PME_OK;
}

/* ---- frames ---- */

pme__walk_frame *pme__walk_push_frame(generator *g, const tree_node *loop, const pme__tree_range *range) {
  walk_frame *frame = &g->frames[g->frame_count];
  walk_entry *free_entries = g->frame_count
                                 ? g->frames[g->frame_count - 1].entries + g->frames[g->frame_count - 1].entry_count
                                 : g->entry_storage;
  *frame = (walk_frame){.loop = loop,
                        .value = range->last + range->step,
                        .lowest = range->first,
                        .highest = range->last,
                        .step = range->step,
                        .entries = free_entries};
  g->frame_count++;
  *g->work += PME__WALK_COST_FRAME;
  return frame;
}

/* Moves the entry to the next iteration, at or below its value, in which it can touch; false: none is left. */
static bool settle_in_frame(generator *g, const walk_frame *frame, walk_entry *entry) {
  if (entry->value < frame->lowest)
    return false;
  const pme__walk_pattern *pattern = pme__pattern_of(g, entry->reference);
  int depth = frame->loop->depth;
  int64_t stride = pattern->at[depth].stride, limit = entry->value - frame->lowest;
  if (frame->step != 1)
    limit /= frame->step;
  int64_t n = pme__walk_next(pattern, pattern->at[depth].image, entry->residue, stride, limit, g->work);
  *g->work += COST_ENTRY;
  if (n < 0)
    return false;
  entry->value -= n * frame->step;
  if (n)
    entry->residue = pme__walk_shift(pattern, entry->residue, stride, -n);
  return true;
}

void pme__walk_enter_loop(generator *g, const tree_node *loop, const pme__walk_around *around,
                          const pme__tree_range *range) {
  walk_frame *frame = pme__walk_push_frame(g, loop, range);
  frame->start_index = g->index;
  if (g->indexed) {
    frame->start_index -= pme__count_range(g->counter, loop, g->iterators, g->thread, *range);
    *g->work += COST_COUNT;
  }
  for (int i = 0; i < around->count; i++) {
    const walk_entry *from = &around->entries[i];
    int r = from->reference;
    if (from->value != around->value || !pme__walk_holds(loop, r) || pme__is_shadowed(g, r))
      continue;
    const pme__walk_pattern *pattern = pme__pattern_of(g, r);
    walk_entry *entry = &frame->entries[frame->entry_count];
    entry->reference = r;
    entry->value = range->last;
    entry->residue = pme__walk_shift(pattern, from->residue, pattern->at[loop->depth].coefficient, range->last);
    frame->entry_count += settle_in_frame(g, frame, entry);
  }
}

/* Whether earlier iterations run no others of the loops inside than the one that was done. */
static bool is_nested(const generator *g, const walk_frame *frame, int r) {
  const pme__tree_reference *reference = &g->program->references[r];
  uint32_t nested = frame->value < frame->highest ? reference->nested_before_last : reference->nested;
  return frame->full && (nested >> frame->loop->depth & 1);
}

/* Whether the iteration that was done held all that the loop has of a reference. */
static bool is_exhausted(generator *g, const walk_frame *frame, int r) {
  if (g->every_touch || !is_nested(g, frame, r) || !(g->program->references[r].still >> frame->loop->depth & 1))
    return false;
  return !pme__is_spread(g, pme__pattern_of(g, r)) || pme__all_take_part(g, frame->loop, frame->value);
}

/* Iterations until the reference comes to other lines than those of the iteration that was done. More than 1 where all
 * that the loops inside add is whole lines, so that every access of the iteration stands at the same position in its
 * line, and earlier iterations hold no others. */
static int64_t steps_in_lines(generator *g, const walk_frame *frame, const walk_entry *entry) {
  const pme__access_group *access_group = pme__access_group_of(g, entry->reference);
  const pme__walk_pattern *pattern = &access_group->pattern;
  int depth = frame->loop->depth;
  int64_t line = access_group->members[0].window, least = line;
  int64_t stride = pattern->at[depth].true_stride, length = stride < 0 ? -stride : stride;
  if (g->every_touch || !(pattern->whole_lines >> depth & 1) || length == 0 || length >= line ||
      !is_nested(g, frame, entry->reference))
    return 1;
  if (pme__is_spread(g, pattern) && !pme__all_take_part(g, frame->loop, frame->value))
    return 1;
  for (int i = 0; i < access_group->count && least > 0; i++) {
    int64_t position = pme__walk_reduce(pattern, entry->residue - access_group->members[i].lag) % line;
    int64_t left = stride > 0 ? position : line - 1 - position;
    least = left < least ? left : least;
  }
  return least / length + 1;
}

/* Entries of the iteration that was done: to their next one, or out. */
static void retire(generator *g, walk_frame *frame) {
  int kept = 0;
  for (int i = 0; i < frame->entry_count; i++) {
    walk_entry *entry = &frame->entries[i];
    if (entry->value == frame->value) {
      if (is_exhausted(g, frame, entry->reference) || pme__is_shadowed(g, entry->reference))
        continue;
      const pme__walk_pattern *pattern = pme__pattern_of(g, entry->reference);
      int64_t steps = steps_in_lines(g, frame, entry);
      entry->value -= steps * frame->step;
      entry->residue = pme__walk_shift(pattern, entry->residue, pattern->at[frame->loop->depth].stride, -steps);
      if (!settle_in_frame(g, frame, entry))
        continue;
    }
    if (kept != i)
      frame->entries[kept] = *entry;
    kept++;
  }
  frame->entry_count = kept;
}

/* To the next iteration in which something touches. False: the loop is done. */
static bool next_iteration(generator *g, walk_frame *frame) {
  retire(g, frame);
  if (frame->entry_count == 0)
    return false;
  int64_t value = frame->entries[0].value;
  for (int i = 1; i < frame->entry_count; i++)
    value = frame->entries[i].value > value ? frame->entries[i].value : value;
  if (g->indexed) {
    pme__tree_range skipped = {value + frame->step, frame->value - frame->step, frame->step,
                               (frame->value - value) / frame->step - 1};
    g->index -= pme__count_range(g->counter, frame->loop, g->iterators, g->thread, skipped);
    *g->work += COST_COUNT;
  }
  frame->value = value;
  frame->full = true;
  frame->next_child = frame->loop->last_child;
  g->iterators[frame->loop->depth] = value;
  return true;
}

static bool any_touches(const walk_frame *frame, const tree_node *child) {
  for (int i = 0; i < frame->entry_count; i++)
    if (frame->entries[i].value == frame->value && pme__walk_holds(child, frame->entries[i].reference))
      return true;
  return false;
}

/* A phase is the driver's affair. Its entries: those that touch now, behind those of the frame. */
static void report_phase(generator *g, const walk_frame *frame, const tree_node *phase) {
  walk_entry *entries = frame->entries + frame->entry_count;
  g->phase = phase;
  g->phase_entries = (pme__walk_entries){entries, 0};
  for (int i = 0; i < frame->entry_count; i++)
    if (frame->entries[i].value == frame->value && pme__walk_holds(phase, frame->entries[i].reference))
      entries[g->phase_entries.count++] = frame->entries[i];
}

static void enter_row(generator *g, const tree_node *loop, const tree_node *body, const pme__tree_range *range,
                      const pme__walk_around *around) {
  pme__walk_row_start start = {loop, body, range->last, body->reference_count};
  pme__walk_start_row(g, &start, range, around);
  g->row.start_index = g->index - range->trips * body->reference_count;
}

/* One child of the present iteration. True: it is a phase. */
static bool visit(generator *g, const walk_frame *frame, const tree_node *child) {
  static const pme__tree_range once = {0, 0, 1, 1};
  pme__walk_around around = {frame->entries, frame->entry_count, frame->value};
  if (!any_touches(frame, child)) {
    if (g->indexed) {
      g->index -= pme__count_accesses(g->counter, child, g->iterators, g->thread);
      *g->work += COST_COUNT;
    }
    return false;
  }
  if (child->is_phase) {
    report_phase(g, frame, child);
    return true;
  }
  if (child->is_body) {
    enter_row(g, NULL, child, &once, &around);
    return false;
  }
  pme__tree_range range = pme__tree_range_of(child, g->iterators, g->thread);
  if (range.trips > 0 && child->is_row)
    enter_row(g, child, child->first_child, &range, &around);
  else if (range.trips > 0)
    pme__walk_enter_loop(g, child, &around, &range);
  return false;
}

pme__walk_step pme__walk_previous(generator *g, int64_t stop_index, pme__walk_event *event) {
  for (;;) {
    if (g->row.active && g->row.entry_count) {
      if (*g->work > g->work_limit + WORK_TO_END_ROW)
        return PME__WALK_STEP_STOPPED;
      if (pme__walk_emit(g, event))
        return PME__WALK_STEP_EVENT;
      continue;
    }
    if (g->row.active) {
      g->row.active = false;
      g->index = g->row.start_index;
    }
    if (g->frame_count == 0)
      return PME__WALK_STEP_END;
    if (*g->work > g->work_limit)
      return PME__WALK_STEP_STOPPED;
    if (g->indexed && g->index <= stop_index)
      return PME__WALK_STEP_YIELD;
    walk_frame *frame = &g->frames[g->frame_count - 1];
    if (frame->next_child) {
      const tree_node *child = frame->next_child;
      frame->next_child = child->previous;
      if (visit(g, frame, child))
        return PME__WALK_STEP_PHASE;
    } else if (!next_iteration(g, frame)) {
      g->index = frame->start_index;
      g->frame_count--;
    }
  }
}
