/* Keeps the programs, walks and misses of candidates; few of them, so that a list is enough. */
#include "candidate_run.h"

/* As many as are decided after rough evaluations, and one. */
enum { MOST_WALKS = 4 };

bool pme__has_same_longer_rows(const pme_longer_rows *a, int a_count, const pme_longer_rows *b, int b_count) {
  bool is_same = a_count == b_count;
  for (int i = 0; i < a_count && is_same; i++)
    is_same = a[i].array == b[i].array && a[i].bytes == b[i].bytes;
  return is_same;
}

static bool is_same(const pme__candidate_run *run, const pme_proposal *b, int top) {
  const pme_proposal *a = &run->proposal;
  if (a->alone != b->alone || (a->alone && run->top != top) || a->has_schedule != b->has_schedule)
    return false;
  return !a->has_schedule ||
         (a->loop == b->loop && a->threads == b->threads && a->schedule == b->schedule && a->chunk == b->chunk &&
          pme__has_same_longer_rows(a->pads, a->pad_count, b->pads, b->pad_count));
}

static void destroy(pme__candidate_run *run) {
  pme__walk_end(run->walk);
  pme_arena_destroy(run->arena);
  pme_concrete_destroy(run->concrete);
  pme_reallocate(run, 0);
}

static void forget(pme__candidate_runs *runs, bool of_candidates, bool of_present) {
  pme__candidate_run **link = &runs->first;
  while (*link) {
    pme__candidate_run *run = *link;
    if (run->proposal.has_schedule ? of_candidates : of_present) {
      *link = run->next;
      destroy(run);
    } else {
      link = &run->next;
    }
  }
}

void pme__candidate_runs_forget_candidates(pme__candidate_runs *runs) { forget(runs, true, false); }

void pme__candidate_runs_forget(pme__candidate_runs *runs) { forget(runs, true, true); }

static pme_status build(const pme__candidate_runs *runs, pme__candidate_run *run) {
  pme_what_if what_if = *runs->what_if;
  what_if.proposal = &run->proposal;
  what_if.as_compiled = true;
  pme_status status =
      pme_concrete_create(pme_concrete_program(runs->prediction->concrete), &what_if, &run->concrete, NULL);
  if (status == PME_OK)
    status = (run->arena = pme_arena_create()) ? PME_OK : PME_NO_MEMORY;
  return status;
}

static pme__candidate_run *dearest_walk(const pme__candidate_runs *runs, int *count) {
  pme__candidate_run *dearest = NULL;
  *count = 0;
  for (pme__candidate_run *run = runs->first; run; run = run->next) {
    if (!run->walk || !run->proposal.has_schedule)
      continue;
    ++*count;
    if (!dearest || run->cost > dearest->cost)
      dearest = run;
  }
  return dearest;
}

/* Where one is asked for again all the same, it begins anew. */
static void thin(pme__candidate_runs *runs) {
  int count;
  for (pme__candidate_run *dearest = dearest_walk(runs, &count); count > MOST_WALKS;
       dearest = dearest_walk(runs, &count)) {
    pme__walk_end(dearest->walk);
    dearest->walk = NULL;
  }
}

static pme_status add(pme__candidate_runs *runs, const pme_proposal *proposal, int top, pme__candidate_run **out) {
  pme__candidate_run *run = (pme__candidate_run *)pme_reallocate(NULL, sizeof *run);
  thin(runs);
  if (!proposal->has_schedule) /* of another construct than the one before */
    forget(runs, false, true);
  if (!run)
    return PME_NO_MEMORY;
  *run = (pme__candidate_run){.proposal = *proposal, .top = top};
  pme_status status = build(runs, run);
  if (status != PME_OK) {
    destroy(run);
    return status;
  }
  run->next = runs->first;
  runs->first = run;
  *out = run;
  return PME_OK;
}

static pme__candidate_run *find(const pme__candidate_runs *runs, const pme_proposal *proposal, int top) {
  pme__candidate_run *run = runs->first;
  while (run && !is_same(run, proposal, top))
    run = run->next;
  return run;
}

const pme__candidate_run *pme__known_candidate_run(const pme__candidate_runs *runs, const pme_proposal *proposal,
                                                   int top) {
  return find(runs, proposal, top);
}

pme_status pme__candidate_run_of(pme__candidate_runs *runs, const pme_proposal *proposal, int top,
                                 pme__candidate_run **out) {
  *out = find(runs, proposal, top);
  return *out ? PME_OK : add(runs, proposal, top, out);
}
