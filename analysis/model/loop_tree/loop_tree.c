/* Building the loop tree from a program with known sizes: contexts, phases, bodies of accesses. */
#include "loop_tree.h"

#include "analysis/base/uncleared.h"
#include "build.h"
#include "dynamic_chunks.h"

enum { MOST_ACCESS_BYTES = 4096 };
/* Summands that finding out who gets which chunk may take. */
static const int64_t MOST_ASSIGNING = 200000;

typedef pme__tree_builder builder;
typedef pme__tree_node tree_node;

static void build_list(builder *b, tree_node *parent, int source, pme__tree_context where);

static const pme_concrete_node *at(const builder *b, int source) { return pme_concrete_node_at(b->concrete, source); }

/* ---- membership ---- */

static void mark(builder *b, int source, pme__tree_membership membership) {
  if (at(b, source)->kind == PME_NODE_ACCESS)
    b->program->membership[source] = at(b, source)->modelled ? membership : PME__TREE_OUTSIDE;
  for (int id = at(b, source)->first_child; id != PME_NONE; id = at(b, id)->next_sibling)
    mark(b, id, membership);
}

static void mark_unbuilt(builder *b, int source, pme__tree_built result) {
  if (result != PME__TREE_BUILT)
    mark(b, source, result == PME__TREE_EMPTY ? PME__TREE_UNREACHED : PME__TREE_OUTSIDE);
}

/* The children of `source` under `loop`. */
static void fill(builder *b, tree_node *loop, int source, pme__tree_context where) {
  build_list(b, loop, at(b, source)->first_child, where);
}

/* ---- accesses ---- */

static bool is_body(const tree_node *node) { return node && node->is_body; }

static pme__tree_built add_access(builder *b, int source, tree_node **around) {
  const pme_concrete_access *access = &at(b, source)->u.access;
  pme__tree_reference *reference = &b->program->references[b->program->reference_count];
  if (access->size_bytes > MOST_ACCESS_BYTES ||
      !pme__tree_convert(b, &access->offset_bytes, around, &reference->offset))
    return PME__TREE_UNFIT;
  tree_node *body = (*around)->last_child;
  if (!is_body(body)) {
    body = pme__tree_new_node(b, *around);
    if (!body)
      return PME__TREE_UNFIT;
    body->is_body = true;
  }
  reference->node = source;
  reference->array = access->array;
  reference->size_bytes = access->size_bytes;
  reference->is_write = access->is_write;
  reference->body = body;
  reference->position = body->reference_count++;
  b->program->membership[source] = PME__TREE_INSIDE;
  b->program->reference_count++;
  return PME__TREE_BUILT;
}

static pme__tree_built build_access(builder *b, int source, tree_node *parent) {
  tree_node *around = parent;
  pme__tree_built built = add_access(b, source, &around);
  pme__tree_close(b, around, parent);
  return built;
}

/* Accesses that follow each other become one body: the quotients of all of them come first. Returns the node behind.
 */
static int build_accesses(builder *b, int source, tree_node *parent) {
  tree_node *around = parent;
  int id = source;
  for (; id != PME_NONE && at(b, id)->kind == PME_NODE_ACCESS; id = at(b, id)->next_sibling) {
    pme__tree_affine offset;
    if (at(b, id)->modelled)
      pme__tree_convert(b, &at(b, id)->u.access.offset_bytes, &around, &offset);
  }
  for (int each = source; each != id; each = at(b, each)->next_sibling)
    if (at(b, each)->modelled)
      mark_unbuilt(b, each, add_access(b, each, &around));
  pme__tree_close(b, around, parent);
  return id;
}

/* ---- loops and guards ---- */

/* At least as large as the loop's trip count. */
static int64_t most_trips(const pme__unit_loop *shape, const tree_node *parent) {
  int64_t low = 0, high = 0, best = INT64_MAX;
  for (int u = 0; u < shape->upper_count; u++)
    for (int l = 0; l < (shape->lower_count ? shape->lower_count : 1); l++) {
      bool known = pme__tree_maximum(&shape->uppers[u].numerator, parent, &high) &&
                   (shape->lower_count == 0 || pme__tree_minimum(&shape->lowers[l].numerator, parent, &low));
      int64_t from = shape->lower_count ? pme_floor_divide(low, shape->lowers[l].denominator) : 0;
      int64_t trips = pme_floor_divide(high, shape->uppers[u].denominator) - from + 1;
      best = known && trips < best ? trips : best;
    }
  return best;
}

