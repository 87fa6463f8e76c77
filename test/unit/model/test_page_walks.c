/* Page walks of predictions beside those of the simulator. */
#include <math.h>

#include "analysis/model/windows/page_walks.h"
#include "test/unit/model/both_answers.h"

#define L1 "cores=4;L1=4K,8,64,policy=plru"
#define PAGES ";pages=96,4K,ways=12,first=16,first_ways=4,walks=L1"
#define DOWN(rows, columns)                                                                                            \
  "array A element 8 base 0\narray y element 8 base 104857616\n"                                                       \
  "loop i = 0 .. " columns " - 1\nloop j = 0 .. " rows " - 1\n"                                                        \
  "read A @ 16000*j + 8*i\nread y @ 8*j\nend\nend\n"

#define READ_BOTH                                                                                                      \
  "read A @ 16000*i + 4*j\nread A @ 16000*i + 4*j - 4\nread A @ 16000*i + 4*j - 4\nread A @ 16000*i + 4*j\n"           \
  "read A @ 16000 + 16000*i + 4*j\nread A @ 16000 + 16000*i + 4*j\n"

static double error_of(double value, double truth) { return fabs(value - truth) / truth; }

/* So few accesses that all are counted: nothing is left open. */
static void test_small_programs_are_counted(void **state) {
  (void)state;
  answers a;
  ask(&a, DOWN("200", "30"), L1 PAGES, NULL);
  const pme_misses *m = &a.predicted->levels[0];
  assert_true(m->page_walks > 0 && m->page_walks == a.simulated->levels[0].page_walks);
  assert_true(m->misses == a.simulated->levels[0].misses && m->low == m->high);
  forget(&a);
}

/* Columns of more pages than translations: each access of A walks. */
static void test_columns(void **state) {
  (void)state;
  answers a;
  ask(&a, DOWN("400", "2000"), L1 PAGES, NULL);
  const pme_misses *m = &a.predicted->levels[0], *s = &a.simulated->levels[0];
  assert_true(error_of(m->misses, s->misses) < 0.02 && error_of(m->page_walks, s->page_walks) < 0.03);
  assert_true(m->page_walks > 0.2 * m->misses);
  forget(&a);
}

/* A triangle: columns grow until their pages are more than the translations. */
static void test_triangle(void **state) {
  (void)state;
  answers a;
  ask(&a,
      "array A element 8 base 0\nloop i = 0 .. 299\nloop j = 0 .. i\nloop k = 0 .. j\n"
      "read A @ 16000*k + 8*j\nread A @ 16000*i + 8*k\nend\nend\nend\n",
      L1 PAGES, NULL);
  const pme_misses *m = &a.predicted->levels[0], *s = &a.simulated->levels[0];
  assert_true(error_of(m->misses, s->misses) < 0.02 && error_of(m->page_walks, s->page_walks) < 0.06);
  forget(&a);
}

/* Many accesses that hit before the one that walks, in a quick look: what is not looked at in time is not taken to walk
 * never. */
static void test_many_accesses(void **state) {
  (void)state;
  static const pme_predict_options quick = {.budget_ms = 12};
  answers a;
  ask(&a,
      "array A element 4 base 0\nloop i = 199 .. 0 step -1\nloop j = i + 1 .. 199\n" READ_BOTH READ_BOTH
      "if j - i - 2\n" READ_BOTH READ_BOTH "loop k = i + 1 .. j - 1\nread A @ 16000*i + 4*j\nread A @ 16000*i + 4*k\n"
      "read A @ 16000*k + 16000 + 4*j\nread A @ 16000*i + 4*k\nread A @ 16000*k + 16000 + 4*j\n"
      "read A @ 16000*i + 4*j\nwrite A @ 16000*i + 4*j\nend\nend\nend\nend\n",
      L1 PAGES, &quick);
  const pme_misses *m = &a.predicted->levels[0], *s = &a.simulated->levels[0];
  assert_true(m->low <= s->misses && m->high >= s->misses && error_of(m->page_walks, s->page_walks) < 0.1);
  forget(&a);
}

/* Rows: an entry for each page of 512 elements, eight to a line. */
static void test_rows(void **state) {
  (void)state;
  answers a;
  ask(&a, "array A element 8 base 0\nloop i = 0 .. 3999999\nread A @ 8*i\nend\n", L1 PAGES, NULL);
  const pme_misses *m = &a.predicted->levels[0], *s = &a.simulated->levels[0];
  assert_true(error_of(m->misses, s->misses) < 0.005 && m->page_walks <= 0.02 * m->misses);
  forget(&a);
}

/* Each thread has translations of its own. */
static void test_team(void **state) {
  (void)state;
  answers a;
  ask(&a,
      "array A element 8 base 0\nregion threads 4\nloop i = 0 .. 999 parallel schedule static\nloop j = 0 .. 399\n"
      "read A @ 16000*j + 8*i\nend\nend\nend\n",
      L1 PAGES, &(pme_predict_options){.coherence = true});
  const pme_misses *m = &a.predicted->levels[0], *s = &a.simulated->levels[0];
  assert_true(error_of(m->misses, s->misses) < 0.03 && m->page_walks > 0.2 * m->misses);
  forget(&a);
}

/* Nothing is said of walks: to the last bit what it is without pages. */
static void test_no_walks(void **state) {
  (void)state;
  answers with, without;
  ask(&with, DOWN("400", "200"), L1 ";pages=96,4K,walk=20", NULL);
  ask(&without, DOWN("400", "200"), L1, NULL);
  assert_true(with.predicted->levels[0].misses == without.predicted->levels[0].misses);
  assert_true(with.predicted->levels[0].high == without.predicted->levels[0].high);
  assert_true(with.predicted->levels[0].page_walks == 0);
  assert_true(!pme__page_walks_are_told(&with.machine));
  forget(&with);
  forget(&without);
}

static bool says(const pme_prediction *prediction, const char *what) {
  for (int i = 0; i < prediction->assumption_count; i++)
    if (strstr(prediction->assumptions[i].text, what))
      return true;
  return false;
}

/* Where cores share L1, or the equations alone are asked, walks are left out, and that is said. */
static void test_left_out(void **state) {
  (void)state;
  answers a;
  ask(&a, DOWN("400", "20"), "cores=4;L1=4K,8,64,shared=2" PAGES, NULL);
  assert_true(a.predicted->levels[0].page_walks == 0 && says(a.predicted, "walks of the page table"));
  forget(&a);
  ask(&a, DOWN("400", "20"), L1 PAGES, &(pme_predict_options){.closed_form_only = true});
  assert_true(a.predicted->levels[0].page_walks == 0 && says(a.predicted, "walks of the page table"));
  forget(&a);
}

/* Walks are told of caches that each core has for itself, where the machine says that they read L1. */
static void test_where_walks_are_told(void **state) {
  (void)state;
  static const char *const machines[] = {(L1 PAGES), (L1), ("cores=4;L1=4K,8,64,shared=2" PAGES)};
  for (int i = 0; i < 3; i++) {
    pme_machine machine;
    assert_int_equal(pme_machine_read(machines[i], strlen(machines[i]), &machine, NULL), PME_OK);
    assert_int_equal(pme__page_walks_are_told(&machine), i == 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small_programs_are_counted),
      cmocka_unit_test(test_columns),
      cmocka_unit_test(test_triangle),
      cmocka_unit_test(test_many_accesses),
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_team),
      cmocka_unit_test(test_no_walks),
      cmocka_unit_test(test_left_out),
      cmocka_unit_test(test_where_walks_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
