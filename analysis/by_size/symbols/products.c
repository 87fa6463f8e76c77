/* Symbols that stand in one product alone. */
#include "products.h"

#include "expressions.h"

const char pme__of_product[] = "taken: a factor of the size";

typedef struct reading {
  const pme_program *program;
  const pme__unknown_symbols *unknown;
  int factor;       /* the parameter that is asked about */
  bool is_alone;    /* it stands where it multiplies no size */
  bool *multiplies; /* of each parameter, a size: the factor multiplies it somewhere, */
  bool *is_apart;   /* .. or it stands where the factor is none */
  int read;
} reading;

static void read_expr(reading *r, pme_expr expr, bool is_multiplied);

static bool is_size(const reading *r, int parameter) {
  return pme__size_named(r->unknown, pme_program_parameter(r->program, parameter)->name) != PME_NONE;
}

/* How often the symbol is a factor of a product. */
static int count_factor(const reading *r, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(r->program, expr);
  if (e->kind == PME_EXPR_MULTIPLY)
    return count_factor(r, e->left) + count_factor(r, e->right);
  return e->kind == PME_EXPR_PARAMETER && e->value == r->factor;
}

static void read_factors(reading *r, pme_expr expr, bool is_multiplied) {
  const pme_expr_node *e = pme_program_expr(r->program, expr);
  if (e->kind == PME_EXPR_MULTIPLY) {
    read_factors(r, e->left, is_multiplied);
    read_factors(r, e->right, is_multiplied);
  } else if (e->kind != PME_EXPR_PARAMETER || e->value != r->factor) {
    read_expr(r, expr, is_multiplied);
  }
}

static bool mentions_size(const reading *r, pme_expr expr) {
  for (int i = 0; i < pme_program_parameter_count(r->program); i++)
    if (i != r->factor && is_size(r, i) && pme__mentions(r->program, expr, i))
      return true;
  return false;
}

static void read_parameter(reading *r, int parameter, bool is_multiplied) {
  if (parameter == r->factor)
    r->is_alone = true;
  else if (is_size(r, parameter))
    *(is_multiplied ? &r->multiplies[parameter] : &r->is_apart[parameter]) = true;
}

static void read_product(reading *r, pme_expr expr, bool is_multiplied) {
  int times = count_factor(r, expr);
  r->is_alone |= times > 1 || (times == 1 && !mentions_size(r, expr));
  read_factors(r, expr, is_multiplied || times == 1);
}

static void read_expr(reading *r, pme_expr expr, bool is_multiplied) {
  if (expr == PME_NONE || r->is_alone)
    return;
  const pme_expr_node *e = pme_program_expr(r->program, expr);
  if (r->read++ > PME__MOST_COMPARED) {
    r->is_alone = true;
  } else if (e->kind == PME_EXPR_PARAMETER) {
    read_parameter(r, (int)e->value, is_multiplied);
  } else if (e->kind == PME_EXPR_MULTIPLY) {
    read_product(r, expr, is_multiplied);
  } else if (e->kind >= PME_EXPR_ADD) {
    read_expr(r, e->left, is_multiplied);
    read_expr(r, e->right, is_multiplied);
  }
}

static void read_all(reading *r, const pme_expr *expressions, int count) {
  for (int i = 0; i < count; i++)
    read_expr(r, expressions[i], false);
}

static void read_node(reading *r, const pme_node *node) {
  switch (node->kind) {
  case PME_NODE_LOOP:
    read_all(r, node->u.loop.firsts, node->u.loop.first_count);
    read_all(r, node->u.loop.lasts, node->u.loop.last_count);
    read_all(r, (const pme_expr[]){node->u.loop.step, node->u.loop.chunk, node->u.loop.threads}, 3);
    break;
  case PME_NODE_REGION:
    read_expr(r, node->u.region.threads, false);
    break;
  case PME_NODE_GUARD:
    read_all(r, node->u.guard.conditions, node->u.guard.condition_count);
    break;
  case PME_NODE_ACCESS:
    read_expr(r, node->u.access.offset_bytes, false);
    break;
  }
}

/* Whether the size is a factor of others wherever one of them stands. */
static bool is_factor(reading *r) {
  bool has_size = false;
  for (int i = 0; i < pme_program_parameter_count(r->program); i++)
    r->multiplies[i] = r->is_apart[i] = false;
  for (int i = 0; i < pme_program_array_count(r->program); i++)
    read_all(r, pme_program_array(r->program, i)->extents, pme_program_array(r->program, i)->extent_count);
  for (int id = 0; id < pme_program_node_count(r->program); id++)
    read_node(r, pme_program_node(r->program, id));
  for (int i = 0; i < pme_program_parameter_count(r->program); i++) {
    has_size |= r->multiplies[i];
    r->is_alone |= r->multiplies[i] && r->is_apart[i];
  }
  return has_size && !r->is_alone;
}

pme_status pme__find_products(const pme__uses *uses, pme_arena *arena, pme__unknown_symbols *out) {
  int parameters = pme_program_parameter_count(uses->program);
  bool *multiplies = PME_ARENA_NEW(arena, bool, parameters + 1), *is_apart = PME_ARENA_NEW(arena, bool, parameters + 1);
  if (!multiplies || !is_apart)
    return PME_NO_MEMORY;
  for (int size = out->size_count - 1; size >= 0 && out->size_count > 1; size--) {
    int factor = pme__parameter_named(uses->program, out->sizes[size]);
    reading r = {
        .program = uses->program, .unknown = out, .factor = factor, .multiplies = multiplies, .is_apart = is_apart};
    if ((uses->of[factor] & PME__LASTS) && is_factor(&r))
      pme__take_size(out, size, 1, pme__of_product);
  }
  return PME_OK;
}
