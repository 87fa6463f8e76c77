/* Which loops of a nest are said to be exchanged, and which are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/report/words/order_words.h"
#include "test/unit/advise/asked.h"

enum { MOST_TEXT = 2000 };

typedef struct order_case {
  const char *name, *loops;
  int inner, outer; /* nodes; -1: nothing is to be said */
  pme_order_legality legality;
} order_case;

static const char head[] = "pme 1\nfunction f\nparam n = 801\narray a element 8 align 64\narray b element 8 align 64\n"
                           "array k element 8\n";

static const order_case cases[] = {
    {"columns, shared out by the column",
     "loop j = 0 .. n - 1 parallel schedule static\nloop i = 0 .. n - 1\nread a @ 8*n*i + 8*j\nwrite a @ 8*n*i + 8*j\n"
     "end\nend\n",
     1, 0, PME_ORDER_LEGAL},
    {"a stencil in three loops, bounds read between them",
     "loop j = 1 .. 49 parallel\nread k @ 0\nloop i = 1 .. 799\nread k @ 8\nloop k = 1 .. 199\n"
     "read a @ 320400*k + 6408*j + 8*i\nread a @ 320400*k + 6408*j + 8*i - 8\nread a @ 320400*k + 6408*j + 8*i - "
     "320400\n"
     "write b @ 320400*k + 6408*j + 8*i\nend\nend\nend\n",
     4, 2, PME_ORDER_LEGAL},
    {"rows are walked along", "loop i = 0 .. n - 1 parallel\nloop j = 0 .. n - 1\nwrite a @ 8*n*i + 8*j\nend\nend\n",
     -1, -1, PME_ORDER_LEGAL},
    {"transpose: the other array would suffer, tiles help",
     "loop i = 0 .. n - 1 parallel\nloop j = 0 .. n - 1\nread a @ 8*n*j + 8*i\nwrite b @ 8*n*i + 8*j\nend\nend\n", 1, 1,
     PME_ORDER_LEGAL},
    {"a triangle", "loop j = 0 .. n - 1 parallel\nloop i = 0 .. j\nwrite a @ 8*n*i + 8*j\nend\nend\n", 1, 0,
     PME_ORDER_BOUNDS},
    {"what is written is read elsewhere: tiles keep the order of it",
     "loop j = 1 .. n - 1 parallel\nloop i = 1 .. n - 1\nread a @ 8*n*i + 8*j - 8*n\nwrite a @ 8*n*i + 8*j\nend\nend\n",
     1, 1, PME_ORDER_LEGAL},
    {"sums of columns would race, in tiles they do not",
     "loop j = 0 .. n - 1 parallel\nloop i = 0 .. n - 1\nread a @ 8*n*i + 8*j\nread b @ 8*j\nwrite b @ 8*j\nend\nend\n",
     1, 1, PME_ORDER_LEGAL},
    {"a sum in a variable",
     "loop j = 0 .. n - 1 parallel\nloop i = 0 .. n - 1 carries\nread a @ 8*n*i + 8*j\nend\nend\n", 1, 0,
     PME_ORDER_CARRIED},
    {"a product: the order that is best of five",
     "loop i = 0 .. n - 1 parallel\nloop j = 0 .. n - 1\nloop k = 0 .. n - 1 work 4 chain 1 vector 4\n"
     "read a @ 8*n*i + 8*k\nread k @ 8*n*k + 8*j\nread b @ 8*n*i + 8*j\nwrite b @ 8*n*i + 8*j\nend\nend\nend\n",
     2, 1, PME_ORDER_LEGAL},
    {"something else stands between",
     "loop j = 0 .. n - 1 parallel\nwrite b @ 8*j\nloop i = 0 .. n - 1\nwrite a @ 8*n*i + 8*j\nend\nend\n", -1, -1,
     PME_ORDER_LEGAL},
    {"it stays in the cache",
     "loop j = 0 .. 7 parallel\nloop t = 0 .. 999\nloop i = 0 .. 7\nread a @ 64*i + 8*t - 8*t\nend\nend\nend\n", -1, -1,
     PME_ORDER_LEGAL},
};

