/* Costs of caches, measured: they are there, and farther levels cost more. What they are is the machine's affair. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/calibrate/calibrate.h"
#include "analysis/calibrate/calibrate_bench.h"
#include "pmecache/arena.h"

static void note(void *context, int number, int count, const char *what) {
  int *last = context;
  assert_true(number == *last + 1 && number <= count);
  assert_true(what && what[0]);
  *last = number;
}

static pme_machine small_machine(void) {
  static const char text[] = "cores=1;L1=32K,8,64;L2=256K,8,64";
  pme_machine machine;
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  return machine;
}

static void costs_are_measured(void **state) {
  (void)state;
  pme_machine host = small_machine();
  calibration found;
  int last = -1;
  assert_int_equal(calibrate(&host, NULL, note, &last, &found, NULL), PME_OK);
  assert_true(last > 0);
  const pme_machine *m = &found.machine;
  assert_true(m->frequency_hz > 1e8 && m->issue > 0 && m->chain_cycles > 0 && m->divide_cycles > 0);
  assert_true(m->memory_gathered_cycles > 0);
  assert_true(m->branch_cycles >= 0 && m->branch_cycles < 500);
  assert_true(m->library > 0.05 && m->library < 50);
  assert_true(m->levels[0].latency_cycles > 0 && m->memory_latency_cycles > m->levels[0].latency_cycles);
  assert_true(m->uncertainty >= 0.05 && m->uncertainty <= 0.5 && found.spread >= 0);
}

static void without_memory_nothing_is_measured(void **state) {
  (void)state;
  pme_machine host = small_machine();
  calibration found;
  pme_error error = {0};
  int last = -1;
  pme_fail_allocation_after(1);
  assert_int_equal(calibrate(&host, NULL, note, &last, &found, &error), PME_NO_MEMORY);
  pme_fail_allocation_after(0);
  assert_int_equal(last, -1);
}

/* Where programs have LLVM's runtime it is asked; where there is none, nothing is made up. */
static void the_runtime_is_asked(void **state) {
  (void)state;
  static const char text[] = "cores=2;L1=32K,8,64";
  static const char *const libraries[] = {"/nowhere/libomp.so", NULL};
  for (int i = 0; i < 2; i++) {
    int last = -1;
    bench b = {.progress = note, .context = &last, .count = CALIBRATE_RUNTIME, .cycles_per_second = 1e9};
    assert_int_equal(pme_machine_read(text, strlen(text), &b.machine, NULL), PME_OK);
    calibrate_runtime(&b, libraries[i]);
    bool is_there = last >= 0;
    assert_true(!is_there || (i > 0 && last == CALIBRATE_RUNTIME - 1));
    assert_int_equal(b.machine.team_cycles > 0, is_there);
    assert_true(is_there || b.machine.handout_cycles <= 0);
    assert_true(b.machine.team_cycles < 1e8 && b.machine.handout_cycles < 1e7);
  }
}

static const struct {
  const char *machine; /* as measured */
  double spread, others, stolen;
  const char *fault; /* NULL: the figures may be used */
} checks[] = {
    {"cores=1;L1=32K,8,64,latency=4;L2=256K,8,64,latency=14;memory=300", 0.1, 0, 0, NULL},
    {"cores=1;L1=32K,8,64,latency=4;L2=256K,8,64,latency=14;memory=300", 0.5, 0.9, 0, NULL},
    {"cores=1;L1=32K,8,64,latency=4;L2=256K,8,64,latency=1080;memory=540", 0.1, 0.74, 0.02,
     "measured nonsense: L2 takes 1080 cycles, the memory behind it 540 (other programs took 74% of the processors' "
     "time)"},
    {"cores=1;L1=32K,8,64,latency=40;L2=256K,8,64,latency=14;memory=540", 0.9, 0, 0.3,
     "measured nonsense: L1 takes 40 cycles, L2 behind it 14 (other virtual machines took 30% of the processors' "
     "time)"},
    {"cores=1;L1=32K,8,64,latency=4;L2=256K,8,64,latency=14;memory=300", 0.51, 0, 0,
     "measured nonsense: 'a stream' is spread by 51% (what disturbed it is not known: not other programs of this "
     "system)"},
};

static void nonsense_is_refused(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
    calibration c = {.spread = checks[i].spread,
                     .least_sure = "a stream",
                     .others_share = checks[i].others,
                     .stolen_share = checks[i].stolen};
    pme_error error = {0};
    assert_int_equal(pme_machine_read(checks[i].machine, strlen(checks[i].machine), &c.machine, &error), PME_OK);
    assert_int_equal(calibrate_check(&c, &error), checks[i].fault ? PME_UNSUPPORTED : PME_OK);
    if (checks[i].fault)
      assert_string_equal(error.message, checks[i].fault);
  }
}

static const struct {
  double cycles[8]; /* through 1, 2, 4, ... */
  double memory_cycles;
  int64_t ends; /* 0: does not end */
} ladders[] = {
    {{14, 14, 15, 16, 15, 15, 20, 30}, 300, 0},
    {{14, 14, 15, 60, 280, 300, 290, 300}, 300, 8},
    {{14, 14, 15, 40, 200, 50, 290, 300}, 300, 32}, /* 16 was disturbed */
    {{250, 280, 290, 300, 300, 300, 300, 300}, 300, 0},
};

static void the_end_of_a_cache_is_found(void **state) {
  (void)state;
  static const int64_t sizes[8] = {1, 2, 4, 8, 16, 32, 64, 128};
  for (size_t i = 0; i < sizeof ladders / sizeof *ladders; i++)
    assert_int_equal(calibrate_end_of_cache(ladders[i].cycles, sizes, 8, ladders[i].memory_cycles), ladders[i].ends);
}

static const struct {
  double cycles[5]; /* through 16, 32, 64, 128, 256 */
  double half_way;
} translations[] = {
    {{4, 4, 4, 11, 11}, 96},
    {{4, 4, 6.5, 8.5, 11}, 64 + 64 / 2},
    {{1, 1, 1, 1, 9}, 128 + 128 / 2},
    {{1, 9, 9, 9, 9}, 16 + 16 / 2},
};

static void translations_that_are_kept_are_found(void **state) {
  (void)state;
  static const int counts[5] = {16, 32, 64, 128, 256};
  for (size_t i = 0; i < sizeof translations / sizeof *translations; i++)
    assert_float_equal(calibrate_half_way(translations[i].cycles, counts, 5), translations[i].half_way, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nonsense_is_refused),
                                     cmocka_unit_test(translations_that_are_kept_are_found),
                                     cmocka_unit_test(the_end_of_a_cache_is_found),
                                     cmocka_unit_test(costs_are_measured),
                                     cmocka_unit_test(without_memory_nothing_is_measured),
                                     cmocka_unit_test(the_runtime_is_asked)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
