/* Parts of regions, as the threads of a run came through them, become pieces of work for any team. */
#include <stdlib.h>

#include "pmecache/arena.h"
#include "trace_parts.h"

static int compare(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

/* Parts of the same work stand together: by region, kind and number; first those of the team's first thread. */
static int compare_same(const part *a, const part *b) {
  int order = compare(a->region, b->region);
  order = order ? order : compare(a->site, b->site);
  order = order ? order : compare(a->kind, b->kind);
  return order ? order : compare(a->loop, b->loop);
}

static int compare_parts(const void *left, const void *right) {
  const part *a = *(const part *const *)left, *b = *(const part *const *)right;
  int order = compare_same(a, b);
  order = order ? order : compare(a->thread, b->thread);
  return order ? order : compare(a->order, b->order) ? compare(a->order, b->order) : compare(a->place, b->place);
}

/* Pieces are in the order in which the team's first thread came to them. */
static int compare_leaders(const void *left, const void *right) {
  const part *a = *(const part *const *)left, *b = *(const part *const *)right;
  int order = compare(a->region, b->region);
  order = order ? order : compare(a->order, b->order);
  return order ? order : compare(a->place, b->place);
}

static bool is_several(const trace_work *d) { return d->thread_count > 1; }

/* Parts that are another thread's share of a piece get the piece of the first thread; what every thread does counts
 * once. */
static size_t choose_leaders(const trace_work *d, part **sorted, size_t count, part **leaders) {
  size_t leader_count = 0;
  part *leader = NULL;
  for (size_t p = 0; p < count; p++) {
    part *at = sorted[p];
    bool same = leader && is_several(d) && compare_same(leader, at) == 0;
    if (at->kind == PME_PIECE_ALL && is_several(d) && at->thread != 0)
      continue;
    if (!same || at->kind == PME_PIECE_ALL)
      leaders[leader_count++] = leader = at;
    at->piece = (uint32_t)(leader - part_at(d, 0)); /* for now the part that leads */
  }
  return leader_count;
}

static int compare_spans(const void *left, const void *right) {
  const pme__span *a = (const pme__span *)left, *b = (const pme__span *)right;
  int order = compare(a->piece, b->piece);
  order = order ? order : compare(a->number, b->number);
  order = order ? order : compare(a->packet, b->packet);
  return order ? order : compare(a->first, b->first);
}

/* Spans get the piece of their part, those of no piece go to the end. */
static void sort_spans(trace_work *d, const uint32_t *piece_of_part) {
  for (uint32_t s = 0; s < span_count(d); s++) {
    pme__span *span = span_at(d, s);
    const part *own = part_at(d, span->piece);
    span->piece = own->piece == NOTHING ? NOTHING : piece_of_part[own->piece];
  }
  if (span_count(d) > 0)
    qsort(d->spans.data, span_count(d), sizeof(pme__span), compare_spans);
}

/* ---- the result ---- */

static void set_schedule(pme__piece *work, const part *loop) {
  work->chunk = loop->chunk > 0 ? (uint64_t)loop->chunk : 0;
  switch (loop->schedule) {
  case PME_SCHEDULE_DYNAMIC:
    work->schedule = PME_TEAM_DYNAMIC;
    break;
  case PME_SCHEDULE_GUIDED:
    work->schedule = PME_TEAM_GUIDED_OMP;
    break;
  default:
    work->schedule = work->chunk ? PME_TEAM_CHUNKED : PME_TEAM_BALANCED;
    break;
  }
}

/* 1, 2, ...; 0: out of memory, or not known. */
static uint32_t number_of_loop(trace_work *d, const pme_instrumented_block *block) {
  const pme_instrumented_block **known = (const pme_instrumented_block **)pme__bytes_at(&d->loops, 0);
  uint32_t count = (uint32_t)(d->loops.count / sizeof *known);
  for (uint32_t l = 0; l < count; l++)
    if (known[l] == block)
      return l + 1;
  const pme_instrumented_block **at =
      block ? (const pme_instrumented_block **)pme__bytes_reserve(&d->loops, sizeof *at) : NULL;
  if (!at)
    return 0;
  *at = block;
  d->loops.count += sizeof *at;
  return count + 1;
}

/* The spans of piece `number`, which begin at `*span`; their references. */
static uint64_t take_spans(trace_work *d, uint32_t number, size_t *span) {
  pme__span_list *piece = &d->pieces[number];
  uint64_t references = 0;
  *piece = (pme__span_list){
      .packets = &d->packets, .spans = span_at(d, (uint32_t)*span), .packets_of_reader = (uint32_t)d->thread_count};
  for (; *span < span_count(d) && span_at(d, (uint32_t)*span)->piece == number; ++*span) {
    pme__span *at = span_at(d, (uint32_t)*span);
    at->start = piece->iterations;
    piece->iterations += at->iterations;
    references += at->references;
    piece->count++;
  }
  return references;
}

static void add_piece(trace_work *d, const part *leader, uint32_t number, size_t *span, pme__sequential_trace *out) {
  uint64_t references = take_spans(d, number, span), count = d->pieces[number].iterations;
  if (count == 0) {
    /* A loop without iterations keeps its barrier. */
    if (!leader->no_barrier && out->work_count > 0)
      out->work[out->work_count - 1].no_barrier = false;
    return;
  }
  pme__piece *work = &out->work[out->work_count++];
  *work = (pme__piece){.kind = leader->kind, .no_barrier = leader->no_barrier};
  work->iterations = pme__iterations_of_spans(&d->pieces[number]);
  if (leader->kind == PME_PIECE_LOOP) {
    set_schedule(work, leader);
    work->loop = number_of_loop(d, leader->block);
  }
  out->has_iterations |= leader->kind == PME_PIECE_LOOP && count > 1;
  out->reference_count += references;
}

/* `sorted` has room for all parts, twice; `piece_of_part` for all. */
static void fill_pieces(trace_work *d, part **sorted, uint32_t *piece_of_part, pme__sequential_trace *out) {
  size_t count = part_count(d), span = 0;
  part **leaders = sorted + count;
  for (size_t p = 0; p < count; p++)
    sorted[p] = part_at(d, (uint32_t)p);
  qsort(sorted, count, sizeof *sorted, compare_parts);
  size_t leader_count = choose_leaders(d, sorted, count, leaders);
  qsort(leaders, leader_count, sizeof *leaders, compare_leaders);
  for (size_t l = 0; l < leader_count; l++)
    piece_of_part[leaders[l] - part_at(d, 0)] = (uint32_t)l;
  sort_spans(d, piece_of_part);
  out->work = d->work;
  for (size_t l = 0; l < leader_count; l++)
    add_piece(d, leaders[l], (uint32_t)l, &span, out);
  out->loops = (const pme_instrumented_block *const *)pme__bytes_at(&d->loops, 0);
  out->loop_count = (uint32_t)(d->loops.count / sizeof *out->loops);
}

pme_status pme__make_pieces(trace_work *d, pme__sequential_trace *out) {
  size_t room = part_count(d) + 1;
  part **sorted = (part **)pme_reallocate(NULL, room * 2 * sizeof *sorted);
  uint32_t *piece_of_part = (uint32_t *)pme_reallocate(NULL, room * sizeof *piece_of_part);
  d->pieces = (pme__span_list *)pme_reallocate(NULL, room * sizeof *d->pieces);
  d->work = (pme__piece *)pme_reallocate(NULL, room * sizeof *d->work);
  bool has_memory = sorted && piece_of_part && d->pieces && d->work;
  if (has_memory)
    fill_pieces(d, sorted, piece_of_part, out);
  pme_reallocate(sorted, 0);
  pme_reallocate(piece_of_part, 0);
  return has_memory && !d->loops.failed ? PME_OK : PME_NO_MEMORY;
}
