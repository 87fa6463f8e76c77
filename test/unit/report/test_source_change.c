/* Changes of loops as diffs: what is plain is changed, what is not is refused with a reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/report/source/source_change.h"

enum { MOST_TEXT = 2000 };

typedef struct shown {
  char text[MOST_TEXT];
} shown;

static void add_line(void *context, const char *line) {
  shown *s = context;
  size_t length = strlen(s->text);
  snprintf(s->text + length, sizeof s->text - length, "%s\n", line);
}

/* The diff of a nest of loops i and j in a file with this text, without its two head lines; or why not. */
static void show(const char *source, pme_loop_order order, const char *inner_place, shown *out) {
  char path[] = "/tmp/pme-source-XXXXXX", text[MOST_TEXT];
  int file = mkstemp(path);
  FILE *stream = fdopen(file, "w");
  assert_non_null(stream);
  fputs(source, stream);
  fclose(stream);
  snprintf(text, sizeof text,
           "pme 1\nfunction f file \"%s\" line 1\narray a element 8\nloop i = 0 .. 9 parallel at 2:1\n"
           "loop j = 0 .. 9 at %s\nwrite a @ 80*j + 8*i\nend\nend\n",
           path, inner_place);
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_prediction *prediction;
  pme__source_change change;
  pme_arena *arena = pme_arena_create();
  assert_int_equal(pme_program_read(text, strlen(text), &program, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  assert_int_equal(pme_machine_resolve("corei7", &machine, NULL), PME_OK);
  assert_int_equal(pme_prediction_create(concrete, &machine, arena, &prediction, NULL), PME_OK);
  assert_int_equal(pme__change_source(prediction, &order, arena, &change), PME_OK);
  out->text[0] = '\0';
  if (change.why_not)
    add_line(out, change.why_not);
  else
    pme__write_diff(&change, add_line, out);
  if (!change.why_not)
    memmove(out->text, strstr(out->text, "@@"), strlen(strstr(out->text, "@@")) + 1);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  pme_arena_destroy(arena);
  unlink(path);
}

static const pme_loop_order exchanged = {
    .legality = PME_ORDER_LEGAL, .order = {2, {0, 1}, {1, 0}}, .is_exchanged = true};
static const pme_loop_order tiled = {
    .legality = PME_ORDER_LEGAL, .order = {2, {0, 1}, {0, 1}}, .tile_count = 2, .tile_sizes = {8, 64}};
static const pme_loop_order both = {.legality = PME_ORDER_LEGAL,
                                    .order = {2, {0, 1}, {1, 0}},
                                    .is_exchanged = true,
                                    .tile_count = 1,
                                    .tile_sizes = {16}};

static const char plain[] = "void f(void) {\n#pragma omp parallel for \\\n  schedule(static)\n"
                            "  for (int i = 0; i < 10; i++) { // rows\n    for (int j = 0; j < 10; j++)\n"
                            "      a[j][i] = 0;\n  }\n}\n";

static void test_changes(void **state) {
  (void)state;
  shown s;
  show(plain, exchanged, "5:5", &s);
  assert_string_equal(s.text, "@@ -1,8 +1,8 @@\n void f(void) {\n #pragma omp parallel for \\\n   schedule(static)\n"
                              "-  for (int i = 0; i < 10; i++) { // rows\n-    for (int j = 0; j < 10; j++)\n"
                              "+  for (int j = 0; j < 10; j++) { // rows\n+    for (int i = 0; i < 10; i++)\n"
                              "       a[j][i] = 0;\n   }\n }\n");
  show(plain, tiled, "5:5", &s);
  assert_non_null(strstr(s.text, "+  #pragma omp tile sizes(8,64)\n+  for (int i = 0; i < 10; i++) { // rows\n"));
  show(plain, both, "5:5", &s);
  assert_non_null(strstr(s.text, "+  for (int j = 0; j < 10; j++) { // rows\n+    #pragma omp tile sizes(16)\n"
                                 "+    for (int i = 0; i < 10; i++)\n"));
}

typedef struct refusal {
  const char *source, *inner_place, *why;
} refusal;

static void test_refusals(void **state) {
  (void)state;
  static const refusal refusals[] = {
      {"\n#pragma omp parallel for\nfor (int i = 0; i < 10; i++) for (int j = 0; j < 10; j++)\na[j][i] = 0;\n", "3:30",
       "a loop of the nest is no plain `for` on a line of its own\n"},
      {"\n#pragma omp parallel for\nFOR (i, 10)\nfor (int j = 0; j < 10; j++)\na[j][i] = 0;\n", "4:1",
       "a loop of the nest is no plain `for` on a line of its own\n"},
      {"\n#pragma omp parallel for\nfor (int i = 0; i < 10;\ni++)\nfor (int j = 0; j < 10; j++)\na[j][i] = 0;\n", "5:1",
       "a loop of the nest is no plain `for` on a line of its own\n"},
      {"\n#pragma omp parallel for\nfor (int i = 0; i < 10; i++)\n\nfor (int j = 0; j < 10; j++)\na[j][i] = 0;\n",
       "5:1", "a loop of the nest is no plain `for` on a line of its own\n"},
      {"\n#pragma omp parallel for\nfor (int i = 0; i < 10; i++)\nfor (int k = 0; k < 10; k++)\na[k][i] = 0;\n", "4:1",
       "a loop of the nest has another variable in the source\n"},
      {"\n#pragma omp parallel for\nfor (int i = 0; i < 10; i++)\nfor (int j = 0; j < 10; j++)\na[j][i] = 0;\n", "9:1",
       "something stands between the loops of the nest\n"},
      {"", "4:1", "the source cannot be read\n"},
  };
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    shown s;
    show(refusals[i].source, exchanged, refusals[i].inner_place, &s);
    if (strcmp(s.text, refusals[i].why) != 0)
      fail_msg("%d: %s", (int)i, s.text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_changes), cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
