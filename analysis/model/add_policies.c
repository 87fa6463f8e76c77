/* Policies, from windows of the program. */
#include "add_policies.h"

#include <math.h>

#include "analysis/model/windows/policy_windows.h"
#include "half_width.h"

/* Of the misses of a level. */
static const double USUAL_PRECISION = 0.004, LEAST_TOLERANCE = 1;

pme_machine pme__machine_without_added_policies(const pme_concrete *concrete, const pme_machine *machine) {
  pme_machine lru = *machine;
  for (int l = 0; l < machine->level_count; l++)
    if (pme__windows_tell_policy(concrete, machine, l))
      lru.levels[l].policy = (pme_policy){.kind = PME_POLICY_LRU};
  return lru;
}

static double misses_of(const pme_prediction *prediction, int level) {
  double misses = 0;
  for (int i = 0; i < prediction->reference_count; i++)
    if (prediction->references[i].modelled)
      misses += prediction->references[i].levels[level].misses;
  return misses;
}

/* A reference's share of the half-width, so that squares add up to its own: by the misses that are uncertain. */
static double share_of(double misses, double all) { return all > 0 ? sqrt(misses / all) : 0; }

/* Walks read entries of the page table, which may miss beside the line of the access itself. */
static void add(const pme_machine *machine, double more, double half_width, pme_misses *m) {
  double below = m->misses - m->low, above = m->high - m->misses, before = m->misses;
  if (more == 0 && half_width == 0)
    return;
  double most = fmax(m->accesses, before) + (machine->page_walks_read ? m->accesses : 0);
  m->misses = fmin(fmax(before + more, 0), most);
  m->self = fmax(m->self + m->misses - before, 0);
  m->low = fmax(m->misses - sqrt(below * below + half_width * half_width), 0);
  m->high = m->misses + sqrt(above * above + half_width * half_width);
  if (half_width > 0 || m->misses != before)
    m->precision = PME_PRECISION_ESTIMATE;
}

/* What windows count by themselves, in place of what the walk found, but for a part of that. */
static void take_own(const pme__policy_windows *windows, int level, double part, double half_width,
                     pme_prediction *inout) {
  double all = 0, seen = 0;
  for (int i = 0; i < inout->reference_count; i++) {
    pme_reference_prediction *row = &inout->references[i];
    const pme__policy_change *change = &windows->changes[row->node];
    pme_misses *m = &row->levels[level];
    if (!row->modelled || !change->is_seen[level])
      continue;
    double lru = change->own[level] - change->more[level];
    add(inout->machine, change->own[level] + part * (m->misses - lru) - m->misses, 0, m);
    m->low = m->high = m->misses;
    all += m->misses;
    seen++;
  }
  for (int i = 0; i < inout->reference_count; i++) {
    pme_reference_prediction *row = &inout->references[i];
    pme_misses *m = &row->levels[level];
    if (row->modelled && windows->changes[row->node].is_seen[level])
      add(inout->machine, 0, half_width * (all > 0 ? share_of(m->misses, all) : sqrt(1 / seen)), m);
  }
}

static void add_difference(const pme__policy_windows *windows, int level, pme_prediction *inout) {
  double all = misses_of(inout, level), half_width = windows->half_width[level];
  for (int i = 0; i < inout->reference_count; i++) {
    pme_reference_prediction *row = &inout->references[i];
    const pme__policy_change *change = &windows->changes[row->node];
    pme_misses *m = &row->levels[level];
    if (row->modelled)
      add(inout->machine, windows->is_whole[level] ? change->own[level] - m->misses : change->more[level],
          half_width * share_of(m->misses, all), m);
  }
}

static void add_level(const pme__policy_windows *windows, int level, pme_prediction *inout) {
  double walked = pme__half_width_of_sum(inout, level), half_width = windows->own_half_width[level], part = 0;
  bool is_stretch = windows->is_stretch[level > 0];
  if (is_stretch)
    part = pme__part_of_walk(windows, level, walked, &half_width);
  if (is_stretch || half_width < hypot(walked, windows->half_width[level]))
    take_own(windows, level, part, half_width, inout);
  else
    add_difference(windows, level, inout);
  for (int i = 0; i < inout->reference_count && windows->is_short && level > 0; i++)
    if (inout->references[i].modelled)
      inout->references[i].levels[level].low =
          fmin(inout->references[i].levels[level].low, inout->references[i].levels[level].cold);
}

/* Whether windows came by: to an access to other lines than those that they look at they come with its neighbours. */
static bool is_come_by(const pme__policy_windows *windows, const pme_prediction *prediction, int reference, int level) {
  const pme_program *program = pme_concrete_program(prediction->concrete);
  int parent = pme_program_node(program, prediction->references[reference].node)->parent;
  for (int i = 0; i < prediction->reference_count; i++) {
    int node = prediction->references[i].node;
    if (windows->changes[node].is_seen[level] && pme_program_node(program, node)->parent == parent)
      return true;
  }
  return false;
}

/* Where no window came by, what LRU misses is all that is known: an access may miss each time, at a level behind others
 * where the one before it does. */
static void open_unseen(const pme__policy_windows *windows, pme_prediction *inout) {
  for (int i = 0; i < inout->reference_count; i++) {
    pme_reference_prediction *row = &inout->references[i];
    for (int l = inout->level_count - 1; l >= 0 && row->modelled; l--) {
      pme_misses *m = &row->levels[l];
      if (!pme__windows_tell_policy(inout->concrete, inout->machine, l) || is_come_by(windows, inout, i, l))
        continue;
      m->low = fmin(m->low, m->cold);
      m->high = fmax(m->high, l > 0 ? row->levels[l - 1].high : m->accesses);
    }
  }
}

pme_status pme__add_policies(const pme__count *counts, const pme__policies_options *options, pme_arena *arena,
                             pme_prediction *inout) {
  int nodes = pme_program_node_count(pme_concrete_program(inout->concrete));
  pme__policy_windows_question question = {
      .concrete = inout->concrete, .machine = inout->machine, .walks = options->walks, .effort = options->effort};
  pme__policy_windows windows;
  bool any = false;
  for (int l = 0; l < inout->level_count; l++) {
    double precision = options->precision > 0 ? options->precision : USUAL_PRECISION;
    question.tolerance[l] = fmax(precision * misses_of(inout, l), LEAST_TOLERANCE);
    question.walked[l] = pme__half_width_of_sum(inout, l);
    any |= pme__windows_tell_policy(inout->concrete, inout->machine, l);
  }
  double *executions = any ? PME_ARENA_NEW(arena, double, 2 * nodes) : NULL;
  if (!any)
    return PME_OK;
  if (!executions)
    return PME_NO_MEMORY;
  double *rows = executions + nodes;
  for (int i = 0; i < nodes; i++) {
    int parent = pme_program_node(pme_concrete_program(inout->concrete), i)->parent;
    executions[i] = counts[i].executions;
    rows[i] = parent == PME_NONE ? 1 : fmax(counts[parent].entries, 1);
  }
  question.executions = executions;
  question.rows = rows;
  pme_status status = pme__find_policy_changes(&question, arena, &windows);
  for (int l = 0; status == PME_OK && l < inout->level_count; l++)
    if (pme__windows_tell_policy(inout->concrete, inout->machine, l))
      add_level(&windows, l, inout);
  if (status == PME_OK)
    open_unseen(&windows, inout);
  inout->effort += status == PME_OK ? windows.effort : 0;
  return status;
}
