/* Builds an instance view: walks the program with what its loops mean to one instance of a cache. */
#include "instance_view.h"

#include "blocks.h"

/* What a worksharing loop or a serial loop means here (as in the simulator's definition of the language). */
typedef enum execution {
  SERIAL, /* outside regions: thread 0 of a team of one */
  TEAM,   /* in a region: every thread runs it */
  ALONE   /* inside a worksharing loop or under a one-thread guard: inner teams have one thread */
} execution;

typedef struct enclosing {
  execution execution;
  int loop;             /* of the view */
  int64_t team, served; /* size of the team; threads of it that use the instance */
  const int64_t *threads;
} enclosing;

typedef struct builder {
  pme__instance_view *view;
  const pme__count *counts;
  pme__cache_instance instance;
  pme_arena *arena;
  int order;
  int loop_capacity, reference_capacity;
  bool no_memory;
} builder;

/* ---- small helpers ---- */

static const pme_concrete_node *node_of(const builder *b, int id) {
  return pme_concrete_node_at(b->view->concrete, id);
}

/* The threads of a team of this size that use the instance. */
static int64_t served_threads(builder *b, int64_t team, const int64_t **threads) {
  int64_t *list = PME_ARENA_NEW(b->arena, int64_t, team), count = 0;
  if (!list) {
    b->no_memory = true;
    return 0;
  }
  for (int64_t u = 0; u < team; u++)
    if (pme_machine_instance_of(b->instance.machine, b->instance.level, (int)u, (int)team) == b->instance.number)
      list[count++] = u;
  *threads = list;
  return count;
}

/* ---- loops ---- */

static int add_loop(builder *b, int parent, const pme__loop *pattern) {
  pme__instance_view *view = b->view;
  if (view->loop_count == b->loop_capacity) {
    b->no_memory = true; /* cannot happen: the capacity covers every node twice */
    return 0;
  }
  int id = view->loop_count++;
  view->loops[id] = *pattern;
  view->loops[id].parent = parent;
  view->loops[id].depth = parent == PME_NONE ? 0 : view->loops[parent].depth + 1;
  view->loops[id].order = b->order++;
  return id;
}

static void close_loops(builder *b, int loop, int outermost) {
  for (; loop != outermost; loop = b->view->loops[loop].parent)
    b->view->loops[loop].end = b->order;
}

static pme__loop plain_loop(const builder *b, int source) {
  const pme__loop_shape *shape = &b->view->shapes[source];
  return (pme__loop){.kind = PME__LOOP_SERIAL,
                     .source = source,
                     .source_depth = node_of(b, source)->u.loop.depth,
                     .factor = 1,
                     .follows = !shape->is_constant && !shape->is_shifted};
}

/* Adds the loop(s) that stand for a worksharing loop with `chunk` (0: none); returns the innermost. */
static int add_worksharing_loop(builder *b, const enclosing *in, int source, int64_t chunk) {
  pme__loop loop = plain_loop(b, source);
  loop.team = in->team;
  loop.thread_count = in->served;
  loop.threads = in->threads;
  loop.chunk = chunk;
  if (in->team == 1)
    return add_loop(b, in->loop, &loop);
  if (in->served > 1) {
    loop.kind = PME__LOOP_SHARED;
    return add_loop(b, in->loop, &loop);
  }
  loop.part = PME__PART_ROUNDS;
  int rounds = add_loop(b, in->loop, &loop);
  loop.part = PME__PART_BLOCK;
  return add_loop(b, rounds, &loop);
}

static int only_loop_child(const builder *b, int id) {
  for (int c = node_of(b, id)->first_child; c != PME_NONE; c = node_of(b, c)->next_sibling)
    if (node_of(b, c)->modelled && node_of(b, c)->kind == PME_NODE_LOOP)
      return c;
  return PME_NONE;
}

/* Iterations of a loop with constant bounds; a guess of 1 for others (only the shape of a collapse hangs on it). */
static int64_t constant_trips(const builder *b, int source) {
  const pme_concrete_loop *loop = &node_of(b, source)->u.loop;
  if (!b->view->shapes[source].is_constant)
    return 1;
  int64_t first = loop->firsts[0].constant, last = loop->lasts[0].constant;
  int64_t distance = loop->step > 0 ? last - first : first - last;
  int64_t step = loop->step > 0 ? loop->step : -loop->step;
  return distance < 0 ? 0 : distance / step + 1;
}

