/* One loop of a program as a program of its own, and programs that differ in names alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/by_size/excerpt.h"
#include "analysis/core/tree.h"
#include "test/unit/core/read_program.h"

/* 'n' and 'm' are sizes, of which 'm' is half, 'c' is 3; all else stays. */
static pme__stand_in stand_in_of(const void *context, int parameter) {
  const char *name = pme_program_parameter((const pme_program *)context, parameter)->name;
  switch (name[0]) {
  case 'n':
    return (pme__stand_in){PME__SIZE, 0, {1, 1, 1}};
  case 'm':
    return (pme__stand_in){PME__SIZE, 1, {2, 1, 1}};
  case 'c':
    return (pme__stand_in){PME__NUMBER, 3, {1, 1, 1}};
  default:
    return (pme__stand_in){PME__SYMBOL, 0, {1, 1, 1}};
  }
}

static int loop_of(const pme_program *program, const char *variable) {
  for (int id = 0; id < pme_program_node_count(program); id++) {
    const pme_node *node = pme_program_node(program, id);
    if (node->kind == PME_NODE_LOOP && !strcmp(node->u.loop.variable, variable))
      return id;
  }
  fail_msg("no loop %s", variable);
  return PME_NONE;
}

/* What stands in the outermost loop around `variable`; *node is what that is there. */
static pme_program *excerpt_of(const pme_program *program, const char *variable, int *node) {
  pme__stand_ins stand_ins = {stand_in_of, program};
  int *nodes = (int *)calloc((size_t)pme_program_node_count(program), sizeof *nodes);
  pme_program *out = NULL;
  int loop = loop_of(program, variable);
  assert_int_equal(pme__program_excerpt(program, pme__outermost_loop(program, loop), &stand_ins, &out, nodes), PME_OK);
  *node = nodes[loop];
  free(nodes);
  return out;
}

static void check_excerpt(const char *text, const char *variable, const char *expected) {
  pme_program *program = read_good(text);
  char *written = NULL;
  size_t bytes;
  int node;
  pme_program *excerpt = excerpt_of(program, variable, &node);
  FILE *stream = open_memstream(&written, &bytes);
  assert_int_equal(pme_program_write(excerpt, stream), PME_OK);
  fclose(stream);
  assert_string_equal(written, expected);
  assert_string_equal(pme_program_node(excerpt, node)->u.loop.variable, variable);
  free(written);
  pme_program_destroy(excerpt);
  pme_program_destroy(program);
}

static void test_excerpt(void **state) {
  (void)state;
  check_excerpt("pme 1\nfunction f\nparam n\nparam m\nparam c\nparam k\narray a element 8 extents n\narray b element 8 "
                "extents m c\n"
                "region\nloop x = 0 .. n - 1 parallel\nread a[x]\nend\nif k - c\nread a[0]\n"
                "loop y = 0 .. m - 1\nloop z = 0 .. c parallel schedule static c\nread b[y, z] at 4:5\n"
                "reason unknown-call at 4:9 \"g\"\nend\nend\nend\nend\n",
                "z",
                "pme 1\nfunction f\nparam k\nparam \"(size)\"\narray b element 8 extents (\"(size)\" / 2 + 1) 3\n"
                "region\n  if k - 3\n    loop y = 0 .. \"(size)\" / 2 + 1 - 1\n"
                "      loop z = 0 .. 3 parallel schedule static 3\n        reason unknown-call at 4:9 \"g\"\n"
                "        read b @ (y*3 + z)*8 at 4:5\n      end\n    end\n  end\nend\n");
}

static void check_same(const char *a_text, const char *b_text, bool expected) {
  pme_program *a = read_good(a_text), *b = read_good(b_text);
  int node;
  pme_program *first = excerpt_of(a, "i", &node), *second = excerpt_of(b, "i", &node);
  assert_int_equal(pme__is_same_program(first, second, PME__PLACES_ARE_SAME), expected);
  pme_program_destroy(first);
  pme_program_destroy(second);
  pme_program_destroy(a);
  pme_program_destroy(b);
}

static void test_same(void **state) {
  (void)state;
  static const char one[] = "pme 1\nfunction f\nparam n\narray a element 8\nloop i = 0 .. n - 1 parallel\n"
                            "read a @ 8*i + 8*n\nend\n";
  static const struct {
    const char *other;
    bool is_same;
  } others[] = {
      {"pme 1\nfunction g\nparam n1\nparam n2\narray x element 8\narray b element 8\nloop j = 0 .. 9\nend\n"
       "loop i = 0 .. n1 - 1 parallel work 5\nread b @ 8*i + 8*n2 at 9:9\nend\n",
       true},
      {"pme 1\nfunction f\nparam n\narray a element 8\nloop i = 0 .. n - 1 parallel\nwrite a @ 8*i + 8*n\nend\n",
       false},
      {"pme 1\nfunction f\nparam n\narray a element 4\nloop i = 0 .. n - 1 parallel\nread a @ 8*i + 8*n\nend\n", false},
      {"pme 1\nfunction f\nparam n\narray a element 8\nloop i = 0 .. n - 2 parallel\nread a @ 8*i + 8*n\nend\n", false},
      {"pme 1\nfunction f\nparam m\narray a element 8\nloop i = 0 .. m - 1 parallel\nread a @ 8*i + 8*m\nend\n", false},
      {"pme 1\nfunction f\nparam k\narray a element 8\nloop i = 0 .. k - 1 parallel\nread a @ 8*i + 8*k\nend\n", false},
      {"pme 1\nfunction f\nparam n\narray a element 8\nloop i = 0 .. n - 1 parallel schedule dynamic\n"
       "read a @ 8*i + 8*n\nend\n",
       false},
      {"pme 1\nfunction f\nparam n\narray a element 8\nregion\nloop i = 0 .. n - 1 parallel\nread a @ 8*i + 8*n\n"
       "end\nend\n",
       false},
      {"pme 1\nfunction f\nparam n\narray a element 8\nif n - 5\nloop i = 0 .. n - 1 parallel\nread a @ 8*i + 8*n\n"
       "end\nend\n",
       false},
      {"pme 1\nfunction f\nparam n\narray a element 8\nloop i = 0 .. n - 1 parallel\nread a @ 8*i + 8*n\n"
       "reason unknown-call at 4:9 \"g\"\nend\n",
       false},
      {"pme 1\nfunction f\nparam n\narray a element 8 base 64\nloop i = 0 .. n - 1 parallel\nread a @ 8*i + 8*n\nend\n",
       false},
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    check_same(one, others[i].other, others[i].is_same);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_excerpt),
      cmocka_unit_test(test_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
