/* The walk engine: congruences, counts, totals that are known exactly, what it leaves to others, its limits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/loop_tree/access_count.h"
#include "analysis/model/walk/decide/access_group.h"
#include "analysis/model/walk/decide/set_filter.h"
#include "analysis/model/walk/estimate/walk.h"
#include "analysis/model/walk/occupancy/set_lines.h"
#include "test/unit/walk/walked.h"

/* ---- programs ---- */

#define MATMUL                                                                                                         \
  "pme 1\nparam n = 600\nparam b = 1\n"                                                                                \
  "array A element 8 extents n n base 68719476736\narray B element 8 extents n n base 68722368512\n"                   \
  "array C element 8 extents n n base 68725260288\n"                                                                   \
  "loop i = 0 .. n - 1 parallel schedule static b\n  loop j = 0 .. n - 1\n    loop k = 0 .. n - 1\n"                   \
  "      read A[i, k]\n      read B[k, j]\n      write C[i, j]\n    end\n  end\nend\n"

#define TRANSPOSE                                                                                                      \
  "pme 1\nparam n = 4096\n"                                                                                            \
  "array A element 8 extents n n base 68719476736\narray B element 8 extents n n base 68853706752\n"                   \
  "loop i = 0 .. n - 1 parallel schedule static 8\n  loop j = 0 .. n - 1\n"                                            \
  "    read A[i, j]\n    write B[j, i]\n  end\nend\n"

#define LU                                                                                                             \
  "pme 1\nparam n = 600\narray A element 8 extents n n base 68719476736\n"                                             \
  "loop k = 0 .. n - 2\n  loop i = k + 1 .. n - 1 parallel schedule static 8\n"                                        \
  "    read A[i, k]\n    read A[k, k]\n    write A[i, k]\n    loop j = k + 1 .. n - 1\n"                               \
  "      read A[i, k]\n      read A[k, j]\n      write A[i, j]\n    end\n  end\nend\n"

#define TRIANGLE                                                                                                       \
  "pme 1\nparam n = 900\narray A element 8 extents n n base 68719476736\n"                                             \
  "loop i = 0 .. n - 1 parallel schedule static 8\n  loop j = 0 .. i\n    loop k = 0 .. j - 1\n"                       \
  "      read A[i, k]\n      read A[j, k]\n    end\n    write A[i, j]\n  end\nend\n"

#define TILES                                                                                                          \
  "pme 1\nparam n = 500\nparam T = 50\n"                                                                               \
  "array A element 8 extents n n base 68719476736\narray B element 8 extents n n base 68721491968\n"                   \
  "array C element 8 extents n n base 68723507200\n"                                                                   \
  "loop ii = 0 .. (n + T - 1) / T - 1 parallel schedule static 2\n  loop jj = 0 .. (n + T - 1) / T - 1\n"              \
  "    loop kk = 0 .. (n + T - 1) / T - 1\n      loop i = T*ii .. min(T*ii + T - 1, n - 1)\n"                          \
  "        loop j = T*jj .. min(T*jj + T - 1, n - 1)\n          loop k = T*kk .. min(T*kk + T - 1, n - 1)\n"           \
  "            read A[i, j]\n            read B[j, k]\n            write C[i, k]\n"                                    \
  "          end\n        end\n      end\n    end\n  end\nend\n"

/* ---- congruences ---- */

static int64_t first_by_stepping(int64_t a, int64_t m, int64_t low, int64_t high) {
  int64_t value = 0;
  for (int64_t n = 0; n <= m; n++) {
    if (value >= low && value <= high)
      return n;
    value = (value + a) % m;
  }
  return -1;
}

static uint64_t next(uint64_t *random, uint64_t below) {
  *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (*random >> 33) % below;
}

