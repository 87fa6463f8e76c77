/* Reports: numbers for people, remarks and tables of a prediction that is filled by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/report.h"
#include "test/unit/report/example_prediction.h"

/* ---- numbers ---- */

static void test_counts(void **state) {
  static const struct {
    double value;
    int digits;
    const char *text;
  } table[] = {
      {0, 2, "0"},          {1, 2, "1"},          {640, 2, "640"},      {9999, 2, "9999"},   {10000, 2, "10K"},
      {12345, 2, "12K"},    {12345, 3, "12.3K"},  {7.2e6, 2, "7.2M"},   {2.0e9, 2, "2.0G"},  {1.25e8, 2, "125M"},
      {1.25e8, 3, "125M"},  {9.96e6, 2, "10M"},   {9.96e6, 3, "9.96M"}, {999499, 2, "999K"}, {999600, 2, "1.0M"},
      {0.5, 2, "0.5"},      {12.25, 3, "12.2"},   {1234.5, 3, "1234"},  {1e18, 2, "1.0E"},   {9.99e20, 2, "999E"},
      {1e24, 2, "1.0e+24"}, {-7.2e6, 2, "-7.2M"}, {2.0000001, 2, "2"},  {-0.0, 2, "0"},
  };
  (void)state;
  for (size_t i = 0; i < COUNT(table); i++) {
    char text[24];
    pme_format_count(table[i].value, table[i].digits, text, sizeof text);
    assert_string_equal(text, table[i].text);
  }
  char text[24];
  pme_format_count(NAN, 2, text, sizeof text);
  assert_string_equal(text, "unknown");
  pme_format_count(1e300, 3, text, 4);
  assert_int_equal(strlen(text), 3);
}

static void test_shares(void **state) {
  static const struct {
    double part, whole;
    const char *text;
  } table[] = {{0, 0, "-"},         {0, 10, "0%"},    {1, 1e6, "<0.01%"}, {36, 10000, "0.36%"}, {1, 100, "1.0%"},
               {994, 1e5, "0.99%"}, {98, 100, "98%"}, {1, 1, "100%"},     {3, 2, "150%"},       {995, 1e5, "1.0%"}};
  (void)state;
  for (size_t i = 0; i < COUNT(table); i++) {
    char text[24];
    pme_format_share(table[i].part, table[i].whole, text, sizeof text);
    assert_string_equal(text, table[i].text);
  }
}

/* ---- remarks ---- */

static char *remarks_text(const fixture *f, unsigned kinds) {
  const pme_remark *remarks;
  int count;
  char *text = NULL;
  size_t length;
  FILE *stream = open_memstream(&text, &length);
  assert_int_equal(pme_remarks_create(f->prediction, kinds, f->arena, &remarks, &count, NULL), PME_OK);
  for (int i = 0; i < count; i++) {
    assert_true(remarks[i].kind & kinds);
    fprintf(stream, "%d:%d: %s: %s\n", remarks[i].place.line, remarks[i].place.column, remarks[i].name,
            remarks[i].text);
  }
  fclose(stream);
  return text;
}

static void expect_remarks(const fixture *f, unsigned kinds, const char *expected) {
  char *text = remarks_text(f, kinds);
  assert_string_equal(text, expected);
  free(text);
}

static void test_prediction_remarks(void **state) {
  (void)state;
  fixture f = make(example);
  fill(f.prediction);
  expect_remarks(
      &f, PME_REMARK_PREDICTION,
      "8:1: CacheMisses: parallel loop 'i' (4 threads, static,4): L3 costs most, with about 330K misses "
      "(8.2% of 4.0M accesses), 98% of them reading 'c' (mm.c:11:34), 61% of them lines evicted by other threads; L1 "
      "2.0M, L2 375K; up to 2000 more accesses, whose addresses data decide, may each miss (-Rpass-missed=cache says "
      "which); for n = "
      "1000\n"
      "20:1: NotModelled: parallel loop 'j' is not modelled; -Rpass-missed=cache says why, and what to do\n");
  drop(&f);
}

static void test_missed_remarks(void **state) {
  (void)state;
  fixture f = make(example);
  fill(f.prediction);
  expect_remarks(&f, PME_REMARK_MISSED,
                 "8:1: NotModelled: a part of parallel loop 'i' is not modelled: an address depends on a value loaded "
                 "from memory: 'idx' loaded at line 12; measure it: compile with -g and PMECACHE_INSTRUMENT=irregular, "
                 "link $(pmecache config --libs), run with PMECACHE_PROFILE_OUT=run.pmeprof, compile with -g and "
                 "PMECACHE_PROFILE=run.pmeprof\n"
                 "20:1: NotModelled: parallel loop 'j' is not modelled: the value of 'm' is not known; give it with "
                 "PMECACHE_PARAMS='m=1000'\n");
  drop(&f);
}

