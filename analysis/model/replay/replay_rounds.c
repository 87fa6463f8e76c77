/* Rounds: each thread goes through one iteration of its row. Those of accesses that all go to the lines that the last ones
 * went to, and change nothing there, are passed over. */
#include <stddef.h>

#include "pmecache/machine.h"
#include "replay_quiet.h"
#include "replay_rows.h"

typedef pme__replay_row row;
typedef pme__replay_move move;
typedef pme__replay_cursor cursor;

/* A thread that is in a row, and what its accesses need. */
typedef struct lane {
  cursor *at;
  row *here;
  move *moves;                   /* [reference of the body] */
  const pme__replay_kind *kinds; /* the same */
  pme__replay_line **lines;      /* every most_threads-th */
  int thread;
} lane;

/* ---- rounds that change nothing ---- */

/* How many more steps stay in the line that the last one was in. */
static int64_t steps_in_line(const move *m, int64_t pitch_bytes, int64_t size_bytes, int64_t line_bytes) {
  int64_t within = (m->address - m->step + pitch_bytes) & (line_bytes - 1);
  int64_t room = m->step > 0 ? line_bytes - within - size_bytes : within;
  int64_t step = m->step > 0 ? m->step : -m->step;
  if (within + size_bytes > line_bytes)
    return 0;
  return step == 0 ? INT64_MAX : room < step ? 0 : room / step;
}

static bool is_quiet(const pme__replay_run *r, const lane *l, int accesses) {
  for (int i = 0; i < accesses; i++) {
    const pme__replay_line *line = l->lines[(ptrdiff_t)i * r->program->most_threads];
    if (!line || !pme__replay_is_quiet(r->now, line, l->thread, l->kinds[i].is_write))
      return false;
  }
  return true;
}

/* Iterations that stay in these lines, of `least` at most. */
static int64_t iterations_in_lines(const pme__replay_run *r, const lane *l, int accesses, int64_t least) {
  int64_t line_bytes = INT64_C(1) << r->now->line_bits;
  least = l->here->trips - 1 < least ? l->here->trips - 1 : least;
  for (int i = 0; i < accesses && least > 0; i++) {
    int64_t stays =
        steps_in_line(&l->moves[i], l->thread * l->kinds[i].pitch_bytes, l->kinds[i].size_bytes, line_bytes);
    least = stays < least ? stays : least;
  }
  return least;
}

/* Where the next access of each reference is to the line that the last one was to and changes nothing there, all that the
 * threads do changes nothing as long as they stay in these lines. */
static void skip_rounds(const pme__replay_run *r, const lane *lanes, int count, int accesses) {
  int64_t least = INT64_MAX;
  for (int k = 0; k < count; k++)
    if (!is_quiet(r, &lanes[k], accesses))
      return;
  for (int k = 0; k < count && least > 0; k++)
    least = iterations_in_lines(r, &lanes[k], accesses, least);
  for (int k = 0; k < count && least > 0; k++) {
    lanes[k].here->trips -= least;
    for (int i = 0; i < accesses; i++)
      lanes[k].moves[i].address += least * lanes[k].moves[i].step;
  }
}

/* ---- rounds ---- */

static lane lane_of(const pme__replay_run *r, cursor *c, row *here, int thread) {
  int first = here->body->reference_first;
  return (lane){.at = c,
                .here = here,
                .moves = &r->moves[here->first_move],
                .kinds = &r->kinds[first],
                .lines = &r->lines[(ptrdiff_t)first * r->program->most_threads + thread],
                .thread = thread};
}

/* Of all threads that are not done, where each goes round a row of as many accesses once more; 0: they do not. */
static int find_lanes(pme__replay_run *r, cursor *cursors, int team, lane *lanes) {
  int count = 0, accesses = 0;
  for (int u = 0; u < team; u++) {
    row *here = pme__replay_row_of(r, &cursors[u]);
    if (!here)
      continue;
    if (here->trips <= (cursors[u].position != 0) || (count > 0 && here->body->reference_count != accesses))
      return 0;
    accesses = here->body->reference_count;
    lanes[count++] = lane_of(r, &cursors[u], here, u);
  }
  return count;
}

/* The i-th access of the body. */
static void access_line(pme__replay_run *r, const lane *l, int i) {
  const pme__replay_kind *kind = &l->kinds[i];
  move *m = &l->moves[i];
  const pme__replay_access access = {m->address + l->thread * kind->pitch_bytes, kind->size_bytes, kind->is_write,
                                     l->thread};
  if (!pme__replay_changes_nothing(r->now, &access, l->lines[(ptrdiff_t)i * r->program->most_threads]))
    pme__replay_pass_on(r, l->here->body->reference_first + i, m->address, l->thread);
  m->address += m->step;
}

/* In turns. */
static void run_lanes(pme__replay_run *r, const lane *lanes, int count, int accesses) {
  for (int turn = 0; turn < accesses; turn++)
    for (int k = 0; k < count; k++) {
      int i = lanes[k].at->position + turn;
      access_line(r, &lanes[k], i < accesses ? i : i - accesses);
    }
  for (int k = 0; k < count; k++)
    lanes[k].here->trips--;
}

static bool may_go_on(const lane *lanes, int count) {
  for (int k = 0; k < count; k++)
    if (lanes[k].here->trips <= (lanes[k].at->position != 0))
      return false;
  return true;
}

bool pme__replay_run_rounds(pme__replay_run *r, cursor *cursors, int team) {
  lane lanes[PME_MAX_CORES];
  int count = find_lanes(r, cursors, team, lanes);
  if (count == 0)
    return false;
  int accesses = lanes[0].here->body->reference_count;
  do {
    run_lanes(r, lanes, count, accesses);
    skip_rounds(r, lanes, count, accesses);
  } while (!pme__replay_is_over(r) && may_go_on(lanes, count));
  for (int k = 0; k < count; k++)
    lanes[k].at->at += lanes[k].here->trips == 0;
  return true;
}
