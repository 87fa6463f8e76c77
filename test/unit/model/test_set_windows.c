/* Levels that work together in programs too large to run: the machine that the engines take, kernels beside the
 * simulator, failing memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/add_hierarchy.h"
#include "analysis/model/windows/set_windows.h"
#include "simulator/simulator.h"

typedef struct example {
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_arena *arena;
} example;

static void make(example *e, const char *program, const char *machine) {
  *e = (example){.arena = pme_arena_create()};
  assert_int_equal(pme_program_read(program, strlen(program), &e->program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(machine, strlen(machine), &e->machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(e->program, NULL, &e->concrete, NULL), PME_OK);
}

static void forget(example *e) {
  pme_arena_destroy(e->arena);
  pme_concrete_destroy(e->concrete);
  pme_program_destroy(e->program);
}

/* Two L2 of 16K beside an L3 of 64 sets: 4 ways more each. */
static void test_machine_apart(void **state) {
  (void)state;
  example e;
  make(&e, "pme 1\nfunction f\narray M element 8\nread M @ 0\n",
       "cores=2;L1=4K,8,64;L2=16K,8,64,sees=misses;L3=44K,11,64,shared=2,inclusion=victim,policy=fifo");
  const pme_machine *apart = pme__machine_apart(&e.machine, e.arena);
  assert_int_equal(apart->levels[2].associativity, 19);
  assert_int_equal(pme_cache_sets(&apart->levels[2]), 64);
  assert_int_equal(apart->levels[2].policy.kind, PME_POLICY_LRU);
  forget(&e);
}

/* Each line is read, and written once; sweeps over 512K, four threads. */
static const char sweeps[] = "pme 1\nfunction f\narray A element 8 extents 65536 base 0\n"
                             "array B element 8 extents 65536 base 1048576\nloop t = 0 .. 3\n"
                             "loop i = 0 .. 65535 parallel schedule static threads 4\n"
                             "read A @ 8*i\nread B @ 8*i\nwrite B @ 8*i\nend\nend\n";
/* A column of 256 rows, eight times. */
static const char columns[] = "pme 1\nfunction f\narray A element 8 extents 256 520 base 64\nloop t = 0 .. 7\n"
                              "loop j = 0 .. 511\nloop i = 0 .. 255\nread A[i, j]\nwrite A[i, j]\nend\nend\nend\n";

/* Each thread takes the line that its neighbour wrote, in its own half of the machine or in the other one. */
static const char taken[] = "pme 1\nfunction f\narray A element 8 extents 64 64 base 0\nloop t = 0 .. 999\n"
                            "loop i = 0 .. 63 parallel schedule static 1 threads 4\nloop j = 0 .. 7\n"
                            "write A @ 8*i + 512*j\nread A @ 8*i + 512*j\nend\nend\nend\n";

static const struct {
  const char *program, *machine;
} kernels[] = {
    {sweeps, "cores=4;L1=8K,8,64;L2=64K,8,64,sees=misses;L3=512K,16,64,shared=4,inclusion=victim"},
    {sweeps, "cores=4;L1=8K,8,64;L2=64K,8,64,sees=misses;L3=512K,16,64,shared=4,inclusion=inclusive"},
    {sweeps, "cores=4;L1=8K,8,64;L2=64K,8,64"},
    {columns, "cores=1;L1=8K,8,64;L2=64K,8,64,sees=misses;L3=704K,11,64,inclusion=victim"},
    {columns, "cores=1;L1=8K,8,64;L2=64K,8,64,sees=misses;L3=704K,11,64,sees=misses"},
    {taken, "cores=4;L1=8K,4,64;L2=16K,4,64,shared=2,inclusion=exclusive,sees=misses"},
    {taken, "cores=4;L1=8K,4,64;L2=16K,4,64,shared=2,inclusion=victim,clean=0.5,sees=misses"},
};

static void check_near(const char *what, double value, double truth, double misses) {
  if (fabs(value - truth) > 0.03 * truth + 0.003 * misses)
    fail_msg("%s: %g for %g", what, value, truth);
}

