/* pme_take_choices: what loops ask for that ask for no size. */
#include "pmecache/choices.h"

#include <string.h>

#include "analysis/core/tree.h"
#include "symbols/expressions.h"
#include "unknown_sizes.h"

typedef struct taking {
  const pme_program *program;
  pme__unknown_symbols unknown;
  pme_arena *arena;
  int count;                /* parameters of the program */
  bool *is_left;            /* each: to pme_predict_by_size */
  const bool **asked;       /* each node that is a loop to be answered: which parameters it asks for */
  const pme_binding **from; /* each parameter: what the first such loop has it for */
} taking;

static bool is_parallel_loop(const pme_program *program, int node) {
  const pme_node *n = pme_program_node(program, node);
  return n->kind == PME_NODE_LOOP && n->u.loop.parallel;
}

/* Loops that are not parallel only where there is none. */
static bool find_loops(taking *t) {
  int nodes = pme_program_node_count(t->program);
  bool has_parallel = false;
  for (int id = 0; id < nodes; id++)
    has_parallel = has_parallel || is_parallel_loop(t->program, id);
  for (int id = 0; id < nodes; id++) {
    bool is_wanted = has_parallel ? is_parallel_loop(t->program, id) : pme__is_sequential_nest(t->program, id);
    t->asked[id] = is_wanted ? pme__symbols_of_loop(t->program, id, t->arena) : NULL;
    if (is_wanted && !t->asked[id])
      return false;
  }
  return true;
}

static bool asks_for_one_of(const bool *asked, const bool *symbols, int count) {
  for (int i = 0; i < count; i++)
    if (asked[i] && symbols[i])
      return true;
  return false;
}

/* All that is asked for beside a size, and beside what is asked for there. */
static void leave_to_sizes(taking *t) {
  for (int i = 0; i < t->unknown.size_count; i++)
    t->is_left[pme__parameter_named(t->program, t->unknown.sizes[i])] = true;
  for (bool is_more = t->unknown.size_count > 0; is_more;) {
    is_more = false;
    for (int id = 0; id < pme_program_node_count(t->program); id++)
      for (int i = 0; t->asked[id] && i < t->count && asks_for_one_of(t->asked[id], t->is_left, t->count); i++)
        if (t->asked[id][i] && !t->is_left[i])
          is_more = t->is_left[i] = true;
  }
}

/* The first loop that asks for a symbol says what it is taken for. */
static bool take_for(taking *t, int loop) {
  const pme_binding *own = pme__own_choices(t->program, loop, &t->unknown, t->arena);
  for (int i = 0; own && i < t->unknown.taken_count; i++) {
    int parameter = pme__parameter_named(t->program, own[i].name);
    if (pme__is_number(&own[i]) && t->asked[loop][parameter] && !t->is_left[parameter] && !t->from[parameter])
      t->from[parameter] = &own[i];
  }
  return own != NULL;
}

static pme_status add_bindings(const taking *t, const pme_what_if *what_if, pme_what_if *out) {
  int count = what_if->binding_count;
  pme_binding *bindings = pme__bindings_with_room(what_if, t->count, t->arena);
  if (!bindings)
    return PME_NO_MEMORY;
  for (int i = 0; i < t->count; i++)
    if (t->from[i])
      bindings[count++] = *t->from[i];
  out->bindings = bindings;
  out->binding_count = count;
  return PME_OK;
}

pme_status pme_take_choices(const pme_program *program, const pme_what_if *what_if, pme_arena *arena,
                            pme_what_if *out) {
  size_t parameters = (size_t)pme_program_parameter_count(program), nodes = (size_t)pme_program_node_count(program);
  taking t = {.program = program,
              .arena = arena,
              .count = (int)parameters,
              .is_left = PME_ARENA_NEW(arena, bool, parameters + 1),
              .asked = PME_ARENA_NEW(arena, const bool *, nodes + 1),
              .from = PME_ARENA_NEW(arena, const pme_binding *, parameters + 1)};
  *out = *what_if;
  if (!t.is_left || !t.asked || !t.from || pme__find_unknown_symbols(program, what_if, arena, &t.unknown) != PME_OK)
    return PME_NO_MEMORY;
  if (t.unknown.taken_count == 0)
    return PME_OK;
  memset(t.is_left, 0, (parameters + 1) * sizeof *t.is_left);
  for (size_t i = 0; i < parameters; i++)
    t.from[i] = NULL;
  if (!find_loops(&t))
    return PME_NO_MEMORY;
  leave_to_sizes(&t);
  for (size_t id = 0; id < nodes; id++)
    if (t.asked[id] && !take_for(&t, (int)id))
      return PME_NO_MEMORY;
  return add_bindings(&t, what_if, out);
}
