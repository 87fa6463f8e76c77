/* Predictions as functions of a size: which symbols are sizes, laws of curves, and curves against predictions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/by_size/curve.h"
#include "analysis/by_size/looks.h"
#include "analysis/by_size/multiples.h"
#include "analysis/by_size/unknown_sizes.h"
#include "analysis/by_size/what_fits.h"
#include "test/unit/by_size/asked.h"

/* ---- which symbols are sizes ---- */

typedef struct role {
  const char *program;
  const char *sizes; /* joined by blanks */
  const char *taken; /* alike, with their values */
} role;

static const role roles[] = {
    {"param n\narray a element 8\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\n", "n", ""},
    {"param n\nparam m\narray a element 8\nloop i = 0 .. n - 1 parallel\nloop j = 0 .. m\nread a @ 8*i + "
     "8*j\nend\nend\n",
     "n", "m = 3"},
    {"param n\nparam t\narray a element 8\nloop s = 1 .. t\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\nend\n",
     "n", "t = 10"},
    {"param t\narray a element 8\nloop s = 1 .. t\nloop i = 0 .. 999 parallel\nread a @ 8*i\nend\nend\n", "t", ""},
    {"param n\nparam c\narray a element 8\nloop i = 0 .. n - 1 parallel schedule static c\nread a @ 8*i\nend\n", "n",
     "c = 16"},
    {"param b\nparam e\narray a element 8\nloop i = b .. e - 1 parallel\nread a @ 8*i\nend\n", "e", "b = 0"},
    {"param n\nparam s\narray a element 8\nloop i = 0 .. n - 1 step s parallel\nread a @ 8*i\nend\n", "n", "s = 1"},
    {"param n\nparam p\narray a element 8\nloop i = 0 .. n - 1 parallel threads p\nread a @ 8*i\nend\n", "n", "p = 4"},
    {"param n\nparam \"omp_get_max_threads()\"\narray a element 8\nloop i = 0 .. n - 1 parallel threads min(n, "
     "\"omp_get_max_threads()\")\nread a @ 8*i\nend\n",
     "n", ""},
    {"param n\nparam k.trips\narray a element 8\nloop i = 0 .. n - 1 parallel\nloop k = 1 .. k.trips\n"
     "assume trips-alike\nread a @ 8*k.trips*i + 8*k\nend\nend\n",
     "n", "k.trips = 16"},
    {"param k.trips\narray a element 8\nloop i = 0 .. 999 parallel\nloop k = 1 .. k.trips\nassume trips-alike\n"
     "read a @ 8*k\nend\nend\n",
     "k.trips", ""},
    {"param n = 7\narray a element 8\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\n", "", ""},
    {"param n\nparam pad\narray a element 8\nloop i = pad .. n - pad - 1 parallel\nread a @ 8*i + 8*pad\nend\n", "n",
     "pad = 2"},
    {"param n\nparam m\narray a element 8\nloop i = 0 .. n - m parallel\nloop j = 0 .. m - 1\nread a @ 8*i + 8*j\n"
     "end\nend\n",
     "n", "m = 3"},
    {"param n\nparam m\narray a element 8\nloop i = 0 .. n - m parallel\nloop j = 0 .. m - 1\nread a @ 8*i\n"
     "end\nend\n",
     "n m", ""},
    {"param n\nparam m\narray a element 8\nloop i = 0 .. n - m parallel\nread a @ 8*m*i\nend\n", "n", "m = 2"},
    {"param n\nparam m\narray a element 8\nloop i = n - 1 .. m step -1 parallel\nread a @ 8*i\nend\n", "n", "m = 2"},
    {"param g\nparam n\narray a element 8\nloop s = (-1)*g .. g\nloop i = 0 .. n - 1 parallel\nread a @ "
     "8*i\nend\nend\n",
     "n", "g = 10"},
    {"param n\nparam mode\narray a element 8\nif mode - 3, 3 - mode\nloop i = 0 .. n - 1 parallel\nread a @ "
     "8*i\nend\n"
     "end\n",
     "n", "mode = 3"},
    {"param n\nparam heads\narray a element 8\nloop i = 0 .. heads - 1 parallel\nloop j = 0 .. n / heads - 1\n"
     "read a @ 8*i*(n / heads) + 8*j\nend\nend\n",
     "n", "heads = 8"},
    {"param n\nparam tile\narray a element 8\nloop it = 0 .. n - 1 step tile parallel\n"
     "loop i = it .. min(n - 1, it + tile - 1)\nread a @ 8*i\nend\nend\n",
     "n", "tile = 32"},
    {"param n\nparam t\narray a element 8\nif t + 1\nloop s = 0 .. t\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\n"
     "end\nend\nend\n",
     "n", "t = 10"},
    {"param m\narray a element 8\nloop i = 0 .. 1000 / m - 1 parallel\nread a @ 8*i\nend\n", "m", ""},
    {"param m\narray a element 8\nloop i = 0 .. 9999 parallel\nread a @ 8*(i / m)\nend\n", "m", ""},
};

