/* Executions of basic blocks (AMM), and profiles of windows of them: the test vector of the specification (V3). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/reuse/distance.h"
#include "analysis/team/blocks/basic_block.h"
#include "analysis/team/blocks/block_profiles.h"
#include "analysis/team/blocks/block_window.h"
#include "test/reference/one_reference.h"
#include "test/unit/near.h"
#include "test/unit/profile/kernel_profile.h"

/* ---- AMM ---- */

enum { ENTRY, I_H, I_B, J_H, J_B, K_H, K_B, J_L, I_L, EXIT, BLOCKS };

static void vector_3(void **state) {
  (void)state;
  const double stay = 4. / 5, leave = 1. / 5;
  const pme__block_edge edges[] = {{ENTRY, I_H, 1},   {I_H, I_B, stay},  {I_H, EXIT, leave}, {I_B, J_H, 1},
                                   {J_H, J_B, stay},  {J_H, I_L, leave}, {J_B, K_H, 1},      {K_H, K_B, stay},
                                   {K_H, J_L, leave}, {K_B, K_H, 1},     {J_L, J_H, 1},      {I_L, I_H, 1}};
  static const double expected[BLOCKS] = {1, 5, 4, 20, 16, 80, 64, 16, 4, 1};
  double counts[BLOCKS], weights[BLOCKS], printed[BLOCKS], sum = 0;
  const double references[BLOCKS] = {[K_B] = 2, [J_L] = 1};
  assert_int_equal(pme__block_counts(BLOCKS, edges, sizeof edges / sizeof *edges, ENTRY, counts), PME_OK);
  for (int i = 0; i < BLOCKS; i++) {
    near(counts[i], expected[i], 1e-12, "N");
    sum += counts[i];
  }
  near(sum, 211, 1e-12, "sum of N");
  pme__block_weights(BLOCKS, counts, references, weights, printed);
  near(printed[K_B], .303318, 2e-6, "P(k.b)");
  near(printed[J_L], .075829, 2e-5, "P(j.l)");
  near(printed[K_B] + printed[J_L], .379147, 2e-6, "printed sum");
  near(weights[K_B], 128. / 144, 1e-12, "weight of k.b");
  near(weights[J_L], 16. / 144, 1e-12, "weight of j.l");
}

static void blocks_that_cannot_be_solved(void **state) {
  (void)state;
  double counts[2];
  const pme__block_edge forever[] = {{0, 1, 1}, {1, 1, 1}};
  assert_int_equal(pme__block_counts(2, forever, 2, 0, counts), PME_OUT_OF_RANGE);
  const pme__block_edge wild[] = {{0, 2, 1}};
  assert_int_equal(pme__block_counts(2, wild, 1, 0, counts), PME_BAD_ARGUMENT);
  assert_int_equal(pme__block_counts(PME_MAX_BLOCKS + 1, NULL, 0, 0, counts), PME_UNSUPPORTED);
  /* A loop of n rounds as a probability keeps the digits that are told. */
  for (double n = 1e3; n < 1e10; n *= 1e3) {
    const pme__block_edge loop[] = {{0, 0, n / (n + 1)}, {0, 1, 1 / (n + 1)}};
    assert_int_equal(pme__block_counts(2, loop, 2, 0, counts), PME_OK);
    near(counts[0], n + 1, 1e-6, "rounds");
  }
}

