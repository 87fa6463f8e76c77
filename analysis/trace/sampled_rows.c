/* Rows that threads have by their numbers, and variables that all of them write, byte by byte: where they begin and end, and how often their lines are visited. A
 * run of one thread has one of them; how they lie in the lines of a team is worked out from that (shared_rows.h). */
#include <string.h>

#include "line_sampler_state.h"

enum { LINE_BYTES = 1 << PME_SAMPLER_LINE_BITS };

static bool is_of_row(const pme_instrumented_site *site) {
  return site->flags & (PME_SITE_NEAR | PME_SITE_OF_ALL | PME_SITE_IN_TURN);
}

static bool is_same_place(const pme_instrumented_site *a, const pme_instrumented_site *b) {
  return a == b || (a->line == b->line && a->column == b->column && !strcmp(a->array, b->array));
}

/* The loop's row at the place of the site. NULL: there is no room for another one, or it is in no loop. */
static row *row_of(pme__line_sampler *s, const pme_instrumented_site *site, uint64_t address) {
  const pme_instrumented_block *block = s->piece >= 0 ? s->pieces[s->piece].block : NULL;
  int r = 0;
  while (r < s->row_count && !(s->rows[r].block == block && is_same_place(s->rows[r].site, site)))
    r++;
  if (r == MOST_ROWS || !block)
    return NULL;
  if (r == s->row_count) {
    s->rows[r] = (row){.block = block, .site = site, .low = address, .high = address, .piece = -1, .at.loop = PME_NONE};
    s->row_count++;
  }
  return &s->rows[r];
}

static void reach(row *r, uint64_t address, uint32_t bytes) {
  r->low = address < r->low ? address : r->low;
  r->high = address + bytes > r->high ? address + bytes : r->high;
}

/* A visit goes on as long as it stays in the line and in the iteration, and makes no pause (sampled_touches.c). */
static bool goes_on(const row *r, const pme__line_sampler *s, uint64_t line, uint64_t time) {
  enum { SOON = 16 };
  return r->piece == s->piece && r->iteration == s->iteration && r->line == line && time <= r->last_time + SOON;
}

/* `count` references to a line from `time` on, so many others apart. */
static void visit(pme__line_sampler *s, row *r, const pme__visit *v) {
  uint64_t line = v->address >> PME_SAMPLER_LINE_BITS, end = v->time + v->span;
  if (goes_on(r, s, line, v->time)) {
    r->at.span += end > r->last_time ? (double)(end - r->last_time) : 0;
    end = end > r->last_time ? end : r->last_time;
  } else {
    r->at.visits++;
    r->at.span += (double)v->span;
  }
  r->line = line;
  r->piece = s->piece;
  r->iteration = s->iteration;
  r->last_time = end;
  r->at.references += v->count;
  r->at.writes += v->flags & PME_SITE_WRITE ? v->count : 0;
}

/* ---- plain records ---- */

static void take_plain(pme__line_sampler *s, const pme_instrumented_block *block, const uint64_t *addresses,
                       uint64_t time) {
  for (uint32_t i = 0; i < block->site_count; i++) {
    const pme_instrumented_site *site = &block->sites[i];
    row *r = is_of_row(site) ? row_of(s, site, addresses[i]) : NULL;
    if (!r)
      continue;
    reach(r, addresses[i], site->bytes);
    visit(s, r, &(pme__visit){addresses[i], site->flags, 1, time + i, 0});
  }
}

/* ---- runs ---- */

/* The way of one site of a run of `rounds` rounds of `count` references. */
typedef struct run_way {
  const pme_instrumented_site *site;
  uint64_t address, rounds, time;
  int64_t stride;
  uint32_t count;
} run_way;

