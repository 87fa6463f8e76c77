/* Follows every thread of a recorded run through its borders: which part of which region each record belongs to. */
#include "pmecache/arena.h"
#include "trace_parts.h"

/* ---- parts and spans ---- */

static uint32_t add_part(trace_work *d, followed_thread *w, pme__piece_kind kind, uint32_t loop,
                         const pme_trace_border *begin) {
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

static void open_span(trace_work *d, followed_thread *w, uint32_t piece, uint64_t number, bool is_one) {
  w->span = NOTHING;
  pme__span *at = (pme__span *)pme__bytes_reserve(&d->spans, sizeof *at);
  if (!at)
    return;
  *at = (pme__span){.packet = w->packet,
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
static bool goes_on(const trace_work *d, const followed_thread *w, uint64_t number) {
  if (w->newest == NOTHING)
    return false;
  const pme__span *newest = span_at(d, w->newest);
  return newest->piece == w->loop && newest->packet == w->packet && newest->last == w->words &&
         newest->number + newest->iterations == number;
}

static void begin_iterations(trace_work *d, followed_thread *w, uint64_t number, uint64_t count) {
  if (goes_on(d, w, number))
    w->span = w->newest;
  else
    open_span(d, w, w->loop, number, false);
  w->newest = w->span;
  if (w->span != NOTHING)
    span_at(d, w->span)->iterations += count;
}

/* ---- following a thread ---- */

static void enter_region(trace_work *d, followed_thread *w) {
  const pme_trace_border *region = &w->state.region;
  if (region->values[2] > (int64_t)d->team_size)
    d->team_size = (uint32_t)region->values[2];
  w->loops = w->ones = 0;
  w->loop = w->one = w->part = w->span = w->newest = NOTHING;
  w->region_order = d->regions++;
}

/* What one thread does for all is no matter of its own, nor what it takes for it. */
static void pass_memory(trace_work *d, followed_thread *w, const pme_trace_border *border) {
  uint64_t address = (uint64_t)border->values[0], bytes = (uint64_t)border->values[1];
  if (border->kind == PME_TRACE_FREED)
    pme__heap_give_back(&d->packets.heap, &w->held, address, w->words);
  else if (w->state.regions > 0 && !w->state.in_one)
    pme__heap_take(
        &d->packets.heap, &w->held,
        &(pme__heap_block){
            .thread = (uint32_t)(w - d->threads), .low = address, .high = address + bytes, .first = w->words});
}

static void pass_border(trace_work *d, followed_thread *w, const pme_trace_border *border) {
  uint32_t regions = w->state.regions;
  if (border->kind == PME_TRACE_ALLOCATED || border->kind == PME_TRACE_FREED) {
    pass_memory(d, w, border);
    return;
  }
  pme_trace_pass_border(&w->state, border);
  if (w->state.regions == 0)
    pme__heap_leave_region(&w->held);
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
static void place_record(trace_work *d, followed_thread *w, const uint64_t *record, uint64_t number) {
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

static void add_record(trace_work *d, followed_thread *w, const uint64_t *record, size_t count) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  pme__span *span = span_at(d, w->span);
  span->last = w->words + count;
  span->references += pme__record_length(record, d->packets.line_bits);
  if (w->state.in_loop && !w->state.in_chunk)
    d->unplaced += block->site_count * (block->kind == PME_BLOCK_RUN ? record[1] : 1);
  /* What follows a run of iterations is not in it. */
  if (!span->is_one && block->kind == PME_BLOCK_RUN && pme__starts_iteration(block))
    w->span = NOTHING;
}

static void pass_record(trace_work *d, followed_thread *w, const uint64_t *record, size_t *word) {
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

static followed_thread *thread_of(trace_work *d, uint32_t thread) {
  if (thread >= d->thread_count) {
    size_t count = (size_t)thread + 1;
    followed_thread *grown = (followed_thread *)pme_reallocate(d->threads, count * sizeof *grown);
    if (!grown)
      return NULL;
    for (size_t t = d->thread_count; t < count; t++)
      grown[t] = (followed_thread){.packet = PME_NO_PACKET,
                                   .loop = NOTHING,
                                   .one = NOTHING,
                                   .part = NOTHING,
                                   .span = NOTHING,
                                   .newest = NOTHING};
    d->threads = grown;
    d->thread_count = count;
  }
  return &d->threads[thread];
}

/* Behind a gap the thread is where the packet says. */
static void find_back(trace_work *d, followed_thread *w, const pme_trace_packet *packet) {
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

static pme_status take_packet(trace_work *d, const pme_trace_packet *packet) {
  followed_thread *w = thread_of(d, packet->thread);
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

static pme_status take_all(trace_work *d) {
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

/* ---- the whole ---- */

static void release(trace_work *d) {
  for (size_t t = 0; t < d->thread_count; t++)
    pme__bytes_free(&d->threads[t].held.indices);
  pme__packets_close(&d->packets);
  pme_reallocate(d->threads, 0);
  pme__bytes_free(&d->parts);
  pme__bytes_free(&d->spans);
  pme__bytes_free(&d->loops);
  pme_reallocate(d->pieces, 0);
  pme_reallocate(d->work, 0);
  pme_reallocate(d, 0);
}

static pme_status status_of(const pme__sequential_trace *trace) {
  return ((const trace_work *)trace->memory)->packets.status;
}

static void close_dealing(pme__sequential_trace *trace) {
  trace_work *d = (trace_work *)trace->memory;
  pme_trace_close(d->packets.trace);
  release(d);
}

pme_status pme__trace_work(pme_trace *trace, uint32_t line_bytes, pme__sequential_trace *out, uint64_t *unplaced,
                           pme_error *error) {
  if (line_bytes == 0 || (line_bytes & (line_bytes - 1)) != 0)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "a line of %u bytes", (unsigned)line_bytes);
  trace_work *d = (trace_work *)pme_reallocate(NULL, sizeof *d);
  if (!d)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  *d = (trace_work){.packets = {.trace = trace, .line_bits = (unsigned)__builtin_ctz(line_bytes), .most = 1}};
  pme__sequential_trace result = {
      .line_bytes = line_bytes, .recorded = trace, .memory = d, .status = status_of, .close = close_dealing};
  pme_status status = take_all(d);
  if (status == PME_OK)
    status = pme__heap_settle(&d->packets.heap);
  if (status == PME_OK)
    status = pme__make_pieces(d, &result);
  if (status != PME_OK) {
    release(d);
    return pme_error_set(error, status, 0, 0, "the trace cannot be read: %s", pme_status_text(status));
  }
  *unplaced = d->unplaced;
  result.team_size = d->team_size;
  *out = result;
  return PME_OK;
}
