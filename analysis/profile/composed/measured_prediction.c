/* Puts what a run has measured into the prediction of a model, where that has no whole answer: by the places of loops and
 * references, which a run and a compile have in common. */
#include "composer.h"

#include <string.h>

/* Whether the run entered the loop as often in a call, on average, as the model does in one with the values that were taken:
 * calls with others may have taken the other arm of a branch. */
static bool is_as_often(const pme__composer *c, const pme_loop_prediction *loop, const pme_loop_prediction *row) {
  if (!c->is_of_several || c->is_of_another || c->part != 0 || !row || loop->executions < 0 || row->executions < 0)
    return true;
  double run = row->executions * c->share;
  return loop->executions == run || pme__is_same_code(loop->executions, run);
}

/* The model's number stays: this run tells no more. */
static bool is_answered(const pme__composer *c, const pme_loop_prediction *loop) {
  const pme_loop_prediction *row = pme__measured_loop(c, loop->node);
  if (pme__is_whole(loop) && !row)
    return true;
  if (!is_as_often(c, loop, row))
    return false;
  if (c->own && pme_run_sees_more(c->asked, c->own, (int)(loop - c->asked->loops)))
    return false;
  return pme__needs_no_run(c->asked, loop, c->is_of_several ? row : NULL, c->is_of_another);
}

/* ---- numbers ---- */

static void set_levels(const pme__composer *c, pme_misses *to, const pme_misses *from) {
  memset(to, 0, PME_MAX_LEVELS * sizeof *to);
  for (int l = 0; l < c->measured->level_count; l++)
    pme__add_misses(&to[l], &from[l], c->share);
}

/* Of references that the model counts; bounds of what data choose are none of them. */
static void add_references(const pme__composer *c, int below, pme_misses *out) {
  const pme_prediction *p = c->asked;
  for (int i = 0; i < p->reference_count; i++)
    if (p->references[i].modelled &&
        (below == PME_NONE || pme_subject_is_below(p->subject, p->references[i].node, below)) &&
        pme_concrete_node_at(p->concrete, p->references[i].node)->u.access.scattered == 0)
      for (int l = 0; l < p->level_count; l++)
        pme__add_misses(&out[l], &p->references[i].levels[l], 1);
}

/* What the model has of the loop: its levels, but without bounds of what data choose. */
static void part_of(const pme__composer *c, const pme_loop_prediction *before, pme_misses *out) {
  memset(out, 0, PME_MAX_LEVELS * sizeof *out);
  if (before->status == PME_LOOP_NOT_MODELLED)
    return;
  for (int l = 0; l < c->asked->level_count && before->data_accesses <= 0; l++)
    out[l] = before->levels[l];
  if (before->data_accesses > 0)
    add_references(c, before->node, out);
}

/* Of all loops with places that data choose, and of all others. */
static void sum_parts(const pme__composer *c, pme_misses *of_data, pme_misses *others) {
  memset(of_data, 0, PME_MAX_LEVELS * sizeof *of_data);
  memset(others, 0, PME_MAX_LEVELS * sizeof *others);
  for (int i = 0; i < c->asked->loop_count; i++) {
    const pme_loop_prediction *loop = &c->asked->loops[i];
    pme_misses part[PME_MAX_LEVELS];
    if (pme__loop_around(c->asked->subject, loop->node) != PME_NONE)
      continue;
    part_of(c, loop, part);
    for (int l = 0; l < c->asked->level_count; l++)
      pme__add_misses(loop->data_accesses > 0 ? &of_data[l] : &others[l], &part[l], 1);
  }
}

/* The same in the sum of the function, which may be counted better than its loops, each of which brings its lines again: the
 * loop has its share of it. The sum is without what data choose, and loops with such places miss more beside it. */
