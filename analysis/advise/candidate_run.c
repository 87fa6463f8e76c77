/* The list of trials: few, looked through. */
#include "candidate_run.h"

/* As many as are decided after looks, and one. */
enum { MOST_WALKS = 4 };

static bool is_same(const pme__trial *trial, const pme_proposal *b, int top) {
  const pme_proposal *a = &trial->proposal;
  if (a->alone != b->alone || (a->alone && trial->top != top) || a->has_schedule != b->has_schedule)
    return false;
  return !a->has_schedule ||
         (a->loop == b->loop && a->threads == b->threads && a->schedule == b->schedule && a->chunk == b->chunk &&
          a->padded_array == b->padded_array && a->pad_bytes == b->pad_bytes);
}

static void destroy(pme__trial *trial) {
  pme__walk_end(trial->run);
  pme_arena_destroy(trial->arena);
  pme_concrete_destroy(trial->concrete);
  pme_reallocate(trial, 0);
}

static void forget(pme__trials *trials, bool of_candidates, bool of_present) {
  pme__trial **link = &trials->first;
  while (*link) {
    pme__trial *trial = *link;
    if (trial->proposal.has_schedule ? of_candidates : of_present) {
      *link = trial->next;
      destroy(trial);
    } else {
      link = &trial->next;
    }
  }
}

void pme__trials_forget_candidates(pme__trials *trials) { forget(trials, true, false); }

void pme__trials_forget(pme__trials *trials) { forget(trials, true, true); }

static pme_status build(const pme__trials *trials, pme__trial *trial) {
  pme_what_if what_if = *trials->what_if;
  what_if.proposal = &trial->proposal;
  what_if.as_compiled = true;
  pme_status status =
      pme_concrete_create(pme_concrete_program(trials->prediction->concrete), &what_if, &trial->concrete, NULL);
  if (status == PME_OK)
    status = (trial->arena = pme_arena_create()) ? PME_OK : PME_NO_MEMORY;
  return status;
}

static pme__trial *dearest_walk(const pme__trials *trials, int *count) {
  pme__trial *dearest = NULL;
  *count = 0;
  for (pme__trial *trial = trials->first; trial; trial = trial->next) {
    if (!trial->run || !trial->proposal.has_schedule)
      continue;
    ++*count;
    if (!dearest || trial->cost > dearest->cost)
      dearest = trial;
  }
  return dearest;
}

/* Where one is asked for again all the same, it begins anew. */
static void thin(pme__trials *trials) {
  int count;
  for (pme__trial *dearest = dearest_walk(trials, &count); count > MOST_WALKS; dearest = dearest_walk(trials, &count)) {
    pme__walk_end(dearest->run);
    dearest->run = NULL;
  }
}

static pme_status add(pme__trials *trials, const pme_proposal *proposal, int top, pme__trial **out) {
  pme__trial *trial = (pme__trial *)pme_reallocate(NULL, sizeof *trial);
  thin(trials);
  if (!proposal->has_schedule) /* of another construct than the one before */
    forget(trials, false, true);
  if (!trial)
    return PME_NO_MEMORY;
  *trial = (pme__trial){.proposal = *proposal, .top = top};
  pme_status status = build(trials, trial);
  if (status != PME_OK) {
    destroy(trial);
    return status;
  }
  trial->next = trials->first;
  trials->first = trial;
  *out = trial;
  return PME_OK;
}

pme_status pme__trial_of(pme__trials *trials, const pme_proposal *proposal, int top, pme__trial **out) {
  for (pme__trial *trial = trials->first; trial; trial = trial->next)
    if (is_same(trial, proposal, top)) {
      *out = trial;
      return PME_OK;
    }
  return add(trials, proposal, top, out);
}
