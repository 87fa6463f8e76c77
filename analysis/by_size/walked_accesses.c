/* How many accesses a look walks. */
#include "analysis/repeats/repeats.h"
#include "search.h"

/* With fewer the count is not worth an evaluation. */
enum { FEW = 2 * PME__LEAST_REPEATS };

static int count_accesses(const pme_program *program) {
  int count = 0;
  for (int id = 0; id < pme_program_node_count(program); id++)
    count += pme_program_node(program, id)->kind == PME_NODE_ACCESS;
  return count;
}

/* At the first size: which accesses repeat others hangs on no size as a rule. */
static pme_status count_repeats(const pme__size_search *s, const pme_program *excerpt, pme_arena *arena, int *count) {
  pme_concrete *concrete = NULL;
  pme__repeats repeats = {0};
  pme_status status = pme__concrete_at(s, excerpt, PME__FIRST_SIZE, arena, &concrete);
  if (status == PME_OK)
    status = pme__leave_out_repeats(concrete, s->question->prediction->machine, arena, &repeats);
  *count = repeats.concrete ? repeats.count : 0;
  pme_concrete_destroy(concrete);
  return status;
}

pme_status pme__count_walked(const pme__size_search *s, const pme_program *excerpt, int *count) {
  int repeats;
  *count = count_accesses(excerpt ? excerpt : s->program);
  if (*count < FEW)
    return PME_OK;
  pme_arena *arena = pme_arena_create();
  pme_status status = arena ? count_repeats(s, excerpt, arena, &repeats) : PME_NO_MEMORY;
  if (status == PME_OK)
    *count -= repeats;
  pme_arena_destroy(arena);
  return status;
}