/* Copies of an interval, and the lines of one set that they meet: one by one. */
static void test_lines_of_copies(void **state) {
  (void)state;
  uint64_t random = 4711;
  for (int i = 0; i < 5000; i++) {
    int64_t line = INT64_C(16) << next(&random, 4), turn = line * (int64_t)(1 + next(&random, 40));
    int64_t x = (int64_t)next(&random, 100000) - 50000, length = 1 + (int64_t)next(&random, 3000);
    int64_t count = 1 + (int64_t)next(&random, 60), stride = (int64_t)next(&random, 5000), all = 0;
    for (int64_t n = 0; n < count; n++) {
      int64_t at = x + n * stride, lines = 0;
      for (int64_t start = pme_floor_divide(at, line) * line; start < at + length; start += line)
        lines += start - pme_floor_divide(start, turn) * turn == 0;
      assert_int_equal(pme__walk_lines_of_interval(at, length, line, turn), lines);
      all += lines;
    }
    assert_int_equal(pme__walk_lines_of_row(x, length, count, stride, line, turn), all);
  }
  /* Trip counts do not matter: of 2^30 bytes one in 64 begins a line of the only set. */
  assert_int_equal(pme__walk_lines_of_row(0, 1, INT64_C(1) << 30, 1, 64, 64), INT64_C(1) << 30);
  assert_int_equal(pme__walk_lines_of_row(0, 1, INT64_C(1) << 30, 64, 64, 4096), INT64_C(1) << 24);
}

/* Dimensions that leave out no line lengthen the interval, the longest of the others comes first. */
static void test_intervals(void **state) {
  (void)state;
  pme__interval_copies c = {100, 8, 0, {{0, 0}}};
  assert_true(pme__interval_copies_add(&c, 0, 10, 4096));
  assert_true(pme__interval_copies_add(&c, 2, 50, -8));
  assert_true(pme__interval_copies_add(&c, 0, 20, 100000));
  assert_true(pme__interval_copies_fill(&c, 64));
  assert_int_equal(c.start_bytes, 100 - 8 * 51);
  assert_int_equal(c.length_bytes, 400);
  assert_int_equal(c.count, 2);
  assert_int_equal(c.dimensions[0].count, 20);
  assert_int_equal(pme__interval_copies_span(&c), 19 * 100000 + 9 * 4096 + 400);
  assert_false(pme__interval_copies_add(&c, 0, INT64_C(1) << 40, INT64_C(1) << 40));
}

static void test_first_in_range(void **state) {
  (void)state;
  uint64_t random = 12345;
  for (int i = 0; i < 20000; i++) {
    random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    int64_t m = 2 + (int64_t)(random >> 33) % 700, a = (int64_t)(random >> 20) % m, low = (int64_t)(random >> 7) % m;
    int64_t high = low + (int64_t)(random >> 13) % (m - low);
    assert_int_equal(pme__walk_first_in_range(a, m, low, high), first_by_stepping(a, m, low, high));
  }
  for (int64_t low = 1; low < 524288; low += 9973)
    assert_int_equal(pme__walk_first_in_range(8000, 524288, low, low + 63),
                     first_by_stepping(8000, 524288, low, low + 63));
}

/* ---- counts ---- */

static void check_accesses(const char *text, int threads, const double *expected, int count) {
  answer a = {.effort_ms = 0.2};
  prepare(&a, text, "cores=16;L1=32K,8,64", threads);
  predict(&a);
  assert_int_equal(a.status, PME_OK);
  assert_int_equal(a.prediction->reference_count, count);
  pme__loop_tree *program;
  pme__counter counter = {.limit = 100000};
  int64_t executions[16];
  assert_int_equal(pme__loop_tree_create(a.concrete, a.arena, &program), PME_OK);
  assert_int_equal(pme__count_executions(&counter, program, a.arena, executions), PME_OK);
  for (int r = 0; r < count; r++)
    if ((double)executions[r] != expected[r])
      fail_msg("reference %d: %lld executions, not %.0f", r, (long long)executions[r], expected[r]);
  release(&a);
}

