/* The container of answers: rows for loops and references, and their sums. Shared by the model and its judge. */
#include "pmecache/prediction.h"
#include "tree.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void count_rows(pme_prediction *prediction) {
  for (int id = 0; id < prediction->subject->node_count; id++) {
    pme_node_kind kind = pme_subject_at(prediction->subject, id)->kind;
    prediction->loop_count += kind == PME_NODE_LOOP;
    prediction->reference_count += kind == PME_NODE_ACCESS;
  }
}

static void fill_levels(pme_prediction *prediction) {
  const pme_machine *machine = prediction->machine;
  int threads = pme_subject_largest_team(prediction->subject);
  prediction->level_count = machine->level_count;
  for (int l = 0; l < machine->level_count; l++) {
    pme_prediction_level *info = &prediction->level_info[l];
    snprintf(info->name, sizeof info->name, "%s", machine->levels[l].name);
    info->shared = machine->levels[l].shared_by > 1;
    info->instances = pme_machine_instances(machine, l, threads);
  }
}

static void fill_rows(pme_prediction *prediction) {
  int loop = 0, reference = 0;
  for (int id = 0; id < prediction->subject->node_count; id++) {
    const pme_subject_node *node = pme_subject_at(prediction->subject, id);
    if (node->kind == PME_NODE_LOOP)
      prediction->loops[loop++] = (pme_loop_prediction){.node = id, .trip_count = -1, .executions = -1};
    else if (node->kind == PME_NODE_ACCESS)
      prediction->references[reference++] = (pme_reference_prediction){.node = id, .modelled = node->modelled};
  }
}

static void take_back(pme_prediction *prediction, pme_assumption_code code) {
  int kept = 0;
  for (int i = 0; i < prediction->assumption_count; i++)
    if (prediction->assumptions[i].code != code)
      prediction->assumptions[kept++] = prediction->assumptions[i];
  prediction->assumption_count = kept;
}

void pme_prediction_obeys_policies(pme_prediction *prediction) { take_back(prediction, PME_ASSUMPTION_POLICY_AS_LRU); }
void pme_prediction_obeys_prefetchers(pme_prediction *prediction) {
  take_back(prediction, PME_ASSUMPTION_PREFETCHERS_LEFT_OUT);
}

void pme_prediction_obeys_hierarchy(pme_prediction *prediction) { take_back(prediction, PME_ASSUMPTION_LEVELS_APART); }

pme_status pme_prediction_assume_lru(pme_prediction *prediction, const bool *is_obeyed, pme_arena *arena) {
  char text[256] = "";
  size_t length = 0;
  for (int l = 0; l < prediction->machine->level_count && length < sizeof text; l++) {
    const pme_cache_level *level = &prediction->machine->levels[l];
    char name[PME_POLICY_NAME_BYTES];
    if (level->policy.kind == PME_POLICY_LRU || (is_obeyed && is_obeyed[l]))
      continue;
    pme_policy_name(&level->policy, name);
    length +=
        (size_t)snprintf(text + length, sizeof text - length, "%s%s is %s", length ? ", " : "", level->name, name);
  }
  pme_prediction_obeys_policies(prediction);
  if (length == 0)
    return PME_OK;
  if (length < sizeof text)
    snprintf(text + length, sizeof text - length, ": answered as LRU");
  pme_assumption assumption = {PME_ASSUMPTION_POLICY_AS_LRU, PME_NONE, text};
  return pme_prediction_add_assumption(prediction, arena, &assumption);
}

