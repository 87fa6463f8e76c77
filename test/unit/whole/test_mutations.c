/* A few thousand damaged programs and machines, through everything that reads them: no crash, no hang, and a fault has
 * a place and a message. Meant to run under sanitizers too. The sequence is fixed: a failure names the number to repeat
 * with `test_mutations N`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/arena.h"
#include "pmecache/machine.h"
#include "pmecache/prediction.h"
#include "pmecache/report.h"
#include "simulator/simulator.h"

enum { PROGRAMS = 5000, MACHINES = 3000, TEXT_BYTES = 2048 };

static const char *const programs[] = {
    "pme 1\nfunction mm file \"mm.c\" line 5\nparam n = 12\narray a element 8 extents n n base 4096\narray b element 8 "
    "extents ? n align 64\nloop i = 0 .. n - 1 parallel schedule static 4 threads 4 at 8:1\n  loop k = max(0, i - 2) "
    ".. "
    "min(n - 1, i + 2) step 2\n    read a[i, k] at 11:20\n    if n - 1 - i, k - 1\n      write b @ 8*(n*k + i) size "
    "8\n    "
    "end\n  end\nend\nassume no-alias \"a and b\"\n",
    "pme 1\nfunction f\nparam \"g[0]\" = 7\narray t element 4 extents 64 private\narray c element 8 group 1 base 0\n"
    "array d element 8 group 1 base 512\nregion threads 3 at 70:1\n  loop j = \"g[0]\" .. 0 step -1 parallel schedule "
    "dynamic 2 nowait\n    read t[j % 8]\n    write c @ 8*(j / 2)\n  end\n  loop s = 0 .. 3\n    loop j = 0 .. 30 "
    "parallel "
    "schedule guided 3\n      read d @ 8*j\n    end\n  end\n  if one-thread\n    write c @ 0\n  end\n  reason "
    "indirect-subscript at 81:9 \"p[c[k]]\" \"hint\"\nend\n",
    "pme 1\nfunction tiles\nparam n = 16\narray a element 8 extents n n\nloop ii = 0 .. (n - 1) / 4 parallel collapse "
    "2 "
    "schedule static 1\n  loop jj = 0 .. (n - 1) / 4\n    loop i = 4*ii .. min(n - 1, 4*ii + 3)\n      loop j = 4*jj "
    ".. min(n "
    "- 1, 4*jj + 3)\n        read a[j, i]\n        write a[i, j]\n      end\n    end\n  end\nend\n",
};

static const char *const machines[] = {
    "name=m;cores=4;L1=1K,2,64,latency=4;L2=4K,4,64,shared=2,throughput=2.5;L3=16K,full,64,shared=4;memory=200,"
    "throughput="
    "6.5;frequency=2.66G;placement=spread",
    "# comment\ncores = 6\nL1 = 768, 3, 32\nL2 = 6K, 6, 64, shared=4 # last one is smaller\n",
};

/* What is put in place of something else: pieces that mean something, and numbers at the edges. */
static const char *const pieces[] = {"0",
                                     "1",
                                     "-1",
                                     "64",
                                     "9223372036854775807",
                                     "-9223372036854775808",
                                     "4096",
                                     "4097",
                                     "99999999999",
                                     "n",
                                     "(",
                                     ")",
                                     "[",
                                     "]",
                                     "..",
                                     "+",
                                     "*",
                                     "/",
                                     "%",
                                     "max(",
                                     "min(",
                                     "end\n",
                                     "loop q = 0 .. 3\n",
                                     "parallel",
                                     "base",
                                     "\"",
                                     "\\",
                                     "\n",
                                     "#",
                                     ";",
                                     "=",
                                     ",",
                                     "1K",
                                     "1T",
                                     "shared=3",
                                     "region\n",
                                     "static",
                                     "size",
                                     "step 0",
                                     "group 1",
                                     "extents",
                                     "read a @ 8*i\n"};

