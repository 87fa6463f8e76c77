/* Follows a thread through regions and loops; touches of lines that are in the sample are kept. */
#include <string.h>

#include "analysis/base/avx2_variant.h"
#include "line_sampler_state.h"

pme__line_sampler *pme__line_sampler_open(const pme_allocator *allocator) {
  pme__line_sampler *s = (pme__line_sampler *)pme_allocator_reallocate(allocator, NULL, 0, sizeof *s);
  if (!s)
    return NULL;
  memset(s, 0, offsetof(pme__line_sampler, pieces));
  s->allocator = allocator;
  s->sets = PME_SAMPLE_SETS;
  s->has_avx2 = pme__has_avx2();
  pme__set_line_filter(s);
  s->piece = -1;
  return s;
}

void pme__line_sampler_close(pme__line_sampler *s) {
  if (s)
    pme_allocator_reallocate(s->allocator, s, sizeof *s, 0);
}

/* ---- pieces ---- */

/* Before the piece, or the bin of the iteration, is another one. */
static void count_references(pme__line_sampler *s) {
  if (s->pass.uncounted == 0)
    return;
  s->pieces[s->piece].at.references += (double)s->pass.uncounted;
  if (s->pass.in_span)
    pme__work_spread_add(&s->spread, s->iteration, 1, (double)s->pass.uncounted);
  s->pass.uncounted = 0;
}

static uint64_t trips_of(const pme_trace_border *loop) {
  int64_t first = loop->values[2], last = loop->values[3], step = loop->values[4];
  uint64_t way = step < 0 ? (uint64_t)first - (uint64_t)last : (uint64_t)last - (uint64_t)first;
  uint64_t size = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
  return size > 0 ? way / size + 1 : 1;
}

static void begin_piece(pme__line_sampler *s, pme_sampled_kind kind, const pme_trace_border *loop) {
  count_references(s);
  s->pass.in_span = false;
  s->piece = -1;
  s->bin_iterations = 0;
  if (s->piece_count == PME_SAMPLE_MOST_PIECES) {
    s->is_cut = true;
    return;
  }
  piece *p = &s->pieces[s->piece_count];
  *p = (piece){.at = {.kind = kind, .loop = PME_NONE, .no_barrier = true, .iterations = kind != PME_SAMPLED_LOOP}};
  if (loop) {
    p->block = loop->block;
    p->at.schedule = (pme_schedule_kind)loop->values[0];
    p->at.chunk = loop->values[1] > 0 ? loop->values[1] : 0;
  }
  s->often.trips = loop ? trips_of(loop) : 1;
  s->iteration = 0;
  s->piece = (int32_t)s->piece_count++;
}

/* ---- records ---- */

static bool starts_iteration(const pme_instrumented_block *block) {
  return block->kind == PME_BLOCK_ITERATION || block->flags & PME_BLOCK_IS_ITERATION;
}

/* Iterations of one bin of the spread are counted together. */
static void leave_bin(pme__line_sampler *s, uint64_t number) {
  count_references(s);
  s->bin_iterations = s->spread.width ? s->spread.width : 1;
  s->bin_begin = number & ~(s->bin_iterations - 1);
}

static inline void begin_iteration(pme__line_sampler *s, uint64_t number, uint64_t rounds) {
  if (number - s->bin_begin >= s->bin_iterations)
    leave_bin(s, number);
  pme_sampled_piece *loop = &s->pieces[s->piece].at;
  loop->iterations = number + rounds > loop->iterations ? number + rounds : loop->iterations;
  s->iteration = number;
  s->pass.in_span = true;
}

/* The piece that the record belongs to, and the number of its iteration. False: to none. */
static bool find_piece(pme__line_sampler *s, const uint64_t *record, uint64_t number) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  if (s->state.in_chunk && s->piece >= 0 && s->pieces[s->piece].at.kind == PME_SAMPLED_LOOP) {
    if (starts_iteration(block))
      begin_iteration(s, number, block->kind == PME_BLOCK_RUN ? record[1] : 1);
    return s->pass.in_span;
  }
  if (block->site_count == 0 || s->state.in_loop)
    return false;
  if (s->piece < 0 || s->pieces[s->piece].at.kind == PME_SAMPLED_LOOP)
    begin_piece(s, PME_SAMPLED_ALL, NULL);
  return s->piece >= 0;
}

