/* Loops that the model has as a whole, beside others that it has not: what these bring into the caches it overlooks, and
 * finds lines there that the run has seen to be gone. */
#include "analysis/core/tree.h"
#include "pmecache/profile_answer.h"

/* The model lacks references of some loop of the function. */
static bool lacks_some(const pme_prediction *asked) {
  for (int i = 0; i < asked->loop_count; i++)
    if (!pme__is_whole(&asked->loops[i]))
      return true;
  return false;
}

/* The run's row of a loop, if it did the same there, of which a part is the model's; NULL. */
static const pme_loop_prediction *same_loop(const pme_prediction *asked, const pme_prediction *run, int index,
                                            double *part) {
  const pme_loop_prediction *loop = &asked->loops[index], *found = NULL;
  const pme_subject_node *node = pme_subject_at(asked->subject, loop->node);
  for (int i = 0; i < run->loop_count && !found; i++) {
    const pme_subject_node *other = pme_subject_at(run->subject, run->loops[i].node);
    if (node->u.loop.parallel && other->u.loop.parallel && pme__is_same_place(node->place, other->place))
      found = &run->loops[i];
  }
  if (!found || found->status == PME_LOOP_NOT_MODELLED || found->executions <= 0 || loop->executions <= 0)
    return NULL;
  double one = loop->levels[0].accesses / loop->executions, other = found->levels[0].accesses / found->executions;
  *part = loop->executions / found->executions;
  return one > 0 && one > 0.98 * other && one < 1.02 * other ? found : NULL;
}

/* Fewer misses than the run has at least, by more than a loop may notice. */
static bool is_contradicted(const pme_prediction *asked, const pme_prediction *run, int index) {
  static const double of_accesses = 0.005;
  const pme_loop_prediction *loop = &asked->loops[index];
  double part = 1;
  const pme_loop_prediction *row = pme__is_whole(loop) ? same_loop(asked, run, index, &part) : NULL;
  for (int l = 0; row && l < asked->level_count && l < run->level_count; l++)
    if (row->levels[l].precision != PME_PRECISION_BOUND &&
        row->levels[l].low * part > loop->levels[l].high + of_accesses * loop->levels[l].accesses)
      return true;
  return false;
}

static int outermost(const pme_subject *subject, int loop) {
  for (int up = loop; up != PME_NONE; up = pme__loop_around(subject, up))
    loop = up;
  return loop;
}

bool pme_run_sees_more(const pme_prediction *asked, const pme_profile_answer *answer, int loop) {
  double part = 1;
  if (answer->is_of_another || !lacks_some(asked) || !same_loop(asked, answer->prediction, loop, &part))
    return false;
  int around = outermost(asked->subject, asked->loops[loop].node);
  for (int i = 0; i < asked->loop_count; i++)
    if (outermost(asked->subject, asked->loops[i].node) == around && is_contradicted(asked, answer->prediction, i))
      return true;
  return false;
}
