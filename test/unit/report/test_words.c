/* Sentences in a buffer, sizes and counts as people read them, and what all reports ask of a prediction. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/core/tree.h"
#include "analysis/report/words/by_size_words.h"
#include "analysis/report/words/facts.h"
#include "analysis/report/words/size_words.h"
#include "analysis/report/words/words.h"
#include "test/unit/report/example_prediction.h"

static void sentences_are_cut_to_fit(void **state) {
  (void)state;
  char text[12];
  pme__words words = pme__words_in(text, sizeof text);
  assert_string_equal(text, "");
  pme__say(&words, "%d misses", 125);
  assert_string_equal(text, "125 misses");
  pme__say(&words, " of %s", "L2");
  assert_string_equal(text, "125 misses ");
  pme__say(&words, "and more");
  assert_string_equal(text, "125 misses ");
}

/* An interval whose ends read alike is a share. */
static void intervals(void **state) {
  (void)state;
  char text[80];
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_interval(&words, 305000, 355000);
  assert_string_equal(text, "between 305K and 355K");
  words = pme__words_in(text, sizeof text);
  pme__say_interval(&words, 28900000, 29100000);
  assert_string_equal(text, "within 0.34%");
  words = pme__words_in(text, sizeof text);
  pme__say_interval(&words, 7, 7);
  assert_string_equal(text, "between 7 and 7");
}

static void sizes_and_counts(void **state) {
  (void)state;
  static const struct {
    int64_t size;
    const char *text;
  } sizes[] = {{0, "0"},
               {7, "7"},
               {999, "999"},
               {1000, "1,000"},
               {2900, "2,900"},
               {1048576, "1,048,576"},
               {1000007, "1,000,007"}};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    char text[40];
    pme__words words = pme__words_in(text, sizeof text);
    pme__say_size(&words, sizes[i].size);
    assert_string_equal(text, sizes[i].text);
  }
  char text[40];
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_count(&words, 7.2e6);
  assert_string_equal(text, "7.2M");
}

/* What is used again stays in caches up to some size, always, or never; ranges of sizes without anything to gain. */
static void where_caches_end(void **state) {
  (void)state;
  fixture f = make(example);
  static const char *symbols[] = {"n"};
  pme_size_range ranges[] = {{.from = 1, .to = 700}, {.from = 701, .to = 5000}};
  pme_loop_sizes loop = {.fits_up_to = {0, 1406, INT64_MAX}, .range_count = 2, .ranges = ranges};
  pme_sizes all = {.symbol_count = 1, .symbols = symbols, .loop_count = 1, .loops = &loop};
  char text[200];
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_fits(&words, f.prediction, &all, &loop);
  assert_string_equal(text, "what is used again stays in L1 never, L2 up to n = 1,406, L3 always");
  words = pme__words_in(text, sizeof text);
  pme__say_size_range(&words, f.prediction, &all, &loop, 0);
  assert_string_equal(text, "up to n = 700: nothing to gain by another schedule");
  words = pme__words_in(text, sizeof text);
  pme__say_size_range(&words, f.prediction, &all, &loop, 1);
  assert_string_equal(text, "from n = 701: nothing to gain by another schedule");
  drop(&f);
}

/* Nodes of the example: 0 loop t, 1 parallel loop i, 2 loop k, 3 read c, 4 write a, 5 parallel loop j, 6 read a. */
static void loops_that_are_reported(void **state) {
  (void)state;
  fixture f = make(example);
  const pme_subject *subject = f.prediction->subject;
  assert_int_equal(pme__reported_loop(subject, 3), 1);
  assert_int_equal(pme__reported_loop(subject, 1), 1);
  assert_int_equal(pme__reported_loop(subject, 0), 0);
  assert_int_equal(pme__loop_around(subject, 3), 2);
  assert_int_equal(pme__loop_around(subject, 0), PME_NONE);
  assert_true(pme__is_reported(f.prediction, pme__loop_row(f.prediction, 0)));
  assert_true(pme__is_reported(f.prediction, pme__loop_row(f.prediction, 1)));
  assert_false(pme__is_reported(f.prediction, pme__loop_row(f.prediction, 2)));
  assert_true(pme__is_parallel(f.prediction, pme__loop_row(f.prediction, 1)));
  assert_false(pme__is_team(f.prediction, pme__loop_row(f.prediction, 1)));
  assert_string_equal(pme__kind_of_loop(&pme_subject_at(subject, 1)->u.loop), "parallel loop");
  assert_string_equal(pme__kind_of_loop(&pme_subject_at(subject, 0)->u.loop), "loop");
  assert_null(pme__loop_row(f.prediction, 3));
  drop(&f);
}