uint64_t pme__sampler_time(const pme__line_sampler *s) {
  return (uint64_t)s->pieces[s->piece].at.references + s->pass.uncounted;
}

static inline bool is_sampled(const pme__line_sampler *s, uint64_t address) {
  uint64_t line = address >> PME_SAMPLER_LINE_BITS;
  return pme__filter_has(&s->filter, line) || pme__often_number(&s->often, line) >= 0;
}

static inline void look(pme__line_sampler *s, const uint64_t *record, bool iterates) {
  if (s->pass.unlooked > 0) {
    s->pass.unlooked--;
    return;
  }
  s->pass.unlooked = pme__next_look(&s->often);
  pme__look_at_writes(s, record, iterates);
}

/* The sample may have been halved since the line was found to be in it. */
static __attribute__((noinline)) void take_access(pme__line_sampler *s, const pme_instrumented_block *block,
                                                  uint64_t address, size_t site) {
  pme__visit visit = {address, block->sites[site].flags, 1, pme__sampler_time(s) + site, 0};
  if (is_sampled(s, address))
    pme__sample_touch(s, &visit);
}

static void take_each(pme__line_sampler *s, const pme_instrumented_block *block, const uint64_t *addresses) {
  for (uint32_t i = 0; i < block->site_count; i++)
    if (is_sampled(s, addresses[i]))
      take_access(s, block, addresses[i], i);
}

/* Words of the last records may not be marked, unless that is the end of all. The sample may be halved meanwhile, then
 * more than its lines are marked: take_access knows better. */
static void mark(pme__line_sampler *s, const uint64_t *from) {
  pme__line_pass *pass = &s->pass;
  size_t left = (size_t)(pass->to - from), count = left < PME_MARKED_WORDS ? left : PME_MARKED_WORDS;
  pme__mark_lines(s->filter.sets | s->often.sets, from, count, s->has_avx2, pass->marks);
  pass->marked = from;
  pass->end = count == left ? pass->to : from + count - PME_RECORD_WORDS;
}

static void take_marked(pme__line_sampler *s, const pme_instrumented_block *block, const uint64_t *addresses,
                        uint64_t marks) {
  for (; marks; marks &= marks - 1) {
    size_t site = (size_t)__builtin_ctzll(marks);
    take_access(s, block, addresses[site], site);
  }
}

/* A record in a loop whose iterations have numbers, or start elsewhere. False: it is no such one. */
static bool take_in_span(pme__line_sampler *s, const pme_instrumented_block *block, const uint64_t *record) {
  bool has_numbers = s->state.regions == 1 && s->state.in_chunk, starts = starts_iteration(block);
  if ((block->kind != PME_BLOCK_PLAIN && block->kind != PME_BLOCK_ITERATION) || (starts && !has_numbers))
    return false;
  if (starts)
    begin_iteration(s, s->state.iteration++, 1);
  if (block->flags & PME_BLOCK_HAS_ROWS)
    pme__sample_rows(s, record, pme__sampler_time(s));
  look(s, record, false);
  if (record >= s->pass.end)
    mark(s, record);
  uint64_t marks = pme__marks_at(s->pass.marks, (size_t)(record + 1 - s->pass.marked), block->site_count);
  take_marked(s, block, record + 1, marks);
  s->pass.uncounted += block->site_count;
  return true;
}

static void take_block(pme__line_sampler *s, const pme_instrumented_block *block, const uint64_t *record) {
  if (block->flags & PME_BLOCK_HAS_ROWS)
    pme__sample_rows(s, record, pme__sampler_time(s));
  look(s, record, false);
  take_each(s, block, record + 1);
  s->pass.uncounted += block->site_count;
}

static void take_run(pme__line_sampler *s, const pme_instrumented_block *block, const uint64_t *record) {
  bool iterates = s->pass.in_span && starts_iteration(block);
  s->now = pme__sampler_time(s);
  if (block->flags & PME_BLOCK_HAS_ROWS)
    pme__sample_rows(s, record, s->now);
  if (!iterates) {
    s->pass.uncounted += block->site_count * record[1];
  } else if (block->site_count > 0) {
    count_references(s);
    s->pieces[s->piece].at.references += (double)block->site_count * (double)record[1];
    pme__work_spread_add(&s->spread, s->iteration, record[1], block->site_count);
  }
  look(s, record, iterates);
  pme__sample_run(s, record, iterates);
}

