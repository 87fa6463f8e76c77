/* The simulator against totals that were published with the methods: every number below was computed by programs that
 * have nothing in common with this one (docs/model/simulator.md says which).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/simulator.h"

enum { TEXT_BYTES = 4096 };

static double misses_of(const char *text, const char *machine_text) {
  pme_program *program;
  pme_machine machine;
  pme_concrete *concrete;
  pme_prediction *prediction;
  pme_error error = {0};
  if (pme_program_read(text, strlen(text), &program, &error) != PME_OK ||
      pme_machine_read(machine_text, strlen(machine_text), &machine, &error) != PME_OK)
    fail_msg("%d:%d: %s\n%s", error.line, error.column, error.message, text);
  assert_int_equal(pme_concrete_create(program, &(pme_what_if){0}, &concrete, &error), PME_OK);
  pme_arena *arena = pme_arena_create();
  if (pme_simulate(concrete, &machine, NULL, arena, &prediction, &error) != PME_OK)
    fail_msg("%s\n%s", error.message, text);
  assert_int_equal(prediction->levels[0].precision, PME_PRECISION_EXACT);
  assert_int_equal(prediction->levels[0].engine, PME_ENGINE_SIMULATOR);
  double misses = prediction->levels[0].misses;
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  return misses;
}

/* ---- kernels of the sampled walk: arrays one after another from 2^36 on ---- */

typedef struct kernel {
  const char *name;
  int extent, row, arrays;
  const char *machine;
  double misses;
  const char *body;
} kernel;

static const kernel kernels[] = {
    {"transpose", 4096, 4096, 2, "cores=4;L3=8M,16,64,shared=4", 18874368, /* 2 * 2^24 * 9/16 */
     "loop i = 0 .. 4095 parallel schedule static 8 threads 4\nloop j = 0 .. 4095\n"
     "read A[i,j]\nwrite B[j,i]\nend\nend\n"},
    {"heat", 2000, 2000, 2, "cores=4;L3=8M,16,64,shared=4", 7994000,
     "loop t = 0 .. 3\n"
     "loop i = 1 .. 1998 parallel schedule static 8 threads 4\nloop j = 1 .. 1998\n"
     "read A[i,j]\nread A[i-1,j]\nread A[i+1,j]\nread A[i,j-1]\nread A[i,j+1]\nwrite B[i,j]\nend\nend\n"
     "loop k = 1 .. 1998 parallel schedule static 8 threads 4\nloop l = 1 .. 1998\n"
     "read B[k,l]\nwrite A[k,l]\nend\nend\nend\n"},
    {"lu", 600, 600, 1, "cores=4;L3=256K,8,64,shared=4", 8836962,
     "loop k = 0 .. 598\nloop i = k+1 .. 599 parallel schedule static 8 threads 4\n"
     "read A[i,k]\nread A[k,k]\nwrite A[i,k]\n"
     "loop j = k+1 .. 599\nread A[i,k]\nread A[k,j]\nwrite A[i,j]\nend\nend\nend\n"},
    {"triangle", 900, 900, 1, "cores=4;L3=1M,16,64,shared=4", 3340673,
     "loop i = 0 .. 899 parallel schedule static 8 threads 4\nloop j = 0 .. i\n"
     "loop k = 0 .. j-1\nread A[i,k]\nread A[j,k]\nend\nwrite A[i,j]\nend\nend\n"},
};

static void make_kernel(const kernel *k, char *text) {
  int64_t room = ((int64_t)k->extent * k->row * 8 + 12288 + 4095) / 4096 * 4096;
  int length = snprintf(text, TEXT_BYTES, "pme 1\nfunction %s\n", k->name);
  for (int a = 0; a < k->arrays; a++)
    length += snprintf(text + length, (size_t)(TEXT_BYTES - length), "array %c element 8 extents ? %d base %lld\n",
                       'A' + a, k->row, (long long)((INT64_C(1) << 36) + a * room));
  snprintf(text + length, (size_t)(TEXT_BYTES - length), "%s", k->body);
}

static void test_kernels(void **state) {
  (void)state;
  char text[TEXT_BYTES];
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    make_kernel(&kernels[i], text);
    double misses = misses_of(text, kernels[i].machine);
    if (misses != kernels[i].misses)
      fail_msg("%s: %.0f, not %.0f", kernels[i].name, misses, kernels[i].misses);
  }
}

