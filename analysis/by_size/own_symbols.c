/* Which symbols a loop itself asks for. */
#include "own_symbols.h"

#include <string.h>

#include "analysis/core/tree.h"

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
  const bool *used = pme__symbols_of_loop(program, loop->node, arena);
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