static void test_analysis_remarks(void **state) {
  (void)state;
  fixture f = make(example);
  fill(f.prediction);
  expect_remarks(
      &f, PME_REMARK_ANALYSIS,
      "8:1: LevelMisses: parallel loop 'i': L1, 4 private instances: 4.0M accesses, 2.0M misses (375K cold, 1.6M "
      "capacity or conflict); exact\n"
      "8:1: LevelMisses: parallel loop 'i': L2, 4 private instances: 4.0M accesses, 375K misses (250K cold, 125K "
      "capacity or conflict); exact\n"
      "8:1: LevelMisses: parallel loop 'i': L3, 1 shared instance: 4.0M accesses, 330K misses (130K cold, 200K evicted "
      "by other threads); estimate, between 305K and 355K\n"
      "11:34: ReferenceMisses: reading 'c': 2.0M accesses, misses L1 1.7M, L2 250K, L3 325K\n"
      "11:17: ReferenceMisses: writing 'a': 2.0M accesses, misses L1 250K, L2 125K, L3 5000\n"
      "8:1: NotModelled: a part of parallel loop 'i' is not modelled: an address depends on a value loaded from "
      "memory: 'idx' loaded at line 12; "
      "measure it: compile with -g and PMECACHE_INSTRUMENT=irregular, link $(pmecache config --libs), run with "
      "PMECACHE_PROFILE_OUT=run.pmeprof, compile with -g and PMECACHE_PROFILE=run.pmeprof\n"
      "20:1: NotModelled: parallel loop 'j' is not modelled: the value of 'm' is not known; give it with "
      "PMECACHE_PARAMS='m=1000'\n"
      "5:0: Assumption: function 'mm': assumption: n = 1000 (in the program)\n"
      "5:0: Assumption: function 'mm': assumption: arrays do not overlap: a and c do not overlap\n");
  drop(&f);
}

/* What is taken in several places of a loop is one remark. */
static void test_assumptions_of_a_kind(void **state) {
  (void)state;
  char text[2000];
  size_t used = (size_t)snprintf(text, sizeof text, "pme 1\nfunction f\narray a element 8\nloop i = 0 .. 9 parallel\n");
  for (int line = 1; line <= 9; line++)
    used += (size_t)snprintf(text + used, sizeof text - used, "assume branch-taken \"the branch at line %d\"\n", line);
  snprintf(text + used, sizeof text - used, "assume branch-taken \"the branch at line 1\"\nread a @ 8*i\nend\n");
  fixture f = make(text);
  char *remarks = remarks_text(&f, PME_REMARK_ANALYSIS), *first = strstr(remarks, "Assumption");
  assert_non_null(first);
  assert_non_null(strstr(first,
                         ": the branch at line 1; the branch at line 2; the branch at line 3; the branch at line 4; "
                         "the branch at line 5; the branch at line 6; and 3 more\n"));
  assert_null(strstr(first + 1, "Assumption: parallel"));
  free(remarks);
  drop(&f);
}

static void test_remarks_of_a_quiet_loop(void **state) {
  (void)state;
  fixture f = make("pme 1\nfunction f\nloop i = 0 .. 9 parallel schedule dynamic threads 2\nend\n");
  pme_prediction_sum(f.prediction);
  f.prediction->loops[0].executions = 1;
  expect_remarks(&f, PME_REMARK_PREDICTION,
                 "0:0: CacheMisses: parallel loop 'i' (2 threads, dynamic,1): no memory accesses\n");
  f.prediction->loops[0].executions = 0;
  expect_remarks(&f, PME_REMARK_PREDICTION,
                 "0:0: CacheMisses: parallel loop 'i' (2 threads, dynamic,1): not executed\n");
  drop(&f);
}

