/* Where arrays probably are, and lines that are lost to writes of others: written programs, predicted and simulated. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/prediction.h"
#include "simulator/simulator.h"
#include "test/property/programs/random_program.h"

static bool is_inside(const pme_misses *model, const pme_misses *truth) {
  return truth->misses >= model->low - 0.5 && truth->misses <= model->high + 0.5;
}

/* Misses of the first level of a machine, with coherence, predicted or simulated. */
static pme_misses answer_of(const random_program *random, const char *cores, bool simulated,
                            pme_predict_options asked) {
  pme_program *program = NULL;
  pme_concrete *concrete = NULL;
  pme_machine machine;
  pme_prediction *prediction;
  pme_simulate_options options = {.seed = 1, .coherence = true};
  pme_arena *arena = pme_arena_create();
  assert_non_null(arena);
  assert_int_equal(pme_program_read(random->program, strlen(random->program), &program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(cores, strlen(cores), &machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  pme_status status = simulated ? pme_simulate(concrete, &machine, &options, arena, &prediction, NULL)
                                : pme_predict(concrete, &machine, &asked, arena, &prediction, NULL);
  assert_int_equal(status, PME_OK);
  pme_misses first = prediction->levels[0];
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  return first;
}

static pme_misses level_of(const random_program *random, const char *cores, bool simulated) {
  return answer_of(random, cores, simulated, (pme_predict_options){.coherence = true, .sampled_only = true});
}

static pme_misses first_level_of(const random_program *random, bool simulated) {
  return level_of(random, "cores=4; L1=32K,8,64", simulated);
}

/* Rows of 32 bytes for each thread: how many of them share a line is the placement's affair. What may be of the heap is
 * predicted where malloc maps large blocks, and the interval holds the lines of aligned ones. */
static void test_likely_heap(void **state) {
  static const char program[] = "pme 1\nfunction f\narray a element 8 %s\nloop t = 0 .. 9\n"
                                "  loop i = 0 .. 19999 parallel schedule static 4 threads 4\n    read a @ 8*i\n"
                                "    write a @ 8*i\n  end\nend\n";
  static random_program likely, mapped, aligned;
  (void)state;
  snprintf(likely.program, sizeof likely.program, program, "heap likely");
  snprintf(mapped.program, sizeof mapped.program, program, "base 1048592");
  snprintf(aligned.program, sizeof aligned.program, program, "base 1048640");
  const pme_misses told = first_level_of(&likely, false), at_page = first_level_of(&mapped, true),
                   at_line = first_level_of(&aligned, true);
  print_message("%.0f .. %.0f .. %.0f, 16 bytes behind a page %.0f, 64 %.0f\n", told.low, told.misses, told.high,
                at_page.misses, at_line.misses);
  assert_true(fabs(told.misses / at_page.misses - 1) < 0.03);
  assert_true(is_inside(&told, &at_page) && is_inside(&told, &at_line));
}

/* Small ones are predicted at the start of a line, where aligned allocators put them; the interval holds the others. */
static void test_small_likely_heap(void **state) {
  static const char program[] = "pme 1\nfunction f\narray a element 8 %s\nloop t = 0 .. 99\n"
                                "  loop i = 0 .. 1999 parallel schedule dynamic 2 threads 4\n    read a @ 8*i\n"
                                "    write a @ 8*i\n  end\nend\n";
  static random_program likely, placed;
  (void)state;
  snprintf(likely.program, sizeof likely.program, program, "heap likely");
  const pme_misses told = first_level_of(&likely, false);
  for (int behind = 0; behind < 64; behind += 16) {
    char base[32];
    snprintf(base, sizeof base, "base %d", (1 << 20) + behind);
    snprintf(placed.program, sizeof placed.program, program, base);
    const pme_misses truth = first_level_of(&placed, true);
    print_message("%.0f .. %.0f .. %.0f, %d bytes behind a line %.0f\n", told.low, told.misses, told.high, behind,
                  truth.misses);
    assert_true(is_inside(&told, &truth));
    assert_true(behind > 0 || fabs(told.misses / truth.misses - 1) < 0.03);
  }
}

/* Elimination in a matrix that fits: nine of ten misses are lines lost to writes of others. They get the effort. */
static void test_lost_lines_are_most(void **state) {
  static random_program lu = {.program = "pme 1\nfunction f\narray a element 8 extents 140 140 base 1048640\n"
                                         "loop k = 0 .. 138 parallel schedule dynamic 2 threads 4\n"
                                         "  loop j = k + 1 .. 139\n    read a[k, j]\n    read a[k, k]\n"
                                         "    write a[k, j]\n  end\n  loop i = k + 1 .. 139\n"
                                         "    loop j = k + 1 .. 139\n      read a[i, j]\n      read a[i, k]\n"
                                         "      read a[k, j]\n      write a[i, j]\n    end\n  end\nend\n"};
  (void)state;
  const pme_misses told = level_of(&lu, "cores=4; L1=256K,8,64", false),
                   truth = level_of(&lu, "cores=4; L1=256K,8,64", true);
  print_message("%.0f .. %.0f .. %.0f, simulated %.0f\n", told.low, told.misses, told.high, truth.misses);
  assert_true(is_inside(&told, &truth));
  assert_true(told.high - told.low < 0.3 * told.misses); /* twice as wide where the others got it */
}

/* A mapped block almost fills a cache, and the heap's meet it in sets that each run of the program draws: whichever the
 * pages between them, the truth is in the interval. */
static void test_pages_between_stretches(void **state) {
  static const char program[] =
      "pme 1\nfunction f\narray a element 8 heap allocated 272160 at -274416 %s\n"
      "array b element 8 heap allocated 30240 at 72720 %s\narray c element 8 heap allocated 30240 at 102976 %s\n"
      "loop t = 0 .. 1\n  loop y = 0 .. 53 parallel schedule static threads 4\n    loop x = 0 .. 69\n"
      "      loop q = 0 .. 8\n        read a @ 30240*q + 560*y + 8*x\n      end\n"
      "      write b @ 560*y + 8*x\n      write c @ 560*y + 8*x\n    end\n  end\nend\n";
  static const char cores[] = "cores=4; L1=64K,4,64";
  static random_program told_of, run;
  double least = INFINITY, most = 0;
  (void)state;
  snprintf(told_of.program, sizeof told_of.program, program, "", "", "");
  const pme_misses told = answer_of(&told_of, cores, false, (pme_predict_options){.coherence = true});
  for (int pages = 0; pages < 4; pages++) {
    char a[32], b[32], c[32];
    snprintf(a, sizeof a, "base %d", (1 << 30) - 274416 + 4096 * pages);
    snprintf(b, sizeof b, "base %d", (1 << 20) + 672 + 72720);
    snprintf(c, sizeof c, "base %d", (1 << 20) + 672 + 102976);
    snprintf(run.program, sizeof run.program, program, a, b, c);
    const pme_misses truth = answer_of(&run, cores, true, (pme_predict_options){0});
    print_message("%.0f .. %.0f .. %.0f, %d pages further on %.0f\n", told.low, told.misses, told.high, pages,
                  truth.misses);
    assert_true(is_inside(&told, &truth));
    least = fmin(least, truth.misses);
    most = fmax(most, truth.misses);
  }
  assert_true(most > 1.05 * least);
}

/* Two arrays that fit are swept in blocks again and again: what is lost are the lines between blocks, six of them, which
 * four classes of lines of 64 have by chance. */
static void test_lines_between_blocks(void **state) {
  static const char program[] =
      "pme 1\nfunction f\narray a element 8 base 1073741840\narray b element 8 base 1073602576\nloop s = 0 .. 1\n"
      "  loop t = 0 .. 3\n    loop i = 1 .. 16998 parallel schedule static threads 4\n      read a @ 8*i - 8\n"
      "      read a @ 8*i\n      read a @ 8*i + 8\n      write b @ 8*i\n    end\n"
      "    loop i = 1 .. 16998 parallel schedule static threads 4\n      read b @ 8*i - 8\n      read b @ 8*i\n"
      "      read b @ 8*i + 8\n      write a @ 8*i\n    end\n  end\nend\n";
  static random_program sweeps;
  static const char cores[] = "cores=4; L1=128K,8,64";
  (void)state;
  snprintf(sweeps.program, sizeof sweeps.program, program);
  const pme_misses told = answer_of(&sweeps, cores, false, (pme_predict_options){.coherence = true, .budget_ms = 20}),
                   truth = answer_of(&sweeps, cores, true, (pme_predict_options){0});
  print_message("%.0f .. %.0f .. %.0f, %.0f lost to writes of others; simulated %.0f, %.0f\n", told.low, told.misses,
                told.high, told.coherence, truth.misses, truth.coherence);
  assert_true(is_inside(&told, &truth));
  assert_true(truth.coherence > 50 && fabs(told.coherence - truth.coherence) <= 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_likely_heap),          cmocka_unit_test(test_small_likely_heap),
      cmocka_unit_test(test_lost_lines_are_most),  cmocka_unit_test(test_pages_between_stretches),
      cmocka_unit_test(test_lines_between_blocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
