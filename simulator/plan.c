/* Builds the plan of a pme_concrete. */
#include "plan.h"

#include "simulator.h"

/* Where a node stands, which decides what a parallel loop, a region or a one-thread guard in it means. */
typedef enum context {
  SERIAL, /* outside regions: thread 0 */
  TEAM,   /* in a region: every thread runs it */
  ALONE   /* in a worksharing loop, under a one-thread guard, or in a nested region: inner teams have one thread */
} context;

typedef struct builder {
  const pme_concrete *concrete;
  const pme_program *program;
  pme_arena *arena;
  sim_plan *plan;
  pme_status status;
  pme_error *error;
} builder;

enum { WIDE_BYTES = 64 };

/* Every builder function returns PME_NONE once something failed; the first failure stays. */
static int fail(builder *b, pme_status status, int node, const char *message) {
  if (b->status != PME_OK)
    return PME_NONE;
  int line = node == PME_NONE ? 0 : pme_program_node(b->program, node)->place.line;
  b->status = pme_error_set(b->error, status, line, 0, "%s", message);
  return PME_NONE;
}

static void *allocate(builder *b, int count, size_t size_bytes) {
  void *memory = b->status == PME_OK ? pme_arena_allocate(b->arena, (size_t)count, size_bytes) : NULL;
  if (!memory)
    fail(b, PME_NO_MEMORY, PME_NONE, "out of memory");
  return memory;
}

/* ---- affine functions ---- */

static sim_affine copy_affine(builder *b, const pme_affine *from) {
  sim_affine to = {.constant = from->constant};
  sim_term *terms = allocate(b, from->depth, sizeof *terms);
  sim_div *divs = allocate(b, from->div_count, sizeof *divs);
  if (!terms || !divs)
    return to;
  for (int d = 0; d < from->depth; d++)
    if (from->coefficients[d] != 0)
      terms[to.term_count++] = (sim_term){d, from->coefficients[d]};
  for (int q = 0; q < from->div_count; q++) {
    divs[q].coefficient = from->divs[q].coefficient;
    divs[q].denominator = from->divs[q].denominator;
    divs[q].numerator = copy_affine(b, from->divs[q].numerator);
  }
  to.div_count = from->div_count;
  to.terms = terms;
  to.divs = divs;
  return to;
}

static const sim_affine *copy_affines(builder *b, const pme_affine *from, int count) {
  sim_affine *to = allocate(b, count, sizeof *to);
  for (int i = 0; to && i < count; i++)
    to[i] = copy_affine(b, &from[i]);
  return to;
}

static bool divs_use(const sim_affine *affine, int low, int high);

/* Whether the function depends on an iterator of depth low .. high. */
static bool affine_uses(const sim_affine *affine, int low, int high) {
  for (int t = 0; t < affine->term_count; t++)
    if (affine->terms[t].depth >= low && affine->terms[t].depth <= high)
      return true;
  return divs_use(affine, low, high);
}

static bool divs_use(const sim_affine *affine, int low, int high) {
  for (int q = 0; q < affine->div_count; q++)
    if (affine_uses(&affine->divs[q].numerator, low, high))
      return true;
  return false;
}

/* ---- nodes ---- */

static int new_node(builder *b, sim_kind kind, int source) {
  if (b->status != PME_OK)
    return PME_NONE;
  sim_node *node = &b->plan->nodes[b->plan->node_count];
  *node = (sim_node){.kind = kind, .source = source, .first_child = PME_NONE, .next_sibling = PME_NONE};
  node->inner = b->plan->node_count;
  return b->plan->node_count++;
}

static int build_list(builder *b, int source, context where);

