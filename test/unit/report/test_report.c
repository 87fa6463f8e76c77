/* Reports: numbers for people, remarks, tables and JSON of a prediction that is filled by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <jansson.h>

#include "pmecache/arena.h"
#include "pmecache/report.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

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

/* ---- a prediction to report ---- */

static const char example[] = "pme 1\n"
                              "function mm file \"src/mm.c\" line 5\n"
                              "param n = 1000\n"
                              "param m\n"
                              "array a element 8 extents n n\n"
                              "array c element 8 extents n n\n"
                              "loop t = 0 .. 1 at 7:3\n"
                              "  loop i = 0 .. n - 1 parallel schedule static 4 threads 4 at 8:1\n"
                              "    loop k = 0 .. n - 1 at 10:7\n"
                              "      read c[k, i] at 11:34\n"
                              "      write a[i, k] at 11:17\n"
                              "    end\n"
                              "    reason indirect-subscript at 12:9 \"'idx' loaded at line 12\"\n"
                              "  end\n"
                              "  loop j = 0 .. m parallel at 20:1\n"
                              "    read a[0, j] at 21:5\n"
                              "  end\n"
                              "end\n"
                              "assume no-alias \"a and c do not overlap\"\n";

typedef struct fixture {
  pme_program *program;
  pme_concrete *concrete;
  pme_arena *arena;
  pme_prediction *prediction;
} fixture;

static pme_misses misses_of(double accesses, double cold, double self, double others) {
  double misses = cold + self + others;
  return (pme_misses){.accesses = accesses,
                      .misses = misses,
                      .cold = cold,
                      .self = self,
                      .other_threads = others,
                      .low = misses,
                      .high = misses,
                      .precision = PME_PRECISION_EXACT,
                      .engine = PME_ENGINE_WALK};
}

static void fill(pme_prediction *prediction) {
  pme_reference_prediction *read = &prediction->references[0], *write = &prediction->references[1];
  read->levels[0] = misses_of(2e6, 125e3, 1.6e6, 0);
  read->levels[1] = misses_of(2e6, 125e3, 125e3, 0);
  read->levels[2] = misses_of(2e6, 125e3, 0, 200e3);
  read->levels[2].precision = PME_PRECISION_ESTIMATE;
  read->levels[2].low = 3e5;
  read->levels[2].high = 3.5e5;
  write->levels[0] = misses_of(2e6, 250e3, 0, 0);
  write->levels[1] = misses_of(2e6, 125e3, 0, 0);
  write->levels[2] = misses_of(2e6, 5e3, 0, 0);
  prediction->loops[0].trip_count = 2;
  prediction->loops[0].executions = 1;
  prediction->loops[1].trip_count = 1000;
  prediction->loops[1].executions = 2;
  pme_prediction_sum(prediction);
}

static pme_machine corei7;

static fixture make(const char *text) {
  fixture f = {0};
  pme_error error = {0};
  if (pme_program_read(text, strlen(text), &f.program, &error))
    fail_msg("%d:%d: %s", error.line, error.column, error.message);
  static const char machine[] = "name=corei7;cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4";
  assert_int_equal(pme_machine_read(machine, sizeof machine - 1, &corei7, &error), PME_OK);
  assert_int_equal(pme_concrete_create(f.program, NULL, &f.concrete, &error), PME_OK);
  f.arena = pme_arena_create();
  assert_int_equal(pme_prediction_create(f.concrete, &corei7, f.arena, &f.prediction, &error), PME_OK);
  return f;
}

static void drop(fixture *f) {
  pme_arena_destroy(f->arena);
  pme_concrete_destroy(f->concrete);
  pme_program_destroy(f->program);
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
      "8:1: CacheMisses: parallel loop 'i' (4 threads, static,4): L3 takes about 330K misses (8.2% of 4.0M "
      "accesses), 98% of them reading 'c' (mm.c:11:34), 61% of them lines evicted by other threads; L2 375K; "
      "L1 2.0M; a part of the loop is not modelled and not counted; for n = 1000\n");
  drop(&f);
}

