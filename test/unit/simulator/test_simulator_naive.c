/* The simulator against a second one, written for plainness. Random programs, equality of every count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/simulator.h"
#include "test/property/programs/each_program.h"
#include "test/unit/simulator/naive_simulator.h"

static void compare(uint64_t seed, const random_program *text, const naive *n, const pme_prediction *p) {
  for (int r = 0; r < p->reference_count; r++) {
    for (int l = 0; l < p->level_count; l++) {
      const counts *a = &n->counts[p->references[r].node][l];
      const pme_misses *b = &p->references[r].levels[l];
      if (a->accesses != b->accesses || a->cold != b->cold || a->self != b->self || a->other != b->other_threads ||
          a->coherence != b->coherence || a->false_sharing != b->false_sharing)
        fail_msg("seed %llu node %d level %d: naive %.0f: %.0f %.0f %.0f %.0f %.0f, "
                 "simulator %.0f: %.0f %.0f %.0f %.0f %.0f\n%s# %s\n",
                 (unsigned long long)seed, p->references[r].node, l, a->accesses, a->cold, a->self, a->other,
                 a->coherence, a->false_sharing, b->accesses, b->cold, b->self, b->other_threads, b->coherence,
                 b->false_sharing, text->program, text->machine);
    }
  }
  for (int i = 0; i < p->loop_count; i++) {
    const pme_loop_prediction *row = &p->loops[i];
    const loop_counts *c = &n->loops[row->node];
    double trips = c->executions > 0 ? c->iterations / c->executions : 0;
    if (row->executions >= 0 && (row->executions != c->executions || row->trip_count != trips))
      fail_msg("seed %llu loop %d: naive %.0f x %g, simulator %.0f x %g\n%s", (unsigned long long)seed, row->node,
               c->executions, trips, row->executions, row->trip_count, text->program);
  }
}

/* A policy of its own for each level, of as many ways as it can have. */
static void draw_policies(uint64_t seed, pme_machine *machine) {
  static const char *const names[] = {"plru",
                                      "lru3plru4",
                                      "nru",
                                      "mru",
                                      "mru_n",
                                      "fifo",
                                      "random",
                                      "qlru_h00_m1_r2_u1",
                                      "qlru_h11_m1_r0_u0",
                                      "qlru_h11_m1_r1_u2",
                                      "qlru_h21_m2_r0_u0_umo",
                                      "qlru_h20_m3_r1_u3",
                                      "qlru_h10_m0_r2_u1_umo",
                                      "qlru_h00_m2_r1_u2_umo"};
  enum { POLICIES = sizeof names / sizeof *names };
  for (int l = 0; l < machine->level_count; l++) {
    pme_cache_level *level = &machine->levels[l];
    int64_t sets = pme_cache_sets(level);
    assert_true(pme_policy_named(names[(seed + 5 * (uint64_t)l) % POLICIES], &level->policy));
    if (level->policy.kind == PME_POLICY_LRU3PLRU4)
      level->associativity = 12;
    while (level->policy.kind == PME_POLICY_PLRU && (level->associativity & (level->associativity - 1)))
      level->associativity &= level->associativity - 1;
    level->associativity = level->associativity > 64 ? 64 : level->associativity;
    level->size_bytes = sets * level->associativity * level->line_bytes;
  }
}

/* What the caches do beside LRU. */
typedef struct treatment {
  bool coherence, policies;
} treatment;

/* Adds the totals of all levels to `sum`. */
static void check_one(uint64_t seed, const random_knobs *knobs, treatment how, pme_misses *sum) {
  static random_program text;
  random_program_make(seed, knobs, &text);
  pme_program *program;
  pme_machine machine;
  pme_concrete *concrete;
  pme_prediction *prediction;
  pme_error error = {0};
  if (pme_program_read(text.program, strlen(text.program), &program, &error) != PME_OK ||
      pme_machine_read(text.machine, strlen(text.machine), &machine, &error) != PME_OK)
    fail_msg("seed %llu: %d:%d %s\n%s# %s", (unsigned long long)seed, error.line, error.column, error.message,
             text.program, text.machine);
  if (how.policies)
    draw_policies(seed, &machine);
  assert_in_range(pme_program_node_count(program), 1, MAX_REFERENCES);
  pme_what_if what_if = {0};
  assert_int_equal(pme_concrete_create(program, &what_if, &concrete, &error), PME_OK);
  pme_arena *arena = pme_arena_create();
  pme_simulate_options options = {
      .levels = seed % 3 == 0 ? PME_LEVELS_FILTERED : PME_LEVELS_DIRECT, .coherence = how.coherence, .seed = seed};
  if (pme_simulate(concrete, &machine, &options, arena, &prediction, &error) != PME_OK)
    fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, error.message, text.program);
  naive *n = naive_run(concrete, &machine, &options);
  compare(seed, &text, n, prediction);
  for (int l = 0; l < prediction->level_count; l++) {
    sum->accesses += l == 0 ? prediction->levels[l].accesses : 0;
    sum->coherence += prediction->levels[l].coherence;
    sum->false_sharing += prediction->levels[l].false_sharing;
  }
  naive_free(n);
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

/* More with PMECACHE_TEST_PROGRAMS=N in the environment. */
static uint64_t program_count(long usual) { return (uint64_t)setting("PMECACHE_TEST_PROGRAMS", usual); }

static pme_misses check_many(const random_knobs *knobs, treatment how, uint64_t count) {
  pme_misses sum = {0};
  for (uint64_t seed = 1; seed <= count; seed++)
    check_one(seed, knobs, how, &sum);
  print_message("%llu programs, %.0f accesses, %.0f coherence misses (%.0f by false sharing)\n",
                (unsigned long long)count, sum.accesses, sum.coherence, sum.false_sharing);
  return sum;
}

static const treatment plain = {false, false}, writes = {true, false};

static void test_general(void **state) {
  (void)state;
  check_many(&(random_knobs){.profile = RANDOM_GENERAL, .with_bases = true}, plain, program_count(1500));
}

static void test_rectangular(void **state) {
  (void)state;
  check_many(&(random_knobs){.profile = RANDOM_RECTANGULAR, .with_bases = true}, plain, program_count(150));
}

static void test_coherence(void **state) {
  (void)state;
  random_knobs general = {.profile = RANDOM_GENERAL, .with_bases = true};
  random_knobs rectangular = {.profile = RANDOM_RECTANGULAR, .with_bases = true};
  random_knobs by_thread = {.profile = RANDOM_GENERAL, .with_bases = true, .with_thread_numbers = true};
  pme_misses sums[] = {check_many(&general, writes, program_count(700)),
                       check_many(&rectangular, writes, program_count(100)),
                       check_many(&by_thread, writes, program_count(300))};
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) /* both kinds occur often */
    assert_true(sums[i].false_sharing > 100 && sums[i].coherence > sums[i].false_sharing + 100);
}

static void test_policies(void **state) {
  (void)state;
  random_knobs general = {.profile = RANDOM_GENERAL, .with_bases = true};
  check_many(&general, (treatment){.policies = true}, program_count(1000));
  check_many(&general, (treatment){true, true}, program_count(400));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_general), cmocka_unit_test(test_rectangular),
                                     cmocka_unit_test(test_coherence), cmocka_unit_test(test_policies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
