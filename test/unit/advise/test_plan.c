/* Which loops a search for advice is made for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/advise/time/plan.h"
#include "analysis/report/words/advice_words.h"
#include "test/unit/advise/asked.h"
#include "test/unit/near.h"

/* Two triangles, the second one with a tenth of the rows, and a loop that takes no time beside them. */
#define TRIANGLES                                                                                                      \
  "pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 16777216\n"                                     \
  "loop i = 0 .. 999 parallel work 1\nloop j = 0 .. i work 2\nread a @ 8*i + 8*j\nend\nwrite b @ 64*i\nend\n"          \
  "loop i = 0 .. 299 parallel work 1\nloop j = 0 .. i work 2\nread a @ 8*i + 8*j\nend\nwrite b @ 64*i\nend\n"          \
  "loop i = 0 .. 9 parallel work 1\nread a @ 8*i\nend\n"

/* Each row once, along it: even blocks are as good as can be. */
#define ROWS                                                                                                           \
  "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 999 parallel work 1\n"                                   \
  "loop j = 0 .. 999 work 2\nread a @ 8000*i + 8*j\nend\nend\n"

#define RACE                                                                                                           \
  "pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 16777216\nloop i = 0 .. 999 parallel work 1\n"  \
  "loop j = 0 .. 999 work 2\nread a @ 8000*j + 8*i\nwrite b @ 8*j\nend\nend\n"

static void test_light_loops_are_left(void **state) {
  (void)state;
  asked a = ask(TRIANGLES, FOUR_CORES, 4, (pme_advise_options){0});
  char text[PME__ADVICE_TEXT_BYTES];
  assert_int_equal(a.advice->loop_count, 3);
  assert_true(a.advice->loops[0].pays && a.advice->loops[1].pays);
  assert_true(a.advice->loops[2].is_light || a.advice->loops[2].is_bounded);
  assert_int_equal(a.advice->loops[2].count, 1);
  assert_true(a.advice->loops[0].share + a.advice->loops[1].share > 0.98);
  pme__write_advice(a.advice, &a.advice->loops[2], text, sizeof text);
  assert_non_null(strstr(text, a.advice->loops[2].is_light ? "was not compared with others: the loop takes" : "least"));
  release(&a);
}

static void test_what_saves_most_comes_first(void **state) {
  (void)state;
  asked a = ask(TRIANGLES, FOUR_CORES, 4, (pme_advise_options){.allowance_ms = 0.001});
  char text[PME__ADVICE_TEXT_BYTES];
  assert_true(a.advice->loops[0].pays);
  assert_true(a.advice->loops[1].is_put_off && !a.advice->loops[1].pays);
  assert_true(a.advice->effort_ms > 0);
  pme__write_advice(a.advice, &a.advice->loops[1], text, sizeof text);
  assert_non_null(strstr(text, "-pmecache-advise=deep"));
  release(&a);
}

/* Bins that data choose are no part of what is compared, looked at or not; that it is not looked at is said. */
static void test_what_data_choose_is_put_off(void **state) {
  (void)state;
  static const char with_bins[] =
      "pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 16777216\n"
      "array from element 4 base 33554432\narray bins element 4 base 67108864\n"
      "loop i = 0 .. 1999 parallel work 1\nloop j = 0 .. i work 2\nread a @ 8*i + 8*j\nend\nwrite b @ 64*i\nend\n"
      "array out element 8 base 134217728\n"
      "loop k = 0 .. 9999 parallel schedule static 1 work 1\nreason indirect-subscript\nread from @ 4*k\n"
      "write bins scattered 1 @ 0\nwrite out @ 8*k\nend\n";
  double misses[2];
  for (int is_put_off = 0; is_put_off < 2; is_put_off++) {
    char told[PME__ADVICE_TEXT_BYTES];
    asked a = ask(with_bins, FOUR_CORES, 4, (pme_advise_options){.allowance_ms = is_put_off ? 0.001 : 0});
    const pme_loop_advice *bins = &a.advice->loops[1];
    misses[is_put_off] = bins->candidates[bins->present].levels[0].misses;
    pme__write_advice(a.advice, bins, told, sizeof told);
    assert_int_equal(bins->is_put_off, is_put_off);
    assert_int_equal(strstr(told, "-pmecache-advise=deep") != NULL, is_put_off);
    release(&a);
  }
  near(misses[1], misses[0], 0.05, "misses that data do not choose");
}