static void test_missed_remarks(void **state) {
  (void)state;
  fixture f = make(example);
  fill(f.prediction);
  expect_remarks(&f, PME_REMARK_MISSED,
                 "12:9: NotModelled: a part of parallel loop 'i' is not modelled: an address depends on a value loaded "
                 "from memory: 'idx' loaded at line 12; profile the loop with -pmecache-instrument=irregular\n"
                 "20:1: NotModelled: parallel loop 'j' is not modelled: the value of 'm' is not known; give it with "
                 "-pmecache-param=m=VALUE\n");
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
      "5:0: Assumption: function 'mm': assumption: n = 1000 (given)\n"
      "5:0: Assumption: function 'mm': assumption: arrays do not overlap: a and c do not overlap\n");
  drop(&f);
}

static void test_remarks_of_a_quiet_loop(void **state) {
  (void)state;
  fixture f = make("pme 1\nfunction f\nloop i = 0 .. 9 parallel schedule dynamic threads 2\nend\n");
  pme_prediction_sum(f.prediction);
  expect_remarks(&f, PME_REMARK_PREDICTION,
                 "0:0: CacheMisses: parallel loop 'i' (2 threads, dynamic,1): no memory accesses\n");
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

/* ---- JSON ---- */

static json_t *document(const fixture *f, const pme_prediction *simulated) {
  pme_json *json = NULL;
  char *text = NULL;
  size_t length;
  json_error_t fault;
  assert_int_equal(pme_json_create(simulated ? "compare" : "predict", &corei7, &json, NULL), PME_OK);
  if (simulated)
    assert_int_equal(pme_json_add_comparison(json, f->prediction, simulated, "given.pme", NULL), PME_OK);
  else
    assert_int_equal(pme_json_add(json, f->prediction, "given.pme", NULL), PME_OK);
  FILE *stream = open_memstream(&text, &length);
  assert_int_equal(pme_json_write(json, stream, NULL), PME_OK);
  fclose(stream);
  pme_json_destroy(json);
  json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &fault);
  if (!root)
    fail_msg("%s", fault.text);
  free(text);
  return root;
}

/* "functions.0.loops.1.status" in a document, as text. */
static void expect_json(json_t *root, const char *path, const char *expected) {
  char copy[200];
  json_t *value = root;
  snprintf(copy, sizeof copy, "%s", path);
  for (char *key = strtok(copy, "."); key; key = strtok(NULL, "."))
    value = json_is_array(value) ? json_array_get(value, (size_t)atoi(key)) : json_object_get(value, key);
  if (!value)
    fail_msg("no %s", path);
  char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
  if (strcmp(text, expected) != 0)
    fail_msg("%s is %s, expected %s", path, text, expected);
  free(text);
}

