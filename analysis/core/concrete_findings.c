/* Reasons and assumptions that come up while a program is evaluated. */
#include <stdio.h>
#include <string.h>

#include "concrete_evaluation.h"

static void *grown(pme__evaluation *b, const void *items, int count, int *capacity, size_t item_bytes) {
  int wanted = *capacity ? 2 * *capacity : 16;
  void *copy = pme_arena_allocate(b->concrete->arena, (size_t)wanted, item_bytes);
  if (!copy) {
    b->no_memory = true;
    return NULL;
  }
  if (count)
    memcpy(copy, items, (size_t)count * item_bytes);
  *capacity = wanted;
  return copy;
}

const char *pme__kept(pme__evaluation *b, const char *text) {
  const char *copy = pme_arena_copy_text(b->concrete->arena, text);
  if (!copy)
    b->no_memory = true;
  return copy ? copy : "";
}

void pme__push_reason(pme__evaluation *b, pme_reason reason) {
  pme__text_list *list = &b->concrete->reasons;
  for (int i = 0; i < list->count; i++)
    if (list->reasons[i].code == reason.code && list->reasons[i].node == reason.node &&
        list->reasons[i].place.line == reason.place.line && list->reasons[i].place.column == reason.place.column &&
        strcmp(list->reasons[i].text, reason.text) == 0)
      return;
  if (list->count == list->capacity) {
    pme_reason *items = (pme_reason *)grown(b, list->reasons, list->count, &list->capacity, sizeof *items);
    if (!items)
      return;
    list->reasons = items;
  }
  list->reasons[list->count++] = reason;
}

void pme__push_assumption(pme__evaluation *b, pme_assumption assumption) {
  pme__text_list *list = &b->concrete->assumptions;
  for (int i = 0; i < list->count; i++)
    if (list->assumptions[i].code == assumption.code && list->assumptions[i].node == assumption.node &&
        strcmp(list->assumptions[i].text, assumption.text) == 0)
      return;
  if (list->count == list->capacity) {
    pme_assumption *items = (pme_assumption *)grown(b, list->assumptions, list->count, &list->capacity, sizeof *items);
    if (!items)
      return;
    list->assumptions = items;
  }
  list->assumptions[list->count++] = assumption;
}

void pme__assume(pme__evaluation *b, pme_assumption_code code, int node, const char *text) {
  pme__push_assumption(b, (pme_assumption){code, node, pme__kept(b, text)});
}

void pme__give_reason(pme__evaluation *b, pme_reason_code code, int node, const char *text, const char *hint) {
  pme_place place = pme_program_node(b->program, node)->place;
  pme__push_reason(b, (pme_reason){code, node, place, pme__kept(b, text), pme__kept(b, hint)});
}

/* An evaluation that failed, as a reason at `node`. `what` is "bound", "subscript", ... */
void pme__give_failure(pme__evaluation *b, pme__affine_result result, int node, pme_reason_code not_affine,
                       const char *what) {
  char text[300];
  switch (result) {
  case PME__AFFINE_OK:
    return;
  case PME__AFFINE_NO_MEMORY:
    b->no_memory = true;
    return;
  case PME__AFFINE_UNKNOWN_PARAMETER:
    snprintf(text, sizeof text, "the value of '%.200s' is not known", b->affine.culprit);
    pme__give_reason(b, PME_REASON_UNKNOWN_PARAMETER, node, text, pme__missing_hint(b, node));
    return;
  case PME__AFFINE_NOT_AFFINE:
    snprintf(text, sizeof text,
             b->affine.asked ? "the %s depends on the thread's number" : "the %s is not affine in the loops around it",
             what);
    pme__give_reason(b, not_affine, node, text, "");
    return;
  case PME__AFFINE_OVERFLOW:
    snprintf(text, sizeof text, "the %s does not fit 64 bits", what);
    pme__give_reason(b, PME_REASON_TOO_LARGE, node, text, "");
    return;
  }
}
