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

/* What windows count by themselves, in place of what the walk found. */
static void take_own(const pme__policy_windows *windows, int level, pme_prediction *inout) {
  double all = 0;
  for (int i = 0; i < inout->reference_count; i++)
    all += inout->references[i].modelled ? windows->changes[inout->references[i].node].own[level] : 0;
  for (int i = 0; i < inout->reference_count; i++) {
    pme_reference_prediction *row = &inout->references[i];
    const pme__policy_change *change = &windows->changes[row->node];
    pme_misses *m = &row->levels[level];
    if (!row->modelled || !change->is_seen)
      continue;
    add(inout->machine, change->own[level] - m->misses, 0, m);
    m->low = m->high = m->misses;
    add(inout->machine, 0, windows->own_half_width[level] * share_of(m->misses, all), m);
  }
}

static void add_level(const pme__policy_windows *windows, int level, pme_prediction *inout) {
  double all = misses_of(inout, level), walked = pme__half_width_of_sum(inout, level),
         more = windows->half_width[level];
  if (windows->own_half_width[level] < sqrt(walked * walked + more * more)) {
    take_own(windows, level, inout);
    return;
  }
  for (int i = 0; i < inout->reference_count; i++) {
    pme_reference_prediction *row = &inout->references[i];
    if (row->modelled)
      add(inout->machine,
          windows->is_whole ? windows->changes[row->node].own[level] - row->levels[level].misses
                            : windows->changes[row->node].more[level],
          windows->half_width[level] * share_of(row->levels[level].misses, all), &row->levels[level]);
    if (row->modelled && windows->is_short && level > 0)
      row->levels[level].low = fmin(row->levels[level].low, row->levels[level].cold);
  }
}

pme_status pme__add_policies(const pme__count *counts, const pme__policies_options *options, pme_arena *arena,
                             pme_prediction *inout) {
  int nodes = pme_program_node_count(pme_concrete_program(inout->concrete));
  pme__policy_windows_question question = {
      .concrete = inout->concrete, .machine = inout->machine, .effort = options->effort};
  pme__policy_windows windows;
  bool any = false;
  for (int l = 0; l < inout->level_count; l++) {
    double precision = options->precision > 0 ? options->precision : USUAL_PRECISION;
    question.tolerance[l] = fmax(precision * misses_of(inout, l), LEAST_TOLERANCE);
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
  inout->effort += status == PME_OK ? windows.effort : 0;
  return status;
}
