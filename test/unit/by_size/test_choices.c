/* Values of symbols that are no sizes, before anything is predicted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/choices.h"
#include "test/unit/by_size/asked.h"

enum { TAKEN_TEXT = 200 };

/* What is taken, "k = 1 m = 3", of a program behind its first two lines. */
static void expect_taken(const char *body, const char *expected) {
  char text[1000], taken[TAKEN_TEXT] = "";
  asked a;
  pme_what_if what_if;
  snprintf(text, sizeof text, "pme 1\nfunction f\n%s", body);
  open_program(&a, text);
  assert_int_equal(pme_take_choices(a.program, &a.what_if, a.arena, &what_if), PME_OK);
  for (int i = a.what_if.binding_count; i < what_if.binding_count; i++) {
    const pme_binding *b = &what_if.bindings[i];
    size_t length = strlen(taken);
    snprintf(taken + length, sizeof taken - length, "%s%s = %d", length ? " " : "", b->name, (int)b->value);
    assert_memory_equal(b->origin, "taken: ", strlen("taken: "));
  }
  assert_string_equal(taken, expected);
  close_program(&a);
}

#define LOOP(CONDITION, ADDRESS) "loop i = 0 .. 99 parallel\nif " CONDITION "\nread a @ " ADDRESS "\nend\nend\n"

static void test_what_is_taken(void **state) {
  (void)state;
  expect_taken("param k\narray a element 8\n" LOOP("k - 1", "8*i"), "k = 1");
  expect_taken("param k\narray a element 8\n" LOOP("max(k - 129, 127 - k)", "8*i"), "k = 0");
  expect_taken("param k\narray a element 8\n" LOOP("k - i - 1", "8*i"), "k = 100"); /* the last iteration, too */
  expect_taken("param k\narray a element 8\n" LOOP("i - k", "8*i"), "k = 0");
  expect_taken("param k\nparam c\narray a element 8\nloop i = 0 .. 99 parallel schedule static c\n"
               "if k - 2\nread a @ 8*i\nend\nend\n",
               "k = 2 c = 16");
}

/* `if (i + shift < limit)`, where neither is found by itself; each limit of `if (i + shift >= 0 && i + shift < limit)`. */
static void test_several_in_one(void **state) {
  (void)state;
  expect_taken("param m\nparam s\narray a element 8\n" LOOP("m - s - i - 1", "8*i"), "m = 100 s = 0");
  expect_taken("param s\nparam m\narray a element 8\n" LOOP("s + i - 1, m - s - i - 1", "8*i"), "s = 1 m = 101");
  asked a;
  const pme_by_size *answer = ask(&a,
                                  "pme 1\nfunction f\nparam n\nparam m\nparam s\narray a element 8\n"
                                  "loop i = 0 .. n - 1 parallel\nif m - s - i - 1\nread a @ 8*i\nend\nend\n",
                                  0);
  assert_int_equal(answer->loop_count, 1);
  close_program(&a);
}

/* A branch with a loop in it goes before one without. */
static void test_loops_count_more(void **state) {
  (void)state;
  expect_taken("param k\narray a element 8\nloop i = 0 .. 99 parallel\nif -k, k\nread a @ 8*i\nend\n"
               "if k - 1\nloop j = 0 .. 99\nread a @ 8*j\nend\nend\nend\n",
               "k = 1");
}

/* Of a loop that asks for a size all is left to answers by size; that is so of loops beside it for what they share. */
static void test_beside_sizes(void **state) {
  (void)state;
  expect_taken("param k\nparam n\narray a element 8\nloop i = 0 .. n - 1 parallel\nif k - 1\nread a @ 8*i\nend\n"
               "end\n" LOOP("k - 1", "8*i"),
               "");
  expect_taken(
      "param k\nparam n\narray a element 8\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\n" LOOP("k - 1", "8*i"),
      "k = 1");
}

