/* Dependences of a nest, and of pieces of code behind each other: pairs of iterations that touch the same bytes, as sets of integer points. */
#include <stdio.h>
#include <string.h>

#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <isl/version.h>

#include "polyhedra.h"

typedef struct examination {
  const pme__nest *nest;
  isl_ctx *ctx;
  isl_space *space;    /* of the nest's iterations; the outer loops are parameters */
  isl_set *iterations; /* coordinates grow as the loops go on: the variable, or minus the variable */
  pme__directions *out;
  int common_count; /* loops, outermost first, in which places are compared */
  int from, to;
} examination;

static int sign_of(const pme_concrete_loop *loop) { return loop->step < 0 ? -1 : 1; }

/* ---- affine functions ---- */

static isl_val *number(const examination *e, int64_t value) { return isl_val_int_from_si(e->ctx, (long)value); }

static isl_aff *zero(const examination *e) {
  return isl_aff_zero_on_domain(isl_local_space_from_space(isl_space_copy(e->space)));
}

static isl_aff *add_loop(const examination *e, isl_aff *sum, int depth, int64_t coefficient) {
  bool is_outer = depth < e->nest->outer_count;
  int64_t signed_coefficient = is_outer ? coefficient : coefficient * sign_of(e->nest->loops[depth]);
  return isl_aff_add_coefficient_val(sum, is_outer ? isl_dim_param : isl_dim_in,
                                     is_outer ? depth : depth - e->nest->outer_count, number(e, signed_coefficient));
}

static isl_aff *value_of(const examination *e, const pme_affine *affine) {
  isl_aff *sum = isl_aff_add_constant_val(zero(e), number(e, affine->constant));
  for (int d = 0; d < affine->depth; d++)
    if (affine->coefficients[d] != 0)
      sum = add_loop(e, sum, d, affine->coefficients[d]);
  for (int q = 0; q < affine->div_count; q++) {
    isl_aff *part = value_of(e, affine->divs[q].numerator);
    part = isl_aff_floor(isl_aff_scale_down_val(part, number(e, affine->divs[q].denominator)));
    sum = isl_aff_add(sum, isl_aff_scale_val(part, number(e, affine->divs[q].coefficient)));
  }
  return sum;
}

/* ---- iterations ---- */

static isl_set *keep_not_negative(isl_set *set, isl_aff *value) {
  isl_aff *least = isl_aff_zero_on_domain(isl_aff_get_domain_local_space(value));
  return isl_set_intersect(set, isl_set_from_basic_set(isl_aff_ge_basic_set(value, least)));
}

/* The loop's variable minus a bound, as the loop goes on. */
static isl_aff *beyond(const examination *e, int depth, const pme_affine *bound) {
  isl_aff *difference = isl_aff_sub(add_loop(e, zero(e), depth, 1), value_of(e, bound));
  return isl_aff_scale_val(difference, number(e, sign_of(e->nest->loops[depth])));
}

/* Steps from several starts are left out: more iterations than there are, and no dependence less. */
static isl_set *keep_steps(const examination *e, isl_set *set, int depth) {
  const pme_concrete_loop *loop = e->nest->loops[depth];
  int64_t step = loop->step < 0 ? -loop->step : loop->step;
  if (step == 1 || loop->first_count != 1)
    return set;
  isl_aff *rest = isl_aff_mod_val(beyond(e, depth, &loop->firsts[0]), number(e, step));
  return isl_set_intersect(set, isl_set_from_basic_set(isl_aff_zero_basic_set(rest)));
}

static isl_set *iterations_of(const examination *e) {
  isl_set *set = isl_set_universe(isl_space_copy(e->space));
  for (int depth = 0; depth < e->nest->outer_count + e->nest->loop_count; depth++) {
    const pme_concrete_loop *loop = e->nest->loops[depth];
    for (int i = 0; i < loop->first_count; i++)
      set = keep_not_negative(set, beyond(e, depth, &loop->firsts[i]));
    for (int i = 0; i < loop->last_count; i++)
      set = keep_not_negative(set, isl_aff_neg(beyond(e, depth, &loop->lasts[i])));
    set = keep_steps(e, set, depth);
  }
  return set;
}

/* ---- accesses ---- */

