/* What the model supposes of branches and early exits, held against how often a run came to what stands behind them: by the
 * places of references, which a run and a compile have in common. */
#include <string.h>

#include "analysis/core/tree.h"
#include "pmecache/profile_answer.h"

/* Fewer than this share of the accesses that the model counts: the branch is not always taken. */
#define ALWAYS 0.98

static bool is_same_access(const pme_prediction *a, int one, const pme_prediction *b, int other) {
  const pme_subject_node *x = pme_subject_at(a->subject, one), *y = pme_subject_at(b->subject, other);
  return pme__is_same_place(x->place, y->place) && x->u.access.is_write == y->u.access.is_write;
}

/* At the place of a reference, by all references that are there; below 0: none is. */
static double accesses_at(const pme_prediction *in, const pme_prediction *asked, int node) {
  double sum = -1;
  for (int i = 0; i < in->reference_count; i++)
    if (in->references[i].modelled && is_same_access(in, in->references[i].node, asked, node))
      sum = (sum < 0 ? 0 : sum) + in->references[i].levels[0].accesses;
  return sum;
}

/* How often the run came to each reference for one time that the model counts it; below 0: it does not tell. */
static void find_shares(const pme_prediction *asked, const pme_prediction *run, double calls, double *share) {
  for (int i = 0; i < asked->reference_count; i++) {
    int node = asked->references[i].node;
    double modelled = asked->references[i].modelled ? accesses_at(asked, asked, node) : 0;
    double found = modelled > 0 ? accesses_at(run, asked, node) : -1;
    share[i] = found >= 0 ? found / calls / modelled : -1;
  }
}

static bool is_confirmed(const pme_prediction *asked, const double *share, const pme_assumption *assumption) {
  double modelled = 0, run = 0;
  if (!pme__supposes(assumption))
    return false;
  for (int i = 0; i < asked->reference_count; i++)
    if (share[i] >= 0 && pme_subject_is_below(asked->subject, asked->references[i].node, assumption->node)) {
      modelled += asked->references[i].levels[0].accesses;
      run += asked->references[i].levels[0].accesses * share[i];
    }
  return modelled > 0 && run >= ALWAYS * modelled;
}

static bool has_suppositions(const pme_subject *subject) {
  for (int i = 0; i < subject->assumption_count; i++)
    if (pme__supposes(&subject->assumptions[i]))
      return true;
  return false;
}

/* ---- lines lost to other threads, where the run came less often ---- */

static bool is_supposed(const pme_subject *subject, int node) {
  for (int i = 0; i < subject->assumption_count; i++)
    if (pme__supposes(&subject->assumptions[i]) && pme_subject_is_below(subject, node, subject->assumptions[i].node))
      return true;
  return false;
}

static void lose_less(pme_misses *m, double coherence, double false_sharing) {
  m->misses -= coherence;
  m->low = m->low > coherence ? m->low - coherence : 0;
  m->coherence -= coherence;
  m->false_sharing -= false_sharing;
}

/* How often the run came to a reference that stands behind what is supposed; 1: as often as the model counts it. */
static double came(const pme_confirmed *c, int row) {
  double share = c->share[row];
  return share < 0 || share >= ALWAYS || !is_supposed(c->prediction->subject, c->asked->references[row].node) ? 1
                                                                                                              : share;
}

static int array_of(const pme_prediction *p, int row) {
  return pme_subject_at(p->subject, p->references[row].node)->u.access.array;
}

/* Lines are lost no more often than any reference of the array writes. */
static double lost(const pme_confirmed *c, int row) {
  const pme_prediction *p = c->asked;
  double most = 0, own = came(c, row);
  for (int i = 0; i < p->reference_count && most < own; i++)
    if (array_of(p, i) == array_of(p, row) && pme_subject_at(p->subject, p->references[i].node)->u.access.is_write &&
        came(c, i) > most)
      most = came(c, i);
  return own < most ? own : most;
}

/* From the reference, the loops around it and the function. What data choose is in loops that have all of it alone, and in
 * no sum. */
