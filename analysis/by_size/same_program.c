/* Whether two programs differ in words alone. Ids of nodes, arrays and symbols are compared: equal programs that were
 * built in the same order have the same ones. Expressions are compared as trees. */
#include <string.h>

#include "excerpt.h"
#include "symbols/expressions.h"

typedef struct pair {
  const pme_program *a, *b;
  pme__places places;
  int compared;
} pair;

static bool is_same_expr(pair *p, pme_expr a, pme_expr b) { return pme__is_same(p->a, a, p->b, b, &p->compared); }

static bool are_same_exprs(pair *p, const pme_expr *a, const pme_expr *b, int a_count, int b_count) {
  bool same = a_count == b_count;
  for (int i = 0; i < a_count && same; i++)
    same = is_same_expr(p, a[i], b[i]);
  return same;
}

static bool is_same_symbol(pair *p, int id) {
  const pme_parameter *a = pme_program_parameter(p->a, id), *b = pme_program_parameter(p->b, id);
  return a->known == b->known && a->value == b->value && strcmp(a->name, b->name) == 0;
}

static bool is_same_array(pair *p, int id) {
  const pme_array *a = pme_program_array(p->a, id), *b = pme_program_array(p->b, id);
  return a->element_bytes == b->element_bytes && a->has_base == b->has_base && a->base_bytes == b->base_bytes &&
         a->alignment_bytes == b->alignment_bytes && a->group == b->group && a->is_private == b->is_private &&
         a->is_heap == b->is_heap && a->is_unmapped == b->is_unmapped && a->is_likely_heap == b->is_likely_heap &&
         a->allocated_bytes == b->allocated_bytes && a->allocated_at == b->allocated_at &&
         a->is_about_there == b->is_about_there &&
         are_same_exprs(p, a->extents, b->extents, a->extent_count, b->extent_count);
}

static bool is_same_loop(pair *p, const pme_loop *a, const pme_loop *b) {
  return a->parallel == b->parallel && a->schedule == b->schedule && a->collapse == b->collapse &&
         a->nowait == b->nowait && a->ordered == b->ordered && a->orphaned == b->orphaned && a->is_team == b->is_team &&
         a->is_taskloop == b->is_taskloop && is_same_expr(p, a->step, b->step) && is_same_expr(p, a->chunk, b->chunk) &&
         is_same_expr(p, a->threads, b->threads) &&
         are_same_exprs(p, a->firsts, b->firsts, a->first_count, b->first_count) &&
         are_same_exprs(p, a->lasts, b->lasts, a->last_count, b->last_count);
}

static bool is_same_guard(pair *p, const pme_guard *a, const pme_guard *b) {
  return a->one_thread == b->one_thread &&
         are_same_exprs(p, a->conditions, b->conditions, a->condition_count, b->condition_count);
}

static bool is_same_access(pair *p, const pme_access *a, const pme_access *b) {
  return a->array == b->array && a->size_bytes == b->size_bytes && a->is_write == b->is_write &&
         a->kept_loops == b->kept_loops && a->scattered == b->scattered && a->stays == b->stays &&
         a->is_carried == b->is_carried && is_same_expr(p, a->offset_bytes, b->offset_bytes);
}

static bool is_same_node(pair *p, int id) {
  const pme_node *a = pme_program_node(p->a, id), *b = pme_program_node(p->b, id);
  if (a->kind != b->kind || a->parent != b->parent || a->next_sibling != b->next_sibling)
    return false;
  switch (a->kind) {
  case PME_NODE_LOOP:
    return is_same_loop(p, &a->u.loop, &b->u.loop);
  case PME_NODE_REGION:
    return is_same_expr(p, a->u.region.threads, b->u.region.threads);
  case PME_NODE_GUARD:
    return is_same_guard(p, &a->u.guard, &b->u.guard);
  case PME_NODE_ACCESS:
    return is_same_access(p, &a->u.access, &b->u.access);
  }
  return false;
}

static bool is_same_reason(pair *p, int i) {
  const pme_reason *a = pme_program_reason(p->a, i), *b = pme_program_reason(p->b, i);
  bool is_there =
      p->places == PME__PLACES_MAY_DIFFER || (a->place.line == b->place.line && a->place.column == b->place.column);
  return a->code == b->code && a->node == b->node && is_there && strcmp(a->text, b->text) == 0;
}

static bool is_same_assumption(pair *p, int i) {
  const pme_assumption *a = pme_program_assumption(p->a, i), *b = pme_program_assumption(p->b, i);
  return a->code == b->code && a->node == b->node;
}

static bool all_same(pair *p, int (*count)(const pme_program *), bool (*is_same)(pair *, int)) {
  if (count(p->a) != count(p->b))
    return false;
  for (int i = 0; i < count(p->a); i++)
    if (!is_same(p, i))
      return false;
  return true;
}

bool pme__is_same_program(const pme_program *a, const pme_program *b, pme__places places) {
  pair p = {a, b, places, 0};
  return all_same(&p, pme_program_node_count, is_same_node) &&
         all_same(&p, pme_program_parameter_count, is_same_symbol) &&
         all_same(&p, pme_program_array_count, is_same_array) &&
         all_same(&p, pme_program_reason_count, is_same_reason) &&
         all_same(&p, pme_program_assumption_count, is_same_assumption);
}