static void test_symbols(void **state) {
  (void)state;
  for (size_t r = 0; r < sizeof roles / sizeof *roles; r++)
    expect_symbols(roles[r].program, roles[r].sizes, roles[r].taken);
}

/* What computes alone misses nothing, whatever its size. */
static void test_no_memory(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask(&a, "pme 1\nfunction f\nparam n\nloop i = 0 .. n - 1 parallel work 5\nend\n", 0);
  assert_int_equal(answer->loop_count, 1);
  assert_int_equal(answer->loops[0].law_count[0], 1);
  assert_true(answer->loops[0].laws[0][0].coefficient == 0);
  close_program(&a);
}

/* A chunk of the loop before has to do with what caches hold, and is not what the loop asks for. */
static void test_own_taken(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask(&a,
                                  "pme 1\nfunction f\nparam n\nparam c\narray a element 8\n"
                                  "loop i = 0 .. n - 1 parallel schedule static c\nwrite a @ 8*i\nend\n"
                                  "loop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\n",
                                  0);
  assert_int_equal(answer->loop_count, 2);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(answer->loops[i].taken_count, 1);
    assert_int_equal(answer->loops[i].own_taken_count, i == 0);
  }
  close_program(&a);
}

/* What is used again fits where less than half as many lines are missed again as have to be fetched. */
static void test_what_fits(void **state) {
  (void)state;
  pme_misses once = {.misses = 100, .cold = 100}, again = {.misses = 160, .cold = 100, .self = 40, .other_threads = 20};
  assert_true(pme__fits(&once));
  assert_false(pme__fits(&again));
  assert_true(fabs(pme__loss_share(&again) - 0.6) < 1e-12);
}

/* ---- laws ---- */

static void test_laws(void **state) {
  (void)state;
  enum { COUNT = 12 };
  pme_size_point points[COUNT];
  pme_arena *arena = pme_arena_create();
  int count;
  memset(points, 0, sizeof points);
  for (int i = 0; i < COUNT; i++) { /* n^2 / 8 up to about 1000, n^3 / 8 from 2000 on, one point that is out of line */
    double n = 10 * pow(2, i);
    points[i].size = (int64_t)n;
    points[i].levels[0] = (pme_misses){.accesses = n * n * n, .misses = n * n * (n > 1500 ? n : 1) / 8};
  }
  points[10].levels[0].misses *= 3;
  const pme_size_law *laws = pme__find_laws(points, COUNT, 0, arena, &count);
  assert_int_equal(count, 2);
  assert_int_equal(laws[0].exponent, 2);
  assert_true(laws[0].from <= 20 && laws[0].to == 1280 && fabs(laws[0].coefficient - 0.125) < 0.01);
  assert_int_equal(laws[1].exponent, 3);
  assert_true(laws[1].from == 2560 && fabs(laws[1].coefficient - 0.125) < 0.01);
  /* Where two others tell the law it goes through the middle of what is left open. */
  pme_misses *last = &points[11].levels[0];
  points[10].levels[0].misses /= 3;
  last->precision = PME_PRECISION_ESTIMATE;
  last->low = 1;
  last->high = last->accesses;
  laws = pme__find_laws(points, COUNT, 0, arena, &count);
  assert_true(count == 2 && laws[1].exponent == 3 && laws[1].to == INT64_MAX);
  /* It says how far it may be off there: 1 to n^3. */
  assert_true(laws[1].low < 1e-9 && fabs(laws[1].high - 1) < 0.01 && laws[0].low == laws[0].high);
  /* One other does not tell it, however well the middle lies. */
  laws = pme__find_laws(points + 10, 2, 0, arena, &count);
  assert_int_equal(count, 0);
  last->misses *= 3;
  laws = pme__find_laws(points, COUNT, 0, arena, &count);
  assert_true(count == 2 && laws[1].exponent == 3 && laws[1].to == 10240);
  last->misses = 0;
  pme__find_laws(points, COUNT, 0, arena, &count);
  assert_int_equal(count, 2);
  /* Of a loop that has the less to do the larger the symbol is, none: 'k .. 20000'. */
  for (int i = 0; i < COUNT; i++) {
    double left = 21000 - (double)points[i].size;
    points[i].levels[0] = (pme_misses){.accesses = 100 * left, .misses = 12 * left};
  }
  pme__find_laws(points, COUNT, 0, arena, &count);
  assert_int_equal(count, 0);
  pme_arena_destroy(arena);
}

