/* Answers from profiles: conflicts in sets, crowded sets, and the range of a scaled profile. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/profile/scale.h"
#include "pmecache/arena.h"
#include "pmecache/profile_answer.h"
#include "test/unit/near.h"
#include "test/unit/profile/kernel_profile.h"

/* The interval of an answer reaches to both ends of the range. */
static void answers_with_range(void **state) {
  (void)state;
  static const uint64_t sizes[] = {24, 32, 48, 64};
  pme__scale_run runs[4];
  pme__scale_report report;
  pme_profile *scaled;
  pme_profile_answers *answers;
  pme_machine machine;
  static const char text[] = "cores=1;L1=1K,16,64;L2=64K,16,64";
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  for (int i = 0; i < 4; i++)
    runs[i] = (pme__scale_run){tree_search(sizes[i]), (double)sizes[i]};
  assert_int_equal(
      pme__profile_scale(&(pme__scale_question){runs, 4, 128, "n", PME_SCALE_FITTED, NULL}, &scaled, &report, NULL),
      PME_OK);
  assert_int_equal(pme_profile_predict(scaled, &machine, &answers, NULL), PME_OK);
  const pme_misses *l1 = &answers->items[0].prediction->levels[0], *l2 = l1 + 1;
  assert_true(l1->low < 0.1 * l1->accesses && l1->high > 0.9 * l1->accesses);
  assert_true(l2->high - l2->low < 0.02 * l2->accesses);
  pme_profile_answers_destroy(answers);
  pme_profile_destroy(scaled);
  for (int i = 0; i < 4; i++)
    pme_profile_destroy((pme_profile *)runs[i].profile);
}

/* Two kinds of 1000 references in all, in a cache of 131072 lines, 8192 sets of 16 ways. */
typedef struct sampled_part {
  uint64_t distance, other_distance;
  int others;
  pme_set_sample sample;
} sampled_part;

static pme_misses misses_of(const sampled_part *part, pme_profile_counts *counts) {
  static const char text[] = "cores=1;L1=8M,16,64";
  pme_machine machine;
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  pme_profile_options options = pme_profile_default_options();
  options.line_bytes = 64;
  options.sampling = PME_SAMPLING_HYBRID;
  options.window_lines = 4096;
  options.sample_lines = 8192;
  options.geometry_count = 1;
  options.geometries[0] = (pme_geometry){8192, 16, /*sampled=*/true};
  pme_profile *p;
  assert_int_equal(pme_profile_create(&options, NULL, &p), PME_OK);
  int f = pme_profile_add_function(p, &(pme_profile_function){.name = "f"});
  int b = pme_profile_add_block(p, &(pme_profile_block){.function = f, .loop = PME_NONE, .executions = 1000});
  int r = pme_profile_add_reference(p, &(pme_profile_reference){.block = b, .size_bytes = 8});
  pme_profile_stream *s = pme_profile_stream_of(p, r, 0);
  assert_non_null(s);
  s->accesses = 1000;
  for (int i = 0; i < 1000; i++) {
    uint64_t distance = i < part->others ? part->other_distance : part->distance;
    assert_int_equal(pme_histogram_add(&s->histogram, distance, 1, 4096, NULL), PME_OK);
  }
  s->set_sample[0] = part->sample;
  pme_profile_part whole = PME_PROFILE_WHOLE;
  pme_misses misses;
  bool answered;
  assert_int_equal(pme_profile_misses(p, &(pme_profile_question){&whole, &machine, 0, 1}, &answered, &misses, counts),
                   PME_OK);
  assert_true(answered);
  pme_profile_destroy(p);
  return misses;
}

/* At distance 32768 they hit, unless lines crowd in few sets. */
static pme_misses misses_in_crowd(double met) {
  sampled_part part = {.distance = 32768, .sample = {.weight = 1, .met = met, .met_evenly = 200}};
  pme_profile_counts counts;
  pme_misses misses = misses_of(&part, &counts);
  assert_true(counts.sdcm < 1 && counts.set_conflict == (misses.misses > 100));
  return misses;
}

/* What no sample has shown is at most what may miss: a line with fewer others since than a set has ways does not. */
static void unseen_is_in_question(void **state) {
  (void)state;
  pme_profile_counts counts;
  sampled_part near_ones = {.distance = 4, .other_distance = 1000, .others = 50, .sample = {.weight = 100000}};
  pme_misses few = misses_of(&near_ones, &counts);
  assert_true(few.high >= 50 && few.high < 60);
  near_ones.sample.weight = 10;
  assert_true(misses_of(&near_ones, &counts).high < 40);
}

/* Beyond the window nothing is looked at in its set, but the window says how crowded that is. */
static void crowded_sets(void **state) {
  (void)state;
  pme_misses even = misses_in_crowd(0), by_chance = misses_in_crowd(235), few = misses_in_crowd(290);
  pme_misses dense = misses_in_crowd(8 * 200);
  assert_true(even.misses < 1 && even.misses == by_chance.misses && even.high == by_chance.high);
  assert_true(few.misses < 10); /* less than half again as many: lines that are spread evenly may be so */
  assert_true(dense.misses > 999 && dense.low < 1 && dense.high >= 1000);
}

