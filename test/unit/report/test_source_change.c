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

/* A file with this text. */
static void write_source(const char *source, char *path) {
  int file = mkstemp(path);
  FILE *stream = fdopen(file, "w");
  assert_non_null(stream);
  fputs(source, stream);
  fclose(stream);
}

static pme_status change_order(const pme_prediction *prediction, const void *order, pme_arena *arena,
                               pme__source_change *change) {
  return pme__change_source(prediction, order, arena, change);
}

static pme_status fuse(const pme_prediction *prediction, const void *fusion, pme_arena *arena,
                       pme__source_change *change) {
  return pme__fuse_source(prediction, fusion, arena, change);
}

/* The diff that a change of the program makes of the source, without its two head lines; or why not. */
static void show_program(const char *text,
                         pme_status (*make)(const pme_prediction *, const void *, pme_arena *, pme__source_change *),
                         const void *advice, shown *out) {
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
  assert_int_equal(make(prediction, advice, arena, &change), PME_OK);
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
}

/* Of a nest of loops i and j in a file with this text. */
static void show(const char *source, pme_loop_order order, const char *inner_place, shown *out) {
  char path[] = "/tmp/pme-source-XXXXXX", text[MOST_TEXT];
  write_source(source, path);
  snprintf(text, sizeof text,
           "pme 1\nfunction f file \"%s\" line 1\narray a element 8\nloop i = 0 .. 9 parallel at 2:1\n"
           "loop j = 0 .. 9 at %s\nwrite a @ 80*j + 8*i\nend\nend\n",
           path, inner_place);
  show_program(text, change_order, &order, out);
  unlink(path);
}

/* Of two loops, the second one in this line. */
static void show_fusion(const char *source, int second_line, shown *out) {
  char path[] = "/tmp/pme-source-XXXXXX", text[MOST_TEXT];
  write_source(source, path);
  snprintf(text, sizeof text,
           "pme 1\nfunction f file \"%s\" line 1\narray a element 8\nloop i = 0 .. 9 parallel at 1:1\n"
           "write a @ 8*i\nend\nloop i = 0 .. 9 parallel at %d:1\nread a @ 8*i\nend\n",
           path, second_line);
  show_program(text, fuse, &(pme_loop_fusion){.first = 0, .second = 2, .legality = PME_ORDER_LEGAL}, out);
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

#define PARALLEL "#pragma omp parallel for\n"
#define HEADER "for (int i = 0; i < 10; i++)"

/* A body may have any statements that end where it ends: brackets, texts and comments are looked through. */
static void test_fusions(void **state) {
  (void)state;
  shown s;
  show_fusion(PARALLEL HEADER "\n  a[i] = 0;\n\n// twice\n" PARALLEL HEADER "\n  b[i] = a[i];\n", 6, &s);
  assert_string_equal(s.text, "@@ -1,8 +1,5 @@\n #pragma omp parallel for\n-" HEADER "\n-  a[i] = 0;\n-\n-// twice\n"
                              "-#pragma omp parallel for\n-" HEADER "\n-  b[i] = a[i];\n+" HEADER " {\n+  a[i] = 0;\n"
                              "+  b[i] = a[i];\n+}\n");
  show_fusion(PARALLEL "  " HEADER " { // all\n    if (s[i] == ';')\n      a[i] = \"}\"[0];\n    else {\n"
                       "      a[i] = 1; /* ; } */\n    }\n  }\n" PARALLEL "  " HEADER "\n#pragma omp simd\n"
                       "    for (int j = 0; j < 9; j++)\n      b[i][j] = a[i];\n",
              9, &s);
  assert_non_null(strstr(s.text, "+  " HEADER " {\n+    if (s[i] == ';')\n+      a[i] = \"}\"[0];\n+    else {\n"
                                 "+      a[i] = 1; /* ; } */\n+    }\n+#pragma omp simd\n"
                                 "+    for (int j = 0; j < 9; j++)\n+      b[i][j] = a[i];\n+  }\n"));
}

typedef struct fusion_refusal {
  const char *source;
  int second_line;
  const char *why;
} fusion_refusal;

static void test_refused_fusions(void **state) {
  (void)state;
  static const fusion_refusal refusals[] = {
      {PARALLEL HEADER " {\n  double t = a[i];\n  b[i] = t;\n}\n" PARALLEL HEADER "\n  b[i] = 1;\n", 6,
       "a body declares variables of its own\n"},
      {PARALLEL HEADER "\n  a[i] = 0;\nsum = 0;\n" PARALLEL HEADER "\n  b[i] = 1;\n", 5,
       "something stands between the loops\n"},
      {PARALLEL HEADER "\n  a[i] = 0;\n#pragma omp parallel for private(t)\n" HEADER "\n  b[i] = 1;\n", 4,
       "the loops are not written alike\n"},
      {PARALLEL HEADER "\n  a[i] = 0;\n" PARALLEL "for (int j = 0; j < 10; j++)\n  b[j] = 1;\n", 4,
       "the loops are not written alike\n"},
      {PARALLEL HEADER " a[i] = 0;\n" PARALLEL HEADER "\n  b[i] = 1;\n", 3,
       "a loop is no plain `for` on a line of its own\n"},
      {PARALLEL HEADER "\n#ifdef ZERO\n  a[i] = 0;\n#else\n  a[i] = 1;\n#endif\n" PARALLEL HEADER "\n  b[i] = 1;\n", 8,
       "a body depends on the preprocessor\n"},
      {PARALLEL HEADER " {\n  a[i] = 0; }\n" PARALLEL HEADER "\n  b[i] = 1;\n", 4,
       "a body does not stand on lines of its own\n"},
      {PARALLEL HEADER "\n  a[i] = 0;\n" PARALLEL HEADER "\n  b[i] = (1;\n", 4,
       "a loop does not end on a line of its own, or too far away\n"},
      {PARALLEL HEADER "\n  a[i] = 0; s = 1;\n" PARALLEL HEADER "\n  b[i] = 1;\n", 4,
       "a loop does not end on a line of its own, or too far away\n"},
      {"", 4, "the source cannot be read\n"},
  };
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
    shown s;
    show_fusion(refusals[i].source, refusals[i].second_line, &s);
    if (strcmp(s.text, refusals[i].why) != 0)
      fail_msg("%d: %s", (int)i, s.text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_changes), cmocka_unit_test(test_refusals),
                                     cmocka_unit_test(test_fusions), cmocka_unit_test(test_refused_fusions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
