/* Reads pieces of code: all that they touch, each access with the loops around it. What cannot be read is an obstacle. */
#include "neighbours.h"

#include "analysis/core/tree.h"
#include "hidden_code.h"

typedef struct reader {
  const pme_concrete *concrete;
  const pme_program *program;
  const pme_subject *subject;
  pme_arena *arena;
  pme__neighbours_reading *out;
  pme__placed_access *accesses;
  int *nodes;
  int count;
  bool is_full; /* memory is exhausted */
} reader;

static const pme_node *source_at(const reader *r, int id) { return pme_program_node(r->program, id); }

static void stop(reader *r, pme__nest_obstacle obstacle, int culprit) {
  if (r->out->obstacle == PME__NEST_FREE) {
    r->out->obstacle = obstacle;
    r->out->culprit = culprit;
  }
}

/* ---- accesses ---- */

static int count_below(const reader *r, int id) {
  int count = source_at(r, id)->kind == PME_NODE_ACCESS;
  for (int child = source_at(r, id)->first_child; child != PME_NONE; child = source_at(r, child)->next_sibling)
    count += count_below(r, child);
  return count;
}

static void place(reader *r, int id, pme__placed_access *placed) {
  const pme_concrete_loop **loops = PME_ARENA_NEW(r->arena, const pme_concrete_loop *, PME_MAX_DEPTH);
  const pme_concrete_guard **guards = PME_ARENA_NEW(r->arena, const pme_concrete_guard *, PME_MAX_DEPTH);
  r->is_full = r->is_full || !loops || !guards;
  for (int up = source_at(r, id)->parent; !r->is_full && up != PME_NONE; up = source_at(r, up)->parent) {
    const pme_concrete_node *node = pme_concrete_node_at(r->concrete, up);
    if (node->kind == PME_NODE_GUARD)
      guards[placed->access.guard_count++] = &node->u.guard;
    if (node->kind != PME_NODE_LOOP)
      continue;
    loops[node->u.loop.depth] = &node->u.loop;
    placed->loop_count = placed->loop_count > node->u.loop.depth + 1 ? placed->loop_count : node->u.loop.depth + 1;
  }
  placed->access.guards = guards;
  placed->loops = loops;
}

static void read_access(reader *r, int id) {
  pme__placed_access *placed = &r->accesses[r->count];
  r->nodes[r->count++] = id;
  *placed = (pme__placed_access){.access = pme__access_of(r->concrete, id)};
  place(r, id, placed);
}

static void read_node(reader *r, int id) {
  const pme_node *node = source_at(r, id);
  bool is_access = node->kind == PME_NODE_ACCESS, is_loop = node->kind == PME_NODE_LOOP;
  if (is_access) {
    read_access(r, id);
    return;
  }
  if (!pme_concrete_node_at(r->concrete, id)->modelled || node->kind == PME_NODE_REGION ||
      (node->kind == PME_NODE_GUARD && node->u.guard.one_thread) ||
      (is_loop && (node->u.loop.ordered || node->u.loop.is_team || node->u.loop.is_taskloop)))
    stop(r, PME__NEST_CODE, id);
  for (int child = node->first_child; child != PME_NONE && !r->is_full; child = source_at(r, child)->next_sibling)
    read_node(r, child);
}

static void read_piece(reader *r, pme__piece piece, const pme__placed_access **accesses, const int **nodes) {
  int most = 0;
  for (int id = piece.first; id != piece.end; id = source_at(r, id)->next_sibling)
    most += count_below(r, id);
  *accesses = r->accesses = PME_ARENA_NEW(r->arena, pme__placed_access, most + 1);
  *nodes = r->nodes = PME_ARENA_NEW(r->arena, int, most + 1);
  r->is_full = r->is_full || !r->accesses || !r->nodes;
  r->count = 0;
  for (int id = piece.first; !r->is_full && id != piece.end; id = source_at(r, id)->next_sibling)
    read_node(r, id);
}

/* ---- accesses without an address ---- */