/* collapse(n): with blocks as long as the inner loops, or without a chunk, the outermost loop is shared out in blocks
 * of whole inner executions; with shorter blocks the innermost is, anew in each iteration of the outer ones. */
static int add_collapsed(builder *b, enclosing *in, int source, int *innermost) {
  const pme_concrete_loop *loop = &node_of(b, source)->u.loop;
  int nodes[PME_MAX_DEPTH], count = 1;
  nodes[0] = source;
  double inner = 1;
  while (count < loop->collapse && count < PME_MAX_DEPTH &&
         (source = only_loop_child(b, nodes[count - 1])) != PME_NONE) {
    nodes[count++] = source;
    inner *= (double)constant_trips(b, source);
  }
  inner = inner < 1 ? 1 : inner; /* inner loops that never run */
  bool outer = count == 1 || loop->chunk == 0 || (double)loop->chunk >= inner;
  int64_t chunk = loop->chunk && count > 1 && outer ? (int64_t)((double)loop->chunk / inner + 0.5) : loop->chunk;
  for (int i = 0; i < count; i++) {
    bool is_shared = outer ? i == 0 : i == count - 1;
    pme__loop plain = plain_loop(b, nodes[i]);
    in->loop = is_shared ? add_worksharing_loop(b, in, nodes[i], chunk) : add_loop(b, in->loop, &plain);
  }
  *innermost = nodes[count - 1];
  return in->loop;
}

/* ---- references ---- */

/* Coefficients of the loops' own counters: a shifted loop passes its coefficient on to the loops that place it; when
 * the movement of whole regions is asked for, so does a loop that follows others. */
typedef enum followers { NO_FOLLOWERS, SPLIT_FOLLOWERS, ALL_FOLLOWERS } followers;

static void count_from_starts(const builder *b, const pme_affine *offset, int loop, followers which,
                              int64_t *coefficients) {
  const pme__instance_view *view = b->view;
  for (int d = 0; d < offset->depth; d++)
    coefficients[d] = offset->coefficients[d];
  for (int l = loop; l != 0; l = view->loops[l].parent) {
    const pme__loop *own = &view->loops[l];
    const pme_concrete_loop *source = &node_of(b, own->source)->u.loop;
    bool follows = own->follows && source->first_count == 1 &&
                   (which == ALL_FOLLOWERS || (which == SPLIT_FOLLOWERS && own->part != PME__PART_WHOLE));
    bool passes = view->shapes[own->source].is_shifted || follows;
    if (own->part == PME__PART_BLOCK || !passes || own->source_depth >= offset->depth)
      continue;
    for (int d = 0; d < source->firsts[0].depth; d++)
      coefficients[d] += coefficients[own->source_depth] * source->firsts[0].coefficients[d];
  }
}

static const int64_t *strides_of(builder *b, const pme_affine *offset, int loop, followers which) {
  const pme__instance_view *view = b->view;
  int64_t coefficients[PME_MAX_DEPTH] = {0}, *strides = PME_ARENA_NEW(b->arena, int64_t, view->loops[loop].depth + 1);
  if (!strides) {
    b->no_memory = true;
    return NULL;
  }
  count_from_starts(b, offset, loop, which, coefficients);
  for (int l = loop; l != 0; l = view->loops[l].parent) {
    const pme__loop *own = &view->loops[l];
    strides[own->depth] = coefficients[own->source_depth] * node_of(b, own->source)->u.loop.step;
  }
  return strides;
}

static void add_reference(builder *b, const enclosing *in, int id) {
  pme__instance_view *view = b->view;
  const pme_concrete_access *access = &node_of(b, id)->u.access;
  pme_reason_code reason;
  if (!pme__instance_view_supports(view->concrete, id, &reason) || view->reference_count == b->reference_capacity)
    return;
  pme__reference *reference = &view->references[view->reference_count++];
  *reference = (pme__reference){.node = id,
                                .array = access->array,
                                .loop = in->loop,
                                .order = b->order++,
                                .size_bytes = access->size_bytes,
                                .offset = &access->offset_bytes,
                                .is_private = pme_concrete_array_at(view->concrete, access->array)->is_private,
                                .share = pme__count_share(view->concrete, b->counts, id),
                                .copies = in->execution == TEAM ? (double)in->served : 1};
  reference->strides_bytes = strides_of(b, &access->offset_bytes, in->loop, NO_FOLLOWERS);
  reference->drifts_bytes = strides_of(b, &access->offset_bytes, in->loop, ALL_FOLLOWERS);
  reference->split_drifts_bytes = strides_of(b, &access->offset_bytes, in->loop, SPLIT_FOLLOWERS);
}

