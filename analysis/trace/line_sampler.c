/* Follows a thread through regions and loops; touches of lines that are in the sample are kept. */
#include "line_sampler.h"

#include "work_spread.h"

#include <string.h>

enum { LINE_BITS = 6, MOST_BLOCKS = 64, MOST_LOOPS = 64 };
/* Away from the program's own addresses, and not as private blocks of the heap stand in traces. */
static const uint64_t PRIVATE_LINES = UINT64_C(7) << 46;

typedef struct touch {
  pme_sampled_touch at;
  uint32_t piece;
} touch;

typedef struct piece {
  pme_sampled_piece at;
  const pme_instrumented_block *block; /* of a loop */
} piece;

/* How the references of a loop are spread over its iterations, all its executions together. */
typedef struct spread_loop {
  const pme_instrumented_block *block;
  int loop; /* in the profile */
  double part[PME_PROFILE_PARTS];
} spread_loop;

struct pme__line_sampler {
  const pme_allocator *allocator;
  pme_trace_state state;
  bool is_team, is_cut;
  int sets, splits;
  int32_t piece; /* that records belong to; -1: none */
  bool in_span;  /* of a loop: an iteration has started */
  uint64_t iteration;
  pme__work_spread spread; /* of the loop that the thread is in */
  int loop_count;
  spread_loop loops[MOST_LOOPS];
  int block_count; /* of the heap, that the thread took in the region */
  struct {
    uint64_t low, high;
  } blocks[MOST_BLOCKS];
  size_t piece_count, touch_count;
  size_t newest[PME_SAMPLE_SETS]; /* touch of each set, and 1; 0: none */
  piece pieces[PME_SAMPLE_MOST_PIECES];
  touch touches[PME_SAMPLE_MOST_TOUCHES];
};

pme__line_sampler *pme__line_sampler_open(const pme_allocator *allocator) {
  pme__line_sampler *s = (pme__line_sampler *)pme_allocator_reallocate(allocator, NULL, 0, sizeof *s);
  if (!s)
    return NULL;
  memset(s, 0, offsetof(pme__line_sampler, pieces));
  s->allocator = allocator;
  s->sets = PME_SAMPLE_SETS;
  s->piece = -1;
  return s;
}

void pme__line_sampler_close(pme__line_sampler *s) {
  if (s)
    pme_allocator_reallocate(s->allocator, s, sizeof *s, 0);
}

/* ---- pieces ---- */

static void begin_piece(pme__line_sampler *s, pme_sampled_kind kind, const pme_trace_border *loop) {
  s->in_span = false;
  s->piece = -1;
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
  s->iteration = 0;
  s->piece = (int32_t)s->piece_count++;
}

/* ---- touches ---- */

static bool is_sampled(const pme__line_sampler *s, uint64_t line) {
  return pme_line_is_sampled(s->sets, s->splits, line);
}

static __attribute__((noinline)) void halve(pme__line_sampler *s) {
  size_t kept = 0;
  if (s->sets > 1)
    s->sets /= 2;
  else
    s->splits++;
  for (size_t t = 0; t < s->touch_count; t++)
    if (is_sampled(s, s->touches[t].at.reference >> 2))
      s->touches[kept++] = s->touches[t];
  s->touch_count = kept;
  memset(s->newest, 0, sizeof s->newest);
}

static bool is_private(const pme__line_sampler *s, uint64_t address, uint32_t flags) {
  if (flags & PME_SITE_BY_THREAD)
    return true;
  const pme_trace_border *region = &s->state.region;
  if (address >= (uint64_t)region->values[3] && address < (uint64_t)region->values[4])
    return true;
  for (int b = 0; b < s->block_count; b++)
    if (address >= s->blocks[b].low && address < s->blocks[b].high)
      return true;
  return false;
}

static void touch_line(pme__line_sampler *s, uint64_t address, uint32_t flags) {
  bool is_write = flags & PME_SITE_WRITE;
  uint64_t line = address >> LINE_BITS;
  if (!is_sampled(s, line))
    return;
  uint64_t reference = line << 2;
  if (is_private(s, address, flags))
    reference = (line + PRIVATE_LINES) << 2 | 2;
  size_t newest = s->newest[line % PME_SAMPLE_SETS];
  const touch *last = newest ? &s->touches[newest - 1] : NULL;
  /* Nothing has come between in its set: the line is there, and a write was before. */
  if (last && last->at.reference >> 1 == reference >> 1 && last->piece == (uint32_t)s->piece &&
      last->at.iteration == s->iteration && (!is_write || (last->at.reference & 1)))
    return;
  while (s->touch_count == PME_SAMPLE_MOST_TOUCHES && s->splits < PME_SAMPLE_MOST_SPLITS)
    halve(s);
  if (s->touch_count == PME_SAMPLE_MOST_TOUCHES || !is_sampled(s, line))
    return;
  s->touches[s->touch_count++] = (touch){{reference | is_write, s->iteration}, (uint32_t)s->piece};
  s->newest[line % PME_SAMPLE_SETS] = s->touch_count;
}

/* ---- runs ---- */

/* A site on its way through a run. */
typedef struct moving_site {
  uint64_t address;
  int64_t stride;
  uint64_t round; /* in which it comes to `address`, a line of the sample; rounds: to none any more */
  uint32_t flags;
} moving_site;

/* Rounds until the site leaves its line. */
static uint64_t rounds_in_line(const moving_site *site) {
  uint64_t inside = site->address & ((1 << LINE_BITS) - 1);
  if (site->stride == 0)
    return UINT64_MAX;
  uint64_t way = site->stride > 0 ? (1 << LINE_BITS) - inside : inside + 1;
  uint64_t step = site->stride > 0 ? (uint64_t)site->stride : 0 - (uint64_t)site->stride;
  return (way + step - 1) / step;
}

