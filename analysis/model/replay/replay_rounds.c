/* Rounds of accesses that all go to the lines that the last ones went to, and change nothing there: they are passed over. */
#include <stddef.h>

#include "replay_quiet.h"
#include "replay_rows.h"

typedef pme__replay_row row;
typedef pme__replay_move move;
typedef pme__replay_cursor cursor;

/* How many more steps stay in the line that the last one was in. */
static int64_t steps_in_line(const move *m, int64_t pitch_bytes, int64_t size_bytes, int64_t line_bytes) {
  int64_t within = (m->address - m->step + pitch_bytes) & (line_bytes - 1);
  int64_t room = m->step > 0 ? line_bytes - within - size_bytes : within;
  int64_t step = m->step > 0 ? m->step : -m->step;
  if (within + size_bytes > line_bytes)
    return 0;
  return step == 0 ? INT64_MAX : room < step ? 0 : room / step;
}

/* Of those that change nothing. */
static int64_t iterations_in_lines(const pme__replay_run *r, const row *here, int thread) {
  int64_t least = here->trips - 1, line_bytes = INT64_C(1) << r->now->line_bits;
  for (int i = 0; i < here->body->reference_count && least > 0; i++) {
    int number = here->body->reference_first + i;
    const pme__replay_kind *kind = &r->kinds[number];
    const pme__replay_line *line = r->lines[(ptrdiff_t)number * r->program->most_threads + thread];
    if (!line || !pme__replay_is_quiet(r->now, line, thread, kind->is_write))
      return 0;
    int64_t stays =
        steps_in_line(&r->moves[here->first_move + i], thread * kind->pitch_bytes, kind->size_bytes, line_bytes);
    least = stays < least ? stays : least;
  }
  return least;
}

static bool is_done(const cursor *c) { return c->at == c->end && c->deal == PME_NONE; }

/* The row of a thread that has gone round it once, by as many accesses as the others; NULL: there is none. */
static const row *known_row(const pme__replay_run *r, const cursor *c, int accesses) {
  const row *here = c->at < c->end ? &r->rows[c->at] : NULL;
  bool is_known = here && here->body && here->body->reference_count == accesses && here->trips < here->all_trips;
  return is_known ? here : NULL;
}

static void skip(pme__replay_run *r, row *here, int64_t iterations) {
  here->trips -= iterations;
  for (int i = 0; i < here->body->reference_count; i++) {
    move *m = &r->moves[here->first_move + i];
    m->address += iterations * m->step;
  }
}

void pme__replay_skip_rounds(pme__replay_run *r, const cursor *cursors, int team, int accesses) {
  int64_t least = INT64_MAX;
  for (int u = 0; u < team && least > 0; u++) {
    const row *here = known_row(r, &cursors[u], accesses);
    int64_t stays = here ? iterations_in_lines(r, here, u) : is_done(&cursors[u]) ? INT64_MAX : 0;
    least = stays < least ? stays : least;
  }
  if (least == INT64_MAX)
    return;
  for (int u = 0; u < team && least > 0; u++)
    if (!is_done(&cursors[u]))
      skip(r, &r->rows[cursors[u].at], least);
}
