/* Functions, loops, blocks and symbols at the target: those of the largest run, with counts that are fitted. */
#include <math.h>
#include <string.h>

#include "scaling.h"

/* ---- counts from the inside to the outside ----
 *
 * Of a reference, its block, the rounds of the loop around it, how often that was entered, the rounds of the loop around
 * that, ... A search in halves in a loop over its keys grows as n log n, which the counts of all rounds show less well
 * than the rounds of a search do. */

typedef enum loop_count { EXECUTIONS, ITERATIONS } loop_count;

static int in_run(const scaling *s, int k, thing kind, int function, int number) {
  int other = pme__scale_function_in(s, k, function);
  return other == PME_NONE ? PME_NONE : pme__index_find(s->runs[k].profile, kind, other, number);
}

static pme__scale_counts counts_of_loop(const scaling *s, int loop, loop_count which) {
  pme__scale_counts counts = {{0}};
  for (int k = 0; k < s->count; k++) {
    const pme_profile *run = s->runs[k].profile;
    int other = in_run(s, k, THING_LOOP, LOOPS(base_of(s))[loop].function, LOOPS(base_of(s))[loop].number);
    if (other != PME_NONE)
      counts.of_run[k] = which == EXECUTIONS ? LOOPS(run)[other].executions : LOOPS(run)[other].iterations;
  }
  return counts;
}

static pme__scale_counts counts_of_block(const scaling *s, int block) {
  pme__scale_counts counts = {{0}};
  for (int k = 0; k < s->count; k++) {
    int other = in_run(s, k, THING_BLOCK, BLOCKS(base_of(s))[block].function, BLOCKS(base_of(s))[block].number);
    if (other != PME_NONE)
      counts.of_run[k] = BLOCKS(s->runs[k].profile)[other].executions;
  }
  return counts;
}

static void go_out(const scaling *s, pme__scale_nest *nest, int loop, loop_count from) {
  for (; loop != PME_NONE && nest->depth + 2 <= PME_SCALE_MAX_NEST; loop = LOOPS(base_of(s))[loop].parent) {
    if (from == ITERATIONS)
      nest->counts[nest->depth++] = counts_of_loop(s, loop, ITERATIONS);
    nest->counts[nest->depth++] = counts_of_loop(s, loop, EXECUTIONS);
    from = ITERATIONS;
  }
}

static double at_target(const scaling *s, const pme__scale_nest *nest) {
  return pme__scale_nested_count(s->sizes, nest->counts, nest->depth, s->count, s->question->target);
}

double pme__scale_entries(const scaling *s, int loop) {
  pme__scale_nest nest = {.depth = 0};
  go_out(s, &nest, loop, EXECUTIONS);
  return at_target(s, &nest);
}

double pme__scale_rounds(const scaling *s, int loop) {
  pme__scale_nest nest = {.depth = 0};
  go_out(s, &nest, loop, ITERATIONS);
  return at_target(s, &nest);
}

static void nest_of_block(const scaling *s, int block, pme__scale_nest *nest) {
  nest->counts[nest->depth++] = counts_of_block(s, block);
  go_out(s, nest, BLOCKS(base_of(s))[block].loop, ITERATIONS);
}

double pme__scale_executions(const scaling *s, int block) {
  pme__scale_nest nest = {.depth = 0};
  nest_of_block(s, block, &nest);
  return at_target(s, &nest);
}

double pme__scale_accesses(const scaling *s, int reference, const double *accesses) {
  pme__scale_nest nest = {.depth = 1};
  for (int k = 0; k < s->count; k++)
    nest.counts[0].of_run[k] = accesses[k];
  nest_of_block(s, REFERENCES(base_of(s))[reference].block, &nest);
  return at_target(s, &nest);
}

pme__scale_counts pme__scale_entries_of_runs(const scaling *s, int loop) { return counts_of_loop(s, loop, EXECUTIONS); }

/* It has more rounds in each larger run, a tenth at least where the input is twice as large: levels of a tree of up to
 * a thousand branches. */
static bool goes_round_slowly(const scaling *s, int loop) {
  static const double least_step = 0.1;
  pme__scale_counts rounds = counts_of_loop(s, loop, ITERATIONS), entries = counts_of_loop(s, loop, EXECUTIONS);
  for (int k = 0; k < s->count; k++) {
    if (!(entries.of_run[k] > 0) || !(rounds.of_run[k] > 0))
      return false;
    rounds.of_run[k] /= entries.of_run[k];
    if (k && rounds.of_run[k] < rounds.of_run[k - 1])
      return false;
  }
  return pme__scale_is_slow(s->sizes, rounds.of_run, s->count) &&
         rounds.of_run[s->count - 1] - rounds.of_run[0] > least_step * log2(s->sizes[s->count - 1] / s->sizes[0]);
}

static int outermost(const pme_profile *p, int loop) {
  while (loop != PME_NONE && LOOPS(p)[loop].parent != PME_NONE)
    loop = LOOPS(p)[loop].parent;
  return loop;
}

bool pme__scale_find_slow_loops(scaling *s) {
  const pme_profile *base = base_of(s);
  const size_t bytes = (size_t)base->loops.count + 1;
  s->is_slow = (bool *)pme__profile_allocate(s->result, bytes);
  s->has_slow = (bool *)pme__profile_allocate(s->result, bytes);
  if (!s->is_slow || !s->has_slow)
    return false;
  memset(s->has_slow, 0, bytes);
  for (int i = 0; i < base->loops.count; i++) {
    s->is_slow[i] = goes_round_slowly(s, i);
    s->has_slow[outermost(base, i)] |= s->is_slow[i];
  }
  return true;
}

static int loop_around(const pme_profile *p, int reference) { return BLOCKS(p)[REFERENCES(p)[reference].block].loop; }

int pme__scale_slow_loop(const scaling *s, int reference) {
  int loop = loop_around(base_of(s), reference);
  while (loop != PME_NONE && !s->is_slow[loop])
    loop = LOOPS(base_of(s))[loop].parent;
  return loop;
}

bool pme__scale_is_beside_slow_loop(const scaling *s, int reference) {
  int around = outermost(base_of(s), loop_around(base_of(s), reference));
  return around != PME_NONE && s->has_slow[around];
}

/* ---- code ---- */

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
  for (int i = 0; i < base->loops.count; i++) {
    pme_profile_loop loop = LOOPS(base)[i];
    loop.executions = pme__scale_entries(s, i);
    loop.iterations = pme__scale_rounds(s, i);
    pme_profile_add_loop(s->result, &loop);
  }
}

static void copy_blocks(scaling *s) {
  const pme_profile *base = base_of(s);
  for (int i = 0; i < base->blocks.count; i++) {
    pme_profile_block block = BLOCKS(base)[i];
    block.executions = pme__scale_executions(s, i);
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
