/* Advice for programs whose sizes are not known: where caches end, and from which size on a change pays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/advice.h"
#include "pmecache/arena.h"
#include "test/unit/advise/asked.h"

static const pme_sizes *ask_sizes_on(asked *a, const char *machine, const char *program, const char *bindings) {
  const pme_sizes *sizes;
  pme_error error = {0};
  pme_binding *given = NULL;
  pme_what_if what_if = {.default_threads = 4};
  pme_advise_options options = {.scope = PME_ADVISE_CHUNK};
  *a = (asked){.arena = pme_arena_create()};
  a->machine = PME_ARENA_NEW(a->arena, pme_machine, 1);
  if (pme_program_read(program, strlen(program), &a->program, &error) ||
      pme_machine_resolve(machine, a->machine, &error) ||
      (bindings && pme_bindings_read(bindings, &given, &what_if.binding_count, &error)))
    fail_msg("%s", error.message);
  what_if.bindings = given;
  pme_size_question question = {a->program, a->machine, &what_if, &options, NULL, NULL, 0};
  if (pme_advise_sizes(&question, a->arena, &sizes, &error))
    fail_msg("%s", error.message);
  pme_bindings_destroy(given, what_if.binding_count);
  return sizes;
}

static const pme_sizes *ask_sizes(asked *a, const char *program, const char *bindings) {
  return ask_sizes_on(a, FOUR_CORES, program, bindings);
}

/* Each of four threads reads its quarter of n numbers again and again: 256 KB hold 32768, of four threads 131072. */
static const char again[] = "pme 1\nfunction f\nparam n\narray a element 8 base 0\nloop t = 0 .. 9\n"
                            "loop i = 0 .. n - 1 parallel work 1\nread a @ 8*i\nend\nend\n";

/* A ladder of sizes for a program of hundreds of accesses would take minutes. */
static void test_sizes_of_large_programs(void **state) {
  (void)state;
  char text[8192];
  asked a;
  int at = snprintf(text, sizeof text,
                    "pme 1\nfunction f\nparam n\narray a element 8 base 0\nloop i = 0 .. n - 1 parallel\n");
  for (int i = 0; i < 200; i++)
    at += snprintf(text + at, sizeof text - (size_t)at, "read a @ 8*i + %d\n", 8 * i);
  snprintf(text + at, sizeof text - (size_t)at, "end\n");
  const pme_sizes *sizes = ask_sizes(&a, text, NULL);
  assert_int_equal(sizes->symbol_count, 1);
  assert_int_equal(sizes->loop_count, 0);
  release(&a);
}

static bool has_some_time(const void *of) { return --*(int *)of >= 0; }

/* Whoever has no more time gets what was found until then. */
static void test_sizes_end_with_the_time(void **state) {
  (void)state;
  int left = 2;
  pme_error error = {0};
  const pme_sizes *sizes;
  asked a;
  ask_sizes(&a, again, NULL);
  pme_size_question question = {a.program, a.machine, NULL, NULL, has_some_time, &left, 0};
  assert_int_equal(pme_advise_sizes(&question, a.arena, &sizes, &error), PME_OK);
  assert_int_equal(sizes->symbol_count, 1);
  assert_true(left < 0);
  release(&a);
}

static const pme_sizes *ask_with_effort(asked *a, double effort_ms) {
  const pme_sizes *sizes;
  pme_error error = {0};
  pme_size_question question = {a->program, a->machine, NULL, NULL, NULL, NULL, effort_ms};
  assert_int_equal(pme_advise_sizes(&question, a->arena, &sizes, &error), PME_OK);
  return sizes;
}

/* Whole decades come first, so that little effort looks at all of the sizes. */
static void test_sizes_end_with_the_effort(void **state) {
  (void)state;
  asked a;
  double all_ms = ask_sizes(&a, again, NULL)->effort_ms;
  const pme_sizes *some = ask_with_effort(&a, 0.3 * all_ms), *none = ask_with_effort(&a, 1e-6);
  assert_true(some->effort_ms < 0.6 * all_ms && some->look_count >= 2 && !some->is_put_off);
  assert_true(some->most >= 1000 * some->least);
  assert_true(none->look_count == 0 && none->is_put_off && none->effort_ms == 0);
  assert_int_equal(none->loops[0].range_count, 0);
  release(&a);
}