/* Setting up a candidate of 500 accesses takes more than what a search may. */
static void test_large_loops_are_put_off(void **state) {
  (void)state;
  char text[16384], told[PME__ADVICE_TEXT_BYTES];
  int at = snprintf(text, sizeof text, "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 9999 parallel\n");
  for (int i = 0; i < 500; i++)
    at += snprintf(text + at, sizeof text - (size_t)at, "write a @ 8*i + %d\n", 80000 * i);
  snprintf(text + at, sizeof text - (size_t)at, "end\n");
  asked a = ask(text, FOUR_CORES, 4, (pme_advise_options){.allowance_ms = 100});
  assert_true(only(&a)->is_put_off && a.advice->effort_ms == 0);
  pme__write_advice(a.advice, only(&a), told, sizeof told);
  assert_non_null(strstr(told, "-pmecache-advise=deep"));
  release(&a);
}

static void test_no_schedule_can_be_better(void **state) {
  (void)state;
  asked a = ask(ROWS, FOUR_CORES, 4, (pme_advise_options){0});
  assert_true(only(&a)->is_bounded && only(&a)->bound < 0.05);
  assert_true(a.advice->effort_ms == 0);
  release(&a);
  a = ask(ROWS, FOUR_CORES, 4, (pme_advise_options){.thorough = true});
  assert_true(only(&a)->count > 1 && !only(&a)->pays);
  release(&a);
}

static void test_races_are_not_searched(void **state) {
  (void)state;
  asked a = ask(RACE, FOUR_CORES, 4, (pme_advise_options){0});
  assert_true(only(&a)->is_race && only(&a)->count == 1 && !only(&a)->is_unanswered);
  assert_true(a.advice->effort_ms == 0);
  release(&a);
}

/* A few iterations, which one thread has done before a team has begun. */
#define FEW "loop i = 0 .. 63 parallel schedule static work 1\nread a @ 8*i\nwrite b @ 8*i\nend\n"

static bool pays_with_one_thread(const char *loops) {
  char text[1000];
  snprintf(text, sizeof text, "pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 16777216\n%s",
           loops);
  asked a = ask(text, FOUR_CORES, 4, (pme_advise_options){0});
  bool pays = false;
  for (int i = 0; i < a.advice->loop_count; i++) {
    const pme_loop_advice *loop = &a.advice->loops[i];
    pays |= loop->pays && loop->candidates[0].threads == 1;
    for (int k = 0; !pays && k < loop->count; k++)
      assert_int_equal(loop->candidates[k].threads, 4);
  }
  release(&a);
  return pays;
}

/* num_threads is no clause of a worksharing loop: another team is asked for where the loop is all that its region deals
 * out. */
static void test_teams_of_others_stay(void **state) {
  (void)state;
  static const char own[] = FEW;
  char orphaned[300], region[700], two[1000];
  snprintf(orphaned, sizeof orphaned, "loop i = 0 .. 63 parallel schedule static orphaned work 1\n%s",
           strchr(own, '\n') + 1);
  snprintf(region, sizeof region, "region\n%send\n", own);
  snprintf(two, sizeof two, "region\n%s%send\n", own, own);
  assert_true(pays_with_one_thread(own) && pays_with_one_thread(region));
  assert_false(pays_with_one_thread(orphaned) || pays_with_one_thread(two));
}

/* Nothing takes no time at all. */
static void test_no_gain_is_all(void **state) {
  (void)state;
  asked a = ask("pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 16777216\n" FEW,
                FOUR_CORES ";team=1000000", 4, (pme_advise_options){0});
  char text[PME__ADVICE_TEXT_BYTES];
  pme__write_advice(a.advice, only(&a), text, sizeof text);
  assert_non_null(strstr(text, "about 99% less time"));
  release(&a);
}

/* By misses, where the machine has no times. */
static void test_order_of_a_plan(void **state) {
  (void)state;
  asked a = ask(TRIANGLES, FOUR_CORES, 4, (pme_advise_options){.only_now = true});
  const pme_prediction *p = a.advice->prediction;
  const pme_loop_prediction *rows[3];
  pme__plan plan;
  int count = 0;
  for (int i = 0; i < p->loop_count && count < 3; i++)
    if (p->loops[i].node == a.advice->loops[count].node)
      rows[count++] = &p->loops[i];
  assert_int_equal(pme__make_plan(p, NULL, true, rows, count, a.arena, &plan), PME_OK);
  assert_int_equal(plan.order[0], 0);
  assert_int_equal(plan.order[2], 2);
  assert_true(plan.loops[0].bound == 1 && plan.loops[2].is_light && !plan.loops[0].is_tied);
  release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_light_loops_are_left),
      cmocka_unit_test(test_what_saves_most_comes_first),
      cmocka_unit_test(test_large_loops_are_put_off),
      cmocka_unit_test(test_what_data_choose_is_put_off),
      cmocka_unit_test(test_no_schedule_can_be_better),
      cmocka_unit_test(test_races_are_not_searched),
      cmocka_unit_test(test_order_of_a_plan),
      cmocka_unit_test(test_teams_of_others_stay),
      cmocka_unit_test(test_no_gain_is_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