/* The loops for a source loop that one thread runs, without the body. */
static pme__tree_built open_plain_loop(builder *b, int source, const pme_concrete_loop *loop, tree_node *parent,
                                       tree_node **innermost) {
  pme__unit_loop shape;
  pme__tree_split split;
  *innermost = parent;
  if (!pme__unit_loop_of(b, loop, false, innermost, &shape))
    return PME__TREE_UNFIT;
  pme__tree_find_split(b, source, &shape, most_trips(&shape, *innermost), 0, &split);
  if (!pme__unit_loop_shift(&shape, split.shift))
    return PME__TREE_UNFIT;
  return pme__tree_split_loop(b, &split.digits, &shape, *innermost, innermost);
}

/* What the guard lets through of the iterations that are left. */
static void fill_residue(builder *b, const pme__residue_loop *residue, tree_node *loop, pme__tree_context where) {
  tree_node *innermost = loop;
  pme__tree_built built = PME__TREE_BUILT;
  if (residue->left.condition_count > 0)
    built = pme__tree_open_guard(b, &residue->left, loop, &innermost);
  if (built == PME__TREE_BUILT)
    fill(b, innermost, residue->guard, where);
  pme__tree_close(b, innermost, loop);
  mark_unbuilt(b, residue->guard, built);
}

static pme__tree_built build_plain_loop(builder *b, int source, tree_node *parent, pme__tree_context where) {
  tree_node *innermost;
  pme__residue_loop residue;
  bool by_residue = pme__find_residue_loop(b, source, parent, &residue);
  const pme_concrete_loop *loop = by_residue ? &residue.loop : &at(b, source)->u.loop;
  pme__tree_built built = open_plain_loop(b, source, loop, parent, &innermost);
  if (built == PME__TREE_BUILT && by_residue)
    fill_residue(b, &residue, innermost, where);
  else if (built == PME__TREE_BUILT)
    fill(b, innermost, source, where);
  pme__tree_close(b, innermost, parent);
  return built;
}

static pme__tree_built build_guard(builder *b, int source, tree_node *parent, pme__tree_context where) {
  bool in_team = where == PME__CONTEXT_TEAM || where == PME__CONTEXT_PHASE;
  tree_node *innermost;
  pme__tree_built built = pme__tree_open_guard(b, &at(b, source)->u.guard, parent, &innermost);
  if (built == PME__TREE_BUILT)
    fill(b, innermost, source, at(b, source)->u.guard.one_thread && in_team ? PME__CONTEXT_ALONE : where);
  pme__tree_close(b, innermost, parent);
  return built;
}

static pme__tree_built build_worksharing_loop(builder *b, int source, tree_node *parent) {
  tree_node *innermost = parent;
  int body = source;
  pme__tree_built built = pme__tree_worksharing_loop(b, source, parent, &innermost, &body);
  if (built == PME__TREE_BUILT)
    fill(b, innermost, body, PME__CONTEXT_ALONE);
  pme__tree_close(b, innermost, parent);
  return built;
}

/* ---- phases ---- */

/* The body of a region, or of a loop in it with barriers inside: a sequence of phases under `parent`. */
typedef struct team_list {
  tree_node *parent;
  tree_node *phase; /* the one being filled, or NULL */
  int threads;
} team_list;

static tree_node *open_phase(builder *b, team_list *list) {
  if (list->phase || !(list->phase = pme__tree_once(b, list->parent)))
    return list->phase;
  list->phase->is_phase = true;
  list->phase->threads = list->threads;
  return list->phase;
}

static void close_phase(builder *b, team_list *list) {
  if (list->phase)
    pme__tree_finish(b, list->phase);
  list->phase = NULL;
}

/* A phase ends where no barrier stands. Exact when the threads arrive together, else an assumption. */
static void close_without_barrier(builder *b, team_list *list) {
  if (list->phase && !pme__is_even(list->phase))
    b->program->assumes_barrier = true;
  close_phase(b, list);
}

static void close_if_even(builder *b, team_list *list) {
  if (list->phase && pme__is_even(list->phase))
    close_phase(b, list);
}