/* ---- curves ---- */

/* Each of four threads reads its quarter of n numbers ten times: L1 holds 4096 of a thread, L2 32768, L3 all 1048576. */
static const char again[] = "pme 1\nfunction f\nparam n\narray a element 8 base 0\nloop t = 0 .. 9\n"
                            "loop i = 0 .. n - 1 parallel work 1\nread a @ 8*i\nend\nend\n";

static void test_turning_points(void **state) {
  (void)state;
  static const double ends[] = {16384, 131072, 1048576};
  asked a;
  const pme_by_size *answer = ask(&a, again, 0);
  assert_int_equal(answer->loop_count, 1);
  const pme_by_size_loop *loop = &answer->loops[0];
  for (int level = 0; level < 3; level++) {
    assert_true((double)loop->fits_up_to[level] > 0.93 * ends[level]);
    assert_true((double)loop->fits_up_to[level] < 1.05 * ends[level]);
    assert_int_equal(loop->law_count[level], 2);
    assert_true(fabs(loop->laws[level][0].coefficient - 0.125) < 0.01);
    assert_true(fabs(loop->laws[level][1].coefficient - 1.25) < 0.05);
    assert_true(loop->laws[level][1].to == INT64_MAX && loop->laws[level][1].exponent == 1);
  }
  close_program(&a);
}

static double predicted(const asked *a, int64_t size, int level) {
  pme_binding binding = {"n", size, NULL};
  pme_what_if what_if = a->what_if;
  pme_predict_options options = {.coherence = true};
  pme_concrete *concrete;
  pme_prediction *prediction;
  what_if.bindings = &binding;
  what_if.binding_count = 1;
  assert_int_equal(pme_concrete_create(a->program, &what_if, &concrete, NULL), PME_OK);
  assert_int_equal(pme_predict(concrete, &a->machine, &options, a->arena, &prediction, NULL), PME_OK);
  double misses = prediction->levels[level].misses;
  pme_concrete_destroy(concrete);
  return misses;
}

static void test_between_points(void **state) {
  (void)state;
  enum { SIZES = 40 };
  asked a;
  const pme_by_size *answer = ask(&a, again, 0);
  int good = 0;
  for (int i = 0; i < SIZES; i++) {
    double size = floor(50 * pow(10, 5.0 * i / SIZES));
    for (int level = 0; level < 3; level++) {
      double misses = predicted(&a, (int64_t)size, level);
      good += fabs(pme_by_size_misses(&answer->loops[0], level, size) - misses) <= 0.03 * misses;
    }
  }
  assert_true(good >= 0.9 * 3 * SIZES);
  assert_true(isnan(pme_by_size_misses(&answer->loops[0], 0, 1)));
  close_program(&a);
}

/* A member of structs of 88 bytes, of 24 bytes: each meets 1.25 lines in the mean, in all caches. */
static const char structs[] = "pme 1\nfunction f\nparam n\narray a element 8 heap\n"
                              "loop i = 0 .. n - 1 parallel work 1\nloop j = 0 .. n - 1\n"
                              "read a @ 88*n*j + 88*i\nread a @ 88*n*j + 88*i + 16\nend\nend\n";