static bool build_access(builder *b, int source) {
  const pme_concrete_access *from = &pme_concrete_node_at(b->concrete, source)->u.access;
  if (from->size_bytes < 1 || from->size_bytes > INT32_MAX)
    return fail(b, PME_UNSUPPORTED, source, "the simulator handles accesses of 1 byte to 2 GiB - 1"), false;
  if (b->plan->access_count == PME_SIMULATE_MAX_REFERENCES)
    return fail(b, PME_UNSUPPORTED, source, "too many references for the simulator"), false;
  b->plan->accesses[b->plan->access_count++] = (sim_access){.array = from->array,
                                                            .node = source,
                                                            .offset_bytes = copy_affine(b, &from->offset_bytes),
                                                            .thread_bytes = from->thread_bytes,
                                                            .threads = from->threads,
                                                            .size_bytes = from->size_bytes,
                                                            .is_write = from->is_write};
  return b->status == PME_OK;
}

/* The accesses from *source on become one run; *source moves to the last of them. */
static int build_run(builder *b, int *source) {
  int run = new_node(b, SIM_RUN, *source);
  if (run == PME_NONE)
    return run;
  int first = b->plan->access_count;
  for (int id = *source; id != PME_NONE; id = pme_concrete_node_at(b->concrete, id)->next_sibling) {
    const pme_concrete_node *node = pme_concrete_node_at(b->concrete, id);
    if (node->modelled && node->kind != PME_NODE_ACCESS)
      break;
    if (node->modelled && !build_access(b, id))
      return PME_NONE;
    if (node->kind == PME_NODE_ACCESS)
      *source = id;
    else
      break;
  }
  for (int a = first; a < b->plan->access_count; a++)
    b->plan->nodes[run].extra_effort += b->plan->accesses[a].size_bytes / WIDE_BYTES;
  b->plan->nodes[run].access_first = first;
  b->plan->nodes[run].access_count = b->plan->access_count - first;
  if (b->plan->access_count - first > b->plan->longest_run)
    b->plan->longest_run = b->plan->access_count - first;
  return run;
}

static void set_bounds(builder *b, int id, const pme_concrete_loop *loop) {
  sim_bounds *bounds = &b->plan->nodes[id].bounds;
  *bounds = (sim_bounds){.depth = loop->depth,
                         .first_count = loop->first_count,
                         .last_count = loop->last_count,
                         .firsts = copy_affines(b, loop->firsts, loop->first_count),
                         .lasts = copy_affines(b, loop->lasts, loop->last_count),
                         .step = loop->step};
  if (loop->depth >= b->plan->depth)
    b->plan->depth = loop->depth + 1;
}

/* A row: the body is one run, and no address of it has a floor-div of this loop. */
static void find_row(builder *b, int id) {
  sim_node *loop = &b->plan->nodes[id];
  const sim_node *body = &b->plan->nodes[loop->first_child];
  if (body->kind != SIM_RUN || body->next_sibling != PME_NONE)
    return;
  for (int a = 0; a < body->access_count; a++) {
    const sim_affine *offset = &b->plan->accesses[body->access_first + a].offset_bytes;
    if (divs_use(offset, loop->bounds.depth, loop->bounds.depth))
      return;
  }
  loop->is_row = true;
  loop->access_first = body->access_first;
  loop->access_count = body->access_count;
  loop->extra_effort = body->extra_effort;
}

static int build_loop(builder *b, int source, context where) {
  const pme_concrete_node *from = pme_concrete_node_at(b->concrete, source);
  int id = new_node(b, SIM_LOOP, source);
  if (id == PME_NONE)
    return id;
  set_bounds(b, id, &from->u.loop);
  int body = build_list(b, from->first_child, where);
  if (body == PME_NONE)
    return PME_NONE;
  b->plan->nodes[id].first_child = body;
  find_row(b, id);
  return id;
}

/* The only modelled child of a collapsed loop, which must be a loop. */
static int collapsed_child(builder *b, int source) {
  int child = PME_NONE;
  for (int id = pme_concrete_node_at(b->concrete, source)->first_child; id != PME_NONE;
       id = pme_concrete_node_at(b->concrete, id)->next_sibling) {
    const pme_concrete_node *node = pme_concrete_node_at(b->concrete, id);
    if (!node->modelled)
      continue;
    if (child != PME_NONE || node->kind != PME_NODE_LOOP)
      return fail(b, PME_BAD_INPUT, source, "a loop under 'collapse' must hold exactly one loop");
    child = id;
  }
  return child;
}

