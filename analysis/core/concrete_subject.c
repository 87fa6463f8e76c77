/* Says what a program speaks of: its tree as the plain rows of a subject. */
#include "concrete_subject.h"

#include "concrete_evaluation.h"

enum { MAX_THREADS = 4096 };

static int64_t constant_or_zero(const pme_program *program, pme_expr expr) {
  const pme_expr_node *node = expr == PME_NONE ? NULL : pme_program_expr(program, expr);
  return node && node->kind == PME_EXPR_CONSTANT ? node->value : 0;
}

/* Of a node that is not modelled; 0: it would have to be computed. */
static int plain_team(const pme_program *program, const pme_what_if *what_if, pme_expr asked) {
  if (what_if->threads > 0)
    return what_if->threads;
  if (asked == PME_NONE)
    return pme__largest_team(what_if);
  int64_t threads = constant_or_zero(program, asked);
  return threads > 0 && threads <= MAX_THREADS ? (int)threads : 0;
}

/* What the team of a worksharing loop depends on: the outermost region or loop with a team says. */
static int plain_loop_team(const pme_program *program, const pme_what_if *what_if, const pme_node *node) {
  pme_expr asked = node->u.loop.threads;
  for (int id = node->parent; id != PME_NONE; id = pme_program_node(program, id)->parent) {
    const pme_node *around = pme_program_node(program, id);
    if (around->kind == PME_NODE_LOOP && around->u.loop.parallel)
      return 1;
    if (around->kind == PME_NODE_REGION)
      asked = around->u.region.threads;
  }
  return plain_team(program, what_if, asked);
}

static pme_subject_loop loop_row(const pme_program *program, const pme_what_if *what_if, const pme_node *at,
                                 const pme_concrete_node *node) {
  const pme_loop *source = &at->u.loop;
  pme_subject_loop row = {.variable = source->variable,
                          .parallel = source->parallel,
                          .is_team = source->is_team,
                          .is_taskloop = source->is_taskloop,
                          .collapse = source->collapse};
  if (node->modelled) {
    row.schedule = node->u.loop.schedule;
    row.chunk = node->u.loop.chunk;
    row.threads = node->u.loop.threads;
    return row;
  }
  row.schedule = source->schedule;
  row.chunk = constant_or_zero(program, source->chunk);
  row.threads = source->parallel ? plain_loop_team(program, what_if, at) : 0;
  return row;
}

static pme_subject_node node_row(const pme_program *program, const pme_what_if *what_if, const pme_node *source,
                                 const pme_concrete_node *node) {
  pme_subject_node row = {
      .kind = source->kind, .parent = source->parent, .place = source->place, .modelled = node->modelled};
  if (source->kind == PME_NODE_LOOP)
    row.u.loop = loop_row(program, what_if, source, node);
  else if (source->kind == PME_NODE_REGION)
    row.u.region.threads =
        node->modelled ? node->u.region.threads : plain_team(program, what_if, source->u.region.threads);
  else if (source->kind == PME_NODE_ACCESS)
    row.u.access = (pme_subject_access){source->u.access.array, source->u.access.is_write, source->u.access.kept_loops};
  return row;
}

pme_subject *pme__subject_of_program(const pme_program *program, const pme_what_if *what_if,
                                     const pme_concrete_node *nodes, pme_arena *arena) {
  pme_subject *subject = PME_ARENA_NEW(arena, pme_subject, 1);
  int node_count = pme_program_node_count(program), array_count = pme_program_array_count(program);
  pme_subject_node *rows = PME_ARENA_NEW(arena, pme_subject_node, node_count);
  const char **arrays = PME_ARENA_NEW(arena, const char *, array_count);
  if (!subject || !rows || !arrays)
    return NULL;
  for (int id = 0; id < node_count; id++)
    rows[id] = node_row(program, what_if, pme_program_node(program, id), &nodes[id]);
  for (int i = 0; i < array_count; i++)
    arrays[i] = pme_program_array(program, i)->name;
  *subject = (pme_subject){.function = pme_program_function(program),
                           .file = pme_program_file(program),
                           .line = pme_program_line(program),
                           .node_count = node_count,
                           .nodes = rows,
                           .array_count = array_count,
                           .arrays = arrays};
  return subject;
}