/* What a sample says of the sets of a level is more than a smaller cache misses, whose sets are unions of them. */
static void levels_in_order(void **state) {
  (void)state;
  pme_profile_options options = pme_profile_default_options();
  options.sampling = PME_SAMPLING_HYBRID;
  options.window_lines = 4096;
  options.sample_lines = 8192;
  options.geometry_count = 2;
  options.geometries[0] = (pme_geometry){64, 8, /*sampled=*/true};
  options.geometries[1] = (pme_geometry){8192, 16, /*sampled=*/true};
  pme_profile *p;
  assert_int_equal(pme_profile_create(&options, NULL, &p), PME_OK);
  int f = pme_profile_add_function(p, &(pme_profile_function){.name = "f"});
  int b = pme_profile_add_block(p, &(pme_profile_block){.function = f, .loop = PME_NONE, .executions = 1000});
  pme_profile_stream *s =
      pme_profile_stream_of(p, pme_profile_add_reference(p, &(pme_profile_reference){.block = b}), 0);
  assert_non_null(s);
  s->accesses = 1000;
  for (int i = 0; i < 1000; i++)
    assert_int_equal(pme_histogram_add(&s->histogram, 3000, 1, options.window_lines, NULL), PME_OK);
  s->set_sample[0] = (pme_set_sample){.hits = 300, .weight = 1};
  s->set_sample[1] = (pme_set_sample){.expected = 900, .weight = 1, .variance = 2500};
  /* The last one's L1 has more ways than L2. */
  static const char *const machines[] = {"cores=1;L1=32K,8,64;L2=8M,16,64", "cores=1;L1=24K,12,64;L2=8M,16,64",
                                         "cores=1;L1=32K,32,64;L2=8M,16,64"};
  for (int m = 0; m < 3; m++) {
    pme_machine machine = machine_of(machines[m]);
    pme_profile_answers *answers;
    assert_int_equal(pme_profile_predict(p, &machine, &answers, NULL), PME_OK);
    const pme_misses *l1 = answers->items[0].prediction->references[0].levels, *l2 = l1 + 1;
    near(l1->misses, m == 0 ? 700 : 1000, 1e-3, "L1, less what its sample hits");
    near(l2->misses, m == 0 ? 700 : 900, 1e-3, machines[m]);
    assert_true(m == 0 ? l2->high == l1->high : l2->high > 990);
    assert_true(l2->low <= l2->misses && l2->cold + l2->self == l2->misses);
    near(answers->items[0].prediction->levels[1].misses, l2->misses, 1e-9, "the function");
    pme_profile_answers_destroy(answers);
  }
  pme_profile_destroy(p);
}

/* Columns of a matrix of 512 rows of 4 KiB: all of a column in one set, which SDCM does not see. */
static void set_conflicts(void **state) {
  (void)state;
  recorder r = start(1);
  for (int sweep = 0; sweep < 50; sweep++)
    for (uint64_t i = 0; i < 16; i++)
      record(&r, 0, (1 << 20) + 4096 * i);
  pme_profile *p = finish(&r, 16);
  pme_machine machine = machine_of("cores=1;L1=32K,8,64;L2=32K,512,64");
  pme_profile_answers *answers;
  assert_int_equal(pme_profile_predict(p, &machine, &answers, NULL), PME_OK);
  assert_int_equal(answers->count, 1);
  const pme_profile_answer *a = &answers->items[0];
  const pme_misses *l1 = &a->prediction->references[0].levels[0];
  assert_true(a->references[0][0].set_conflict && a->totals[0].set_conflict && a->loops[0][0].set_conflict);
  assert_true(l1->misses == 800 && l1->accesses == 800 && l1->cold == 16);
  assert_int_equal(l1->precision, PME_PRECISION_EXACT);
  assert_int_equal(l1->engine, PME_ENGINE_PROFILE);
  near(a->references[0][0].sdcm, 16, 1e-3, "SDCM");
  near(a->references[0][0].fully_associative, 16, 1e-12, "fully associative");
  assert_true(isnan(a->references[0][1].exact_index)); /* L2: 1 set was not followed */
  near(a->prediction->levels[1].misses, 16, 1e-12, "L2");
  assert_int_equal(a->prediction->levels[1].precision, PME_PRECISION_ESTIMATE);
  assert_int_equal(a->prediction->loops[0].status, PME_LOOP_MODELLED);
  pme_profile_answers_destroy(answers);
  pme_machine other = machine_of("cores=1;L1=32K,8,128");
  assert_int_equal(pme_profile_predict(p, &other, &answers, NULL), PME_OK);
  assert_int_equal(answers->items[0].prediction->reason_count, 1);
  assert_int_equal(answers->items[0].prediction->loops[0].status, PME_LOOP_NOT_MODELLED);
  pme_profile_answers_destroy(answers);
  pme_profile_destroy(p);
}

static void no_memory(void **state) {
  (void)state;
  pme_profile *p = matmul(8), *q = matmul(12), *r = matmul(16), *scaled;
  pme_machine machine = machine_of("cores=1;L1=32K,8,64;L2=256K,8,64");
  pme_profile_answers *answers;
  pme__scale_report report;
  const pme__scale_run runs[] = {{p, 8}, {q, 12}, {r, 16}};
  pme_status status = PME_NO_MEMORY;
  for (long n = 1; status; n++) {
    pme_fail_allocation_after(n);
    status =
        pme__profile_scale(&(pme__scale_question){runs, 3, 24, "n", PME_SCALE_FITTED, NULL}, &scaled, &report, NULL);
    if (!status) {
      status = pme_profile_predict(scaled, &machine, &answers, NULL);
      pme_profile_destroy(scaled);
      if (!status)
        pme_profile_answers_destroy(answers);
    }
    pme_fail_allocation_after(0);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
  }
  pme_profile_destroy(p);
  pme_profile_destroy(r);
  pme_profile_destroy(q);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(crowded_sets),  cmocka_unit_test(unseen_is_in_question), cmocka_unit_test(answers_with_range),
      cmocka_unit_test(set_conflicts), cmocka_unit_test(levels_in_order),       cmocka_unit_test(no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