static void what_concerns_a_loop(void **state) {
  (void)state;
  fixture f = make(example);
  const pme_loop_prediction *first = pme__loop_row(f.prediction, 1), *second = pme__loop_row(f.prediction, 5);
  bool found = false;
  for (int i = 0; i < pme__reason_count(f.prediction); i++) {
    const pme_reason *reason = pme__reason_at(f.prediction, i);
    if (reason->code != PME_REASON_INDIRECT_SUBSCRIPT)
      continue;
    found = true;
    assert_true(pme__reason_concerns(f.prediction, reason, first));
    assert_false(pme__reason_concerns(f.prediction, reason, second));
    pme__two_texts texts = pme__reason_texts(reason);
    assert_non_null(strstr(texts.particular, "'idx' loaded at line 12"));
    assert_true(texts.general[0] && pme__reason_text_hint(reason));
  }
  assert_true(found);
  assert_true(pme__assumption_count(f.prediction) > 0);
  for (int i = 0; i < pme__assumption_count(f.prediction); i++) {
    pme__two_texts texts = pme__assumption_texts(pme__assumption_at(f.prediction, i));
    assert_true(texts.general[0] || texts.particular[0]);
  }
  drop(&f);
}

static void where_things_stand(void **state) {
  (void)state;
  fixture f = make(example);
  const pme_subject *subject = f.prediction->subject;
  pme_schedule_kind schedule;
  int64_t chunk;
  int threads;
  assert_int_equal(pme__costliest_level(f.prediction, &f.prediction->loops[0]), 2);
  assert_int_equal(pme__place_of(subject, 3).line, 11);
  assert_string_equal(pme__file_of(subject, pme__place_of(subject, 3), NULL), "src/mm.c");
  assert_string_equal(pme__file_of(subject, (pme_place){.file = "other.h"}, NULL), "other.h");
  assert_string_equal(pme__base_name("src/mm.c"), "mm.c");
  assert_string_equal(pme__base_name("mm.c"), "mm.c");
  assert_string_equal(pme__array_name(subject, 3), "c");
  pme__schedule_of(f.prediction, pme__loop_row(f.prediction, 1), &schedule, &chunk, &threads);
  assert_true(schedule == PME_SCHEDULE_STATIC && chunk == 4 && threads == 4);
  fill(f.prediction);
  assert_true(pme__has_totals(f.prediction));
  drop(&f);
}

