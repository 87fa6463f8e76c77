/* Affine functions of iterators, and their extrema over the loops around them. */
#include "collapse.h"
#include "dynamic_chunks.h"

static const int64_t FAR = INT64_C(1) << 60;
/* Substitutions that one extremum may try; nests of loops with several bounds each would be exponential. */
enum { MOST_SUBSTITUTIONS = 300 };

pme__tree_affine pme__tree_constant(int64_t value) { return (pme__tree_affine){.constant = value}; }

pme__tree_affine pme__tree_iterator(int depth) {
  pme__tree_affine affine = {.depth = depth + 1};
  affine.coefficients[depth] = 1;
  return affine;
}

static bool add_product(int64_t *sum, int64_t a, int64_t b) {
  int64_t product;
  return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum) && *sum <= FAR &&
         *sum >= -FAR;
}

bool pme__tree_add_scaled(pme__tree_affine *sum, int64_t factor, const pme__tree_affine *term) {
  if (!add_product(&sum->constant, factor, term->constant))
    return false;
  if (term->depth > sum->depth)
    sum->depth = term->depth;
  for (int d = 0; d < term->depth; d++)
    if (!add_product(&sum->coefficients[d], factor, term->coefficients[d]))
      return false;
  while (sum->depth > 0 && sum->coefficients[sum->depth - 1] == 0)
    sum->depth--;
  return true;
}

bool pme__tree_is_constant(const pme__tree_affine *affine) {
  for (int d = 0; d < affine->depth; d++)
    if (affine->coefficients[d])
      return false;
  return true;
}

static const pme__tree_node *loop_at(const pme__tree_node *innermost, int depth) {
  const pme__tree_node *loop = innermost;
  while (loop && (loop->is_body || loop->depth > depth))
    loop = loop->parent;
  return loop && loop->depth == depth ? loop : NULL;
}

/* The smallest of the limits found so far. */
typedef struct limit {
  bool found;
  int64_t value;
} limit;

/* A maximum that is looked for: over the loops from `innermost` outwards, after so many substitutions. */
typedef struct search {
  const pme__tree_node *innermost;
  int substitutions;
} search;

static bool maximum(const pme__tree_affine *affine, search *s, int64_t *out);

/* Replaces iterator d, whose coefficient is c, by value / denominator, which divides c, and takes the maximum; keeps
 * the smallest of those tried. */
static void try_value(search *s, const pme__tree_affine *affine, int d, const pme__tree_bound *value, limit *best) {
  pme__tree_affine changed = *affine;
  int64_t c = affine->coefficients[d] / value->denominator, result;
  changed.coefficients[d] = 0;
  if (!pme__tree_add_scaled(&changed, c, &value->numerator) || !maximum(&changed, s, &result))
    return;
  if (!best->found || result < best->value)
    best->value = result;
  best->found = true;
}

/* Replaces iterator d by each of its bounds in turn. floor(n / d) is at most n / d and at least (n - d + 1) / d. */
static void try_bounds(search *s, const pme__tree_affine *affine, int d, const pme__tree_node *loop, limit *best) {
  bool up = affine->coefficients[d] > 0;
  int count = up ? loop->upper_count : loop->lower_count;
  const pme__tree_bound *bounds = up ? loop->uppers : loop->lowers;
  for (int i = 0; i < count && s->substitutions < MOST_SUBSTITUTIONS; i++) {
    pme__tree_bound bound = bounds[i];
    if (affine->coefficients[d] % bound.denominator || pme__tree_is_constant(&bound.numerator))
      continue;
    s->substitutions++;
    bound.numerator.constant -= up ? 0 : bound.denominator - 1;
    try_value(s, affine, d, &bound, best);
  }
}

/* For c > 0 the iterator is at most each of its upper bounds, for c < 0 at least each of its lower bounds, and always
 * in its range: each gives a valid limit for the whole, the smallest is the best. */
static bool maximum(const pme__tree_affine *affine, search *s, int64_t *out) {
  int d = affine->depth - 1;
  while (d >= 0 && affine->coefficients[d] == 0)
    d--;
  if (d < 0) {
    *out = affine->constant;
    return *out <= FAR && *out >= -FAR;
  }
  const pme__tree_node *loop = loop_at(s->innermost, d);
  if (!loop)
    return false;
  limit best = {0};
  pme__tree_bound range = {pme__tree_constant(affine->coefficients[d] > 0 ? loop->maximum : loop->minimum), 1};
  try_value(s, affine, d, &range, &best);
  try_bounds(s, affine, d, loop, &best);
  *out = best.value;
  return best.found;
}

bool pme__tree_maximum(const pme__tree_affine *affine, const pme__tree_node *innermost, int64_t *out) {
  search s = {innermost, 0};
  return maximum(affine, &s, out);
}

bool pme__tree_minimum(const pme__tree_affine *affine, const pme__tree_node *innermost, int64_t *out) {
  pme__tree_affine negative = pme__tree_constant(0);
  int64_t result;
  if (!pme__tree_add_scaled(&negative, -1, affine) || !pme__tree_maximum(&negative, innermost, &result))
    return false;
  *out = -result;
  return true;
}

