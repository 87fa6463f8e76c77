#include "test/property/walk_judge.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/walk/decide/reuse_run.h"
#include "analysis/model/walk/occupancy/certificate.h"
#include "analysis/model/walk/occupancy/occupancy.h"
#include "simulator/simulator.h"

/* Classes of all references at a level, and which of them are certified. */
typedef struct proofs {
  pme__carriers carriers[256];
  bool certified[256][PME__TREE_MAX_LOOPS + 3];
  pme__occupancy *fits[256][PME__TREE_MAX_LOOPS + 3];
} proofs;

/* What is compared at one level, and where it is counted. */
typedef struct judged_level {
  uint64_t seed;
  const subject *subject;
  pme__level_state *state;
  const proofs *proofs;
  const forward_run *run;
  int level;
  tally *tally;
} judged_level;

static void check_access(const judged_level *j, size_t at, uint64_t misses) {
  const forward_access *access = &j->run->accesses[at];
  pme__walk_instance instance = {.reference = reference_of(j->subject->walk, access->node), .thread = access->thread};
  int64_t first, last;
  if (instance.reference < 0)
    fail_msg("seed %llu: node %d was said never to run", (unsigned long long)j->seed, access->node);
  pme__tree_locate(&j->subject->walk->references[instance.reference], access->values, instance.iterators);
  pme__walk_lines(j->state, &instance, &first, &last);
  for (int64_t line = first; line <= last; line++) {
    bool truth = misses >> (line - first) & 1;
    pme__walk_verdict verdict = pme__walk_decide(j->state, &instance, line, PME__INTERFERENCE_ALL);
    j->tally->lines++;
    j->tally->misses += truth;
    if ((verdict != PME__WALK_HIT) != truth ||
        first != pme_floor_divide(access->address, j->state ? j->subject->machine.levels[j->level].line_bytes : 1)) {
      print_access(access);
      fprintf(stderr, "%s# %s\n", j->subject->text->program, j->subject->text->machine);
      fail_msg("seed %llu level %d access %zu line %lld (first %lld): %s, walk says %d", (unsigned long long)j->seed,
               j->level, at, (long long)line, (long long)first, truth ? "miss" : "hit", (int)verdict);
    }
  }
}

/* What a walk for other rivals must say, by looking back through the accesses one by one. */
static pme__walk_verdict look_back(const subject *s, const forward_run *run, size_t at, int level, int64_t line,
                                   bool own_lines) {
  const pme_cache_level *shape = &s->machine.levels[level];
  const forward_access *target = &run->accesses[at];
  int64_t sets = pme_cache_sets(shape), seen[1024];
  int count = 0, instance = pme_machine_instance_of(&s->machine, level, target->thread, target->team);
  for (size_t i = at + 1; i-- > 0;) {
    const forward_access *access = &run->accesses[i];
    int64_t first = pme_floor_divide(access->address, shape->line_bytes);
    int64_t last = pme_floor_divide(access->address + access->size - 1, shape->line_bytes);
    if (pme_machine_instance_of(&s->machine, level, access->thread, access->team) != instance)
      continue;
    for (int64_t other = i == at ? line - 1 : last; other >= first; other--) {
      bool known = false;
      if (other == line)
        return PME__WALK_HIT;
      for (int k = 0; k < count && !known; k++)
        known = seen[k] == other;
      if (known || !own_lines || access->thread != target->thread || (other - line) % sets != 0)
        continue;
      seen[count++] = other;
      if (count == shape->associativity)
        return PME__WALK_MISS;
    }
  }
  return PME__WALK_FIRST_TOUCH;
}

static void check_kind(const judged_level *j, size_t at) {
  const forward_access *access = &j->run->accesses[at];
  pme__walk_instance instance = {.reference = reference_of(j->subject->walk, access->node), .thread = access->thread};
  int64_t first, last;
  pme__tree_locate(&j->subject->walk->references[instance.reference], access->values, instance.iterators);
  pme__walk_lines(j->state, &instance, &first, &last);
  int c = pme__carrier_of(j->state, &j->proofs->carriers[instance.reference], &instance);
  pme__occupancy *fit = j->proofs->fits[instance.reference][c];
  for (int64_t line = first; line <= last; line++)
    for (int own = 0; own < 2; own++) {
      pme__walk_verdict truth = look_back(j->subject, j->run, at, j->level, line, own);
      pme__walk_verdict counted = PME__WALK_UNDECIDED;
      if (fit && own)
        counted = pme__occupancy_decide(fit, &instance, line, PME__INTERFERENCE_OWN);
      if (counted != PME__WALK_UNDECIDED && counted != truth)
        fail_msg("seed %llu level %d access %zu line %lld: against own lines %d, the count of lines says %d",
                 (unsigned long long)j->seed, j->level, at, (long long)line, (int)truth, (int)counted);
      if (!own && pme__carrier_is_own_thread(&j->proofs->carriers[instance.reference], c))
        assert_int_equal(truth, PME__WALK_HIT); /* so nobody asks */
      pme__walk_verdict verdict =
          pme__walk_decide(j->state, &instance, line, own ? PME__INTERFERENCE_OWN : PME__INTERFERENCE_NONE);
      j->tally->kinds++;
      if (truth != verdict) {
        print_access(access);
        fprintf(stderr, "%s# %s\n", j->subject->text->program, j->subject->text->machine);
        fail_msg("seed %llu level %d access %zu line %lld: against %s lines %d, walk says %d",
                 (unsigned long long)j->seed, j->level, at, (long long)line, own ? "own" : "no", (int)truth,
                 (int)verdict);
      }
    }
}

