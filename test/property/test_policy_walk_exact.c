/* Every access of random programs decided under other policies than LRU; the sets, run forward, say what is right. What
 * is undecided is allowed to some, what is wrong to few: a line that others of its body go around is told less often
 * than it is touched.
 *
 * PMECACHE_TEST_PROGRAMS=N and PMECACHE_TEST_SEED=S in the environment: more, and others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/loop_tree/access_count.h"
#include "analysis/model/walk/decide/decide.h"
#include "simulator/policy/replacement.h"
#include "test/property/programs/each_program.h"
#include "test/property/walk_subject.h"

enum { PROGRAMS = 150, MOST_WAYS = 64 };

typedef struct verdicts {
  const char *policy;
  uint64_t lines, misses, false_hits, false_misses, undecided;
} verdicts;

/* The sets of all instances of a level. */
typedef struct forward_sets {
  const pme_machine *machine;
  int level;
  uint64_t *tags, random;
  uint8_t *marks;
} forward_sets;

static sim_ways set_at(forward_sets *f, int instance, int64_t set) {
  const pme_cache_level *level = &f->machine->levels[f->level];
  int64_t at = (instance * pme_cache_sets(level) + set) * level->associativity;
  return (sim_ways){&level->policy, level->associativity, f->tags + at, f->marks + at, &f->random};
}

static forward_sets create_sets(const pme_machine *machine, int level) {
  const pme_cache_level *shape = &machine->levels[level];
  int64_t ways = machine->cores * pme_cache_sets(shape) * shape->associativity;
  forward_sets f = {machine, level, malloc((size_t)ways * sizeof *f.tags), 1, malloc((size_t)ways)};
  assert_true(f.tags && f.marks);
  memset(f.tags, 0xff, (size_t)ways * sizeof *f.tags);
  for (int instance = 0; instance < machine->cores; instance++)
    for (int64_t set = 0; set < pme_cache_sets(shape); set++) {
      sim_ways one = set_at(&f, instance, set);
      sim_init_ways(&one);
    }
  return f;
}

/* Whether it misses. */
static bool refer(forward_sets *f, const forward_access *access, int64_t line) {
  int instance = pme_machine_instance_of(f->machine, f->level, access->thread, access->team);
  sim_ways set = set_at(f, instance, line % pme_cache_sets(&f->machine->levels[f->level]));
  int way = sim_way_of(&set, (uint64_t)line);
  if (way < set.ways) {
    sim_touch_way(&set, way);
    return false;
  }
  way = sim_way_for_new(&set);
  sim_fill_way(&set, way);
  set.tags[way] = (uint64_t)line;
  return true;
}

static void check_access(const subject *s, pme__level_state *state, forward_sets *f, const forward_access *access,
                         verdicts *v) {
  pme__walk_instance instance = {.reference = reference_of(s->walk, access->node), .thread = access->thread};
  int64_t first, last;
  pme__tree_locate(&s->walk->references[instance.reference], access->values, instance.iterators);
  pme__walk_lines(state, &instance, &first, &last);
  for (int64_t line = first; line <= last; line++) {
    bool truth = refer(f, access, line);
    pme__walk_verdict verdict = pme__walk_decide(state, &instance, line, PME__INTERFERENCE_ALL);
    v->lines++;
    v->misses += truth;
    v->undecided += verdict == PME__WALK_UNDECIDED;
    v->false_hits += truth && verdict == PME__WALK_HIT;
    v->false_misses += !truth && (verdict == PME__WALK_MISS || verdict == PME__WALK_FIRST_TOUCH);
  }
}

/* The level gets the policy, and ways that it can have. */
static void set_policy(pme_cache_level *level, const char *policy) {
  int64_t sets = pme_cache_sets(level);
  assert_true(pme_policy_named(policy, &level->policy));
  while (level->policy.kind == PME_POLICY_PLRU && (level->associativity & (level->associativity - 1)))
    level->associativity &= level->associativity - 1;
  level->associativity = level->associativity > MOST_WAYS ? MOST_WAYS : level->associativity;
  level->size_bytes = sets * level->associativity * level->line_bytes;
}

static void check_level(subject *s, const forward_run *run, int level, verdicts *v) {
  pme__level_state *state;
  int64_t groups[64] = {0};
  set_policy(&s->machine.levels[level], v->policy);
  forward_sets f = create_sets(&s->machine, level);
  assert_int_equal(pme__level_state_create(s->walk, &s->machine, level, s->arena, &state), PME_OK);
  pme__level_state_place(state, groups);
  for (size_t i = 0; i < run->count; i++)
    check_access(s, state, &f, &run->accesses[i], v);
  assert_int_equal(pme__level_state_status(state), PME_OK);
  free(f.tags);
  free(f.marks);
}

static void judge(void *context, long number, uint64_t seed, const random_program *random) {
  static subject s;
  (void)number;
  if (create_subject(seed, random, &s)) {
    forward_run *run = forward_create(s.concrete, s.bases, s.skip);
    pme__counter counter = {.limit = INT64_C(1) << 40};
    pme__fix_counts(&counter, s.walk);
    for (int l = 0; l < s.machine.level_count; l++)
      check_level(&s, run, l, context);
    forward_free(run);
  }
  destroy_subject(&s);
}

static void check(const char *policy) {
  verdicts v = {.policy = policy};
  random_knobs knobs = {.profile = RANDOM_GENERAL, .with_bases = true, .static_only = true, .max_accesses = 3000};
  each_program(random_program_make, &knobs, PROGRAMS, 1, judge, &v);
  print_message("%s: %llu lines, %llu misses, %llu taken for hits, %llu hits taken for misses, %llu undecided\n",
                policy, (unsigned long long)v.lines, (unsigned long long)v.misses, (unsigned long long)v.false_hits,
                (unsigned long long)v.false_misses, (unsigned long long)v.undecided);
  assert_true(v.misses > 100);
  assert_true(100 * (v.false_hits + v.false_misses) <= v.misses);
  assert_true(50 * v.undecided <= v.misses);
}

static void test_policies(void **state) {
  static const char *const policies[] = {"plru", "mru", "nru", "fifo", "qlru_h00_m1_r2_u1", "qlru_h11_m1_r0_u0"};
  (void)state;
  for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
    check(policies[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_policies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
