/* Going back from the target through the accesses of its body, one by one, for up to three iterations. */
#include "recent_accesses.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__recent_accesses recent_accesses;

/* Iterations before the target's that are looked at, positions in a body and accesses of all threads at most. */
enum { MOST_ITERATIONS = 2, MOST_POSITIONS = 512, MOST_THREADS = 64, MOST_ACCESSES = 1536 };
enum { COST_GLANCE = 30, COST_MEMBER = 10, COST_POSITION = 8, COST_ACCESS = 2 };

/* Where a sharer is when the target's thread makes the target's access. */
typedef struct mate {
  int64_t threads;    /* its number, less the target's */
  int64_t iterations; /* of the worksharing loop, likewise */
} mate;

typedef struct looker {
  recent_accesses *recent;
  const tree_reference *reference; /* the target's */
  int worksharing_depth;           /* of the worksharing loop, -1: none */
  int mate_count, own;             /* own: index of the target's thread */
  mate mates[MOST_THREADS];
  int64_t accesses;
} looker;

/* ---- one access ---- */

static bool is_in_set(const recent_accesses *g, int64_t line) {
  if (g->set_mask || g->sets == 1)
    return (line & g->set_mask) == g->set;
  return pme_floor_divide(line - g->set, g->sets) * g->sets == line - g->set;
}

/* True: decided. */
static bool meet_line(recent_accesses *g, int64_t line, pme__walk_verdict *verdict) {
  *verdict = PME__WALK_HIT;
  if (line == g->line)
    return true;
  if (!is_in_set(g, line))
    return false;
  for (int i = g->line_count - 1; i >= 0; i--)
    if (g->lines[i] == line)
      return false;
  g->lines[g->line_count++] = line;
  *verdict = PME__WALK_MISS;
  return g->line_count >= g->ways;
}

static bool meet(looker *l, const tree_reference *reference, int64_t address, pme__walk_verdict *verdict) {
  recent_accesses *g = l->recent;
  int64_t first = address >> g->line_shift, last = (address + reference->size_bytes - 1) >> g->line_shift;
  l->accesses++;
  for (int64_t line = last; line >= first; line--)
    if (meet_line(g, line, verdict)) {
      g->last_touch = (int)(reference - g->program->references);
      return true;
    }
  return false;
}

/* The access of the first `count` sharers, last thread first. `address`: of the target's thread. */
static bool meet_sharers(looker *l, const tree_reference *reference, int64_t address, int count,
                         pme__walk_verdict *verdict) {
  int64_t worksharing = l->worksharing_depth < 0 ? 0 : pme__tree_coefficient(&reference->offset, l->worksharing_depth);
  if (worksharing == 0 && reference->pitch_bytes == 0)
    return count > 0 && meet(l, reference, address, verdict);
  for (int m = count - 1; m >= 0; m--) {
    int64_t apart = l->mates[m].threads * reference->pitch_bytes + l->mates[m].iterations * worksharing;
    if (meet(l, reference, address + apart, verdict))
      return true;
  }
  return false;
}

/* ---- the sharers ---- */

/* The threads go through the phase in step, all of them. False: one does not get to the target's access, or not to all
 * of it. */
static bool find_mates(looker *l, const tree_node *phase) {
  const recent_accesses *g = l->recent;
  const pme__walk_instance *target = g->target;
  const tree_node *worksharing = phase->worksharing;
  int64_t first[MOST_THREADS], at = worksharing ? target->iterators[worksharing->depth] : 0;
  int64_t last = worksharing ? pme__tree_range_of(worksharing, target->iterators, PME_NONE).last : 0;
  l->worksharing_depth = worksharing ? worksharing->depth : -1;
  l->mate_count = g->sharers.count;
  for (int m = 0; m < l->mate_count; m++) {
    first[m] = worksharing ? pme__tree_range_of(worksharing, target->iterators, g->sharers.threads[m]).first : 0;
    if (g->sharers.threads[m] == target->thread)
      l->own = m;
  }
  for (int m = 0; m < l->mate_count; m++) {
    l->mates[m] = (mate){g->sharers.threads[m] - target->thread, first[m] - first[l->own]};
    int64_t iteration = at + l->mates[m].iterations;
    if (worksharing &&
        (worksharing->distribution == PME__DISTRIBUTION_CYCLIC
             ? iteration >= last
             : iteration > pme__tree_range_of(worksharing, target->iterators, g->sharers.threads[m]).last))
      return false;
  }
  return true;
}