static void test_json(void **state) {
  static const struct {
    const char *path, *value;
  } table[] = {
      {"version", "1"},
      {"producer", "\"predict\""},
      {"machine.name", "\"corei7\""},
      {"machine.text", "\"name=corei7;cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4\""},
      {"machine.cores", "4"},
      {"machine.frequency_hz", "null"},
      {"machine.levels.2.shared_by", "4"},
      {"machine.levels.2.sets", "8192"},
      {"machine.levels.2.latency_cycles", "null"},
      {"functions.0.name", "\"mm\""},
      {"functions.0.file", "\"src/mm.c\""},
      {"functions.0.line", "5"},
      {"functions.0.assumptions.1.code", "\"no-alias\""},
      {"functions.0.levels.2.misses", "330000"},
      /* the sequential loop around the parallel ones */
      {"functions.0.loops.0.variable", "\"t\""},
      {"functions.0.loops.0.parallel", "false"},
      {"functions.0.loops.0.parent", "null"},
      {"functions.0.loops.0.schedule", "null"},
      {"functions.0.loops.0.status", "\"partly\""},
      {"functions.0.loops.0.trip_count", "2"},
      /* a loop that is modelled in part; the loop inside it is not listed */
      {"functions.0.loops.1.id", "1"},
      {"functions.0.loops.1.parent", "0"},
      {"functions.0.loops.1.file", "\"src/mm.c\""},
      {"functions.0.loops.1.line", "8"},
      {"functions.0.loops.1.column", "1"},
      {"functions.0.loops.1.schedule", "\"static\""},
      {"functions.0.loops.1.chunk", "4"},
      {"functions.0.loops.1.threads", "4"},
      {"functions.0.loops.1.executions", "2"},
      {"functions.0.loops.1.status", "\"partly\""},
      {"functions.0.loops.1.reasons.0.code", "\"indirect-subscript\""},
      {"functions.0.loops.1.reasons.0.line", "12"},
      {"functions.0.loops.1.reasons.0.text", "\"'idx' loaded at line 12\""},
      {"functions.0.loops.1.assumptions.0.text", "\"n = 1000 (given)\""},
      {"functions.0.loops.1.levels.2.scope", "\"shared\""},
      {"functions.0.loops.1.levels.2.instances", "1"},
      {"functions.0.loops.1.levels.2.miss_rate", "0.0825"},
      {"functions.0.loops.1.levels.2.cold", "130000"},
      {"functions.0.loops.1.levels.2.other_threads", "200000"},
      {"functions.0.loops.1.levels.2.precision", "\"estimate\""},
      {"functions.0.loops.1.levels.2.low", "305000"},
      {"functions.0.loops.1.levels.0.precision", "\"exact\""},
      {"functions.0.loops.1.references.0.array", "\"c\""},
      {"functions.0.loops.1.references.0.access", "\"read\""},
      {"functions.0.loops.1.references.0.column", "34"},
      {"functions.0.loops.1.references.1.levels.2.misses", "5000"},
      /* a loop that is not modelled */
      {"functions.0.loops.2.variable", "\"j\""},
      {"functions.0.loops.2.status", "\"not-modelled\""},
      {"functions.0.loops.2.levels", "[]"},
      {"functions.0.loops.2.trip_count", "null"},
      {"functions.0.loops.2.chunk", "null"},
      {"functions.0.loops.2.reasons.0.code", "\"unknown-parameter\""},
      {"functions.0.loops.2.reasons.0.hint", "\"give it with -pmecache-param=m=VALUE\""},
      {"functions.0.loops.2.references.0.modelled", "false"},
  };
  (void)state;
  fixture f = make(example);
  fill(f.prediction);
  json_t *root = document(&f, NULL);
  assert_int_equal(json_array_size(json_object_get(json_array_get(json_object_get(root, "functions"), 0), "loops")), 3);
  for (size_t i = 0; i < COUNT(table); i++)
    expect_json(root, table[i].path, table[i].value);
  json_decref(root);
  drop(&f);
}

/* Names that are not UTF-8, files from outside, nothing known. */
static void test_json_of_odd_names(void **state) {
  (void)state;
  fixture f =
      make("pme 1\nfunction f\narray \"a\xff\" element 8\nloop i = 0 .. 9 parallel\nread \"a\xff\" @ 8*i\nend\n");
  pme_prediction_sum(f.prediction);
  json_t *root = document(&f, NULL);
  expect_json(root, "functions.0.file", "\"given.pme\"");
  expect_json(root, "functions.0.line", "null");
  expect_json(root, "functions.0.loops.0.references.0.array", "\"a?\"");
  expect_json(root, "functions.0.loops.0.references.0.line", "null");
  expect_json(root, "functions.0.loops.0.levels.0.miss_rate", "null");
  json_decref(root);
  drop(&f);
}