/* Line by line; all of the run's references to a line are a visit. */
static void walk(pme__line_sampler *s, row *r, const run_way *way) {
  uint64_t step = way->stride < 0 ? 0 - (uint64_t)way->stride : (uint64_t)way->stride;
  uint64_t first = way->stride < 0 ? way->address - step * (way->rounds - 1) : way->address;
  reach(r, first, way->site->bytes);
  reach(r, first + step * (way->rounds - 1), way->site->bytes);
  for (uint64_t round = 0, by; round < way->rounds; round += by) {
    uint64_t at = first + step * round, left = LINE_BYTES - at % LINE_BYTES;
    by = step == 0 ? way->rounds : (left + step - 1) / step;
    by = by < way->rounds - round ? by : way->rounds - round;
    pme__visit part = {at, way->site->flags, by < UINT32_MAX ? (uint32_t)by : UINT32_MAX,
                       way->time + round * way->count, (by - 1) * way->count};
    visit(s, r, &part);
  }
}

/* Others at the same place come with the first one: no visits of their own. */
static void follow(row *r, const run_way *way) {
  r->at.references += (double)way->rounds;
  r->at.writes += way->site->flags & PME_SITE_WRITE ? (double)way->rounds : 0;
}

static void take_run(pme__line_sampler *s, const uint64_t *record, uint64_t time) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  const uint64_t *stride = record + 2 + block->site_count;
  const row *seen[PME_BLOCK_SITES];
  uint32_t seen_count = 0;
  for (uint32_t i = 0; i < block->site_count; i++) {
    const pme_instrumented_site *site = &block->sites[i];
    run_way way = {site, record[2 + i], record[1], time + i, site->stride, block->site_count};
    if (site->flags & PME_SITE_STRIDE_RECORDED)
      way.stride = (int64_t)*stride++;
    row *r = is_of_row(site) && way.rounds > 0 ? row_of(s, site, way.address) : NULL;
    uint32_t k = 0;
    while (k < seen_count && seen[k] != r)
      k++;
    if (r && k < seen_count) {
      follow(r, &way);
    } else if (r) {
      walk(s, r, &way);
      seen[seen_count++] = r;
    }
  }
}

void pme__sample_rows(pme__line_sampler *s, const uint64_t *record, uint64_t time) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  if (s->piece < 0 || s->pieces[s->piece].at.kind != PME_SAMPLED_LOOP)
    return;
  if (block->kind == PME_BLOCK_RUN)
    take_run(s, record, time);
  else
    take_plain(s, block, record + 1, time);
}

/* ---- the end ---- */

static void join(row *to, const row *from) {
  to->low = from->low < to->low ? from->low : to->low;
  to->high = from->high > to->high ? from->high : to->high;
  to->at.visits += from->at.visits;
  to->at.references += from->at.references;
  to->at.writes += from->at.writes;
  to->at.span += from->at.span;
}

/* Whether the row overlaps one before it, which then has it. */
static bool join_earlier(pme__line_sampler *s, int r) {
  const row *own = &s->rows[r];
  for (int before = 0; before < r; before++) {
    row *other = &s->rows[before];
    if (other->block == own->block && other->low < own->high && own->low < other->high) {
      join(other, own);
      return true;
    }
  }
  return false;
}

void pme__sampler_join_rows(pme__line_sampler *s) {
  for (int joined = 1; joined > 0;) { /* what has grown may overlap another one */
    joined = 0;
    for (int r = s->row_count - 1; r > 0; r--)
      if (join_earlier(s, r)) {
        s->rows[r] = s->rows[--s->row_count];
        joined++;
      }
  }
  for (int r = 0; r < s->row_count; r++) {
    s->rows[r].at.offset = (uint32_t)(s->rows[r].low % LINE_BYTES);
    s->rows[r].at.bytes = s->rows[r].high - s->rows[r].low;
    uint32_t flags = s->rows[r].site->flags;
    s->rows[r].at.distance =
        flags & (PME_SITE_OF_ALL | PME_SITE_IN_TURN) ? PME_ROW_OF_ALL : flags >> PME_SITE_DISTANCE_BIT;
  }
}
