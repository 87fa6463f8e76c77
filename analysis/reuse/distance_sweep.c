/* Sweeps of the exact engine: rows of lines are counted, taken out of the stack and put on top at once. */
#include "distance_sweep.h"

#include <string.h>

#include "distance_pages.h"

enum { MAX_PROGRESSIONS = 40, MOST_STRETCHES = PME_SWEEP_LINES / PAGE_LINES + 1, STEP_OF_SCAN = 8 };

/* Lines start .. start + count - 1 of a stream, entered one after the other, whose slots from before the sweep are
 * slot, slot + step, ... The line of round 0 is always a progression of its own. */
typedef struct progression {
  uint32_t stream, start, count;
  uint64_t order;                 /* of the entries of its stream among those with the same index */
  uint32_t slot, last_slot, step; /* NO_SLOT: first references */
} progression;

/* How many lines of a progression are entered before line i of another and were below it in the stack:
 * i + ahead, at least 0, at most count. */
typedef struct below {
  int32_t ahead;
  int32_t count;
} below;

/* Lines of a stream from `start` on, up to the next stretch, whose entries are in a row. Mostly it is one, as pages get
 * their rows in the order in which they are seen. */
typedef struct stretch {
  uint32_t start, entry;
} stretch;

typedef struct work {
  pme__distance *engine;
  const pme__sweep *sweep;
  pme__sweep_count *count;
  void *context;
  uint32_t line_count; /* of all streams */
  uint32_t progression_count;
  progression progressions[MAX_PROGRESSIONS];
  stretch stretches[PME_SWEEP_STREAMS][MOST_STRETCHES + 1]; /* the last one starts where the stream ends */
  uint32_t first_slot[PME_SWEEP_STREAMS];                   /* of the line of round 0 */
  uint64_t order[PME_SWEEP_STREAMS];                        /* round and place of the entries behind it */
  below below[MAX_PROGRESSIONS];
  uint32_t below_count;
} work;

/* ---- progressions ---- */

ALWAYS_INLINE bool are_regular(const uint32_t *values, uint32_t first, uint32_t step) {
  uint32_t different = 0;
  for (uint32_t k = 0; k < STEP_OF_SCAN; k++)
    different |= values[k] ^ (first + k * step);
  return different == 0;
}

/* How many of `values` are value, value + step, ... Those at the end are mostly looked at with some before them; the
 * last one is often another. */
ALWAYS_INLINE uint32_t regular_length(const uint32_t *values, uint32_t count, uint32_t value, uint32_t step) {
  uint32_t n = 0;
  while (n + STEP_OF_SCAN <= count && are_regular(values + n, value + n * step, step))
    n += STEP_OF_SCAN;
  if (n > 0 && n < count && n + STEP_OF_SCAN > count) {
    uint32_t before_last = count - 1 - STEP_OF_SCAN;
    if (are_regular(values + before_last, value + before_last * step, step))
      n = count - 1;
  }
  while (n < count && values[n] == value + n * step)
    n++;
  return n;
}

/* A row of slots in one page: the end of the last progression grows as far as possible, the rest are new
 * progressions. */
ALWAYS_INLINE bool add_slots(work *w, uint32_t stream, uint32_t start, const uint32_t *slots, uint32_t count) {
  for (uint32_t i = 0; i < count;) {
    progression *last = w->progression_count ? &w->progressions[w->progression_count - 1] : NULL;
    if (last && last->stream == stream) {
      if (last->count == 1 && last->slot != NO_SLOT && slots[i] != NO_SLOT && slots[i] > last->slot)
        last->step = slots[i] - last->slot;
      uint32_t n = last->count == 1 && last->slot != NO_SLOT && last->step == 0
                       ? 0
                       : regular_length(slots + i, count - i, last->last_slot + last->step, last->step);
      last->count += n;
      last->last_slot += n * last->step;
      i += n;
      if (i == count)
        break;
    }
    if (w->progression_count == MAX_PROGRESSIONS)
      return false;
    w->progressions[w->progression_count++] =
        (progression){stream, start + i, 1, w->order[stream], slots[i], slots[i], 0};
    i++;
  }
  return true;
}