static asked ask_for(const order_case *c, const pme_loop_orders **orders) {
  char text[MOST_TEXT];
  snprintf(text, sizeof text, "%s%s", head, c->loops);
  asked a = ask(text, FOUR_CORES, 4, (pme_advise_options){.only_now = true});
  pme_loop_order_question question = {.prediction = a.advice->prediction};
  assert_int_equal(pme_find_loop_orders(&question, a.arena, orders), PME_OK);
  return a;
}

static void test_orders(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const pme_loop_orders *orders;
    asked a = ask_for(&cases[i], &orders);
    if (orders->count != (cases[i].inner >= 0))
      fail_msg("%s: %d orders", cases[i].name, orders->count);
    for (int k = 0; k < orders->count; k++)
      if (orders->orders[k].inner != cases[i].inner || orders->orders[k].outer != cases[i].outer)
        fail_msg("%s: %d and %d", cases[i].name, orders->orders[k].inner, orders->orders[k].outer);
    for (int k = 0; k < orders->count; k++)
      if (orders->orders[k].legality != cases[i].legality)
        fail_msg("%s: legality %d", cases[i].name, orders->orders[k].legality);
    release(&a);
  }
}

/* Many accesses take more effort, and leave more open of what is there than of what is better. */
static void test_many_accesses(void **state) {
  (void)state;
  const pme_loop_orders *orders;
  char text[MOST_TEXT];
  int bytes = snprintf(text, sizeof text, "loop i = 1 .. 198 parallel\nloop j = 1 .. 198\nloop k = 1 .. 198\n");
  for (int near = 0; near < 27; near++)
    bytes += snprintf(text + bytes, sizeof text - (size_t)bytes, "read a @ 320000*k + 1600*j + 8*i + %d\n",
                      320000 * (near / 9 - 1) + 1600 * (near / 3 % 3 - 1) + 8 * (near % 3 - 1));
  snprintf(text + bytes, sizeof text - (size_t)bytes, "write b @ 320000*k + 1600*j + 8*i\nend\nend\nend\n");
  order_case points = {"27 points", text, 2, 0, PME_ORDER_LEGAL};
  asked a = ask_for(&points, &orders);
  assert_int_equal(orders->count, 1);
  assert_int_equal(orders->orders[0].outer, 0);
  release(&a);
}

/* Lines of all accesses: neighbours in a line, and in the iterations before, count once. */
static void test_lines(void **state) {
  (void)state;
  const pme_loop_orders *orders;
  asked a = ask_for(&cases[1], &orders);
  assert_int_equal(orders->count, 1);
  assert_true(orders->orders[0].lines_now == 2);
  assert_true(orders->orders[0].lines_then > 0.24 && orders->orders[0].lines_then < 0.51);
  assert_int_equal(orders->orders[0].stride_bytes, 320400);
  release(&a);
}

static void test_words(void **state) {
  (void)state;
  const pme_loop_orders *orders;
  char text[400];
  asked a = ask_for(&cases[0], &orders);
  assert_int_equal(orders->count, 1);
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_loop_order(&words, orders->prediction, &orders->orders[0]);
  assert_string_equal(
      text, "the innermost loop 'i' goes from line to line in 'a', 6408 bytes a step; in the order 'i', 'j' "
            "(#pragma omp interchange permutation(2,1)) about 80K L1 misses in place of 642K, 71% less time; "
            "legal: no dependence is reversed, arrays taken not to overlap, counters to be declared in their loops");
  release(&a);
}