/* A loop or guard that holds a barrier: all threads run it in step. */
static pme__tree_built build_stepping(builder *b, int source, team_list *list) {
  close_without_barrier(b, list);
  if (at(b, source)->kind == PME_NODE_GUARD)
    return build_guard(b, source, list->parent, PME__CONTEXT_TEAM);
  return build_plain_loop(b, source, list->parent, PME__CONTEXT_TEAM);
}

static pme__tree_built build_in_phase(builder *b, int source, tree_node *phase) {
  switch (at(b, source)->kind) {
  case PME_NODE_ACCESS:
    return build_access(b, source, phase);
  case PME_NODE_LOOP:
    return at(b, source)->u.loop.parallel ? build_worksharing_loop(b, source, phase)
                                          : build_plain_loop(b, source, phase, PME__CONTEXT_PHASE);
  case PME_NODE_GUARD:
    return build_guard(b, source, phase, PME__CONTEXT_PHASE);
  case PME_NODE_REGION: /* in a team: a team of one */
    build_list(b, phase, at(b, source)->first_child, PME__CONTEXT_ALONE);
    return PME__TREE_BUILT;
  }
  return PME__TREE_UNFIT;
}

/* As if it were not there: `if (n > 0)` around the loop that it was in front of. */
static bool is_guard_of_all(const builder *b, int source) {
  return at(b, source)->kind == PME_NODE_GUARD && pme__guard_holds_always(b, source) == PME__GUARD_HOLDS_ALWAYS;
}

static void build_team_node(builder *b, int source, team_list *list) {
  bool barrier = pme__has_barrier(b, source), worksharing = pme__is_worksharing(b, source);
  if (!at(b, source)->modelled) {
    if (barrier)
      close_phase(b, list);
    return;
  }
  if (barrier && is_guard_of_all(b, source)) {
    for (int child = at(b, source)->first_child; child != PME_NONE; child = at(b, child)->next_sibling)
      build_team_node(b, child, list);
    return;
  }
  if (barrier && !worksharing) {
    mark_unbuilt(b, source, build_stepping(b, source, list));
    return;
  }
  if (worksharing)
    close_if_even(b, list);
  tree_node *phase = open_phase(b, list);
  mark_unbuilt(b, source, phase ? build_in_phase(b, source, phase) : PME__TREE_UNFIT);
  if (barrier)
    close_phase(b, list);
  else if (worksharing)
    close_if_even(b, list);
}

/* `barrier_follows`: at the end of a region. A stepping loop goes round without one. */
static void build_team_list(builder *b, tree_node *parent, int source, int threads, bool barrier_follows) {
  team_list list = {parent, NULL, threads};
  if (threads > b->program->most_threads)
    b->program->most_threads = threads;
  for (; source != PME_NONE && !b->no_memory; source = at(b, source)->next_sibling)
    build_team_node(b, source, &list);
  if (barrier_follows)
    close_phase(b, &list);
  else
    close_without_barrier(b, &list);
}

/* ---- serial code and code of one thread ---- */

static pme__tree_built build_region(builder *b, int source, tree_node *parent, int threads) {
  if (threads == 1) {
    build_list(b, parent, at(b, source)->first_child, PME__CONTEXT_ALONE);
    return PME__TREE_BUILT;
  }
  tree_node *region = pme__tree_once(b, parent);
  if (!region)
    return PME__TREE_UNFIT;
  region->threads = threads;
  build_team_list(b, region, at(b, source)->first_child, threads, true);
  pme__tree_finish(b, region);
  return PME__TREE_BUILT;
}

static pme__tree_built build_parallel_loop(builder *b, int source, tree_node *parent, pme__tree_context where) {
  int threads = at(b, source)->u.loop.threads;
  if (where != PME__CONTEXT_SERIAL || threads == 1)
    return build_plain_loop(b, source, parent, PME__CONTEXT_ALONE);
  team_list list = {parent, NULL, threads};
  if (threads > b->program->most_threads)
    b->program->most_threads = threads;
  tree_node *phase = open_phase(b, &list);
  if (!phase)
    return PME__TREE_UNFIT;
  pme__tree_built built = build_worksharing_loop(b, source, phase);
  close_phase(b, &list);
  return built;
}