ALWAYS_INLINE bool find_stretches(work *w, uint32_t stream) {
  const pme__sweep_stream *s = &w->sweep->streams[stream];
  stretch *stretches = w->stretches[stream];
  uint32_t count = 0, expected = NO_ENTRY;
  for (uint32_t i = 0; i < s->lines;) {
    uint32_t entry = pages_entry(&w->engine->pages, s->line + i, w->engine->options.allocator);
    if (entry == NO_ENTRY)
      return false;
    if (entry != expected)
      stretches[count++] = (stretch){i, entry};
    uint32_t in_page = PAGE_LINES - entry % PAGE_LINES;
    expected = entry + in_page;
    i += in_page;
  }
  stretches[count] = (stretch){s->lines, NO_ENTRY};
  return true;
}

ALWAYS_INLINE bool find_progressions(work *w, uint32_t stream) {
  const pme__sweep_stream *s = &w->sweep->streams[stream];
  if (!find_stretches(w, stream))
    return false;
  const uint32_t *rows = w->engine->pages.rows;
  const stretch *at = w->stretches[stream];
  w->order[stream] = (uint64_t)s->enter << 32 | s->enter_place;
  w->first_slot[stream] = rows[at->entry];
  for (uint32_t skip = 1; at->start < s->lines; at++, skip = 0)
    if (!add_slots(w, stream, at->start + skip, rows + at->entry + skip, at[1].start - at->start - skip))
      return false;
  return true;
}

/* ---- distances ---- */

ALWAYS_INLINE int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }

/* length / step, rounded to zero and, of a length above 0, up. A division takes as long as all the rest. */
ALWAYS_INLINE int32_t steps_down(int32_t length, uint32_t step) {
  return step == 1 ? length : step == 2 && length >= 0 ? length >> 1 : length / (int32_t)step;
}
ALWAYS_INLINE int32_t steps_up(int32_t length, uint32_t step) { return steps_down(length + (int32_t)step - 1, step); }

/* Which lines of progression q count for the lines of p. */
ALWAYS_INLINE void add_below(work *w, const progression *p, const progression *q) {
  int32_t start = (int32_t)q->start, first = (int32_t)p->start;
  int32_t ahead = q->order < p->order;
  if ((int32_t)q->last_slot > (int32_t)p->slot) { /* not so when q has no slots: that is a negative one */
    if (q->slot > p->last_slot)
      return;                                     /* above all of them */
    int32_t lower = (int32_t)(p->slot - q->slot); /* may be negative */
    if (p->count == 1)
      ahead = smaller(ahead, start - first + steps_up(lower, q->step));
    else if (q->count == 1)
      ahead = smaller(ahead, start - first - steps_down(-lower, p->step));
    else if (lower >= 0)
      ahead = smaller(ahead, start - first + steps_up(lower, q->step));
    else
      ahead = smaller(ahead, start - first - steps_down(-lower, q->step));
  }
  w->below[w->below_count++] = (below){ahead - start, (int32_t)q->count};
}

/* Set bits behind slot `from`, up to and with slot `to`. */
ALWAYS_INLINE uint32_t bits_between(const slots *s, uint32_t from, uint32_t to) {
  uint32_t first = (from + 1) >> 6, last = to >> 6;
  uint64_t head = ~UINT64_C(0) << ((from + 1) & 63), tail = ~UINT64_C(0) >> (63 - (to & 63));
  if (first == last)
    return (uint32_t)__builtin_popcountll(s->bits[first] & head & tail);
  uint32_t sum = (uint32_t)__builtin_popcountll(s->bits[first] & head);
  for (uint32_t w = first + 1; w < last; w++)
    sum += (uint32_t)__builtin_popcountll(s->bits[w]);
  return sum + (uint32_t)__builtin_popcountll(s->bits[last] & tail);
}

/* Lines from .. to - 1 of the progression, where each line has `base` lines entered before it and below it, and
 * `slope` more than the line before. */
