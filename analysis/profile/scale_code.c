/* Functions, loops, blocks and symbols at the target: those of the largest run, with counts that are fitted. */
#include <string.h>

#include "scaling.h"

static void copy_functions(scaling *s) {
  const pme_profile *base = base_of(s);
  double values[PME_SCALE_MAX_RUNS];
  for (int f = 0; f < base->functions.count; f++) {
    pme_profile_function function = FUNCTIONS(base)[f];
    for (int k = 0; k < s->count; k++) {
      int other = pme__scale_function_in(s, k, f);
      values[k] = other == PME_NONE ? 0 : FUNCTIONS(s->runs[k].profile)[other].calls;
    }
    function.calls = pme__scale_count_at_target(s, values);
    pme_profile_add_function(s->result, &function);
  }
}

static void copy_loops(scaling *s) {
  const pme_profile *base = base_of(s);
  double executions[PME_SCALE_MAX_RUNS], iterations[PME_SCALE_MAX_RUNS];
  for (int i = 0; i < base->loops.count; i++) {
    pme_profile_loop loop = LOOPS(base)[i];
    for (int k = 0; k < s->count; k++) {
      const pme_profile *run = s->runs[k].profile;
      int function = pme__scale_function_in(s, k, loop.function);
      int other = function == PME_NONE ? PME_NONE : pme__index_find(run, THING_LOOP, function, loop.number);
      executions[k] = other == PME_NONE ? 0 : LOOPS(run)[other].executions;
      iterations[k] = other == PME_NONE ? 0 : LOOPS(run)[other].iterations;
    }
    loop.executions = pme__scale_count_at_target(s, executions);
    loop.iterations = pme__scale_count_at_target(s, iterations);
    pme_profile_add_loop(s->result, &loop);
  }
}

static void copy_blocks(scaling *s) {
  const pme_profile *base = base_of(s);
  double executions[PME_SCALE_MAX_RUNS];
  for (int i = 0; i < base->blocks.count; i++) {
    pme_profile_block block = BLOCKS(base)[i];
    for (int k = 0; k < s->count; k++) {
      const pme_profile *run = s->runs[k].profile;
      int function = pme__scale_function_in(s, k, block.function);
      int other = function == PME_NONE ? PME_NONE : pme__index_find(run, THING_BLOCK, function, block.number);
      executions[k] = other == PME_NONE ? 0 : BLOCKS(run)[other].executions;
    }
    block.executions = pme__scale_count_at_target(s, executions);
    pme_profile_add_block(s->result, &block);
  }
}

static void copy_symbols(scaling *s) {
  const char *symbol = s->question->symbol;
  const pme_profile *base = base_of(s);
  for (int i = 0; i < base->symbols.count; i++) {
    const pme_profile_symbol *old = &SYMBOLS(base)[i];
    bool is_target = symbol && !strcmp(old->name, symbol);
    bool is_constant = !old->other;
    for (int k = 0; k < s->count && is_constant; k++)
      for (int j = 0; j < s->runs[k].profile->symbols.count; j++) {
        const pme_profile_symbol *other = &SYMBOLS(s->runs[k].profile)[j];
        if (!strcmp(other->name, old->name))
          is_constant = is_constant && !other->other && other->value == old->value;
      }
    /* A symbol that is neither the one that grows nor the same in all runs has no value that anybody knows. */
    if (is_target || is_constant)
      pme_profile_add_symbol(s->result, old->function, old->loop, old->name,
                             is_target ? (int64_t)s->question->target : old->value, old->times);
  }
}

void pme__scale_code(scaling *s) {
  const pme_profile *base = base_of(s);
  copy_functions(s);
  copy_loops(s);
  copy_blocks(s);
  for (int i = 0; i < base->references.count; i++)
    pme_profile_add_reference(s->result, &REFERENCES(base)[i]);
  copy_symbols(s);
}
