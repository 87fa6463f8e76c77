/* Expressions to affine functions: coefficients per enclosing loop, a constant and floor-div terms, all checked. */
#include "affine.h"

#include <string.h>

/* Numbers stay far from the ends of 64 bits, so that engines can add a few of them without checks. */
static const int64_t LIMIT = INT64_C(1) << 60;
enum { EFFORT = 20000, MAX_DIVS = 16, MAX_NESTING = 400 };

int64_t pme_affine_value(const pme_affine *affine, const int64_t *iterators) {
  int64_t value = affine->constant;
  for (int d = 0; d < affine->depth; d++)
    value += affine->coefficients[d] * iterators[d];
  for (int q = 0; q < affine->div_count; q++) {
    const pme_affine_div *div = &affine->divs[q];
    value += div->coefficient * pme_floor_divide(pme_affine_value(div->numerator, iterators), div->denominator);
  }
  return value;
}

/* An affine function under construction. */
typedef struct draft {
  int64_t constant;
  int64_t thread; /* coefficient of the thread's number */
  int64_t coefficients[PME_MAX_DEPTH];
  int div_count;
  pme_affine_div divs[MAX_DIVS];
} draft;

static bool in_range(int64_t value) { return value >= -LIMIT && value <= LIMIT; }

static bool add_scaled(int64_t *sum, int64_t value, int64_t factor) {
  int64_t product;
  return !__builtin_mul_overflow(value, factor, &product) && !__builtin_add_overflow(*sum, product, sum) &&
         in_range(*sum);
}

static bool is_constant(const draft *a, int depth) {
  for (int d = 0; d < depth; d++)
    if (a->coefficients[d])
      return false;
  return a->div_count == 0 && a->thread == 0;
}

/* sum += factor * term */
static pme__affine_result accumulate(pme__affine_context *context, draft *sum, const draft *term, int64_t factor) {
  if (!add_scaled(&sum->constant, term->constant, factor) || !add_scaled(&sum->thread, term->thread, factor))
    return PME__AFFINE_OVERFLOW;
  for (int d = 0; d < context->depth; d++)
    if (!add_scaled(&sum->coefficients[d], term->coefficients[d], factor))
      return PME__AFFINE_OVERFLOW;
  for (int q = 0; q < term->div_count && factor; q++) {
    if (sum->div_count == MAX_DIVS)
      return PME__AFFINE_NOT_AFFINE;
    pme_affine_div *div = &sum->divs[sum->div_count++];
    *div = term->divs[q];
    if (__builtin_mul_overflow(div->coefficient, factor, &div->coefficient) || !in_range(div->coefficient))
      return PME__AFFINE_OVERFLOW;
  }
  return PME__AFFINE_OK;
}

static pme__affine_result keep(pme__affine_context *context, const draft *a, pme_affine *out) {
  int64_t *coefficients = PME_ARENA_NEW(context->arena, int64_t, context->depth);
  pme_affine_div *divs = PME_ARENA_NEW(context->arena, pme_affine_div, a->div_count);
  if (!coefficients || !divs)
    return PME__AFFINE_NO_MEMORY;
  memcpy(coefficients, a->coefficients, (size_t)context->depth * sizeof *coefficients);
  memcpy(divs, a->divs, (size_t)a->div_count * sizeof *divs);
  *out = (pme_affine){a->constant, context->depth, coefficients, a->div_count, divs};
  return PME__AFFINE_OK;
}

static bool range_of(const pme__affine_context *context, const draft *a, int64_t *low, int64_t *high) {
  pme_affine view = {a->constant, context->depth, a->coefficients, a->div_count, a->divs};
  int64_t last_thread = context->team - 1;
  return pme__affine_range(context, &view, low, high) && add_scaled(a->thread < 0 ? low : high, a->thread, last_thread);
}

