/* First touches, where all misses are such: the lines that each instance of a cache touches, whatever was sampled. */
#include "both_answers.h"

#include <math.h>

#include "analysis/model/first_touches/instance_lines.h"

#define ARRAYS "array u element 8 extents 60 60 base 64\narray v element 8 extents 60 60 base 65536"
#define LINES_ALONG_K(schedule)                                                                                        \
  "loop j = 1 .. 22 parallel schedule " schedule "\n  loop k = 0 .. 23\n    loop m = 0 .. 4\n      loop n = 0 .. 4\n"  \
  "        read u @ 960*k + 40*j + 8*m\n      end\n    end\n  end\nend\n"
/* Neighbours of both sides: instances share lines. */
#define STAR(schedule)                                                                                                 \
  "loop i = 58 .. 1 step -1 parallel schedule " schedule "\n  loop j = 1 .. 58\n"                                      \
  "    read u[i - 1, j]\n    read u[i + 1, j]\n    read u[i, j]\n    write v[i, j]\n  end\nend\n"
/* Sweeps over triangles: what moves in bounds alone does not move the rows. */
#define FROM_J(schedule)                                                                                               \
  "loop i = 0 .. 57 parallel schedule " schedule "\n  loop j = 0 .. i\n    loop k = j .. 57\n"                         \
  "      read u[i, k]\n      write u[i, k + 1]\n    end\n  end\nend\n"
#define DOWN_TO_J                                                                                                      \
  "loop i = 0 .. 57 parallel schedule static\n  loop j = 57 .. i step -1\n    loop k = 58 .. j step -1\n"              \
  "      read u[i + 1, k]\n    end\n  end\nend\n"
#define BEHIND_I                                                                                                       \
  "loop i = 0 .. 57 parallel schedule static\n  loop j = i + 1 .. 57\n    loop k = 3 .. min(j + 2, 50)\n"              \
  "      read u[i, k]\n    end\n  end\nend\n"
/* Which thread touches which row is not known. */
#define ROWS_OF_ALL                                                                                                    \
  "loop i = 0 .. 57 parallel schedule static\n  loop j = 0 .. i\n    loop k = 0 .. j\n"                                \
  "      read u[j, k]\n    end\n  end\nend\n"
static const char machine[] = "cores=4;L1=64K,8,64;L2=256K,8,64,shared=2;L3=2M,16,64,shared=4";

static double sum_of(const pme_prediction *p, int level) {
  double sum = 0;
  for (int r = 0; r < p->reference_count; r++)
    sum += p->references[r].levels[level].misses;
  return sum;
}

/* As though samples had met a sixth more. */
static void sample_badly(pme_prediction *p) {
  for (int r = 0; r < p->reference_count; r++)
    for (int l = 0; l < p->level_count; l++) {
      pme_misses *m = &p->references[r].levels[l];
      m->misses = m->cold = m->misses * 7 / 6;
      m->low = m->misses / 2;
      m->high = m->misses * 2;
      m->self = m->other_threads = m->coherence = 0;
      m->engine = PME_ENGINE_WALK;
      m->precision = PME_PRECISION_ESTIMATE;
    }
}

static void check_from(const char *nest, int level) {
  answers a;
  char body[1024];
  snprintf(body, sizeof body, "%s\nregion threads 4\n%send\n", ARRAYS, nest);
  ask(&a, body, machine, NULL);
  sample_badly(a.predicted);
  assert_int_equal(pme__settle_instance_lines(a.predicted), PME_OK);
  for (int l = level; l < a.predicted->level_count; l++) {
    double told = sum_of(a.predicted, l), seen = sum_of(a.simulated, l);
    if (fabs(told - seen) > 1e-6)
      fail_msg("%s: level %d told %g, true %g", nest, l, told, seen);
  }
  forget(&a);
}

static void check(const char *nest) { check_from(nest, 0); }

static void by_block(void **state) {
  (void)state;
  check(LINES_ALONG_K("static"));
  check(STAR("static"));
}

static void in_turn(void **state) {
  (void)state;
  check(LINES_ALONG_K("static 3"));
  check(LINES_ALONG_K("dynamic 2"));
  check(STAR("static 1"));
}

static void over_triangles(void **state) {
  (void)state;
  check(FROM_J("static"));
  check(FROM_J("static 3"));
  check(DOWN_TO_J);
  check(BEHIND_I);
}

static void of_all_threads(void **state) {
  (void)state;
  check_from(ROWS_OF_ALL, 2);
}

/* Chunks that make one row, and are too many to look at: nothing is told, and it takes no time. */
static void too_many_chunks(void **state) {
  (void)state;
  answers a;
  ask_prediction(&a,
                 "array u element 8 base 0\nregion threads 4\nloop i = 0 .. 40000000000 parallel schedule static 1\n"
                 "  read u @ 8*i\nend\nend\n",
                 machine, NULL);
  sample_badly(a.predicted);
  double before = sum_of(a.predicted, 0);
  assert_int_equal(pme__settle_instance_lines(a.predicted), PME_OK);
  assert_true(sum_of(a.predicted, 0) == before);
  forget(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_block), cmocka_unit_test(in_turn),
                                     cmocka_unit_test(over_triangles), cmocka_unit_test(of_all_threads),
                                     cmocka_unit_test(too_many_chunks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
