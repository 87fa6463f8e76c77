/* Runs of lines in turns: what loops make them, what they cost, and tiles that make some. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/advise/time/stream_turns.h"
#include "test/unit/advise/asked.h"

enum { MOST_LOOPS = 5 };

typedef struct turns_case {
  const char *name;
  pme__stream_loop loops[MOST_LOOPS]; /* innermost first */
  double runs, lines, advance, piece;
} turns_case;

static const turns_case turns[] = {
    {"a row after the other", {{8, 4000}, {32000, 4000}}, 1, 4000, 0, 0},
    {"columns: a run for each row", {{32000, 4000}, {8, 4000}}, 4000, 0.125, 0.125, 0},
    {"tiles: two lines of each row", {{8, 16}, {32000, 8}, {128, 250}, {256000, 500}}, 8, 2, 0.125, 0},
    {"what does not move between", {{0, 4}, {8, 16}, {32000, 8}, {128, 250}}, 8, 2, 0.03125, 0},
    {"the last tile is a part", {{8, 15}, {32000, 8}, {128, 250}}, 8, 1.875, 2 / 15.0, 0},
    {"long tiles", {{8, 512}, {32000, 8}, {4096, 8}}, 8, 64, 0.125, 64},
    {"elements of eight rows, for long", {{32000, 8}, {8, 512}, {256000, 500}, {4096, 8}}, 8, 0.125, 0.125, 64},
    {"tiles of columns: all rows come by until the next",
     {{32000, 8}, {8, 8}, {256000, 500}, {64, 500}},
     4000,
     1,
     0.125,
     0},
    {"rows of a part of a plane do not go on", {{8, 16}, {32000, 8}}, 1, 16, 0, 0},
};

static void test_turns(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
    const turns_case *c = &turns[i];
    pme__turns got = pme__turns_of(c->loops, MOST_LOOPS, 8, 64);
    if (fabs(got.runs - c->runs) > 1e-9 || fabs(got.advance - c->advance) > 1e-9 || fabs(got.piece - c->piece) > 1e-9 ||
        (c->runs > 1 && fabs(got.lines - c->lines) > 1e-9))
      fail_msg("%s: %g runs, %g lines, %g an iteration, pieces of %g", c->name, got.runs, got.lines, got.advance,
               got.piece);
  }
}

#define MACHINE                                                                                                        \
  "cores=1;L1=48K,12,64,latency=5,throughput=2;L2=2M,16,64,latency=16,throughput=3,scattered=2;memory=600,"            \
  "throughput=10,core=24,streams=20,scattered=43;issue=6;chain=2"

/* A matrix of 4,000 rows, `rows` and `columns` at a time, with much to do for each element. */
static pme_loop_time time_of_tiles(int rows, int columns, bool is_write, const char *machine) {
  char text[600];
  snprintf(text, sizeof text,
           "pme 1\nfunction f\narray a element 8 base 0\nloop ii = 0 .. 3999 step %d parallel\n"
           "loop jj = 0 .. 3999 step %d\nloop i = ii .. ii + %d\nloop j = jj .. jj + %d work 5\n"
           "%s a @ 32000*i + 8*j\nend\nend\nend\nend\n",
           rows, columns, rows - 1, columns - 1, is_write ? "write" : "read");
  asked a = ask(text, machine, 1, (pme_advise_options){.only_now = true});
  pme_loop_time time = only(&a)->now;
  release(&a);
  return time;
}

static double waits_of_tiles(int rows, int columns, bool is_write) {
  pme_loop_time time = time_of_tiles(rows, columns, is_write, MACHINE);
  return (time.streams + time.scattered) / 2e6;
}

/* Of eight rows at a time lines come while the others are gone along; of a hundred prefetchers keep no account. Written
 * lines that stand alone are worse. A piece that is longer than what was asked for ahead waits when it begins. */
static void test_time_of_turns(void **state) {
  (void)state;
  double at_once = waits_of_tiles(1, 4000, false), few = waits_of_tiles(8, 16, false);
  double more = waits_of_tiles(32, 16, false), many = waits_of_tiles(100, 16, false),
         lone = waits_of_tiles(100, 8, true);
  assert_true(at_once > 30 && at_once < 40);
  assert_true(few > 20 && few < 25);
  assert_true(more > few && more < many);
  assert_true(many > 40 && many < 46);
  assert_true(lone > 2 * many);
  assert_true(waits_of_tiles(8, 500, false) > 1.02 * at_once);
}

/* Where a smaller buffer of translations is asked first, what it does not have takes time, too. */
static void test_first_translations(void **state) {
  (void)state;
  static const char columns[] = "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 99 parallel work 1\n"
                                "loop j = 0 .. 399 work 1\nread a @ 8*i + 8192*j\nend\nend\n";
  static const char *const machines[] = {MACHINE ";pages=4000,4K,walk=20",
                                         MACHINE ";pages=4000,4K,walk=20,first=90,hit=7"};
  double pages[2];
  for (int i = 0; i < 2; i++) {
    asked a = ask(columns, machines[i], 1, (pme_advise_options){.only_now = true});
    pages[i] = only(&a)->now.pages;
    release(&a);
  }
  assert_true(fabs(pages[1] - pages[0] - 7 * 40000) < 0.05 * 7 * 40000);
}

/* A sum of each row: a few rows at a time have more lines under way than one. */
static void test_tiles_for_turns(void **state) {
  (void)state;
  static const char sums[] = "pme 1\nfunction f\narray a element 8 base 0\narray v element 8 align 64\n"
                             "array w element 8 align 64\nloop i = 0 .. 3999 parallel\n"
                             "loop j = 0 .. 3999 work 3 chain 1 vector 4\nread a @ 32000*i + 8*j\nread w @ 8*j\n"
                             "read v @ 8*i\nwrite v @ 8*i\nend\nend\n";
  const pme_loop_orders *orders;
  asked a = ask(sums, MACHINE, 1, (pme_advise_options){.only_now = true});
  pme_loop_order_question question = {.prediction = a.advice->prediction};
  assert_int_equal(pme_find_loop_orders(&question, a.arena, &orders), PME_OK);
  assert_int_equal(orders->count, 1);
  assert_int_equal(orders->orders[0].tile_count, 2);
  assert_true(orders->orders[0].tile_sizes[0] <= 16 && orders->orders[0].tile_sizes[1] <= 128);
  assert_true(orders->orders[0].tile_cycles < 0.7 * orders->orders[0].tile_cycles_before);
  release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_turns),
      cmocka_unit_test(test_time_of_turns),
      cmocka_unit_test(test_first_translations),
      cmocka_unit_test(test_tiles_for_turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