/* floor(a / d): whole multiples of d leave the numerator, what is left is one floor-div term. */
static pme__affine_result divide(pme__affine_context *context, const draft *a, int64_t d, draft *out) {
  draft rest = *a;
  memset(out, 0, sizeof *out);
  if (d <= 0 || a->thread % d != 0)
    return PME__AFFINE_NOT_AFFINE;
  out->thread = a->thread / d;
  rest.thread = 0;
  out->constant = pme_floor_divide(a->constant, d);
  rest.constant -= out->constant * d;
  for (int i = 0; i < context->depth; i++) {
    out->coefficients[i] = pme_floor_divide(a->coefficients[i], d);
    rest.coefficients[i] -= out->coefficients[i] * d;
  }
  rest.div_count = 0;
  for (int q = 0; q < a->div_count; q++) {
    if (a->divs[q].coefficient % d == 0) {
      out->divs[out->div_count] = a->divs[q];
      out->divs[out->div_count++].coefficient /= d;
    } else {
      rest.divs[rest.div_count++] = a->divs[q];
    }
  }
  /* What is left may stay within one multiple of d: the division then gives a constant. */
  int64_t low, high;
  if (range_of(context, &rest, &low, &high) && pme_floor_divide(low, d) == pme_floor_divide(high, d)) {
    out->constant += pme_floor_divide(low, d);
    return PME__AFFINE_OK;
  }
  pme_affine *numerator = PME_ARENA_NEW(context->arena, pme_affine, 1);
  if (!numerator)
    return PME__AFFINE_NO_MEMORY;
  if (out->div_count == MAX_DIVS)
    return PME__AFFINE_NOT_AFFINE;
  out->divs[out->div_count++] = (pme_affine_div){1, numerator, d};
  return keep(context, &rest, numerator);
}

static pme__affine_result evaluate(pme__affine_context *context, pme_expr expr, draft *out);

static pme__affine_result evaluate_parameter(pme__affine_context *context, int64_t id, draft *out) {
  if (!context->known[id] && context->unreached) {
    out->constant = 1;
    return PME__AFFINE_OK;
  }
  if (!context->known[id]) {
    context->culprit = pme_program_parameter(context->program, (int)id)->name;
    return PME__AFFINE_UNKNOWN_PARAMETER;
  }
  out->constant = context->values[id];
  return in_range(out->constant) ? PME__AFFINE_OK : PME__AFFINE_OVERFLOW;
}

static pme__affine_result multiply(pme__affine_context *context, const draft *a, const draft *b, draft *out) {
  if (is_constant(a, context->depth))
    return accumulate(context, out, b, a->constant);
  if (is_constant(b, context->depth))
    return accumulate(context, out, a, b->constant);
  return PME__AFFINE_NOT_AFFINE;
}

static pme__affine_result divide_or_modulo(pme__affine_context *context, bool modulo, const draft *a, const draft *b,
                                           draft *out) {
  if (!is_constant(b, context->depth))
    return PME__AFFINE_NOT_AFFINE;
  draft quotient;
  pme__affine_result result = divide(context, a, b->constant, &quotient);
  if (result != PME__AFFINE_OK)
    return result;
  if (!modulo) {
    *out = quotient;
    return PME__AFFINE_OK;
  }
  *out = *a;
  return accumulate(context, out, &quotient, -b->constant);
}

/* Whether a >= 0 wherever it is evaluated: by the loops' ranges, or because a - fact >= 0 for something known. */
static bool never_negative(pme__affine_context *context, const draft *a) {
  int64_t low, high;
  if (range_of(context, a, &low, &high) && low >= 0)
    return true;
  for (int f = 0; f < context->fact_count; f++) {
    const pme_affine *fact = &context->facts[f];
    draft rest = *a;
    bool fits = fact->div_count == 0 && add_scaled(&rest.constant, fact->constant, -1);
    for (int d = 0; d < fact->depth && d < context->depth && fits; d++)
      fits = add_scaled(&rest.coefficients[d], fact->coefficients[d], -1);
    if (fits && range_of(context, &rest, &low, &high) && low >= 0)
      return true;
  }
  return false;
}