static void test_counts(void **state) {
  (void)state;
  double n = 600, inner = (n - 1) * n * (2 * n - 1) / 6, outer = n * (n - 1) / 2;
  check_accesses(MATMUL, 4, (double[]){n * n * n, n * n * n, n * n * n}, 3);
  check_accesses(LU, 4, (double[]){outer, outer, outer, inner, inner, inner}, 6);
  n = 900;
  check_accesses(TRIANGLE, 4, (double[]){(n * n * n - n) / 6, (n * n * n - n) / 6, n * (n + 1) / 2}, 3);
  n = 500;
  check_accesses(TILES, 4, (double[]){n * n * n, n * n * n, n * n * n}, 3);
  /* four dependent loops, a polynomial of degree 4; every thread of the team runs the last access */
  check_accesses(
      "pme 1\narray A element 8 extents 4000\n"
      "loop i = 0 .. 999\n  loop j = 0 .. i\n    loop k = j .. i\n      loop l = 0 .. k - 1\n"
      "        read A[l]\n      end\n    end\n  end\nend\nregion threads 4\n  loop t = 1 .. 10\n    read A[t]\n"
      "  end\nend\n",
      0, (double[]){1000.0 * 999 * 1001 * 1002 / 12, 40}, 2);
  /* huge, in no time */
  check_accesses("pme 1\narray A element 8 extents 4000\nloop i = 1 .. 1000000\n  loop j = i .. 1000000\n"
                 "    loop k = 1 .. 1000000\n      read A[0]\n    end\n  end\nend\n",
                 0, (double[]){1000000.0 * 1000001.0 / 2 * 1000000.0}, 1);
  check_accesses("pme 1\narray A element 8 extents 4000 5000\n"
                 "loop i = 0 .. 3999 parallel schedule static 3 collapse 2 threads 7\n  loop j = 0 .. 4999\n"
                 "    read A[i, j]\n  end\nend\n",
                 0, (double[]){4000.0 * 5000.0}, 1);
  check_accesses("pme 1\narray A element 8 extents 4000\n"
                 "loop i = 1 .. 100000000\n  read A[i / 4]\n  read A[i % 7]\n  loop j = 1 .. i % 4\n    read A[j]\n"
                 "  end\nend\n",
                 0, (double[]){1e8, 1e8, 1.5e8}, 3);
}

/* ---- totals that brute force has found (docs/model/walk.md 6.2 and 9) ---- */

static void check_total(const char *text, const char *machine, int threads, double truth) {
  answer a = {.effort_ms = 100};
  prepare(&a, text, machine, threads);
  predict(&a);
  assert_int_equal(a.status, PME_OK);
  const pme_misses *all = &a.prediction->levels[0];
  double variance = 0;
  for (int r = 0; r < a.prediction->reference_count; r++) {
    const pme_misses *m = &a.prediction->references[r].levels[0];
    variance += pow(fmax(m->high - m->misses, m->misses - m->low), 2);
    assert_int_equal(m->engine, PME_ENGINE_WALK);
    assert_int_equal(m->precision, PME_PRECISION_ESTIMATE);
    assert_true(fabs(m->cold + m->self + m->other_threads - m->misses) <= 1e-6 * (1 + m->misses));
  }
  double error = fabs(all->misses - truth), width = 1.22 * sqrt(variance); /* of 95%: 2 deviations; here 2.45 */
  if (error > width + 1 || (error > 0.03 * truth && error > 2e-4 * all->accesses))
    fail_msg("%s: %.0f +- %.0f, not %.0f\n%s", machine, all->misses, width, truth, text);
  release(&a);
}

static void test_totals(void **state) {
  (void)state;
  check_total("pme 1\narray A element 8 extents 4 base 4096\nread A[1]\n", "cores=1;L1=32K,8,64", 1, 1);
  check_total(MATMUL, "cores=4;L3=8M,16,64", 1, 135000);
  check_total(TRANSPOSE, "cores=4;L3=8M,16,64,shared=4", 4, 18874368);
  check_total(LU, "cores=4;L2=256K,8,64,shared=4", 4, 8836962);
  check_total(TRIANGLE, "cores=4;L3=1M,16,64,shared=4", 4, 3340673);
  check_total(TILES, "cores=4;L2=256K,8,64,shared=4", 4, 499407);
}

static void test_same_input_same_answer(void **state) {
  (void)state;
  answer a = {0}, b = {0};
  prepare(&a, LU, "cores=4;L1=32K,8,64;L2=1M,16,64,shared=4", 4);
  prepare(&b, LU, "cores=4;L1=32K,8,64;L2=1M,16,64,shared=4", 4);
  predict(&a);
  predict(&b);
  for (int r = 0; r < a.prediction->reference_count; r++)
    for (int l = 0; l < 2; l++)
      assert_memory_equal(&a.prediction->references[r].levels[l], &b.prediction->references[r].levels[l],
                          sizeof(pme_misses));
  release(&a);
  release(&b);
}

/* ---- what is left, what never runs, what is assumed ---- */

static bool assumes(const answer *a, pme_assumption_code code) {
  for (int i = 0; i < a->prediction->assumption_count; i++)
    if (a->prediction->assumptions[i].code == code)
      return true;
  return false;
}