/* Of equal innermost loops the outer ones decide: a row of b stays for twenty rows of a, all of b does not. */
static void test_outer_loops(void **state) {
  (void)state;
  const pme_loop_orders *orders;
  char text[400];
  order_case products = {"dot products",
                         "loop i = 0 .. 19 parallel\nloop q = 0 .. 19\nloop p = 0 .. 799\n"
                         "loop s = 0 .. 799 work 2 vector 4\nread a @ 128000*i + 6400*q + 8*s\nread b @ 6400*p + 8*s\n"
                         "read k @ 128000*i + 6400*q + 8*p\nwrite k @ 128000*i + 6400*q + 8*p\nend\nend\nend\nend\n",
                         0, 0, PME_ORDER_LEGAL};
  asked a = ask_for(&products, &orders);
  assert_int_equal(orders->count, 1);
  assert_int_equal(orders->orders[0].legality, PME_ORDER_LEGAL);
  assert_int_equal(orders->orders[0].inner, 3);
  assert_int_equal(orders->orders[0].outer, 3);
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_loop_order(&words, orders->prediction, &orders->orders[0]);
  assert_string_equal(
      text, "the loops around 's' come back to lines that have left L2; in the order 'i', 'p', 'q', 's' "
            "(#pragma omp interchange permutation(1,3,2,4)) about 1.7M L2 misses in place of 32M, in as "
            "much time; legal: no dependence is reversed, arrays taken not to overlap, counters to be declared in "
            "their loops");
  release(&a);
}

static void test_tiles(void **state) {
  (void)state;
  const pme_loop_orders *orders;
  char text[400];
  asked a = ask_for(&cases[3], &orders);
  assert_int_equal(orders->count, 1);
  assert_false(orders->orders[0].is_exchanged);
  assert_int_equal(orders->orders[0].tile_count, 2);
  pme__words words = pme__words_in(text, sizeof text);
  pme__say_loop_order(&words, orders->prediction, &orders->orders[0]);
  assert_string_equal(
      text, "the loops around 'j' come back to lines that have left L1; in tiles (#pragma omp tile sizes(16,128) at "
            "loop 'i') about 198K L1 misses in place of 722K, 41% less time; legal: no dependence is reversed, "
            "arrays taken not to overlap, counters to be declared in their loops");
  release(&a);
}

/* Of a stencil that waits for the memory two rows of three come from L2: tiles save a ninth of the time, of which what
 * compilers make of them hides behind the memory. With much to compute these lines are not waited for. */
static void test_tiles_beside_memory(void **state) {
  (void)state;
  static const char *const work[] = {"work 6 vector 4", "work 200 vector 4"};
  for (int i = 0; i < 2; i++) {
    const pme_loop_orders *orders;
    char nest[700];
    snprintf(nest, sizeof nest,
             "pme 1\nfunction f\narray a element 8 extents 4000 4000\narray b element 8 extents 4000 4000\n"
             "loop i = 1 .. 3998 parallel\nloop j = 1 .. 3998 %s\n"
             "read a @ 32000*i + 8*j\nread a @ 32000*i + 8*j - 8\nread a @ 32000*i + 8*j + 8\n"
             "read a @ 32000*i + 8*j - 32000\nread a @ 32000*i + 8*j + 32000\nwrite b @ 32000*i + 8*j\nend\nend\n",
             work[i]);
    asked a = ask(nest,
                  "cores=2;L1=48K,12,64,latency=5,throughput=2;L2=2M,16,64,latency=16,throughput=2.7,scattered=1.6;"
                  "L3=480M,16,64,shared=2,latency=126,throughput=10.7,scattered=11.3;memory=614,throughput=9.5,core=18,"
                  "streams=18,scattered=44;transfer=239;issue=5.7;chain=2;divide=4;uncertainty=0.08;frequency=4.2G",
                  1, (pme_advise_options){.only_now = true});
    pme_loop_order_question question = {.prediction = a.advice->prediction};
    assert_int_equal(pme_find_loop_orders(&question, a.arena, &orders), PME_OK);
    assert_int_equal(orders->count, i == 0);
    if (i == 0) {
      assert_int_equal(orders->orders[0].tile_sizes[0], 8);
      assert_in_range(orders->orders[0].tile_sizes[1], 32, 128);
      assert_true(orders->orders[0].tile_cycles < 0.9 * orders->orders[0].tile_cycles_before);
    }
    release(&a);
  }
}

