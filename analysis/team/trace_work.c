/* Follows every thread of a recorded run through its borders, and puts what belongs to one piece of work together. */
#include "trace_work.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/trace/trace_bytes.h"
#include "pmecache/arena.h"
#include "trace_spans.h"

#define NOTHING UINT32_MAX

/* A piece of a region, as one thread came through it. */
typedef struct part {
  pme_piece_kind kind;
  bool no_barrier;
  uint64_t region;        /* execution */
  uint64_t site;          /* of the region: nested ones have the number of the execution that they are in */
  uint64_t order;         /* of its region's execution in the run */
  uint32_t loop;          /* loops and ones: how many the thread has come to in the region before */
  uint32_t thread, place; /* in the team; among the parts of its thread */
  uint32_t piece;
  const pme_instrumented_block *block; /* of a loop, and what its border says of the schedule */
  int64_t schedule, chunk;
} part;

/* One thread of the run. */
typedef struct walker {
  pme_trace_state state;
  uint64_t next;   /* number of the packet */
  uint64_t words;  /* so far */
  uint32_t packet; /* the present one, among all */
  uint32_t marks;  /* records of it so far that begin iterations */
  uint32_t loops, ones;
  uint32_t loop, one;    /* parts of the loop and the one it is in */
  uint32_t part;         /* the newest */
  uint32_t span;         /* open; NOTHING: none */
  uint32_t newest;       /* span of iterations */
  uint64_t region_order; /* of the region it is in */
} walker;

typedef struct dealing {
  pme_packets packets;
  walker *walkers;
  size_t walker_count;
  pme_bytes parts, spans;
  uint64_t regions; /* executions so far */
  uint64_t unplaced;
  uint32_t team_size; /* the largest */
  pme_span_list *pieces;
  pme_piece *work;
  pme_bytes loops; /* blocks of the worksharing loops */
} dealing;

static part *part_at(const dealing *d, uint32_t index) { return (part *)pme__bytes_at(&d->parts, 0) + index; }
static size_t part_count(const dealing *d) { return d->parts.count / sizeof(part); }
static pme_span *span_at(const dealing *d, uint32_t index) { return (pme_span *)pme__bytes_at(&d->spans, 0) + index; }
static size_t span_count(const dealing *d) { return d->spans.count / sizeof(pme_span); }

/* ---- parts and spans ---- */

static uint32_t add_part(dealing *d, walker *w, pme_piece_kind kind, uint32_t loop, const pme_trace_border *begin) {
  part *at = (part *)pme__bytes_reserve(&d->parts, sizeof *at);
  if (!at)
    return NOTHING;
  *at = (part){.kind = kind,
               .region = (uint64_t)w->state.region.values[0],
               .site = w->state.region.block ? w->state.region.block->first_site : 0,
               .order = w->region_order,
               .loop = loop,
               .no_barrier = true,
               .thread = (uint32_t)w->state.region.values[1],
               .place = w->part == NOTHING ? 0 : part_at(d, w->part)->place + 1,
               .piece = NOTHING};
  if (begin) {
    at->block = begin->block;
    at->schedule = begin->values[0];
    at->chunk = begin->values[1];
  }
  d->parts.count += sizeof *at;
  w->span = NOTHING;
  w->part = (uint32_t)part_count(d) - 1;
  return w->part;
}

static void open_span(dealing *d, walker *w, uint32_t piece, uint64_t number, bool is_one) {
  w->span = NOTHING;
  pme_span *at = (pme_span *)pme__bytes_reserve(&d->spans, sizeof *at);
  if (!at)
    return;
  *at = (pme_span){.packet = w->packet,
                   .mark = w->marks,
                   .piece = piece,
                   .is_one = is_one,
                   .number = number,
                   .first = w->words,
                   .last = w->words,
                   .iterations = is_one};
  d->spans.count += sizeof *at;
  w->span = (uint32_t)span_count(d) - 1;
}

