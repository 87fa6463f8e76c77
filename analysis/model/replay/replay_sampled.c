/* From one access to a line that is run to the next: what lies between is passed over in steps of many. */
#include "replay_rows.h"

typedef pme__replay_row row;
typedef pme__replay_move move;
typedef pme__replay_cursor cursor;
typedef pme__replay_kind access_kind;

/* The first iteration of any access from `from` on. */
static void find_iteration(pme__replay_run *r, cursor *c, const row *here, int thread, int64_t from) {
  c->iteration = here->trips;
  c->position = 0;
  for (int i = 0; i < here->body->reference_count; i++) {
    move *m = &r->moves[here->first_move + i];
    const access_kind *kind = &r->kinds[here->body->reference_first + i];
    pme__replay_line_sweep sweep = {m->address + thread * kind->pitch_bytes, m->step, kind->size_bytes};
    if (!c->in_row || m->next < from)
      m->next = pme__replay_next_run(&r->tally.sets, &sweep, from, here->trips);
    c->iteration = m->next < c->iteration ? m->next : c->iteration;
  }
  c->in_row = true;
}

/* To the thread's next access to a line that is run, or to where it asks for a chunk or has none. Returns how many
 * accesses of its own are before that. */
static int64_t seek(pme__replay_run *r, cursor *c, int thread) {
  while (c->at < c->end) {
    row *here = &r->rows[c->at];
    int count = here->body ? here->body->reference_count : 0;
    if (!here->body)
      return c->index;
    if (!c->in_row)
      find_iteration(r, c, here, thread, 0);
    while (c->position < count && r->moves[here->first_move + c->position].next != c->iteration)
      c->position++;
    if (c->iteration < here->trips && c->position < count)
      return c->index + c->iteration * count + c->position;
    if (c->iteration < here->trips)
      find_iteration(r, c, here, thread, c->iteration + 1);
    if (c->iteration < here->trips)
      continue;
    c->index += here->trips * count;
    c->at++;
    c->in_row = false;
  }
  return c->index;
}

/* Takes the step that the thread has come to. False: it is done. */
static bool go_on_sampled(pme__replay_run *r, cursor *c, int thread) {
  int64_t index = c->index;
  if (c->at < c->end && r->rows[c->at].body) {
    const row *here = &r->rows[c->at];
    const move *m = &r->moves[here->first_move + c->position];
    pme__replay_pass_on(r, here->body->reference_first + c->position, m->address + c->iteration * m->step, thread);
    c->position++;
    return true;
  }
  if (!pme__replay_row_of(r, c))
    return false;
  c->index = index;
  return true;
}

/* The same order as in turns: by the number of the access in its thread, then by thread. */
void pme__replay_by_index(pme__replay_run *r, cursor *cursors, int team) {
  int64_t next[PME_MAX_CORES];
  for (int u = 0; u < team; u++)
    next[u] = seek(r, &cursors[u], u);
  while (!pme__replay_is_over(r)) {
    int first = PME_NONE;
    for (int u = 0; u < team; u++)
      if (next[u] < INT64_MAX && (first == PME_NONE || next[u] < next[first]))
        first = u;
    if (first == PME_NONE)
      break;
    next[first] = go_on_sampled(r, &cursors[first], first) ? seek(r, &cursors[first], first) : INT64_MAX;
  }
}
