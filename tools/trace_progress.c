#include "trace_progress.h"

#include <stdarg.h>
#include <stdio.h>

#include "pmecache/arena.h"

/* The clock is not asked for each handful of references. */
static const uint64_t ask_each = 1 << 16;

/* Stands between a piece of work and its readers. */
struct watched_piece {
  pme__iterations iterations;
  trace_progress *progress;
};

static uint64_t watched_length(void *context, uint64_t first, uint64_t last) {
  const pme__iterations *of = &((const watched_piece *)context)->iterations;
  return of->length(of->context, first, last);
}

static void watched_expect(void *context, uint32_t readers) {
  const pme__iterations *of = &((const watched_piece *)context)->iterations;
  of->expect(of->context, readers);
}

static size_t watched_read(void *context, pme__iteration_reader *reader, pme__line_reference *buffer, size_t room) {
  watched_piece *piece = (watched_piece *)context;
  trace_progress *p = piece->progress;
  size_t count = piece->iterations.read(piece->iterations.context, reader, buffer, room);
  p->followed += count;
  if (p->followed - p->asked >= ask_each) {
    p->asked = p->followed;
    progress_step(&p->shown, p->followed);
  }
  return count;
}

void trace_progress_start(trace_progress *p, pme__sequential_trace *trace) {
  *p = (trace_progress){.shown = progress_start("references", "followed")};
  if (p->shown.is_terminal)
    p->pieces = (watched_piece *)pme_reallocate(NULL, (trace->work_count + 1) * sizeof *p->pieces);
  for (size_t w = 0; p->pieces && w < trace->work_count; w++) {
    pme__iterations *of = &trace->work[w].iterations;
    p->pieces[w] = (watched_piece){*of, p};
    *of = (pme__iterations){
        &p->pieces[w], of->count, watched_length, watched_read, of->expect ? watched_expect : NULL, NULL, NULL, NULL};
  }
}

void trace_progress_say(trace_progress *p, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(p->what, sizeof p->what, format, arguments);
  va_end(arguments);
  p->shown.done = p->what;
  p->shown.unit = "references followed,";
}

void trace_progress_hide(trace_progress *p) { progress_end(&p->shown); }

void trace_progress_end(trace_progress *p) {
  progress_end(&p->shown);
  pme_reallocate(p->pieces, 0);
  p->pieces = NULL;
}