/* An extremum is affine when one side always wins. */
static pme__affine_result extremum(pme__affine_context *context, bool minimum, const draft *a, const draft *b,
                                   draft *out) {
  draft a_minus_b = *a, b_minus_a = *b;
  pme__affine_result result = accumulate(context, &a_minus_b, b, -1);
  if (result == PME__AFFINE_OK)
    result = accumulate(context, &b_minus_a, a, -1);
  if (result != PME__AFFINE_OK)
    return result;
  if (never_negative(context, &a_minus_b))
    *out = minimum ? *b : *a;
  else if (never_negative(context, &b_minus_a))
    *out = minimum ? *a : *b;
  else
    return PME__AFFINE_NOT_AFFINE;
  return PME__AFFINE_OK;
}

static pme__affine_result evaluate_binary(pme__affine_context *context, const pme_expr_node *node, draft *out) {
  draft operands[2];
  if (++context->nesting > MAX_NESTING)
    return PME__AFFINE_NOT_AFFINE;
  pme__affine_result result = evaluate(context, node->left, &operands[0]);
  if (result == PME__AFFINE_OK)
    result = evaluate(context, node->right, &operands[1]);
  context->nesting--;
  if (result != PME__AFFINE_OK)
    return result;
  switch (node->kind) {
  case PME_EXPR_ADD:
    *out = operands[0];
    return accumulate(context, out, &operands[1], 1);
  case PME_EXPR_MULTIPLY:
    return multiply(context, &operands[0], &operands[1], out);
  case PME_EXPR_FLOOR_DIVIDE:
  case PME_EXPR_MODULO:
    return divide_or_modulo(context, node->kind == PME_EXPR_MODULO, &operands[0], &operands[1], out);
  default:
    return extremum(context, node->kind == PME_EXPR_MINIMUM, &operands[0], &operands[1], out);
  }
}

static pme__affine_result evaluate(pme__affine_context *context, pme_expr expr, draft *out) {
  const pme_expr_node *node = pme_program_expr(context->program, expr);
  memset(out, 0, sizeof *out);
  if (++context->steps > EFFORT)
    return PME__AFFINE_NOT_AFFINE;
  switch (node->kind) {
  case PME_EXPR_CONSTANT:
    out->constant = node->value;
    return in_range(node->value) ? PME__AFFINE_OK : PME__AFFINE_OVERFLOW;
  case PME_EXPR_PARAMETER:
    return evaluate_parameter(context, node->value, out);
  case PME_EXPR_LOOP: {
    int depth = context->loop_depth[node->value];
    if (depth < 0 || depth >= context->depth)
      return PME__AFFINE_NOT_AFFINE;
    out->coefficients[depth] = 1;
    return PME__AFFINE_OK;
  }
  case PME_EXPR_THREAD:
    out->thread = context->team > 1;
    context->asked = true;
    return context->team ? PME__AFFINE_OK : PME__AFFINE_NOT_AFFINE;
  case PME_EXPR_TEAM:
    out->constant = context->team;
    return context->team ? PME__AFFINE_OK : PME__AFFINE_NOT_AFFINE;
  default:
    return evaluate_binary(context, node, out);
  }
}

pme__affine_result pme__affine_address(pme__affine_context *context, pme_expr expr, pme_affine *out, int64_t *thread) {
  draft a;
  context->steps = context->nesting = 0;
  context->asked = false;
  pme__affine_result result = evaluate(context, expr, &a);
  *thread = a.thread;
  return result == PME__AFFINE_OK ? keep(context, &a, out) : result;
}

pme__affine_result pme__affine_evaluate(pme__affine_context *context, pme_expr expr, pme_affine *out) {
  int64_t thread;
  pme__affine_result result = pme__affine_address(context, expr, out, &thread);
  return result == PME__AFFINE_OK && thread ? PME__AFFINE_NOT_AFFINE : result;
}

