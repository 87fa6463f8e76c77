/* From text to JSON with every allocation failing in turn: each failure is told as PME_NO_MEMORY, nothing leaks (run
 * it under valgrind or sanitizers) and nothing is half done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/arena.h"
#include "pmecache/machine.h"
#include "pmecache/prediction.h"
#include "pmecache/report.h"
#include "simulator/simulator.h"

enum { MOST_ALLOCATIONS = 100000 };

static const char program_text[] = "pme 1\nfunction f file \"f.c\" line 5\nparam n = 24\nparam m\narray a element 8 "
                                   "extents n n\narray b element 8 extents "
                                   "n n\nregion threads 4\n  loop i = 0 .. n - 1 parallel schedule static 2 at 8:1\n   "
                                   " loop j = max(0, i - 3) .. n - 1\n   "
                                   "   read a[i, j] at 9:1\n      write b[j, i] at 9:9\n      if n - 2 - j\n        "
                                   "read b @ 8*(i / 2)\n      end\n    end\n"
                                   "    reason indirect-subscript at 12:9 \"x\"\n  end\nend\nloop k = 0 .. m "
                                   "parallel\n  read a @ 8*k\nend\nassume no-alias "
                                   "\"a and b\"\n";
static const char machine_text[] = "cores=4;L1=1K,2,64;L2=8K,4,64,shared=4";

/* One step of the way; what was made so far is released whatever happens. */
typedef struct journey {
  pme_program *program;
  pme_concrete *concrete;
  pme_arena *arena;
  pme_prediction *prediction, *simulated;
  pme_json *json;
  pme_binding *bindings;
  int binding_count;
  FILE *nowhere;
} journey;

static pme_status advise(journey *j, const pme_what_if *what_if) {
  static const pme_advise_options little = {.budget_ms = 1};
  const pme_advice *advice;
  const pme_remark *remarks;
  int count;
  pme_status status = pme_advise(j->prediction, what_if, &little, j->arena, &advice, NULL);
  if (!status)
    status = pme_remarks_advise(advice, j->arena, &remarks, &count, NULL);
  return status ? status : pme_json_set_advice(j->json, advice, NULL);
}

/* The shorter way of a program whose symbols have no values. */
static pme_status travel_without_sizes(journey *j, const pme_machine *machine) {
  static const char program[] = "pme 1\nfunction f\nparam n\narray a element 8 base 0\n"
                                "loop i = 0 .. n - 1 parallel schedule static 1\nread a @ 8*i\nend\n";
  static const pme_advise_options little = {.budget_ms = 1, .most_looks = 2};
  const pme_sizes *sizes;
  const pme_remark *remarks;
  int count;
  pme_status status = pme_program_read(program, sizeof program - 1, &j->program, NULL);
  if (!status)
    status = pme_concrete_create(j->program, NULL, &j->concrete, NULL);
  if (!status)
    status = (j->arena = pme_arena_create()) ? PME_OK : PME_NO_MEMORY;
  if (!status)
    status = pme_prediction_create(j->concrete, machine, j->arena, &j->prediction, NULL);
  if (!status)
    status = pme_advise_sizes(&(pme_size_question){j->program, machine, NULL, &little, NULL, NULL, 0}, j->arena, &sizes,
                              NULL);
  if (!status)
    status = pme_remarks_sizes(sizes, j->prediction, j->arena, &remarks, &count, NULL);
  if (!status)
    status = pme_json_create("advise", machine, &j->json, NULL);
  if (!status)
    status = pme_json_add(j->json, j->prediction, NULL, NULL);
  return status ? status : pme_json_set_sizes(j->json, sizes, j->prediction, NULL);
}

static pme_status travel(journey *j, const pme_machine *machine) {
  static const pme_simulate_options small = {.max_accesses = 1000000};
  static const pme_predict_options quick = {.budget_ms = 2}; /* the journey is made once for each allocation on it */
  const pme_remark *remarks;
  int remark_count;
  pme_status status = pme_program_read(program_text, sizeof program_text - 1, &j->program, NULL);
  if (!status)
    status = pme_bindings_read("n=16,q=3", &j->bindings, &j->binding_count, NULL);
  pme_what_if what_if = {.binding_count = j->binding_count, .bindings = j->bindings, .default_threads = 2};
  if (!status)
    status = pme_concrete_create(j->program, &what_if, &j->concrete, NULL);
  if (!status)
    status = (j->arena = pme_arena_create()) ? PME_OK : PME_NO_MEMORY;
  if (!status)
    status = pme_predict(j->concrete, machine, &quick, j->arena, &j->prediction, NULL);
  if (!status)
    status = pme_simulate(j->concrete, machine, &small, j->arena, &j->simulated, NULL);
  if (!status)
    status = pme_remarks_create(j->prediction, 7, j->arena, &remarks, &remark_count, NULL);
  if (!status)
    status = pme_json_create("compare", machine, &j->json, NULL);
  if (!status)
    status = pme_json_add_comparison(j->json, j->prediction, j->simulated, NULL, NULL);
  if (!status)
    status = advise(j, &what_if);
  return status ? status : pme_json_write(j->json, j->nowhere, NULL);
}

static void unpack(journey *j) {
  pme_json_destroy(j->json);
  pme_arena_destroy(j->arena);
  pme_concrete_destroy(j->concrete);
  pme_bindings_destroy(j->bindings, j->binding_count);
  pme_program_destroy(j->program);
}

static void fail_each_allocation(pme_status (*make)(journey *j, const pme_machine *machine)) {
  pme_machine machine;
  FILE *nowhere = fopen("/dev/null", "w");
  pme_status status = PME_NO_MEMORY;
  long n = 0;
  assert_non_null(nowhere);
  assert_int_equal(pme_machine_read(machine_text, sizeof machine_text - 1, &machine, NULL), PME_OK);
  while (status == PME_NO_MEMORY && n < MOST_ALLOCATIONS) {
    journey j = {.nowhere = nowhere};
    pme_fail_allocation_after(++n);
    status = make(&j, &machine);
    unpack(&j);
    pme_fail_allocation_after(0);
    if (status != PME_OK && status != PME_NO_MEMORY)
      fail_msg("allocation %ld: %s", n, pme_status_text(status));
  }
  fclose(nowhere);
  print_message("%ld allocations\n", n - 1);
  assert_int_equal(status, PME_OK);
  assert_true(n > 100);
}

static void test_every_allocation_fails_once(void **state) {
  (void)state;
  fail_each_allocation(travel);
}

static void test_every_allocation_without_sizes(void **state) {
  (void)state;
  fail_each_allocation(travel_without_sizes);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_allocation_fails_once),
                                     cmocka_unit_test(test_every_allocation_without_sizes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
