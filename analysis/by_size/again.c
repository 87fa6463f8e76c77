/* One answer for programs that differ in their function's name and places alone: instances of a template, say. */
#include <string.h>

#include "excerpt.h"
#include "pmecache/by_size.h"

/* What excerpts leave out, and who advises or speaks of the program asks for. */
static bool is_same_node(const pme_node *a, const pme_node *b) {
  if (a->kind != PME_NODE_LOOP)
    return true;
  const pme_work *w = &a->u.loop.work, *v = &b->u.loop.work;
  return strcmp(a->u.loop.variable, b->u.loop.variable) == 0 && a->u.loop.carries == b->u.loop.carries &&
         w->operations == v->operations && w->divisions == v->divisions && w->chain == v->chain &&
         w->vector == v->vector && w->library == v->library;
}

static bool are_same_words(const pme_program *a, const pme_program *b) {
  bool same = true;
  for (int id = 0; id < pme_program_node_count(a) && same; id++)
    same = is_same_node(pme_program_node(a, id), pme_program_node(b, id));
  for (int id = 0; id < pme_program_array_count(a) && same; id++)
    same = strcmp(pme_program_array(a, id)->name, pme_program_array(b, id)->name) == 0;
  for (int id = 0; id < pme_program_assumption_count(a) && same; id++)
    same = strcmp(pme_program_assumption(a, id)->text, pme_program_assumption(b, id)->text) == 0;
  return same;
}

bool pme_is_answered_alike(const pme_program *a, const pme_program *b) {
  return pme__is_same_program(a, b, PME__PLACES_MAY_DIFFER) && are_same_words(a, b);
}

pme_status pme_by_size_again(const pme_by_size *known, const pme_prediction *prediction, pme_arena *arena,
                             const pme_by_size **out) {
  int count = known->prediction->reason_count;
  pme_by_size *again = PME_ARENA_NEW(arena, pme_by_size, 1);
  pme_prediction *own = PME_ARENA_NEW(arena, pme_prediction, 1);
  pme_reason *reasons = PME_ARENA_NEW(arena, pme_reason, count);
  if (!again || !own || !reasons)
    return PME_NO_MEMORY;
  for (int i = 0; i < count; i++) { /* those of loops that there was no effort for come last */
    reasons[i] = i < prediction->reason_count ? prediction->reasons[i] : known->prediction->reasons[i];
    if (i >= prediction->reason_count)
      reasons[i].place = prediction->subject->nodes[reasons[i].node].place;
  }
  *own = *prediction;
  own->reasons = reasons;
  own->reason_count = count;
  *again = *known;
  again->prediction = own;
  *out = again;
  return PME_OK;
}
