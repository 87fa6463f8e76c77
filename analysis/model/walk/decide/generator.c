/* Stepping backward through the program of one thread. */
#include "generator.h"

typedef pme__tree_node tree_node;
typedef pme__walk_entry walk_entry;
typedef pme__walk_frame walk_frame;
typedef pme__walk_row walk_row;
typedef pme__walk_generator generator;

/* Effort of the steps, in units of about 1 ns: measured, docs/model/walk.md. */
enum { COST_ROW = 16, COST_EVENT = 20, COST_FRAME = 24, COST_ENTRY = 6, COST_COUNT = 40 };

static const pme__access_group *access_group_of(const generator *g, int reference) {
  return g->filter->access_groups[reference];
}

static const pme__walk_pattern *pattern_of(const generator *g, int reference) {
  return &g->filter->access_groups[reference]->pattern;
}

/* ---- creation ---- */

/* Most references that the loops of one path hold together: what the storage of entries must hold. */
static int storage_need(const tree_node *node, int *longest_group) {
  int deepest = 0;
  if (node->is_group && node->reference_count > *longest_group)
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

/* ---- teams ---- */

static bool is_spread(const generator *g, const pme__walk_pattern *pattern) {
  return g->sharers.count > 0 && pattern->spread;
}

/* Whether a member gets to the present iterations, were `loop` at `value`: of blocks only the last one may lack
 * threads, or be cut short. */
static bool takes_part(generator *g, int member, const tree_node *loop, int64_t value) {
  if (!g->worksharing)
    return true;
  int64_t first_block = loop == g->worksharing ? value : g->iterators[g->worksharing->depth];
  int64_t block = first_block + g->members[member].lead;
  const tree_node *inner = g->worksharing->first_child;
  if (g->worksharing->distribution == PME__DISTRIBUTION_BLOCK)
    return first_block - g->worksharing_first < g->members[member].trips;
  if (block != g->worksharing_last)
    return block < g->worksharing_last;
  if (inner->is_group || !inner->cuts_block)
    return true;
  if (loop == g->worksharing) /* in footprint of the block only, maybe */
    return false;
  g->iterators[g->worksharing->depth] = block;
  pme__tree_range range = pme__tree_range_of(inner, g->iterators, PME_NONE);
  g->iterators[g->worksharing->depth] = first_block;
  return (loop == inner ? value : g->iterators[inner->depth]) <= range.last;
}

static bool all_take_part(generator *g, const tree_node *loop, int64_t value) {
  return takes_part(g, g->sharers.count - 1, loop, value);
}

static int last_thread(generator *g, const tree_node *loop, int64_t value) {
  int member = g->sharers.count - 1;
  while (member > 0 && !takes_part(g, member, loop, value))
    member--;
  return g->sharers.threads[member];
}

/* ---- rows ---- */

/* Moves the entry to the next iteration, at or below its value, in which it may touch; false: none is left. */
static bool settle_group(generator *g, const pme__walk_pattern *pattern, int64_t stride, walk_entry *entry) {
  const walk_row *row = &g->row;
  if (entry->value < row->lowest)
    return false;
  int64_t limit = row->step == 1 ? entry->value - row->lowest : (entry->value - row->lowest) / row->step;
  int64_t n = pme__walk_next(g->filter, pattern, pattern->own_image, entry->residue, stride, limit, g->work);
  if (n < 0)
    return false;
  if (n) {
    entry->value -= n * row->step;
    entry->residue = pme__walk_shift(pattern, entry->residue, stride, -n);
    entry->member = 0;
  }
  return true;
}

/* The first member from entry->member on that touches in the entry's iteration. False: none. */
static bool find_member(generator *g, const pme__access_group *access_group, walk_entry *entry) {
  for (; entry->member < access_group->count; entry->member++) {
    const pme__access_group_member *member = &access_group->members[entry->member];
    entry->position = member->position;
    if (access_group->count == 1 ||
        pme__walk_reduce(&access_group->pattern, entry->residue - member->lag) < member->window)
      return true;
    *g->work += 1;
  }
  return false;
}

/* To the next touch at or below the entry's value; false: none is left. Where the access group may touch some member
 * does, but for an iteration that is done in footprint. */
static bool settle_in_row(generator *g, walk_entry *entry) {
  const walk_row *row = &g->row;
  const pme__access_group *access_group = access_group_of(g, entry->reference);
  int64_t stride = row->loop ? access_group->pattern.at[row->depth].stride : 0;
  while (settle_group(g, &access_group->pattern, stride, entry)) {
    if (find_member(g, access_group, entry))
      return true;
    entry->value -= row->step;
    entry->residue = pme__walk_shift(&access_group->pattern, entry->residue, stride, -1);
    entry->member = 0;
  }
  return false;
}

/* Steps that the entry may go on in the line it just touched: positions move by less than a line towards the window's
 * end. Only where a visit of the window is one line (the window does not fill the circle). */
static int64_t steps_in_line(const pme__walk_pattern *pattern, int64_t residue, int64_t stride) {
  int64_t length = stride < 0 ? -stride : stride;
  if (length >= pattern->window || pattern->window >= pattern->modulus)
    return 1;
  return (stride > 0 ? residue : pattern->window - 1 - residue) / length + 1;
}

static bool step_in_row(generator *g, walk_entry *entry, int64_t n) {
  const walk_row *row = &g->row;
  const pme__walk_pattern *pattern = pattern_of(g, entry->reference);
  if (entry->value - n * row->step < row->lowest)
    return false;
  entry->value -= n * row->step;
  entry->residue = pme__walk_shift(pattern, entry->residue, pattern->at[row->depth].stride, -n);
  entry->member = 0;
  return settle_in_row(g, entry);
}

/* After an event: to the next touch of another line. */
static bool advance_in_row(generator *g, walk_entry *entry) {
  const walk_row *row = &g->row;
  const pme__walk_pattern *pattern = pattern_of(g, entry->reference);
  if (!row->loop || pattern->at[row->depth].true_stride == 0)
    return false;
  return step_in_row(g, entry, steps_in_line(pattern, entry->residue, pattern->at[row->depth].true_stride));
}

/* A new entry at the end of the row, whose residue is that at the loop's value 0. In iteration `value` only members
 * before `cut` in the group were touched. */
static void add_to_row(generator *g, int reference, int sharer_member, int64_t value, int cut, int64_t residue) {
  walk_row *row = &g->row;
  const pme__access_group *access_group = access_group_of(g, reference);
  const pme__walk_pattern *pattern = &access_group->pattern;
  walk_entry *entry = &row->entries[row->entry_count];
  int member = 0;
  while (member < access_group->count && access_group->members[member].position >= cut)
    member++;
  if (member == access_group->count) {
    value -= row->step;
    member = 0;
  }
  entry->reference = reference;
  entry->sharer_member = sharer_member;
  entry->member = member;
  entry->value = value;
  entry->residue = row->loop ? pme__walk_shift(pattern, residue, pattern->at[row->depth].coefficient, value) : residue;
  row->entry_count += settle_in_row(g, entry);
}

/* One entry for each thread of the sharers. The threads below the target's have made its access (at the cut) already.
 */
static void add_sharers_to_row(generator *g, int reference, int64_t value, int cut, int64_t residue) {
  const pme__walk_pattern *pattern = pattern_of(g, reference);
  for (int member = 0; member < g->sharers.count; member++) {
    int64_t apart = g->sharers.threads[member] - g->sharers.threads[0];
    int64_t there = pme__walk_shift(pattern, residue, pattern->worksharing, g->members[member].lead);
    there = pattern->pitch ? pme__walk_shift(pattern, there, pattern->pitch, apart) : there;
    add_to_row(g, reference, member, value, member < g->below_target ? cut + 1 : cut, there);
  }
  *g->work += (int64_t)COST_ENTRY * g->sharers.count;
}

void pme__walk_start_row(generator *g, const tree_node *loop, const tree_node *group, const pme__tree_range *range,
                         int64_t value, int cut, const pme__walk_around *around) {
  walk_row *row = &g->row;
  row->active = true;
  row->loop = loop;
  row->depth = group->depth - 1;
  row->lowest = range->first;
  row->step = range->step;
  row->group_size = group->reference_count;
  row->entry_count = 0;
  bool partial = cut < group->reference_count || value != range->last;
  for (int i = 0; i < around->count; i++) {
    const walk_entry *from = &around->entries[i];
    int r = from->reference;
    if (from->value != around->value || !pme__walk_holds(group, r) || (!partial && access_group_of(g, r)->shadowed))
      continue;
    if (is_spread(g, pattern_of(g, r)))
      add_sharers_to_row(g, r, value, cut, from->residue);
    else
      add_to_row(g, r, 0, value, cut, from->residue);
  }
  *g->work += COST_ROW + COST_ENTRY * around->count;
}

static bool is_later(const walk_entry *a, const walk_entry *b) {
  if (a->value != b->value)
    return a->value > b->value;
  return a->position != b->position ? a->position > b->position : a->sharer_member > b->sharer_member;
}

static walk_entry *latest_in_row(const walk_row *row) {
  walk_entry *best = &row->entries[0];
  for (int i = 1; i < row->entry_count; i++)
    if (is_later(&row->entries[i], best))
      best = &row->entries[i];
  return best;
}

/* How far a member's access is from that of the first of the sharers. */
static int64_t apart_bytes(const generator *g, const pme__tree_reference *reference, int member) {
  int64_t coefficient = g->worksharing ? pme__tree_coefficient(&reference->offset, g->worksharing->depth) : 0;
  return (g->sharers.threads[member] - g->sharers.threads[0]) * reference->pitch_bytes +
         g->members[member].lead * coefficient;
}

/* The access of `entry` where it stands, by a member of the sharers. */
static void write_event(generator *g, const walk_entry *entry, int member, pme__walk_event *event) {
  const walk_row *row = &g->row;
  int r = access_group_of(g, entry->reference)->members[entry->member].reference;
  const pme__tree_reference *reference = &g->program->references[r];
  int64_t iteration = 0;
  if (row->loop)
    g->iterators[row->depth] = entry->value;
  if (row->loop && g->indexed)
    iteration = (entry->value - row->lowest) / row->step;
  event->reference = r;
  event->address_bytes = g->bases[reference->array] + pme__tree_value(&reference->offset, g->iterators) +
                         g->thread * reference->pitch_bytes + (member ? apart_bytes(g, reference, member) : 0);
  event->index = row->start_index + iteration * row->group_size + entry->position;
}

/* The latest event of the row, and on. False: the thread does not get there. */
static bool emit(generator *g, pme__walk_event *event) {
  walk_row *row = &g->row;
  walk_entry *entry = latest_in_row(row);
  bool spread = is_spread(g, pattern_of(g, entry->reference)), silent = false, more;
  *g->work += COST_EVENT + row->entry_count;
  if (spread)
    silent = !takes_part(g, entry->sharer_member, row->loop, entry->value);
  if (silent) {
    more = row->loop && step_in_row(g, entry, 1);
  } else {
    write_event(g, entry, spread ? entry->sharer_member : 0, event);
    event->thread = spread ? g->sharers.threads[entry->sharer_member] : g->sharers.count > 1 ? PME_NONE : g->thread;
    if (event->thread == PME_NONE && g->filter->one_line)
      event->last_thread = last_thread(g, row->loop, entry->value);
    more = advance_in_row(g, entry);
  }
  if (!more)
    *entry = row->entries[--row->entry_count];
  return !silent;
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
  *g->work += COST_FRAME;
  return frame;
}

/* Moves the entry to the next iteration, at or below its value, in which it can touch; false: none is left. */
static bool settle_in_frame(generator *g, const walk_frame *frame, walk_entry *entry) {
  if (entry->value < frame->lowest)
    return false;
  const pme__walk_pattern *pattern = pattern_of(g, entry->reference);
  int depth = frame->loop->depth;
  int64_t stride = pattern->at[depth].stride, limit = entry->value - frame->lowest;
  if (frame->step != 1)
    limit /= frame->step;
  int64_t n = pme__walk_next(g->filter, pattern, pattern->at[depth].image, entry->residue, stride, limit, g->work);
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
    if (from->value != around->value || !pme__walk_holds(loop, r) || access_group_of(g, r)->shadowed)
      continue;
    const pme__walk_pattern *pattern = pattern_of(g, r);
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
  if (!is_nested(g, frame, r) || !(g->program->references[r].still >> frame->loop->depth & 1))
    return false;
  return !is_spread(g, pattern_of(g, r)) || all_take_part(g, frame->loop, frame->value);
}

/* Iterations until the reference comes to other lines than those of the iteration that was done. More than 1 where all
 * that the loops inside add is whole lines, so that every access of the iteration stands at the same position in its
 * line, and earlier iterations hold no others. */
static int64_t steps_in_lines(generator *g, const walk_frame *frame, const walk_entry *entry) {
  const pme__access_group *access_group = access_group_of(g, entry->reference);
  const pme__walk_pattern *pattern = &access_group->pattern;
  int depth = frame->loop->depth;
  int64_t line = access_group->members[0].window, least = line;
  int64_t stride = pattern->at[depth].true_stride, length = stride < 0 ? -stride : stride;
  if (!(pattern->whole_lines >> depth & 1) || length == 0 || length >= line || !is_nested(g, frame, entry->reference))
    return 1;
  if (is_spread(g, pattern) && !all_take_part(g, frame->loop, frame->value))
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
      if (is_exhausted(g, frame, entry->reference) || access_group_of(g, entry->reference)->shadowed)
        continue;
      const pme__walk_pattern *pattern = pattern_of(g, entry->reference);
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
  g->phase_entries = entries;
  g->phase_entry_count = 0;
  for (int i = 0; i < frame->entry_count; i++)
    if (frame->entries[i].value == frame->value && pme__walk_holds(phase, frame->entries[i].reference))
      entries[g->phase_entry_count++] = frame->entries[i];
}

static void enter_row(generator *g, const tree_node *loop, const tree_node *group, const pme__tree_range *range,
                      const pme__walk_around *around) {
  pme__walk_start_row(g, loop, group, range, range->last, group->reference_count, around);
  g->row.start_index = g->index - range->trips * group->reference_count;
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
  if (child->is_group) {
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
      if (emit(g, event))
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