ALWAYS_INLINE void count_lines(work *w, const progression *p, uint32_t from, uint32_t to, uint64_t base,
                               uint32_t slope) {
  const slots *s = &w->engine->slots;
  uint32_t place = w->sweep->streams[p->stream].enter_place, count = to - from;
  uint32_t slot = p->slot + (from - p->start) * p->step;
  uint64_t distance = slots_after(s, slot) + base;
  uint32_t between = count > 1 ? bits_between(s, slot, slot + (count - 1) * p->step) : 0;
  /* Of the slots between two lines of the progression at least one is a set bit, that of the line. */
  bool only_own = slope == 1 && between == count - 1, all = slope == p->step && between == (count - 1) * slope;
  if (count == 1 || only_own || all) {
    w->count(w->context, place, distance, count);
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    w->count(w->context, place, distance, 1);
    if (i + 1 < count)
      distance += (uint64_t)slope - bits_between(s, slot, slot + p->step);
    slot += p->step;
  }
}

ALWAYS_INLINE void count_progression(work *w, const progression *p) {
  uint32_t end = p->start + p->count;
  for (uint32_t from = p->start, to; from < end; from = to) {
    int64_t base = w->sweep->stream_count; /* the lines of round 0 */
    uint32_t slope = 0;
    to = end;
    for (uint32_t b = 0; b < w->below_count; b++) {
      const below *q = &w->below[b];
      int32_t so_far = (int32_t)from + q->ahead;
      if (so_far >= q->count) {
        base += q->count;
        continue;
      }
      if (so_far >= 0) {
        base += so_far;
        slope++;
      }
      uint32_t bend = (uint32_t)((so_far >= 0 ? q->count : 0) - q->ahead);
      to = bend < to ? bend : to;
    }
    count_lines(w, p, from, to, (uint64_t)base, slope);
  }
}

/* ---- the stack behind the sweep ---- */

/* Bits 0, step, 2 * step, ... Most steps are the number of streams, a small one. */
ALWAYS_INLINE uint64_t every(uint32_t step) {
  if (step == 1)
    return UINT64_MAX;
  if (step == 2)
    return UINT64_C(0x5555555555555555);
  uint64_t mask = 1;
  for (uint32_t shift = step; shift && shift < BLOCK_BITS; shift *= 2)
    mask |= mask << shift;
  return mask;
}

ALWAYS_INLINE void remove_progression(slots *s, const progression *p) {
  uint64_t all = every(p->step);
  for (uint32_t slot = p->slot, left = p->count; left > 0;) {
    uint32_t first = slot % BLOCK_BITS, block = slot >> BLOCK_SHIFT, some = 1;
    if (left > 1 && p->step < BLOCK_BITS)
      some += (uint32_t)steps_down((int32_t)(BLOCK_BITS - 1 - first), p->step);
    some = some < left ? some : left;
    uint64_t mask = (all & ~UINT64_C(0) >> (BLOCK_BITS - 1 - (some - 1) * p->step)) << first;
    s->bits[block] &= ~mask;
    if (block >= s->closed)
      s->open_live -= some;
    else
      tree_add(s, block, 0 - some);
    slot += some * p->step;
    left -= some;
  }
  s->live -= p->count;
}

ALWAYS_INLINE uint32_t entry_of(const work *w, uint32_t stream, uint32_t index) {
  const stretch *at = w->stretches[stream];
  while (at[1].start <= index)
    at++;
  return at->entry + index - at->start;
}

ALWAYS_INLINE uint32_t lesser(uint32_t a, uint32_t b) { return a < b ? a : b; }

ALWAYS_INLINE void count_up_some(uint32_t *values, uint32_t first, uint32_t step) {
  for (uint32_t k = 0; k < STEP_OF_SCAN; k++)
    values[k] = first + k * step;
}

/* values[k] = first + k * step. At the end some are written twice, so that it is always some at a time. */
ALWAYS_INLINE void count_up(uint32_t *values, uint32_t count, uint32_t first, uint32_t step) {
  if (count < STEP_OF_SCAN) {
    for (uint32_t k = 0; k < count; k++)
      values[k] = first + k * step;
    return;
  }
  uint32_t last = count - STEP_OF_SCAN;
  for (uint32_t n = 0; n < last; n += STEP_OF_SCAN)
    count_up_some(values + n, first + n * step, step);
  count_up_some(values + last, first + last * step, step);
}