static void test_members_of_structs(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask(&a, structs, 0);
  for (int i = 0; i < answer->loops[0].point_count; i++) {
    const pme_size_point *point = &answer->loops[0].points[i];
    double lines = 1.25 * (double)point->size * (double)point->size;
    for (int level = 0; level < 3 && point->size > 2000; level++)
      assert_true(fabs(point->levels[level].misses - lines) <= 0.03 * lines);
  }
  close_program(&a);
}

/* ---- parts ---- */

/* Where loops end at a symbol and others begin there, all equal would leave nothing to do. */
static void test_borders(void **state) {
  (void)state;
  static const char two[] = "pme 1\nfunction f\nparam m\nparam n\narray a element 8\n"
                            "loop i = 0 .. m - 1 parallel\nread a @ 8*i\nend\n"
                            "loop i = m .. n - 1 parallel\nread a @ 8*i\nend\n";
  asked a;
  const pme_by_size *answer = ask(&a, two, 0);
  assert_int_equal(answer->symbol_count, 2);
  assert_int_equal(answer->forms[0].parts, 4);
  assert_int_equal(answer->forms[1].parts, 1);
  assert_int_equal(answer->loop_count, 2);
  for (int i = 0; i < answer->loops[1].point_count; i++) {
    int64_t n = answer->loops[1].points[i].size;
    assert_true(answer->loops[1].points[i].levels[0].accesses == (double)(n - n / 4));
  }
  close_program(&a);
}

/* ---- choices ---- */

static const char modes[] = "pme 1\nfunction f\nparam n\nparam mode\nparam deep\narray a element 8\n"
                            "if mode - 3, 3 - mode\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\nend\n"
                            "if 2 - mode\nloop i = 0 .. n - 1 parallel\nloop j = 0 .. n - 1\nread a @ 8*i + 8*n*j\n"
                            "if deep - 1\nwrite a @ 8*i\nend\nend\nend\nend\n";

/* Loops under conditions that exclude each other are both answered, each with the values that it runs with. */
static void test_choices(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask(&a, modes, 0);
  assert_int_equal(answer->loop_count, 2);
  assert_int_equal(answer->taken_count, 0);
  for (int i = 0; i < 2; i++) {
    const pme_by_size_loop *loop = &answer->loops[i];
    assert_int_equal(loop->taken_count, 2);
    assert_string_equal(loop->taken[0].name, "mode");
    assert_true(i == 0 ? loop->taken[0].value == 3 : loop->taken[0].value <= 2);
    double n = (double)loop->points[0].size;
    assert_true(loop->points[0].levels[0].accesses == (i == 0 ? n : 2 * n * n));
  }
  assert_true(answer->loops[1].taken[1].value >= 1);
  close_program(&a);
}

/* What conditions compare with a size follows it, what they keep small stays small, flags are set together; `accesses`
 * are those of the first loop at the first size, as multiples of it. */
static const struct {
  const char *program;
  double accesses;
  const char *symbol; /* taken; "": none */
  int64_t value;
} asked_for[] = {
    {"param n\nparam most\nif most - n\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\nend\n", 1, "", 0},
    {"param n\nparam d\nif d - 1, 1 - d\nloop i = 0 .. n - 1 parallel\nloop j = 1 .. d\nread a @ 8*i\nend\nend\n"
     "end\n",
     1, "d", 1},
    {"param n\nif 99 - n\nloop i = 0 .. 0 parallel\nread a @ 8*n\nend\nend\nif n - 100\n"
     "loop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\nend\n",
     0, "n", 99},
    {"param n\nparam flags\nif flags / 4 % 2 - 1\nif flags / 32 % 2 - 1\nif (-1)*(flags / 16 % 2)\n"
     "loop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\nend\nend\nend\n",
     1, "flags", 36},
};

