/* Divisions: iterators for floor(numerator / denominator), and loops split so that most divisions become affine.
 *
 * A quotient gets a single loop (loop_tree.h), after which all is affine in its iterator. That is always right, but
 * the walk cannot jump along a loop that the quotient depends on. So a loop whose values are divided is SPLIT into
 * digits first: with x = D*q + r, 0 <= r < D, the quotient floor(x / D) is q, and x mod D is r.
 */
#include "analysis/base/integer.h"
#include "build.h"

typedef pme__tree_builder builder;
typedef pme__tree_node tree_node;

/* Longer periods are not worth a loop, and products of them overflow. */
static const int64_t MOST_PERIOD = INT64_C(1) << 30;

/* ---- quotients ---- */

/* Takes out of the quotient what the denominator divides, and divides both by what is common to the rest. */
static bool take_out_whole(pme__tree_bound *quotient, pme__tree_affine *whole) {
  pme__tree_affine *n = &quotient->numerator;
  int64_t common = quotient->denominator;
  *whole = pme__tree_constant(pme_floor_divide(n->constant, quotient->denominator));
  n->constant = pme__floor_mod(n->constant, quotient->denominator);
  for (int d = 0; d < n->depth; d++) {
    if (n->coefficients[d] % quotient->denominator == 0) {
      pme__tree_affine iterator = pme__tree_iterator(d);
      if (!pme__tree_add_scaled(whole, n->coefficients[d] / quotient->denominator, &iterator))
        return false;
      n->coefficients[d] = 0;
    }
    common = pme__gcd(common, n->coefficients[d]);
  }
  for (int d = 0; d < n->depth; d++)
    n->coefficients[d] /= common;
  n->constant = pme_floor_divide(n->constant, common);
  quotient->denominator /= common;
  while (n->depth > 0 && n->coefficients[n->depth - 1] == 0)
    n->depth--;
  return true;
}

static bool same_bound(const pme__tree_bound *a, const pme__tree_bound *b) {
  if (a->denominator != b->denominator || a->numerator.constant != b->numerator.constant)
    return false;
  for (int d = 0; d < PME__TREE_MAX_LOOPS; d++)
    if (a->numerator.coefficients[d] != b->numerator.coefficients[d])
      return false;
  return true;
}

/* The single loop of this quotient around a place, made if there is none. NULL: it does not fit. */
static const tree_node *single_of(builder *b, const pme__tree_bound *quotient, tree_node **around) {
  for (const tree_node *node = *around; node; node = node->parent)
    if (node->is_single && node->upper_count == 1 && same_bound(node->uppers, quotient))
      return node;
  pme__unit_loop shape = {
      .is_single = true, .lower_count = 1, .upper_count = 1, .lowers = {*quotient}, .uppers = {*quotient}};
  tree_node *single;
  if (pme__tree_bounded_loop(b, *around, &shape, &single) != PME__TREE_BUILT)
    return NULL;
  *around = single;
  return single;
}

/* *to += coefficient * quotient. */
static bool add_quotient(builder *b, int64_t coefficient, pme__tree_bound quotient, tree_node **around,
                         pme__tree_affine *to) {
  pme__tree_affine whole, iterator;
  int64_t low, high;
  if (!take_out_whole(&quotient, &whole) || !pme__tree_add_scaled(to, coefficient, &whole))
    return false;
  if (pme__tree_minimum(&quotient.numerator, *around, &low) && pme__tree_maximum(&quotient.numerator, *around, &high) &&
      pme_floor_divide(low, quotient.denominator) == pme_floor_divide(high, quotient.denominator)) {
    iterator = pme__tree_constant(pme_floor_divide(low, quotient.denominator));
  } else {
    const tree_node *single = single_of(b, &quotient, around);
    if (!single)
      return false;
    iterator = pme__tree_iterator(single->depth);
  }
  return pme__tree_add_scaled(to, coefficient, &iterator);
}

bool pme__tree_convert(builder *b, const pme_affine *from, tree_node **around, pme__tree_affine *to) {
  *to = pme__tree_constant(from->constant);
  for (int d = 0; d < from->depth; d++)
    if (from->coefficients[d] && !pme__tree_add_scaled(to, from->coefficients[d], &b->values[d]))
      return false;
  for (int q = 0; q < from->div_count; q++) {
    pme__tree_bound quotient = {.denominator = from->divs[q].denominator};
    if (!pme__tree_convert(b, from->divs[q].numerator, around, &quotient.numerator) ||
        !add_quotient(b, from->divs[q].coefficient, quotient, around, to))
      return false;
  }
  return true;
}

/* ---- periods ---- */

/* The loop whose periods are asked for, and what was found. */
typedef struct finder {
  const builder *b;
  const pme__unit_loop *shape;
  int64_t periods[PME__TREE_MAX_DIGITS]; /* ascending */
  int period_count;
  bool has_shift;
  int64_t shift;
} finder;