pme_status pme_prediction_create_measured(const pme_subject *subject, const pme_machine *machine, pme_arena *arena,
                                          pme_prediction **out, pme_error *error) {
  pme_prediction *prediction = PME_ARENA_NEW(arena, pme_prediction, 1);
  if (!prediction)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  prediction->subject = subject;
  prediction->machine = machine;
  count_rows(prediction);
  prediction->loops = PME_ARENA_NEW(arena, pme_loop_prediction, prediction->loop_count);
  prediction->references = PME_ARENA_NEW(arena, pme_reference_prediction, prediction->reference_count);
  if (!prediction->loops || !prediction->references)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  fill_levels(prediction);
  fill_rows(prediction);
  pme_assumption machine_as = {PME_ASSUMPTION_MACHINE, PME_NONE, machine->untold};
  if (machine->untold[0] && pme_prediction_add_assumption(prediction, arena, &machine_as) != PME_OK)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  pme_assumption apart = {PME_ASSUMPTION_LEVELS_APART, PME_NONE, ""};
  if (pme_machine_has_hierarchy(machine) && pme_prediction_add_assumption(prediction, arena, &apart) != PME_OK)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  pme_assumption asked = {PME_ASSUMPTION_PREFETCHERS_LEFT_OUT, PME_NONE, ""};
  if (pme_machine_prefetches(machine) && pme_prediction_add_assumption(prediction, arena, &asked) != PME_OK)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  if (pme_prediction_assume_lru(prediction, NULL, arena) != PME_OK)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  *out = prediction;
  return PME_OK;
}

pme_status pme_prediction_create(const pme_concrete *concrete, const pme_machine *machine, pme_arena *arena,
                                 pme_prediction **out, pme_error *error) {
  pme_status status = pme_prediction_create_measured(pme_concrete_subject(concrete), machine, arena, out, error);
  if (status == PME_OK)
    (*out)->concrete = concrete;
  return status;
}

pme_status pme_prediction_add_reason(pme_prediction *prediction, pme_arena *arena, const pme_reason *reason) {
  pme_reason *grown = PME_ARENA_NEW(arena, pme_reason, prediction->reason_count + 1);
  if (!grown)
    return PME_NO_MEMORY;
  if (prediction->reason_count)
    memcpy(grown, prediction->reasons, (size_t)prediction->reason_count * sizeof *grown);
  pme_reason *copy = &grown[prediction->reason_count];
  *copy = *reason;
  copy->text = pme_arena_copy_text(arena, reason->text ? reason->text : "");
  copy->hint = pme_arena_copy_text(arena, reason->hint ? reason->hint : "");
  if (!copy->text || !copy->hint)
    return PME_NO_MEMORY;
  prediction->reasons = grown;
  prediction->reason_count++;
  return PME_OK;
}

pme_status pme_prediction_add_assumption(pme_prediction *prediction, pme_arena *arena,
                                         const pme_assumption *assumption) {
  for (int i = 0; i < prediction->assumption_count; i++)
    if (prediction->assumptions[i].code == assumption->code && prediction->assumptions[i].node == assumption->node)
      return PME_OK;
  pme_assumption *grown = PME_ARENA_NEW(arena, pme_assumption, prediction->assumption_count + 1);
  if (!grown)
    return PME_NO_MEMORY;
  if (prediction->assumption_count)
    memcpy(grown, prediction->assumptions, (size_t)prediction->assumption_count * sizeof *grown);
  pme_assumption *copy = &grown[prediction->assumption_count];
  *copy = *assumption;
  copy->text = pme_arena_copy_text(arena, assumption->text ? assumption->text : "");
  if (!copy->text)
    return PME_NO_MEMORY;
  prediction->assumptions = grown;
  prediction->assumption_count++;
  return PME_OK;
}

/* ---- sums ---- */

/* Half-widths of a sum. Errors of samples are independent, so their squares add up, but for what no sample met, of
 * which the largest counts; doubt, and errors of the other engines, may all lie on one side. */
typedef struct spread {
  double below, above;                 /* sums */
  double squares_below, squares_above; /* of the walk's */
  double unseen_below, unseen_above;
  double doubt;
} spread;

/* One side of one access, of which samples tell so much. */
static void add_side(double seen, const pme_misses *m, double *squares, double *most_unseen) {
  double part = m->unseen < seen ? m->unseen : seen, square = seen * seen - part * part - m->cancelled;
  *squares += square > 0 ? square : 0;
  *most_unseen = part > *most_unseen ? part : *most_unseen;
}

/* An interval of the walk that was cut off at 0 misses reached as far below as above, but for what no sample met. */
static double uncut_below(double below, double above, const pme_misses *m) {
  double seen = m->low <= 0 && above > m->unseen ? sqrt(above * above - m->unseen * m->unseen) : 0;
  return below > seen ? below : seen;
}

