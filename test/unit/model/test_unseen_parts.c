/* Intervals reach as far as what nobody looked at leaves open: accesses that the effort did not come to, places of loops
 * whose bounds vary, loops that no window of a policy came by. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/arena.h"
#include "pmecache/prediction.h"
#include "simulator/simulator.h"

/* Each column is gone through again while it grows: from some length on it does not fit any more. */
static const char triangle[] = "pme 1\narray a element 4 base 0\n"
                               "loop i = 199 .. 0 step -1\nloop j = i + 1 .. 199\n"
                               "read a @ 720*i + 4*j - 4\nread a @ 720 + 720*i + 4*j\n"
                               "if j - i - 2\nread a @ 720*i + 4*j\nloop k = i + 1 .. j - 1\n"
                               "read a @ 720*i + 4*k\nread a @ 720*k + 720 + 4*j\nwrite a @ 720*i + 4*j\n"
                               "end\nend\nend\nend\n";
/* One access in 600 goes round a few more lines than the cache holds. */
static const char beside[] = "pme 1\narray a element 8 base 0\narray b element 64 base 16777216\n"
                             "loop t = 0 .. 19\nloop i = 0 .. 639\nread b @ 64*i\nend\nend\n"
                             "loop s = 0 .. 7\nloop j = 0 .. 999999\nread a @ 8*j\nend\nend\n";

typedef struct question {
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_arena *arena;
  pme_prediction *truth;
} question;

static question ask(const char *program, const char *machine) {
  question q = {.arena = pme_arena_create()};
  const pme_simulate_options options = {0};
  assert_non_null(q.arena);
  assert_int_equal(pme_program_read(program, strlen(program), &q.program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(machine, strlen(machine), &q.machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(q.program, NULL, &q.concrete, NULL), PME_OK);
  assert_int_equal(pme_simulate(q.concrete, &q.machine, &options, q.arena, &q.truth, NULL), PME_OK);
  return q;
}

static void release(question *q) {
  pme_arena_destroy(q->arena);
  pme_concrete_destroy(q->concrete);
  pme_program_destroy(q->program);
}

static const pme_prediction *predict(question *q, double budget_ms) {
  const pme_predict_options options = {.budget_ms = budget_ms};
  pme_prediction *prediction;
  assert_int_equal(pme_predict(q->concrete, &q->machine, &options, q->arena, &prediction, NULL), PME_OK);
  return prediction;
}

/* Of loops with a number. `slack`: intervals are of 95%. */
static void check(const question *q, const pme_prediction *told, double slack, double budget_ms) {
  for (int i = 0; i < told->loop_count; i++) {
    const pme_misses *m = &told->loops[i].levels[0], *truth = &q->truth->loops[i].levels[0];
    if (told->loops[i].status == PME_LOOP_NOT_MODELLED)
      continue;
    if (truth->misses < m->low / slack || truth->misses > m->high * slack)
      fail_msg("%g ms, loop %d: %g misses, %g to %g; simulated %g", budget_ms, i, m->misses, m->low, m->high,
               truth->misses);
  }
}

static void test_little_effort(void **state) {
  static const char *const machines[] = {"cores=1;L1=8K,8,64",
                                         "cores=1;L1=4K,4,64,policy=plru;pages=64,4K,ways=4,walks=L1"};
  static const double budgets[] = {0.1, 0.2, 0.5, 1, 2, 5};
  static const double slack = 1.3;
  int partly = 0;
  (void)state;
  for (size_t m = 0; m < sizeof machines / sizeof *machines; m++) {
    question q = ask(triangle, machines[m]);
    for (size_t b = 0; b < sizeof budgets / sizeof *budgets; b++) {
      const pme_prediction *told = predict(&q, budgets[b]);
      check(&q, told, slack, budgets[b]);
      partly += told->loops[0].status == PME_LOOP_PARTLY;
    }
    release(&q);
  }
  assert_true(partly > 0);
}

static void test_loops_without_windows(void **state) {
  question q = ask(beside, "cores=1;L1=32K,8,64,policy=qlru_h00_m1_r2_u1");
  (void)state;
  check(&q, predict(&q, 0), 1, 0);
  release(&q);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_little_effort),
      cmocka_unit_test(test_loops_without_windows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