static void go_on(moving_site *site, uint64_t by, uint64_t rounds) {
  site->round = by < rounds - site->round ? site->round + by : rounds;
  site->address += by * (uint64_t)site->stride;
}

static void find_sampled(const pme__line_sampler *s, moving_site *site, uint64_t rounds) {
  while (site->round < rounds && !is_sampled(s, site->address >> LINE_BITS))
    go_on(site, rounds_in_line(site), rounds);
}

static uint32_t place_sites(const pme__line_sampler *s, const uint64_t *record, moving_site *sites) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  const uint64_t *stride = record + 2 + block->site_count;
  for (uint32_t i = 0; i < block->site_count; i++) {
    const pme_instrumented_site *site = &block->sites[i];
    bool is_recorded = site->flags & PME_SITE_STRIDE_RECORDED;
    sites[i] = (moving_site){
        .address = record[2 + i], .stride = is_recorded ? (int64_t)*stride++ : site->stride, .flags = site->flags};
    find_sampled(s, &sites[i], record[1]);
  }
  return block->site_count;
}

/* Round by round; where the rounds are iterations each of them touches its line, else only the first one in it. */
static void take_run(pme__line_sampler *s, const uint64_t *record, bool iterates) {
  moving_site sites[PME_BLOCK_SITES];
  uint64_t rounds = record[1], start = s->iteration;
  uint32_t count = place_sites(s, record, sites);
  for (;;) {
    moving_site *next = NULL;
    for (uint32_t i = 0; i < count; i++)
      if (sites[i].round < rounds && (!next || sites[i].round < next->round))
        next = &sites[i];
    if (!next)
      break;
    if (iterates)
      s->iteration = start + next->round;
    touch_line(s, next->address, next->flags);
    go_on(next, iterates ? 1 : rounds_in_line(next), rounds);
    find_sampled(s, next, rounds);
  }
}

/* ---- records ---- */

static bool starts_iteration(const pme_instrumented_block *block) {
  return block->kind == PME_BLOCK_ITERATION || block->flags & PME_BLOCK_IS_ITERATION;
}

/* The piece that the record belongs to, and the number of its iteration. False: to none. */
static bool find_piece(pme__line_sampler *s, const uint64_t *record, uint64_t number) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  if (s->state.in_chunk && s->piece >= 0 && s->pieces[s->piece].at.kind == PME_SAMPLED_LOOP) {
    if (starts_iteration(block)) {
      uint64_t last = number + (block->kind == PME_BLOCK_RUN ? record[1] : 1);
      pme_sampled_piece *loop = &s->pieces[s->piece].at;
      loop->iterations = last > loop->iterations ? last : loop->iterations;
      s->iteration = number;
      s->in_span = true;
    }
    return s->in_span;
  }
  if (block->site_count == 0 || s->state.in_loop)
    return false;
  if (s->piece < 0 || s->pieces[s->piece].at.kind == PME_SAMPLED_LOOP)
    begin_piece(s, PME_SAMPLED_ALL, NULL);
  return s->piece >= 0;
}

static void take_record(pme__line_sampler *s, const uint64_t *record, uint64_t number) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  if (!find_piece(s, record, number))
    return;
  bool is_run = block->kind == PME_BLOCK_RUN, iterates = s->in_span && starts_iteration(block) && is_run;
  double rounds = is_run ? (double)record[1] : 1;
  s->pieces[s->piece].at.references += (double)block->site_count * rounds;
  if (s->in_span && block->site_count > 0)
    pme__work_spread_add(&s->spread, s->iteration, iterates ? record[1] : 1,
                         (double)block->site_count * (iterates ? 1 : rounds));
  if (is_run) {
    take_run(s, record, iterates);
    return;
  }
  for (uint32_t i = 0; i < block->site_count; i++)
    touch_line(s, record[1 + i], block->sites[i].flags);
}

void pme__line_sampler_take(pme__line_sampler *s, const uint64_t *from, const uint64_t *to) {
  while (from < to) {
    uint64_t number = s->state.iteration;
    const uint64_t *record = from;
    from += pme_trace_pass_record(&s->state, record);
    if (s->state.regions > 0 && !s->is_team && !s->is_cut)
      take_record(s, record, number);
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
  end_spread(s);
  if (has_barrier && s->piece_count > 0)
    s->pieces[s->piece_count - 1].at.no_barrier = false;
  s->piece = -1;
  s->in_span = false;
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

/* ---- the result ---- */

void pme__line_sampler_name_loops(pme__line_sampler *s, const pme_instrumented_function *function, const int *loops) {
  for (size_t p = 0; p < s->piece_count; p++)
    for (uint32_t b = 0; s->pieces[p].block && b < function->block_count; b++)
      if (function->blocks[b] == s->pieces[p].block && s->pieces[p].block->loop >= 0)
        s->pieces[p].at.loop = loops[s->pieces[p].block->loop];
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

void pme__line_sampler_add_to(const pme__line_sampler *s, pme_profile *profile) {
  if (s->is_team || s->piece_count == 0)
    return;
  for (int l = 0; l < s->loop_count; l++)
    pme_profile_count_parts(profile, s->loops[l].loop, s->loops[l].part);
  pme_profile_start_line_sample(profile, s->sets, s->splits, s->is_cut);
  for (size_t p = 0, t = 0; p < s->piece_count; p++) {
    pme_profile_add_sampled_piece(profile, &s->pieces[p].at);
    for (; t < s->touch_count && s->touches[t].piece == p; t++)
      pme_profile_add_sampled_touch(profile, &s->touches[t].at);
  }
}