/* The lines that a stream leaves go to slot, slot + step, ... */
ALWAYS_INLINE void name_slots(work *w, uint32_t stream, uint32_t slot, uint32_t step) {
  uint32_t left = w->sweep->streams[stream].left, *rows = w->engine->pages.rows;
  for (const stretch *at = w->stretches[stream]; at->start < left; at++)
    count_up(rows + at->entry, lesser(at[1].start, left) - at->start, slot + at->start * step, step);
}

ALWAYS_INLINE void name_owners(work *w, uint32_t stream, uint32_t slot, uint32_t step) {
  uint32_t *owner = w->engine->slots.owner.entry, left = w->sweep->streams[stream].left;
  for (const stretch *at = w->stretches[stream]; at->start < left; at++)
    for (uint32_t i = at->start, end = lesser(at[1].start, left); i < end; i++)
      owner[slot + i * step] = at->entry + i - at->start;
}

/* a, b, a + 1, b + 1, ... */
ALWAYS_INLINE void name_pairs(uint32_t *owner, uint32_t count, uint32_t a, uint32_t b) {
  for (uint32_t k = 0; k < count; k++) {
    uint32_t pair[] = {a + k, b + k};
    memcpy(owner + (size_t)2 * k, pair, sizeof pair);
  }
}

ALWAYS_INLINE void name_row_of_pairs(uint32_t *owner, uint32_t count, uint32_t a, uint32_t b) {
  if (count < STEP_OF_SCAN) {
    name_pairs(owner, count, a, b);
    return;
  }
  uint32_t last = count - STEP_OF_SCAN;
  for (uint32_t n = 0; n < last; n += STEP_OF_SCAN)
    name_pairs(owner + (size_t)2 * n, STEP_OF_SCAN, a + n, b + n);
  name_pairs(owner + (size_t)2 * last, STEP_OF_SCAN, a + last, b + last);
}

/* Two streams take turns: both owners at once, which the processor does for several pairs at a time. */
ALWAYS_INLINE void name_owners_of_two(work *w, const uint32_t *order, uint32_t slot) {
  uint32_t *owner = w->engine->slots.owner.entry + slot;
  uint32_t more = w->sweep->streams[order[0]].left, left = w->sweep->streams[order[1]].left;
  const stretch *first = w->stretches[order[0]], *second = w->stretches[order[1]];
  for (uint32_t i = 0, end; i < left; i = end) {
    end = lesser(left, lesser(first[1].start, second[1].start));
    name_row_of_pairs(owner + (size_t)2 * i, end - i, first->entry + i - first->start,
                      second->entry + i - second->start);
    first += end == first[1].start;
    second += end == second[1].start;
  }
  if (more > left)
    owner[(size_t)2 * left] = entry_of(w, order[0], left);
}

/* Streams that leave lines, in the order in which they do so, period after period. False when the order changes. */
ALWAYS_INLINE bool order_of_leaving(const pme__sweep *sweep, uint32_t *order, uint32_t *moving) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < sweep->stream_count; i++) {
    const pme__sweep_stream *s = &sweep->streams[i];
    if (s->left == 0)
      continue;
    uint32_t at = n++;
    for (; at > 0; at--) {
      const pme__sweep_stream *before = &sweep->streams[order[at - 1]];
      if (before->leave < s->leave || (before->leave == s->leave && before->leave_place < s->leave_place))
        break;
      order[at] = order[at - 1];
    }
    order[at] = i;
  }
  *moving = n;
  for (uint32_t k = 1; k < n; k++)
    if (sweep->streams[order[k]].left > sweep->streams[order[k - 1]].left ||
        sweep->streams[order[k]].left + 1 < sweep->streams[order[0]].left)
      return false;
  return true;
}