/* The second matrix of a product does not fit into what was had of L3, but into what the system tells: nothing is said
 * of tiles that gain by the first alone, and of an order the lesser gain. */
static void test_shares(void **state) {
  (void)state;
  static const char *const loops[] = {"loop k = 0 .. 1008\nloop j = 0 .. 1008 work 4 vector 4\n",
                                      "loop j = 0 .. 1008\nloop k = 0 .. 1008 work 4 vector 4 chain 1\n"};
  double gains[2][2] = {{0}};
  for (int i = 0; i < 4; i++) {
    const pme_loop_orders *orders;
    char machine[400], nest[600];
    snprintf(machine, sizeof machine,
             "cores=2;L1=32K,8,64,latency=4,throughput=3;L2=1M,8,64,latency=14,throughput=3,scattered=2;"
             "L3=6M,16,64,shared=2,latency=62,throughput=3,scattered=5%s;memory=516,throughput=3.5,core=6.7,"
             "streams=6.6,scattered=46;transfer=161;issue=4.7;chain=3;divide=4.5;uncertainty=0.2;frequency=3.7G",
             i % 2 ? ",told=32M" : "");
    snprintf(nest, sizeof nest,
             "pme 1\nfunction f\narray a element 8 align 64\narray b element 8 align 64\narray c element 8 align 64\n"
             "loop i = 0 .. 1008 parallel\n%sread c @ 8072*i + 8*j\nread a @ 8072*i + 8*k\nread b @ 8072*k + 8*j\n"
             "write c @ 8072*i + 8*j\nend\nend\nend\n",
             loops[i / 2]);
    asked a = ask(nest, machine, 1, (pme_advise_options){.only_now = true});
    pme_loop_order_question question = {.prediction = a.advice->prediction};
    assert_int_equal(pme_find_loop_orders(&question, a.arena, &orders), PME_OK);
    assert_int_equal(orders->count, i != 1);
    if (orders->count > 0 && orders->orders[0].is_exchanged)
      gains[i / 2][i % 2] = orders->orders[0].cycles_now / orders->orders[0].cycles_then;
    assert_int_equal(orders->count > 0 ? orders->orders[0].tile_count : 0, i % 2 ? 0 : 3);
    release(&a);
  }
  assert_true(gains[1][1] > 5 && gains[1][1] < 0.9 * gains[1][0]);
}

/* A column of 4,000 lines fits into L2, but lies in 4,000 pages: tiles are for their translations. */
static void test_tiles_for_translations(void **state) {
  (void)state;
  static const char nest[] = "pme 1\nfunction f\narray a element 8 align 64\narray b element 8 align 64\n"
                             "loop i = 0 .. 3999 parallel\nloop j = 0 .. 3999 work 4 vector 4\n"
                             "read a @ 32000*j + 8*i\nwrite b @ 32000*i + 8*j\nend\nend\n";
  static const char *const machines[] = {"3072,4K,walk=18", "30720,4K,walk=18"};
  for (int i = 0; i < 2; i++) {
    const pme_loop_orders *orders;
    char machine[400];
    snprintf(machine, sizeof machine,
             "cores=2;L1=32K,8,64,latency=4,throughput=3;L2=1M,8,64,latency=14,throughput=3,scattered=1.4;"
             "L3=12M,16,64,shared=2,latency=48,throughput=3,scattered=4;memory=452,throughput=3.2,core=6.3,streams=6,"
             "scattered=44;pages=%s;transfer=153;issue=4.7;chain=3;divide=4.5;frequency=3.7G",
             machines[i]);
    asked a = ask(nest, machine, 1, (pme_advise_options){.only_now = true});
    pme_loop_order_question question = {.prediction = a.advice->prediction};
    assert_int_equal(pme_find_loop_orders(&question, a.arena, &orders), PME_OK);
    assert_int_equal(orders->count, i == 0);
    if (i == 0) {
      assert_int_equal(orders->orders[0].tile_count, 2);
      assert_true(orders->orders[0].tile_cycles < 0.5 * orders->orders[0].tile_cycles_before);
    }
    release(&a);
  }
}

