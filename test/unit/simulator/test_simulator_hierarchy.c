/* Levels that hand lines to each other, by eye. Lines are letters: A at 0, B at 64, ... of one array; `!` behind one: it
 * is written. Caches have one set each. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/simulator.h"
#include "test/property/programs/each_program.h"
#include "test/unit/simulator/simulated.h"

typedef struct expected {
  double accesses, misses, fills, write_backs, clean_outs, left;
} expected;

static const struct {
  const char *machine, *lines;
  int levels;
  expected levels_of[2];
} tables[] = {
    /* C drives out A, D drives out B, both changed; A comes back and drives out C */
    {"cores=1;L1=128,2,64", "A!B!CDA", 1, {{5, 5, 5, 2, 0, 0}}},
    /* A stays changed to the end */
    {"cores=1;L1=128,2,64", "A!BA", 1, {{3, 2, 2, 0, 0, 1}}},
    /* L2 sees all: A is used again and again, D drives out B */
    {"cores=1;L1=128,2,64;L2=192,3,64", "ABACADAB", 2, {{8, 5, 5, 0, 0, 0}, {8, 5, 5, 0, 0, 0}}},
    /* L2 sees A B C D B: D drives out A, B is there */
    {"cores=1;L1=128,2,64;L2=192,3,64,sees=misses", "ABACADAB", 2, {{8, 5, 5, 0, 0, 0}, {5, 4, 4, 0, 0, 0}}},
    /* and takes A out of L1, where it misses, and drives out B */
    {"cores=1;L1=128,2,64;L2=192,3,64,sees=misses,inclusion=inclusive",
     "ABACADA",
     2,
     {{7, 5, 5, 0, 0, 0}, {5, 5, 5, 0, 0, 0}}},
    /* ... which is written back over both borders */
    {"cores=1;L1=128,2,64;L2=192,3,64,sees=misses,inclusion=inclusive",
     "A!BACADA",
     2,
     {{7, 5, 5, 1, 0, 0}, {5, 5, 5, 1, 0, 0}}},
    /* L2 gets A B C, what L1 asks for moves up */
    {"cores=1;L1=64,1,64;L2=128,2,64,inclusion=exclusive", "ABCABC", 2, {{6, 6, 6, 0, 5, 0}, {6, 3, 3, 0, 0, 0}}},
    /* a changed line stays changed: out of L1, up again, out again */
    {"cores=1;L1=64,1,64;L2=128,2,64,inclusion=exclusive", "A!BAB", 2, {{4, 4, 4, 2, 1, 0}, {4, 2, 2, 0, 0, 1}}},
    /* L2: A, then A B; C's coming takes B, D's C, which drives out A, changed */
    {"cores=1;L1=64,1,64;L2=128,2,64,inclusion=victim", "A!BCD", 2, {{4, 4, 4, 1, 2, 0}, {4, 4, 4, 1, 0, 0}}},
    /* only changed lines are kept */
    {"cores=1;L1=64,1,64;L2=128,2,64,inclusion=victim,clean=0", "A!BCABC", 2, {{6, 6, 6, 2, 0, 0}, {6, 5, 5, 0, 0, 1}}},
    /* the write of A goes on to L2, which takes the line in; the read finds it there */
    {"cores=1;L1=64,1,64,write=around;L2=128,2,64,sees=misses", "A!A", 2, {{2, 2, 1, 1, 0, 0}, {2, 1, 1, 0, 0, 1}}},
    /* of lines that are there writes stay */
    {"cores=1;L1=64,1,64,write=around;L2=128,2,64,sees=misses", "AA!B", 2, {{3, 2, 2, 1, 0, 0}, {2, 2, 2, 0, 0, 1}}},
    /* one byte of A is written: what leaves has to be read first */
    {"cores=1;L1=64,1,64,write=evade", "A!BA!", 1, {{3, 3, 3, 1, 0, 1}}},
};

static void write_program(const char *lines, char *body, size_t bytes) {
  size_t length = (size_t)snprintf(body, bytes, "array M element 1 base 0\n");
  for (const char *at = lines; *at; at++)
    if (isalpha((unsigned char)*at))
      length += (size_t)snprintf(body + length, bytes - length, "%s M @ %d\n", at[1] == '!' ? "write" : "read",
                                 64 * (*at - 'A'));
}