static const char *const numbers[] = {"0",  "1",  "2",    "3",    "5",       "8",          "33",
                                      "64", "96", "1000", "4096", "1000000", "4294967296", "9223372036854775807"};

static uint64_t random_state;

/* xorshift64*: the same on every system. */
static uint32_t next_random(uint32_t below) {
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return (uint32_t)((random_state * UINT64_C(2685821657736338717)) >> 33) % below;
}

/* Replaces `removed` bytes at `at` by a piece. */
static size_t splice(char *text, size_t length, size_t at, size_t removed, const char *piece, size_t piece_length) {
  if (removed > length - at)
    removed = length - at;
  if (length - removed + piece_length > TEXT_BYTES)
    return length;
  memmove(text + at + piece_length, text + at + removed, length - at - removed);
  memcpy(text + at, piece, piece_length);
  return length - removed + piece_length;
}

static size_t damage(char *text, size_t length) {
  size_t at = length ? next_random((uint32_t)length) : 0;
  const char *piece = pieces[next_random(sizeof pieces / sizeof *pieces)];
  char byte = (char)next_random(256), copy[64];
  switch (next_random(10)) {
  case 0:
    return splice(text, length, at, 1, &byte, 1);
  case 1:
    return splice(text, length, at, next_random(12), "", 0);
  case 2:
    return splice(text, length, at, next_random(4), piece, strlen(piece));
  case 3: { /* a piece of the text, somewhere else */
    size_t from = length ? next_random((uint32_t)length) : 0, count = next_random(sizeof copy);
    count = count > length - from ? length - from : count;
    memcpy(copy, text + from, count);
    return splice(text, length, at, 0, copy, count);
  }
  case 4:
    return at; /* the rest is lost */
  default: {   /* mostly: a number becomes another one, which is often still a program */
    while (at < length && (text[at] < '0' || text[at] > '9'))
      at++;
    size_t digits = 0;
    while (at + digits < length && text[at + digits] >= '0' && text[at + digits] <= '9')
      digits++;
    const char *number = numbers[next_random(sizeof numbers / sizeof *numbers)];
    return splice(text, length, at, digits, number, strlen(number));
  }
  }
}

static size_t make_damaged(const char *const *sources, size_t count, uint64_t number, char text[TEXT_BYTES]) {
  random_state = number * UINT64_C(0x9E3779B97F4A7C15) + 1;
  for (int i = 0; i < 4; i++)
    next_random(2);
  const char *source = sources[next_random((uint32_t)count)];
  size_t length = strlen(source);
  memcpy(text, source, length);
  for (bool more = true; more; more = next_random(4) == 0)
    length = damage(text, length);
  return length;
}

/* A copy of exactly this size, so that a sanitizer sees what reads beyond it. */
static char *exact_copy(const char *text, size_t length) {
  char *copy = (char *)malloc(length ? length : 1);
  assert_non_null(copy);
  memcpy(copy, text, length);
  return copy;
}

static void expect_fault(uint64_t number, pme_status status, const pme_error *error) {
  if (status != PME_BAD_INPUT || error->line < 1 || error->column < 1 || !error->message[0])
    fail_msg("%llu: status %d at %d:%d: %s", (unsigned long long)number, status, error->line, error->column,
             error->message);
}

/* ---- programs ---- */

static void report(const pme_prediction *prediction, const pme_prediction *simulated, pme_arena *arena) {
  const pme_remark *remarks;
  int count;
  pme_json *json = NULL;
  FILE *nowhere = fopen("/dev/null", "w");
  assert_non_null(nowhere);
  assert_int_equal(pme_remarks_create(prediction, 7, arena, &remarks, &count, NULL), PME_OK);
  assert_int_equal(pme_json_create("predict", prediction->machine, &json, NULL), PME_OK);
  assert_int_equal(pme_json_add_comparison(json, prediction, simulated, NULL, NULL), PME_OK);
  assert_int_equal(pme_json_write(json, nowhere, NULL), PME_OK);
  pme_text_prediction(prediction, NULL, nowhere);
  if (simulated)
    pme_text_comparison(prediction, simulated, NULL, nowhere);
  pme_json_destroy(json);
  fclose(nowhere);
}

