/* The next line, the other one of a pair, and streams that run ahead. */
#include "prefetch.h"

#include <stdbool.h>

static uint64_t lines_of_page(int line_shift) { return (uint64_t)PME_PREFETCH_BYTES >> line_shift; }

/* That of the page; or in place of the one that was asked for longest ago. */
static sim_page_stream *stream_of(sim_prefetch *prefetch, uint64_t page, uint64_t line) {
  sim_page_stream *oldest = prefetch->streams;
  for (int i = 0; i < SIM_STREAMS; i++) {
    sim_page_stream *s = &prefetch->streams[i];
    if (s->time && s->page == page)
      return s;
    oldest = s->time < oldest->time ? s : oldest;
  }
  *oldest = (sim_page_stream){.page = page, .last = line, .front = line};
  return oldest;
}

static uint64_t distance(uint64_t a, uint64_t b) { return a > b ? a - b : b - a; }

/* Two requests in one direction make a stream: it asks for two lines at each one that follows, up to `ahead`. */
static int run_ahead(sim_prefetch *prefetch, int ahead, int line_shift, uint64_t line, uint64_t *fetched) {
  uint64_t page = line / lines_of_page(line_shift);
  sim_page_stream *s = stream_of(prefetch, page, line);
  int count = 0, direction = line > s->last ? 1 : -1;
  s->time = ++prefetch->clock;
  if (line == s->last)
    return 0;
  if (direction != s->direction)
    s->front = line;
  bool is_stream = direction == s->direction;
  bool is_overtaken = direction > 0 ? line > s->front : line < s->front;
  s->direction = direction;
  s->last = line;
  s->front = is_overtaken ? line : s->front;
  while (is_stream && count < SIM_LINES_AT_ONCE && distance(s->front, line) < (uint64_t)ahead &&
         (s->front + (uint64_t)direction) / lines_of_page(line_shift) == page)
    fetched[count++] = s->front += (uint64_t)direction;
  return count;
}

int sim_prefetch_lines(sim_prefetch *prefetch, const pme_prefetchers *shape, int line_shift, uint64_t line,
                       uint64_t fetched[SIM_MOST_FETCHED]) {
  int count = 0;
  uint64_t lines = lines_of_page(line_shift);
  if (lines < 2)
    return 0;
  if (shape->next && (line + 1) % lines)
    fetched[count++] = line + 1;
  if (shape->pair)
    fetched[count++] = line ^ 1;
  if (shape->ahead)
    count += run_ahead(prefetch, shape->ahead, line_shift, line, fetched + count);
  return count;
}