static bool bounds_use(const sim_bounds *bounds, int low, int high) {
  for (int i = 0; i < bounds->first_count; i++)
    if (affine_uses(&bounds->firsts[i], low, high))
      return true;
  for (int i = 0; i < bounds->last_count; i++)
    if (affine_uses(&bounds->lasts[i], low, high))
      return true;
  return false;
}

/* The loops of a worksharing loop from `source` inwards, `left` of them; returns the outermost or PME_NONE when there
 * is nothing to do in them. */
static int build_collapsed(builder *b, int source, int left, int *innermost) {
  const pme_concrete_node *from = pme_concrete_node_at(b->concrete, source);
  int id = new_node(b, SIM_LOOP, source);
  if (id == PME_NONE)
    return id;
  set_bounds(b, id, &from->u.loop);
  *innermost = id;
  int child;
  if (left == 1) {
    child = build_list(b, from->first_child, ALONE);
  } else {
    int next = collapsed_child(b, source);
    child = next == PME_NONE ? PME_NONE : build_collapsed(b, next, left - 1, innermost);
  }
  if (child == PME_NONE || b->status != PME_OK)
    return PME_NONE;
  b->plan->nodes[id].first_child = child;
  if (left == 1)
    find_row(b, id);
  return id;
}

static void set_schedule(builder *b, int id, int inner, const pme_concrete_loop *loop) {
  sim_node *node = &b->plan->nodes[id];
  node->kind = SIM_SHARED;
  node->schedule = loop->schedule;
  node->chunk = loop->chunk > 0 ? loop->chunk : 0;
  node->collapse = loop->collapse > 1 ? loop->collapse : 1;
  node->inner = inner;
  node->nowait = loop->nowait;
  node->rectangular = true;
  for (int n = id; n != inner; n = b->plan->nodes[n].first_child) {
    const sim_node *next = &b->plan->nodes[b->plan->nodes[n].first_child];
    if (bounds_use(&next->bounds, node->bounds.depth, next->bounds.depth))
      node->rectangular = false;
  }
}

/* A worksharing loop in a team. Without accesses its barrier is left, which keeps the threads together. */
static int build_shared(builder *b, int source) {
  const pme_concrete_loop *loop = &pme_concrete_node_at(b->concrete, source)->u.loop;
  int inner = PME_NONE;
  int id = build_collapsed(b, source, loop->collapse > 1 ? loop->collapse : 1, &inner);
  if (b->status != PME_OK)
    return PME_NONE;
  if (id == PME_NONE)
    return loop->nowait ? PME_NONE : new_node(b, SIM_BARRIER, source);
  set_schedule(b, id, inner, loop);
  return id;
}

static int build_region(builder *b, int source, int region_source, int threads, int body) {
  if (body == PME_NONE || b->status != PME_OK)
    return PME_NONE;
  if (threads < 1 || threads > PME_SIMULATE_MAX_THREADS)
    return fail(b, PME_BAD_ARGUMENT, source, "a team must have 1 to 4096 threads");
  int id = new_node(b, SIM_REGION, region_source);
  if (id == PME_NONE)
    return id;
  b->plan->nodes[id].threads = threads;
  b->plan->nodes[id].first_child = body;
  if (threads > b->plan->most_threads)
    b->plan->most_threads = threads;
  return id;
}

static int build_parallel_loop(builder *b, int source, context where) {
  if (where == ALONE)
    return build_loop(b, source, ALONE);
  int id = build_shared(b, source);
  if (where == TEAM || id == PME_NONE)
    return id;
  if (b->plan->nodes[id].kind == SIM_BARRIER)
    return PME_NONE;
  b->plan->nodes[id].nowait = true; /* the team joins there anyway */
  return build_region(b, source, PME_NONE, pme_concrete_node_at(b->concrete, source)->u.loop.threads, id);
}

