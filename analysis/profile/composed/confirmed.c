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

pme_status pme_prediction_confirmed(const pme_prediction *asked, const pme_profile_answer *answer, double calls,
                                    pme_arena *arena, const pme_prediction **out) {
  *out = asked;
  if (!answer || answer->is_of_another || !has_suppositions(asked->subject))
    return PME_OK;
  pme_prediction *copy = PME_ARENA_NEW(arena, pme_prediction, 1);
  pme_subject *subject = PME_ARENA_NEW(arena, pme_subject, 1);
  double *share = PME_ARENA_NEW(arena, double, asked->reference_count + 1);
  pme_assumption *left = PME_ARENA_NEW(arena, pme_assumption, asked->subject->assumption_count);
  if (!copy || !subject || !share || !left)
    return PME_NO_MEMORY;
  find_shares(asked, answer->prediction, calls > 0 ? calls : 1, share);
  *copy = *asked;
  *subject = *asked->subject;
  copy->subject = subject;
  subject->assumptions = left;
  subject->assumption_count = 0;
  for (int i = 0; i < asked->subject->assumption_count; i++)
    if (!is_confirmed(asked, share, &asked->subject->assumptions[i]))
      left[subject->assumption_count++] = asked->subject->assumptions[i];
  *out = copy;
  return PME_OK;
}