static void add_walked(spread *s, const pme_misses *m) {
  double below = m->misses - m->low, above = m->high - m->misses;
  double doubt_below = m->doubt < below ? m->doubt : below, doubt_above = m->doubt < above ? m->doubt : above;
  s->below += doubt_below;
  s->above += doubt_above;
  s->doubt += doubt_above;
  above -= doubt_above;
  add_side(uncut_below(below - doubt_below, above, m), m, &s->squares_below, &s->unseen_below);
  add_side(above, m, &s->squares_above, &s->unseen_above);
}

static void add_spread(spread *s, const pme_misses *m) {
  if (m->engine == PME_ENGINE_WALK) {
    add_walked(s, m);
  } else {
    s->below += m->misses - m->low;
    s->above += m->high - m->misses;
  }
}

/* Of an access that nobody answered, the most that it may miss: no number, but a part of the interval. */
static void add_unanswered(const pme_prediction *prediction, const pme_reference_prediction *reference,
                           spread *spreads) {
  for (int l = 0; l < prediction->level_count; l++)
    spreads[l].above += reference->levels[l].precision == PME_PRECISION_BOUND ? reference->levels[l].high : 0;
}

static void set_interval(pme_misses *sum, const spread *s) {
  double low = sum->misses - s->below - sqrt(s->squares_below + s->unseen_below * s->unseen_below);
  sum->low = low > 0 ? low : 0;
  sum->high = sum->misses + s->above + sqrt(s->squares_above + s->unseen_above * s->unseen_above);
  sum->doubt = s->doubt;
  sum->unseen = s->unseen_below > s->unseen_above ? s->unseen_below : s->unseen_above;
}

static void add_misses(pme_misses *sum, const pme_misses *part, bool first) {
  sum->accesses += part->accesses;
  sum->misses += part->misses;
  sum->cold += part->cold;
  sum->self += part->self;
  sum->other_threads += part->other_threads;
  sum->coherence += part->coherence;
  sum->false_sharing += part->false_sharing;
  sum->page_walks += part->page_walks;
  sum->least += part->least;
  sum->fills += part->fills;
  sum->write_backs += part->write_backs;
  sum->clean_outs += part->clean_outs;
  sum->prefetches += part->prefetches;
  sum->left += part->left;
  sum->write_backs_half_width += part->write_backs_half_width;
  if (first || part->precision > sum->precision)
    sum->precision = part->precision;
  if (first || part->engine < sum->engine)
    sum->engine = part->engine;
}

static bool reason_inside(const pme_subject *subject, const pme_reason *reason, int loop) {
  return reason->code != PME_REASON_ATOMIC_ACCESS && reason->node != PME_NONE &&
         pme_subject_is_below(subject, reason->node, loop);
}

static bool any_reason_inside(const pme_prediction *prediction, int loop) {
  const pme_subject *subject = prediction->subject;
  for (int i = 0; i < subject->reason_count; i++)
    if (reason_inside(subject, &subject->reasons[i], loop))
      return true;
  for (int i = 0; i < prediction->reason_count; i++)
    if (reason_inside(subject, &prediction->reasons[i], loop))
      return true;
  return false;
}

/* ---- what is left out ---- */

static const double NOT_KNOWN = -1;

/* Rounds of the loops around a place; NOT_KNOWN where they are not modelled. */
static double rounds_at(const pme_prediction *prediction, int node) {
  const pme_subject *subject = prediction->subject;
  int loop = pme_subject_at(subject, node)->kind == PME_NODE_LOOP ? node : pme__loop_around(subject, node);
  const pme_loop_prediction *row = loop == PME_NONE ? NULL : pme__loop_row(prediction, loop);
  if (!row || !pme_subject_at(subject, loop)->modelled || row->trip_count < 0 || row->executions < 0)
    return NOT_KNOWN;
  return row->trip_count * row->executions;
}