static void prove(const subject *s, pme__level_state *state, proofs *p) {
  pme__prover *prover;
  pme__occupancy_memo *memory = pme__occupancy_memo_create(s->arena);
  assert_int_equal(pme__prover_create(state, s->arena, &prover), PME_OK);
  assert_non_null(memory);
  assert_in_range(s->walk->reference_count, 0, 255);
  memset(p, 0, sizeof *p);
  for (int r = 0; r < s->walk->reference_count; r++) {
    pme__find_carriers(state, r, &p->carriers[r]);
    for (int c = 0; c < p->carriers[r].count; c++) {
      p->certified[r][c] = pme__certify(prover, &p->carriers[r], c);
      assert_int_equal(pme__occupancy_create(state, &p->carriers[r], c, memory, s->arena, &p->fits[r][c]), PME_OK);
    }
  }
}

/* What is counted instead of walked. */
static void check_fit(const judged_level *j, pme__occupancy *fit, const pme__walk_instance *instance, uint64_t misses) {
  int64_t first, last;
  pme__walk_lines(j->state, instance, &first, &last);
  for (int64_t line = first; line <= last; line++) {
    pme__walk_verdict verdict = pme__occupancy_decide(fit, instance, line, PME__INTERFERENCE_ALL);
    bool truth = misses >> (line - first) & 1;
    j->tally->counted_hits += verdict == PME__WALK_HIT;
    j->tally->counted_misses += verdict == PME__WALK_MISS;
    j->tally->uncounted += verdict == PME__WALK_UNDECIDED;
    if (verdict == (truth ? PME__WALK_HIT : PME__WALK_MISS)) {
      fprintf(stderr, "%s# %s\n", j->subject->text->program, j->subject->text->machine);
      fail_msg("seed %llu level %d reference %d line %lld: %s, the count of lines says %d", (unsigned long long)j->seed,
               j->level, instance->reference, (long long)line, truth ? "miss" : "hit", (int)verdict);
    }
  }
}

static void check_class(const judged_level *j, size_t at, uint64_t misses) {
  const forward_access *access = &j->run->accesses[at];
  pme__walk_instance instance = {.reference = reference_of(j->subject->walk, access->node), .thread = access->thread};
  pme__tree_locate(&j->subject->walk->references[instance.reference], access->values, instance.iterators);
  int c = pme__carrier_of(j->state, &j->proofs->carriers[instance.reference], &instance);
  if (j->proofs->fits[instance.reference][c])
    check_fit(j, j->proofs->fits[instance.reference][c], &instance, misses);
  if (!j->proofs->certified[instance.reference][c])
    return;
  j->tally->certified++;
  if (misses) {
    print_access(access);
    fprintf(stderr, "%s# %s\n", j->subject->text->program, j->subject->text->machine);
    fail_msg("seed %llu level %d: a miss in class %d (kind %d level %d), which is certified",
             (unsigned long long)j->seed, j->level, c, (int)j->proofs->carriers[instance.reference].at[c].kind,
             j->proofs->carriers[instance.reference].at[c].level);
  }
}

/* Whether the thread runs the iterations of the instance. */
static bool is_run(const pme__loop_tree *walk, const pme__walk_instance *instance) {
  const pme__tree_reference *reference = &walk->references[instance->reference];
  for (int level = 0; level < reference->path_length; level++) {
    pme__tree_range range = pme__tree_range_of(reference->path[level], instance->iterators, instance->thread);
    int64_t value = instance->iterators[reference->path[level]->depth];
    if (value < range.first || value > range.last || (value - range.first) % range.step != 0)
      return false;
  }
  return true;
}

/* Projection leads into the class, to an instance of the program, and the weights of all instances add up to the size
 * of the class. */