static void laws_of_sizes(void **state) {
  (void)state;
  fixture f = make(example);
  char text[300];
  const char *one[] = {"rows"}, *several[] = {"s->n", "m"};
  pme_binding taken[] = {{"chunk", 16, NULL}, {"p", 4, NULL}};
  pme_size_point points[] = {{.size = 11}, {.size = 101}, {.size = 1001}, {.size = 10001}};
  static const double misses[] = {47.19, 3978, 160.48e9, 160.048e12};
  pme_size_law laws[] = {{11, 101, 0.39, 2, 0, 0, 0}, {1001, INT64_MAX, 160, 3, 0, 0, 0}};
  for (int i = 0; i < 4; i++)
    points[i].levels[2] = (pme_misses){.accesses = (i < 2 ? 1e4 : 2) * misses[i], .misses = misses[i]};
  pme_by_size_loop loop = {.points = points, .point_count = 4, .laws = {NULL, NULL, laws}, .law_count = {0, 0, 2}};
  static const pme_size_form forms[] = {{1, 1, 1}, {4, 1, 1}};
  pme_by_size answer = {.prediction = f.prediction, .symbol_count = 1, .symbols = one, .forms = forms};
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_sizes(&words, &answer, NULL);
  assert_string_equal(text, "for every rows");
  words = pme__words_in(text, sizeof text);
  pme__say_sizes(&words, &answer, &(pme_by_size_loop){.points = points, .point_count = 4});
  assert_string_equal(text, "for some values of rows");
  pme_by_size_loop small = {.points = points, .point_count = 1};
  words = pme__words_in(text, sizeof text);
  pme__say_sizes(&words, &answer, &small);
  assert_string_equal(text, "at rows = 11, larger ones take more effort");
  words = pme__words_in(text, sizeof text);
  pme__say_laws(&words, &answer, &loop, 2);
  assert_string_equal(text, "L3 0.39 rows^2 misses up to rows = 101, 160 rows^3 (50% of accesses) from rows = 1,001");
  laws[0].low = 0.2;
  laws[0].high = 1.5;
  words = pme__words_in(text, sizeof text);
  pme__say_laws(&words, &answer, &loop, 2);
  assert_true(strstr(text, "L3 0.39 rows^2 (0.2 to 1.5 rows^2) misses up to rows = 101, 160 rows^3") == text);
  laws[0].low = laws[0].high;
  points[2].levels[2].misses = 5e12;
  words = pme__words_in(text, sizeof text);
  pme__say_laws(&words, &answer, &loop, 2);
  assert_non_null(strstr(text, "from rows = 1,001 (but 5.0T at rows = 1,001)"));
  points[2].levels[2].misses = 160 * 1001.0 * 1001 * 1001;
  points[3].levels[2].misses = 160 * 10001.0 * 10001 * 10001;
  answer.symbols = several;
  answer.symbol_count = 2;
  words = pme__words_in(text, sizeof text);
  pme__say_sizes(&words, &answer, NULL);
  assert_string_equal(text, "for every size = s->n = 4 m");
  assert_string_equal(pme__size_name(&answer), "size");
  words = pme__words_in(text, sizeof text);
  pme__say_taken(&words, taken, 2);
  assert_string_equal(text, "taken: chunk = 16, p = 4");
  drop(&f);
}

/* A law of loops of few rounds is not said in front of one that holds from there on; where no size was looked at that
 * the level does not hold, laws end at the largest that was; points that are open are said with
 * their intervals; one is "miss". */
static void laws_of_few_rounds(void **state) {
  (void)state;
  fixture f = make(example);
  char text[300];
  const char *one[] = {"rows"};
  static const pme_size_form forms[] = {{1, 1, 1}};
  pme_size_point points[] = {{.size = 11}, {.size = 101}, {.size = 1001}, {.size = 10001}};
  pme_size_law laws[] = {{11, 25, 12, 0, 0, 0, 0}, {33, INT64_MAX, 0.063, 1, 0, 0, 0}},
               once[] = {{11, INT64_MAX, 1, 0, 0, 0, 0}};
  for (int i = 0; i < 4; i++)
    points[i].levels[2] =
        (pme_misses){.accesses = 4 * (double)points[i].size, .misses = 0.063 * (double)points[i].size};
  pme_by_size_loop loop = {.points = points, .point_count = 4, .laws = {NULL, NULL, laws}, .law_count = {0, 0, 2}};
  pme_by_size answer = {.prediction = f.prediction, .symbol_count = 1, .symbols = one, .forms = forms};
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_laws(&words, &answer, &loop, 2);
  assert_string_equal(text, "L3 0.063 rows misses (1.6% of accesses), looked at up to rows = 10,001");
  loop.laws[2] = once;
  loop.law_count[2] = 1;
  words = pme__words_in(text, sizeof text);
  pme__say_laws(&words, &answer, &loop, 2);
  assert_non_null(strstr(text, "L3 1 miss"));
  assert_null(strstr(text, "L3 1 misses"));
  loop.point_count = 1;
  loop.law_count[2] = 0;
  points[0].levels[2] =
      (pme_misses){.accesses = 1e6, .misses = 71e3, .low = 10e3, .high = 130e3, .precision = PME_PRECISION_ESTIMATE};
  words = pme__words_in(text, sizeof text);
  pme__say_laws(&words, &answer, &loop, 2);
  assert_string_equal(text, "L3 71K (10K to 130K) misses (7.1% of accesses)");
  drop(&f);
}