static bool is_met(const pme__placed_access *access, const pme__placed_access *others, int count) {
  for (int i = 0; i < count; i++)
    if (others[i].access.memory == access->access.memory && (others[i].access.is_write || access->access.is_write))
      return true;
  return false;
}

/* Of the other piece no access may meet one whose place nobody knows; those that are left are of no matter. */
static int keep_read(reader *r, pme__placed_access *accesses, int *nodes, int count, const pme__placed_access *others,
                     int other_count) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    bool is_read = accesses[i].access.offset_bytes != NULL;
    if (!is_read && is_met(&accesses[i], others, other_count))
      stop(r, PME__NEST_CODE, nodes[i]);
    if (!is_read)
      continue;
    accesses[kept] = accesses[i];
    nodes[kept++] = nodes[i];
  }
  return kept;
}

static void read_both(reader *r, pme__piece first, pme__piece second) {
  pme__neighbours *n = &r->out->neighbours;
  read_piece(r, first, &n->first, &r->out->first);
  pme__placed_access *accesses = r->accesses;
  int *nodes = r->nodes, count = r->count;
  if (r->is_full)
    return;
  read_piece(r, second, &n->second, &r->out->second);
  if (r->is_full)
    return;
  n->first_count = keep_read(r, accesses, nodes, count, r->accesses, r->count);
  n->second_count = keep_read(r, r->accesses, r->nodes, r->count, accesses, count);
}

/* ---- what is not in the program ---- */

static void find_hidden(reader *r, pme__piece piece) {
  int culprit;
  for (int id = piece.first; id != piece.end; id = source_at(r, id)->next_sibling)
    if (pme__hides_code(r->concrete, id, &culprit))
      stop(r, PME__NEST_CODE, culprit);
}

static pme_status read_pieces(reader *r, pme__piece first, pme__piece second) {
  int culprit;
  r->program = pme_concrete_program(r->concrete);
  r->subject = pme_concrete_subject(r->concrete);
  read_both(r, first, second);
  if (r->is_full)
    return PME_NO_MEMORY;
  find_hidden(r, first);
  find_hidden(r, second);
  if (pme__hides_code_beside(r->concrete, first.first, &culprit))
    stop(r, PME__NEST_CODE, culprit);
  return PME_OK;
}

pme_status pme__read_neighbours(const pme_concrete *concrete, int first, int second, pme_arena *arena,
                                pme__neighbours_reading *out) {
  reader r = {.concrete = concrete, .arena = arena, .out = out};
  *out = (pme__neighbours_reading){.neighbours =
                                       {
                                           .outer_count = pme_concrete_node_at(concrete, first)->u.loop.depth,
                                           .common_count = 1,
                                       },
                                   .culprit = PME_NONE};
  if (pme_program_node(pme_concrete_program(concrete), first)->u.loop.carries)
    stop(&r, PME__NEST_CARRIED, first);
  return read_pieces(&r, (pme__piece){first, second},
                     (pme__piece){second, pme_concrete_node_at(concrete, second)->next_sibling});
}

pme_status pme__read_parts(const pme_concrete *concrete, int loop, pme__piece first, pme__piece second,
                           pme_arena *arena, pme__neighbours_reading *out) {
  reader r = {.concrete = concrete, .arena = arena, .out = out};
  *out = (pme__neighbours_reading){
      .neighbours = {.outer_count = pme_concrete_node_at(concrete, loop)->u.loop.depth, .common_count = 1},
      .culprit = PME_NONE};
  if (pme_program_node(pme_concrete_program(concrete), loop)->u.loop.carries)
    stop(&r, PME__NEST_CARRIED, loop);
  return read_pieces(&r, first, second);
}

const pme__direction *pme__find_between(const pme__directions *directions, int common_count, bool is_dealt) {
  for (int i = 0; i < directions->count; i++) {
    const signed char *signs = directions->all[i].signs;
    int first = 0;
    while (first < common_count && signs[first] == 0)
      first++;
    if ((first < common_count && signs[first] < 0) || (is_dealt && signs[0] != 0))
      return &directions->all[i];
  }
  return NULL;
}
