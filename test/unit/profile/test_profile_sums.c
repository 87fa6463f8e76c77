/* Sums of parts of a profile, ranges of what is not known, and the merging of profiles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/profile.h"
#include "test/unit/profile/example_profile.h"

static void sums(void **state) {
  (void)state;
  pme_profile *p;
  assert_int_equal(build(&p), PME_OK);
  pme_profile_part part = PME_PROFILE_WHOLE;
  pme_histogram whole = {0}, loop = {0};
  double accesses;
  assert_int_equal(pme_profile_sum(p, &part, &whole, &accesses), PME_OK);
  assert_true(accesses == 3000 && whole.total == 3000);
  part.loop = 0; /* the outer one: with the inner one, without main */
  assert_int_equal(pme_profile_sum(p, &part, &loop, &accesses), PME_OK);
  assert_true(accesses == 2000 && loop.total == 2000);
  part.thread = 1;
  assert_int_equal(pme_profile_sum(p, &part, NULL, &accesses), PME_OK);
  assert_true(accesses == 1000);
  part = PME_PROFILE_WHOLE;
  part.reference = 2;
  assert_int_equal(pme_profile_sum(p, &part, NULL, &accesses), PME_OK);
  assert_true(accesses == 1000);
  pme_histogram_destroy(&whole, NULL);
  pme_histogram_destroy(&loop, NULL);
  pme_profile_destroy(p);
}

/* Of 1000 references with thread 0 of `row`, half of which have a range: misses of a cache of 256 lines. */
static double misses_at(const pme_profile *p, pme_range_end end, bool *open) {
  pme_profile_part part = PME_PROFILE_WHOLE;
  part.reference = 0;
  part.thread = 0;
  pme_histogram h = {0};
  assert_int_equal(pme_profile_sum_range(p, &part, end, &h, open), PME_OK);
  double misses = pme_histogram_miss_rate(&h, 0, 256) * h.total;
  pme_histogram_destroy(&h, NULL);
  return misses;
}

/* What is open in a profile, is open in the sum of it and one where all is known. */
static void ranges(void **state) {
  (void)state;
  pme_profile *p, *q;
  bool open = false;
  assert_int_equal(build(&p), PME_OK);
  assert_int_equal(build(&q), PME_OK);
  assert_int_equal(pme_profile_merge(q, p, NULL), PME_OK);
  assert_true(misses_at(p, PME_RANGE_NEAREST, &open) == 500 - 256 && open);
  assert_true(misses_at(p, PME_RANGE_FARTHEST, &open) == 500 - 86 && open);
  assert_true(misses_at(q, PME_RANGE_NEAREST, &open) == 2 * (500 - 256));
  text_buffer t = text_of(p);
  char *at = strstr(t.bytes, "\nfarthest");
  assert_non_null(at);
  memset(at + 1, '#', 1); /* one end is lost: what was found stands for it */
  pme_profile *hurt = read_text(t.bytes, t.length, -1);
  assert_true(misses_at(hurt, PME_RANGE_NEAREST, &open) == 500 - 256 && open);
  pme_profile_part part = PME_PROFILE_WHOLE;
  part.thread = 1;
  pme_histogram h = {0};
  assert_int_equal(pme_profile_sum_range(p, &part, PME_RANGE_NEAREST, &h, &open), PME_OK);
  assert_true(!open && h.total > 0);
  pme_histogram_destroy(&h, NULL);
  free(t.bytes);
  pme_profile_destroy(p);
  pme_profile_destroy(q);
  pme_profile_destroy(hurt);
}

/* A profile of these options with a stream, or with values alone. */
static pme_profile *with_options(pme_profile_options o, bool streams) {
  pme_profile *p;
  assert_int_equal(pme_profile_create(&o, NULL, &p), PME_OK);
  int f = pme_profile_add_function(p, &(pme_profile_function){.name = "other"});
  int b = pme_profile_add_block(p, &(pme_profile_block){.function = f, .loop = PME_NONE, .executions = 1});
  int r = pme_profile_add_reference(p, &(pme_profile_reference){.block = b, .size_bytes = 8});
  pme_profile_add_symbol(p, f, PME_NONE, "n", 300, 1);
  if (streams)
    assert_non_null(pme_profile_stream_of(p, r, 0));
  return p;
}

/* Values do not depend on how distances are measured. */
static void merging_values(void **state) {
  (void)state;
  pme_profile_options o = options_of_test();
  o.geometry_count = 0;
  pme_profile *values = with_options(o, false), *more = with_options(o, false), *p;
  assert_int_equal(build(&p), PME_OK);
  assert_int_equal(pme_profile_merge(p, values, NULL), PME_OK);
  assert_int_equal(pme_profile_options_of(p)->geometry_count, 3);
  assert_int_equal(pme_profile_merge(more, p, NULL), PME_OK);
  assert_int_equal(pme_profile_options_of(more)->geometry_count, 3);
  assert_int_equal(pme_profile_stream_count(more), pme_profile_stream_count(p));
  assert_true(pme_profile_stream_at(more, 1)->set_sample[2].hits > 0);
  pme_profile_destroy(p);
  pme_profile_destroy(values);
  pme_profile_destroy(more);
}

static void merging(void **state) {
  (void)state;
  pme_profile *p, *q, *other;
  pme_error error = {0};
  assert_int_equal(build(&p), PME_OK);
  assert_int_equal(build(&q), PME_OK);
  assert_int_equal(pme_profile_merge(p, q, &error), PME_OK);
  assert_int_equal(pme_profile_stream_count(p), pme_profile_stream_count(q));
  assert_int_equal(pme_profile_symbol_count(p), pme_profile_symbol_count(q));
  assert_true(pme_profile_loop_at(p, 1)->iterations == 8000);
  const pme_set_sample *sum = &pme_profile_stream_at(p, 1)->set_sample[2],
                       *one = &pme_profile_stream_at(q, 1)->set_sample[2];
  assert_true(one->hits > 0 && sum->hits == 2 * one->hits && sum->expected == 2 * one->expected);
  assert_true(sum->variance == 2 * one->variance && sum->weight == one->weight);
  assert_true(one->met > 0 && sum->met == 2 * one->met && sum->met_evenly == 2 * one->met_evenly);
  pme_profile_part part = PME_PROFILE_WHOLE;
  pme_histogram h = {0};
  double accesses;
  assert_int_equal(pme_profile_sum(p, &part, &h, &accesses), PME_OK);
  assert_true(accesses == 6000 && h.total == 6000);
  pme_histogram_destroy(&h, NULL);
  pme_profile_options o = options_of_test();
  o.geometries[2].sampled = false;
  other = with_options(o, true);
  assert_int_equal(pme_profile_merge(p, other, &error), PME_BAD_INPUT);
  assert_non_null(strstr(error.message, "numbers of sets"));
  pme_profile_destroy(other);
  o.line_bytes = 128;
  other = with_options(o, true);
  assert_int_equal(pme_profile_merge(p, other, &error), PME_BAD_INPUT);
  assert_non_null(strstr(error.message, "line sizes"));
  pme_profile_destroy(p);
  pme_profile_destroy(q);
  pme_profile_destroy(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums),
      cmocka_unit_test(ranges),
      cmocka_unit_test(merging),
      cmocka_unit_test(merging_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