static void test_json_of_a_comparison(void **state) {
  (void)state;
  fixture f = make(example);
  pme_prediction *simulated;
  fill(f.prediction);
  assert_int_equal(pme_prediction_create(f.concrete, &corei7, f.arena, &simulated, NULL), PME_OK);
  fill(simulated);
  simulated->references[0].levels[2] = misses_of(2e6, 125e3, 0, 270e3);
  simulated->references[1].levels[1] = misses_of(2e6, 0, 0, 0);
  pme_prediction_sum(simulated);
  json_t *root = document(&f, simulated);
  expect_json(root, "producer", "\"compare\"");
  expect_json(root, "functions.0.loops.1.levels.2.simulated", "400000");
  expect_json(root, "functions.0.loops.1.levels.2.error", "-0.175");
  expect_json(root, "functions.0.loops.1.references.1.levels.1.error", "null");
  expect_json(root, "functions.0.loops.1.references.1.levels.2.error", "0");
  json_decref(root);
  drop(&f);
}

/* Every allocation fails once: nothing is lost, nothing is written. */
static void test_json_without_memory(void **state) {
  (void)state;
  fixture f = make(example);
  fill(f.prediction);
  pme_status status = PME_NO_MEMORY;
  long n = 0;
  while (status == PME_NO_MEMORY) {
    pme_json *json = NULL;
    char *text = NULL;
    size_t length;
    FILE *stream = open_memstream(&text, &length);
    assert_true(++n < 10000);
    pme_fail_allocation_after(n);
    status = pme_json_create("predict", &corei7, &json, NULL);
    if (!status)
      status = pme_json_add(json, f.prediction, NULL, NULL);
    if (!status)
      status = pme_json_write(json, stream, NULL);
    pme_json_destroy(json);
    pme_fail_allocation_after(0);
    fclose(stream);
    free(text);
  }
  assert_int_equal(status, PME_OK);
  assert_true(n > 100);
  drop(&f);
}

static void test_remarks_without_memory(void **state) {
  (void)state;
  fixture f = make(example);
  fill(f.prediction);
  pme_arena *arena = pme_arena_create();
  const pme_remark *remarks;
  int count;
  pme_fail_allocation_after(1);
  assert_int_equal(pme_remarks_create(f.prediction, 7, arena, &remarks, &count, NULL), PME_NO_MEMORY);
  pme_fail_allocation_after(0);
  pme_arena_destroy(arena);
  drop(&f);
}

static void test_json_files(void **state) {
  (void)state;
  fixture f = make(example);
  pme_json *json;
  pme_error error;
  fill(f.prediction);
  assert_int_equal(pme_json_create("predict", &corei7, &json, &error), PME_OK);
  assert_int_equal(pme_json_save(json, "test_report.tmp", &error), PME_OK);
  json_t *root = json_load_file("test_report.tmp", 0, NULL);
  assert_non_null(root);
  json_decref(root);
  assert_int_equal(pme_json_save(json, "test_report.tmp", &error), PME_OK); /* again: replaced */
  remove("test_report.tmp");
  assert_int_equal(pme_json_save(json, "/nonexistent/x.json", &error), PME_IO);
  assert_non_null(strstr(error.message, "/nonexistent/x.json"));
  FILE *full = fopen("/dev/full", "w");
  if (full) {
    assert_int_equal(pme_json_write(json, full, &error), PME_IO);
    fclose(full);
    assert_int_equal(pme_json_save(json, "/dev/full", &error), PME_IO);
  }
  pme_json_destroy(json);
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
            "12; profile the loop with -pmecache-instrument=irregular");
  char *other = strstr(loop + strlen(loop) + 1, "parallel loop j");
  assert_non_null(other);
  assert_non_null(strstr(other, "give it with --param m=VALUE\n"));
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts),
      cmocka_unit_test(test_shares),
      cmocka_unit_test(test_prediction_remarks),
      cmocka_unit_test(test_missed_remarks),
      cmocka_unit_test(test_analysis_remarks),
      cmocka_unit_test(test_remarks_of_a_quiet_loop),
      cmocka_unit_test(test_remarks_stay_on_their_line),
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_json_of_odd_names),
      cmocka_unit_test(test_json_of_a_comparison),
      cmocka_unit_test(test_json_without_memory),
      cmocka_unit_test(test_remarks_without_memory),
      cmocka_unit_test(test_json_files),
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_table_of_a_comparison),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