static void part_of_function(const pme__composer *c, const pme_loop_prediction *before, pme_misses *out) {
  pme_misses part[PME_MAX_LEVELS], of_data[PME_MAX_LEVELS], others[PME_MAX_LEVELS];
  part_of(c, before, part);
  sum_parts(c, of_data, others);
  memset(out, 0, PME_MAX_LEVELS * sizeof *out);
  for (int l = 0; l < c->asked->level_count; l++) {
    const pme_misses *sum = &c->asked->levels[l];
    double all = of_data[l].misses + others[l].misses, cold = of_data[l].cold + others[l].cold;
    double share = pme__share_in(sum->misses, all), of_cold = pme__share_in(sum->cold, cold);
    if (before->data_accesses > 0 && sum->misses > others[l].misses)
      share = pme__share_in(sum->misses - others[l].misses, of_data[l].misses);
    if (before->data_accesses > 0 && sum->cold > others[l].cold)
      of_cold = pme__share_in(sum->cold - others[l].cold, of_data[l].cold);
    pme__add_misses(&out[l], &part[l], share);
    out[l].accesses = part[l].accesses;
    out[l].cold = part[l].cold * of_cold;
  }
}

/* Sums of samples and of their parts are not the same to the last digit. */
static void keep_order(pme_misses *m) {
  double *counts[] = {&m->accesses,  &m->misses,        &m->cold, &m->self, &m->other_threads,
                      &m->coherence, &m->false_sharing, &m->low,  &m->high, &m->least};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    *counts[i] = *counts[i] < 0 ? 0 : *counts[i];
  m->low = m->low > m->misses ? m->misses : m->low;
  m->high = m->high < m->misses ? m->misses : m->high;
}

/* A sum around the loop loses what the model had of that, and gets what was measured. */
static void move_sum(const pme__composer *c, pme_misses *sum, const pme_misses *part, const pme_loop_prediction *now) {
  for (int l = 0; l < c->measured->level_count; l++) {
    pme_engine engine = sum[l].engine;
    pme__add_misses(&sum[l], &part[l], -1);
    keep_order(&sum[l]);
    bool has_others = sum[l].misses > 0;
    pme__add_misses(&sum[l], &now->levels[l], 1);
    keep_order(&sum[l]);
    if (has_others)
      sum[l].engine = engine;
  }
}

/* Of the function, and of loops around the loop. */
static void move_sums(const pme__composer *c, const pme_loop_prediction *before, const pme_loop_prediction *now) {
  pme_prediction *p = &c->out->prediction;
  pme_misses part[PME_MAX_LEVELS];
  part_of_function(c, before, part);
  move_sum(c, p->levels, part, now);
  part_of(c, before, part);
  for (int i = 0; i < p->loop_count; i++)
    if (p->loops[i].node != now->node && p->loops[i].status != PME_LOOP_NOT_MODELLED &&
        pme_subject_is_below(p->subject, now->node, p->loops[i].node))
      move_sum(c, p->loops[i].levels, part, now);
}

/* ---- references ---- */

/* The next one at the place that was not taken yet; PME_NONE. */
static int measured_reference(const pme__composer *c, int node) {
  const pme_prediction *m = c->measured;
  bool is_write = pme_subject_at(c->asked->subject, node)->u.access.is_write;
  for (int i = 0; i < m->reference_count; i++)
    if (!c->is_taken[i] && pme_subject_at(m->subject, m->references[i].node)->u.access.is_write == is_write &&
        pme__is_same_place(pme_subject_at(m->subject, m->references[i].node)->place,
                           pme_subject_at(c->asked->subject, node)->place))
      return i;
  return PME_NONE;
}

static void set_reference(pme__composer *c, pme_reference_prediction *reference) {
  int row = measured_reference(c, reference->node);
  if (row == PME_NONE || !c->measured->references[row].modelled)
    return; /* as the model has it */
  reference->modelled = true;
  set_levels(c, reference->levels, c->measured->references[row].levels);
  c->is_taken[row] = true;
}

/* ---- loops ---- */

static void set_counts(const pme__composer *c, pme_loop_prediction *loop) {
  const pme_loop_prediction *row = pme__measured_loop(c, loop->node);
  if (!row || row->executions <= 0)
    return;
  loop->executions = row->executions * c->share;
  loop->trip_count = row->trip_count;
}