/* ---- iterations ---- */

/* Teams are most often of a power of two. */
static int64_t divide_among(int64_t trips, int threads, int64_t *rest) {
  bool is_power = (threads & (threads - 1)) == 0;
  *rest = is_power ? trips & (threads - 1) : trips % threads;
  return is_power ? trips >> __builtin_ctz((unsigned)threads) : trips / threads;
}

static void take_share(const pme__tree_node *loop, int thread, pme__tree_range *range) {
  if (loop->distribution == PME__DISTRIBUTION_CYCLIC) {
    range->first += thread;
    range->step = loop->threads;
    range->trips = thread < range->trips ? (range->trips - 1 - thread) / loop->threads + 1 : 0;
  } else if (loop->distribution == PME__DISTRIBUTION_BLOCK) {
    int64_t longer, block = divide_among(range->trips, loop->threads, &longer);
    range->first += thread * block + (thread < longer ? thread : longer);
    range->trips = block + (thread < longer);
  } else if (loop->distribution == PME__DISTRIBUTION_DYNAMIC) {
    range->first = loop->chunks->firsts[thread];
    range->trips = loop->chunks->firsts[thread + 1] - range->first;
  }
}

/* The first and last iteration that the bounds allow. */
static void find_ends(const pme__tree_node *loop, const int64_t *iterators, int64_t *first, int64_t *last) {
  int64_t low = 0, high = 0;
  for (int i = 0; i < loop->upper_count; i++) {
    int64_t value = pme__tree_bound_value(&loop->uppers[i], iterators);
    high = i == 0 || value < high ? value : high;
  }
  for (int i = 0; i < loop->lower_count; i++) {
    int64_t value = pme__tree_bound_value(&loop->lowers[i], iterators);
    low = i == 0 || value > low ? value : low;
  }
  if (loop->values)
    low = high = loop->values[iterators[loop->values_depth]];
  else if (loop->is_single && loop->collapsed)
    low = high = pme__collapsed_value(loop->collapsed, loop->collapsed_role, iterators);
  else if (loop->is_single && loop->upper_count == 0)
    high = low;
  else if (loop->is_single)
    low = high;
  *first = low;
  *last = high;
}

pme__tree_range pme__tree_range_from_bounds(const pme__tree_node *loop, const int64_t *iterators, int thread) {
  int64_t low = loop->minimum, high = loop->maximum;
  if (!loop->constant)
    find_ends(loop, iterators, &low, &high);
  pme__tree_range range = {low, high, 1, high < low ? 0 : high - low + 1};
  if (loop->one_thread && thread > 0)
    range.trips = 0;
  if (thread != PME_NONE)
    take_share(loop, thread, &range);
  range.last = range.first + (range.trips - 1) * range.step;
  return range;
}

int64_t pme__tree_block_of(int64_t number, int64_t block, int64_t longer) {
  int64_t in_longer = longer * (block + 1);
  return number < in_longer ? number / (block + 1) : longer + (number - in_longer) / block;
}

int pme__tree_thread_of(const pme__tree_node *loop, const int64_t *iterators) {
  int64_t i = iterators[loop->depth];
  if (loop->distribution == PME__DISTRIBUTION_CYCLIC)
    return (int)(i % loop->threads);
  if (loop->distribution == PME__DISTRIBUTION_DYNAMIC)
    return loop->chunks->threads[i];
  pme__tree_range all = pme__tree_range_of(loop, iterators, PME_NONE);
  int64_t longer, block = divide_among(all.trips, loop->threads, &longer);
  return (int)pme__tree_block_of(i - all.first, block, longer);
}

int64_t pme__tree_locate_loop(const pme__tree_node *loop, const int64_t *source_values, const int64_t *iterators) {
  const pme__tree_origin *origin = &loop->origin;
  int64_t s = 0;
  for (int t = 0; t < origin->term_count; t++) {
    const pme__tree_origin_term *term = &origin->terms[t];
    int64_t steps = (source_values[term->source_depth] - pme__tree_value(&term->origin, iterators)) / term->step;
    s += term->weight * steps;
  }
  if (loop->is_single)
    s = pme__tree_range_of(loop, iterators, PME_NONE).last;
  else if (loop->collapsed_role == PME__COLLAPSED_CHUNKS)
    s = pme__collapsed_chunk_of(loop->collapsed, source_values, iterators);
  else if (loop->chunks)
    s = pme__dynamic_chunks_slot_of(loop->chunks, s);
  else if (origin->longer)
    s = pme__tree_block_of(s, origin->divide, origin->longer);
  else if (origin->term_count)
    s = pme_floor_divide(s, origin->divide);
  return origin->modulo ? s - pme_floor_divide(s, origin->modulo) * origin->modulo : s;
}

void pme__tree_locate(const pme__tree_reference *reference, const int64_t *source_values, int64_t *iterators) {
  for (int level = 0; level < reference->path_length; level++) {
    const pme__tree_node *loop = reference->path[level];
    iterators[loop->depth] = pme__tree_locate_loop(loop, source_values, iterators);
  }
}