static isl_map *address_of(const examination *e, const pme__nest_access *access) {
  isl_set *when = isl_set_copy(e->iterations);
  for (int g = 0; g < access->guard_count; g++)
    for (int c = 0; c < access->guards[g]->condition_count; c++)
      when = keep_not_negative(when, value_of(e, &access->guards[g]->conditions[c]));
  isl_aff *address = isl_aff_add_constant_val(value_of(e, access->offset_bytes), number(e, access->base_bytes));
  return isl_map_intersect_domain(isl_map_from_aff(address), when);
}

/* Whether the two, of one size, are at the same place or apart by whole elements. */
static bool have_elements(const pme__nest_access *a, const pme__nest_access *b) {
  int64_t size = a->size_bytes;
  const pme_affine *x = a->offset_bytes, *y = b->offset_bytes;
  bool fit = size == b->size_bytes && x->div_count == 0 && y->div_count == 0 &&
             (x->constant + a->base_bytes - y->constant - b->base_bytes) % size == 0;
  for (int d = 0; fit && d < x->depth; d++)
    fit = x->coefficients[d] % size == 0;
  for (int d = 0; fit && d < y->depth; d++)
    fit = y->coefficients[d] % size == 0;
  return fit;
}

/* From addresses of one to addresses of the other that have a byte in common with them. */
static isl_map *overlap_of(const examination *e, const pme__nest_access *a, const pme__nest_access *b) {
  char text[120];
  if (have_elements(a, b))
    snprintf(text, sizeof text, "{ [p] -> [p] }");
  else
    snprintf(text, sizeof text, "{ [p] -> [q] : q < p + %lld and p < q + %lld }", (long long)a->size_bytes,
             (long long)b->size_bytes);
  return isl_map_read_from_str(e->ctx, text);
}

/* By how much the second is further on than the first where they meet. */
static isl_set *distances_of(const examination *e, const pme__nest_access *a, const pme__nest_access *b) {
  isl_map *met = isl_map_apply_range(address_of(e, a), overlap_of(e, a, b));
  return isl_map_deltas(isl_map_apply_range(met, isl_map_reverse(address_of(e, b))));
}

/* ---- directions ---- */

static isl_set *keep_sign(isl_set *set, int loop, int sign) {
  if (sign == 0)
    return isl_set_fix_si(set, isl_dim_set, (unsigned)loop, 0);
  return sign > 0 ? isl_set_lower_bound_si(set, isl_dim_set, (unsigned)loop, 1)
                  : isl_set_upper_bound_si(set, isl_dim_set, (unsigned)loop, -1);
}

static void add_direction(const examination *e, const signed char *signs) {
  size_t bytes = (size_t)e->common_count;
  for (int i = 0; i < e->out->count; i++)
    if (memcmp(e->out->all[i].signs, signs, bytes) == 0)
      return;
  pme__direction *added = &e->out->all[e->out->count++];
  *added = (pme__direction){.from = e->from, .to = e->to};
  memcpy(added->signs, signs, bytes);
}

/* Of distances whose signs are known up to `loop`. Only what goes on in time counts, if it is not `is_later` from the
 * start: the first sign is positive. */
static isl_stat split(const examination *e, isl_set *distances, int loop, bool is_later, signed char *signs) {
  isl_bool none = isl_set_is_empty(distances);
  isl_stat status = none == isl_bool_error ? isl_stat_error : isl_stat_ok;
  if (none == isl_bool_false && loop == e->common_count && is_later)
    add_direction(e, signs);
  for (int sign = is_later ? -1 : 0; none == isl_bool_false && sign <= 1 && loop < e->common_count; sign++) {
    signs[loop] = (signed char)sign;
    if (split(e, keep_sign(isl_set_copy(distances), loop, sign), loop + 1, is_later || sign > 0, signs) < 0)
      status = isl_stat_error;
    if (status < 0)
      break;
  }
  isl_set_free(distances);
  return status;
}

static isl_stat examine_pair(examination *e, int from, int to) {
  const pme__nest_access *a = &e->nest->accesses[from], *b = &e->nest->accesses[to];
  signed char signs[PME_MOST_NEST_LOOPS] = {0};
  if (a->memory != b->memory || !(a->is_write || b->is_write))
    return isl_stat_ok;
  e->from = from;
  e->to = to;
  return split(e, distances_of(e, a, b), 0, false, signs);
}

/* ---- the nest ---- */