static bool find_sharers(looker *l) {
  const recent_accesses *g = l->recent;
  const tree_node *phase = pme__tree_phase_of(l->reference);
  l->mate_count = 1;
  l->worksharing_depth = -1;
  if (!phase || g->sharers.count == 1)
    return true;
  l->recent->work += (int64_t)COST_MEMBER * g->sharers.count;
  return phase->aligned && g->sharers.count <= MOST_THREADS && find_mates(l, phase);
}

/* ---- going back ---- */

typedef struct group_view {
  const tree_reference *first;
  int size;
  int64_t addresses[MOST_POSITIONS]; /* of the target's thread, one iteration of the loop before where they were met */
  bool is_known[MOST_POSITIONS];
} group_view;

static int64_t address_of(const looker *l, const tree_reference *reference) {
  const recent_accesses *g = l->recent;
  return g->bases[reference->array] + pme__tree_value(&reference->offset, g->target->iterators) +
         g->target->thread * reference->pitch_bytes;
}

/* Positions from - 1 .. 0 of the body, `back` steps of the loop before the target. True: decided. */
static bool look_at_group(looker *l, group_view *view, int from, int back, int64_t step, pme__walk_verdict *verdict) {
  int depth = l->reference->path[l->reference->path_length - 1]->depth;
  for (int position = from - 1; position >= 0 && l->accesses < MOST_ACCESSES; position--) {
    const tree_reference *reference = &view->first[position];
    int64_t stride = step * pme__tree_coefficient(&reference->offset, depth);
    if (!view->is_known[position])
      view->addresses[position] = address_of(l, reference) - back * stride;
    if (meet_sharers(l, reference, view->addresses[position], l->mate_count, verdict))
      return true;
    view->addresses[position] -= stride;
    view->is_known[position] = true;
    l->recent->work += COST_POSITION;
  }
  return false;
}

static bool look(looker *l, pme__walk_verdict *verdict) {
  const tree_reference *reference = l->reference;
  const tree_node *body = reference->body, *loop = reference->path[reference->path_length - 1];
  const pme__walk_instance *target = l->recent->target;
  group_view view;
  if (body->reference_count > MOST_POSITIONS)
    return false;
  view.first = &l->recent->program->references[body->reference_first];
  view.size = body->reference_count;
  for (int i = 0; i < view.size; i++)
    view.is_known[i] = false;
  if (meet_sharers(l, reference, address_of(l, reference), l->own, verdict))
    return true;
  pme__tree_range range = pme__tree_range_of(loop, target->iterators, target->thread);
  if (look_at_group(l, &view, reference->position, 0, range.step, verdict))
    return true;
  if (!loop->is_row || loop->is_phase)
    return false;
  int64_t left = (target->iterators[loop->depth] - range.first) / range.step;
  for (int back = 1; back <= MOST_ITERATIONS && back <= left && l->accesses < MOST_ACCESSES; back++)
    if (look_at_group(l, &view, view.size, back, range.step, verdict))
      return true;
  return false;
}

pme__walk_verdict pme__recent_accesses_decide(recent_accesses *recent) {
  looker l = {.recent = recent, .reference = &recent->program->references[recent->target->reference]};
  pme__walk_verdict verdict;
  int64_t address = address_of(&l, l.reference);
  recent->line_count = 0;
  recent->work = COST_GLANCE;
  /* Of an access to two lines the first one counts as earlier: the walk knows. */
  if (address >> recent->line_shift != (address + l.reference->size_bytes - 1) >> recent->line_shift ||
      !find_sharers(&l))
    return PME__WALK_UNDECIDED;
  bool decided = look(&l, &verdict);
  recent->work += COST_ACCESS * l.accesses;
  return decided ? verdict : PME__WALK_UNDECIDED;
}