/* Whether iterations that begin here go on with the span: chunks that a thread takes one behind the other do. */
static bool goes_on(const dealing *d, const walker *w, uint64_t number) {
  if (w->newest == NOTHING)
    return false;
  const pme_span *newest = span_at(d, w->newest);
  return newest->piece == w->loop && newest->packet == w->packet && newest->last == w->words &&
         newest->number + newest->iterations == number;
}

static void begin_iterations(dealing *d, walker *w, uint64_t number, uint64_t count) {
  if (goes_on(d, w, number))
    w->span = w->newest;
  else
    open_span(d, w, w->loop, number, false);
  w->newest = w->span;
  if (w->span != NOTHING)
    span_at(d, w->span)->iterations += count;
}

/* ---- following a thread ---- */

static void enter_region(dealing *d, walker *w) {
  const pme_trace_border *region = &w->state.region;
  if (region->values[2] > (int64_t)d->team_size)
    d->team_size = (uint32_t)region->values[2];
  w->loops = w->ones = 0;
  w->loop = w->one = w->part = w->span = w->newest = NOTHING;
  w->region_order = d->regions++;
}

static void pass_border(dealing *d, walker *w, const pme_trace_border *border) {
  uint32_t regions = w->state.regions;
  pme_trace_pass_border(&w->state, border);
  if (border->kind == PME_TRACE_REGION_BEGIN && regions == 0)
    enter_region(d, w);
  bool follows = regions == 1 && border->kind != PME_TRACE_REGION_BEGIN;
  bool ends = follows && border->kind == PME_TRACE_REGION_END;
  if (!follows)
    return;
  w->span = NOTHING;
  if (border->kind == PME_TRACE_LOOP_BEGIN)
    w->loop = add_part(d, w, PME_PIECE_LOOP, w->loops++, border);
  else if (border->kind == PME_TRACE_ONE_BEGIN)
    w->one = add_part(d, w, PME_PIECE_MASTER, w->ones++, border);
  else if ((ends || border->kind == PME_TRACE_BARRIER) && w->part != NOTHING)
    part_at(d, w->part)->no_barrier = false;
}

/* The span that the record belongs to is open afterwards. `number`: of the iterations, if it begins some. */
static void place_record(dealing *d, walker *w, const uint64_t *record, uint64_t number) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  bool starts = pme__starts_iteration(block);
  if (w->state.in_one && w->one != NOTHING) {
    if (w->span == NOTHING)
      open_span(d, w, w->one, 0, true);
  } else if (w->state.in_chunk && w->loop != NOTHING && (starts || w->span != NOTHING)) {
    if (starts)
      begin_iterations(d, w, number, pme__iterations_of(record));
  } else if (w->span == NOTHING && block->site_count > 0) {
    uint32_t piece = add_part(d, w, PME_PIECE_ALL, 0, NULL);
    if (piece != NOTHING)
      open_span(d, w, piece, 0, true);
  }
}

static void add_record(dealing *d, walker *w, const uint64_t *record, size_t count) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  pme_span *span = span_at(d, w->span);
  span->last = w->words + count;
  span->references += pme__record_length(record, d->packets.line_bits);
  if (w->state.in_loop && !w->state.in_chunk)
    d->unplaced += block->site_count * (block->kind == PME_BLOCK_RUN ? record[1] : 1);
  /* What follows a run of iterations is not in it. */
  if (!span->is_one && block->kind == PME_BLOCK_RUN && pme__starts_iteration(block))
    w->span = NOTHING;
}

static void pass_record(dealing *d, walker *w, const uint64_t *record, size_t *word) {
  uint64_t number = w->state.iteration;
  size_t count = pme_trace_pass_record(&w->state, record);
  if (w->state.regions > 0)
    place_record(d, w, record, number);
  if (w->state.regions > 0 && w->span != NOTHING)
    add_record(d, w, record, count);
  w->marks += pme__starts_iteration((const pme_instrumented_block *)(uintptr_t)*record);
  w->words += count;
  *word += count;
}

