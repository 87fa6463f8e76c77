/* Which symbols a loop itself asks for: those of the outermost loop around it and of what stands around that. */
#include "own_symbols.h"

#include <string.h>

#include "excerpt.h"

typedef struct uses {
  const pme_program *program;
  bool *used; /* per symbol of the program */
} uses;

static void note(uses *u, pme_expr expr) {
  const pme_expr_node *node = expr == PME_NONE ? NULL : pme_program_expr(u->program, expr);
  if (!node)
    return;
  if (node->kind == PME_EXPR_PARAMETER)
    u->used[node->value] = true;
  if (node->left == PME_NONE || node->right == PME_NONE)
    return;
  note(u, node->left);
  note(u, node->right);
}

static void note_loop(uses *u, const pme_loop *loop) {
  for (int i = 0; i < loop->first_count; i++)
    note(u, loop->firsts[i]);
  for (int i = 0; i < loop->last_count; i++)
    note(u, loop->lasts[i]);
  note(u, loop->step);
  note(u, loop->chunk);
  note(u, loop->threads);
}

static void note_node(uses *u, const pme_node *node) {
  if (node->kind == PME_NODE_LOOP)
    note_loop(u, &node->u.loop);
  else if (node->kind == PME_NODE_REGION)
    note(u, node->u.region.threads);
  else if (node->kind == PME_NODE_ACCESS)
    note(u, node->u.access.offset_bytes);
  for (int i = 0; node->kind == PME_NODE_GUARD && i < node->u.guard.condition_count; i++)
    note(u, node->u.guard.conditions[i]);
}

static void note_below(uses *u, int id) {
  const pme_node *node = pme_program_node(u->program, id);
  note_node(u, node);
  int child = node->kind == PME_NODE_ACCESS ? PME_NONE : node->first_child;
  for (; child != PME_NONE; child = pme_program_node(u->program, child)->next_sibling)
    note_below(u, child);
}

/* Per symbol of the program; NULL: no memory. */
static const bool *used_by(const pme_program *program, int loop, pme_arena *arena) {
  size_t count = (size_t)pme_program_parameter_count(program);
  uses u = {program, PME_ARENA_NEW(arena, bool, count + 1)};
  if (!u.used)
    return NULL;
  memset(u.used, 0, (count + 1) * sizeof *u.used);
  int top = pme__outermost_loop(program, loop);
  note_below(&u, top);
  for (int id = pme_program_node(program, top)->parent; id != PME_NONE; id = pme_program_node(program, id)->parent)
    note_node(&u, pme_program_node(program, id));
  return u.used;
}

static bool is_used(const pme_program *program, const bool *used, const char *name) {
  for (int i = 0; i < pme_program_parameter_count(program); i++)
    if (strcmp(pme_program_parameter(program, i)->name, name) == 0)
      return used[i];
  return true;
}

/* Those that the loop asks for come first; what is taken for code that was left out is not said. */
static bool keep_own_taken(const pme_program *program, const bool *used, pme_by_size_loop *loop, pme_arena *arena) {
  pme_binding *kept = PME_ARENA_NEW(arena, pme_binding, loop->taken_count + 1);
  int count = 0;
  for (int own = 1; own >= 0; own--) {
    for (int i = 0; i < loop->taken_count && kept && (own || !loop->alone); i++)
      if (is_used(program, used, loop->taken[i].name) == own)
        kept[count++] = loop->taken[i];
    loop->own_taken_count = own ? count : loop->own_taken_count;
  }
  loop->taken = kept;
  loop->taken_count = count;
  return kept != NULL;
}

bool pme__find_own_symbols(const pme_program *program, const pme_by_size *answer, pme_by_size_loop *loop,
                           pme_arena *arena) {
  const bool *used = used_by(program, loop->node, arena);
  bool *own = PME_ARENA_NEW(arena, bool, answer->symbol_count + 1);
  if (!used || !own)
    return false;
  loop->own_count = 0;
  for (int i = 0; i < answer->symbol_count; i++) {
    own[i] = is_used(program, used, answer->symbols[i]);
    loop->own_count += own[i];
  }
  loop->own = own;
  return keep_own_taken(program, used, loop, arena);
}
