/* Loops beside each other: which are said to be one, which are not and why; what they cost as one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "test/unit/advise/asked.h"

enum { MOST_TEXT = 2000, NOTHING = PME_ORDER_LEGALITY_COUNT };

typedef struct fusion_case {
  const char *name, *loops;
  int legality; /* NOTHING: nothing is to be said */
} fusion_case;

static const char head[] = "pme 1\nfunction f\nparam n = 1601\narray a element 8 align 64\narray b element 8 align 64\n"
                           "array c element 8 align 64\n";

#define PLANE(body) "loop j = 0 .. n - 1\n" body "end\n"
#define FIRST "loop i = 1 .. n parallel\n" PLANE("read a @ 8*n*i + 8*j\nwrite b @ 8*n*i + 8*j\n") "end\n"

static const fusion_case cases[] = {
    {"rows that were just written",
     FIRST "loop i = 1 .. n parallel\n" PLANE("read b @ 8*n*i + 8*j\nwrite c @ 8*n*i + 8*j\n") "end\n",
     PME_ORDER_LEGAL},
    {"both read the same", FIRST "loop i = 1 .. n parallel\n" PLANE("read a @ 8*n*i + 8*j\n") "end\n", PME_ORDER_LEGAL},
    {"rows of a neighbour, which another thread writes",
     FIRST "loop i = 1 .. n parallel\n" PLANE("read b @ 8*n*i + 8*j - 8*n\nwrite c @ 8*n*i + 8*j\n") "end\n",
     PME_ORDER_REVERSED},
    {"the row behind is not there yet",
     FIRST "loop i = 1 .. n parallel\n" PLANE("read b @ 8*n*i + 8*j + 8*n\nwrite c @ 8*n*i + 8*j\n") "end\n",
     PME_ORDER_REVERSED},
    {"another number of iterations",
     FIRST "loop i = 2 .. n parallel\n" PLANE("read b @ 8*n*i + 8*j\nwrite c @ 8*n*i + 8*j\n") "end\n", NOTHING},
    {"dealt out otherwise",
     FIRST "loop i = 1 .. n parallel schedule static 1\n" PLANE("read b @ 8*n*i + 8*j\n") "end\n", NOTHING},
    {"something stands between",
     FIRST "write c @ 0\nloop i = 1 .. n parallel\n" PLANE("read b @ 8*n*i + 8*j\n") "end\n", NOTHING},
    {"nothing in common", FIRST "loop i = 1 .. n parallel\n" PLANE("read c @ 8*n*i + 8*j\n") "end\n", NOTHING},
    {"it stays in the cache",
     "loop i = 1 .. 99 parallel\nwrite b @ 8*i\nend\nloop i = 1 .. 99 parallel\nread b @ 8*i\nend\n", NOTHING},
    {"a value of the first loop may be used by what follows",
     "loop i = 1 .. n parallel carries\n" PLANE(
         "read a @ 8*n*i + 8*j\n") "end\n"
                                   "loop i = 1 .. n parallel\n" PLANE(
                                       "read a @ 8*n*i + 8*j\nwrite c @ 8*n*i + 8*j\n") "end\n",
     PME_ORDER_CARRIED},
    {"loops of one thread, in one that is dealt out: what is behind is written before",
     "loop t = 0 .. 3 parallel\nloop i = 1 .. n\nread a @ 8*i + 16000*t\nwrite b @ 8*i + 16000*t\nend\n"
     "loop i = 1 .. n\nread b @ 8*i + 16000*t - 8\nwrite c @ 8*i + 16000*t\nend\nend\n",
     NOTHING},
};

static asked ask_with(const char *loops, int threads, bool legal_only, const pme_loop_orders **orders) {
  char text[MOST_TEXT];
  snprintf(text, sizeof text, "%s%s", head, loops);
  asked a = ask(text, FOUR_CORES, threads, (pme_advise_options){.only_now = true});
  pme_loop_order_question question = {.prediction = a.advice->prediction, .legal_only = legal_only};
  assert_int_equal(pme_find_loop_orders(&question, a.arena, orders), PME_OK);
  return a;
}

static asked ask_for(const char *loops, int threads, const pme_loop_orders **orders) {
  return ask_with(loops, threads, false, orders);
}

static void test_pairs(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const pme_loop_orders *orders;
    asked a = ask_for(cases[i].loops, 4, &orders);
    if (orders->fusion_count != (cases[i].legality != NOTHING))
      fail_msg("%s: %d", cases[i].name, orders->fusion_count);
    if (orders->fusion_count && (int)orders->fusions[0].legality != cases[i].legality)
      fail_msg("%s: %d", cases[i].name, (int)orders->fusions[0].legality);
    release(&a);
  }
}

/* Where nobody reads of those that must not be one, they cost nothing, and the others are what they are. */
static void test_legal_only(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const pme_loop_orders *all, *legal;
    asked a = ask_for(cases[i].loops, 4, &all), b = ask_with(cases[i].loops, 4, true, &legal);
    assert_int_equal(legal->fusion_count, cases[i].legality == PME_ORDER_LEGAL);
    if (legal->fusion_count)
      assert_true(legal->fusions[0].misses_then == all->fusions[0].misses_then);
    else
      assert_true(cases[i].legality == NOTHING || legal->effort_ms < all->effort_ms);
    release(&a);
    release(&b);
  }
}

/* A vector that is cleared before rows are added to it costs too little for anything to be tried. */
static void test_light_pair(void **state) {
  (void)state;
  const pme_loop_orders *orders;
  asked a = ask_for("loop i = 1 .. n parallel\nwrite b @ 8*i\nend\n"
                    "loop i = 1 .. n parallel\n" PLANE("read a @ 8*n*i + 8*j\nread b @ 8*i\n") "end\n",
                    4, &orders);
  assert_int_equal(orders->fusion_count, 0);
  assert_true(orders->effort_ms == 0);
  release(&a);
}

/* The misses that are promised are those of the loop written as one. */
static void test_promise(void **state) {
  (void)state;
  const pme_loop_orders *orders, *none;
  asked a = ask_for(cases[0].loops, 4, &orders);
  asked by_hand = ask_for("loop i = 1 .. n parallel\n" PLANE("read a @ 8*n*i + 8*j\nwrite b @ 8*n*i + 8*j\n")
                              PLANE("read b @ 8*n*i + 8*j\nwrite c @ 8*n*i + 8*j\n") "end\n",
                          4, &none);
  assert_int_equal(orders->fusion_count, 1);
  const pme_loop_fusion *fusion = &orders->fusions[0];
  double misses = by_hand.advice->prediction->loops[0].levels[fusion->level].misses;
  assert_true(fusion->misses_then > 0.97 * misses && fusion->misses_then < 1.03 * misses);
  assert_true(fusion->misses_then < 0.8 * fusion->misses_now);
  release(&a);
  release(&by_hand);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pairs), cmocka_unit_test(test_legal_only),
                                     cmocka_unit_test(test_light_pair), cmocka_unit_test(test_promise)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