static walker *walker_of(dealing *d, uint32_t thread) {
  if (thread >= d->walker_count) {
    size_t count = (size_t)thread + 1;
    walker *grown = (walker *)pme_reallocate(d->walkers, count * sizeof *grown);
    if (!grown)
      return NULL;
    for (size_t t = d->walker_count; t < count; t++)
      grown[t] = (walker){.packet = PME_NO_PACKET,
                          .loop = NOTHING,
                          .one = NOTHING,
                          .part = NOTHING,
                          .span = NOTHING,
                          .newest = NOTHING};
    d->walkers = grown;
    d->walker_count = count;
  }
  return &d->walkers[thread];
}

/* Behind a gap the thread is where the packet says. */
static void find_back(dealing *d, walker *w, const pme_trace_packet *packet) {
  w->state = packet->state;
  w->span = NOTHING;
  if (w->state.regions == 0)
    return;
  enter_region(d, w);
  if (w->state.in_loop)
    w->loop = add_part(d, w, PME_PIECE_LOOP, w->loops++, &w->state.loop);
  if (w->state.in_one)
    w->one = add_part(d, w, PME_PIECE_MASTER, w->ones++, NULL);
}

static pme_status take_packet(dealing *d, const pme_trace_packet *packet) {
  walker *w = walker_of(d, packet->thread);
  if (!w)
    return PME_NO_MEMORY;
  w->packet = pme__packets_add(&d->packets, packet, w->words, w->packet);
  w->marks = 0;
  if (w->packet == PME_NO_PACKET)
    return PME_NO_MEMORY;
  if (packet->number != w->next)
    find_back(d, w, packet);
  w->next = packet->number + 1;
  size_t border = 0;
  for (size_t word = 0; word < packet->word_count;) {
    for (; border < packet->border_count && packet->borders[border].position <= word; border++)
      pass_border(d, w, &packet->borders[border]);
    pass_record(d, w, packet->words + word, &word);
  }
  for (; border < packet->border_count; border++)
    pass_border(d, w, &packet->borders[border]);
  return d->parts.failed || d->spans.failed ? PME_NO_MEMORY : PME_OK;
}

static pme_status take_all(dealing *d) {
  pme_trace_packet packet;
  bool found = true;
  pme_trace_rewind(d->packets.trace);
  while (found) {
    pme_status status = pme_trace_next(d->packets.trace, &packet, &found);
    if (status == PME_OK && found)
      status = take_packet(d, &packet);
    if (status != PME_OK)
      return status;
  }
  return PME_OK;
}

/* ---- pieces from parts ---- */

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

static bool is_several(const dealing *d) { return d->walker_count > 1; }

/* Parts that are another thread's share of a piece get the piece of the first thread; what every thread does counts
 * once. */
static size_t choose_leaders(const dealing *d, part **sorted, size_t count, part **leaders) {
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
  const pme_span *a = (const pme_span *)left, *b = (const pme_span *)right;
  int order = compare(a->piece, b->piece);
  order = order ? order : compare(a->number, b->number);
  order = order ? order : compare(a->packet, b->packet);
  return order ? order : compare(a->first, b->first);
}

/* Spans get the piece of their part, those of no piece go to the end. */
static void sort_spans(dealing *d, const uint32_t *piece_of_part) {
  for (uint32_t s = 0; s < span_count(d); s++) {
    pme_span *span = span_at(d, s);
    const part *own = part_at(d, span->piece);
    span->piece = own->piece == NOTHING ? NOTHING : piece_of_part[own->piece];
  }
  if (span_count(d) > 0)
    qsort(d->spans.data, span_count(d), sizeof(pme_span), compare_spans);
}

/* ---- the result ---- */