static void set_loop(pme__composer *c, int index, const pme_loop_prediction *row) {
  pme_prediction *p = &c->out->prediction;
  pme_loop_prediction *loop = &p->loops[index];
  set_levels(c, loop->levels, row->levels);
  loop->status = PME_LOOP_MODELLED;
  loop->left_out_accesses = loop->data_accesses = 0;
  move_sums(c, &c->asked->loops[index], loop);
  for (int i = 0; i < p->loop_count; i++)
    if (pme_subject_is_below(p->subject, p->loops[i].node, loop->node))
      set_counts(c, &p->loops[i]);
  for (int i = 0; i < p->reference_count; i++)
    if (pme_subject_is_below(p->subject, p->references[i].node, loop->node))
      set_reference(c, &p->references[i]);
  c->out->is_measured[index] = true;
  c->out->share[index] = c->share;
  c->out->part[index] = c->part;
}

/* Nothing of it is in the sums. */
static void take_out(pme__composer *c, int index) {
  pme_prediction *p = &c->out->prediction;
  pme_loop_prediction *loop = &p->loops[index];
  c->out->is_not_run[index] = true;
  memset(loop->levels, 0, sizeof loop->levels);
  loop->executions = 0;
  move_sums(c, &c->asked->loops[index], loop);
  for (int i = 0; i < p->reference_count; i++)
    if (pme_subject_is_below(p->subject, p->references[i].node, loop->node))
      memset(p->references[i].levels, 0, sizeof p->references[i].levels);
}

/* ---- regions whose threads share loops by their numbers ---- */

static bool is_directly_in(const pme__composer *c, int region, int loop) {
  for (int i = 0; i < c->asked->loop_count; i++)
    if (i != region && i != loop && pme__is_around(c, region, i) && pme__is_around(c, i, loop))
      return false;
  return loop != region && pme__is_around(c, region, loop);
}

/* Of the run's loop, which the model may have in pieces: its part of their accesses. */
static double share_of_piece(const pme__composer *c, int region, int loop, const pme_loop_prediction *row) {
  const pme_loop_prediction *loops = c->asked->loops;
  double all = 0;
  for (int i = 0; i < c->asked->loop_count; i++)
    if (is_directly_in(c, region, i) && pme__measured_loop(c, loops[i].node) == row)
      all += loops[i].levels[0].accesses;
  return all > 0 ? loops[loop].levels[0].accesses / all : 1;
}

/* A loop in the region and what is to be counted of it; the model's where that has all of it. False: the run has not seen
 * it, or, of other values, not as much of it. */
static bool add_loop_of(const pme__composer *c, int region, int loop, pme_loop_prediction *sum) {
  const pme_loop_prediction *asked = &c->asked->loops[loop], *row = pme__measured_loop(c, asked->node);
  if (asked->levels[0].accesses <= 0)
    return true;
  bool is_models = is_answered(c, asked), is_seen = row && row->status != PME_LOOP_NOT_MODELLED;
  /* What each thread of another team does the run tells of what they share out. */
  is_seen = is_seen && (!c->is_of_other_team || pme__is_shared_out(c->measured, row->node));
  double share = is_seen ? share_of_piece(c, region, loop, row) : 0;
  double run = is_seen ? row->levels[0].accesses * c->share * share : 0;
  if (!is_models && (!is_seen || (c->is_of_another && !pme__is_same_code(asked->levels[0].accesses, run))))
    return false;
  for (int l = 0; l < c->measured->level_count; l++)
    pme__add_misses(&sum->levels[l], is_models ? &asked->levels[l] : &row->levels[l], is_models ? 1 / c->share : share);
  sum->executions += !is_models && run > 0;
  return true;
}