/* Loops behind remainders run at multiples, the other arm at other sizes, in one function. */
static void test_multiples(void **state) {
  (void)state;
  static const char arms[] = "pme 1\nfunction f\nparam m\nparam n\narray a element 8\n"
                             "if (-1)*(m*n % 8)\nloop i = 0 .. m*n - 1 parallel\nread a @ 8*i\nend\nend\n"
                             "if m*n % 8 - 1\nloop i = 0 .. m*n - 1 parallel\nread a @ 8*i\nend\nend\n";
  asked a;
  const pme_by_size *answer = ask(&a, arms, 0);
  assert_int_equal(answer->loop_count, 2);
  for (int i = 0; i < 2; i++)
    for (int p = 0; p < answer->loops[i].point_count; p++)
      assert_true((answer->loops[i].points[p].size % 8 == 0) == (i == 0));
  assert_int_equal(pme__size_near(100, 8, false), 104);
  assert_int_equal(pme__size_near(1, 8, true), 8);
  assert_int_equal(pme__size_near(100, 1, true), 101);
  assert_int_equal(pme__size_near(1000, 1, false), 1001);
  assert_int_equal(pme__size_near(200, 1, true), 197);  /* 25 lines of 8 elements */
  assert_int_equal(pme__size_near(1000, 1, true), 997); /* 125 of 8, 63 of 16 */
  assert_true(answer->loops[0].point_count > 5 && answer->loops[1].point_count > 5);
  close_program(&a);
}

static void test_asked_for(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof asked_for / sizeof *asked_for; i++) {
    char text[600];
    asked a;
    snprintf(text, sizeof text, "pme 1\nfunction f\narray a element 8\n%s", asked_for[i].program);
    const pme_by_size *answer = ask(&a, text, 0);
    assert_true(answer->loop_count >= 1);
    const pme_by_size_loop *loop = &answer->loops[0];
    assert_true(loop->points[0].levels[0].accesses == fmax(asked_for[i].accesses * (double)loop->points[0].size, 1));
    assert_int_equal(loop->taken_count, *asked_for[i].symbol ? 1 : 0);
    if (loop->taken_count > 0) {
      assert_string_equal(loop->taken[0].name, asked_for[i].symbol);
      assert_int_equal(loop->taken[0].value, asked_for[i].value);
    }
    close_program(&a);
  }
}

/* Of known sizes, and where the effort is too little, nothing is said. */
static void test_nothing_to_say(void **state) {
  (void)state;
  static const char known[] = "pme 1\nfunction f\nparam n = 100\narray a element 8\nloop i = 0 .. n - 1 parallel\n"
                              "read a @ 8*i\nend\n";
  asked a;
  assert_int_equal(ask(&a, known, 0)->loop_count, 0);
  close_program(&a);
  const pme_by_size *answer = ask(&a, again, 2);
  assert_int_equal(answer->loop_count, 0);
  assert_int_equal(count_late(answer), 1);
  close_program(&a);
}

/* ---- parts ---- */

static const char gather[] =
    "pme 1\nfunction f\nparam n\nparam \"k.trips\"\narray a element 8\n"
    "loop i = 0 .. n - 1 parallel\nread a @ 8*i\nloop k = 1 .. \"k.trips\"\nassume trips-alike \"rows\"\n"
    "reason indirect-subscript at 4:5 \"'col'\"\nif k - 2\nreason indirect-subscript at 4:9 \"'col'\"\n"
    "read a @ 8*i\nend\nend\nend\n";

/* Accesses that data send somewhere are counted by the loops around them, conditions or not. */
static void test_left_out(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask(&a, gather, 0);
  assert_int_equal(answer->loop_count, 1);
  const pme_by_size_loop *loop = &answer->loops[0];
  assert_int_equal(loop->status, PME_LOOP_PARTLY);
  assert_int_equal(loop->taken_count, 1);
  for (int i = 0; i < loop->point_count; i++)
    assert_true(loop->points[i].left_out_accesses == 2.0 * 16 * (double)loop->points[i].size);
  close_program(&a);
}

/* Something else that is left out has no bound. */
static void test_left_out_call(void **state) {
  (void)state;
  static const char call[] =
      "pme 1\nfunction f\nparam n\narray a element 8\nloop i = 0 .. n - 1 parallel\n"
      "read a @ 8*i\nreason indirect-subscript at 4:5 \"'col'\"\nreason unknown-call at 5:5 \"g\"\nend\n";
  asked a;
  const pme_by_size *answer = ask(&a, call, 0);
  assert_int_equal(answer->loop_count, 1);
  assert_true(answer->loops[0].points[0].left_out_accesses < 0);
  close_program(&a);
}

