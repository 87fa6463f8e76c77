/* One pass for all distances, one over the transitions, and a look back for each window. */
#include "block_profiles.h"

#include <math.h>

#include "analysis/reuse/distance.h"
#include "basic_block.h"
#include "block_window.h"

enum { BATCH = 4096, MOST_SOLVED = 1000 };

static pme_status start_blocks(const pme__block_trace *trace, pme_arena *arena, pme__block_profiles *out) {
  *out = (pme__block_profiles){.count = trace->blocks, .executions = (double)trace->executions};
  out->block = PME_ARENA_NEW(arena, pme__block_profile, trace->blocks + 1);
  if (!out->block)
    return PME_NO_MEMORY;
  for (uint32_t b = 0; b <= trace->blocks; b++)
    out->block[b] = (pme__block_profile){.by_branches = NAN};
  for (uint64_t e = 0; e < trace->executions; e++) {
    pme__block_profile *b = &out->block[trace->block[e]];
    b->executions += 1;
    b->references += (double)(trace->start[e + 1] - trace->start[e]);
  }
  return PME_OK;
}

/* ---- distances ---- */

static uint64_t *lines_of(const pme__block_trace *trace, uint64_t first, uint64_t count, pme_arena *arena) {
  uint64_t *lines = PME_ARENA_NEW(arena, uint64_t, count + 1);
  for (uint64_t i = 0; lines && i < count; i++)
    lines[i] = pme__reference_line(trace->reference[first + i]);
  return lines;
}

/* The execution that reference `at` belongs to, from `execution` on. */
static uint64_t execution_at(const pme__block_trace *trace, uint64_t execution, uint64_t at) {
  while (trace->start[execution + 1] <= at)
    execution++;
  return execution;
}

static pme_status measure(const pme__block_trace *trace, const uint64_t *lines, uint64_t first, uint64_t count,
                          pme__block_profiles *out) {
  pme__distance *engine;
  uint64_t distances[BATCH], execution = 0;
  pme_status status = pme__distance_open(&(pme__distance_options){.mode = PME_DISTANCE_EXACT}, &engine);
  for (uint64_t at = 0; at < count && status == PME_OK; at += BATCH) {
    uint64_t batch = count - at < BATCH ? count - at : BATCH;
    pme_distance_references(engine, lines + at, batch, distances);
    for (uint64_t i = 0; i < batch && status == PME_OK; i++) {
      execution = execution_at(trace, execution, first + at + i);
      status = pme_histogram_add(&out->block[trace->block[execution]].distances, distances[i], 1, UINT64_MAX, NULL);
      if (status == PME_OK)
        status = pme_histogram_add(&out->whole, distances[i], 1, UINT64_MAX, NULL);
    }
    status = status == PME_OK ? pme__distance_status(engine) : status;
  }
  pme__distance_close(engine);
  return status;
}

/* ---- branches ---- */

/* How often the trace goes from each block to each; the last execution leaves. */
static double *count_transitions(const pme__block_trace *trace, pme_arena *arena) {
  size_t n = trace->blocks;
  double *transitions = PME_ARENA_NEW(arena, double, n *n + 1);
  for (uint64_t e = 1; transitions && e < trace->executions; e++)
    transitions[trace->block[e - 1] * n + trace->block[e]] += 1;
  return transitions;
}

static pme_status solve_branches(const pme__block_trace *trace, pme_arena *arena, pme__block_profiles *out) {
  size_t n = trace->blocks, edge_count = 0;
  if (trace->executions == 0 || n > MOST_SOLVED)
    return PME_OK;
  double *transitions = count_transitions(trace, arena), *counts = PME_ARENA_NEW(arena, double, n + 1);
  pme__block_edge *edges = PME_ARENA_NEW(arena, pme__block_edge, n * n + 1);
  if (!transitions || !counts || !edges)
    return PME_NO_MEMORY;
  for (size_t from = 0; from < n; from++)
    for (size_t to = 0; to < n; to++)
      if (transitions[from * n + to] > 0)
        edges[edge_count++] =
            (pme__block_edge){(int)from, (int)to, transitions[from * n + to] / out->block[from].executions};
  pme_status status = pme__block_counts((int)n, edges, (int)edge_count, (int)trace->block[0], counts);
  for (size_t b = 0; b < n && status == PME_OK; b++)
    out->block[b].by_branches = counts[b];
  return status == PME_NO_MEMORY ? status : PME_OK;
}