/* ---- kernels of the closed form: small shared caches, lengths in elements of 8 bytes ---- */

typedef struct small_case {
  const char *kernel;
  int n, m, row, threads, chunk, line, sets, ways;
  double misses;
} small_case;

/* The arrays begin 7, 300 and 41 elements after a multiple of the cache's span. */
static const small_case small_cases[] = {
    {"trans", 190, 173, 195, 1, 25, 4, 64, 4, 16707}, {"jik", 76, 76, 79, 4, 25, 4, 128, 16, 16379},
    {"ijk", 105, 105, 113, 3, 4, 8, 128, 2, 80425},   {"sten", 73, 184, 256, 2, 25, 8, 128, 2, 3669},
    {"trans", 128, 128, 128, 2, 4, 8, 64, 4, 18435},  {"trans", 120, 120, 120, 2, 4, 8, 64, 4, 7166},
    {"trans", 120, 120, 120, 4, 1, 8, 64, 4, 3721},   {"trans", 200, 100, 204, 4, 5, 8, 128, 8, 6036},
    {"ijk", 100, 100, 100, 4, 4, 8, 64, 8, 37615},    {"ijk", 100, 100, 100, 4, 4, 8, 64, 4, 37939},
    {"ijk", 64, 64, 64, 4, 4, 8, 64, 8, 31292},       {"jik", 100, 100, 100, 4, 4, 8, 64, 8, 42728},
    {"jik", 100, 100, 100, 4, 25, 8, 64, 8, 130783},  {"jik", 100, 100, 100, 4, 3, 8, 64, 4, 93408},
    {"sten", 100, 100, 102, 4, 4, 8, 64, 4, 3063},    {"sten", 120, 120, 128, 2, 16, 8, 32, 4, 5615},
    {"sten", 200, 100, 102, 4, 50, 8, 64, 4, 5208},
};

/* `p` is the parallel loop. */
static const struct {
  const char *name, *body;
} small_bodies[] = {
    {"trans", "loop j = 0 .. m - 1\nread A[p,j]\nwrite B[j,p]\nend\n"},
    {"ijk", "loop j = 0 .. m - 1\nloop k = 0 .. m - 1\nread A[p,k]\nread B[k,j]\nwrite C[p,j]\nend\nend\n"},
    {"jik", "loop i = 0 .. m - 1\nloop k = 0 .. m - 1\nread A[i,k]\nread B[k,p]\nwrite C[i,p]\nend\nend\n"},
    {"sten", "loop j = 0 .. m - 1\nread A[p+2,j+1]\nread A[p+1,j+2]\nread A[p+1,j+1]\nread A[p+1,j]\nread A[p,j+1]\n"
             "write B[p+1,j+1]\nend\n"},
};

static const char *body_of(const char *name) {
  for (size_t i = 0; i < sizeof small_bodies / sizeof *small_bodies; i++)
    if (strcmp(small_bodies[i].name, name) == 0)
      return small_bodies[i].body;
  return "";
}

static double run_small(const small_case *c) {
  static const int offsets[] = {7, 300, 41};
  char text[TEXT_BYTES], machine[128];
  int length = snprintf(text, sizeof text, "pme 1\nfunction %s\nparam m = %d\n", c->kernel, c->m);
  for (int a = 0; a < 3; a++) {
    int64_t base = ((INT64_C(1) << 40) * (a + 1) + offsets[a]) * 8;
    length += snprintf(text + length, sizeof text - (size_t)length, "array %c element 8 extents ? %d base %lld\n",
                       'A' + a, c->row, (long long)base);
  }
  snprintf(text + length, sizeof text - (size_t)length,
           "loop p = 0 .. %d parallel schedule static %d threads %d\n%send\n", c->n - 1, c->chunk, c->threads,
           body_of(c->kernel));
  snprintf(machine, sizeof machine, "cores=%d;L1=%d,%d,%d,shared=%d", c->threads, c->sets * c->ways * c->line * 8,
           c->ways, c->line * 8, c->threads);
  return misses_of(text, machine);
}

static void test_small_cases(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof small_cases / sizeof *small_cases; i++) {
    double misses = run_small(&small_cases[i]);
    if (misses != small_cases[i].misses)
      fail_msg("case %zu (%s): %.0f, not %.0f", i, small_cases[i].kernel, misses, small_cases[i].misses);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_kernels), cmocka_unit_test(test_small_cases)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