static void test_kernels(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    const pme_predict_options asked = {.traffic = true, .coherence = true};
    const pme_simulate_options options = {.traffic = true, .coherence = true};
    example e;
    pme_prediction *model, *truth;
    make(&e, kernels[i].program, kernels[i].machine);
    assert_int_equal(pme_predict(e.concrete, &e.machine, &asked, e.arena, &model, NULL), PME_OK);
    assert_int_equal(pme_simulate(e.concrete, &e.machine, &options, e.arena, &truth, NULL), PME_OK);
    assert_true(model->has_traffic);
    for (int l = 0; l < model->level_count; l++) {
      const pme_misses *m = &model->levels[l], *t = &truth->levels[l];
      check_near("misses", m->misses, t->misses, t->misses);
      check_near("fills", m->fills, t->fills, t->misses);
      check_near("write-backs", m->write_backs, t->write_backs, t->misses);
    }
    forget(&e);
  }
}

/* Rows of A come back after all of the others, longer than windows are; what is touched fits into both levels together.
 * Half of the clean lines that leave the first are dropped. */
static const char rows_again[] =
    "pme 1\nfunction f\narray A element 8 extents 500 64 base 68753056816\narray B element 8 extents 500 56 base "
    "68719486336\narray C element 8 extents 500 64 base 68769819160\n"
    "loop t = 0 .. 45 parallel schedule static 5 threads 4\nloop v = 0 .. 15\nloop i = 0 .. 42\nloop k = 0 .. 7\n"
    "read A[v, i]\nread B[i, i]\nread C[t, i]\nend\nend\nend\nend\n";
/* A second level that hardly misses what the first one did. */
static const char seldom[] =
    "pme 1\nfunction f\narray A element 8 extents 500 64 base 68719478440\n"
    "loop i = 0 .. 44 parallel schedule static 34 threads 15\nloop t = 0 .. 53\nloop j = 0 .. 9\nloop k = 0 .. 6\n"
    "write A[j + 2, i]\nwrite A[i, j]\nread A[j, k]\nwrite A[j, j + 1]\nread A[0, k + 2]\nend\nend\nend\nend\n";

static void predict_by_samples(const char *program, const char *machine, example *e, pme_prediction **out) {
  const pme_predict_options asked = {.traffic = true, .sampled_only = true, .coherence = true};
  make(e, program, machine);
  assert_int_equal(pme_predict(e->concrete, &e->machine, &asked, e->arena, out, NULL), PME_OK);
}

static void test_hits_beyond_windows_are_dropped_too(void **state) {
  (void)state;
  const pme_simulate_options options = {.traffic = true, .coherence = true};
  example e;
  pme_prediction *model, *truth;
  predict_by_samples(rows_again,
                     "cores=4;L1=8K,16,64,shared=4;L2=32K,16,64,shared=4,inclusion=victim,clean=0.5,sees=misses", &e,
                     &model);
  assert_int_equal(pme_simulate(e.concrete, &e.machine, &options, e.arena, &truth, NULL), PME_OK);
  const pme_misses *m = &model->levels[1], *t = &truth->levels[1];
  if (fabs(m->misses - t->misses) > 0.1 * t->misses || m->low > t->misses || m->high < t->misses)
    fail_msg("%g (%g to %g) for %g", m->misses, m->low, m->high, t->misses);
  forget(&e);
}

static void test_lines_are_missed_once_at_least(void **state) {
  (void)state;
  example e;
  pme_prediction *model;
  predict_by_samples(seldom, "cores=15;L1=8K,4,64;L2=4K,1,64,shared=8,sees=misses", &e, &model);
  const pme_misses *m = &model->levels[1];
  if (m->misses < m->low || m->misses > m->high)
    fail_msg("%g is not in %g to %g", m->misses, m->low, m->high);
  forget(&e);
}

static void test_no_memory(void **state) {
  (void)state;
  const pme_predict_options asked = {.traffic = true, .sampled_only = true, .budget_ms = 1};
  example e;
  pme_status status = PME_NO_MEMORY;
  make(&e, "pme 1\nfunction f\narray A element 8 extents 512 base 0\nloop i = 0 .. 511\nwrite A @ 8*i\nend\n",
       "cores=1;L1=512,8,64;L2=1K,8,64,inclusion=victim");
  for (long n = 1; status == PME_NO_MEMORY; n++) {
    pme_arena *arena = pme_arena_create();
    pme_prediction *prediction;
    pme_fail_allocation_after(n);
    status = pme_predict(e.concrete, &e.machine, &asked, arena, &prediction, NULL);
    pme_fail_allocation_after(0);
    pme_arena_destroy(arena);
  }
  assert_int_equal(status, PME_OK);
  forget(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_machine_apart), cmocka_unit_test(test_kernels),
                                     cmocka_unit_test(test_hits_beyond_windows_are_dropped_too),
                                     cmocka_unit_test(test_lines_are_missed_once_at_least),
                                     cmocka_unit_test(test_no_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
