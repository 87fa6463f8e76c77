/* Predictions as JSON: each member, odd names, comparisons, no memory, and files that are read as they are written. */
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
#include "test/unit/report/example_prediction.h"

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

static const struct {
  const char *path, *value;
} members[] = {
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
    {"functions.0.loops.1.assumptions.0.text", "\"n = 1000 (in the program)\""},
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
    {"functions.0.loops.2.reasons.0.hint", "\"give it with -pmecache-param='m=1000'\""},
    {"functions.0.loops.2.references.0.modelled", "false"},
};

static void test_json(void **state) {
  (void)state;
  fixture f = make(example);
  fill(f.prediction);
  json_t *root = document(&f, NULL);
  assert_int_equal(json_array_size(json_object_get(json_array_get(json_object_get(root, "functions"), 0), "loops")), 3);
  for (size_t i = 0; i < COUNT(members); i++)
    expect_json(root, members[i].path, members[i].value);
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_json),
      cmocka_unit_test(test_json_of_odd_names),
      cmocka_unit_test(test_json_of_a_comparison),
      cmocka_unit_test(test_json_without_memory),
      cmocka_unit_test(test_remarks_without_memory),
      cmocka_unit_test(test_json_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
