/* Where a thread is in regions and loops: following it through its records and borders. */
#include "pmecache/trace.h"

static bool follows_loops(const pme_trace_state *state) { return state->regions == 1; }

static uint64_t number_of(const pme_trace_border *loop, int64_t variable) {
  uint64_t away = (uint64_t)variable - (uint64_t)loop->values[2];
  int64_t step = loop->values[4];
  if (step == 1)
    return away;
  if (step < 0) {
    away = 0 - away;
    step = step == INT64_MIN ? INT64_MAX : -step;
  }
  return step ? away / (uint64_t)step : 0;
}

void pme_trace_pass_border(pme_trace_state *state, const pme_trace_border *border) {
  if (border->kind == PME_TRACE_REGION_BEGIN) {
    if (state->regions++ == 0) {
      *state = (pme_trace_state){.regions = 1, .region = *border};
    }
    return;
  }
  if (border->kind == PME_TRACE_REGION_END) {
    if (state->regions > 1)
      state->regions--;
    else
      *state = (pme_trace_state){0};
    return;
  }
  if (!follows_loops(state))
    return;
  switch (border->kind) {
  case PME_TRACE_LOOP_BEGIN:
    state->in_loop = true;
    state->in_chunk = false;
    state->loop = *border;
    state->iteration = 0;
    break;
  case PME_TRACE_CHUNK:
    state->in_chunk = state->in_loop;
    state->iteration = state->in_loop ? number_of(&state->loop, border->values[0]) : 0;
    break;
  case PME_TRACE_LOOP_END:
    state->in_loop = state->in_chunk = false;
    state->loop = (pme_trace_border){0};
    state->iteration = 0;
    break;
  case PME_TRACE_ONE_BEGIN:
    state->in_one = border->values[0] == 1;
    break;
  case PME_TRACE_ONE_END:
    state->in_one = false;
    break;
  default:
    break;
  }
}

size_t pme_trace_record_words(const pme_instrumented_block *block) {
  size_t words = 1 + block->site_count;
  if (block->kind != PME_BLOCK_RUN)
    return words;
  for (uint32_t s = 0; s < block->site_count; s++)
    words += block->sites[s].flags & PME_SITE_STRIDE_RECORDED ? 1 : 0;
  return words + 1;
}

size_t pme_trace_pass_record(pme_trace_state *state, const uint64_t *record) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  if (state->in_chunk && follows_loops(state)) {
    if (block->kind == PME_BLOCK_ITERATION)
      state->iteration++;
    else if (block->flags & PME_BLOCK_IS_ITERATION)
      state->iteration += block->kind == PME_BLOCK_RUN ? record[1] : 1;
  }
  return pme_trace_record_words(block);
}