static const char two_arms[] = "pme 1\nfunction f\nparam k\narray a element 8\narray b element 8\n"
                               "if k - 3, 3 - k\nloop i = 0 .. 799 parallel threads 1\nread a @ 8*i\nend\nend\n"
                               "if max(k - 4, 2 - k)\nloop i = 0 .. 1599 parallel threads 1\nread b @ 8*i\nend\nend\n";

/* Each arm has the numbers of a call that takes it, and the second says for which value. */
static void test_other_arms(void **state) {
  (void)state;
  asked a;
  pme_what_if taken;
  pme_concrete *concrete;
  pme_prediction *prediction;
  const pme_prediction *whole;
  pme_predict_options options = {.budget_ms = 0};
  open_program(&a, two_arms);
  assert_int_equal(pme_take_choices(a.program, &a.what_if, a.arena, &taken), PME_OK);
  assert_int_equal(pme_concrete_create(a.program, &taken, &concrete, NULL), PME_OK);
  assert_int_equal(pme_predict(concrete, &a.machine, &options, a.arena, &prediction, NULL), PME_OK);
  assert_true(prediction->loops[1].executions == 0);
  pme_choices_question question = {prediction, &a.what_if, &options};
  assert_int_equal(pme_predict_other_choices(&question, a.arena, &whole), PME_OK);
  assert_true(whole->loops[0].levels[0].accesses == 800);
  assert_true(whole->loops[1].levels[0].accesses == 1600);
  assert_true(whole->references[1].levels[0].accesses == 1600);
  assert_true(whole->levels[0].accesses == 800);
  const pme_assumption *last = &whole->assumptions[whole->assumption_count - 1];
  assert_int_equal(last->node, whole->loops[1].node);
  assert_memory_equal(last->text, "k = 0 (taken: ", strlen("k = 0 (taken: "));
  question.what_if = &taken; /* nothing was taken: it is asked for */
  assert_int_equal(pme_predict_other_choices(&question, a.arena, &whole), PME_OK);
  assert_true(whole->loops[1].executions == 0);
  pme_concrete_destroy(concrete);
  close_program(&a);
}

/* `if (tile < n) ...; else ...`, where all calls give 32: the other arm runs with sizes up to that one, not with 2. */
static void test_up_to_number(void **state) {
  (void)state;
  static const char text[] = "pme 1\nfunction f\nparam n\nparam tile = 32\narray a element 8\n"
                             "if n - tile - 1\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\nend\n"
                             "if tile - n\nloop i = 0 .. n - 1 parallel\nread a @ 16*i\nend\nend\n";
  asked a;
  const pme_by_size *answer = ask(&a, text, 0);
  assert_int_equal(answer->loop_count, 2);
  assert_int_equal(answer->loops[0].taken_count, 0);
  assert_int_equal(answer->loops[1].taken_count, 1);
  assert_int_equal(answer->loops[1].taken[0].value, 32);
  close_program(&a);
}

/* A number that does up to some size does for none; one that conditions alone ask for may be as large as that. */
static void test_long_steps(void **state) {
  (void)state;
  static const char of_size[] = "pme 1\nfunction f\nparam b\nparam k\nparam p\narray a element 8\n"
                                "if b*p - k\nloop i = 0 .. k / b - 1 parallel\nread a @ 8*i\nend\nend\n";
  static const char of_number[] = "pme 1\nfunction f\nparam b\nparam m\nparam n\narray a element 8\n"
                                  "if m / (b*b) - 2001, b - 8\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\nend\n";
  asked a;
  assert_int_equal(ask(&a, of_size, 0)->loop_count, 0);
  close_program(&a);
  const pme_by_size *answer = ask(&a, of_number, 0);
  assert_int_equal(answer->loop_count, 1);
  assert_int_equal(answer->loops[0].taken_count, 2);
  close_program(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_taken), cmocka_unit_test(test_loops_count_more),
                                     cmocka_unit_test(test_beside_sizes),  cmocka_unit_test(test_other_arms),
                                     cmocka_unit_test(test_up_to_number),  cmocka_unit_test(test_long_steps),
                                     cmocka_unit_test(test_several_in_one)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