static void test_left_and_never(void **state) {
  (void)state;
  answer a = {0};
  prepare(&a,
          "pme 1\narray A element 8 extents 100000\nloop i = 0 .. 9999 parallel schedule dynamic 4 threads 4\n"
          "  read A[i]\n  write A[i / 3] size 5000\n  loop j = i + 1 .. i\n    read A[j]\n  end\nend\n",
          "cores=4;L1=32K,8,64", 0);
  predict(&a);
  assert_int_equal(a.status, PME_OK);
  const pme_reference_prediction *r = a.prediction->references;
  assert_int_equal(r[0].levels[0].engine, PME_ENGINE_WALK);
  assert_true(r[0].levels[0].accesses == 10000);
  assert_int_equal(r[1].levels[0].engine, PME_ENGINE_CLOSED_FORM);
  assert_int_equal(r[2].levels[0].engine, PME_ENGINE_WALK);
  assert_int_equal(r[2].levels[0].precision, PME_PRECISION_EXACT);
  assert_true(r[2].levels[0].accesses == 0 && r[2].levels[0].high == 0);
  assert_true(!assumes(&a, PME_ASSUMPTION_DYNAMIC_AS_CYCLIC)); /* it is known who gets which chunk */
  assert_true(assumes(&a, PME_ASSUMPTION_BASES_UNKNOWN));
  release(&a);
}

/* Uneven work in more chunks than are worth handing out one by one, and chunks of a team that does not meet. */
/* A guard that is no bound, for its loop holds more, inside a triangle: counted all the same, so walked. */
static void test_guards_in_triangles(void **state) {
  (void)state;
  answer a = {0};
  prepare(&a,
          "pme 1\narray M element 4 base 0\nloop i = 0 .. 1999\nloop j = i + 1 .. 1999\nread M @ 8000*i + 4*j\n"
          "if j - i - 2\nloop k = i + 1 .. j - 1\nread M @ 8000*k + 4*j\nend\nend\nend\nend\n",
          "cores=1;L1=4M,full,4096", 1);
  predict(&a);
  const pme_misses *m = &a.prediction->references[1].levels[0];
  assert_true(m->engine == PME_ENGINE_WALK && m->accesses == 2000.0 * 1999 * 1998 / 6);
  assert_true(m->misses > 0.2 * m->accesses); /* columns of more than 1,024 pages, in turn */
  release(&a);
}

static void test_turns_are_assumed(void **state) {
  (void)state;
  const char *texts[] = {"pme 1\narray A element 8 extents 1000000\n"
                         "loop i = 0 .. 99999 parallel schedule dynamic 1 threads 4\n  loop j = 0 .. i % 3\n"
                         "    read A[i + j]\n  end\nend\n",
                         "pme 1\narray A element 8 extents 1000000\nregion threads 4\n  if one-thread\n"
                         "    read A[0]\n  end\n  loop i = 0 .. 9999 parallel schedule guided 2\n    read A[i]\n"
                         "  end\nend\n"};
  for (int t = 0; t < 2; t++) {
    answer a = {0};
    prepare(&a, texts[t], "cores=4;L1=32K,8,64", 0);
    predict(&a);
    assert_int_equal(a.status, PME_OK);
    assert_true(assumes(&a, PME_ASSUMPTION_DYNAMIC_AS_CYCLIC));
    release(&a);
  }
}

/* Collapsed loops of a triangle are walked, under each schedule, and count what the loops one by one would. */
static void test_collapsed_triangle(void **state) {
  (void)state;
  const char *schedules[] = {"static", "static 7", "dynamic 5", "guided 3"};
  for (int s = 0; s < 4; s++) {
    answer a = {0};
    char text[400];
    snprintf(text, sizeof text,
             "pme 1\narray A element 8 extents 300 300 base 68719476736\n"
             "loop i = 299 .. 0 step -1 parallel schedule %s collapse 2 threads 4\n  loop j = 0 .. i step 3\n"
             "    read A[i, j]\n    write A[j, i]\n  end\nend\n",
             schedules[s]);
    prepare(&a, text, "cores=4;L1=32K,8,64", 0);
    predict(&a);
    assert_int_equal(a.status, PME_OK);
    for (int r = 0; r < 2; r++) {
      assert_int_equal(a.prediction->references[r].levels[0].engine, PME_ENGINE_WALK);
      assert_true(a.prediction->references[r].levels[0].accesses == 15150); /* 3 * (1 + ... + 100) */
    }
    release(&a);
  }
}

/* The loops of a product of 600 x 500, flattened, and the same as two loops: B is read along its columns. The misses
 * that the simulator counts. */
