/* Blocks of elements that a body of straight lines touches again and again: what is left out changes no number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/repeats/repeats.h"
#include "pmecache/arena.h"
#include "simulator/simulator.h"

enum { SIZE = 5, BLOCK_BYTES = 256, LEVELS = 3 };
static const char usual_machine[] = "cores=4;L1=16K,8,64;L2=64K,8,64,shared=2;L3=512K,16,64,shared=4";

typedef struct text {
  char bytes[200000];
  size_t length;
} text;

typedef struct question {
  text *program;
  pme_program *read;
  pme_concrete *concrete;
  pme_machine machine;
  pme_arena *arena;
} question;

static void add(text *t, const char *line) {
  size_t length = strlen(line);
  assert_true(t->length + length < sizeof t->bytes);
  memcpy(t->bytes + t->length, line, length + 1);
  t->length += length;
}

static void touch(text *t, const char *how, const char *array, int stride_bytes, int row, int column) {
  char line[100];
  snprintf(line, sizeof line, "%s %s @ %d*k + %d\n", how, array, stride_bytes, 8 * (SIZE * row + column));
  add(t, line);
}

/* Row `row` less a multiple of row `pivot`, in one block. */
static void subtract(text *t, const char *array, int stride_bytes, int row, int pivot) {
  for (int column = 0; column < SIZE; column++) {
    touch(t, "read", array, stride_bytes, row, column);
    touch(t, "read", array, stride_bytes, pivot, column);
    touch(t, "write", array, stride_bytes, row, column);
  }
}

/* An elimination of blocks of `arrays` arrays that is written out, block after block. */
static void write_elimination(text *t, int arrays, const char *schedule, int blocks, int stride_bytes) {
  char line[100], name[2] = "a";
  t->length = 0;
  add(t, "pme 1\nfunction f\n");
  for (int a = 0; a < arrays; a++) {
    snprintf(line, sizeof line, "array %c element 8 base %d\n", 'a' + a, (1 << 20) + a * ((1 << 24) + BLOCK_BYTES));
    add(t, line);
  }
  snprintf(line, sizeof line, "loop s = 0 .. 1\nloop k = 0 .. %d parallel schedule %s\n", blocks - 1, schedule);
  add(t, line);
  for (int pivot = 0; pivot < SIZE; pivot++)
    for (int row = 0; row < SIZE; row++)
      for (int a = 0; a < arrays && row != pivot; a++) {
        name[0] = (char)('a' + a);
        subtract(t, name, stride_bytes, row, pivot);
      }
  add(t, "end\nend\n");
}

static question ask(int arrays, const char *schedule, int blocks, int stride_bytes, const char *machine) {
  static text program;
  question q = {.program = &program, .arena = pme_arena_create()};
  write_elimination(q.program, arrays, schedule, blocks, stride_bytes);
  assert_int_equal(pme_machine_read(machine, strlen(machine), &q.machine, NULL), PME_OK);
  assert_int_equal(pme_program_read(program.bytes, program.length, &q.read, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(q.read, &(pme_what_if){.threads = 4}, &q.concrete, NULL), PME_OK);
  return q;
}

static void forget(question *q) {
  pme_concrete_destroy(q->concrete);
  pme_program_destroy(q->read);
  pme_arena_destroy(q->arena);
}

static int left_out(question *q) {
  pme__repeats repeats;
  assert_int_equal(pme__leave_out_repeats(q->concrete, &q->machine, q->arena, &repeats), PME_OK);
  int count = repeats.concrete ? repeats.count : 0;
  forget(q);
  return count;
}

static void predict_and_simulate(question *q, pme_prediction **told, pme_prediction **seen) {
  assert_int_equal(
      pme_predict(q->concrete, &q->machine, &(pme_predict_options){.coherence = true}, q->arena, told, NULL), PME_OK);
  assert_int_equal(
      pme_simulate(q->concrete, &q->machine, &(pme_simulate_options){.coherence = true}, q->arena, seen, NULL), PME_OK);
}

/* Few blocks are counted: each access has the simulator's misses. */
static void test_each_access(void **state) {
  (void)state;
  question q = ask(2, "static", 64, BLOCK_BYTES, usual_machine);
  pme_prediction *told, *seen;
  predict_and_simulate(&q, &told, &seen);
  assert_int_equal(told->reference_count, seen->reference_count);
  for (int r = 0; r < told->reference_count; r++)
    for (int l = 0; l < LEVELS; l++) {
      assert_true(told->references[r].modelled);
      assert_true(told->references[r].levels[l].accesses == seen->references[r].levels[l].accesses);
      assert_true(told->references[r].levels[l].misses == seen->references[r].levels[l].misses);
    }
  forget(&q);
}

/* Many are sampled. */
static void test_totals(void **state) {
  (void)state;
  question q = ask(3, "static", 4000, BLOCK_BYTES, usual_machine);
  pme_prediction *told, *seen;
  predict_and_simulate(&q, &told, &seen);
  for (int l = 0; l < LEVELS; l++) {
    const pme_misses *by_model = &told->levels[l], *by_simulator = &seen->levels[l];
    assert_true(by_model->accesses == by_simulator->accesses);
    assert_true(by_model->low <= by_simulator->misses && by_simulator->misses <= by_model->high);
    assert_true(by_model->high < 1.05 * by_model->low);
  }
  forget(&q);
}

/* An element keeps the first access, the last write and the last access of all; each of a pivot's rows is read last. */
static void test_what_is_left_out(void **state) {
  (void)state;
  question q = ask(1, "static", 64, BLOCK_BYTES, usual_machine);
  enum { ACCESSES = SIZE * (SIZE - 1) * SIZE * 3, MOST_KEPT = 3 * SIZE * SIZE };
  int count = left_out(&q);
  assert_in_range(count, ACCESSES - MOST_KEPT, ACCESSES - 2 * SIZE * SIZE);
}

/* Blocks of more arrays than a set has ways may push each other out; and other policies than LRU count touches. */
static void test_what_may_miss(void **state) {
  (void)state;
  static const char four_ways[] = "cores=4;L1=16K,4,64;L2=64K,8,64,shared=2;L3=512K,16,64,shared=4";
  static const char plru[] = "cores=4;L1=16K,8,64,policy=plru";
  question few = ask(3, "static", 64, BLOCK_BYTES, four_ways), many = ask(4, "static", 64, BLOCK_BYTES, four_ways);
  assert_true(left_out(&few) > 0);
  assert_int_equal(left_out(&many), 0);
  question other = ask(1, "static", 64, BLOCK_BYTES, plru);
  assert_int_equal(left_out(&other), 0);
}

/* Threads that write into one line take it from each other between two accesses of a body. */
static void test_what_others_write(void **state) {
  (void)state;
  question in_turn = ask(1, "static 1", 64, SIZE * 8, usual_machine);
  assert_int_equal(left_out(&in_turn), 0);
  question in_blocks = ask(1, "static", 64, SIZE * 8, usual_machine);
  assert_true(left_out(&in_blocks) > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each_access),       cmocka_unit_test(test_totals),
      cmocka_unit_test(test_what_is_left_out),  cmocka_unit_test(test_what_may_miss),
      cmocka_unit_test(test_what_others_write),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
