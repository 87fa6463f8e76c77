/* Programs: text in, text out, faults with their place, requests as text, and the builder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/arena.h"
#include "pmecache/concrete.h"
#include "pmecache/program.h"
#include "test/unit/core/read_program.h"

static char *write_text(const pme_program *program) {
  char *text = NULL;
  size_t length;
  FILE *stream = open_memstream(&text, &length);
  assert_non_null(stream);
  assert_int_equal(pme_program_write(program, stream), PME_OK);
  fclose(stream);
  return text;
}

/* ---- text ---- */

/* Body of a program, and how it is written. */
static const struct {
  const char *body, *written;
} round_trips[] = {
    {"loop i = 0 .. n - 1 parallel\nend\n", "loop i = 0 .. n - 1 parallel schedule static\nend\n"},
    {"loop i = max(0, n-4, 3) .. min(n, 5) step 2\nend\n", "loop i = max(0, max(n - 4, 3)) .. min(n, 5) step 2\nend\n"},
    {"loop i = n .. 0 step -1\nread A @ 8*(n-i)\nend\n", "loop i = n .. 0 step -1\n  read A @ 8*(n - i)\nend\n"},
    {"loop i = 0 .. 9\nloop j = 0 .. i\nwrite B[i, j] at 3:4\nend\nend\n",
     "loop i = 0 .. 9\n  loop j = 0 .. i\n    write B @ (i*n + j)*8 at 3:4\n  end\nend\n"},
    {"region threads 4 at \"x.h\":7:1\nif one-thread, n - 1\nread A @ 0 size 4\nend\nend\n",
     "region threads 4 at \"x.h\":7:1\n  if one-thread, n - 1\n    read A @ 0 size 4\n  end\nend\n"},
    {"loop i = 0 .. 7 parallel schedule guided 2*n threads n collapse 1 nowait ordered orphaned carries\nend\n", NULL},
    {"loop i = 0 .. 7 parallel schedule dynamic 4 threads n nowait ordered orphaned\nend\n",
     "loop i = 0 .. 7 parallel schedule dynamic 4 threads n nowait ordered orphaned\nend\n"},
    {"loop i = 0 .. 7 parallel tasks schedule dynamic (n/4) orphaned\nend\n",
     "loop i = 0 .. 7 parallel schedule dynamic (n / 4) orphaned tasks\nend\n"},
    {"loop i = 0 .. 7 parallel schedule static work 80 library 72 divide 1\nend\n",
     "loop i = 0 .. 7 parallel schedule static work 80 divide 1 library 72\nend\n"},
    {"loop i = 0 .. 7 parallel schedule static work 5 vector 2 divide 1 at 3:1\nend\n",
     "loop i = 0 .. 7 parallel schedule static work 5 divide 1 vector 2 at 3:1\nend\n"},
    {"loop i = 0 .. 7 work 0 chain 2\nend\n", NULL},
    {"reason indirect-subscript at 4:5 \"p[c[k]]\"\nassume no-alias \"A, B\"\n",
     "assume no-alias \"A, B\"\nreason indirect-subscript at 4:5 \"p[c[k]]\"\n"},
    {"read A @ (n / 4) % 3 - min(n, 2)*5\n", "read A @ n / 4 % 3 - min(n, 2)*5\n"},
    {"region\nread A @ 8*thread() + threads ()\nend\n", NULL},
    {"loop t = 0 .. threads() - 1 parallel each-thread threads threads()\nread A @ 8*thread()*threads()\nend\n",
     "loop t = 0 .. threads() - 1 parallel each-thread threads threads()\n  read A @ 8*thread()*threads()\nend\n"},
    {"loop thread = 0 .. 3\nread A @ thread*8 + thread()\nend\n",
     "loop thread = 0 .. 3\n  read A @ thread*8 + thread()\nend\n"},
    {"read A @ \"g[0]\"*8\n", "read A @ \"g[0]\"*8\n"},
    {"array H element 8 private heap\n", "array H element 8 heap private\n"},
    {"array H element 8 heap likely private\n", "array H element 8 heap likely private\n"},
    {"array H element 8 heap allocated 800 at -4080 align 64\n",
     "array H element 8 align 64 heap allocated 800 at -4080\n"},
    {"array H element 8 heap likely allocated 800 about 90000\n",
     "array H element 8 heap likely allocated 800 about 90000\n"},
    {"loop i = 0 .. 9\nread A @ n carried\nwrite A @ n kept 1 carried at 3:4\nend\n",
     "loop i = 0 .. 9\n  read A @ n carried\n  write A @ n kept 1 carried at 3:4\nend\n"},
    {"loop i = 0 .. 9\nwrite A @ n size 4 kept 1 at 3:4\nread A @ n kept 0\nend\n",
     "loop i = 0 .. 9\n  write A @ n size 4 kept 1 at 3:4\n  read A @ n\nend\n"},
};