#define FLATTENED(loop, i, j)                                                                                          \
  "pme 1\narray A element 8 extents 300000 base 68719476736\narray B element 8 extents 500 601 base 68725260288\n"     \
  "loop k = 0 .. 9\n" loop "  read A[500 * (" i ") + " j "]\n  write B[" j ", " i "]\nend\nend\n"

static void test_flattened(void **state) {
  (void)state;
  const char *texts[] = {FLATTENED("loop f = 0 .. 299999\n", "f / 500", "f % 500"),
                         FLATTENED("loop i = 0 .. 599\nloop j = 0 .. 499\n", "i", "j") "end\n",
                         FLATTENED("loop f = 0 .. 299999 parallel schedule static threads 7\n", "f / 500", "f % 500")};
  const double truth[] = {1208323, 1208323, 1232810};
  for (int t = 0; t < 3; t++) {
    answer a = {.effort_ms = 20};
    prepare(&a, texts[t], "cores=7;L1=32K,8,64", 0);
    predict(&a);
    assert_int_equal(a.status, PME_OK);
    for (int r = 0; r < 2; r++)
      assert_int_equal(a.prediction->references[r].levels[0].engine, PME_ENGINE_WALK);
    assert_true(a.prediction->levels[0].accesses == 6e6);
    assert_true(fabs(a.prediction->levels[0].misses - truth[t]) < 0.02 * truth[t]);
    release(&a);
  }
}

/* A sweep that fits: the first touches of 80000 bytes, and nothing else. */
static void test_kinds(void **state) {
  (void)state;
  answer a = {.effort_ms = 20};
  prepare(&a,
          "pme 1\narray A element 8 extents 10000 base 4096\nloop t = 1 .. 50\n  loop i = 0 .. 9999\n    read A[i]\n"
          "  end\nend\n",
          "cores=1;L1=32K,8,64;L2=1M,8,64", 0);
  predict(&a);
  const pme_misses *l1 = &a.prediction->levels[0], *l2 = &a.prediction->levels[1];
  assert_true(fabs(l2->misses - 1250) < 100 && fabs(l2->cold - l2->misses) < 1);
  assert_true(fabs(l1->misses - 62500) < 2000 && fabs(l1->cold - 1250) < 1250 && l1->other_threads == 0);
  release(&a);
}

/* ---- limits ---- */

/* A walk back through a million sweeps, each over almost the same lines: effort ends it, and the interval says so. */
static void test_effort_is_kept(void **state) {
  (void)state;
  answer a = {.effort_ms = 4};
  prepare(&a,
          "pme 1\narray A element 8 extents 4000000\nloop t = 0 .. 999999\n"
          "  loop i = 0 .. 999 parallel schedule static threads 4\n    read A[i + t]\n    read A[2*i]\n    read A[3]\n"
          "  end\nend\n",
          "cores=4;L1=32K,8,64;L3=8M,16,64,shared=4", 0);
  predict(&a);
  assert_int_equal(a.status, PME_OK);
  assert_true(a.statistics[0].work + a.statistics[1].work < 20 * 1000 * 1000);
  for (int r = 0; r < 3; r++)
    for (int l = 0; l < 2; l++) {
      const pme_misses *m = &a.prediction->references[r].levels[l];
      assert_true(m->engine != PME_ENGINE_WALK || (m->low <= m->misses && m->misses <= m->high));
    }
  release(&a);
}

/* A loop of 200 accesses with unknown bases: 2% of its misses take more samples than it has accesses. */
static void test_few_misses_are_enough(void **state) {
  (void)state;
  int64_t work[2];
  for (int i = 0; i < 2; i++) {
    answer a = {.effort_ms = 20, .target_misses = i};
    prepare(&a,
            "pme 1\narray x element 8\narray y element 8\nloop i = 0 .. 99 parallel schedule static\n"
            "  read x @ 8*i\n  write y @ 8*i\nend\n",
            "cores=4;L1=32K,8,64", 4);
    predict(&a);
    assert_int_equal(a.status, PME_OK);
    work[i] = a.statistics[0].work;
    const pme_misses *m = &a.prediction->references[0].levels[0];
    assert_true(m->low <= 16 && 16 <= m->high);
    release(&a);
  }
  assert_true(work[1] < work[0] / 4);
}