bool pme__affine_range(const pme__affine_context *context, const pme_affine *affine, int64_t *low, int64_t *high) {
  __int128 least = affine->constant, greatest = affine->constant;
  for (int d = 0; d < affine->depth; d++) {
    __int128 a = (__int128)affine->coefficients[d] * context->range_low[d];
    __int128 b = (__int128)affine->coefficients[d] * context->range_high[d];
    least += a < b ? a : b;
    greatest += a < b ? b : a;
  }
  for (int q = 0; q < affine->div_count; q++) {
    int64_t from, to;
    if (!pme__affine_range(context, affine->divs[q].numerator, &from, &to))
      return false;
    __int128 a = (__int128)affine->divs[q].coefficient * pme_floor_divide(from, affine->divs[q].denominator);
    __int128 b = (__int128)affine->divs[q].coefficient * pme_floor_divide(to, affine->divs[q].denominator);
    least += a < b ? a : b;
    greatest += a < b ? b : a;
  }
  *low = (int64_t)least;
  *high = (int64_t)greatest;
  return least >= -LIMIT && greatest <= LIMIT;
}

/* ---- bounds: an extremum of affine functions ---- */

typedef struct draft_list {
  int count;
  draft items[PME__MAX_BOUNDS];
} draft_list;

static pme__affine_result evaluate_list(pme__affine_context *context, pme_expr expr, bool minimum, draft_list *out);

/* Every item of a plus every item of b. */
static pme__affine_result sum_lists(pme__affine_context *context, const draft_list *a, const draft_list *b,
                                    draft_list *out) {
  if (a->count * b->count > PME__MAX_BOUNDS)
    return PME__AFFINE_NOT_AFFINE;
  for (int i = 0; i < a->count; i++) {
    for (int j = 0; j < b->count; j++) {
      draft *item = &out->items[out->count++];
      *item = a->items[i];
      pme__affine_result result = accumulate(context, item, &b->items[j], 1);
      if (result != PME__AFFINE_OK)
        return result;
    }
  }
  return PME__AFFINE_OK;
}

static pme__affine_result join_lists(const draft_list *a, const draft_list *b, draft_list *out) {
  if (a->count + b->count > PME__MAX_BOUNDS)
    return PME__AFFINE_NOT_AFFINE;
  *out = *a;
  memcpy(out->items + a->count, b->items, (size_t)b->count * sizeof *b->items);
  out->count += b->count;
  return PME__AFFINE_OK;
}

/* factor * min(...) is a min for a positive factor and a max for a negative one: the operand's kind is chosen so. */
static pme__affine_result scaled_list(pme__affine_context *context, const pme_expr_node *node, bool minimum,
                                      draft_list *operand, draft_list *out) {
  draft factor;
  pme_expr other = node->right;
  pme__affine_result result = evaluate(context, node->left, &factor);
  if (result == PME__AFFINE_NOT_AFFINE || (result == PME__AFFINE_OK && !is_constant(&factor, context->depth))) {
    other = node->left;
    result = evaluate(context, node->right, &factor);
  }
  if (result != PME__AFFINE_OK)
    return result;
  if (!is_constant(&factor, context->depth))
    return PME__AFFINE_NOT_AFFINE;
  result = evaluate_list(context, other, (factor.constant >= 0) == minimum, operand);
  for (int i = 0; i < operand->count && result == PME__AFFINE_OK; i++)
    result = accumulate(context, &out->items[out->count++], &operand->items[i], factor.constant);
  return result;
}

static pme__affine_result divided_list(pme__affine_context *context, const pme_expr_node *node, bool minimum,
                                       draft_list *operand, draft_list *out) {
  draft divisor;
  pme__affine_result result = evaluate(context, node->right, &divisor);
  if (result == PME__AFFINE_OK && !is_constant(&divisor, context->depth))
    result = PME__AFFINE_NOT_AFFINE;
  if (result == PME__AFFINE_OK)
    result = evaluate_list(context, node->left, minimum, operand);
  for (int i = 0; i < operand->count && result == PME__AFFINE_OK; i++)
    result = divide(context, &operand->items[i], divisor.constant, &out->items[out->count++]);
  return result;
}