static void test_round_trips(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(round_trips); i++) {
    if (!round_trips[i].written)
      continue;
    char text[1024], wanted[1024];
    snprintf(text, sizeof text, "%s%s", head, round_trips[i].body);
    snprintf(wanted, sizeof wanted, "%s%s", head, round_trips[i].written);
    pme_program *program = read_good(text);
    char *once = write_text(program);
    assert_string_equal(once, wanted);
    pme_program *again = read_good(once);
    char *twice = write_text(again);
    assert_string_equal(once, twice);
    free(once);
    free(twice);
    pme_program_destroy(program);
    pme_program_destroy(again);
  }
}

/* A fault, its place and what the message says. */
static const struct {
  const char *body;
  int line, column;
  const char *message;
} faults[] = {
    {"loop i = 0 .. n - \nend\n", 7, 19, "expected an expression"},
    {"loop i = 0 .. m\nend\n", 7, 15, "expected an enclosing loop or a declared param, found 'm'"},
    {"loop i = 0 .. 3 step 0\nend\n", 7, 1, "a step must not be 0"},
    {"loop i = 0 .. 3 parallel schedule static 0\nend\n", 7, 42, "a chunk must be at least 1"},
    {"loop i = 0 .. 3 parallel schedule cyclic\nend\n", 7, 35, "expected static, dynamic"},
    {"loop n = 0 .. 3\nend\n", 7, 6, "an enclosing loop or a param has this name: n"},
    {"loop i = 0 .. 3\n", 8, 1, "`end` is missing"},
    {"end\n", 7, 1, "`end` without a block"},
    {"read C @ 0\n", 7, 6, "no array is declared with this name: C"},
    {"read B[1]\n", 7, 8, "as many subscripts"},
    {"read A @ 99999999999999999999\n", 7, 10, "a number beyond 64 bits"},
    {"array Z element 0\n", 7, 17, "must be at least 1"},
    {"array Z element 8 extents 0\n", 7, 28, "an extent must be at least 1"},
    {"array A element 8\n", 7, 7, "this array is declared already"},
    {"reason nonsense\n", 7, 8, "unknown reason"},
    {"read A @ 0 size -1\n", 7, 17, "must be at least 1"},
    {"read A @ 0 kept 65\n", 7, 17, "kept must be 0 to 64"},
    {"read A @ 0 kept n\n", 7, 17, "expected a number of loops"},
    {"effort 0\n", 7, 8, "an effort is more than 0 microseconds"},
    {"\x01\x02\n", 7, 1, "expected a statement"},
    {"read A @ \"open\n", 7, 10, "expected an expression"},
};

static void test_faults(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(faults); i++) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s", head, faults[i].body);
    pme_program *program = NULL;
    pme_error error = {0};
    assert_int_equal(pme_program_read(text, strlen(text), &program, &error), PME_BAD_INPUT);
    assert_null(program);
    if (error.line != faults[i].line || error.column != faults[i].column || !strstr(error.message, faults[i].message))
      fail_msg("%s gives %d:%d: %s", faults[i].body, error.line, error.column, error.message);
  }
}

static void test_other_texts(void **state) {
  (void)state;
  pme_program *program = NULL;
  pme_error error = {0};
  assert_int_equal(pme_program_read("", 0, &program, &error), PME_BAD_INPUT);
  assert_int_equal(pme_program_read("pme 2\n", 6, &program, &error), PME_BAD_INPUT);
  assert_non_null(strstr(error.message, "only format version 1"));
  program = read_good("# a comment\n\n  pme 1 # more\nfunction \"operator()\" file \"a b.c\" line 3\n");
  assert_string_equal(pme_program_function(program), "operator()");
  assert_string_equal(pme_program_file(program), "a b.c");
  pme_program_destroy(program);
}

static void test_depth_limits(void **state) {
  (void)state;
  char text[1 << 16];
  for (int minus = 0; minus < 2; minus++) {
    size_t used = (size_t)snprintf(text, sizeof text, "%sread A @ ", head);
    memset(text + used, minus ? '-' : '(', 60000);
    text[used + 60000] = '\0';
    pme_program *program = NULL;
    pme_error error = {0};
    assert_int_equal(pme_program_read(text, strlen(text), &program, &error), PME_BAD_INPUT);
    assert_non_null(strstr(error.message, "nested too deeply"));
  }
  size_t used = (size_t)snprintf(text, sizeof text, "%s", head);
  for (int i = 0; i < 70; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "loop i%d = 0 .. 1\n", i);
  pme_program *program = NULL;
  pme_error error = {0};
  assert_int_equal(pme_program_read(text, used, &program, &error), PME_BAD_INPUT);
  assert_int_equal(error.line, 7 + PME_MAX_DEPTH);
}