static void test_remarks_stay_on_their_line(void **state) {
  (void)state;
  char text[8192], name[2000];
  memset(name, 'x', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  snprintf(text, sizeof text,
           "pme 1\nfunction f\narray \"a\tb\" element 8\narray \"%s\" element 8\n"
           "loop i = 0 .. 9 parallel\nread \"a\tb\" @ 8*i\nread \"%s\" @ 8*i\nend\n",
           name, name);
  fixture f = make(text);
  f.prediction->references[0].levels[2] = misses_of(10, 1, 0, 0);
  f.prediction->references[1].levels[2] = misses_of(10, 9, 0, 0);
  pme_prediction_sum(f.prediction);
  char *remarks = remarks_text(&f, PME_REMARK_PREDICTION | PME_REMARK_MISSED | PME_REMARK_ANALYSIS);
  for (char *line = strtok(remarks, "\n"); line; line = strtok(NULL, "\n")) {
    assert_true(strlen(line) < 500);
    assert_null(strchr(line, '\t'));
  }
  free(remarks);
  drop(&f);
}

/* ---- tables ---- */

static char table_buffer[1 << 14];

static char *table_text(const fixture *f, const pme_prediction *simulated) {
  memset(table_buffer, 0, sizeof table_buffer);
  FILE *stream = fmemopen(table_buffer, sizeof table_buffer - 1, "w");
  assert_non_null(stream);
  if (simulated)
    pme_text_comparison(f->prediction, simulated, NULL, stream);
  else
    pme_text_prediction(f->prediction, NULL, stream);
  fclose(stream);
  return table_buffer;
}

static void test_table(void **state) {
  (void)state;
  fixture f = make(example);
  fill(f.prediction);
  char *text = table_text(&f, NULL);
  char *loop = strstr(text, "parallel loop i");
  assert_non_null(loop);
  *strstr(loop, "\n\n") = '\0';
  assert_string_equal(
      loop, "parallel loop i at src/mm.c:8:1, 4 threads, static,4, 1000 iterations, 2 executions, modelled in part\n"
            "  level            accesses   misses     rate     cold     self   others\n"
            "  L1 private x4       4.00M    1.98M      49%     375K    1.60M        0  exact\n"
            "  L2 private x4       4.00M     375K     9.4%     250K     125K        0  exact\n"
            "  L3 shared x1        4.00M     330K     8.2%     130K        0     200K  estimate 305K..355K\n"
            "  array at         access accesses       L1       L2       L3\n"
            "  c     11:34      read      2.00M    1.73M     250K     325K\n"
            "  a     11:17      write     2.00M     250K     125K     5000\n"
            "  not modelled at src/mm.c:12:9: an address depends on a value loaded from memory: 'idx' loaded at line "
            "12; measure it: compile with -g and PMECACHE_INSTRUMENT=irregular, link $(pmecache config --libs), run "
            "with PMECACHE_PROFILE_OUT=run.pmeprof, compile with -g and PMECACHE_PROFILE=run.pmeprof");
  char *other = strstr(loop + strlen(loop) + 1, "parallel loop j");
  assert_non_null(other);
  assert_non_null(strstr(other, "give it with --param 'm=1000'\n"));
  assert_non_null(strstr(other, "\ntotal of mm\n"));
  drop(&f);
}

static void test_table_of_a_comparison(void **state) {
  (void)state;
  fixture f = make(example);
  pme_prediction *simulated;
  fill(f.prediction);
  assert_int_equal(pme_prediction_create(f.concrete, &corei7, f.arena, &simulated, NULL), PME_OK);
  fill(simulated);
  simulated->references[0].levels[2] = misses_of(2e6, 125e3, 0, 220e3);
  pme_prediction_sum(simulated);
  char *text = table_text(&f, simulated);
  char *loop = strstr(text, "parallel loop i");
  assert_non_null(strstr(loop, "  L3 shared x1          4.00M       330K       350K     -5.71%  inside\n"));
  assert_non_null(
      strstr(loop, "  c     11:34      read   L3         2.00M       325K       345K     -5.80%  inside\n"));
  drop(&f);
}

/* The name of a value may have brackets of its own. */
static void test_names_of_values(void **state) {
  (void)state;
  fixture f = make("pme 1\nfunction f\nparam \"v.size()\" = 1000\narray a element 8\n"
                   "loop i = 0 .. 9 parallel\nread a @ 8*i\nend\n");
  f.prediction->loops[0].status = PME_LOOP_MODELLED;
  char *text = remarks_text(&f, PME_REMARK_PREDICTION);
  assert_non_null(strstr(text, "; for v.size() = 1000\n"));
  free(text);
  drop(&f);
}

/* An estimate that leaves most open says between what it is; of what hardly matters that is too much. */
static void test_wide_intervals_are_said(void **state) {
  static const struct {
    double accesses, high;
    const char *text;
  } cases[] = {{12e6, 2.3e6, "L1 0, L3 not known without a run (0 to 2.3M); measure it: "},
               {12e6, 900, "L3 costs most, with about 8 misses (<0.01% of 12M accesses)"},
               {12e6, 9, "L3 costs most, with about 8 misses (<0.01% of 12M accesses)"}};
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++) {
    fixture f = make("pme 1\nfunction f\narray a element 8\nloop i = 0 .. 9 parallel\nread a @ 8*i\nend\n");
    f.prediction->loops[0].status = PME_LOOP_MODELLED;
    f.prediction->loops[0].levels[2] = (pme_misses){
        .accesses = cases[i].accesses, .misses = 8, .high = cases[i].high, .precision = PME_PRECISION_ESTIMATE};
    char *text = remarks_text(&f, PME_REMARK_PREDICTION);
    if (!strstr(text, cases[i].text))
      fail_msg("%s", text);
    free(text);
    drop(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts),
      cmocka_unit_test(test_shares),
      cmocka_unit_test(test_prediction_remarks),
      cmocka_unit_test(test_names_of_values),
      cmocka_unit_test(test_wide_intervals_are_said),
      cmocka_unit_test(test_missed_remarks),
      cmocka_unit_test(test_analysis_remarks),
      cmocka_unit_test(test_assumptions_of_a_kind),
      cmocka_unit_test(test_remarks_of_a_quiet_loop),
      cmocka_unit_test(test_remarks_stay_on_their_line),
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_table_of_a_comparison),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