/* Names of the loop's own come first; that there are others, which stand before it, is said unless they are left out. */
static void symbols_of_sizes(void **state) {
  (void)state;
  fixture f = make(example);
  char text[300];
  const char *symbols[] = {"before", "rows", "m", "q", "r", "s"};
  static const pme_size_form forms[] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
  static const bool own[] = {false, true, true, false, false, false}, all[] = {true, true, true, true, true, true};
  pme_size_law laws[] = {{11, INT64_MAX, 0.39, 2, 0, 0, 0}};
  pme_by_size_loop loop = {.laws = {laws}, .law_count = {1}, .own = own, .own_count = 2};
  pme_by_size answer = {.prediction = f.prediction, .symbol_count = 6, .symbols = symbols, .forms = forms};
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_sizes(&words, &answer, &loop);
  assert_string_equal(text, "for every size = rows = m = ...");
  loop.alone = true;
  words = pme__words_in(text, sizeof text);
  pme__say_sizes(&words, &answer, &loop);
  assert_string_equal(text, "for every size = rows = m");
  loop = (pme_by_size_loop){.laws = {laws}, .law_count = {1}, .own = all, .own_count = 6};
  words = pme__words_in(text, sizeof text);
  pme__say_sizes(&words, &answer, &loop);
  assert_string_equal(text, "for every size = before = rows = m = q = ...");
  drop(&f);
}

/* What laws call the size is nothing else in the source: neither a part of it nor a loop. */
static void name_of_the_size(void **state) {
  (void)state;
  static const char loops[] = "pme 1\nfunction f\nparam m\narray a element 8\nloop %s = 0 .. m - 1 parallel\n"
                              "  read a @ 8*%s\nend\n";
  static const struct {
    const char *loop, *symbols[2];
    pme_size_form forms[2];
    const char *said;
  } cases[] = {
      {"i", {"hi", "lo"}, {{1, 1, 1}, {4, 1, 1}}, "for every n = hi = 4 lo"},
      {"i", {"n", "lo"}, {{1, 1, 1}, {4, 1, 1}}, "for every n = 4 lo"},
      {"i", {"hi", "n"}, {{1, 1, 1}, {4, 1, 1}}, "for every size = hi = 4 n"},
      {"n", {"hi", "m"}, {{1, 1, 1}, {1, 1, 1}}, "for every size = hi = m"},
      {"n", {"size", "hi"}, {{4, 1, 1}, {1, 1, 1}}, "for every extent = 4 size = hi"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300], program[300];
    snprintf(program, sizeof program, loops, cases[i].loop, cases[i].loop);
    fixture f = make(program);
    const char *symbols[] = {cases[i].symbols[0], cases[i].symbols[1]};
    pme_by_size answer = {.prediction = f.prediction, .symbol_count = 2, .symbols = symbols, .forms = cases[i].forms};
    pme__words words = pme__words_in(text, sizeof text);
    pme__say_sizes(&words, &answer, NULL);
    assert_string_equal(text, cases[i].said);
    drop(&f);
  }
}

/* A lower bound that gets less is a matter of samples: "no fewer than 12T rows" of 40 rows at most; none is no bound, and
 * none is above what is said as the most. One that grows by more than accesses is of the largest size alone. */
