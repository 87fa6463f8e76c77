/* Where arrays without an address are: the interval holds every placement, and no more than that. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/arena.h"
#include "pmecache/prediction.h"

/* Chunks of 4 columns of b are half a line wide. Where b starts at the start or in the middle of a line, two threads
 * write to each line of it, else three: L2 misses 375,250 or 500,250 times (simulated). L3 has room for both. */
static const char transpose[] =
    "pme 1\narray a element 8 extents 1000 1000 %s\narray b element 8 extents 1000 1000 %s\n"
    "loop j = 0 .. 999 parallel schedule static 4 threads 4\n  loop i = 0 .. 999\n"
    "    read a[j, i]\n    write b[i, j]\n  end\nend\n";
static const char machine_text[] = "cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4";

typedef struct answer {
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_arena *arena;
  pme_prediction *prediction;
} answer;

static void predict_with(answer *a, const char *text, const pme_predict_options *options) {
  a->arena = pme_arena_create();
  assert_non_null(a->arena);
  assert_int_equal(pme_program_read(text, strlen(text), &a->program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(machine_text, strlen(machine_text), &a->machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(a->program, NULL, &a->concrete, NULL), PME_OK);
  assert_int_equal(pme_predict(a->concrete, &a->machine, options, a->arena, &a->prediction, NULL), PME_OK);
}

static void predict(answer *a, const char *text) { predict_with(a, text, NULL); }

static void release(answer *a) {
  pme_arena_destroy(a->arena);
  pme_concrete_destroy(a->concrete);
  pme_program_destroy(a->program);
}

static const char *text_of_bases(const answer *a) {
  for (int i = 0; i < a->prediction->assumption_count; i++)
    if (a->prediction->assumptions[i].code == PME_ASSUMPTION_BASES_UNKNOWN)
      return a->prediction->assumptions[i].text;
  return "";
}

static void test_decides(void **state) {
  (void)state;
  answer a = {0};
  char text[400];
  snprintf(text, sizeof text, transpose, "", "");
  predict(&a, text);
  const pme_misses *l2 = &a.prediction->levels[1], *l3 = &a.prediction->levels[2];
  assert_true(l2->low <= 375250 && l2->high >= 500250);
  assert_true(l2->low >= 300000 && l2->high <= 600000);
  assert_true(l2->placement > 30000);
  assert_true(l3->low <= 250001 && l3->high >= 251001);
  assert_true(l3->high - l3->low <= 0.2 * l3->misses);
  assert_non_null(strstr(text_of_bases(&a), "L2"));
  assert_non_null(strstr(text_of_bases(&a), "'b'"));
  /* What the references and the loops say adds up to what the function says. */
  assert_true(a.prediction->loops[0].levels[1].low == l2->low && a.prediction->loops[0].levels[1].high == l2->high);
  assert_true(a.prediction->references[1].levels[1].placement > 30000);
  assert_true(a.prediction->references[0].levels[1].placement < 10000);
  release(&a);
}

static void test_aligned(void **state) {
  (void)state;
  answer a = {0};
  char text[400];
  snprintf(text, sizeof text, transpose, "align 64", "align 64");
  predict(&a, text);
  for (int l = 0; l < 3; l++) {
    const pme_misses *m = &a.prediction->levels[l];
    assert_true(m->high - m->low <= 0.06 * m->misses);
    assert_true(m->placement <= 0.02 * m->misses);
  }
  assert_null(strstr(text_of_bases(&a), "they matter"));
  release(&a);
}

static void test_given(void **state) {
  (void)state;
  answer a = {0};
  char text[400];
  snprintf(text, sizeof text, transpose, "base 1048576", "base 16777224");
  predict(&a, text);
  for (int l = 0; l < 3; l++)
    assert_true(a.prediction->levels[l].placement == 0);
  assert_string_equal(text_of_bases(&a), "");
  release(&a);
}

/* Arrays that overlap share lines: a and b are the same 1000 lines, c is 500 others. */
static void test_overlap(void **state) {
  (void)state;
  answer a = {0};
  predict(&a, "pme 1\narray a element 8 extents 8000 base 1048576\narray b element 8 extents 8000 base 1048576\n"
              "array c element 8 extents 4000 base 2097152\nloop i = 0 .. 3999\n  read a[2*i]\n  read b[2*i + 1]\n"
              "  read c[i]\nend\n");
  for (int l = 0; l < 3; l++)
    assert_true(a.prediction->levels[l].misses >= 1499.5 && a.prediction->levels[l].misses <= 1530);
  release(&a);
}

/* Places that data choose get bounds: also where what an access moves by at its place cannot be computed. */
static void test_scattered(void **state) {
  (void)state;
  answer a = {0};
  predict(&a, "pme 1\narray a element 8\narray b element 8\nloop i = 0 .. 99 parallel threads 4\n  loop j = 0 .. 9\n"
              "    read b @ 80*i + 8*j\n    write a scattered 1 @ 8*j\n    write a scattered 2 @ 8*i*j\n"
              "    write a scattered 1 @ 8*j + 8\n  end\nend\n");
  const pme_reference_prediction *r = a.prediction->references;
  assert_true(r[1].modelled && r[2].modelled && r[3].modelled);
  assert_true(r[2].levels[0].low == 0 && fabs(r[2].levels[0].misses - 1000) < 1);
  release(&a);
}

/* All that a loop touches may be at such places: of four accesses to one line, or two, one misses, or two. */
static void test_scattered_alone(void **state) {
  (void)state;
  answer a = {0};
  predict(&a, "pme 1\narray a element 8\nloop i = 0 .. 999 parallel threads 4\n  read a scattered 1 @ 32*i\n"
              "  read a scattered 1 @ 32*i + 8\n  read a scattered 1 @ 32*i + 16\n"
              "  read a scattered 1 @ 32*i + 24\nend\n");
  const pme_loop_prediction *loop = &a.prediction->loops[0];
  assert_int_equal(loop->status, PME_LOOP_MODELLED);
  assert_true(loop->data_accesses == 4000 && loop->levels[0].precision == PME_PRECISION_BOUND);
  assert_true(loop->levels[0].low == 0 && loop->levels[0].high >= 1000 && loop->levels[0].high <= 2000);
  release(&a);
  predict(&a, "pme 1\narray a element 8\nloop i = 0 .. 999 parallel threads 4\n  write a scattered 1 @ 8*i\nend\n");
  assert_int_equal(a.prediction->loops[0].status, PME_LOOP_NOT_MODELLED); /* none to all of them is no answer */
  release(&a);
}

/* What threads write at places that data choose, and one of them reads behind the loop: each line may be another's,
 * once, and in the cache of all of them none is. */
static void test_scattered_then_read(void **state) {
  (void)state;
  answer a = {0};
  predict(&a, "pme 1\narray a element 8 extents 4096\narray c element 4\nloop i = 0 .. 999 parallel threads 4\n"
              "  read c @ 4*i\n  read c @ 4*i + 4\n  read c @ 4*i\n  write a scattered 1 @ 0\nend\n"
              "loop k = 0 .. 999\n  read c @ 4*k\n  read c @ 4*k + 4\n  read c @ 4*k\n"
              "  loop p = 0 .. 0\n    read a @ 8*k + 8*p\n  end\n  write a scattered 2 @ 0\nend\n");
  const pme_reference_prediction *write = &a.prediction->references[3], *read = &a.prediction->references[7];
  assert_true(write->levels[2].coherence == 0 && write->levels[0].misses > 999);
  assert_true(read->levels[2].coherence == 0 && read->levels[2].misses < 127);
  assert_true(read->levels[0].coherence < 127 && read->levels[0].misses < 253);
  release(&a);
}

static double effort_of(const char *text, const char *last) {
  char all[600];
  answer a = {0};
  snprintf(all, sizeof all, text, last);
  predict(&a, all);
  double effort = a.prediction->effort;
  release(&a);
  return effort;
}

/* Bounds are a second prediction, which counts, and which is made only where some loop wants for nothing else. */
static void test_effort_of_bounds(void **state) {
  (void)state;
  static const char text[] = "pme 1\nparam m\narray a element 8 extents 1000 1000\narray b element 8 extents 1000000\n"
                             "loop i = 0 .. 999 parallel threads 4\n  loop j = 0 .. 999\n    read a[j, i]\n"
                             "    read a[i, j]\n    read b %s\n  end\nend\n";
  double without = effort_of(text, "@ 8*j"), bounds = effort_of(text, "scattered 1 @ 8*j");
  double open = effort_of(text, "scattered 1 @ 8*j\n    read b @ 8*j*m");
  assert_true(bounds > 1.3 * without);
  assert_true(open < 0.8 * bounds);
}

/* Six vectors of 74 KB one behind the other, and the object that has them. Wherever the first one begins, in any order,
 * L1 misses 33,579 to 37,628 times (simulated): each stands at each multiple of 16 in a line once. */
static const char vectors[] =
    "pme 1\narray o element 8 align 8\narray xd element 8 heap likely\narray xdd element 8 heap likely\n"
    "array yd element 8 heap likely\narray ydd element 8 heap likely\narray zd element 8 heap likely\n"
    "array zdd element 8 heap likely\nloop i = 0 .. 9260 parallel schedule static 4 threads 4\n"
    "  read o @ 72\n  read xd @ 8*i\n  read o @ 72\n  read xdd @ 8*i\n  read o @ 72\n  write xd @ 8*i\n"
    "  read o @ 72\n  read yd @ 8*i\n  read o @ 72\n  read ydd @ 8*i\n  read o @ 72\n  write yd @ 8*i\n"
    "  read o @ 72\n  read zd @ 8*i\n  read o @ 72\n  read zdd @ 8*i\n  read o @ 72\n  write zd @ 8*i\nend\n";

static void test_vectors_in_a_line(void **state) {
  (void)state;
  answer a = {0};
  const pme_predict_options options = {.coherence = true};
  predict_with(&a, vectors, &options);
  const pme_misses *l1 = &a.prediction->levels[0];
  assert_true(l1->low <= 33579 && l1->high >= 37628);
  release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_decides),
                                     cmocka_unit_test(test_aligned),
                                     cmocka_unit_test(test_given),
                                     cmocka_unit_test(test_overlap),
                                     cmocka_unit_test(test_scattered),
                                     cmocka_unit_test(test_scattered_alone),
                                     cmocka_unit_test(test_scattered_then_read),
                                     cmocka_unit_test(test_effort_of_bounds),
                                     cmocka_unit_test(test_vectors_in_a_line)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