/* The loops of the region are in the run, the region, a loop over the numbers of threads, is none there. */
static void set_region(pme__composer *c, int index) {
  pme_loop_prediction sum = {.status = PME_LOOP_MODELLED};
  for (int i = 0; i < c->asked->loop_count; i++)
    if (is_directly_in(c, index, i) && !add_loop_of(c, index, i, &sum))
      return;
  if (!is_answered(c, &c->asked->loops[index]) && sum.executions > 0)
    set_loop(c, index, &sum);
}

/* ---- loops around measured ones ---- */

/* In a loop that is measured. */
static bool is_in_measured(const pme__composer *c, int node) {
  for (int i = 0; i < c->asked->loop_count; i++)
    if (c->out->is_measured[i] && pme_subject_is_below(c->asked->subject, node, c->asked->loops[i].node))
      return true;
  return false;
}

static bool is_reason_left(const pme__composer *c, const pme_reason *reasons, int count, int loop) {
  for (int i = 0; i < count; i++)
    if (reasons[i].node != PME_NONE && pme_subject_is_below(c->asked->subject, reasons[i].node, loop) &&
        !is_in_measured(c, reasons[i].node))
      return true;
  return false;
}

static bool is_reference_left(const pme__composer *c, int loop) {
  const pme_prediction *p = c->asked;
  for (int i = 0; i < p->reference_count; i++)
    if (!p->references[i].modelled && pme_subject_is_below(p->subject, p->references[i].node, loop) &&
        !is_in_measured(c, p->references[i].node))
      return true;
  return false;
}

/* What such a loop has wanted for was measured. */
static void complete_loops(pme__composer *c) {
  const pme_prediction *asked = c->asked;
  for (int i = 0; i < asked->loop_count; i++) {
    pme_loop_prediction *loop = &c->out->prediction.loops[i];
    int node = loop->node;
    if (loop->status != PME_LOOP_PARTLY || is_reference_left(c, node) ||
        is_reason_left(c, asked->subject->reasons, asked->subject->reason_count, node) ||
        is_reason_left(c, asked->reasons, asked->reason_count, node))
      continue;
    loop->status = PME_LOOP_MODELLED;
    loop->left_out_accesses = 0;
  }
}

/* ---- all loops of the function ---- */

static void compose(pme__composer *c) {
  const pme_prediction *asked = c->asked;
  for (int i = 0; i < asked->loop_count; i++) {
    const pme_loop_prediction *loop = &asked->loops[i];
    const pme_loop_prediction *row = pme__measured_loop(c, loop->node);
    if (!row && pme__is_shared_out(asked, loop->node))
      set_region(c, i);
    if (!row || (!pme__is_shared_out(asked, loop->node) && !pme__is_beside(c, i)))
      continue;
    if (!pme__is_shared_out(asked, loop->node) && (is_answered(c, loop) || row->executions <= 0))
      continue; /* only some of them are measured: the others are the model's */
    if (row->executions <= 0 && row->levels[0].accesses <= 0)
      take_out(c, i);
    else if (!is_answered(c, loop) && row->status != PME_LOOP_NOT_MODELLED &&
             (row->levels[0].accesses > 0 || pme__is_whole(loop)))
      set_loop(c, i, row);
  }
  pme__take_touched_before(c);
  complete_loops(c);
}

/* ---- loops of functions that are inlined ---- */

/* The row of the other function's loop that is to stand for this one; NULL where the model has all of it, or does not know
 * how often it is executed. */
static const pme_loop_prediction *row_of_inlined(const pme__composer *c, int index) {
  const pme_loop_prediction *loop = &c->asked->loops[index];
  bool is_asked = pme__is_shared_out(c->asked, loop->node) || pme__is_beside(c, index);
  if (!is_asked || is_answered(c, loop) || c->out->is_measured[index] || loop->executions <= 0)
    return NULL;
  const pme_loop_prediction *row = pme__measured_loop(c, loop->node);
  bool has_numbers = row && row->status != PME_LOOP_NOT_MODELLED && row->executions > 0;
  return has_numbers && row->levels[0].accesses > 0 ? row : NULL;
}