/* max(min(..), min(..)) is the min of the maxima of all pairs; each of those has to be resolved. */
static pme__affine_result opposite_lists(pme__affine_context *context, bool minimum, const draft_list *a,
                                         const draft_list *b, draft_list *out) {
  if (a->count * b->count > PME__MAX_BOUNDS)
    return PME__AFFINE_NOT_AFFINE;
  for (int i = 0; i < a->count; i++) {
    for (int j = 0; j < b->count; j++) {
      pme__affine_result result = extremum(context, !minimum, &a->items[i], &b->items[j], &out->items[out->count++]);
      if (result != PME__AFFINE_OK)
        return result;
    }
  }
  return PME__AFFINE_OK;
}

static pme__affine_result evaluate_list_binary(pme__affine_context *context, const pme_expr_node *node, bool minimum,
                                               draft_list *out) {
  draft_list *operands = PME_ARENA_NEW(context->arena, draft_list, 2);
  if (!operands)
    return PME__AFFINE_NO_MEMORY;
  if (node->kind == PME_EXPR_MULTIPLY)
    return scaled_list(context, node, minimum, &operands[0], out);
  if (node->kind == PME_EXPR_FLOOR_DIVIDE)
    return divided_list(context, node, minimum, &operands[0], out);
  pme__affine_result result = evaluate_list(context, node->left, minimum, &operands[0]);
  if (result == PME__AFFINE_OK)
    result = evaluate_list(context, node->right, minimum, &operands[1]);
  if (result != PME__AFFINE_OK)
    return result;
  if (node->kind == PME_EXPR_ADD)
    return sum_lists(context, &operands[0], &operands[1], out);
  if (node->kind == (minimum ? PME_EXPR_MINIMUM : PME_EXPR_MAXIMUM))
    return join_lists(&operands[0], &operands[1], out);
  return opposite_lists(context, minimum, &operands[0], &operands[1], out);
}

/* An affine expression is a list of one. Else the extremum stands inside: take the expression apart. */
static pme__affine_result evaluate_list(pme__affine_context *context, pme_expr expr, bool minimum, draft_list *out) {
  out->count = 1;
  pme__affine_result result = evaluate(context, expr, &out->items[0]);
  if (result != PME__AFFINE_NOT_AFFINE)
    return result;
  memset(out, 0, sizeof *out);
  const pme_expr_node *node = pme_program_expr(context->program, expr);
  context->nesting = 0;
  if (node->left == PME_NONE || node->kind == PME_EXPR_MODULO || ++context->steps > EFFORT)
    return PME__AFFINE_NOT_AFFINE;
  return evaluate_list_binary(context, node, minimum, out);
}

static pme__affine_result list_of_bounds(pme__affine_context *context, pme_expr expr, bool minimum,
                                         pme_affine bounds[PME__MAX_BOUNDS], int *count) {
  draft_list *list = PME_ARENA_NEW(context->arena, draft_list, 1);
  if (!list)
    return PME__AFFINE_NO_MEMORY;
  context->steps = context->nesting = 0;
  pme__affine_result result = evaluate_list(context, expr, minimum, list);
  for (int i = 0; i < list->count && result == PME__AFFINE_OK; i++)
    result = list->items[i].thread ? PME__AFFINE_NOT_AFFINE : keep(context, &list->items[i], &bounds[i]);
  *count = list->count;
  return result;
}

/* Most bounds are one affine function: the memory of a list is for the others. */
pme__affine_result pme__affine_bounds(pme__affine_context *context, pme_expr expr, bool minimum,
                                      pme_affine bounds[PME__MAX_BOUNDS], int *count) {
  draft only = {0};
  context->steps = context->nesting = 0;
  context->asked = false;
  pme__affine_result result = evaluate(context, expr, &only);
  if (result == PME__AFFINE_NOT_AFFINE)
    return list_of_bounds(context, expr, minimum, bounds, count);
  *count = 1;
  if (result == PME__AFFINE_OK)
    result = only.thread ? PME__AFFINE_NOT_AFFINE : keep(context, &only, &bounds[0]);
  return result;
}