static isl_space *space_of(isl_ctx *ctx, const pme__nest *nest) {
  isl_space *space = isl_space_set_alloc(ctx, (unsigned)nest->outer_count, (unsigned)nest->loop_count);
  for (int d = 0; d < nest->outer_count; d++) {
    char name[16];
    snprintf(name, sizeof name, "o%d", d);
    space = isl_space_set_dim_name(space, isl_dim_param, (unsigned)d, name);
  }
  return space;
}

static isl_stat examine_pairs(examination *e) {
  isl_stat status = isl_stat_ok;
  for (int from = 0; from < e->nest->access_count && status == isl_stat_ok; from++)
    for (int to = 0; to < e->nest->access_count && status == isl_stat_ok; to++)
      status = examine_pair(e, from, to);
  return status;
}

static pme__examined end_examination(isl_ctx *ctx, isl_stat status) {
  bool is_over = isl_ctx_last_error(ctx) == isl_error_quota;
  isl_ctx_free(ctx);
  return status == isl_stat_ok ? PME__EXAMINED : is_over ? PME__EXAMINED_OVER_BUDGET : PME__EXAMINED_FAILED;
}

static pme__examined find_directions(const pme__nest *nest, unsigned long most_operations, pme__directions *out) {
  isl_ctx *ctx = isl_ctx_alloc();
  *out = (pme__directions){0};
  if (!ctx || nest->loop_count < 1 || nest->loop_count > PME_MOST_NEST_LOOPS) {
    isl_ctx_free(ctx);
    return PME__EXAMINED_FAILED;
  }
  isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(ctx, most_operations);
  examination e = {
      .nest = nest, .ctx = ctx, .space = space_of(ctx, nest), .out = out, .common_count = nest->loop_count};
  e.iterations = isl_set_coalesce(iterations_of(&e));
  isl_stat status = examine_pairs(&e);
  isl_set_free(e.iterations);
  isl_space_free(e.space);
  return end_examination(ctx, status);
}

/* ---- pieces of code behind each other ---- */

/* From iterations of an access, its inner loops left out, to addresses. */
static isl_map *addresses_of(isl_ctx *ctx, const pme__neighbours *n, const pme__placed_access *placed) {
  pme__nest around = {n->outer_count, placed->loop_count - n->outer_count, placed->loops, 0, NULL};
  examination e = {.nest = &around, .ctx = ctx, .space = space_of(ctx, &around)};
  e.iterations = iterations_of(&e);
  isl_map *addresses = address_of(&e, &placed->access);
  isl_set_free(e.iterations);
  isl_space_free(e.space);
  return isl_map_project_out(addresses, isl_dim_in, (unsigned)n->common_count,
                             (unsigned)(around.loop_count - n->common_count));
}

static isl_stat examine_placed(examination *e, const pme__neighbours *n, int from, int to) {
  const pme__placed_access *a = &n->first[from], *b = &n->second[to];
  signed char signs[PME_MOST_NEST_LOOPS] = {0};
  if (a->access.memory != b->access.memory || !(a->access.is_write || b->access.is_write))
    return isl_stat_ok;
  e->from = from;
  e->to = to;
  isl_map *met = isl_map_apply_range(addresses_of(e->ctx, n, a), overlap_of(e, &a->access, &b->access));
  met = isl_map_apply_range(met, isl_map_reverse(addresses_of(e->ctx, n, b)));
  return split(e, isl_map_deltas(met), 0, true, signs);
}

static pme__examined find_between(const pme__neighbours *n, unsigned long most_operations, pme__directions *out) {
  isl_ctx *ctx = isl_ctx_alloc();
  *out = (pme__directions){0};
  if (!ctx || n->common_count < 1 || n->common_count > PME_MOST_NEST_LOOPS) {
    isl_ctx_free(ctx);
    return PME__EXAMINED_FAILED;
  }
  isl_options_set_on_error(ctx, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(ctx, most_operations);
  examination e = {.ctx = ctx, .out = out, .common_count = n->common_count};
  isl_stat status = isl_stat_ok;
  for (int from = 0; from < n->first_count && status == isl_stat_ok; from++)
    for (int to = 0; to < n->second_count && status == isl_stat_ok; to++)
      status = examine_placed(&e, n, from, to);
  return end_examination(ctx, status);
}

extern const pme__polyhedra pme__polyhedra_table;
__attribute__((visibility("default")))
const pme__polyhedra pme__polyhedra_table = {PME__POLYHEDRA_INTERFACE, isl_version, find_directions, find_between};