static void take_record(pme__line_sampler *s, const pme_instrumented_block *block, const uint64_t *record) {
  uint64_t number = s->state.iteration;
  pme_trace_pass_record(&s->state, record);
  if (!find_piece(s, record, number))
    return;
  if (block->kind == PME_BLOCK_RUN)
    take_run(s, block, record);
  else
    take_block(s, block, record);
}

pme__line_pass *pme__line_sampler_start(pme__line_sampler *s, const uint64_t *from, const uint64_t *to) {
  if (s->state.regions == 0 || s->is_team || s->is_cut)
    return NULL;
  s->pass.end = from; /* nothing is marked yet: there may be runs alone */
  s->pass.to = to;
  return &s->pass;
}

void pme__line_see_more(pme__line_pass *pass, const uint64_t *record) {
  pme__line_sampler *s = (pme__line_sampler *)pass;
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  if (s->is_cut)
    return;
  if (!pass->in_span || !take_in_span(s, block, record))
    take_record(s, block, record);
}

void pme__line_sampler_take(pme__line_sampler *s, const uint64_t *from, const uint64_t *to) {
  pme__line_pass *pass = from < to ? pme__line_sampler_start(s, from, to) : NULL;
  while (pass && from < to) {
    const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*from;
    pme__line_see(pass, from, block);
    from += block->kind == PME_BLOCK_PLAIN ? 1 + block->site_count : pme_trace_record_words(block);
  }
}

/* ---- borders ---- */

static void take_memory(pme__line_sampler *s, const pme_trace_border *border) {
  uint64_t address = (uint64_t)border->values[0], bytes = (uint64_t)border->values[1];
  if (border->kind == PME_TRACE_ALLOCATED) {
    if (s->state.regions > 0 && !s->state.in_one && s->block_count < MOST_BLOCKS) {
      s->blocks[s->block_count].low = address;
      s->blocks[s->block_count++].high = address + bytes;
    }
    return;
  }
  for (int b = s->block_count - 1; b >= 0; b--)
    if (s->blocks[b].low == address) {
      s->blocks[b] = s->blocks[--s->block_count];
      return;
    }
}

/* Loops beyond the most are taken to be even. */
static spread_loop *spread_of(pme__line_sampler *s, const pme_instrumented_block *block) {
  int l = 0;
  while (l < s->loop_count && s->loops[l].block != block)
    l++;
  if (l == MOST_LOOPS)
    return NULL;
  if (l == s->loop_count)
    s->loops[s->loop_count++] = (spread_loop){.block = block, .loop = PME_NONE};
  return &s->loops[l];
}

static void end_spread(pme__line_sampler *s) {
  const piece *p = s->piece >= 0 ? &s->pieces[s->piece] : NULL;
  spread_loop *loop = p && p->block && s->spread.width > 0 ? spread_of(s, p->block) : NULL;
  if (loop)
    pme__work_spread_end(&s->spread, p->at.iterations, loop->part);
  memset(&s->spread, 0, sizeof s->spread);
}

static void end_piece(pme__line_sampler *s, bool has_barrier) {
  count_references(s);
  end_spread(s);
  if (has_barrier && s->piece_count > 0)
    s->pieces[s->piece_count - 1].at.no_barrier = false;
  s->piece = -1;
  s->pass.in_span = false;
}

void pme__line_sampler_border(pme__line_sampler *s, const pme_trace_border *border) {
  uint32_t regions = s->state.regions;
  if (border->kind == PME_TRACE_ALLOCATED || border->kind == PME_TRACE_FREED) {
    take_memory(s, border);
    return;
  }
  pme_trace_pass_border(&s->state, border);
  if (s->is_cut)
    return;
  if (border->kind == PME_TRACE_REGION_BEGIN && regions == 0) {
    s->is_team |= border->values[2] > 1;
    end_piece(s, false);
  } else if (regions != 1) {
    return;
  } else if (border->kind == PME_TRACE_LOOP_BEGIN) {
    begin_piece(s, PME_SAMPLED_LOOP, border);
  } else if (border->kind == PME_TRACE_ONE_BEGIN) {
    begin_piece(s, PME_SAMPLED_ONE, NULL);
  } else if (border->kind != PME_TRACE_CHUNK) {
    end_piece(s, border->kind == PME_TRACE_REGION_END || border->kind == PME_TRACE_BARRIER);
  }
  if (s->state.regions == 0)
    s->block_count = 0;
}

