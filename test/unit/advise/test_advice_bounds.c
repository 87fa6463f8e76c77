/* Advice on loops that have bounds: data choose the places of some accesses, and each of these may miss or hit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pmecache/advice.h"
#include "test/unit/advise/asked.h"

/* A product of a sparse matrix and a vector: rows of five elements, `work` operations each. */
#define CSR(schedule, work, x)                                                                                         \
  "pme 1\nfunction f\narray row element 4 base 0\narray col element 4 base 4194304\narray a element 8 base 16777216\n" \
  "array x element 8 base 67108864\narray y element 8 base 134217728\n"                                                \
  "loop i = 0 .. 199999 parallel schedule " schedule " work 3\nread row @ 4*i\n"                                       \
  "loop k = 0 .. 4 work " work "\nassume trips-alike \"rows\"\nread a @ 40*i + 8*k\nread col @ 20*i + 4*k\n"           \
  "reason indirect-subscript \"col\"\nread x " x "\nend\nwrite y @ 8*i\nend\n"
#define SCATTERED "scattered 1 @ 0"

static void test_chunks_that_cost_more_than_the_work(void **state) {
  (void)state;
  asked a = ask(CSR("dynamic 4", "2", SCATTERED), FOUR_CORES, 4, (pme_advise_options){0});
  const pme_loop_advice *loop = only(&a);
  const pme_candidate *best = &loop->candidates[0];
  assert_true(loop->pays && !loop->is_partly);
  assert_int_equal(best->schedule, PME_SCHEDULE_DYNAMIC);
  assert_int_equal(best->threads, 4);
  assert_true(best->ratio < 0.95 && best->ratio_high < 1);
  if (best->chunk < 16 || best->chunk > 200000 / (4 * 64))
    fail_msg("chunks of %lld", (long long)best->chunk);
  /* Nobody compared the others at both ends. */
  assert_int_equal(loop->count, 2);
  assert_int_equal(loop->present, 1);
  release(&a);
}

/* The gain is that of accesses that miss, the interval has that of accesses that hit, too. */
static void test_interval_has_both_ends(void **state) {
  (void)state;
  asked bounds = ask(CSR("dynamic 4", "2", SCATTERED), FOUR_CORES, 4, (pme_advise_options){0});
  asked hits = ask(CSR("dynamic 4", "2", "@ 0"), FOUR_CORES, 4, (pme_advise_options){0});
  const pme_candidate *between = &only(&bounds)->candidates[0], *least = &only(&hits)->candidates[0];
  assert_true(only(&hits)->pays);
  assert_true(between->ratio > least->ratio);
  assert_true(between->ratio_low <= least->ratio && between->ratio_high >= between->ratio);
  release(&bounds);
  release(&hits);
}

/* What is saved where all is found in L1 is nothing beside waiting for a slow memory. */
static void test_good_at_one_end(void **state) {
  (void)state;
  static const char slow[] =
      "cores=4;L1=32K,8,64,latency=4,throughput=4;L2=256K,8,64,latency=10,throughput=4;L3=1M,16,64,shared=4,latency=40,"
      "throughput=5;memory=4000,throughput=6,core=10,scattered=2000;transfer=80;issue=4;chain=4;divide=5;"
      "uncertainty=0.05;frequency=2G";
  asked a = ask(CSR("dynamic 4", "2", SCATTERED), slow, 4, (pme_advise_options){0});
  assert_true(!only(&a)->pays && only(&a)->is_partly);
  release(&a);
}

/* Without chunks on demand nobody asked for work that is made even. */
static void test_false_sharing(void **state) {
  (void)state;
  asked a =
      ask("pme 1\nfunction f\narray c element 4 base 0\narray t element 8 base 67108864\n"
          "array y element 8 base 134217728\nloop r = 0 .. 9\nloop i = 0 .. 19999 parallel schedule static 1 work 2\n"
          "read y @ 8*i\nread c @ 4*i\nreason indirect-subscript \"c\"\nread t scattered 1 @ 0\nwrite y @ 8*i\n"
          "end\nend\n",
          FOUR_CORES, 4, (pme_advise_options){0});
  const pme_loop_advice *loop = only(&a);
  assert_true(loop->pays && !loop->is_partly);
  assert_int_equal(loop->candidates[0].reason, PME_ADVICE_FALSE_SHARING);
  assert_true(loop->candidates[0].ratio_high < 1);
  release(&a);
}

/* More than 1 / 64 of what a thread has to do would be too long. */
static void test_few_iterations(void **state) {
  (void)state;
  asked a = ask("pme 1\nfunction f\narray c element 4 base 0\narray t element 8 base 67108864\n"
                "loop i = 0 .. 511 parallel schedule dynamic 4 work 2\nread c @ 4*i\n"
                "reason indirect-subscript \"c\"\nread t scattered 1 @ 0\nend\n",
                FOUR_CORES, 4, (pme_advise_options){.thorough = true});
  const pme_loop_advice *loop = only(&a);
  for (int i = 0; i < loop->count; i++)
    assert_true(loop->candidates[i].is_present || loop->candidates[i].chunk < 4);
  release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chunks_that_cost_more_than_the_work),
      cmocka_unit_test(test_interval_has_both_ends),
      cmocka_unit_test(test_good_at_one_end),
      cmocka_unit_test(test_false_sharing),
      cmocka_unit_test(test_few_iterations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