/* What `from` grows by when the loop goes on by `period`, which is a period of all quotients in it. */
static bool growth(const finder *f, const pme_affine *from, int64_t period, __int128 *out) {
  int depth = f->shape->source_depth;
  *out = depth < from->depth ? (__int128)from->coefficients[depth] * f->shape->step * period : 0;
  for (int q = 0; q < from->div_count; q++) {
    __int128 inner;
    if (!growth(f, from->divs[q].numerator, period, &inner))
      return false;
    *out += from->divs[q].coefficient * (inner / from->divs[q].denominator);
  }
  return *out < INT64_MAX && *out > -INT64_MAX;
}

/* The smallest P such that floor(numerator / denominator) grows by a fixed number when the loop goes on by P; 0: too
 * large. */
static int64_t period_of(const finder *f, const pme_affine_div *div) {
  int64_t period = 1;
  for (int q = 0; q < div->numerator->div_count; q++) {
    int64_t inner = period_of(f, &div->numerator->divs[q]);
    if (inner == 0 || inner / pme__gcd(inner, period) > MOST_PERIOD / period)
      return 0;
    period *= inner / pme__gcd(inner, period);
  }
  __int128 grown;
  if (!growth(f, div->numerator, period, &grown))
    return 0;
  int64_t factor = div->denominator / pme__gcd(div->denominator, (int64_t)(grown % div->denominator));
  return factor > MOST_PERIOD / period ? 0 : period * factor;
}

static void add_period(finder *f, int64_t period) {
  int at = 0;
  while (at < f->period_count && f->periods[at] < period)
    at++;
  if (period < 2 || (at < f->period_count && f->periods[at] == period) || f->period_count == PME__TREE_MAX_DIGITS)
    return;
  for (int i = f->period_count; i > at; i--)
    f->periods[i] = f->periods[i - 1];
  f->periods[at] = period;
  f->period_count++;
}

/* Where floor((c + i) / d) or floor((c - i) / d) steps: there a digit should begin. Only a matter of speed. */
static void find_shift(finder *f, const pme_affine_div *div) {
  const pme_affine *n = div->numerator;
  int depth = f->shape->source_depth;
  if (f->has_shift || depth >= n->depth || n->coefficients[depth] == 0)
    return;
  __int128 step = (__int128)n->coefficients[depth] * f->shape->step, constant = n->constant;
  for (int d = 0; d < depth; d++)
    constant += (__int128)n->coefficients[d] * f->b->values[d].constant;
  constant += (__int128)n->coefficients[depth] * f->shape->origin.constant;
  int64_t common = pme__gcd(div->denominator, (int64_t)(step % div->denominator)), d = div->denominator / common;
  int64_t unit = pme__floor_mod((int64_t)(step / common % d), d);
  int64_t start = pme_floor_divide((int64_t)(constant % div->denominator), common);
  f->has_shift = true;
  if (unit == 1 % d)
    f->shift = pme__floor_mod(start, d);
  else if (unit == d - 1)
    f->shift = pme__floor_mod(d - 1 - start, d);
}

static void find_in_affine(finder *f, const pme_affine *affine) {
  for (int q = 0; q < affine->div_count; q++) {
    find_in_affine(f, affine->divs[q].numerator);
    int64_t period = period_of(f, &affine->divs[q]);
    add_period(f, period);
    if (period > 1)
      find_shift(f, &affine->divs[q]);
  }
}

static void find_in_affines(finder *f, const pme_affine *affines, int count) {
  for (int i = 0; i < count; i++)
    find_in_affine(f, &affines[i]);
}

static void find_below(finder *f, int source) {
  for (int id = pme_concrete_node_at(f->b->concrete, source)->first_child; id != PME_NONE;
       id = pme_concrete_node_at(f->b->concrete, id)->next_sibling) {
    const pme_concrete_node *node = pme_concrete_node_at(f->b->concrete, id);
    if (!node->modelled)
      continue;
    if (node->kind == PME_NODE_ACCESS)
      find_in_affine(f, &node->u.access.offset_bytes);
    if (node->kind == PME_NODE_GUARD)
      find_in_affines(f, node->u.guard.conditions, node->u.guard.condition_count);
    if (node->kind == PME_NODE_LOOP) {
      find_in_affines(f, node->u.loop.firsts, node->u.loop.first_count);
      find_in_affines(f, node->u.loop.lasts, node->u.loop.last_count);
    }
    find_below(f, id);
  }
}

/* ---- splitting ---- */

void pme__tree_find_split(const builder *b, int source, const pme__unit_loop *shape, int64_t most_trips, int64_t whole,
                          pme__tree_split *out) {
  finder f = {.b = b, .shape = shape};
  find_below(&f, source);
  *out = (pme__tree_split){.digits = {.count = 1, .strides = {1}, .extents = {0}}, .shift = f.shift};
  pme__tree_digits *digits = &out->digits;
  for (int i = 0; i < f.period_count && digits->count < PME__TREE_MAX_DIGITS; i++) {
    int64_t factor = f.periods[i] / pme__gcd(f.periods[i], digits->strides[0]);
    if (factor == 1 || factor > (most_trips - 1) / digits->strides[0] || whole % (digits->strides[0] * factor) != 0)
      continue;
    for (int k = digits->count; k > 0; k--) {
      digits->strides[k] = digits->strides[k - 1];
      digits->extents[k] = digits->extents[k - 1];
    }
    digits->extents[1] = factor;
    digits->extents[0] = 0;
    digits->strides[0] = digits->strides[1] * factor;
    digits->count++;
  }
  if (digits->count == 1)
    out->shift = 0;
}