static void test_sizes_find_where_caches_end(void **state) {
  (void)state;
  asked a;
  const pme_sizes *sizes = ask_sizes(&a, again, NULL);
  assert_int_equal(sizes->symbol_count, 1);
  assert_string_equal(sizes->symbols[0], "n");
  assert_int_equal(sizes->loop_count, 1);
  assert_in_range(sizes->loops[0].fits_up_to[1], 131072 * 90 / 100, 131072 * 112 / 100);
  assert_in_range(sizes->loops[0].fits_up_to[2], 1048576 * 90 / 100, 1048576 * 112 / 100);
  assert_true(sizes->look_count <= 48 && sizes->most > 1048576);
  release(&a);
}

/* A transposed copy: static and static,8 take turns from one size to the next, where either is sure to save enough. What
 * is said holds for a range, or nothing is. */
static void test_sizes_are_said_where_they_hold(void **state) {
  (void)state;
  static const char program[] =
      "pme 1\nfunction f\nparam n\narray a element 8 base 0\narray b element 8 base 68719476736\n"
      "loop i = 0 .. n - 1 parallel schedule static 1 work 1\nloop j = 0 .. n - 1 work 2\n"
      "read a @ 8*n*i + 8*j\nwrite b @ 8*n*j + 8*i\nend\nend\n";
  asked a;
  const pme_loop_sizes *loop = &ask_sizes(&a, program, NULL)->loops[0];
  int unstable = 0;
  for (int r = 0; r < loop->range_count; r++) {
    const pme_size_range *range = &loop->ranges[r];
    bool is_inner = r > 0 && r + 1 < loop->range_count;
    assert_false(is_inner && range->pays && range->to < 2 * range->from);
    assert_false(range->pays && range->is_unstable);
    unstable += range->is_unstable;
  }
  assert_true(unstable < loop->range_count);
  release(&a);
}

/* By misses, chunks of 4 are worth a change for a few small sizes, and no more at the next: nothing is said of those. */
static void test_gains_of_a_few_sizes_are_unstable(void **state) {
  (void)state;
  static const char program[] =
      "pme 1\nfunction f\nparam n\narray a element 8 base 0\narray b element 8 base 68719476736\n"
      "loop i = 0 .. n - 1 parallel schedule static 4 work 1\nloop j = 0 .. n - 1 work 2\n"
      "read a @ 8*n*i + 8*j\nwrite b @ 8*n*j + 8*i\nend\nend\n";
  asked a;
  const pme_loop_sizes *loop =
      &ask_sizes_on(&a, "cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4", program, NULL)->loops[0];
  int unstable = 0;
  for (int r = 0; r < loop->range_count; r++) {
    const pme_size_range *range = &loop->ranges[r];
    assert_false(r > 0 && r + 1 < loop->range_count && range->pays && range->to < 2 * range->from);
    unstable += range->is_unstable && !range->pays;
  }
  assert_true(unstable > 0);
  release(&a);
}

/* Chunks of 1 write into each other's lines whatever the size; of few iterations there is little to gain by any. */
static void test_sizes_find_advice(void **state) {
  (void)state;
  static const char program[] = "pme 1\nfunction f\nparam n\nparam m\narray y element 8 base 0\nloop t = 0 .. m\n"
                                "loop i = 0 .. n - 1 parallel schedule static 1 work 2\nwrite y @ 8*i\nend\nend\n";
  asked a;
  const pme_sizes *sizes = ask_sizes(&a, program, "m=9");
  assert_int_equal(sizes->symbol_count, 1);
  const pme_loop_sizes *loop = &sizes->loops[0];
  const pme_size_range *last = &loop->ranges[loop->range_count - 1];
  assert_true(last->pays && last->best.ratio < 0.5 && last->from < 10000);
  assert_true(last->best.chunk == 0 || last->best.chunk >= 8);
  for (int r = 1; r < loop->range_count; r++)
    assert_true(loop->ranges[r].from > loop->ranges[r - 1].to);
  release(&a);
  sizes = ask_sizes(&a, program, NULL);
  assert_int_equal(sizes->symbol_count, 1); /* m repeats, and is no size */
  assert_true(sizes->loops[0].range_count > 0);
  release(&a);
  sizes = ask_sizes(&a, program, "m=9,n=100");
  assert_int_equal(sizes->symbol_count, 0);
  assert_int_equal(sizes->loop_count, 0);
  release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sizes_of_large_programs),
      cmocka_unit_test(test_sizes_end_with_the_time),
      cmocka_unit_test(test_sizes_end_with_the_effort),
      cmocka_unit_test(test_sizes_find_where_caches_end),
      cmocka_unit_test(test_sizes_find_advice),
      cmocka_unit_test(test_sizes_are_said_where_they_hold),
      cmocka_unit_test(test_gains_of_a_few_sizes_are_unstable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