/* ---- tables that move ---- */

static const pme_instrumented_block *block_now(const pme_instrumented_block *block) {
  return block && block->kind == PME_BLOCK_MOVED ? (const pme_instrumented_block *)(uintptr_t)block->first_site : block;
}

static const pme_instrumented_site *site_now(const pme_instrumented_site *site) {
  return site->bytes == PME_SITE_MOVED ? (const pme_instrumented_site *)(uintptr_t)site->stride : site;
}

void pme__line_sampler_follow(pme__line_sampler *s) {
  for (size_t p = 0; p < s->piece_count; p++)
    s->pieces[p].block = block_now(s->pieces[p].block);
  for (int l = 0; l < s->loop_count; l++)
    s->loops[l].block = block_now(s->loops[l].block);
  for (int r = 0; r < s->row_count; r++) {
    s->rows[r].block = block_now(s->rows[r].block);
    s->rows[r].site = site_now(s->rows[r].site);
  }
}

/* ---- the result ---- */

void pme__line_sampler_name_loops(pme__line_sampler *s, const pme_instrumented_function *function, const int *loops) {
  pme__sampler_join_rows(s);
  for (size_t p = 0; p < s->piece_count; p++)
    for (uint32_t b = 0; s->pieces[p].block && b < function->block_count; b++)
      if (function->blocks[b] == s->pieces[p].block && s->pieces[p].block->loop >= 0)
        s->pieces[p].at.loop = loops[s->pieces[p].block->loop];
  for (int r = 0; r < s->row_count; r++)
    for (uint32_t b = 0; b < function->block_count; b++)
      if (function->blocks[b] == s->rows[r].block && s->rows[r].block->loop >= 0)
        s->rows[r].at.loop = loops[s->rows[r].block->loop];
  for (int l = 0; l < s->loop_count; l++)
    for (uint32_t b = 0; b < function->block_count; b++)
      if (function->blocks[b] == s->loops[l].block && s->loops[l].block->loop >= 0)
        s->loops[l].loop = loops[s->loops[l].block->loop];
}

void pme__line_sampler_add_schedules(const pme__line_sampler *s, pme_profile *profile) {
  for (size_t p = 0; p < s->piece_count; p++)
    if (s->pieces[p].block && s->pieces[p].at.loop != PME_NONE)
      pme_profile_set_schedule(profile, s->pieces[p].at.loop, s->pieces[p].at.schedule, s->pieces[p].at.chunk);
}

void pme__line_sampler_add_to(pme__line_sampler *s, pme_profile *profile) {
  if (s->is_team || s->piece_count == 0)
    return;
  pme__sort_often(s);
  for (int l = 0; l < s->loop_count; l++)
    pme_profile_count_parts(profile, s->loops[l].loop, s->loops[l].part);
  pme_profile_start_line_sample(
      profile, &(pme_line_sample){.sets = s->sets, .splits = s->splits, .is_cut = s->is_cut, .has_times = true});
  for (int r = 0; r < s->row_count; r++)
    if (s->rows[r].at.loop != PME_NONE && s->rows[r].at.writes > 0)
      pme_profile_add_sampled_row(profile, &s->rows[r].at);
  for (size_t p = 0, t = 0, o = 0; p < s->piece_count; p++) {
    pme_profile_add_sampled_piece(profile, &s->pieces[p].at);
    for (; t < s->touch_count && s->touches[t].piece == p; t++)
      pme_profile_add_sampled_touch(profile, &s->touches[t].at);
    for (; o < s->often_count && s->often_touches[o].piece == p; o++) {
      pme_sampled_touch often = s->often_touches[o].at;
      often.reference = pme__often_reference(&s->often, often.reference);
      pme_profile_add_sampled_touch(profile, &often);
    }
  }
}