/* A reason of recovery for an address stands for one access. */
static double accesses_of(const pme_prediction *prediction, const pme_reason *reason) {
  switch (reason->code) {
  case PME_REASON_ATOMIC_ACCESS:
    return 0;
  case PME_REASON_INDIRECT_SUBSCRIPT:
  case PME_REASON_NON_AFFINE_SUBSCRIPT:
    return rounds_at(prediction, reason->node);
  default:
    return NOT_KNOWN;
  }
}

static double left_out_accesses(const pme_prediction *prediction, int loop) {
  const pme_subject *subject = prediction->subject;
  double sum = 0;
  for (int i = 0; i < prediction->reason_count; i++)
    if (prediction->reasons[i].node != PME_NONE && pme_subject_is_below(subject, prediction->reasons[i].node, loop))
      return NOT_KNOWN;
  for (int i = 0; i < subject->reason_count; i++) {
    const pme_reason *reason = &subject->reasons[i];
    if (reason->node == PME_NONE || !pme_subject_is_below(subject, reason->node, loop))
      continue;
    double accesses = accesses_of(prediction, reason);
    if (accesses < 0)
      return NOT_KNOWN;
    sum += accesses;
  }
  return sum;
}

static void sum_loop(pme_prediction *prediction, pme_loop_prediction *loop) {
  int modelled = 0, all = 0;
  spread spreads[PME_MAX_LEVELS] = {{0}};
  for (int r = 0; r < prediction->reference_count; r++) {
    const pme_reference_prediction *reference = &prediction->references[r];
    if (!pme_subject_is_below(prediction->subject, reference->node, loop->node))
      continue;
    all++;
    if (!reference->modelled) {
      add_unanswered(prediction, reference, spreads);
      continue;
    }
    for (int l = 0; l < prediction->level_count; l++) {
      add_misses(&loop->levels[l], &reference->levels[l], modelled == 0);
      add_spread(&spreads[l], &reference->levels[l]);
    }
    modelled++;
  }
  for (int l = 0; l < prediction->level_count; l++)
    set_interval(&loop->levels[l], &spreads[l]);
  bool own = pme_subject_at(prediction->subject, loop->node)->modelled;
  bool reasons = any_reason_inside(prediction, loop->node);
  if (!own || (modelled == 0 && (all > 0 || reasons)))
    loop->status = PME_LOOP_NOT_MODELLED;
  else
    loop->status = modelled < all || reasons ? PME_LOOP_PARTLY : PME_LOOP_MODELLED;
  loop->left_out_accesses = left_out_accesses(prediction, loop->node);
}

/* A line may be the miss of any access that touches it: sums over all of them are no less than the lines. */
void pme_prediction_bound(pme_prediction *prediction) {
  static const double nearly = 0.999999;
  for (int l = 0; l < prediction->level_count; l++) {
    pme_misses *whole = &prediction->levels[l];
    whole->low = fmax(whole->low, whole->least);
    for (int i = 0; i < prediction->loop_count; i++) {
      pme_misses *m = &prediction->loops[i].levels[l];
      if (m->least >= nearly * whole->least)
        m->low = fmax(m->low, m->least);
    }
  }
}

void pme_prediction_sum(pme_prediction *prediction) {
  for (int i = 0; i < prediction->loop_count; i++) {
    memset(prediction->loops[i].levels, 0, sizeof prediction->loops[i].levels);
    sum_loop(prediction, &prediction->loops[i]);
  }
  memset(prediction->levels, 0, sizeof prediction->levels);
  bool first = true;
  spread spreads[PME_MAX_LEVELS] = {{0}};
  for (int r = 0; r < prediction->reference_count; r++) {
    if (!prediction->references[r].modelled) {
      add_unanswered(prediction, &prediction->references[r], spreads);
      continue;
    }
    for (int l = 0; l < prediction->level_count; l++) {
      add_misses(&prediction->levels[l], &prediction->references[r].levels[l], first);
      add_spread(&spreads[l], &prediction->references[r].levels[l]);
    }
    first = false;
  }
  for (int l = 0; l < prediction->level_count; l++)
    set_interval(&prediction->levels[l], &spreads[l]);
  pme_prediction_bound(prediction);
}