static int build_guard(builder *b, int source, context where) {
  const pme_concrete_node *from = pme_concrete_node_at(b->concrete, source);
  const pme_concrete_guard *guard = &from->u.guard;
  int id = new_node(b, SIM_GUARD, source);
  if (id == PME_NONE)
    return id;
  const sim_affine *conditions = copy_affines(b, guard->conditions, guard->condition_count);
  int body = build_list(b, from->first_child, guard->one_thread && where == TEAM ? ALONE : where);
  if (body == PME_NONE)
    return PME_NONE;
  sim_node *node = &b->plan->nodes[id];
  node->one_thread = guard->one_thread;
  node->condition_count = guard->condition_count;
  node->conditions = conditions;
  node->first_child = body;
  return id;
}

/* A region inside a team is run by a team of one: nothing but its body is left. */
static int build_region_node(builder *b, int source, context where) {
  const pme_concrete_node *from = pme_concrete_node_at(b->concrete, source);
  if (where == SERIAL)
    return build_region(b, source, source, from->u.region.threads, build_list(b, from->first_child, TEAM));
  int id = new_node(b, SIM_GUARD, source);
  int body = build_list(b, from->first_child, ALONE);
  if (id == PME_NONE || body == PME_NONE)
    return PME_NONE;
  b->plan->nodes[id].first_child = body;
  return id;
}

static bool leaves_barrier(const builder *b, int source, context where) {
  const pme_node *node = pme_program_node(b->program, source);
  return where == TEAM && node->kind == PME_NODE_LOOP && node->u.loop.parallel && !node->u.loop.nowait;
}

/* One node; PME_NONE if nothing of it is left. *source moves to the last node that was taken in. */
static int build_node(builder *b, int *source, context where) {
  const pme_concrete_node *node = pme_concrete_node_at(b->concrete, *source);
  if (!node->modelled)
    return leaves_barrier(b, *source, where) ? new_node(b, SIM_BARRIER, *source) : PME_NONE;
  switch (node->kind) {
  case PME_NODE_ACCESS:
    return build_run(b, source);
  case PME_NODE_LOOP:
    return node->u.loop.parallel ? build_parallel_loop(b, *source, where) : build_loop(b, *source, where);
  case PME_NODE_GUARD:
    return build_guard(b, *source, where);
  case PME_NODE_REGION:
    return build_region_node(b, *source, where);
  }
  return PME_NONE;
}

static int build_list(builder *b, int source, context where) {
  int first = PME_NONE, last = PME_NONE;
  while (source != PME_NONE && b->status == PME_OK) {
    int id = build_node(b, &source, where);
    if (id != PME_NONE && first == PME_NONE)
      first = id;
    else if (id != PME_NONE)
      b->plan->nodes[last].next_sibling = id;
    if (id != PME_NONE)
      last = id;
    source = pme_concrete_node_at(b->concrete, source)->next_sibling;
  }
  return b->status == PME_OK ? first : PME_NONE;
}

pme_status pme__sim_plan_create(const pme_concrete *concrete, pme_arena *arena, sim_plan **out, pme_error *error) {
  builder b = {.concrete = concrete,
               .program = pme_concrete_program(concrete),
               .arena = arena,
               .status = PME_OK,
               .error = error};
  int count = pme_program_node_count(b.program);
  sim_plan *plan = allocate(&b, 1, sizeof *plan);
  if (!plan)
    return b.status;
  plan->concrete = concrete;
  plan->most_threads = 1;
  plan->nodes = allocate(&b, 2 * count + 1, sizeof *plan->nodes);
  plan->accesses = allocate(&b, count, sizeof *plan->accesses);
  b.plan = plan;
  plan->first_node = PME_NONE;
  if (b.status == PME_OK)
    plan->first_node = build_list(&b, pme_program_first_node(b.program), SERIAL);
  if (b.status == PME_OK)
    *out = plan;
  return b.status;
}
