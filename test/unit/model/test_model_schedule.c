/* Schedules and the equations of the 2012 paper, with its worked examples (docs/model/equations.md 1-3). */
#include "analysis/model/closed_form/classes/block_cyclic.h"
#include "analysis/model/closed_form/printed/paper_equations.h"
#include "test/reference/printed.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_near(double a, double b) {
  if (!(fabs(a - b) < 1e-3))
    fail_msg("%g is not %g", a, b);
}

/* P(N) by its definition: the last parallel iteration in which thread 0 has work. */
static int64_t count_turns(const pme__schedule *s) {
  int64_t p = 0;
  while (pme__schedule_serial_iteration(s, p, 0) < s->iterations)
    p++;
  return p;
}

static void test_schedule(void **state) {
  (void)state;
  for (int64_t n = 0; n < 40; n++)
    for (int64_t chunk = 0; chunk < 9; chunk++)
      for (int64_t t = 1; t < 6; t++) {
        pme__schedule s = pme__schedule_make(n, chunk, t);
        assert_int_equal(pme__schedule_parallel_iterations(&s), n ? count_turns(&s) : 0);
        int64_t sum = 0, busy = 0;
        for (int64_t u = 0; u < t; u++) {
          int64_t own = pme__schedule_thread_iterations(&s, u);
          sum += own;
          busy += own > 0;
        }
        for (int64_t u = 0; u < t && chunk == 0; u++) /* 6, 5, 5, 5 for 21 iterations of 4 threads */
          assert_int_equal(pme__schedule_thread_iterations(&s, u), n / t + (u < n % t));
        assert_int_equal(sum, n);
        assert_int_equal(busy, pme__schedule_busy_threads(&s));
      }
}

/* How often serial iteration i lies in the shares. */
static int count_in_shares(const pme__share *shares, int count, int64_t i) {
  int times = 0;
  for (int s = 0; s < count; s++)
    for (int64_t r = 0; r < shares[s].rounds; r++)
      for (int64_t u = 0; u < shares[s].threads; u++) {
        int64_t at = i - shares[s].first - u * shares[s].thread_step - r * shares[s].round_step;
        times += at >= 0 && at < shares[s].length;
      }
  return times;
}

static void check_shares(const pme__schedule *s, const int64_t *threads, int64_t thread_count) {
  bool runs[64] = {false};
  for (int64_t i = 0; i < thread_count; i++)
    for (int64_t p = 0; p < pme__schedule_thread_iterations(s, threads[i]); p++)
      runs[pme__schedule_serial_iteration(s, p, threads[i])] = true;
  pme__share shares[PME__SCHEDULE_MOST_SHARES];
  int count = pme__schedule_shares(s, threads, thread_count, shares);
  assert_true(count >= 0);
  for (int64_t i = 0; i < s->iterations + 8; i++)
    assert_int_equal(count_in_shares(shares, count, i), runs[i]);
}

/* The iterations of some threads as progressions, against each iteration on its own. */
static void test_shares(void **state) {
  (void)state;
  for (int64_t n = 0; n < 40; n++)
    for (int64_t chunk = 0; chunk < 9; chunk++)
      for (int64_t t = 1; t < 6; t++)
        for (int64_t first = 0; first < t; first++)
          for (int64_t distance = 1; distance < 4; distance++) {
            pme__schedule s = pme__schedule_make(n, chunk, t);
            int64_t threads[6], count = 0;
            for (int64_t u = first; u < t; u += distance) {
              threads[count++] = u;
              check_shares(&s, threads, count);
            }
          }
  pme__share shares[PME__SCHEDULE_MOST_SHARES];
  pme__schedule s = pme__schedule_make(40, 2, 6);
  assert_int_equal(pme__schedule_shares(&s, (const int64_t[]){0, 1, 4, 5}, 4, shares), -1);
}

/* Scheme C of Figure 4: iterations of threads 0, 1, 2 in each parallel iteration. */
static void test_scheme_c(void **state) {
  (void)state;
  static const int64_t expected[6][3] = {{0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {9, 12, 15}, {10, 13, 16}, {11, 14, 17}};
  pme__schedule s = pme__schedule_make(16, 3, 3);
  assert_int_equal(pme__schedule_parallel_iterations(&s), 6);
  for (int p = 0; p < 6; p++)
    for (int u = 0; u < 3; u++)
      assert_int_equal(pme__schedule_serial_iteration(&s, p, u), expected[p][u]);
}

/* The table of docs/model/equations.md 3: L_s = 4, S = 1, N = 16, and Example 7. */
static const struct {
  int64_t n, block, threads, stride, line;
  double new_sets, nrs, rd, ngrt, nst, rso, ngrtc, rem;
} examples[] = {
    {16, 1, 2, 1, 4, 4, 12, 0, 2, 2, 0, 4, 4},
    {16, 2, 2, 1, 4, 4, 4, 0, 1, 2, 4, 0, 4},
    {16, 3, 3, 1, 4, 4, 2, 0, 4.0 / 9, 4.0 / 3, 32.0 / 27, 0, 238.0 / 27},
    {16, 5, 3, 1, 4, 4, 3, 2, 4.0 / 15, 4.0 / 5, 0, 0, 9},
    {256, 32, 8, 0, 8, 1, 7, 0, 1, 8, 217, 0, 31},
};

static void test_parallel_terms(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
    pme__paper_terms t = pme__paper_parallel_terms(examples[i].n, examples[i].block, examples[i].threads,
                                                   examples[i].stride, examples[i].line);
    assert_near(t.new_sets, examples[i].new_sets);
    assert_near(t.shared_by_neighbours, examples[i].nrs);
    assert_near(t.distance_between, examples[i].rd);
    assert_near(t.rounds_in_line, examples[i].ngrt);
    assert_near(t.threads_in_line, examples[i].nst);
    assert_near(t.concurrent, examples[i].rso);
    assert_near(t.shared_by_rounds, examples[i].ngrtc);
    assert_near(t.remaining, examples[i].rem);
    /* Eq 10 makes the classes of Eq 11 sum to N. */
    assert_near(pme__paper_parallel(&t, 1, 1, 1, 1), (double)examples[i].n);
  }
}

/* Example 1: 4 new lines in 32 iterations, F = 4 F(RD) + 28 F(Iter(1)). */
static void test_sequential(void **state) {
  (void)state;
  assert_int_equal(pme__paper_new_sets(32, 1, 8), 4);
  assert_near(pme__paper_sequential(32, 1, 8, 1, 0), 4);
  assert_near(pme__paper_sequential(32, 1, 8, 0, 1), 28);
  assert_int_equal(pme__paper_new_sets(0, 0, 8), 0);
  assert_int_equal(pme__paper_new_sets(0, 1, 8), 0);
  assert_int_equal(pme__paper_new_sets(10, 0, 8), 1);
  assert_int_equal(pme__paper_new_sets(10, 8, 8), 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_schedule),       cmocka_unit_test(test_shares),     cmocka_unit_test(test_scheme_c),
      cmocka_unit_test(test_parallel_terms), cmocka_unit_test(test_sequential),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