typedef struct product_case {
  const char *name, *loops;
  const char *order; /* in tiles; "": tiles of caches alone */
  bool is_exchanged;
} product_case;

static const product_case products[] = {
    {"sums innermost", "loop i = 0 .. 999 parallel\nloop j = 0 .. 999\nloop m = 0 .. 999 work 4 vector 4 chain 1\n",
     "012", false},
    {"rows innermost", "loop i = 0 .. 999 parallel\nloop m = 0 .. 999\nloop j = 0 .. 999 work 4 vector 4\n", "021",
     true},
    {"a size that the compiler does not know",
     "loop i = 0 .. 999 parallel\nloop m = 0 .. n - 1\nloop j = 0 .. 999 work 4 vector 4\n", "", false},
    {"no size divides it", "loop i = 0 .. 999 parallel\nloop m = 0 .. 996\nloop j = 0 .. 999 work 4 vector 4\n", "",
     false},
};

/* Products in tiles whose sums compilers unroll; the order is said with its tiles, against the nest as it stands. */
static void test_tiles_for_registers(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
    const product_case *c = &products[i];
    const pme_loop_orders *orders;
    char nest[MOST_TEXT], text[600];
    snprintf(nest, sizeof nest,
             "%s%sread b @ 8000*i + 8*j\nread a @ 8000*i + 8*m\nread k @ 8000*m + 8*j\nwrite b @ 8000*i + 8*j\n"
             "end\nend\nend\n",
             head, c->loops);
    asked a = ask(nest, FOUR_CORES, 4, (pme_advise_options){.only_now = true});
    pme_loop_order_question question = {.prediction = a.advice->prediction};
    assert_int_equal(pme_find_loop_orders(&question, a.arena, &orders), PME_OK);
    const pme_loop_order *order = orders->count > 0 ? &orders->orders[0] : &(pme_loop_order){.order = {.count = 0}};
    if (order->is_unrolled != (c->order[0] != 0) || order->is_exchanged != c->is_exchanged)
      fail_msg("%s: %d orders", c->name, orders->count);
    for (size_t p = 0; p < strlen(c->order); p++)
      assert_int_equal(order->order.at[p], c->order[p] - '0');
    if (order->is_unrolled) {
      pme__words words = pme__words_in(text, sizeof text);
      pme__say_loop_order(&words, orders->prediction, order);
      assert_true(order->tile_sizes[2] == 8 || order->tile_sizes[2] == 16);
      assert_true(order->tile_cycles < (c->is_exchanged ? 0.8 : 0.4) * order->tile_cycles_before);
      assert_non_null(strstr(text, " at loop 'i'), in which compilers unroll 'm' and keep what it does not move in "
                                   "registers, about "));
      assert_int_equal(strstr(text, "(#pragma omp interchange permutation(1,3,2)); then") != NULL, c->is_exchanged);
    }
    release(&a);
  }
}

/* What is found in few trials: footprints choose them. */
typedef struct chosen_case {
  const char *name, *machine, *nest;
  const char *order; /* places of the loops, outermost first */
  int tiles[3];
  int block;
} chosen_case;

#define TIMES                                                                                                          \
  "cores=1;L1=2K,4,64,latency=4,throughput=4;L2=16K,8,64,latency=14,throughput=5;memory=150,throughput=6,core=10,"     \
  "scattered=20;transfer=80;issue=4;chain=4;divide=5;uncertainty=0.05;frequency=2G"
