/* How many blocks there are, and sizes that are as many blocks of others. */
#include "blocks.h"

#include "analysis/by_size/excerpt.h"
#include "expressions.h"

/* ---- how many ---- */

static const pme_loop *loop_at(const pme_program *program, int id) {
  const pme_node *node = pme_program_node(program, id);
  return node->kind == PME_NODE_LOOP ? &node->u.loop : NULL;
}

/* A worksharing loop whose bounds are numbers of the block, taken to be the same of all of them. */
static bool is_of_block(const pme_program *program, int id) {
  const pme_loop *loop = loop_at(program, id);
  for (int i = 0; loop && loop->parallel && i < pme_program_assumption_count(program); i++) {
    const pme_assumption *assumption = pme_program_assumption(program, i);
    if (assumption->code == PME_ASSUMPTION_TRIPS_ALIKE && assumption->node == id)
      return true;
  }
  return false;
}

static bool holds_blocks(const pme_program *program, int outer) {
  const pme_loop *loop = loop_at(program, outer);
  for (int id = outer + 1; !loop->parallel && id < pme_program_node_count(program); id++)
    if (is_of_block(program, id) && pme__is_in(program, id, outer))
      return true;
  return false;
}

static bool is_in_dealt(const pme_program *program, int id) {
  for (; id != PME_NONE; id = pme_program_node(program, id)->parent)
    if (loop_at(program, id) && loop_at(program, id)->parallel)
      return true;
  return false;
}

bool pme__counts_blocks(const pme_program *program, int parameter) {
  bool counts = false;
  for (int id = 0; id < pme_program_node_count(program); id++) {
    const pme_loop *loop = loop_at(program, id);
    if (!loop || !pme__bounds_mention(program, loop, parameter))
      continue;
    if (is_in_dealt(program, id))
      return false;
    counts = counts || holds_blocks(program, id);
  }
  return counts;
}

/* ---- sizes of so many ---- */

/* Factors of a term that count: variables of loops, and sizes. */
typedef struct factors {
  int64_t coefficient;
  int loops, sizes, others;
} factors;

static void count_factors(const pme_program *program, pme_expr expr, const pme__unknown_symbols *unknown, factors *f) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  if (e->kind == PME_EXPR_MULTIPLY) {
    count_factors(program, e->left, unknown, f);
    count_factors(program, e->right, unknown, f);
  } else if (e->kind == PME_EXPR_CONSTANT) {
    f->coefficient = e->value < 0 ? -f->coefficient : f->coefficient;
  } else if (e->kind == PME_EXPR_LOOP) {
    f->loops++;
  } else if (e->kind == PME_EXPR_PARAMETER) {
    const char *name = pme_program_parameter(program, (int)e->value)->name;
    *(pme__size_named(unknown, name) != PME_NONE ? &f->sizes : &f->others) += 1;
  } else {
    f->others++;
  }
}

/* What is left of a size behind the blocks before this one: size - block * length. */
typedef struct rest {
  int size;       /* of `unknown`; PME_NONE: no single one, or not yet */
  bool has_block; /* `- block * length` */
  bool is_other;
} rest;

static void read_rest(const pme_program *program, pme_expr expr, const pme__unknown_symbols *unknown, rest *out) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  factors f = {.coefficient = 1};
  if (e->kind == PME_EXPR_ADD) {
    read_rest(program, e->left, unknown, out);
    read_rest(program, e->right, unknown, out);
    return;
  }
  if (e->kind == PME_EXPR_CONSTANT)
    return;
  if (e->kind == PME_EXPR_PARAMETER && out->size == PME_NONE) {
    out->size = pme__size_named(unknown, pme_program_parameter(program, (int)e->value)->name);
    out->is_other |= out->size == PME_NONE;
    return;
  }
  count_factors(program, expr, unknown, &f);
  bool is_block = f.coefficient < 0 && f.loops == 1 && f.sizes == 1 && f.others == 0 && !out->has_block;
  out->has_block |= is_block;
  out->is_other |= !is_block;
}

void pme__find_blocks(const pme_program *program, pme__unknown_symbols *out) {
  for (int id = 0; id < pme_program_node_count(program); id++) {
    const pme_node *node = pme_program_node(program, id);
    for (int i = 0; node->kind == PME_NODE_LOOP && i < node->u.loop.last_count; i++) {
      rest left = {.size = PME_NONE};
      read_rest(program, node->u.loop.lasts[i], out, &left);
      if (left.size != PME_NONE && left.has_block && !left.is_other && out->forms[left.size].parts == 1)
        out->forms[left.size] = (pme_size_form){.parts = 1, .power = 2, .factor = 1};
    }
  }
}
