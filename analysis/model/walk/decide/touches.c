/* All touches of a set, backward: for levels that are run forward together (docs/model/walk.md 4.9). */
#include "level_state.h"

typedef pme__level_state level_state;

/* An access of the same group is in the line in the same iteration of the innermost loop, or in an earlier one: the walk
 * tells the latest touch of a row of them. */
static bool comes_to(const pme__tree_reference *reference, int64_t address, int64_t first, int64_t last) {
  const pme__tree_node *loop = reference->path[reference->path_length - 1];
  int64_t stride = pme__tree_coefficient(&reference->offset, loop->depth);
  int64_t end = address + reference->size_bytes - 1;
  if (end >= first && address <= last)
    return true;
  if (stride == 0 || (stride > 0) != (address > last))
    return false;
  int64_t before = stride > 0 ? end - last : first - address, length = stride > 0 ? stride : -stride;
  int64_t n = before > 0 ? (before + length - 1) / length : 0; /* iterations until it does not reach beyond the line */
  int64_t moved = stride > 0 ? -n * length : n * length;
  bool meets = end + moved >= first && address + moved <= last;
  for (; n > 0 && !meets && length < reference->size_bytes; n--, moved += stride > 0 ? length : -length)
    meets = end + moved >= first && address + moved <= last;
  return meets && (loop->most_trips > 1 || n == 0);
}

bool pme__touch_writes(const level_state *state, const pme__set_touch *touch, int64_t line) {
  const pme__access_grouping *grouping = &state->grouping;
  const pme__tree_reference *references = state->program->references, *own = &references[touch->reference];
  int64_t first = line << state->line_shift, last = ((line + 1) << state->line_shift) - 1;
  if (own->is_write)
    return true;
  for (int i = grouping->first[touch->group]; i < grouping->first[touch->group + 1]; i++) {
    const pme__tree_reference *other = &references[grouping->order[i]];
    int64_t apart = other->offset.constant - own->offset.constant;
    if (other->is_write && comes_to(other, touch->address + apart, first, last))
      return true;
  }
  return false;
}

bool pme__collect_touch(level_state *state, const pme__walk_event *event, pme__walk_verdict *verdict) {
  const pme__tree_reference *reference = &state->program->references[event->reference];
  const pme__tree_node *phase = pme__tree_phase_of(reference);
  int team = phase ? phase->threads : 1, group = state->grouping.group_of[event->reference];
  bool by_all = phase && !reference->one_thread && (event->thread == PME_NONE || pme__is_common(phase, reference));
  int last = event->thread == PME_NONE ? event->last_thread : by_all ? team - 1 : event->thread;
  const pme__set_touch touch = {.address = event->address_bytes,
                                .reference = event->reference,
                                .group = group,
                                .thread = last,
                                .team = team,
                                .instance = state->instance,
                                .by_all = by_all};
  *verdict = PME__WALK_MISS;
  return state->collector->sink(state->collector->context, &touch);
}

static void begin(level_state *state, const pme__touch_collector *collector) {
  state->collector = collector;
  state->coherent_machine = state->machine;
  state->coherent_level = state->level;
  state->every_touch = true;
}

static void end(level_state *state) {
  state->collector = NULL;
  state->coherent_machine = NULL;
  state->every_touch = false;
}

/* The first thread of the instance stands for those that touch the same line at the same index. */
static pme__walk_instance as_first(level_state *state, const pme__walk_instance *instance) {
  const pme__tree_reference *reference = &state->program->references[instance->reference];
  const pme__tree_node *phase = pme__tree_phase_of(reference);
  pme__walk_instance first = *instance;
  const int *threads;
  if (!phase || !pme__is_common(phase, reference) || reference->one_thread)
    return first;
  pme__sharers_of_thread(state, instance->thread, phase->threads, &threads);
  first.thread = threads[0];
  if (phase->worksharing)
    first.iterators[phase->worksharing->depth] +=
        pme__tree_range_of(phase->worksharing, instance->iterators, first.thread).first -
        pme__tree_range_of(phase->worksharing, instance->iterators, instance->thread).first;
  return first;
}

pme__walk_verdict pme__walk_touches(level_state *state, const pme__walk_instance *instance, int64_t line,
                                    const pme__touch_collector *collector) {
  pme__walk_instance first = as_first(state, instance);
  begin(state, collector);
  pme__walk_verdict verdict = pme__walk_back(state, &first, line, PME__INTERFERENCE_ALL, collector->limit);
  end(state);
  return verdict;
}

pme__walk_verdict pme__walk_touches_from_end(level_state *state, int instance, int64_t line,
                                             const pme__touch_collector *collector) {
  static const int64_t start[PME__TREE_MAX_LOOPS];
  pme__walk_verdict verdict = PME__WALK_FIRST_TOUCH;
  begin(state, collector);
  state->line = line;
  state->set = pme__set_of(state, line);
  state->instance = instance;
  state->interference = PME__INTERFERENCE_ALL;
  state->line_count = 0;
  state->work_limit = state->work + collector->limit;
  pme__walk_position at = {start, 0, 0};
  pme__walk_entries roots =
      pme__make_entries(state, state->set_filter, &at, pme__visible_roots(state), state->root_entries);
  pme__prepare_generator(state, state->serial, state->set_filter, NULL, false);
  pme__walk_start_phase(state->serial, state->program->root, start, roots);
  if (!pme__run_serial(state, &verdict))
    verdict = state->work > state->work_limit ? PME__WALK_UNDECIDED : PME__WALK_FIRST_TOUCH;
  state->work += PME__COST_SUMMAND * state->counter.work;
  state->counter.work = 0;
  end(state);
  return verdict;
}