/* ---- looks at some levels ---- */

static void test_levels_of_a_look(void **state) {
  (void)state;
  pme_machine machine, some;
  assert_int_equal(pme_machine_resolve(machine_text, &machine, NULL), PME_OK);
  pme__keep_levels(&machine, 0x5, &some);
  assert_int_equal(some.level_count, 2);
  assert_string_equal(some.levels[1].name, "L3");
  assert_int_equal(some.levels[1].size_bytes, machine.levels[2].size_bytes);

  pme_size_point points[2] = {{.size = 100}, {.size = 400}};
  points[0].levels[1] = (pme_misses){.misses = 10, .cold = 10, .low = 9, .high = 11};
  points[1].levels[1] = (pme_misses){.misses = 160, .cold = 80, .self = 80, .low = 160, .high = 160};
  pme_by_size_loop loop = {.point_count = 2, .points = points};
  pme_size_point found = {.size = 200};
  found.levels[0] = (pme_misses){.accesses = 1000, .misses = 7};
  found.levels[1] = (pme_misses){.accesses = 1000, .misses = 5};
  assert_true(pme__complete_point(&loop, 3, 0x5, &found));
  assert_true(found.levels[0].misses == 7 && found.levels[2].misses == 5);
  const pme_misses *between = &found.levels[1]; /* of the curve: half way between 10 and 160 */
  assert_true(fabs(between->misses - 40) < 0.01 && fabs(between->cold - 30) < 0.01 && fabs(between->self - 10) < 0.01);
  assert_true(fabs(between->low - 38) < 0.01 && between->accesses == 1000);
  found.size = 500;
  assert_false(pme__complete_point(&loop, 3, 0x5, &found));
}

/* Small sizes have what a prediction at each says, which counts where arrays most likely are. */
static void test_small_sizes(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask(&a,
                                  "pme 1\nfunction f\nparam n\narray A element 8 extents (n) (n) align 16\n"
                                  "loop i = 0 .. n - 1 parallel schedule static 4\nloop j = 0 .. n - 1\n"
                                  "read A[j, i]\nwrite A[i, j]\nend\nend\n",
                                  0);
  const pme_by_size_loop *loop = &answer->loops[0];
  const pme_predict_options options = {.coherence = true};
  assert_true(loop->small_count > 10 && loop->small[0].size == 10);
  for (int i = 0; i < 10; i++) {
    const pme_binding size = {"n", loop->small[i].size, "tried"};
    pme_what_if what_if = a.what_if;
    what_if.bindings = &size;
    what_if.binding_count = 1;
    pme_concrete *concrete;
    pme_prediction *prediction;
    assert_int_equal(pme_concrete_create(a.program, &what_if, &concrete, NULL), PME_OK);
    assert_int_equal(pme_predict(concrete, &a.machine, &options, a.arena, &prediction, NULL), PME_OK);
    assert_true(prediction->is_counted);
    for (int level = 0; level < prediction->level_count; level++)
      assert_true(pme_by_size_misses(loop, level, (double)size.value) == prediction->loops[0].levels[level].misses);
    pme_concrete_destroy(concrete);
  }
  close_program(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_symbols),
      cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_own_taken),
      cmocka_unit_test(test_what_fits),
      cmocka_unit_test(test_laws),
      cmocka_unit_test(test_turning_points),
      cmocka_unit_test(test_levels_of_a_look),
      cmocka_unit_test(test_between_points),
      cmocka_unit_test(test_small_sizes),
      cmocka_unit_test(test_nothing_to_say),
      cmocka_unit_test(test_members_of_structs),
      cmocka_unit_test(test_borders),
      cmocka_unit_test(test_choices),
      cmocka_unit_test(test_asked_for),
      cmocka_unit_test(test_multiples),
      cmocka_unit_test(test_left_out),
      cmocka_unit_test(test_left_out_call),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