/* ---- the tree ---- */

static void build_list(builder *b, int id, enclosing in);

static void build_loop(builder *b, int id, enclosing in) {
  const pme_concrete_loop *loop = &node_of(b, id)->u.loop;
  int outermost = in.loop, innermost = id;
  if (loop->parallel && in.execution == SERIAL) {
    in.team = loop->threads;
    in.served = served_threads(b, in.team, &in.threads);
    in.execution = TEAM;
  }
  if (!loop->parallel || in.execution == ALONE) {
    if (in.execution == TEAM && in.served == 0)
      return;
    pme__loop plain = plain_loop(b, id);
    in.loop = add_loop(b, in.loop, &plain);
  } else {
    if (in.served == 0)
      return;
    add_collapsed(b, &in, id, &innermost);
    in.execution = ALONE;
  }
  build_list(b, node_of(b, innermost)->first_child, in);
  close_loops(b, in.loop, outermost);
}

static void build_region(builder *b, int id, enclosing in) {
  if (in.execution == SERIAL) {
    in.execution = TEAM;
    in.team = node_of(b, id)->u.region.threads;
    in.served = served_threads(b, in.team, &in.threads);
  }
  build_list(b, node_of(b, id)->first_child, in);
}

static void build_guard(builder *b, int id, enclosing in) {
  if (node_of(b, id)->u.guard.one_thread && in.execution == TEAM) {
    if (in.served == 0 || in.threads[0] != 0)
      return;
    in.execution = ALONE;
  }
  build_list(b, node_of(b, id)->first_child, in);
}

static void build_node(builder *b, int id, enclosing in) {
  switch (node_of(b, id)->kind) {
  case PME_NODE_LOOP:
    build_loop(b, id, in);
    break;
  case PME_NODE_REGION:
    build_region(b, id, in);
    break;
  case PME_NODE_GUARD:
    build_guard(b, id, in);
    break;
  case PME_NODE_ACCESS:
    if (in.execution == SERIAL ? b->view->serial : in.execution == ALONE || in.served > 0)
      add_reference(b, &in, id);
    break;
  }
}

static void build_list(builder *b, int id, enclosing in) {
  for (; id != PME_NONE && !b->no_memory; id = node_of(b, id)->next_sibling)
    if (node_of(b, id)->modelled)
      build_node(b, id, in);
}

/* Compares each reference with the one before it in its block: as telling as all pairs, up to siblings of nests. */
static bool is_rigid(const pme__instance_view *view) {
  for (int r = 1; r < view->reference_count; r++)
    for (int q = r - 1; q >= 0; q--)
      if (view->references[q].block == view->references[r].block) {
        if (!pme__instance_view_move_alike(view, &view->references[q], &view->references[r]))
          return false;
        break;
      }
  return true;
}

static void note_shape(pme__instance_view *view) {
  view->rectangular = true;
  for (int l = 1; l < view->loop_count; l++)
    if (view->shapes[view->loops[l].source].varies)
      view->rectangular = false;
  view->rigid = is_rigid(view);
}

pme__instance_view *pme__instance_view_create(const pme_concrete *concrete, const pme__loop_shape *shapes,
                                              const pme__count *counts, const pme__cache_instance *instance,
                                              pme_arena *arena) {
  const pme_program *program = pme_concrete_program(concrete);
  int nodes = pme_program_node_count(program);
  pme__instance_view *view = PME_ARENA_NEW(arena, pme__instance_view, 1);
  if (!view)
    return NULL;
  builder b = {.view = view,
               .counts = counts,
               .instance = *instance,
               .arena = arena,
               .loop_capacity = 2 * nodes + 1,
               .reference_capacity = nodes};
  view->concrete = concrete;
  view->shapes = shapes;
  view->serial = pme_machine_instance_of(instance->machine, instance->level, 0, 1) == instance->number;
  view->loops = PME_ARENA_NEW(arena, pme__loop, b.loop_capacity);
  view->references = PME_ARENA_NEW(arena, pme__reference, nodes);
  if (!view->loops || !view->references)
    return NULL;
  pme__loop root = {.source = PME_NONE, .source_depth = -1};
  enclosing in = {.execution = SERIAL, .loop = add_loop(&b, PME_NONE, &root)};
  build_list(&b, pme_program_first_node(program), in);
  view->loops[0].end = b.order;
  b.no_memory |= !pme__view_set_blocks(view, arena);
  note_shape(view);
  return b.no_memory ? NULL : view;
}
