/* Addresses as sums of products. */
#include "address_terms.h"
#include "expressions.h"

#include <string.h>

static void add_other(const pme_program *program, pme_expr expr, pme__address_term *out) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  out->other = out->has_other ? out->other : expr;
  out->has_other = true;
  if (!pme__has_loop(program, expr))
    return;
  out->has_other_loop = true;
  if (e->kind == PME_EXPR_MODULO && pme_program_expr(program, e->right)->kind == PME_EXPR_PARAMETER)
    out->modulo = (int)pme_program_expr(program, e->right)->value;
}

/* Of `(k >> 1) * plane`, where planes of a coarse grid lie below those of a fine one: the loop, as slowly as it may move
 * what it multiplies. PME_NONE: it is no such part of one loop. */
static int loop_of_part(const pme_program *program, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  if (e->kind == PME_EXPR_LOOP)
    return (int)e->value;
  bool is_by_number = e->kind == PME_EXPR_FLOOR_DIVIDE || e->kind == PME_EXPR_ADD;
  if (!is_by_number || pme_program_expr(program, e->right)->kind != PME_EXPR_CONSTANT)
    return PME_NONE;
  return loop_of_part(program, e->left);
}

static void add_factor(const pme_program *program, pme_expr expr, pme__address_term *out) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  if (e->kind == PME_EXPR_CONSTANT) {
    if (__builtin_mul_overflow(out->coefficient, e->value, &out->coefficient))
      out->coefficient = INT64_MAX;
  } else if (e->kind == PME_EXPR_PARAMETER && out->symbol_count < PME__MOST_FACTORS) {
    out->symbols[out->symbol_count++] = (int)e->value;
  } else if (e->kind == PME_EXPR_LOOP && (int)e->value > out->loop) {
    out->loop = (int)e->value;
  } else if (e->kind == PME_EXPR_MULTIPLY) {
    add_factor(program, e->left, out);
    add_factor(program, e->right, out);
  } else if (e->kind == PME_EXPR_FLOOR_DIVIDE && loop_of_part(program, expr) > out->loop) {
    out->loop = loop_of_part(program, expr);
  } else if (e->kind > PME_EXPR_MULTIPLY || e->kind == PME_EXPR_ADD || e->kind == PME_EXPR_PARAMETER) {
    add_other(program, expr, out);
  }
}

/* Bytes of rows that are counted in elements: 4 * ((row * y + step * x) / 4) is their sum, but for what is rounded. What it
 * is multiplied with, and in `sum` what is divided; 0: it is none. */
static int64_t factor_of_whole(const pme_program *program, pme_expr expr, pme_expr *sum) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  int64_t factor = 1;
  while (e->kind == PME_EXPR_MULTIPLY && pme_program_expr(program, e->left)->kind == PME_EXPR_CONSTANT &&
         !__builtin_mul_overflow(factor, pme_program_expr(program, e->left)->value, &factor))
    e = pme_program_expr(program, e->right);
  if (e->kind != PME_EXPR_FLOOR_DIVIDE || pme_program_expr(program, e->right)->kind != PME_EXPR_CONSTANT)
    return 0;
  int64_t divisor = pme_program_expr(program, e->right)->value;
  *sum = e->left;
  return divisor > 0 && factor % divisor == 0 && pme__has_parameter(program, e->left) ? factor / divisor : 0;
}

static int add_terms(const pme_program *program, pme_expr expr, int64_t times, pme__address_term *out, int count) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  if (e->kind == PME_EXPR_ADD)
    return add_terms(program, e->right, times, out, add_terms(program, e->left, times, out, count));
  pme_expr sum;
  int64_t factor = factor_of_whole(program, expr, &sum);
  if (factor != 0 && !__builtin_mul_overflow(times, factor, &factor))
    return add_terms(program, sum, factor, out, count);
  if (count == PME__MOST_TERMS)
    return count;
  out[count] = (pme__address_term){.coefficient = times, .loop = PME_NONE, .modulo = PME_NONE};
  add_factor(program, expr, &out[count]);
  return count + 1;
}

int pme__terms_of(const pme_program *program, pme_expr expr, pme__address_term *out) {
  return add_terms(program, expr, 1, out, 0);
}

const pme__address_terms *pme__read_address_terms(const pme_program *program, pme_arena *arena) {
  pme__address_term terms[PME__MOST_TERMS];
  int nodes = pme_program_node_count(program);
  pme__address_terms *lists = PME_ARENA_NEW(arena, pme__address_terms, nodes + 1);
  for (int id = 0; id < nodes && lists; id++) {
    const pme_node *node = pme_program_node(program, id);
    int count = node->kind == PME_NODE_ACCESS ? add_terms(program, node->u.access.offset_bytes, 1, terms, 0) : 0;
    pme__address_term *kept = PME_ARENA_NEW(arena, pme__address_term, count + 1);
    if (!kept)
      return NULL;
    memcpy(kept, terms, (size_t)count * sizeof *terms);
    lists[id] = (pme__address_terms){count, kept};
  }
  return lists;
}

bool pme__term_has_symbol(const pme__address_term *term, int symbol) {
  for (int i = 0; i < term->symbol_count; i++)
    if (term->symbols[i] == symbol)
      return true;
  return false;
}

bool pme__address_has_symbol(const pme__address_terms *list, int symbol) {
  for (int i = 0; i < list->count; i++)
    if (pme__term_has_symbol(&list->terms[i], symbol))
      return true;
  return false;
}

bool pme__terms_have_same_symbols(const pme__address_term *a, const pme__address_term *b) {
  bool same = a->symbol_count == b->symbol_count;
  for (int i = 0; same && i < a->symbol_count; i++)
    same = pme__term_has_symbol(b, a->symbols[i]) && pme__term_has_symbol(a, b->symbols[i]);
  return same;
}

int pme__symbol_more(const pme__address_term *wide, const pme__address_term *narrow) {
  bool is_used[PME__MOST_FACTORS] = {false};
  if (wide->symbol_count != narrow->symbol_count + 1)
    return PME_NONE;
  for (int i = 0; i < narrow->symbol_count; i++) {
    int found = 0;
    while (found < wide->symbol_count && (is_used[found] || wide->symbols[found] != narrow->symbols[i]))
      found++;
    if (found == wide->symbol_count)
      return PME_NONE;
    is_used[found] = true;
  }
  int left = 0;
  while (is_used[left])
    left++;
  return wide->symbols[left];
}

/* k * (n / 2) beside k: rows of n / 2 + 1 elements. */
static bool is_times_other(const pme__address_term *wide, const pme__address_term *narrow) {
  return wide->has_other && !wide->has_other_loop && !narrow->has_other && pme__terms_have_same_symbols(wide, narrow);
}

bool pme__is_part_of_pitch(const pme__address_terms *list, const pme__address_term *part) {
  for (int i = 0; i < list->count && part->loop != PME_NONE; i++)
    if (list->terms[i].loop == part->loop &&
        (pme__symbol_more(&list->terms[i], part) != PME_NONE || is_times_other(&list->terms[i], part)))
      return true;
  return false;
}
