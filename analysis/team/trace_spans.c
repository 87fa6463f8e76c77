/* A reader goes through the spans of a piece of work, record by record. */
#include "trace_spans.h"

/* Where a reader stands: what it keeps from one call to the next. */
typedef struct place {
  pme__record_cursor at; /* `word` is one of the thread */
  uint32_t span, packet;
} place;

_Static_assert(sizeof(place) <= sizeof((pme__iteration_reader){0}.place), "a reader keeps a place");

/* ---- where iterations are ---- */

static size_t span_of(const pme__span_list *list, uint64_t iteration) {
  size_t low = 0, high = list->count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (list->spans[middle].start <= iteration)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static uint64_t end_of(const pme__span *span) { return span->start + span->iterations; }

/* The last mark with at most `before` iterations of the packet in front of it. Without runs that is as many behind the
 * span's first one as there are iterations between. */
static const pme__iteration_mark *find_mark(const pme__recalled *packet, const pme__span *span, uint64_t iteration) {
  const pme__iteration_mark *marks = packet->marks + span->mark;
  size_t low = 0, high = packet->mark_count - span->mark;
  uint64_t before = marks->before + iteration;
  if (iteration < high && marks[iteration].before == before)
    return &marks[iteration];
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (marks[middle].before <= before)
      low = middle;
    else
      high = middle;
  }
  return &marks[low];
}

/* The beginning of an iteration of the span, or its end. */
static place locate(const pme__span_list *list, size_t s, uint64_t iteration) {
  const pme__span *span = &list->spans[s];
  place found = {{.word = iteration < end_of(span) ? span->first : span->last}, (uint32_t)s, span->packet};
  if (iteration == span->start || iteration >= end_of(span))
    return found;
  const pme__recalled *packet = pme__packets_recall(list->packets, span->packet);
  if (!packet)
    return found;
  const pme__iteration_mark *first = packet->marks + span->mark,
                            *mark = find_mark(packet, span, iteration - span->start);
  found.at.word = packet->first + mark->word;
  found.at.round = iteration - span->start - (mark->before - first->before);
  return found;
}

/* ---- reading ---- */

/* The packet that the place is in, with `from` and `to` among its own words; false when there is none. */
static const pme__recalled *packet_of(const pme__span_list *list, place *p, const pme__record_cursor *end,
                                      pme__record_cursor *to) {
  const pme__recalled *packet = pme__packets_recall(list->packets, p->packet);
  while (packet && p->at.word >= packet->last && p->at.word < end->word) {
    p->packet = pme__packets_next(list->packets, p->packet);
    packet = pme__packets_recall(list->packets, p->packet);
  }
  if (packet)
    *to = end->word < packet->last ? (pme__record_cursor){.word = end->word - packet->first, .round = end->round}
                                   : (pme__record_cursor){.word = packet->last - packet->first};
  return packet;
}

static size_t read_span(const pme__span_list *list, place *p, const pme__record_cursor *end, pme__line_reference *out,
                        size_t room) {
  size_t count = 0;
  while (count < room && pme__record_before(&p->at, end)) {
    pme__record_cursor to;
    const pme__recalled *packet = packet_of(list, p, end, &to);
    if (!packet)
      return count;
    p->at.word -= packet->first;
    count += pme__records_read(packet->words, &to, list->packets->line_bits, &p->at, out + count, room - count);
    p->at.word += packet->first;
  }
  return count;
}

static size_t read_iterations(void *context, pme__iteration_reader *reader, pme__line_reference *buffer, size_t room) {
  const pme__span_list *list = (const pme__span_list *)context;
  place p;
  size_t count = 0;
  memcpy(&p, reader->place, sizeof p);
  if (reader->done == 0)
    p = locate(list, span_of(list, reader->first), reader->first);
  for (;;) {
    const pme__span *span = &list->spans[p.span];
    place end = locate(list, p.span, reader->last);
    count += read_span(list, &p, &end.at, buffer + count, room - count);
    if (count == room || reader->last <= end_of(span))
      break;
    p = locate(list, p.span + 1, end_of(span));
  }
  reader->done += count;
  memcpy(reader->place, &p, sizeof p);
  return count;
}

/* ---- counting ---- */

static uint64_t length_between(const pme__span_list *list, place p, const place *end) {
  uint64_t length = 0;
  while (pme__record_before(&p.at, &end->at)) {
    pme__record_cursor to;
    const pme__recalled *packet = packet_of(list, &p, &end->at, &to);
    if (!packet)
      break;
    p.at.word -= packet->first;
    length += pme__records_length(packet->words, &p.at, &to, list->packets->line_bits);
    p.at = (pme__record_cursor){.word = packet->first + to.word, .round = to.round};
  }
  return length;
}

static uint64_t count_iterations(void *context, uint64_t first, uint64_t last) {
  const pme__span_list *list = (const pme__span_list *)context;
  uint64_t length = 0;
  for (size_t s = span_of(list, first); first < last; s++) {
    const pme__span *span = &list->spans[s];
    place end = locate(list, s, last);
    length += first == span->start && last >= end_of(span) ? span->references
                                                           : length_between(list, locate(list, s, first), &end);
    first = end_of(span);
  }
  return length;
}

static void expect_readers(void *context, uint32_t readers) {
  const pme__span_list *list = (const pme__span_list *)context;
  /* One more to count for them. */
  pme__packets_keep(list->packets, (readers + 1) * list->packets_of_reader);
}

pme__iterations pme__iterations_of_spans(pme__span_list *list) {
  return (pme__iterations){list, list->iterations, count_iterations, read_iterations, expect_readers, NULL, NULL, NULL};
}