static void lower_bounds_of_sizes(void **state) {
  (void)state;
  fixture f = make(example);
  char text[300];
  const char *one[] = {"rows"};
  static const double lows[][4] = {{90, 90, 90, 40},  {0, 0, 0, 0},          {0, 0, 0, 26e6},
                                   {90, 90, 90, 900}, {1e2, 1e4, 3e5, 40e6}, {28, 28, 28, 28e4}};
  static const char *const said[] = {NULL, NULL, NULL, ", no fewer than 0.09 rows", NULL, NULL};
  pme_size_point points[] = {{.size = 11}, {.size = 101}, {.size = 1001}, {.size = 10001}};
  pme_size_law laws[] = {{11, INT64_MAX, 0.39, 2, 0, 0, 0}};
  static const pme_size_form forms[] = {{1, 1, 1}};
  pme_by_size_loop loop = {.points = points, .point_count = 4, .laws = {NULL, NULL, laws}, .law_count = {0, 0, 1}};
  pme_by_size answer = {.prediction = f.prediction, .symbol_count = 1, .symbols = one, .forms = forms};
  for (int row = 0; row < 6; row++) {
    for (int i = 0; i < 4; i++) {
      points[i].data_accesses = 100;
      points[i].levels[2] = (pme_misses){.accesses = 30.0 * (double)points[i].size, .misses = 1e3, .low = lows[row][i]};
    }
    pme__words words = pme__words_in(text, sizeof text);
    pme__say_laws(&words, &answer, &loop, 2);
    assert_true(said[row] ? strstr(text, said[row]) != NULL : strstr(text, "no fewer than") == NULL);
  }
  drop(&f);
}

/* Of the only size that was looked at. */
static void expect_of_point(pme_misses misses, const char *expected) {
  fixture f = make(example);
  char text[300];
  const char *one[] = {"rows"};
  pme_size_point points[] = {{.size = 11}};
  static const pme_size_form forms[] = {{1, 1, 1}};
  pme_by_size_loop loop = {.points = points, .point_count = 1};
  pme_by_size answer = {.prediction = f.prediction, .symbol_count = 1, .symbols = one, .forms = forms};
  points[0].levels[2] = misses;
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_laws(&words, &answer, &loop, 2);
  assert_string_equal(text, expected);
  drop(&f);
}

/* An access of a copy takes several lines: that is no share. */
static void misses_above_accesses(void **state) {
  (void)state;
  expect_of_point((pme_misses){.accesses = 605, .misses = 968, .low = 968, .high = 968}, "L3 968 misses");
}

/* What the look at many sizes has left open is no question of a run: more effort at one size may tell. */
static void open_points(void **state) {
  (void)state;
  expect_of_point(
      (pme_misses){.accesses = 1e6, .misses = 3e5, .low = 0, .high = 8e5, .precision = PME_PRECISION_ESTIMATE},
      "L3 left open (0 to 800K)");
}

static void test_coefficients(void **state) {
  (void)state;
  static const struct {
    double value;
    const char *text;
  } said[] = {{0.1251, "0.125"}, {0.1248, "0.125"}, {0.13, "0.13"}, {0.3755, "0.375"}, {0.25, "0.25"},
              {0.5003, "0.5"},   {1.125, "1.1"},    {0.02, "0.02"}, {160, "160"},      {2.5e4, "25K"}};
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
    char text[40];
    pme__words words = pme__words_in(text, sizeof text);
    pme__say_coefficient(&words, said[i].value);
    assert_string_equal(text, said[i].text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_coefficients),        cmocka_unit_test(open_points),
      cmocka_unit_test(sentences_are_cut_to_fit), cmocka_unit_test(intervals),
      cmocka_unit_test(sizes_and_counts),         cmocka_unit_test(where_caches_end),
      cmocka_unit_test(loops_that_are_reported),  cmocka_unit_test(what_concerns_a_loop),
      cmocka_unit_test(where_things_stand),       cmocka_unit_test(laws_of_sizes),
      cmocka_unit_test(lower_bounds_of_sizes),    cmocka_unit_test(misses_above_accesses),
      cmocka_unit_test(name_of_the_size),         cmocka_unit_test(symbols_of_sizes),
      cmocka_unit_test(laws_of_few_rounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
