/* Finds lines that are written often by iterations far from each other: a few of the records are looked at, and writes to a
 * line counted until something else has its counter. Lines that a loop walks over are written soon after each other, and by
 * iterations that mostly one thread has. */
#include <string.h>

#include "line_sampler_state.h"

enum {
  ENOUGH = 16, /* writes that were looked at */
  PARTS = 64,  /* of a loop: iterations this far from each other are of different threads */
  MOST_WRITES = 1 << 24,
  MOST_LINES = 16 /* of a run that are looked at */
};

static bool insert(pme__often_lines *often, uint64_t line) {
  int at = pme__often_from(often, line);
  if (often->count == PME_OFTEN_MOST || (at < often->count && often->line[at] == line))
    return false;
  memmove(often->line + at + 1, often->line + at, (size_t)(often->count - at) * sizeof *often->line);
  memmove(often->newest + at + 1, often->newest + at, (size_t)(often->count - at) * sizeof *often->newest);
  memmove(often->level + at + 1, often->level + at, (size_t)(often->count - at) * sizeof *often->level);
  often->line[at] = line;
  often->level[at] = 0;
  often->newest[at] = 0;
  often->count++;
  uint64_t hash = pme__line_hash(line, PME_OFTEN_HASH_BITS);
  often->hashed[hash / 64] |= UINT64_C(1) << hash % 64;
  often->sets |= UINT64_C(1) << line % PME_SAMPLE_SETS;
  return true;
}

/* Writes to a line, by the iterations from `first` to `last`. */
typedef struct writes {
  uint64_t line, first, last;
  uint32_t count;
  uint64_t time, span;
} writes;

static bool is_far(const pme__line_sampler *s, const pme__write_counter *c) {
  uint64_t part = s->often.trips / PARTS;
  return s->pieces[s->piece].at.kind == PME_SAMPLED_ALL || c->last - c->first >= (part > 0 ? part : 1);
}

static void start(pme__write_counter *c, const pme__line_sampler *s, const writes *w) {
  c->piece = s->piece;
  c->first = w->first;
  c->last = w->last;
}

static void note_visit(const pme__line_sampler *s, pme__write_counter *c, const writes *w) {
  pme__past_visit *last = c->visits > 0 ? &c->past[(c->visits - 1) % PME_OFTEN_PAST] : NULL;
  if (!last || last->piece != s->piece || last->iteration != w->first) {
    last = &c->past[c->visits++ % PME_OFTEN_PAST];
    *last = (pme__past_visit){.iteration = w->first, .time = w->time, .piece = s->piece};
  }
  last->span = w->time + w->span - last->time;
  last->records++;
  last->writes += last->writes < MOST_WRITES ? w->count : 0;
}

/* What was seen of the line before: records that were not looked at did the same. */
static void add_past(pme__line_sampler *s, const pme__write_counter *c) {
  uint32_t count = c->visits < PME_OFTEN_PAST ? c->visits : PME_OFTEN_PAST;
  for (uint32_t v = 0; v < count; v++) {
    const pme__past_visit *past = &c->past[v];
    bool is_single = past->records == 1;
    uint32_t all = is_single ? past->writes : past->writes * PME_OFTEN_ONE_OF;
    uint64_t iterations = s->pieces[past->piece].at.iterations;
    for (uint32_t i = 0; i < (is_single ? PME_OFTEN_ONE_OF : 1) && past->iteration + i < iterations; i++) {
      pme_sampled_touch at = {
          (c->line + PME_SAMPLE_OFTEN_LINES) << 2, past->iteration + i, past->time, past->span, 2 * all - 1, all};
      if (s->often_count < PME_SAMPLE_MOST_OFTEN)
        s->often_touches[s->often_count++] = (touch){at, (uint32_t)past->piece};
    }
  }
  s->often.is_mixed = true;
}

static void count(pme__line_sampler *s, const writes *w) {
  pme__write_counter *c = &s->often.counter[pme__line_hash(w->line, PME_OFTEN_COUNTERS_BITS)];
  if (c->line != w->line) {
    if (c->count > w->count) {
      c->count -= w->count;
      return;
    }
    c->line = w->line;
    c->count = c->far = c->visits = 0;
    start(c, s, w);
  } else if (c->piece != s->piece) {
    start(c, s, w);
  }
  c->first = w->first < c->first ? w->first : c->first;
  c->last = w->last > c->last ? w->last : c->last;
  uint32_t added = w->count < ENOUGH ? w->count : ENOUGH;
  c->count += c->count < UINT32_MAX - added ? added : 0;
  c->far += is_far(s, c) ? added : 0;
  note_visit(s, c, w);
  if (c->far >= ENOUGH && insert(&s->often, w->line))
    add_past(s, c);
}