/* Misses of a loop are known as well if they are few beside those of another one. */
static void test_each_loop_is_known(void **state) {
  (void)state;
  answer a = {.effort_ms = 40};
  prepare(&a,
          "pme 1\narray A element 8 extents 3000 3000 base 68719476736\narray B element 8 extents 300 300 base "
          "69793218560\n"
          "array C element 8 extents 300 300 base 70866960384\n"
          "loop i = 0 .. 2999 parallel schedule static 1\nloop j = 0 .. 2999\nread A[j, i]\nend\nend\nloop i = 0 .. "
          "299 parallel schedule static 8\nloop j = 0 .. i\n"
          "loop k = 0 .. j - 1\nread B[i, k]\nread C[k, j]\nend\nwrite B[i, j]\nend\nend\n",
          "cores=4;L1=32K,8,64", 4);
  predict(&a);
  const pme_misses *m = &a.prediction->loops[2].levels[0];
  assert_true(m->high - m->low < 0.08 * m->misses && m->low <= 591772 && 591772 <= m->high);
  release(&a);
}

#define NEIGHBOURS                                                                                                     \
  "pme 1\nparam n = 64\narray A element 8 extents n n n\narray B element 8 extents n n n\n"                            \
  "loop i = 1 .. n - 2\n  loop j = 1 .. n - 2\n"                                                                       \
  "    read A[1, i, j + 1]\n    read A[1, i, j - 1]\n    read A[1, i + 1, j]\n    read B[1, i, j]\n"                   \
  "    write A[1, i, j]\n    read A[1, j, i]\n    read A[1, i, j + 9]\n    read A[1, i, j + 18]\n  end\nend\n"

/* References of an access group lie less than a line apart, move alike, and do not fill half of the cache. */
static void test_access_groups(void **state) {
  static const struct {
    int64_t way_bytes;
    int group_of[8]; /* of the references, by the first one that is in it */
  } cases[] = {{65536, {0, 0, 2, 3, 0, 5, 0, 7}}, {256, {0, 0, 2, 3, 0, 5, 6, 7}}, {64, {0, 1, 2, 3, 4, 5, 6, 7}}};
  (void)state;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    answer a = {0};
    pme__loop_tree *walk;
    pme__access_grouping grouping;
    prepare(&a, NEIGHBOURS, "cores=1;L1=32K,8,64", 1);
    assert_int_equal(pme__loop_tree_create(a.concrete, a.arena, &walk), PME_OK);
    assert_int_equal(walk->reference_count, 8);
    assert_int_equal(pme__find_access_groups(walk, 64, cases[c].way_bytes, a.arena, &grouping), PME_OK);
    for (int r = 0; r < 8; r++) {
      int first = 0;
      while (grouping.group_of[first] != grouping.group_of[r])
        first++;
      assert_int_equal(first, cases[c].group_of[r]);
    }
    assert_int_equal(grouping.first[grouping.count], 8);
    assert_int_equal(pme__access_group_leader(&grouping, grouping.group_of[7]), 7);
    assert_int_equal(pme__access_group_leader(&grouping, grouping.group_of[0]), cases[c].way_bytes > 64 ? 1 : 0);
    release(&a);
  }
}

static void test_no_memory(void **state) {
  (void)state;
  bool done = false;
  for (long n = 1; !done; n += n < 60 ? 1 : 37) {
    answer a = {.effort_ms = 0.3};
    prepare(&a, LU, "cores=4;L1=32K,8,64;L2=1M,16,64,shared=4", 4);
    pme_fail_allocation_after(n);
    predict(&a);
    pme_fail_allocation_after(0);
    assert_true(a.status == PME_OK || a.status == PME_NO_MEMORY);
    done = a.status == PME_OK;
    release(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_first_in_range),
      cmocka_unit_test(test_lines_of_copies),
      cmocka_unit_test(test_intervals),
      cmocka_unit_test(test_counts),
      cmocka_unit_test(test_totals),
      cmocka_unit_test(test_same_input_same_answer),
      cmocka_unit_test(test_left_and_never),
      cmocka_unit_test(test_guards_in_triangles),
      cmocka_unit_test(test_turns_are_assumed),
      cmocka_unit_test(test_collapsed_triangle),
      cmocka_unit_test(test_flattened),
      cmocka_unit_test(test_kinds),
      cmocka_unit_test(test_effort_is_kept),
      cmocka_unit_test(test_few_misses_are_enough),
      cmocka_unit_test(test_each_loop_is_known),
      cmocka_unit_test(test_access_groups),
      cmocka_unit_test(test_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
