/* Reads a nest: its loops, and all that it touches. What cannot be read is an obstacle, never left out. */
#include "nest.h"

#include "analysis/core/tree.h"
#include "hidden_code.h"

typedef struct reader {
  const pme_concrete *concrete;
  const pme_program *program;
  const pme_subject *subject;
  int outermost;
  pme_arena *arena;
  pme__nest_reading *out;
  pme__nest_access *accesses;
  int *nodes;
  bool is_full; /* memory is exhausted */
} reader;

static const pme_concrete_node *node_at(const reader *r, int id) { return pme_concrete_node_at(r->concrete, id); }

static void stop(reader *r, pme__nest_obstacle obstacle, int culprit) {
  if (r->out->obstacle == PME__NEST_FREE) {
    r->out->obstacle = obstacle;
    r->out->culprit = culprit;
  }
}

/* ---- loops ---- */

static bool is_always_the_same(const pme_affine *offset) {
  for (int d = 0; d < offset->depth; d++)
    if (offset->coefficients[d] != 0)
      return false;
  return offset->div_count == 0;
}

bool pme__holds_only(const pme_concrete *concrete, int loop, int inside) {
  const pme_program *program = pme_concrete_program(concrete);
  for (int id = pme_program_node(program, loop)->first_child; id != PME_NONE;
       id = pme_program_node(program, id)->next_sibling) {
    const pme_node *node = pme_program_node(program, id);
    const pme_concrete_node *known = pme_concrete_node_at(concrete, id);
    if (id != inside && (node->kind != PME_NODE_ACCESS || node->u.access.is_write || !known->modelled ||
                         !is_always_the_same(&known->u.access.offset_bytes)))
      return false;
  }
  return true;
}

static void read_loops(reader *r, int innermost) {
  const pme_concrete_loop *last = &node_at(r, innermost)->u.loop;
  int depth = last->depth + 1, outer = node_at(r, r->outermost)->u.loop.depth;
  const pme_concrete_loop **loops = PME_ARENA_NEW(r->arena, const pme_concrete_loop *, depth);
  int *nodes = PME_ARENA_NEW(r->arena, int, depth - outer);
  if (!loops || !nodes) {
    r->is_full = true;
    return;
  }
  int id = innermost;
  for (int d = depth - 1; d >= 0; d--, id = pme__loop_around(r->subject, id)) {
    const pme_loop *source = &pme_program_node(r->program, id)->u.loop;
    loops[d] = &node_at(r, id)->u.loop;
    if (d < outer)
      continue;
    nodes[d - outer] = id;
    if (source->ordered || source->is_team || source->is_taskloop)
      stop(r, PME__NEST_CODE, id);
    if (source->carries)
      stop(r, PME__NEST_CARRIED, id);
  }
  if (depth - outer > PME_MOST_NEST_LOOPS)
    stop(r, PME__NEST_DEPTH, r->outermost);
  r->out->loops = nodes;
  r->out->nest.loops = loops;
  r->out->nest.outer_count = outer;
  r->out->nest.loop_count = depth - outer;
}

/* ---- accesses ---- */

static int count_accesses(const reader *r, int first) {
  int count = 0;
  for (int id = first; id != PME_NONE; id = pme_program_node(r->program, id)->next_sibling)
    count += pme_program_node(r->program, id)->kind == PME_NODE_ACCESS
                 ? 1
                 : count_accesses(r, pme_program_node(r->program, id)->first_child);
  return count;
}

static void read_guards(reader *r, int access, pme__nest_access *out) {
  const pme_concrete_guard **guards = PME_ARENA_NEW(r->arena, const pme_concrete_guard *, PME_MAX_DEPTH);
  r->is_full = r->is_full || !guards;
  for (int id = pme_program_node(r->program, access)->parent; !r->is_full && id != r->outermost;
       id = pme_program_node(r->program, id)->parent)
    if (pme_program_node(r->program, id)->kind == PME_NODE_GUARD)
      guards[out->guard_count++] = &node_at(r, id)->u.guard;
  out->guards = guards;
}

static void read_access(reader *r, int id) {
  pme__nest_access *access = &r->accesses[r->out->nest.access_count];
  r->nodes[r->out->nest.access_count++] = id;
  *access = pme__access_of(r->concrete, id);
  if (node_at(r, id)->modelled)
    read_guards(r, id, access);
}

static void read_body(reader *r, int first) {
  for (int id = first; id != PME_NONE && !r->is_full; id = pme_program_node(r->program, id)->next_sibling) {
    const pme_node *node = pme_program_node(r->program, id);
    if (node->kind == PME_NODE_ACCESS)
      read_access(r, id);
    else if (!node_at(r, id)->modelled || node->kind == PME_NODE_REGION)
      stop(r, PME__NEST_CODE, id);
    else if (node->kind == PME_NODE_GUARD && node->u.guard.one_thread)
      stop(r, PME__NEST_CODE, id);
    else
      read_body(r, node->first_child);
  }
}

/* An access without an address may be anywhere in its array: it must not meet a write. The others stay. */
static void drop_unread(reader *r) {
  pme__nest *nest = &r->out->nest;
  int kept = 0;
  for (int i = 0; i < nest->access_count; i++) {
    bool is_alone = !r->accesses[i].is_write;
    for (int k = 0; k < nest->access_count; k++)
      is_alone = is_alone && !(r->accesses[k].is_write && r->accesses[k].memory == r->accesses[i].memory);
    if (!r->accesses[i].offset_bytes && !is_alone)
      stop(r, PME__NEST_CODE, r->nodes[i]);
    if (!r->accesses[i].offset_bytes || is_alone)
      continue;
    r->accesses[kept] = r->accesses[i];
    r->nodes[kept++] = r->nodes[i];
  }
  nest->access_count = kept;
}

static void read_accesses(reader *r) {
  int first = pme_program_node(r->program, r->outermost)->first_child, count = count_accesses(r, first);
  r->accesses = PME_ARENA_NEW(r->arena, pme__nest_access, count);
  r->nodes = PME_ARENA_NEW(r->arena, int, count);
  r->is_full = r->is_full || !r->accesses || !r->nodes;
  if (r->is_full)
    return;
  read_body(r, first);
  drop_unread(r);
  r->out->accesses = r->nodes;
  r->out->nest.accesses = r->accesses;
}

pme_status pme__read_nest(const pme_concrete *concrete, int outermost, int innermost, pme_arena *arena,
                          pme__nest_reading *out) {
  reader r = {.concrete = concrete,
              .program = pme_concrete_program(concrete),
              .subject = pme_concrete_subject(concrete),
              .outermost = outermost,
              .arena = arena,
              .out = out};
  *out = (pme__nest_reading){.culprit = PME_NONE};
  read_loops(&r, innermost);
  if (!r.is_full)
    read_accesses(&r);
  int culprit;
  if (!r.is_full && pme__hides_code(concrete, outermost, &culprit))
    stop(&r, PME__NEST_CODE, culprit);
  return r.is_full ? PME_NO_MEMORY : PME_OK;
}
