/* What the run found in the caches of what a call touches first in loops of the model. Each loop by itself: a run knows some
 * loops of a function and not others, those of the library's headers, say. */
#include "composer.h"

static bool is_asked(const pme__composer *c, int loop) {
  const pme_loop_prediction *loops = c->asked->loops;
  for (int i = 0; i < c->asked->loop_count; i++)
    if (i != loop && pme__is_around(c, i, loop) && pme__is_shared_out(c->asked, loops[i].node))
      return false;
  return pme__is_shared_out(c->asked, loops[loop].node) || pme__is_beside(c, loop);
}

static bool is_known_reference(const pme__composer *c, int node) {
  const pme_prediction *m = c->measured;
  const pme_subject_node *asked = pme_subject_at(c->asked->subject, node);
  for (int i = 0; i < m->reference_count; i++) {
    const pme_subject_node *row = pme_subject_at(m->subject, m->references[i].node);
    if (row->u.access.is_write == asked->u.access.is_write && pme__is_same_place(row->place, asked->place) &&
        pme__is_of_same_file(m, m->references[i].node, c->asked, node))
      return true;
  }
  return false;
}

/* What the run may know of the loop: all of it, or the references that it has, too. The others are of code that the compiled
 * loop does without (headers of vectors, read once), or of calls, which the run counts elsewhere. */
static void known_part(const pme__composer *c, const pme_loop_prediction *loop, const pme_loop_prediction *row,
                       pme_misses *part) {
  const pme_prediction *p = c->asked;
  for (int l = 0; l < p->level_count; l++)
    part[l] = loop->levels[l];
  if (pme__is_same_code(loop->levels[0].accesses, row->levels[0].accesses * c->share))
    return;
  for (int i = 0; i < p->reference_count; i++)
    if (p->references[i].modelled && pme_subject_is_below(p->subject, p->references[i].node, loop->node) &&
        (c->is_of_another || !is_known_reference(c, p->references[i].node)))
      for (int l = 0; l < p->level_count; l++)
        pme__add_misses(&part[l], &p->references[i].levels[l], -1);
}

/* What is not known counts as missed in the run, so that fewer misses than the model has are known to it; its interval holds
 * conflicts that no sample has shown, too. */
static bool is_sure(const pme_misses *part, const pme_misses *run, double misses) {
  return run->precision != PME_PRECISION_BOUND && (part->misses <= run->low || misses < part->misses);
}

static double within(double value, double most) { return value < 0 || most < 0 ? 0 : value > most ? most : value; }

/* Adds what is known of the loop; `missed`: of all that the model has of it, what is not found in any case. */
static void add_loop(const pme__composer *c, const pme_loop_prediction *loop, const pme_loop_prediction *row,
                     pme_found *found, double *missed) {
  pme_misses part[PME_MAX_LEVELS];
  known_part(c, loop, row, part);
  for (int l = 0; l < c->asked->level_count; l++) {
    double misses = row->levels[l].misses * c->share, all = loop->levels[l].misses;
    pme_misses run = {.low = row->levels[l].low * c->share, .precision = row->levels[l].precision};
    double lines = is_sure(&part[l], &run, misses) ? within(part[l].misses - misses, part[l].cold) : 0;
    found[l].lines += lines;
    found[l].lacking += part[l].cold > 0 && misses > part[l].misses ? misses - part[l].misses : 0;
    found[l].among += is_sure(&part[l], &run, misses) && part[l].cold > 0 ? part[l].cold : 0;
    missed[l] += all - lines;
  }
}

/* The sum of the function may be counted better than its loops, each of which brings its lines again: what they miss in any
 * case has its share of it, and no more is found than the rest. */
static void bound_by_function(const pme__composer *c, const double *measured, const double *missed, pme_found *found) {
  for (int l = 0; l < c->asked->level_count; l++) {
    double all = c->out->prediction.levels[l].misses - measured[l];
    double share = pme__share_in(all, missed[l] + found[l].lines);
    found[l].lines = within(found[l].lines, all - missed[l] * share);
  }
}

void pme_prediction_found(const pme_composed_prediction *composed, const pme_profile_answer *answer, double calls,
                          pme_found *found) {
  const pme_prediction *p = &composed->prediction;
  pme__composer c = {.asked = composed->asked, .measured = answer->prediction, .share = calls > 0 ? 1 / calls : 1};
  c.out = (pme_composed_prediction *)composed;
  c.is_of_another = answer->is_of_another;
  double measured[PME_MAX_LEVELS] = {0}, missed[PME_MAX_LEVELS] = {0};
  for (int l = 0; l < p->level_count; l++)
    found[l] = (pme_found){0};
  for (int i = 0; i < p->loop_count; i++) {
    const pme_loop_prediction *loop = &p->loops[i], *row = pme__measured_loop(&c, loop->node);
    bool is_measured = composed->is_measured[i];
    if (composed->is_not_run[i] || loop->levels[0].accesses <= 0 || !(is_measured || is_asked(&c, i)))
      continue;
    for (int l = 0; l < p->level_count; l++) {
      measured[l] += is_measured ? loop->levels[l].misses : 0;
      missed[l] += is_measured || row ? 0 : loop->levels[l].misses;
    }
    if (!is_measured && row)
      add_loop(&c, loop, row, found, missed);
  }
  bound_by_function(&c, measured, missed, found);
}