/* Two blocks of a matrix product: all executions give the histogram of the engine, a tenth of them about that. */
static void windows(void **state) {
  (void)state;
  enum { N = 24, INNER = N * N * N, OUTER = N * N, LENGTH = 2 * INNER + OUTER };
  uint64_t *lines = (uint64_t *)malloc(sizeof *lines * LENGTH);
  pme__block_window *all = (pme__block_window *)malloc(sizeof *all * (INNER + OUTER));
  size_t length = 0, count = 0, seen;
  pme__distance *e;
  pme_histogram exact[2] = {{0}}, whole = {0}, sampled = {0};
  for (uint64_t i = 0; i < N; i++)
    for (uint64_t j = 0; j < N; j++) {
      for (uint64_t k = 0; k < N; k++) {
        all[count++] = (pme__block_window){0, length, 2};
        lines[length++] = (1 << 14) + (i * N + k) / 8;
        lines[length++] = (2 << 14) + (k * N + j) / 8;
      }
      all[count++] = (pme__block_window){1, length, 1};
      lines[length++] = (3 << 14) + (i * N + j) / 8;
    }
  pme__window_trace trace = {lines, all, count};
  assert_int_equal(pme__distance_open(NULL, &e), PME_OK);
  for (size_t w = 0; w < count; w++)
    for (size_t i = 0; i < all[w].count; i++)
      pme_histogram_add(&exact[all[w].block], pme_distance_reference(e, lines[all[w].start + i]), 1, UINT64_MAX, NULL);
  assert_int_equal(pme__block_window_profile(&trace, (pme__block_sample){0, INNER, 1}, &whole, &seen), PME_OK);
  assert_int_equal(seen, INNER);
  assert_true(whole.total == exact[0].total && whole.cold == exact[0].cold);
  for (int bin = 0; bin < PME_BIN_COUNT; bin++)
    assert_true(pme_histogram_bin(&whole, bin).count == pme_histogram_bin(&exact[0], bin).count);
  assert_int_equal(pme__block_window_profile(&trace, (pme__block_sample){0, INNER / 10, 7}, &sampled, &seen), PME_OK);
  assert_true(sampled.total == 2 * (INNER / 10));
  for (double size = 2; size < 1024; size *= 2)
    assert_true(fabs(pme_histogram_miss_rate(&sampled, 0, size) - pme_histogram_miss_rate(&exact[0], 0, size)) < 0.03);
  pme_histogram_destroy(&exact[0], NULL);
  pme_histogram_destroy(&exact[1], NULL);
  pme_histogram_destroy(&whole, NULL);
  pme_histogram_destroy(&sampled, NULL);
  pme__distance_close(e);
  free(lines);
  free(all);
}

/* P(D) of a trace: by branches every block is executed as often as it was, and weights make the whole of its parts. */
static void blocks_of_a_trace(void **state) {
  enum { ROUNDS = 40, EACH = 3 };
  uint32_t block[2 * ROUNDS];
  uint64_t start[2 * ROUNDS + 1];
  pme__line_reference reference[ROUNDS * (EACH + 1)];
  uint64_t executions = 0, references = 0;
  (void)state;
  for (int i = 0; i < ROUNDS; i++) {
    block[executions] = 0;
    start[executions++] = references;
    for (int k = 0; k < EACH; k++)
      reference[references++] = pme__reference_make((uint64_t)(i * 5 + k * 3) % 17, false);
    if (i % 4 == 3)
      continue;
    block[executions] = 1;
    start[executions++] = references;
    reference[references++] = pme__reference_make(100 + (uint64_t)i % 2, true);
  }
  start[executions] = references;
  const pme__block_trace trace = {executions, block, start, reference, 2};
  pme_arena *arena = pme_arena_create();
  pme__block_profiles profiles;
  pme_histogram composed = {.total = 0}, sampled = {.total = 0};
  assert_int_equal(pme__block_profiles_of(&trace, &(pme__block_question){executions, 1}, arena, &profiles), PME_OK);
  for (uint32_t b = 0; b < 2; b++) {
    near(profiles.block[b].by_branches, profiles.block[b].executions, 1e-9, "executions by branches");
    near(profiles.block[b].sampled.total, profiles.block[b].references, 1e-9, "all windows");
  }
  assert_int_equal(pme__block_profiles_compose(&profiles, false, false, &composed), PME_OK);
  assert_int_equal(pme__block_profiles_compose(&profiles, true, false, &sampled), PME_OK);
  for (double lines = 1; lines < 32; lines *= 2) {
    double whole = pme_histogram_miss_rate(&profiles.whole, UINT64_MAX, lines);
    near(pme_histogram_miss_rate(&composed, UINT64_MAX, lines), whole, 1e-9, "P(D) of the blocks");
    near(pme_histogram_miss_rate(&sampled, UINT64_MAX, lines), whole, 1e-9, "P(D) of all windows");
  }
  pme_histogram_destroy(&composed, NULL);
  pme_histogram_destroy(&sampled, NULL);
  pme__block_profiles_destroy(&profiles);
  pme_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vector_3),
      cmocka_unit_test(blocks_that_cannot_be_solved),
      cmocka_unit_test(windows),
      cmocka_unit_test(blocks_of_a_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