static pme_status weigh(pme_arena *arena, pme__block_profiles *out) {
  double *numbers = PME_ARENA_NEW(arena, double, 4 * (size_t)out->count + 1), *references = numbers + out->count,
         *weights = references + out->count, *printed = weights + out->count;
  if (!numbers)
    return PME_NO_MEMORY;
  for (uint32_t b = 0; b < out->count; b++) {
    numbers[b] = out->block[b].executions;
    references[b] = numbers[b] > 0 ? out->block[b].references / numbers[b] : 0;
  }
  pme__block_weights((int)out->count, numbers, references, weights, printed);
  for (uint32_t b = 0; b < out->count; b++) {
    out->block[b].weight = weights[b];
    out->block[b].printed = printed[b];
  }
  return PME_OK;
}

/* ---- windows ---- */

static pme__block_window *windows_of(const pme__block_trace *trace, uint64_t first, pme_arena *arena) {
  pme__block_window *windows = PME_ARENA_NEW(arena, pme__block_window, trace->executions + 1);
  for (uint64_t e = 0; windows && e < trace->executions; e++)
    windows[e] =
        (pme__block_window){(int)trace->block[e], trace->start[e] - first, trace->start[e + 1] - trace->start[e]};
  return windows;
}

static pme_status sample(const pme__block_trace *trace, const uint64_t *lines, const pme__block_question *question,
                         pme_arena *arena, pme__block_profiles *out) {
  if (question->windows == 0)
    return PME_OK;
  pme__block_window *windows = windows_of(trace, trace->start[0], arena);
  if (!windows)
    return PME_NO_MEMORY;
  const pme__window_trace in = {lines, windows, trace->executions};
  pme_status status = PME_OK;
  for (uint32_t b = 0; b < out->count && status == PME_OK; b++) {
    size_t seen = 0;
    pme__block_sample asked = {(int)b, question->windows, question->seed + b};
    status = pme__block_window_profile(&in, asked, &out->block[b].sampled, &seen);
    out->block[b].windows = seen < question->windows ? seen : question->windows;
  }
  return status;
}

pme_status pme__block_profiles_of(const pme__block_trace *trace, const pme__block_question *question, pme_arena *arena,
                                  pme__block_profiles *out) {
  pme_status status = start_blocks(trace, arena, out);
  uint64_t first = trace->executions ? trace->start[0] : 0;
  uint64_t count = trace->executions ? trace->start[trace->executions] - first : 0;
  const uint64_t *lines = status == PME_OK ? lines_of(trace, first, count, arena) : NULL;
  if (!lines)
    return PME_NO_MEMORY;
  status = measure(trace, lines, first, count, out);
  if (status == PME_OK)
    status = solve_branches(trace, arena, out);
  if (status == PME_OK)
    status = weigh(arena, out);
  return status == PME_OK ? sample(trace, lines, question, arena, out) : status;
}

void pme__block_profiles_destroy(pme__block_profiles *profiles) {
  for (uint32_t b = 0; b < profiles->count && profiles->block; b++) {
    pme_histogram_destroy(&profiles->block[b].distances, NULL);
    pme_histogram_destroy(&profiles->block[b].sampled, NULL);
  }
  pme_histogram_destroy(&profiles->whole, NULL);
}

pme_status pme__block_profiles_compose(const pme__block_profiles *profiles, bool by_windows, bool as_printed,
                                       pme_histogram *out) {
  pme_status status = PME_OK;
  for (uint32_t b = 0; b < profiles->count && status == PME_OK; b++) {
    const pme__block_profile *block = &profiles->block[b];
    const pme_histogram *given = by_windows ? &block->sampled : &block->distances;
    if (given->total > 0)
      status = pme_histogram_merge(out, given, (as_printed ? block->printed : block->weight) / given->total, NULL);
  }
  return status;
}
