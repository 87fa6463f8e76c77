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

/* ---- lanes ---- */

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

/* So many rounds there are for all of them. */
static int64_t rounds_of(const lane *lanes, int count) {
  int64_t least = INT64_MAX;
  for (int k = 0; k < count; k++) {
    int64_t rounds = lanes[k].here->trips - (lanes[k].at->position != 0);
    least = rounds < least ? rounds : least;
  }
  return least;
}

/* The access that has the turn. */
static int access_at(const lane *l, int turn, int accesses) {
  int i = l->at->position + turn;
  return i < accesses ? i : i - accesses;
}

/* ---- accesses ----
 *
 * Slots: all accesses of a round in turns, of each the round in which it may leave the line of the one before. */

static bool make_slots(pme__replay_run *r, const lane *lanes, int count, int accesses) {
  int64_t all = (int64_t)count * accesses, made = 0;
  if (!pme__replay_slots(r, all))
    return false;
  for (int turn = 0; turn < accesses; turn++)
    for (int k = 0; k < count; k++) {
      int i = access_at(&lanes[k], turn, accesses);
      r->slots[made] = (pme__replay_slot){.move = &lanes[k].moves[i],
                                          .kind = &lanes[k].kinds[i],
                                          .line = &lanes[k].lines[(ptrdiff_t)i * r->program->most_threads],
                                          .number = lanes[k].here->body->reference_first + i,
                                          .thread = lanes[k].thread};
      r->leaves[made++] = 0;
    }
  return true;
}

/* How many more steps stay in the line that is at `address`. */
static int64_t steps_in_line(int64_t address, int64_t move, int64_t size_bytes, int64_t line_bytes) {
  int64_t within = address & (line_bytes - 1);
  int64_t room = move > 0 ? line_bytes - within - size_bytes : within;
  int64_t step = move > 0 ? move : -move;
  if (within + size_bytes > line_bytes)
    return 0;
  return step == 0 ? INT64_MAX : room < step ? 0 : room / step;
}

/* The only round: what comes after it needs no thought. */
static void run_only_round(pme__replay_run *r, const lane *lanes, int count, int accesses) {
  for (int turn = 0; turn < accesses; turn++)
    for (int k = 0; k < count; k++) {
      const lane *l = &lanes[k];
      int i = access_at(l, turn, accesses);
      const pme__replay_kind *kind = &l->kinds[i];
      int64_t address = l->moves[i].address, own = address + l->thread * kind->pitch_bytes;
      const pme__replay_access access = {own, kind->size_bytes, kind->is_write, l->thread};
      if (!pme__replay_changes_nothing(r->now, &access, l->lines[(ptrdiff_t)i * r->program->most_threads]))
        pme__replay_pass_on(r, l->here->body->reference_first + i, address, l->thread);
    }
}

/* The line that the reference was at last changes nothing when it is used again. */
static bool is_quiet(const pme__replay_run *r, const pme__replay_slot *slot) {
  return *slot->line && pme__replay_is_quiet(r->now, *slot->line, slot->thread, slot->kind->is_write);
}

static void access_line(pme__replay_run *r, int64_t s, int64_t round) {
  const pme__replay_slot *slot = &r->slots[s];
  const pme__replay_kind *kind = slot->kind;
  int64_t address = slot->move->address + round * slot->move->step, own = address + slot->thread * kind->pitch_bytes;
  const pme__replay_access access = {own, kind->size_bytes, kind->is_write, slot->thread};
  if (!pme__replay_changes_nothing(r->now, &access, *slot->line))
    pme__replay_pass_on(r, slot->number, address, slot->thread);
  int64_t stays = steps_in_line(own, slot->move->step, kind->size_bytes, INT64_C(1) << r->now->line_bits);
  r->leaves[s] = stays < INT64_MAX - round ? round + 1 + stays : INT64_MAX;
}

/* ---- rounds ---- */

static bool are_quiet(const pme__replay_run *r, int64_t slots) {
  for (int64_t s = 0; s < slots; s++)
    if (!is_quiet(r, &r->slots[s]))
      return false;
  return true;
}

/* Accesses that leave their lines and, where not all lines are `calm`, those that may change something. The answer is
 * whether all are calm after that. */
static bool run_round(pme__replay_run *r, int64_t slots, int64_t round, bool calm) {
  int64_t stirs = r->now->stirs;
  for (int64_t s = 0; s < slots; s++) {
    if (r->leaves[s] > round && (calm || is_quiet(r, &r->slots[s])))
      continue;
    access_line(r, s, round);
    calm = calm && stirs == r->now->stirs && is_quiet(r, &r->slots[s]);
  }
  return calm || are_quiet(r, slots);
}

/* The first in which an access leaves its line. */
static int64_t next_round(const int64_t *leaves, int64_t slots, int64_t rounds) {
  for (int64_t s = 0; s < slots; s++)
    rounds = leaves[s] < rounds ? leaves[s] : rounds;
  return rounds;
}

/* Where the next access of each reference is to the line that the last one was to and changes nothing there, all that the
 * threads do changes nothing as long as they stay in these lines. */
static void run_all(pme__replay_run *r, int64_t slots, int64_t rounds) {
  bool calm = false;
  int64_t round = 0;
  while (round < rounds && !pme__replay_is_over(r)) {
    calm = run_round(r, slots, round++, calm);
    round = calm ? next_round(r->leaves, slots, rounds) : round;
  }
}

bool pme__replay_run_rounds(pme__replay_run *r, cursor *cursors, int team) {
  lane lanes[PME_MAX_CORES];
  int count = find_lanes(r, cursors, team, lanes);
  if (count == 0)
    return false;
  int accesses = lanes[0].here->body->reference_count;
  int64_t rounds = rounds_of(lanes, count);
  if (rounds > 1 && !make_slots(r, lanes, count, accesses))
    return false;
  if (rounds > 1)
    run_all(r, (int64_t)count * accesses, rounds);
  else
    run_only_round(r, lanes, count, accesses);
  for (int k = 0; k < count; k++) {
    lanes[k].here->trips -= rounds;
    lanes[k].at->at += lanes[k].here->trips == 0;
    for (int i = 0; i < accesses; i++)
      lanes[k].moves[i].address += rounds * lanes[k].moves[i].step;
  }
  return true;
}
