/* What is asked of a measurement, by the environment and by the modules of the program, and the profile of a run. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/measure/host.h"
#include "analysis/measure/measurement.h"
#include "analysis/measure/profile_build.h"
#include "analysis/measure/request.h"

static uint32_t no_sites(const void *context) {
  (void)context;
  return 0;
}

static __attribute__((format(printf, 1, 2))) void warn(const char *format, ...) { (void)format; }

static int forget_requests(void **state) {
  (void)state;
  return unsetenv("PMECACHE_SAMPLE") | unsetenv("PMECACHE_OVERHEAD") | unsetenv("PMECACHE_SETS");
}

static void a_sample_is_a_word_or_a_share(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool valid;
    pme__distance_mode mode;
    double rate;
  } cases[] = {{"", true, PME_DISTANCE_HYBRID, 1},       {"exact", true, PME_DISTANCE_EXACT, 1},
               {"hybrid", true, PME_DISTANCE_HYBRID, 1}, {"0.25", true, PME_DISTANCE_EXACT, 0.25},
               {"0", false, PME_DISTANCE_HYBRID, 1},     {"1.5", false, PME_DISTANCE_HYBRID, 1},
               {"some", false, PME_DISTANCE_HYBRID, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pme__sampling_request asked;
    setenv("PMECACHE_SAMPLE", cases[i].text, 1);
    assert_int_equal(pme__sampling_asked(&asked), cases[i].valid);
    assert_int_equal(asked.mode, cases[i].mode);
    assert_true(asked.rate == cases[i].rate && asked.overhead == 0);
  }
}

static void an_overhead_goes_before_a_share(void **state) {
  (void)state;
  pme__sampling_request asked;
  setenv("PMECACHE_SAMPLE", "0.5", 1);
  setenv("PMECACHE_OVERHEAD", "3", 1);
  assert_true(pme__sampling_asked(&asked));
  assert_true(asked.rate == 1 && asked.overhead == 2);
  setenv("PMECACHE_OVERHEAD", "1.01", 1);
  assert_true(isnan(pme__slowdown_asked()));
}

static void sets_are_asked_for_or_named(void **state) {
  (void)state;
  pme__named_caches caches = {.count = 0};
  pme_profile_options options = pme_profile_default_options();
  pme__caches_name(&caches, "64x8,1x64,64x8,512x8");
  pme__sets_asked(&caches, &options);
  assert_int_equal(options.geometry_count, 2); /* each once, and none for what is fully associative */
  assert_true(options.geometries[1].sets == 512 && options.geometries[1].sampled);
  setenv("PMECACHE_SETS", "128x4", 1);
  pme__sets_asked(&caches, &options);
  assert_true(options.geometry_count == 1 && options.geometries[0].ways == 4 && !options.geometries[0].sampled);
  setenv("PMECACHE_SETS", "off", 1);
  pme__sets_asked(&caches, &options);
  assert_true(options.geometry_count == 0 && pme__sets_request_is_valid());
  setenv("PMECACHE_SETS", "128", 1);
  assert_false(pme__sets_request_is_valid());
}

static void a_run_without_modules_has_an_empty_profile(void **state) {
  (void)state;
  pme__named_caches caches = {.count = 0};
  const pme__measure_host host = {.site_count = no_sites, .warn = warn, .caches = &caches};
  const pme__measurement *threads[] = {pme__measurement_open(&host, 0), NULL};
  const pme__measured_run run = {.host = &host, .threads = threads, .thread_count = 2, .command = "./a.out"};
  pme_profile *profile;
  assert_non_null(threads[0]);
  assert_int_equal(pme__build_profile(&run, &profile), PME_OK);
  assert_int_equal(pme_profile_function_count(profile), 0);
  assert_int_equal(pme_profile_options_of(profile)->threads, 2);
  assert_string_equal(pme_profile_options_of(profile)->command, "./a.out");
  pme_profile_destroy(profile);
  pme__measurement_close((pme__measurement *)threads[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(a_sample_is_a_word_or_a_share, forget_requests),
      cmocka_unit_test_teardown(an_overhead_goes_before_a_share, forget_requests),
      cmocka_unit_test_teardown(sets_are_asked_for_or_named, forget_requests),
      cmocka_unit_test_teardown(a_run_without_modules_has_an_empty_profile, forget_requests),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