static pme__tree_built build_node(builder *b, int source, tree_node *parent, pme__tree_context where) {
  switch (at(b, source)->kind) {
  case PME_NODE_ACCESS:
    return build_access(b, source, parent);
  case PME_NODE_LOOP:
    if (at(b, source)->u.loop.parallel && where == PME__CONTEXT_PHASE)
      return build_worksharing_loop(b, source, parent);
    return at(b, source)->u.loop.parallel ? build_parallel_loop(b, source, parent, where)
                                          : build_plain_loop(b, source, parent, where);
  case PME_NODE_GUARD:
    return build_guard(b, source, parent, where);
  case PME_NODE_REGION:
    if (where == PME__CONTEXT_SERIAL)
      return build_region(b, source, parent, at(b, source)->u.region.threads);
    build_list(b, parent, at(b, source)->first_child, PME__CONTEXT_ALONE);
    return PME__TREE_BUILT;
  }
  return PME__TREE_UNFIT;
}

static int team_of(const tree_node *node) {
  while (node && node->threads == 0)
    node = node->parent;
  return node ? node->threads : 1;
}

static void build_list(builder *b, tree_node *parent, int source, pme__tree_context where) {
  if (where == PME__CONTEXT_TEAM) {
    build_team_list(b, parent, source, team_of(parent), false);
    return;
  }
  while (source != PME_NONE && !b->no_memory) {
    if (at(b, source)->kind == PME_NODE_ACCESS) {
      source = build_accesses(b, source, parent);
      continue;
    }
    if (at(b, source)->modelled)
      mark_unbuilt(b, source, build_node(b, source, parent, where));
    source = at(b, source)->next_sibling;
  }
}

static int count_accesses(const pme_program *program) {
  int count = 0;
  for (int id = 0; id < pme_program_node_count(program); id++)
    count += pme_program_node(program, id)->kind == PME_NODE_ACCESS;
  return count;
}

/* A tree without anything in it. NULL: out of memory. */
static builder *begin(const pme_concrete *concrete, pme_arena *arena) {
  const pme_program *source = pme_concrete_program(concrete);
  builder *b = PME__ARENA_UNCLEARED(arena, builder, 1);
  pme__loop_tree *program = PME_ARENA_NEW(arena, pme__loop_tree, 1);
  if (!b || !program)
    return NULL;
  memset(b, 0, offsetof(builder, values));
  b->concrete = program->concrete = concrete;
  b->arena = program->arena = arena;
  b->program = program;
  program->most_threads = 1;
  program->membership = PME_ARENA_NEW(arena, pme__tree_membership, pme_program_node_count(source));
  program->references = PME_ARENA_NEW(arena, pme__tree_reference, count_accesses(source));
  if (!program->membership || !program->references || !(program->root = pme__tree_once(b, NULL)))
    return NULL;
  return b;
}

/* What is known of the whole tree only. */
static pme_status conclude(pme__loop_tree *program, pme_arena *arena) {
  pme__tree_tighten(program);
  pme__tree_analyse(program);
  pme__counter counter = {.limit = MOST_ASSIGNING};
  pme_status status = pme__dynamic_chunks_assign(&counter, program, arena);
  return status == PME_OK ? pme__tree_place_arrays(program, arena) : status;
}

static pme_status create(const pme_concrete *concrete, pme__tree_context where, pme_arena *arena,
                         pme__loop_tree **out) {
  builder *b = begin(concrete, arena);
  if (!b)
    return PME_NO_MEMORY;
  build_list(b, b->program->root, pme_program_first_node(pme_concrete_program(concrete)), where);
  b->program->root->reference_count = b->program->reference_count;
  if (b->no_memory)
    return PME_NO_MEMORY;
  pme_status status = conclude(b->program, arena);
  if (status == PME_OK)
    *out = b->program;
  return status;
}

pme_status pme__loop_tree_create(const pme_concrete *concrete, pme_arena *arena, pme__loop_tree **out) {
  return create(concrete, PME__CONTEXT_SERIAL, arena, out);
}

pme_status pme__loop_tree_create_serial(const pme_concrete *concrete, pme_arena *arena, pme__loop_tree **out) {
  return create(concrete, PME__CONTEXT_ALONE, arena, out);
}