static void answer(const pme_program *program, const pme_machine *machine) {
  static const pme_what_if four_threads = {.default_threads = 4};
  static const pme_predict_options quick = {.budget_ms = 5};
  static const pme_simulate_options small = {.max_accesses = 20000, .max_memory_bytes = 1 << 24};
  pme_concrete *concrete = NULL;
  pme_arena *arena = pme_arena_create();
  pme_prediction *prediction, *simulated;
  pme_error error = {0};
  assert_int_equal(pme_concrete_create(program, &four_threads, &concrete, &error), PME_OK);
  assert_int_equal(pme_predict(concrete, machine, &quick, arena, &prediction, &error), PME_OK);
  pme_status status = pme_simulate(concrete, machine, &small, arena, &simulated, &error);
  if (status)
    assert_true(error.message[0]);
  report(prediction, status ? NULL : simulated, arena);
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
}

static bool try_program(uint64_t number, const pme_machine *machine) {
  char text[TEXT_BYTES];
  size_t length = make_damaged(programs, sizeof programs / sizeof *programs, number, text);
  char *copy = exact_copy(text, length);
  pme_program *program = NULL;
  pme_error error = {0};
  pme_status status = pme_program_read(copy, length, &program, &error);
  free(copy);
  if (status) {
    expect_fault(number, status, &error);
    return false;
  }
  answer(program, machine);
  pme_program_destroy(program);
  return true;
}

static uint64_t only; /* from the command line; 0: all */

static void test_programs(void **state) {
  (void)state;
  pme_machine machine;
  int good = 0;
  assert_int_equal(pme_machine_read(machines[0], strlen(machines[0]), &machine, NULL), PME_OK);
  for (uint64_t number = 1; number <= PROGRAMS; number++)
    if (!only || only == number)
      good += try_program(number, &machine);
  print_message("%d of %d damaged programs can still be read\n", good, PROGRAMS);
  assert_true(only || good > PROGRAMS / 20);
}

/* ---- machines ---- */

static bool try_machine(uint64_t number) {
  char text[TEXT_BYTES], written[1024], again[1024];
  size_t length = make_damaged(machines, sizeof machines / sizeof *machines, number, text);
  char *copy = exact_copy(text, length);
  pme_machine machine, same;
  pme_error error = {0};
  pme_status status = pme_machine_read(copy, length, &machine, &error);
  free(copy);
  if (status) {
    expect_fault(number, status, &error);
    return false;
  }
  size_t written_length = pme_machine_write(&machine, written, sizeof written);
  assert_int_equal(pme_machine_read(written, written_length, &same, NULL), PME_OK);
  pme_machine_write(&same, again, sizeof again);
  assert_string_equal(again, written);
  for (int level = 0; level < machine.level_count; level++) {
    assert_true(pme_cache_sets(&machine.levels[level]) >= 1);
    for (int thread = 0; thread < 9; thread++)
      assert_in_range(pme_machine_instance_of(&machine, level, thread, 9), 0,
                      pme_machine_instances(&machine, level, 9) - 1);
  }
  return true;
}

static void test_machines(void **state) {
  (void)state;
  int good = 0;
  for (uint64_t number = 1; number <= MACHINES; number++)
    if (!only || only == number)
      good += try_machine(number);
  print_message("%d of %d damaged machines can still be read\n", good, MACHINES);
  assert_true(only || good > MACHINES / 20);
}

int main(int count, char **arguments) {
  if (count > 1)
    only = strtoull(arguments[1], NULL, 10);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_programs), cmocka_unit_test(test_machines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
