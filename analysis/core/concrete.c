/* A program with numbers for its symbols: walks the tree once, parents before children, and evaluates every
 * expression. What cannot be evaluated is cut off with a reason. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "affine.h"
#include "as_compiled.h"
#include "assumed_text.h"
#include "concrete_subject.h"
#include "pmecache/arena.h"
#include "pmecache/concrete.h"

enum { MAX_THREADS = 4096, MAX_FACTS = 64 };

typedef struct text_list {
  int count, capacity;
  pme_reason *reasons;
  pme_assumption *assumptions;
} text_list;

struct pme_concrete {
  pme_arena *arena;
  const pme_program *program;
  pme_concrete_node *nodes;
  pme_concrete_array *arrays;
  text_list reasons, assumptions;
  pme_subject *subject;
};

typedef struct builder {
  pme_concrete *concrete;
  const pme_program *program;
  const pme_what_if *what_if;
  pme__affine_context affine;
  int *loop_depth;                                 /* per node */
  int64_t low[PME_MAX_DEPTH], high[PME_MAX_DEPTH]; /* per depth on the current path */
  pme_affine facts[MAX_FACTS];                     /* of what encloses the node, innermost last */
  bool no_memory;
} builder;

/* ---- the lists of reasons and assumptions ---- */

static void *grown(builder *b, const void *items, int count, int *capacity, size_t item_bytes) {
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

static const char *kept(builder *b, const char *text) {
  const char *copy = pme_arena_copy_text(b->concrete->arena, text);
  if (!copy)
    b->no_memory = true;
  return copy ? copy : "";
}

static void push_reason(builder *b, pme_reason reason) {
  text_list *list = &b->concrete->reasons;
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

static void push_assumption(builder *b, pme_assumption assumption) {
  text_list *list = &b->concrete->assumptions;
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

static void assume(builder *b, pme_assumption_code code, int node, const char *text) {
  push_assumption(b, (pme_assumption){code, node, kept(b, text)});
}

static void give_reason(builder *b, pme_reason_code code, int node, const char *text, const char *hint) {
  pme_place place = pme_program_node(b->program, node)->place;
  push_reason(b, (pme_reason){code, node, place, kept(b, text), kept(b, hint)});
}

/* An evaluation that failed, as a reason at `node`. `what` is "bound", "subscript", ... */
static void give_failure(builder *b, pme__affine_result result, int node, pme_reason_code not_affine,
                         const char *what) {
  char text[300], hint[300];
  switch (result) {
  case PME__AFFINE_OK:
    return;
  case PME__AFFINE_NO_MEMORY:
    b->no_memory = true;
    return;
  case PME__AFFINE_UNKNOWN_PARAMETER:
    snprintf(text, sizeof text, "the value of '%.200s' is not known", b->affine.culprit);
    snprintf(hint, sizeof hint, "give it with -pmecache-param=%.200s=VALUE", b->affine.culprit);
    give_reason(b, PME_REASON_UNKNOWN_PARAMETER, node, text, hint);
    return;
  case PME__AFFINE_NOT_AFFINE:
    snprintf(text, sizeof text,
             b->affine.asked ? "the %s depends on the thread's number" : "the %s is not affine in the loops around it",
             what);
    give_reason(b, not_affine, node, text, "");
    return;
  case PME__AFFINE_OVERFLOW:
    snprintf(text, sizeof text, "the %s does not fit 64 bits", what);
    give_reason(b, PME_REASON_TOO_LARGE, node, text, "");
    return;
  }
}

/* ---- parameters and arrays ---- */

/* Of regions whose source does not say. */
static int largest_team(const pme_what_if *what_if) {
  int threads = what_if->threads > 0 ? what_if->threads : what_if->default_threads;
  return threads > 0 ? threads : 1;
}

static bool bind_parameters(builder *b) {
  int count = pme_program_parameter_count(b->program);
  bool *known = PME_ARENA_NEW(b->concrete->arena, bool, count);
  int64_t *values = PME_ARENA_NEW(b->concrete->arena, int64_t, count);
  if (!known || !values)
    return false;
  for (int i = 0; i < count; i++) {
    const pme_parameter *parameter = pme_program_parameter(b->program, i);
    known[i] = parameter->known;
    values[i] = parameter->value;
    const char *origin = NULL;
    if (!known[i] && strcmp(parameter->name, PME_LARGEST_TEAM) == 0) {
      known[i] = true;
      values[i] = largest_team(b->what_if);
      origin = "the size of a team";
    }
    for (int j = 0; j < b->what_if->binding_count; j++) {
      if (strcmp(b->what_if->bindings[j].name, parameter->name) == 0) {
        known[i] = true;
        values[i] = b->what_if->bindings[j].value;
        origin = b->what_if->bindings[j].origin;
      }
    }
    if (known[i]) {
      char text[400];
      snprintf(text, sizeof text, "%.200s = %" PRId64 " (%.120s)", parameter->name, values[i],
               origin ? origin : "given");
      assume(b, PME_ASSUMPTION_PARAMETER_VALUE, PME_NONE, text);
    }
  }
  b->affine.known = known;
  b->affine.values = values;
  return true;
}

/* Product of the extents times the element size; 0 = unknown. */
static int64_t array_bytes(builder *b, const pme_array *array) {
  int64_t bytes = array->element_bytes;
  for (int e = 0; e < array->extent_count; e++) {
    pme_affine extent;
    if (array->extents[e] == PME_NONE ||
        pme__affine_evaluate(&b->affine, array->extents[e], &extent) != PME__AFFINE_OK || extent.constant <= 0 ||
        __builtin_mul_overflow(bytes, extent.constant, &bytes) || bytes > INT64_C(1) << 60)
      return 0;
  }
  return array->extent_count ? bytes : 0;
}

static bool evaluate_arrays(builder *b) {
  int count = pme_program_array_count(b->program);
  b->concrete->arrays = PME_ARENA_NEW(b->concrete->arena, pme_concrete_array, count);
  if (!b->concrete->arrays)
    return false;
  b->affine.depth = 0;
  b->affine.team = 0;
  for (int i = 0; i < count; i++) {
    const pme_array *array = pme_program_array(b->program, i);
    b->concrete->arrays[i] = (pme_concrete_array){.has_base = array->has_base,
                                                  .base_bytes = array->base_bytes,
                                                  .alignment_bytes = array->alignment_bytes,
                                                  .element_bytes = array->element_bytes,
                                                  .size_bytes = array_bytes(b, array),
                                                  .group = array->group,
                                                  .is_private = array->is_private};
  }
  return true;
}

/* ---- teams and schedules ---- */

static bool evaluate_constant(builder *b, pme_expr expr, int node, const char *what, int64_t *value) {
  pme_affine affine;
  pme__affine_result result = pme__affine_evaluate(&b->affine, expr, &affine);
  if (result == PME__AFFINE_OK && affine.div_count)
    result = PME__AFFINE_NOT_AFFINE;
  for (int d = 0; result == PME__AFFINE_OK && d < affine.depth; d++)
    if (affine.coefficients[d])
      result = PME__AFFINE_NOT_AFFINE;
  if (result != PME__AFFINE_OK) {
    give_failure(b, result, node, PME_REASON_BAD_LOOP, what);
    return false;
  }
  *value = affine.constant;
  return true;
}

/* Whether the node is the proposal's loop or stands around it. */
static bool holds_proposal(const builder *b, int node) {
  int id = b->what_if->proposal ? b->what_if->proposal->loop : PME_NONE;
  while (id != PME_NONE && id != node)
    id = pme_program_node(b->program, id)->parent;
  return id != PME_NONE;
}

static bool team_size(builder *b, pme_expr threads, int node, int *size) {
  int64_t value = 0;
  char text[120];
  if (holds_proposal(b, node) && b->what_if->proposal->threads > 0) {
    *size = b->what_if->proposal->threads;
    return true;
  }
  if (b->what_if->threads > 0) {
    *size = b->what_if->threads;
    snprintf(text, sizeof text, "%d threads (given)", *size);
    assume(b, PME_ASSUMPTION_TEAM_SIZE, PME_NONE, text);
    return true;
  }
  if (threads == PME_NONE) {
    *size = largest_team(b->what_if);
    snprintf(text, sizeof text, PME__TEAM_NOT_SAID, *size);
    assume(b, PME_ASSUMPTION_TEAM_SIZE, PME_NONE, text);
    return true;
  }
  if (!evaluate_constant(b, threads, node, "number of threads", &value))
    return false;
  if (value < 1 || value > MAX_THREADS) {
    snprintf(text, sizeof text, "a team of %" PRId64 " threads (1 to %d can be modelled)", value, MAX_THREADS);
    give_reason(b, PME_REASON_BAD_LOOP, node, text, "");
    return false;
  }
  *size = (int)value;
  return true;
}

/* What auto and runtime come to is the runtime's choice: taken as static, and said so. */
static void resolve_schedule(builder *b, int node, pme_concrete_loop *loop) {
  if (loop->schedule == PME_SCHEDULE_AUTO || loop->schedule == PME_SCHEDULE_RUNTIME) {
    char text[80];
    snprintf(text, sizeof text, PME__SCHEDULE_AS_STATIC, pme_schedule_name(loop->schedule));
    assume(b, PME_ASSUMPTION_SCHEDULE, node, text);
    loop->schedule = PME_SCHEDULE_STATIC;
    loop->chunk = 0;
  }
  if (loop->schedule != PME_SCHEDULE_STATIC && loop->chunk == 0)
    loop->chunk = 1;
}

static bool evaluate_schedule(builder *b, const pme_loop *source, int node, pme_concrete_loop *loop) {
  const pme_proposal *proposal = b->what_if->proposal;
  if (source->is_team) {
    loop->schedule = PME_SCHEDULE_STATIC;
    loop->chunk = 1;
    return true;
  }
  loop->schedule = source->schedule;
  if (proposal && proposal->loop == node && proposal->has_schedule) {
    loop->schedule = proposal->schedule;
    loop->chunk = proposal->chunk;
  } else if (b->what_if->has_schedule) {
    loop->schedule = b->what_if->schedule;
    loop->chunk = b->what_if->chunk;
    assume(b, PME_ASSUMPTION_GIVEN_WHAT_IF, node, "the schedule is the one asked for");
  } else if (source->chunk != PME_NONE) {
    if (!evaluate_constant(b, source->chunk, node, "chunk", &loop->chunk))
      return false;
    if (loop->chunk < 1) {
      char text[80];
      snprintf(text, sizeof text, "a chunk of %" PRId64 " iterations", loop->chunk);
      give_reason(b, PME_REASON_BAD_LOOP, node, text, "");
      return false;
    }
  }
  resolve_schedule(b, node, loop);
  return true;
}

/* ---- nodes ---- */

static int enclosing_team(const builder *b, int parent) {
  for (int id = parent; id != PME_NONE; id = pme_program_node(b->program, id)->parent) {
    const pme_concrete_node *node = &b->concrete->nodes[id];
    if (node->kind == PME_NODE_REGION)
      return node->u.region.threads;
    if (node->kind == PME_NODE_LOOP && node->u.loop.parallel)
      return node->u.loop.threads;
  }
  return 0;
}

static bool inside_parallel_loop(const builder *b, int parent) {
  for (int id = parent; id != PME_NONE; id = pme_program_node(b->program, id)->parent)
    if (b->concrete->nodes[id].kind == PME_NODE_LOOP && b->concrete->nodes[id].u.loop.parallel)
      return true;
  return false;
}

/* All bounds of one end of a loop: the extremum of several expressions, each an extremum itself. */
static bool evaluate_bounds(builder *b, const pme_expr *exprs, int expr_count, bool minimum, int node,
                            const pme_affine **out, int *count) {
  pme_affine all[PME__MAX_BOUNDS];
  *count = 0;
  for (int i = 0; i < expr_count; i++) {
    pme_affine some[PME__MAX_BOUNDS];
    int some_count = 0;
    pme__affine_result result = pme__affine_bounds(&b->affine, exprs[i], minimum, some, &some_count);
    if (result == PME__AFFINE_OK && *count + some_count > PME__MAX_BOUNDS)
      result = PME__AFFINE_NOT_AFFINE;
    if (result != PME__AFFINE_OK) {
      give_failure(b, result, node, PME_REASON_NON_AFFINE_BOUND, "bound");
      return false;
    }
    memcpy(all + *count, some, (size_t)some_count * sizeof *some);
    *count += some_count;
  }
  pme_affine *copy = PME_ARENA_NEW(b->concrete->arena, pme_affine, *count);
  if (!copy) {
    b->no_memory = true;
    return false;
  }
  memcpy(copy, all, (size_t)*count * sizeof *copy);
  *out = copy;
  return true;
}

/* Range of an extremum of affine functions over the enclosing box. */
static bool bounds_range(builder *b, const pme_affine *bounds, int count, bool minimum, int64_t *low, int64_t *high) {
  for (int i = 0; i < count; i++) {
    int64_t from, to;
    if (!pme__affine_range(&b->affine, &bounds[i], &from, &to))
      return false;
    if (i == 0 || (minimum ? from < *low : from > *low))
      *low = from;
    if (i == 0 || (minimum ? to < *high : to > *high))
      *high = to;
  }
  return true;
}

/* Least and greatest value that the variable takes; an empty range is kept as one point. */
static bool loop_range(builder *b, const pme_concrete_loop *loop, int node) {
  int64_t first_low, first_high, last_low, last_high;
  bool up = loop->step > 0;
  if (!bounds_range(b, loop->firsts, loop->first_count, !up, &first_low, &first_high) ||
      !bounds_range(b, loop->lasts, loop->last_count, up, &last_low, &last_high)) {
    give_failure(b, PME__AFFINE_OVERFLOW, node, PME_REASON_TOO_LARGE, "bound");
    return false;
  }
  int64_t low = up ? first_low : last_low, high = up ? last_high : first_high;
  b->low[loop->depth] = low;
  b->high[loop->depth] = high < low ? low : high;
  return true;
}

/* The threads that run a loop, or that it is dealt out to. */
static bool evaluate_team(builder *b, int id, pme_concrete_loop *loop) {
  const pme_node *node = pme_program_node(b->program, id);
  loop->threads = enclosing_team(b, node->parent);
  if (loop->parallel && inside_parallel_loop(b, node->parent))
    loop->threads = 1;
  else if (loop->parallel && loop->threads == 0)
    return team_size(b, node->u.loop.threads, id, &loop->threads);
  else if (loop->threads == 0)
    loop->threads = 1;
  return true;
}

static bool check_team_loop(builder *b, const pme_concrete_loop *loop, int id) {
  bool each = b->low[loop->depth] == 0 && b->high[loop->depth] == loop->threads - 1 && loop->step == 1;
  if (!loop->is_team || (each && loop->parallel && loop->collapse == 1))
    return true;
  give_reason(b, PME_REASON_BAD_LOOP, id, "a loop over the threads of a team runs from 0 to threads() - 1", "");
  return false;
}

static bool evaluate_ends(builder *b, int id, pme_concrete_loop *loop) {
  const pme_loop *source = &pme_program_node(b->program, id)->u.loop;
  if (!evaluate_constant(b, source->step, id, "step", &loop->step))
    return false;
  if (loop->step == 0) {
    give_reason(b, PME_REASON_BAD_LOOP, id, "the step is 0", "");
    return false;
  }
  bool up = loop->step > 0;
  return evaluate_bounds(b, source->firsts, source->first_count, !up, id, &loop->firsts, &loop->first_count) &&
         evaluate_bounds(b, source->lasts, source->last_count, up, id, &loop->lasts, &loop->last_count);
}

static bool evaluate_loop(builder *b, int id, pme_concrete_node *out, int depth) {
  const pme_node *node = pme_program_node(b->program, id);
  const pme_loop *source = &node->u.loop;
  pme_concrete_loop *loop = &out->u.loop;
  *loop = (pme_concrete_loop){.depth = depth,
                              .parallel = source->parallel,
                              .collapse = source->collapse,
                              .nowait = source->nowait,
                              .ordered = source->ordered,
                              .is_team = source->is_team};
  int assumptions = b->concrete->assumptions.count;
  if (!evaluate_team(b, id, loop))
    return false;
  b->affine.team = loop->threads;
  if (!evaluate_ends(b, id, loop)) {
    b->concrete->assumptions.count = assumptions; /* nothing is assumed of what is left out */
    return false;
  }
  if (source->parallel && !evaluate_schedule(b, source, id, loop))
    return false;
  b->loop_depth[id] = depth;
  return loop_range(b, loop, id) && check_team_loop(b, loop, id);
}

static bool evaluate_guard(builder *b, int id, pme_concrete_node *out) {
  const pme_guard *source = &pme_program_node(b->program, id)->u.guard;
  pme_concrete_guard *guard = &out->u.guard;
  *guard = (pme_concrete_guard){.one_thread = source->one_thread};
  if (source->condition_count == 0)
    return true;
  pme_affine all[PME__MAX_BOUNDS];
  for (int i = 0; i < source->condition_count; i++) {
    pme_affine some[PME__MAX_BOUNDS];
    int count = 0;
    pme__affine_result result = pme__affine_bounds(&b->affine, source->conditions[i], true, some, &count);
    if (result == PME__AFFINE_OK && guard->condition_count + count > PME__MAX_BOUNDS)
      result = PME__AFFINE_NOT_AFFINE;
    if (result != PME__AFFINE_OK) {
      give_failure(b, result, id, PME_REASON_NON_AFFINE_GUARD, "condition");
      return false;
    }
    memcpy(all + guard->condition_count, some, (size_t)count * sizeof *some);
    guard->condition_count += count;
  }
  pme_affine *copy = PME_ARENA_NEW(b->concrete->arena, pme_affine, guard->condition_count);
  if (!copy) {
    b->no_memory = true;
    return false;
  }
  memcpy(copy, all, (size_t)guard->condition_count * sizeof *copy);
  guard->conditions = copy;
  return true;
}

/* Bytes from a row of the array to the next; 0: it has no rows, or they are not known. */
static int64_t row_bytes(const builder *b, int array) {
  const pme_array *source = pme_program_array(b->program, array);
  int64_t whole = b->concrete->arrays[array].size_bytes, rows = 0;
  pme_affine extent;
  pme__affine_context context = b->affine;
  context.depth = context.team = 0;
  if (source->extent_count < 2)
    return 0;
  if (whole > 0 && pme__affine_evaluate(&context, source->extents[0], &extent) == PME__AFFINE_OK)
    rows = extent.constant;
  if (rows > 0)
    return whole / rows;
  int64_t bytes = source->element_bytes;
  for (int e = 1; e < source->extent_count; e++)
    if (source->extents[e] == PME_NONE ||
        pme__affine_evaluate(&context, source->extents[e], &extent) != PME__AFFINE_OK || extent.constant <= 0 ||
        __builtin_mul_overflow(bytes, extent.constant, &bytes))
      return 0;
  return bytes;
}

/* What an offset becomes when every row of `row` bytes gets `pad` bytes longer. */
static int64_t padded(int64_t offset, int64_t row, int64_t pad) {
  int64_t rows = pme_floor_divide(offset + row / 2, row), result;
  return __builtin_mul_overflow(rows, pad, &result) || __builtin_add_overflow(offset, result, &result) ? offset
                                                                                                       : result;
}

static bool pad_access(builder *b, pme_concrete_access *access) {
  const pme_proposal *proposal = b->what_if->proposal;
  if (!proposal || proposal->pad_bytes <= 0 || proposal->padded_array != access->array)
    return true;
  int64_t row = row_bytes(b, access->array);
  pme_affine *offset = &access->offset_bytes;
  int64_t *coefficients = PME_ARENA_NEW(b->concrete->arena, int64_t, offset->depth);
  if (!coefficients)
    return false;
  if (row <= 0)
    return true;
  for (int d = 0; d < offset->depth; d++)
    coefficients[d] = padded(offset->coefficients[d], row, proposal->pad_bytes);
  offset->coefficients = coefficients;
  offset->constant = padded(offset->constant, row, proposal->pad_bytes);
  access->thread_bytes = padded(access->thread_bytes, row, proposal->pad_bytes);
  return true;
}

static bool evaluate_access(builder *b, int id, pme_concrete_node *out) {
  const pme_access *source = &pme_program_node(b->program, id)->u.access;
  pme_concrete_access *access = &out->u.access;
  int64_t low, high, threads_bytes;
  access->array = source->array;
  access->size_bytes = source->size_bytes;
  access->is_write = source->is_write;
  access->threads = b->affine.team;
  pme__affine_result result =
      pme__affine_address(&b->affine, source->offset_bytes, &access->offset_bytes, &access->thread_bytes);
  if (result == PME__AFFINE_OK && !pad_access(b, access))
    result = PME__AFFINE_NO_MEMORY;
  if (result == PME__AFFINE_OK && (!pme__affine_range(&b->affine, &access->offset_bytes, &low, &high) ||
                                   __builtin_mul_overflow(access->thread_bytes, MAX_THREADS, &threads_bytes)))
    result = PME__AFFINE_OVERFLOW;
  give_failure(b, result, id, PME_REASON_NON_AFFINE_SUBSCRIPT, "address");
  return result == PME__AFFINE_OK;
}

/* Remembers that sign * (bound - variable of the loop) >= 0; more than fit are forgotten. */
static void know_bounds(builder *b, const pme_affine *bounds, int count, int depth, int sign) {
  for (int i = 0; i < count && b->affine.fact_count < MAX_FACTS; i++) {
    int64_t *coefficients = PME_ARENA_NEW(b->concrete->arena, int64_t, depth + 1);
    if (!coefficients) {
      b->no_memory = true;
      return;
    }
    for (int d = 0; d < bounds[i].depth; d++)
      coefficients[d] = sign * bounds[i].coefficients[d];
    coefficients[depth] = -sign;
    pme_affine fact = {.constant = sign * bounds[i].constant, .depth = depth + 1, .coefficients = coefficients};
    if (bounds[i].div_count == 0)
      b->facts[b->affine.fact_count++] = fact;
  }
}

/* What holds inside a node. */
static void know_node(builder *b, const pme_concrete_node *node) {
  if (node->kind == PME_NODE_LOOP) {
    const pme_concrete_loop *loop = &node->u.loop;
    int up = loop->step > 0 ? 1 : -1;
    know_bounds(b, loop->lasts, loop->last_count, loop->depth, up);
    know_bounds(b, loop->firsts, loop->first_count, loop->depth, -up);
  } else if (node->kind == PME_NODE_GUARD) {
    for (int i = 0; i < node->u.guard.condition_count && b->affine.fact_count < MAX_FACTS; i++)
      b->facts[b->affine.fact_count++] = node->u.guard.conditions[i];
  }
}

static bool evaluate_region(builder *b, int id, pme_concrete_node *out) {
  const pme_node *node = pme_program_node(b->program, id);
  int outer = enclosing_team(b, node->parent);
  if (outer) {
    out->u.region.threads = 1;
    return true;
  }
  return team_size(b, node->u.region.threads, id, &out->u.region.threads);
}

static void evaluate_children(builder *b, int first, int depth, bool modelled);

static void evaluate_node(builder *b, int id, int depth, bool modelled) {
  const pme_node *node = pme_program_node(b->program, id);
  pme_concrete_node *out = &b->concrete->nodes[id];
  int team = enclosing_team(b, node->parent);
  b->affine.depth = depth;
  b->affine.team = team ? team : 1;
  if (node->parent == PME_NONE && b->what_if->proposal && b->what_if->proposal->alone && !holds_proposal(b, id))
    modelled = false;
  switch (modelled ? (int)node->kind : -1) {
  case PME_NODE_LOOP:
    modelled = evaluate_loop(b, id, out, depth);
    break;
  case PME_NODE_REGION:
    modelled = evaluate_region(b, id, out);
    break;
  case PME_NODE_GUARD:
    modelled = evaluate_guard(b, id, out);
    break;
  case PME_NODE_ACCESS:
    modelled = evaluate_access(b, id, out);
    break;
  default:
    break;
  }
  out->modelled = modelled;
  int known = b->affine.fact_count;
  if (modelled)
    know_node(b, out);
  evaluate_children(b, node->first_child, depth + (node->kind == PME_NODE_LOOP), modelled);
  b->affine.fact_count = known;
}

static void evaluate_children(builder *b, int first, int depth, bool modelled) {
  for (int id = first; id != PME_NONE && !b->no_memory; id = pme_program_node(b->program, id)->next_sibling)
    evaluate_node(b, id, depth, modelled);
}

/* Kinds and links of every node first, so that they hold for what is cut off too. */
static bool copy_structure(builder *b) {
  int count = pme_program_node_count(b->program);
  b->concrete->nodes = PME_ARENA_NEW(b->concrete->arena, pme_concrete_node, count);
  b->loop_depth = PME_ARENA_NEW(b->concrete->arena, int, count);
  if (!b->concrete->nodes || !b->loop_depth)
    return false;
  for (int id = 0; id < count; id++) {
    const pme_node *node = pme_program_node(b->program, id);
    b->concrete->nodes[id] = (pme_concrete_node){.kind = node->kind,
                                                 .parent = node->parent,
                                                 .first_child = node->first_child,
                                                 .next_sibling = node->next_sibling};
    b->loop_depth[id] = -1;
  }
  b->affine.loop_depth = b->loop_depth;
  return true;
}

static void copy_reasons(builder *b) {
  for (int i = 0; i < pme_program_reason_count(b->program); i++)
    push_reason(b, *pme_program_reason(b->program, i));
  for (int i = 0; i < pme_program_assumption_count(b->program); i++)
    push_assumption(b, *pme_program_assumption(b->program, i));
}

static void make_subject(builder *b) {
  pme_concrete *concrete = b->concrete;
  pme_subject *subject = concrete->subject =
      pme__subject_of_program(concrete->program, concrete->nodes, concrete->arena);
  if (!subject) {
    b->no_memory = true;
    return;
  }
  subject->reason_count = concrete->reasons.count;
  subject->reasons = concrete->reasons.reasons;
  subject->assumption_count = concrete->assumptions.count;
  subject->assumptions = concrete->assumptions.assumptions;
}

static pme_status check_what_if(const pme_what_if *what_if, pme_error *error) {
  if (what_if->threads < 0 || what_if->threads > MAX_THREADS || what_if->default_threads > MAX_THREADS)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "threads must be 1 to %d", MAX_THREADS);
  if (what_if->has_schedule && what_if->chunk < 0)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "a chunk must be at least 1");
  return PME_OK;
}

pme_status pme_concrete_create(const pme_program *program, const pme_what_if *what_if, pme_concrete **out,
                               pme_error *error) {
  static const pme_what_if nothing = {0};
  if (!what_if)
    what_if = &nothing;
  pme_status status = check_what_if(what_if, error);
  if (status != PME_OK)
    return status;
  pme_arena *arena = pme_arena_create();
  builder *b = arena ? PME_ARENA_NEW(arena, builder, 1) : NULL;
  if (b)
    b->concrete = PME_ARENA_NEW(arena, pme_concrete, 1);
  if (!b || !b->concrete) {
    pme_arena_destroy(arena);
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  }
  b->concrete->arena = arena;
  b->concrete->program = program;
  b->program = program;
  b->what_if = what_if;
  b->affine = (pme__affine_context){
      .arena = arena, .program = program, .range_low = b->low, .range_high = b->high, .facts = b->facts};
  if (!copy_structure(b) || !bind_parameters(b) || !evaluate_arrays(b))
    b->no_memory = true;
  if (!b->no_memory) {
    copy_reasons(b);
    evaluate_children(b, pme_program_first_node(program), 0, true);
    if (what_if->as_compiled && !b->no_memory)
      pme__move_kept_accesses(program, b->concrete->nodes);
    make_subject(b);
  }
  if (b->no_memory) {
    pme_arena_destroy(arena);
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  }
  *out = b->concrete;
  return PME_OK;
}

void pme_concrete_destroy(pme_concrete *concrete) {
  if (concrete)
    pme_arena_destroy(concrete->arena);
}

const pme_program *pme_concrete_program(const pme_concrete *concrete) { return concrete->program; }
const pme_subject *pme_concrete_subject(const pme_concrete *concrete) { return concrete->subject; }
const pme_concrete_node *pme_concrete_node_at(const pme_concrete *concrete, int id) { return &concrete->nodes[id]; }
const pme_concrete_array *pme_concrete_array_at(const pme_concrete *concrete, int id) { return &concrete->arrays[id]; }
int pme_concrete_reason_count(const pme_concrete *concrete) { return concrete->reasons.count; }
const pme_reason *pme_concrete_reason(const pme_concrete *concrete, int index) {
  return &concrete->reasons.reasons[index];
}
int pme_concrete_assumption_count(const pme_concrete *concrete) { return concrete->assumptions.count; }
const pme_assumption *pme_concrete_assumption(const pme_concrete *concrete, int index) {
  return &concrete->assumptions.assumptions[index];
}