ALWAYS_INLINE void restack(work *w, const uint32_t *order, uint32_t moving) {
  pme__distance *e = w->engine;
  const pme__sweep *sweep = w->sweep;
  uint32_t left = 0;
  for (uint32_t k = 0; k < moving; k++)
    left += sweep->streams[order[k]].left;
  uint32_t slot = slots_append_all(&e->slots, left);
  fetch_owners(&e->slots, e->slots.now, 2 * BLOCK_BITS); /* for the next sweep */
  if (moving == 2) {                                     /* the compiler knows the step then */
    name_slots(w, order[0], slot, 2);
    name_slots(w, order[1], slot + 1, 2);
    name_owners_of_two(w, order, slot);
  } else {
    for (uint32_t k = 0; k < moving; k++)
      name_slots(w, order[k], slot + k, moving);
    for (uint32_t k = 0; k < moving; k++)
      name_owners(w, order[k], slot + k, moving);
  }
  uint32_t surplus = sweep->last_count > PME_RECENT_LINES ? sweep->last_count - PME_RECENT_LINES : 0;
  for (uint32_t i = 0; i < sweep->last_count; i++) {
    pme__sweep_line last = sweep->last[i];
    uint32_t at = sweep->last_count - 1 - i;
    if (i < surplus) {
      append_one(e, entry_of(w, last.stream, last.index));
      continue;
    }
    e->recent.lines[at] = sweep->streams[last.stream].line + last.index;
  }
  e->front_count = sweep->last_count - surplus;
}

/* ---- the whole ---- */

/* Nothing may be counted before it is clear that all can be. */
ALWAYS_INLINE bool all_regular(const work *w) {
  for (uint32_t i = 0; i < w->progression_count; i++)
    for (uint32_t k = 0; k < i && w->progressions[i].count > 1; k++) {
      const progression *p = &w->progressions[i], *q = &w->progressions[k];
      bool apart = p->last_slot < q->slot || q->last_slot < p->slot || p->slot == NO_SLOT || q->slot == NO_SLOT;
      if (q->count > 1 && q->step != p->step && !apart)
        return false;
    }
  return true;
}

ALWAYS_INLINE void count_entries(work *w, const progression *p) {
  if (p->slot == NO_SLOT) {
    w->count(w->context, w->sweep->streams[p->stream].enter_place, PME_DISTANCE_INFINITE, p->count);
    return;
  }
  w->below_count = 0;
  for (uint32_t k = 0; k < w->progression_count; k++)
    add_below(w, p, &w->progressions[k]);
  count_progression(w, p);
}

/* Above a line there are then the lines of the round so far, which are taken out of the stack. */
ALWAYS_INLINE void count_round_0(work *w) {
  slots *s = &w->engine->slots;
  for (uint32_t i = 0; i < w->sweep->stream_count; i++) {
    uint32_t slot = w->first_slot[i];
    w->count(w->context, w->sweep->streams[i].first_place,
             slot == NO_SLOT ? PME_DISTANCE_INFINITE : slots_take(s, slot) + i, 1);
  }
}

ALWAYS_INLINE bool find_all_progressions(work *w) {
  for (uint32_t i = 0; i < w->sweep->stream_count; i++)
    if (!find_progressions(w, i))
      return false;
  return all_regular(w);
}

ALWAYS_INLINE bool sweep_lines(work *w) {
  pme__distance *e = w->engine;
  uint32_t order[PME_SWEEP_STREAMS], moving;
  if (e->status || !order_of_leaving(w->sweep, order, &moving) || !exact_has_room(e, e->front_count + w->line_count))
    return false;
  flush_front(e);
  if (!find_all_progressions(w))
    return false;
  count_round_0(w);
  for (uint32_t i = 0; i < w->progression_count; i++)
    count_entries(w, &w->progressions[i]);
  for (uint32_t i = 0; i < w->progression_count; i++)
    if (w->progressions[i].slot != NO_SLOT)
      remove_progression(&e->slots, &w->progressions[i]);
  restack(w, order, moving);
  return true;
}

static bool sweep_plain(work *w) { return sweep_lines(w); }

AVX2_VARIANT static bool sweep_avx2(work *w) { return sweep_lines(w); }

bool pme__distance_sweep(pme__distance *e, const pme__sweep *sweep, pme__sweep_count *count, void *context) {
  if (!e->is_exact || !has_recent(e))
    return false;
  work w;
  w.engine = e;
  w.sweep = sweep;
  w.count = count;
  w.context = context;
  w.progression_count = 0;
  w.line_count = 0;
  for (uint32_t i = 0; i < sweep->stream_count; i++)
    w.line_count += sweep->streams[i].lines;
  bool done = e->has_avx2 ? sweep_avx2(&w) : sweep_plain(&w);
  e->swept += done ? w.line_count : 0;
  hybrid_check(e);
  return done;
}
