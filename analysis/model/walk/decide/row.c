/* Rows: the accesses of one body, or of a loop around nothing but one, latest first. */
#include "generator.h"

typedef pme__tree_node tree_node;
typedef pme__walk_entry walk_entry;
typedef pme__walk_row walk_row;
typedef pme__walk_generator generator;

/* Effort in units of about 1 ns: measured, docs/model/walk.md. */
enum { COST_ROW = 16, COST_EVENT = 20, COST_ENTRY = 6 };

/* Moves the entry to the next iteration, at or below its value, in which it may touch; false: none is left. */
static bool settle_group(generator *g, const pme__walk_pattern *pattern, int64_t stride, walk_entry *entry) {
  const walk_row *row = &g->row;
  if (entry->value < row->lowest)
    return false;
  int64_t limit = row->step == 1 ? entry->value - row->lowest : (entry->value - row->lowest) / row->step;
  int64_t n = pme__walk_next(pattern, pattern->own_image, entry->residue, stride, limit, g->work);
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
 * does, but for an iteration that is done in part. */
static bool settle_in_row(generator *g, walk_entry *entry) {
  const walk_row *row = &g->row;
  const pme__access_group *access_group = pme__access_group_of(g, entry->reference);
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

/* What the event stands for: see advance_in_row. */
static void count_in_line(const generator *g, const walk_entry *entry, pme__walk_event *event) {
  const walk_row *row = &g->row;
  const pme__walk_pattern *pattern = pme__pattern_of(g, entry->reference);
  int64_t stride = row->loop && g->filter->one_line ? pattern->at[row->depth].true_stride : 0;
  event->more = 0;
  event->stride_bytes = stride * (INT64_C(1) << pattern->unit_shift);
  if (stride == 0)
    return;
  int64_t more = steps_in_line(pattern, entry->residue, stride) - 1;
  int64_t left = (entry->value - row->lowest) / row->step;
  event->more = more < left ? more : left;
}

static bool step_in_row(generator *g, walk_entry *entry, int64_t n) {
  const walk_row *row = &g->row;
  const pme__walk_pattern *pattern = pme__pattern_of(g, entry->reference);
  if (entry->value - n * row->step < row->lowest)
    return false;
  entry->value -= n * row->step;
  entry->residue = pme__walk_shift(pattern, entry->residue, pattern->at[row->depth].stride, -n);
  entry->member = 0;
  return settle_in_row(g, entry);
}

/* Of `steps` iterations in the same line those before anything else of the row can come in between. */
static int64_t steps_alone(const walk_row *row, const walk_entry *entry, int64_t steps) {
  for (int i = 0; i < row->entry_count; i++) {
    int64_t apart = (entry->value - row->entries[i].value) / row->step;
    if (&row->entries[i] != entry && apart < steps)
      steps = apart > 1 ? apart : 1;
  }
  return steps;
}

/* Whether the entry is a read behind a write of its group. */
static bool hides_write(const generator *g, const pme__access_group *access_group, const walk_entry *entry) {
  const pme__access_group_member *members = access_group->members;
  if (g->program->references[members[entry->member].reference].is_write)
    return false;
  for (int i = entry->member + 1; i < access_group->count; i++)
    if (g->program->references[members[i].reference].is_write)
      return true;
  return false;
}

/* An earlier access of the group in the same iteration, where something else of it may come in between. */
static bool next_member(generator *g, walk_entry *entry) {
  const walk_row *row = &g->row;
  const pme__access_group *access_group = pme__access_group_of(g, entry->reference);
  bool is_alone = true;
  for (int i = 0; i < row->entry_count; i++)
    is_alone = is_alone && (&row->entries[i] == entry || row->entries[i].value != entry->value);
  if (entry->member + 1 >= access_group->count ||
      (is_alone && !(g->every_write && hides_write(g, access_group, entry))))
    return false;
  walk_entry next = *entry;
  next.member++;
  if (!find_member(g, access_group, &next))
    return false;
  *entry = next;
  return true;
}

/* After an event: to the next touch of another line, or to where this one may be touched again after others. */
static bool advance_in_row(generator *g, walk_entry *entry) {
  const walk_row *row = &g->row;
  const pme__walk_pattern *pattern = pme__pattern_of(g, entry->reference);
  if (g->every_touch && next_member(g, entry))
    return true;
  bool stands = row->loop && pattern->at[row->depth].true_stride == 0;
  if (!row->loop || (stands && (!g->every_touch || row->entry_count == 1)))
    return false;
  int64_t steps = stands ? INT64_MAX : steps_in_line(pattern, entry->residue, pattern->at[row->depth].true_stride);
  return step_in_row(g, entry, g->every_touch ? steps_alone(row, entry, steps) : steps);
}

/* A new entry at the end of the row, whose residue is that at the loop's value 0. In iteration `value` only members
 * before `cut` in the body were touched. */
static walk_entry *add_to_row(generator *g, int reference, const pme__walk_row_start *start, int64_t residue) {
  walk_row *row = &g->row;
  const pme__access_group *group = pme__access_group_of(g, reference);
  const pme__walk_pattern *pattern = &group->pattern;
  walk_entry *entry = &row->entries[row->entry_count];
  int64_t value = start->value;
  int member = 0;
  while (member < group->count && group->members[member].position >= start->cut)
    member++;
  if (member == group->count) {
    value -= row->step;
    member = 0;
  }
  entry->reference = reference;
  entry->sharer_member = 0;
  entry->member = member;
  entry->value = value;
  entry->residue = row->loop ? pme__walk_shift(pattern, residue, pattern->at[row->depth].coefficient, value) : residue;
  row->entry_count += settle_in_row(g, entry);
  return entry;
}

/* One entry for each sharer. Those below the target's thread have made its access (at the cut) already. */
static void add_sharers_to_row(generator *g, int reference, const pme__walk_row_start *start, int64_t residue) {
  const pme__walk_pattern *pattern = pme__pattern_of(g, reference);
  for (int member = 0; member < g->sharers.count; member++) {
    int64_t apart = g->sharers.threads[member] - g->sharers.threads[0];
    int64_t there = pme__walk_shift(pattern, residue, pattern->worksharing, g->members[member].lead);
    there = pattern->pitch ? pme__walk_shift(pattern, there, pattern->pitch, apart) : there;
    pme__walk_row_start own = *start;
    own.cut += member < g->below_target;
    add_to_row(g, reference, &own, there)->sharer_member = member;
  }
  *g->work += (int64_t)COST_ENTRY * g->sharers.count;
}

void pme__walk_start_row(generator *g, const pme__walk_row_start *start, const pme__tree_range *range,
                         const pme__walk_around *around) {
  walk_row *row = &g->row;
  const tree_node *body = start->body;
  row->active = true;
  row->loop = start->loop;
  row->depth = body->depth - 1;
  row->lowest = range->first;
  row->step = range->step;
  row->group_size = body->reference_count;
  row->entry_count = 0;
  bool partial = start->cut < body->reference_count || start->value != range->last;
  for (int i = 0; i < around->count; i++) {
    const walk_entry *from = &around->entries[i];
    int r = from->reference;
    if (from->value != around->value || !pme__walk_holds(body, r) || (!partial && pme__is_shadowed(g, r)))
      continue;
    if (pme__is_spread(g, pme__pattern_of(g, r)))
      add_sharers_to_row(g, r, start, from->residue);
    else
      add_to_row(g, r, start, from->residue);
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

/* The access of `entry` where it stands, by a sharer. */
static void write_event(generator *g, const walk_entry *entry, int member, pme__walk_event *event) {
  const walk_row *row = &g->row;
  int r = pme__access_group_of(g, entry->reference)->members[entry->member].reference;
  const pme__tree_reference *reference = &g->program->references[r];
  int64_t iteration = 0;
  if (row->loop)
    g->iterators[row->depth] = entry->value;
  if (row->loop && g->indexed)
    iteration = (entry->value - row->lowest) / row->step;
  event->reference = r;
  event->address_bytes = g->bases[reference->array] + pme__tree_value(&reference->offset, g->iterators) +
                         g->thread * reference->pitch_bytes + (member ? pme__apart_bytes(g, reference, member) : 0);
  event->index = row->start_index + iteration * row->group_size + entry->position;
  count_in_line(g, entry, event);
}

/* The latest event of the row, and on. False: the thread does not get there. */
bool pme__walk_emit(generator *g, pme__walk_event *event) {
  walk_row *row = &g->row;
  walk_entry *entry = latest_in_row(row);
  bool spread = pme__is_spread(g, pme__pattern_of(g, entry->reference)), silent = false, more;
  *g->work += COST_EVENT + row->entry_count;
  if (spread)
    silent = !pme__takes_part(g, entry->sharer_member, row->loop, entry->value);
  if (silent) {
    more = row->loop && step_in_row(g, entry, 1);
  } else {
    write_event(g, entry, spread ? entry->sharer_member : 0, event);
    event->thread = spread ? g->sharers.threads[entry->sharer_member] : g->sharers.count > 1 ? PME_NONE : g->thread;
    if (event->thread == PME_NONE && (g->filter->one_line || g->every_touch))
      event->last_thread = pme__last_thread(g, row->loop, entry->value);
    more = advance_in_row(g, entry);
  }
  if (!more)
    *entry = row->entries[--row->entry_count];
  return !silent;
}
