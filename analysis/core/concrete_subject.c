/* Says what a program speaks of: its tree as the plain rows of a subject. */
#include "concrete_subject.h"

enum { MAX_THREADS = 4096 };

static int64_t constant_or_zero(const pme_program *program, pme_expr expr) {
  const pme_expr_node *node = expr == PME_NONE ? NULL : pme_program_expr(program, expr);
  return node && node->kind == PME_EXPR_CONSTANT ? node->value : 0;
}

static pme_subject_loop loop_row(const pme_program *program, const pme_loop *source, const pme_concrete_node *node) {
  pme_subject_loop row = {.variable = source->variable,
                          .parallel = source->parallel,
                          .is_team = source->is_team,
                          .collapse = source->collapse};
  if (node->modelled) {
    row.schedule = node->u.loop.schedule;
    row.chunk = node->u.loop.chunk;
    row.threads = node->u.loop.threads;
    return row;
  }
  int64_t threads = constant_or_zero(program, source->threads);
  row.schedule = source->schedule;
  row.chunk = constant_or_zero(program, source->chunk);
  row.threads = threads > 0 && threads <= MAX_THREADS ? (int)threads : 0;
  return row;
}

static pme_subject_node node_row(const pme_program *program, const pme_node *source, const pme_concrete_node *node) {
  pme_subject_node row = {
      .kind = source->kind, .parent = source->parent, .place = source->place, .modelled = node->modelled};
  if (source->kind == PME_NODE_LOOP)
    row.u.loop = loop_row(program, &source->u.loop, node);
  else if (source->kind == PME_NODE_REGION)
    row.u.region.threads = node->modelled ? node->u.region.threads : 0;
  else if (source->kind == PME_NODE_ACCESS)
    row.u.access = (pme_subject_access){source->u.access.array, source->u.access.is_write, source->u.access.kept_loops};
  return row;
}

pme_subject *pme__subject_of_program(const pme_program *program, const pme_concrete_node *nodes, pme_arena *arena) {
  pme_subject *subject = PME_ARENA_NEW(arena, pme_subject, 1);
  int node_count = pme_program_node_count(program), array_count = pme_program_array_count(program);
  pme_subject_node *rows = PME_ARENA_NEW(arena, pme_subject_node, node_count);
  const char **arrays = PME_ARENA_NEW(arena, const char *, array_count);
  if (!subject || !rows || !arrays)
    return NULL;
  for (int id = 0; id < node_count; id++)
    rows[id] = node_row(program, pme_program_node(program, id), &nodes[id]);
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