static void look_at_run(pme__line_sampler *s, const uint64_t *record, bool iterates) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  const uint64_t *stride = record + 2 + block->site_count;
  for (uint32_t i = 0; i < block->site_count; i++) {
    const pme_instrumented_site *site = &block->sites[i];
    int64_t step = site->flags & PME_SITE_STRIDE_RECORDED ? (int64_t)*stride++ : site->stride;
    if (!(site->flags & PME_SITE_WRITE) || pme__sampler_move(s, record[2 + i], site->flags))
      continue;
    uint64_t address = record[2 + i], size = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    uint64_t in_line = size == 0 ? record[1] : size < 64 ? 64 / size : 1, round = 0;
    for (int line = 0; line < MOST_LINES && round < record[1]; line++, round += in_line) {
      uint64_t by = in_line < record[1] - round ? in_line : record[1] - round, from = s->iteration;
      writes w = {(address + round * (uint64_t)step) >> PME_SAMPLER_LINE_BITS,
                  from,
                  from,
                  by < MOST_WRITES ? (uint32_t)by : MOST_WRITES,
                  s->now + round * block->site_count,
                  (by - 1) * block->site_count};
      if (iterates) {
        w.first += round;
        w.last += round + by - 1;
      }
      count(s, &w);
    }
  }
}

void pme__look_at_writes(pme__line_sampler *s, const uint64_t *record, bool iterates) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)record[0];
  if (s->pieces[s->piece].at.kind == PME_SAMPLED_ONE)
    return;
  if (block->kind == PME_BLOCK_RUN) {
    look_at_run(s, record, iterates);
    return;
  }
  for (uint32_t i = 0; i < block->site_count; i++)
    if (block->sites[i].flags & PME_SITE_WRITE && !pme__sampler_move(s, record[1 + i], block->sites[i].flags))
      count(s,
            &(writes){record[1 + i] >> PME_SAMPLER_LINE_BITS, s->iteration, s->iteration, 1, pme__sampler_time(s), 0});
}

/* ---- when there is no room any more ---- */

static int number_of(const pme__line_sampler *s, size_t touch) {
  return pme__often_number(&s->often, (s->often_touches[touch].at.reference >> 2) - PME_SAMPLE_OFTEN_LINES);
}

/* The highest bits spread lines that follow each other evenly. */
static void halve(pme__often_lines *often, int number) {
  bool is_kept = often->level[number] < PME_OFTEN_MOST_LEVEL &&
                 (pme__line_hash(often->line[number], often->level[number] + 1) & 1) == 0;
  often->level[number] = is_kept ? (int8_t)(often->level[number] + 1) : PME_OFTEN_DROPPED;
}

static void keep_the_rest(pme__line_sampler *s) {
  size_t kept = 0;
  memset(s->often.newest, 0, sizeof s->often.newest);
  for (size_t t = 0; t < s->often_count; t++) {
    int number = number_of(s, t);
    if (s->often.level[number] == PME_OFTEN_DROPPED)
      continue;
    s->often_touches[kept++] = s->often_touches[t];
    s->often.newest[number] = kept;
  }
  s->often_count = kept;
}

void pme__halve_often(pme__line_sampler *s) {
  uint32_t touches[PME_OFTEN_MOST] = {0};
  for (size_t t = 0; t < s->often_count; t++)
    touches[number_of(s, t)]++;
  const uint32_t most = PME_SAMPLE_MOST_OFTEN / 8; /* such lines stay, whatever comes */
  const size_t enough = (size_t)PME_SAMPLE_MOST_OFTEN / 4 * 3;
  for (uint32_t few = PME_SAMPLE_MOST_OFTEN >> 10; few <= most && s->often_count > enough; few *= 2) {
    for (int i = 0; i < s->often.count; i++)
      if (touches[i] < few && s->often.level[i] != PME_OFTEN_DROPPED)
        halve(&s->often, i);
    keep_the_rest(s);
  }
  s->often.is_full = s->often_count == PME_SAMPLE_MOST_OFTEN;
}

uint64_t pme__often_reference(const pme__often_lines *often, uint64_t reference) {
  int number = pme__often_number(often, (reference >> 2) - PME_SAMPLE_OFTEN_LINES);
  return reference + ((uint64_t)often->level[number] << PME_OFTEN_LEVEL_BITS << 2);
}

static bool is_before(const touch *a, const touch *b) {
  if (a->piece != b->piece)
    return a->piece < b->piece;
  return a->at.iteration != b->at.iteration ? a->at.iteration < b->at.iteration : a->at.time < b->at.time;
}

/* Most of them are in order. */
void pme__sort_often(pme__line_sampler *s) {
  static const size_t gaps[] = {65543, 28657, 10946, 4181, 1597, 610, 233, 89, 34, 13, 5, 1};
  for (size_t g = 0; g < sizeof gaps / sizeof *gaps && s->often.is_mixed; g++)
    for (size_t i = gaps[g]; i < s->often_count; i++) {
      touch moved = s->often_touches[i];
      size_t to = i;
      for (; to >= gaps[g] && is_before(&moved, &s->often_touches[to - gaps[g]]); to -= gaps[g])
        s->often_touches[to] = s->often_touches[to - gaps[g]];
      s->often_touches[to] = moved;
    }
  s->often.is_mixed = false;
  memset(s->often.newest, 0, sizeof s->often.newest);
}