static void test_tables(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(tables); i++) {
    const pme_simulate_options options = {.traffic = true};
    char body[1024];
    simulated s;
    write_program(tables[i].lines, body, sizeof body);
    simulate(&s, body, tables[i].machine, &options);
    assert_int_equal(s.status, PME_OK);
    for (int l = 0; l < tables[i].levels; l++) {
      const expected *e = &tables[i].levels_of[l];
      const pme_misses *m = &s.prediction->levels[l];
      if (m->accesses != e->accesses || m->misses != e->misses || m->fills != e->fills ||
          m->write_backs != e->write_backs || m->clean_outs != e->clean_outs || m->left != e->left)
        fail_msg("%s, %s, level %d: %g %g, %g in, %g %g out, %g left; expected %g %g, %g, %g %g, %g", tables[i].machine,
                 tables[i].lines, l, m->accesses, m->misses, m->fills, m->write_backs, m->clean_outs, m->left,
                 e->accesses, e->misses, e->fills, e->write_backs, e->clean_outs, e->left);
    }
    forget(&s);
  }
}

/* ---- prefetchers, by eye ---- */

static const struct {
  const char *machine, *lines;
  double misses, prefetches; /* of L2 */
} fetched[] = {
    /* B comes with A, and C with B, which is asked for */
    {"cores=1;L1=64,1,64;L2=512,8,64,prefetch=next", "ABCD", 1, 4},
    /* A and B are a pair; C and D */
    {"cores=1;L1=64,1,64;L2=512,8,64,prefetch=pair", "ABCD", 2, 2},
    /* L1 has A the second time, so that prefetchers hear nothing */
    {"cores=1;L1=64,1,64;L2=512,8,64,prefetch=pair", "DAAA", 2, 2},
    /* what is fetched drives out what is there: A brings B; C drives out A, D that C brings B; B drives out C, A D */
    {"cores=1;L1=64,1,64;L2=128,2,64,prefetch=pair", "ACBD", 4, 4},
    /* A, B: a direction; C: a stream, which asks for D and E; at D for F and G */
    {"cores=1;L1=64,1,64;L2=1024,16,64,prefetch=streamer", "ABCDEFG", 3, 10},
    /* no more than two lines ahead: D and E at C, F at D, G at E */
    {"cores=1;L1=64,1,64;L2=1024,16,64,prefetch=streamer,ahead=2", "ABCDE", 3, 4},
    /* backward, D and C at E, B at D */
    {"cores=1;L1=64,1,64;L2=1024,16,64,prefetch=streamer,ahead=2", "GFED", 3, 3},
    /* to and fro is no stream */
    {"cores=1;L1=64,1,64;L2=1024,16,64,prefetch=streamer", "ACACAC", 2, 0},
    /* L3 has B when A is asked for, for L2 fetches it through L3 */
    {"cores=1;L1=64,1,64;L2=256,4,64,prefetch=next;L3=1K,16,64,sees=misses", "AB", 1, 2},
};

static void test_prefetchers(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(fetched); i++) {
    char body[1024];
    simulated s;
    write_program(fetched[i].lines, body, sizeof body);
    simulate(&s, body, fetched[i].machine, NULL);
    assert_int_equal(s.status, PME_OK);
    for (int l = 1; l < s.prediction->level_count; l++) {
      const pme_misses *m = &s.prediction->levels[l];
      if (m->misses != fetched[i].misses || m->prefetches != fetched[i].prefetches ||
          m->fills != m->misses + m->prefetches)
        fail_msg("%s, %s, level %d: %g misses, %g fetched, %g in; expected %g, %g", fetched[i].machine,
                 fetched[i].lines, l, m->misses, m->prefetches, m->fills, fetched[i].misses, fetched[i].prefetches);
    }
    forget(&s);
  }
}

/* A stream ends with its page of 4096 bytes: lines 62 and 63 are fetched at 61, and 64 misses. */
static void test_streams_stay_in_pages(void **state) {
  (void)state;
  simulated s;
  simulate(&s, "array M element 8 base 0\nloop i = 59 .. 66\nread M @ 64*i\nend\n",
           "cores=1;L1=64,1,64;L2=4K,64,64,prefetch=streamer", NULL);
  assert_true(s.prediction->levels[1].misses == 6 && s.prediction->levels[1].prefetches == 4);
  forget(&s);
}