static void take_off_lost(pme_prediction *p, pme_reference_prediction *reference, double share) {
  bool is_chosen = pme_concrete_node_at(p->concrete, reference->node)->u.access.scattered != 0;
  for (int l = 0; l < p->level_count; l++) {
    double coherence = share * reference->levels[l].coherence, by_false = share * reference->levels[l].false_sharing;
    lose_less(&reference->levels[l], coherence, by_false);
    if (!is_chosen)
      lose_less(&p->levels[l], coherence, by_false);
    for (int i = 0; i < p->loop_count; i++)
      if (pme_subject_is_below(p->subject, reference->node, p->loops[i].node) &&
          (!is_chosen || p->loops[i].data_accesses > 0))
        lose_less(&p->loops[i].levels[l], coherence, by_false);
  }
}

static bool loses_lines(const pme_prediction *p, int row) {
  double sum = 0;
  for (int l = 0; l < p->level_count; l++)
    sum += p->references[row].levels[l].coherence;
  return sum > 0;
}

static void take_off_all_lost(const pme_confirmed *c, pme_prediction *p) {
  for (int r = 0; r < p->reference_count; r++)
    if (loses_lines(p, r))
      take_off_lost(p, &p->references[r], 1 - lost(c, r));
}

bool pme_confirmed_misses(const pme_confirmed *confirmed, int loop, int level) {
  const pme_prediction *p = confirmed->asked;
  double modelled = 0, run = 0;
  for (int r = 0; r < p->reference_count && confirmed->share; r++) {
    const pme_misses *m = &p->references[r].levels[level];
    if (!p->references[r].modelled || m->misses <= 0 || !pme_subject_is_below(p->subject, p->references[r].node, loop))
      continue;
    modelled += m->misses;
    run += (m->misses - m->coherence) * came(confirmed, r) + (m->coherence > 0 ? m->coherence * lost(confirmed, r) : 0);
  }
  return run >= ALWAYS * modelled;
}

static void *copy_rows(pme_arena *arena, const void *rows, size_t count, size_t bytes) {
  void *copy = pme_arena_allocate(arena, (count + 1) * bytes, sizeof(double));
  if (copy && count > 0)
    memcpy(copy, rows, count * bytes);
  return copy;
}

/* With rows of its own. NULL: no memory. */
static pme_prediction *copy_of(const pme_prediction *asked, pme_arena *arena) {
  pme_prediction *copy = copy_rows(arena, asked, 1, sizeof *asked);
  if (!copy)
    return NULL;
  copy->loops = copy_rows(arena, asked->loops, (size_t)asked->loop_count, sizeof *asked->loops);
  copy->references = copy_rows(arena, asked->references, (size_t)asked->reference_count, sizeof *asked->references);
  return copy->loops && copy->references ? copy : NULL;
}

/* Without what the run has found to be so. NULL: no memory. */
static const pme_subject *subject_left(const pme_prediction *asked, const double *share, pme_arena *arena) {
  pme_subject *subject = copy_rows(arena, asked->subject, 1, sizeof *subject);
  pme_assumption *left = PME_ARENA_NEW(arena, pme_assumption, asked->subject->assumption_count + 1);
  if (!subject || !left)
    return NULL;
  subject->assumptions = left;
  subject->assumption_count = 0;
  for (int i = 0; i < asked->subject->assumption_count; i++)
    if (!is_confirmed(asked, share, &asked->subject->assumptions[i]))
      left[subject->assumption_count++] = asked->subject->assumptions[i];
  return subject;
}

pme_status pme_prediction_confirmed(const pme_prediction *asked, const pme_profile_answer *answer, double calls,
                                    pme_arena *arena, pme_confirmed *out) {
  *out = (pme_confirmed){asked, asked, NULL};
  if (!answer || answer->is_of_another || !has_suppositions(asked->subject))
    return PME_OK;
  pme_prediction *copy = copy_of(asked, arena);
  double *share = PME_ARENA_NEW(arena, double, asked->reference_count + 1);
  if (!copy || !share)
    return PME_NO_MEMORY;
  find_shares(asked, answer->prediction, calls > 0 ? calls : 1, share);
  copy->subject = subject_left(asked, share, arena);
  if (!copy->subject)
    return PME_NO_MEMORY;
  *out = (pme_confirmed){asked, copy, share};
  take_off_all_lost(out, copy);
  return PME_OK;
}