/* ---- requests as text ---- */

static void test_requests(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int column;
  } bad_bindings[] = {{"n", 1},         {"n=", 3}, {"n=1,m", 5}, {"=3", 1}, {"n=1e3", 3}, {"n=99999999999999999999", 3},
                      {"\"a,b\"c=5", 1}}; /* a quoted name ends where "=" follows */
  for (size_t i = 0; i < COUNT(bad_bindings); i++) {
    pme_binding *bindings = NULL;
    int count = 0;
    pme_error error = {0};
    assert_int_equal(pme_bindings_read(bad_bindings[i].text, &bindings, &count, &error), PME_BAD_INPUT);
    assert_int_equal(error.column, bad_bindings[i].column);
    pme_bindings_destroy(bindings, count);
  }
  pme_binding *bindings = NULL;
  int count = 0;
  assert_int_equal(pme_bindings_read("n=1000,grid[0]=-4,s->len=0", &bindings, &count, NULL), PME_OK);
  assert_int_equal(count, 3);
  assert_string_equal(bindings[1].name, "grid[0]");
  assert_int_equal(bindings[1].value, -4);
  pme_bindings_destroy(bindings, count);
  bindings = NULL;
  count = 0;
  const char *quoted = "\"pitch<2, 3> of a[]\"=7,n=1,\"m\"=2"; /* as program text has them */
  assert_int_equal(pme_bindings_read(quoted, &bindings, &count, NULL), PME_OK);
  assert_int_equal(count, 3);
  assert_string_equal(bindings[0].name, "pitch<2, 3> of a[]");
  assert_int_equal(bindings[0].value, 7);
  assert_string_equal(bindings[2].name, "m");
  pme_bindings_destroy(bindings, count);
  static const char *const bad_schedules[] = {"", "static,", "static,0", "static,-1", "cyclic", "static,4x"};
  for (size_t i = 0; i < COUNT(bad_schedules); i++) {
    pme_what_if what_if = {0};
    assert_int_equal(pme_what_if_read_schedule(bad_schedules[i], &what_if, NULL), PME_BAD_INPUT);
    assert_false(what_if.has_schedule);
  }
}

/* ---- the builder ---- */

static void test_builder(void **state) {
  (void)state;
  pme_program *program = pme_program_create();
  assert_int_equal(pme_expr_add(program, PME_NONE, PME_NONE), PME_NONE);
  assert_int_equal(pme_program_status(program), PME_BAD_ARGUMENT);
  pme_program_destroy(program);
  program = pme_program_create();
  pme_expr zero = pme_expr_constant(program, 0), nine = pme_expr_constant(program, 9),
           one = pme_expr_constant(program, 1);
  pme_loop loop = {.variable = "i", .first_count = 1, .last_count = 1, .firsts = &zero, .lasts = &nine, .step = one};
  loop.chunk = loop.threads = PME_NONE;
  int outer = pme_program_add_loop(program, PME_NONE, &loop, (pme_place){0});
  int inner = pme_program_add_loop(program, outer, &loop, (pme_place){0});
  assert_string_equal(pme_program_node(program, inner)->u.loop.variable, "i_2");
  pme_program_add_parameter(program, "i");
  assert_string_equal(pme_program_node(program, outer)->u.loop.variable, "i_3");
  assert_int_equal(pme_program_status(program), PME_OK);
  pme_program_destroy(program);
}

static void test_memory_faults(void **state) {
  (void)state;
  char text[1024];
  snprintf(text, sizeof text, "%sloop i = 0 .. n\nread A @ i %% 2\nreason indirect-subscript \"x\"\nend\n", head);
  pme_binding binding = {"n", 10, NULL};
  pme_what_if what_if = {.binding_count = 1, .bindings = &binding};
  for (long n = 1;; n++) {
    pme_program *program = NULL;
    pme_concrete *concrete = NULL;
    pme_fail_allocation_after(n);
    pme_status status = pme_program_read(text, strlen(text), &program, NULL);
    if (status == PME_OK)
      status = pme_concrete_create(program, &what_if, &concrete, NULL);
    pme_fail_allocation_after(0);
    pme_concrete_destroy(concrete);
    pme_program_destroy(program);
    if (status == PME_OK)
      break;
    assert_int_equal(status, PME_NO_MEMORY);
    assert_true(n < 1000);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trips),   cmocka_unit_test(test_faults),   cmocka_unit_test(test_other_texts),
      cmocka_unit_test(test_depth_limits),  cmocka_unit_test(test_requests), cmocka_unit_test(test_builder),
      cmocka_unit_test(test_memory_faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