#define NO_TIMES "cores=1;L1=2K,4,64;L2=16K,8,64"

static const chosen_case chosen[] = {
    {"two of the four innermost loops are far from the best: all orders of a good one are tried",
     TIMES,
     "loop r = 0 .. 18 parallel\nloop p = 0 .. 40\nloop q = 0 .. 18\nloop s = 0 .. 40 work 4 vector 4\n"
     "read a @ 6232*r + 328*q + 8*s\nread k @ 328*s + 8*p\nread b @ 6232*r + 328*q + 8*p\n"
     "write b @ 6232*r + 328*q + 8*p\nend\nend\nend\nend\n",
     "2031",
     {0},
     0},
    {"a few misses less are not worth a tenth of the time",
     TIMES,
     "array c element 8 base 0\narray d element 8 base 8388608\narray e element 8 base 16777216\n"
     "loop p = 0 .. 36 parallel\nloop r = 0 .. 19\nloop q = 0 .. 19\nloop s = 0 .. 36 work 4 vector 4\n"
     "read c @ 5920*r + 296*q + 8*s\nread d @ 296*s + 8*p\nread e @ 5920*r + 296*q + 8*p\n"
     "write e @ 5920*r + 296*q + 8*p\nend\nend\nend\nend\n",
     "1230",
     {0},
     0},
    {"a stencil: what stands around a tile counts, and a full cache may do",
     NO_TIMES,
     "loop i = 1 .. 38 parallel\nloop j = 1 .. 38\nloop m = 1 .. 38 work 4 vector 4\n"
     "read a @ 12800*i + 320*j + 8*m\nread a @ 12800*i + 320*j + 8*m - 12800\n"
     "read a @ 12800*i + 320*j + 8*m + 12800\nread a @ 12800*i + 320*j + 8*m - 320\n"
     "read a @ 12800*i + 320*j + 8*m + 320\nread a @ 12800*i + 320*j + 8*m - 8\n"
     "read a @ 12800*i + 320*j + 8*m + 8\nwrite b @ 12800*i + 320*j + 8*m\nend\nend\nend\n",
     "012",
     {32, 8, 38},
     0},
    {"tiles of twice the size are better than those that footprints have room for",
     NO_TIMES,
     "loop i = 0 .. 71 parallel\nloop j = 0 .. 71\nloop m = 0 .. 71 work 4 vector 4 chain 1\n"
     "read a @ 576*i + 8*m\nread a @ 576*j + 8*m\nread b @ 576*i + 8*j\nwrite b @ 576*i + 8*j\nend\nend\nend\n",
     "012",
     {64, 16, 8},
     0},
    {"rows need those below, columns alone can be dealt out, and go along lines: blocks of them stay outside",
     TIMES,
     "loop j = 0 .. 89 parallel\nloop i = 0 .. 89\nloop m = i + 1 .. 89 work 4 vector 4 chain 1\n"
     "read a @ 720*m + 8*i\nread b @ 720*m + 8*j\nread b @ 720*i + 8*j\nwrite b @ 720*i + 8*j\nend\nend\nend\n",
     "120",
     {0},
     16},
};

static void test_chosen(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
    const chosen_case *c = &chosen[i];
    const pme_loop_orders *orders;
    char text[MOST_TEXT];
    snprintf(text, sizeof text, "%s%s", head, c->nest);
    asked a = ask(text, c->machine, 1, (pme_advise_options){.only_now = true});
    pme_loop_order_question question = {.prediction = a.advice->prediction};
    assert_int_equal(pme_find_loop_orders(&question, a.arena, &orders), PME_OK);
    if (orders->count != 1)
      fail_msg("%s: %d", c->name, orders->count);
    for (size_t p = 0; p < strlen(c->order); p++)
      if (orders->orders[0].order.at[p] != c->order[p] - '0')
        fail_msg("%s: loop %d at %d", c->name, orders->orders[0].order.at[p], (int)p);
    for (int t = 0; t < orders->orders[0].tile_count; t++)
      if (orders->orders[0].tile_sizes[t] != c->tiles[t])
        fail_msg("%s: %d iterations", c->name, (int)orders->orders[0].tile_sizes[t]);
    assert_int_equal(orders->orders[0].tile_count > 0, c->tiles[0] > 0);
    assert_int_equal(orders->orders[0].block, c->block);
    release(&a);
  }
}