/* In one call of this function, of all the loop's copies. */
static double executions_of(const pme__composer *c, const pme_loop_prediction *row) {
  double sum = 0;
  for (int i = 0; i < c->asked->loop_count; i++)
    if (pme__measured_loop(c, c->asked->loops[i].node) == row && c->asked->loops[i].executions > 0)
      sum += c->asked->loops[i].executions;
  return sum;
}

/* No more than the run has of it. `calls`: of this function. */
static void add_inlined(pme__composer *c, double calls) {
  for (int i = 0; i < c->asked->loop_count; i++) {
    const pme_loop_prediction *row = row_of_inlined(c, i);
    if (!row)
      continue;
    double all = executions_of(c, row), most = row->executions / calls;
    c->share = c->asked->loops[i].executions / row->executions * (all > most ? most / all : 1);
    memset(c->is_taken, 0, (size_t)c->measured->reference_count * sizeof *c->is_taken);
    set_loop(c, i, row);
  }
}

pme_status pme_prediction_add_inlined(pme_composed_prediction *composed, const pme_profile_answer *answer, double calls,
                                      pme_arena *arena) {
  pme__composer c = {
      .asked = composed->asked, .measured = answer->prediction, .out = composed, .part = ++composed->part_count};
  c.is_of_another = answer->is_of_another;
  c.is_of_several = answer->is_of_several;
  c.is_taken = PME_ARENA_NEW(arena, bool, c.measured->reference_count + 1);
  if (!c.is_taken)
    return PME_NO_MEMORY;
  add_inlined(&c, calls > 0 ? calls : 1);
  complete_loops(&c);
  return PME_OK;
}

/* ---- the copy ---- */

static void *copy_rows(pme_arena *arena, const void *rows, size_t bytes) {
  void *copy = pme_arena_allocate(arena, bytes ? bytes : 1, sizeof(double));
  if (copy && bytes)
    memcpy(copy, rows, bytes);
  return copy;
}

/* Nothing of it is measured yet. NULL: no memory. */
static pme_composed_prediction *copy_of(const pme_prediction *asked, pme_arena *arena) {
  size_t loops = (size_t)asked->loop_count * sizeof *asked->loops;
  size_t references = (size_t)asked->reference_count * sizeof *asked->references;
  pme_composed_prediction *made = PME_ARENA_NEW(arena, pme_composed_prediction, 1);
  if (!made)
    return NULL;
  made->asked = asked;
  made->prediction = *asked;
  made->prediction.loops = (pme_loop_prediction *)copy_rows(arena, asked->loops, loops);
  made->prediction.references = (pme_reference_prediction *)copy_rows(arena, asked->references, references);
  made->is_measured = PME_ARENA_NEW(arena, bool, asked->loop_count + 1);
  made->is_not_run = PME_ARENA_NEW(arena, bool, asked->loop_count + 1);
  made->share = PME_ARENA_NEW(arena, double, asked->loop_count + 1);
  made->part = PME_ARENA_NEW(arena, int, asked->loop_count + 1);
  bool has_all = made->prediction.loops && made->prediction.references && made->is_measured && made->is_not_run &&
                 made->share && made->part;
  return has_all ? made : NULL;
}

pme_status pme_prediction_with_measured(const pme_prediction *asked, const pme_profile_answer *answer, double calls,
                                        pme_arena *arena, pme_composed_prediction **out) {
  pme_composed_prediction *made = copy_of(asked, arena);
  pme__composer c = {.asked = asked, .out = made, .share = calls > 0 ? 1 / calls : 1};
  if (made && answer) {
    c.own = answer;
    c.measured = answer->prediction;
    c.is_of_another = answer->is_of_another;
    c.is_of_several = answer->is_of_several;
    c.is_of_other_team = answer->is_of_other_team;
    c.is_taken = PME_ARENA_NEW(arena, bool, c.measured->reference_count + 1);
    if (c.is_taken)
      compose(&c);
  }
  if (!made || (answer && !c.is_taken))
    return PME_NO_MEMORY;
  *out = made;
  return PME_OK;
}