/* Lines written wholly are not read; a half is. */
static void test_evasion(void **state) {
  (void)state;
  simulated s;
  simulate(&s, "array M element 8 base 0\nloop i = 0 .. 11\nwrite M @ 8*i\nend\nread M @ 128\nread M @ 192\n",
           "cores=1;L1=128,2,64,write=evade", NULL);
  assert_true(s.prediction->levels[0].misses == 4 && s.prediction->levels[0].fills == 3);
  assert_true(s.prediction->levels[0].write_backs == 2);
  assert_true(s.prediction->references[0].levels[0].fills == 1);
  forget(&s);
}

/* Two cores, a victim cache for both: what one evicts the other finds. Thread 1 reads A after thread 0 has dropped it. */
static void test_shared_victims(void **state) {
  (void)state;
  simulated s;
  simulate(
      &s,
      "array M element 8 base 0\nregion threads 2\nloop i = 0 .. 1 parallel schedule static 1\nread M @ 64*i\nend\n"
      "loop i = 0 .. 1 parallel schedule static 1\nread M @ 64-64*i\nend\nend\n",
      "cores=2;L1=64,1,64;L2=256,4,64,shared=2,inclusion=victim", NULL);
  /* thread 0: A then B; thread 1: B then A. A leaves core 0 when it asks for B, which is in no cache that it sees; then
   * core 1 asks for A, which is in L2 */
  assert_true(s.prediction->levels[0].misses == 4 && s.prediction->levels[1].misses == 3);
  forget(&s);
}

static void test_lines_of_one_size(void **state) {
  (void)state;
  const pme_simulate_options options = {.traffic = true};
  simulated s;
  simulate(&s, "array M element 8 base 0\nread M @ 0\n", "cores=1;L1=64,1,64;L2=256,1,128", &options);
  assert_int_equal(s.status, PME_BAD_ARGUMENT);
  forget(&s);
}

/* ---- levels by themselves, line by line: the same counts as in batches ---- */

static void compare(uint64_t seed, const random_program *text, const pme_prediction *batches,
                    const pme_prediction *lines) {
  for (int r = 0; r < batches->reference_count; r++)
    for (int l = 0; l < batches->level_count; l++) {
      const pme_misses *a = &batches->references[r].levels[l], *b = &lines->references[r].levels[l];
      if (a->accesses != b->accesses || a->cold != b->cold || a->self != b->self ||
          a->other_threads != b->other_threads || b->fills != b->misses)
        fail_msg("seed %llu: %g %g %g %g, line by line %g %g %g %g, %g fills\n%s# %s\n", (unsigned long long)seed,
                 a->accesses, a->cold, a->self, a->other_threads, b->accesses, b->cold, b->self, b->other_threads,
                 b->fills, text->program, text->machine);
    }
}

static bool has_lines_of_one_size(const pme_machine *machine) {
  for (int l = 1; l < machine->level_count; l++)
    if (machine->levels[l].line_bytes != machine->levels[0].line_bytes)
      return false;
  return true;
}

static void check_alike(uint64_t seed, const random_knobs *knobs) {
  static random_program text;
  pme_program *program;
  pme_machine machine;
  pme_concrete *concrete;
  pme_prediction *plain, *lines;
  pme_arena *arena = pme_arena_create();
  const pme_simulate_options by_batches = {.seed = seed}, by_lines = {.seed = seed, .traffic = true};
  random_program_make(seed, knobs, &text);
  assert_int_equal(pme_program_read(text.program, strlen(text.program), &program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(text.machine, strlen(text.machine), &machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, &(pme_what_if){0}, &concrete, NULL), PME_OK);
  if (has_lines_of_one_size(&machine)) {
    assert_int_equal(pme_simulate(concrete, &machine, &by_batches, arena, &plain, NULL), PME_OK);
    assert_int_equal(pme_simulate(concrete, &machine, &by_lines, arena, &lines, NULL), PME_OK);
    compare(seed, &text, plain, lines);
  }
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

static void test_levels_apart(void **state) {
  (void)state;
  const random_knobs knobs = {.profile = RANDOM_GENERAL, .with_bases = true};
  for (uint64_t seed = 1; seed <= 200; seed++)
    check_alike(seed, &knobs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tables),         cmocka_unit_test(test_evasion),
      cmocka_unit_test(test_prefetchers),    cmocka_unit_test(test_streams_stay_in_pages),
      cmocka_unit_test(test_shared_victims), cmocka_unit_test(test_lines_of_one_size),
      cmocka_unit_test(test_levels_apart)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