/* ---- nests that are not perfect ---- */

typedef struct imperfect_case {
  const char *name, *body; /* of loop j, in loop i: what stands before and behind loop k */
  bool is_distributed;
} imperfect_case;

#define PRODUCT                                                                                                        \
  "loop k = 0 .. n - 1 work 4 chain 1 vector 4\nread a @ 8*n*i + 8*k\nread k @ 8*n*k + 8*j\nread b @ 8*n*i + 8*j\n"    \
  "write b @ 8*n*i + 8*j\nend\n"

#define SWEEP(carries) "loop m = 0 .. 8" carries "\nread a @ 8*n*m + 8*j\nwrite b @ 8*n*i + 8*j\nend\n"

static const imperfect_case imperfect[] = {
    {"another loop behind", PRODUCT SWEEP(""), true},
    {"another loop before", SWEEP("") PRODUCT, true},
    {"another loop before, which may leave a value in a register", SWEEP(" carries") PRODUCT, false},
    {"set to nothing before, scaled behind",
     "write b @ 8*n*i + 8*j\n" PRODUCT "read b @ 8*n*i + 8*j\nwrite b @ 8*n*i + 8*j\n", true},
    {"what is read before may stay in a register", "read b @ 8*n*i + 8*j\nwrite b @ 8*n*i + 8*j\n" PRODUCT, false},
    {"set to nothing before, but for the next element, too",
     "write b @ 8*n*i + 8*j\nwrite b @ 8*n*i + 8*j + 8\n" PRODUCT, true},
    {"the element before is set to nothing again", "write b @ 8*n*i + 8*j - 8\n" PRODUCT, false},
    {"behind, the next element is changed", PRODUCT "write b @ 8*n*i + 8*j + 8\n", false},
};

static void test_imperfect_nests(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof imperfect / sizeof *imperfect; i++) {
    char loops[MOST_TEXT];
    const pme_loop_orders *orders;
    snprintf(loops, sizeof loops, "loop i = 0 .. n - 1 parallel\nloop j = 1 .. n - 1\n%send\nend\n", imperfect[i].body);
    asked a = ask_for(&(order_case){.name = imperfect[i].name, .loops = loops}, &orders);
    if ((orders->count == 1 && orders->orders[0].is_distributed) != imperfect[i].is_distributed)
      fail_msg("%s: %d", imperfect[i].name, orders->count);
    if (imperfect[i].is_distributed) {
      const pme_loop_order *order = &orders->orders[0];
      assert_int_equal(order->legality, PME_ORDER_LEGAL);
      assert_true(order->order.count == 2 && order->order.loops[0] == 1 && order->order.at[0] == 1);
      assert_true(order->cycles_then < 0.6 * order->cycles_now);
    }
    release(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_orders),        cmocka_unit_test(test_imperfect_nests),
      cmocka_unit_test(test_many_accesses), cmocka_unit_test(test_lines),
      cmocka_unit_test(test_tiles),         cmocka_unit_test(test_tiles_beside_memory),
      cmocka_unit_test(test_outer_loops),   cmocka_unit_test(test_words),
      cmocka_unit_test(test_shares),        cmocka_unit_test(test_tiles_for_translations),
      cmocka_unit_test(test_chosen),        cmocka_unit_test(test_tiles_for_registers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