static bool shift_bounds(pme__tree_bound *bounds, int count, int64_t shift) {
  for (int i = 0; i < count; i++) {
    pme__tree_affine by = pme__tree_constant(bounds[i].denominator);
    if (!pme__tree_add_scaled(&bounds[i].numerator, shift, &by))
      return false;
  }
  return true;
}

bool pme__unit_loop_shift(pme__unit_loop *shape, int64_t shift) {
  pme__tree_affine back = pme__tree_constant(shape->step);
  if (shape->lower_count == 0 && shift)
    shape->lowers[shape->lower_count++] = (pme__tree_bound){pme__tree_constant(0), 1};
  return pme__tree_add_scaled(&shape->origin, -shift, &back) &&
         shift_bounds(shape->lowers, shape->lower_count, shift) &&
         shift_bounds(shape->uppers, shape->upper_count, shift);
}

/* (what `bound` leaves of x, given the digits outside of digit k) / stride. */
static bool bound_of_digit(pme__tree_bound bound, const pme__tree_digits *digits, int k, int outermost,
                           pme__tree_bound *out) {
  for (int outer = 0; outer < k; outer++) {
    pme__tree_affine digit = pme__tree_iterator(outermost + outer);
    int64_t weight;
    if (__builtin_mul_overflow(bound.denominator, -digits->strides[outer], &weight) ||
        !pme__tree_add_scaled(&bound.numerator, weight, &digit))
      return false;
  }
  *out = bound;
  return !__builtin_mul_overflow(bound.denominator, digits->strides[k], &out->denominator);
}

pme__tree_built pme__tree_digit_loop(builder *b, const pme__tree_digits *digits, int k, const pme__unit_loop *x,
                                     tree_node *parent, tree_node **out) {
  int outermost = parent->depth + 1 - k;
  pme__unit_loop shape = {.lower_count = x->lower_count, .upper_count = x->upper_count};
  for (int i = 0; i < x->lower_count; i++)
    if (!bound_of_digit(x->lowers[i], digits, k, outermost, &shape.lowers[i]))
      return PME__TREE_UNFIT;
  for (int i = 0; i < x->upper_count; i++)
    if (!bound_of_digit(x->uppers[i], digits, k, outermost, &shape.uppers[i]))
      return PME__TREE_UNFIT;
  if (shape.lower_count == PME__TREE_MAX_BOUNDS || shape.upper_count == PME__TREE_MAX_BOUNDS)
    return PME__TREE_UNFIT;
  if (k > 0 && shape.lower_count > 0)
    shape.lowers[shape.lower_count++] = (pme__tree_bound){pme__tree_constant(0), 1};
  if (digits->extents[k])
    shape.uppers[shape.upper_count++] = (pme__tree_bound){pme__tree_constant(digits->extents[k] - 1), 1};
  pme__tree_built built = pme__tree_bounded_loop(b, parent, &shape, out);
  if (built == PME__TREE_BUILT)
    for (int outer = 0; outer < k; outer++)
      (*out)->cut_by |= UINT32_C(1) << (outermost + outer);
  return built;
}

/* A loop over x beside the tree, for counting. NULL: none, which does no harm. */
static const tree_node *loop_over(builder *b, const pme__unit_loop *x, tree_node *parent) {
  tree_node *loop;
  if (pme__tree_bounded_loop(b, parent, x, &loop) != PME__TREE_BUILT)
    return NULL;
  pme__tree_unlink(loop);
  return loop;
}

pme__tree_built pme__tree_split_loop(builder *b, const pme__tree_digits *digits, const pme__unit_loop *x,
                                     tree_node *parent, tree_node **innermost) {
  pme__tree_affine sum = pme__tree_constant(0);
  pme__tree_built built = PME__TREE_BUILT;
  *innermost = parent;
  for (int k = 0; k < digits->count && built == PME__TREE_BUILT; k++) {
    tree_node *loop = NULL;
    built = pme__tree_digit_loop(b, digits, k, x, *innermost, &loop);
    if (built != PME__TREE_BUILT)
      break;
    *innermost = loop;
    if (k == 0 && digits->count > 1 && (loop->all = loop_over(b, x, parent))) {
      loop->digits = digits->count - 1;
      loop->block = digits->strides[0];
    }
    pme__tree_set_origin(b, loop, x, 1, NULL);
    loop->origin.divide = digits->strides[k];
    loop->origin.modulo = digits->extents[k];
    pme__tree_affine digit = pme__tree_iterator(loop->depth);
    if (!pme__tree_add_scaled(&sum, digits->strides[k], &digit))
      built = PME__TREE_UNFIT;
  }
  return built == PME__TREE_BUILT && !pme__tree_set_value(b, x, &sum) ? PME__TREE_UNFIT : built;
}