static void set_deal(pme_piece *work, const part *loop) {
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
static uint32_t number_of_loop(dealing *d, const pme_instrumented_block *block) {
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
static uint64_t take_spans(dealing *d, uint32_t number, size_t *span) {
  pme_span_list *piece = &d->pieces[number];
  uint64_t references = 0;
  *piece = (pme_span_list){
      .packets = &d->packets, .spans = span_at(d, (uint32_t)*span), .packets_of_reader = (uint32_t)d->walker_count};
  for (; *span < span_count(d) && span_at(d, (uint32_t)*span)->piece == number; ++*span) {
    pme_span *at = span_at(d, (uint32_t)*span);
    at->start = piece->iterations;
    piece->iterations += at->iterations;
    references += at->references;
    piece->count++;
  }
  return references;
}

static void add_piece(dealing *d, const part *leader, uint32_t number, size_t *span, pme_sequential_trace *out) {
  uint64_t references = take_spans(d, number, span), count = d->pieces[number].iterations;
  if (count == 0) {
    /* A loop without iterations keeps its barrier. */
    if (!leader->no_barrier && out->work_count > 0)
      out->work[out->work_count - 1].no_barrier = false;
    return;
  }
  pme_piece *work = &out->work[out->work_count++];
  *work = (pme_piece){.kind = leader->kind, .no_barrier = leader->no_barrier};
  work->iterations = pme__iterations_of_spans(&d->pieces[number]);
  if (leader->kind == PME_PIECE_LOOP) {
    set_deal(work, leader);
    work->loop = number_of_loop(d, leader->block);
  }
  out->has_iterations |= leader->kind == PME_PIECE_LOOP && count > 1;
  out->reference_count += references;
}

static pme_status make_pieces(dealing *d, pme_sequential_trace *out) {
  size_t count = part_count(d);
  part **sorted = (part **)pme_reallocate(NULL, (count + 1) * 2 * sizeof *sorted);
  uint32_t *piece_of_part = (uint32_t *)pme_reallocate(NULL, (count + 1) * sizeof *piece_of_part);
  d->pieces = (pme_span_list *)pme_reallocate(NULL, (count + 1) * sizeof *d->pieces);
  d->work = (pme_piece *)pme_reallocate(NULL, (count + 1) * sizeof *d->work);
  bool has_memory = sorted && piece_of_part && d->pieces && d->work;
  if (has_memory) {
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
    size_t span = 0;
    for (size_t l = 0; l < leader_count; l++)
      add_piece(d, leaders[l], (uint32_t)l, &span, out);
    out->loops = (const pme_instrumented_block *const *)pme__bytes_at(&d->loops, 0);
    out->loop_count = (uint32_t)(d->loops.count / sizeof *out->loops);
    has_memory = !d->loops.failed;
  }
  pme_reallocate(sorted, 0);
  pme_reallocate(piece_of_part, 0);
  return has_memory ? PME_OK : PME_NO_MEMORY;
}

static void release(dealing *d) {
  pme__packets_close(&d->packets);
  pme_reallocate(d->walkers, 0);
  pme__bytes_free(&d->parts);
  pme__bytes_free(&d->spans);
  pme__bytes_free(&d->loops);
  pme_reallocate(d->pieces, 0);
  pme_reallocate(d->work, 0);
  pme_reallocate(d, 0);
}

static pme_status status_of(const pme_sequential_trace *trace) {
  return ((const dealing *)trace->memory)->packets.status;
}

static void close_dealing(pme_sequential_trace *trace) {
  dealing *d = (dealing *)trace->memory;
  pme_trace_close(d->packets.trace);
  release(d);
}

pme_status pme_trace_work(pme_trace *trace, uint32_t line_bytes, pme_sequential_trace *out, uint64_t *unplaced,
                          pme_error *error) {
  if (line_bytes == 0 || (line_bytes & (line_bytes - 1)) != 0)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "a line of %u bytes", (unsigned)line_bytes);
  dealing *d = (dealing *)pme_reallocate(NULL, sizeof *d);
  if (!d)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  *d = (dealing){.packets = {.trace = trace, .line_bits = (unsigned)__builtin_ctz(line_bytes), .most = 1}};
  pme_sequential_trace result = {
      .line_bytes = line_bytes, .recorded = trace, .memory = d, .status = status_of, .close = close_dealing};
  pme_status status = take_all(d);
  if (status == PME_OK)
    status = make_pieces(d, &result);
  if (status != PME_OK) {
    release(d);
    return pme_error_set(error, status, 0, 0, "the trace cannot be read: %s", pme_status_text(status));
  }
  *unplaced = d->unplaced;
  result.team_size = d->team_size;
  *out = result;
  return PME_OK;
}