static void check_weights(const judged_level *j) {
  static double weights[256][PME__TREE_MAX_LOOPS + 3], sizes[256][PME__TREE_MAX_LOOPS + 3];
  uint64_t random = j->seed;
  memset(weights, 0, sizeof weights);
  memset(sizes, 0, sizeof sizes);
  for (size_t i = 0; i < j->run->count; i++) {
    pme__walk_instance instance = {.reference = reference_of(j->subject->walk, j->run->accesses[i].node),
                                   .thread = j->run->accesses[i].thread};
    int r = instance.reference;
    pme__tree_locate(&j->subject->walk->references[r], j->run->accesses[i].values, instance.iterators);
    sizes[r][pme__carrier_of(j->state, &j->proofs->carriers[r], &instance)]++;
    for (int c = 0; c <= j->proofs->carriers[r].count; c++) {
      pme__walk_instance moved = instance;
      double weight = pme__carrier_project(j->state, &j->proofs->carriers[r], c, &random, &moved);
      weights[r][c] += weight;
      if (weight > 0 && !is_run(j->subject->walk, &moved))
        fail_msg("seed %llu level %d: projected out of the program\n%s", (unsigned long long)j->seed, j->level,
                 j->subject->text->program);
      if (weight > 0 && pme__carrier_of(j->state, &j->proofs->carriers[r], &moved) != c)
        fail_msg("seed %llu level %d: projected out of class %d\n%s", (unsigned long long)j->seed, j->level, c,
                 j->subject->text->program);
    }
  }
  for (int r = 0; r < j->subject->walk->reference_count; r++)
    for (int c = 0; c <= j->proofs->carriers[r].count; c++)
      if (fabs(weights[r][c] - sizes[r][c]) > 1e-6 * (1 + sizes[r][c])) {
        fprintf(stderr, "%s# %s\n", j->subject->text->program, j->subject->text->machine);
        fail_msg("seed %llu level %d node %d: class %d (kind %d level %d) of %g instances has weight %g",
                 (unsigned long long)j->seed, j->level, j->subject->walk->references[r].node, c,
                 (int)j->proofs->carriers[r].at[c].kind, j->proofs->carriers[r].at[c].level, sizes[r][c],
                 weights[r][c]);
      }
}

void check_level(uint64_t seed, const subject *s, const forward_run *run, int level, tally *t) {
  static proofs p;
  pme__level_state *state;
  forward_cache *cache = forward_cache_create(&s->machine, level);
  int64_t groups[64] = {0};
  assert_int_equal(pme__level_state_create(s->walk, &s->machine, level, s->arena, &state), PME_OK);
  pme__level_state_place(state, groups);
  prove(s, state, &p);
  judged_level j = {seed, s, state, &p, run, level, t};
  for (size_t i = 0; i < run->count; i++) {
    uint64_t misses = forward_cache_access(cache, &run->accesses[i]);
    check_access(&j, i, misses);
    check_class(&j, i, misses);
    if (misses && run->count < 2000)
      check_kind(&j, i);
  }
  if (run->count < 2000)
    check_weights(&j);
  assert_int_equal(pme__level_state_status(state), PME_OK);
  forward_cache_free(cache);
}

void check_counts(uint64_t seed, const subject *s, const forward_run *run) {
  int64_t executions[256];
  pme__counter counter = {.limit = INT64_C(1) << 40};
  assert_int_equal(pme__count_executions(&counter, s->walk, s->arena, executions), PME_OK);
  for (int r = 0; r < s->walk->reference_count; r++) {
    int64_t ran = 0;
    for (size_t i = 0; i < run->count; i++)
      ran += run->accesses[i].node == s->walk->references[r].node;
    if (executions[r] != ran)
      fail_msg("seed %llu node %d: %lld executions, counted %lld\n%s", (unsigned long long)seed,
               s->walk->references[r].node, (long long)ran, (long long)executions[r], s->text->program);
  }
}

void check_simulator(uint64_t seed, const subject *s, const forward_run *run, tally *t) {
  pme_prediction *truth;
  for (int id = 0; id < pme_program_node_count(s->program); id++) {
    const pme_concrete_node *node = pme_concrete_node_at(s->concrete, id);
    if (node->kind == PME_NODE_ACCESS && node->modelled && s->skip[id])
      return;
  }
  assert_int_equal(pme_simulate(s->concrete, &s->machine, NULL, s->arena, &truth, NULL), PME_OK);
  for (int level = 0; level < s->machine.level_count; level++) {
    uint64_t misses = 0;
    forward_cache *cache = forward_cache_create(&s->machine, level);
    for (size_t i = 0; i < run->count; i++)
      misses += (uint64_t)__builtin_popcountll(forward_cache_access(cache, &run->accesses[i]));
    forward_cache_free(cache);
    pme_prediction_sum(truth);
    if ((double)misses != truth->levels[level].misses)
      fail_msg("seed %llu level %d: %llu misses, the simulator has %.0f\n%s# %s", (unsigned long long)seed, level,
               (unsigned long long)misses, truth->levels[level].misses, s->text->program, s->text->machine);
  }
  t->simulated++;
}
