/* Private to analysis/trace: what the line sampler knows, shared by the files that follow a thread (line_sampler.c) and that
 * keep its touches (sampled_touches.c). */
#ifndef PMECACHE_ANALYSIS_TRACE_LINE_SAMPLER_STATE_H
#define PMECACHE_ANALYSIS_TRACE_LINE_SAMPLER_STATE_H

#include "line_sampler.h"
#include "work_spread.h"

enum { PME_SAMPLER_LINE_BITS = 6, PME_SAMPLER_WRITTEN_BITS = 17, MOST_BLOCKS = 64, MOST_LOOPS = 64, MOST_ROWS = 64 };

/* ---- lines that are written often (pmecache/line_sample.h), as far as they are known ---- */

enum { PME_OFTEN_DROPPED = -1 };
enum {
  PME_OFTEN_MOST = 4096,
  PME_OFTEN_COUNTERS_BITS = 11,
  PME_OFTEN_HASH_BITS = 15,
  PME_OFTEN_ONE_OF = 4,
  PME_OFTEN_PAST = 16
};

/* Records that were looked at, and that write the line in an iteration, so often all together. */
typedef struct pme__past_visit {
  uint64_t iteration, time, span;
  int32_t piece;
  uint32_t records, writes;
} pme__past_visit;

/* Of writes that were looked at: those to one line, less those to others that share the counter. */
typedef struct pme__write_counter {
  uint64_t line, first, last; /* iterations of the piece that wrote it */
  int32_t piece;
  uint32_t count, far; /* of these, so many after iterations far from each other had written it */
  uint32_t visits;     /* so far, the last ones of which are `past` */
  pme__past_visit past[PME_OFTEN_PAST];
} pme__write_counter;

typedef struct pme__often_lines {
  bool is_full;    /* of lines that have most touches: no more of them are kept */
  bool is_mixed;   /* touches are not in order: some were added of what had been before */
  uint32_t random; /* about one of PME_OFTEN_ONE_OF records is looked at: programs have rhythms of their own */
  uint64_t trips;  /* of the piece, as its loop was begun */
  int count;
  uint64_t sets;                 /* a bit for the lowest six bits of each */
  uint64_t line[PME_OFTEN_MOST]; /* in order, those that were dropped, too */
  int8_t level[PME_OFTEN_MOST];  /* PME_OFTEN_DROPPED: the line is in no sample any more */
  size_t newest[PME_OFTEN_MOST]; /* touch of each, and 1; 0: none */
  uint64_t hashed[1 << (PME_OFTEN_HASH_BITS - 6)];
  pme__write_counter counter[1 << PME_OFTEN_COUNTERS_BITS];
} pme__often_lines;

static inline uint64_t pme__line_hash(uint64_t line, int bits) {
  return line * UINT64_C(0x9e3779b97f4a7c15) >> (64 - bits);
}

static inline bool pme__may_be_often(const pme__often_lines *often, uint64_t line) {
  uint64_t hash = pme__line_hash(line, PME_OFTEN_HASH_BITS);
  return often->hashed[hash / 64] >> hash % 64 & 1;
}

/* Records until the next one that is looked at. */
static inline uint32_t pme__next_look(pme__often_lines *often) {
  often->random = often->random * 1664525 + 1013904223;
  return (often->random >> 16) % (2 * PME_OFTEN_ONE_OF - 1);
}

/* The first one that is not below the line; `count`: none. */
static inline int pme__often_from(const pme__often_lines *often, uint64_t line) {
  int low = 0, high = often->count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (often->line[middle] < line)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Its number; below 0: it is none. */
static inline int pme__often_number(const pme__often_lines *often, uint64_t line) {
  if (!pme__may_be_often(often, line))
    return -1;
  int at = pme__often_from(often, line);
  return at < often->count && often->line[at] == line ? at : -1;
}

/* ---- the sampler ---- */

typedef struct touch {
  pme_sampled_touch at;
  uint32_t piece;
} touch;

typedef struct piece {
  pme_sampled_piece at;
  const pme_instrumented_block *block; /* of a loop */
} piece;

/* How the references of a loop are spread over its iterations, all its executions together. */
typedef struct spread_loop {
  const pme_instrumented_block *block;
  int loop; /* in the profile */
  double part[PME_PROFILE_PARTS];
} spread_loop;

/* What some place of a loop reaches by the thread's number (pme_sampled_row), and the last visit to it. */
typedef struct row {
  const pme_instrumented_block *block; /* of the loop */
  const pme_instrumented_site *site;   /* the first one at its place */
  pme_sampled_row at;
  uint64_t low, high;                  /* bytes that were touched */
  uint64_t line, last_time, iteration; /* of the last visit */
  int32_t piece;
} row;

/* pme_line_is_sampled of the present sample, asked of each access: lines whose lowest six bits have their bit in `sets`,
 * and whose next bits under `mask` are `rest`. */
typedef struct line_filter {
  uint64_t sets, mask, rest;
} line_filter;

struct pme__line_sampler {
  pme__line_pass pass; /* first: it is the sampler, for who sees records */
  const pme_allocator *allocator;
  pme_trace_state state;
  bool is_team, is_cut;
  bool has_avx2; /* of the processor */
  int sets, splits;
  line_filter filter;
  int32_t piece; /* that records belong to; -1: none */
  uint64_t iteration;
  uint64_t now;                       /* references of the piece before the record at hand */
  uint64_t bin_begin, bin_iterations; /* that bin, as wide as it was */
  pme__work_spread spread;            /* of the loop that the thread is in */
  int loop_count;
  spread_loop loops[MOST_LOOPS];
  int block_count; /* of the heap, that the thread took in the region */
  struct {
    uint64_t low, high;
  } blocks[MOST_BLOCKS];
  size_t piece_count, touch_count, often_count;
  int row_count;
  row rows[MOST_ROWS];
  pme__often_lines often;
  uint64_t written[1 << (PME_SAMPLER_WRITTEN_BITS - 6)];
  size_t newest[PME_SAMPLE_SETS]; /* touch of each set, and 1; 0: none */
  piece pieces[PME_SAMPLE_MOST_PIECES];
  touch touches[PME_SAMPLE_MOST_TOUCHES];
  touch often_touches[PME_SAMPLE_MOST_OFTEN];
};

static inline bool pme__filter_has(const line_filter *f, uint64_t line) {
  return f->sets >> line % PME_SAMPLE_SETS & 1 && (line / PME_SAMPLE_SETS & f->mask) == f->rest;
}

/* For `sets` and `splits` as they are. */
void pme__set_line_filter(pme__line_sampler *sampler);
/* References of the present piece so far. */
uint64_t pme__sampler_time(const pme__line_sampler *sampler);

/* References to one line, one after the other, by one site. */
typedef struct pme__visit {
  uint64_t address;
  uint32_t flags, count;
  uint64_t time, span; /* of the piece */
} pme__visit;

/* By how much the thread's own memory is moved; 0: it is shared. */
uint64_t pme__sampler_move(const pme__line_sampler *sampler, uint64_t address, uint32_t flags);

/* A visit to a line of the sample, in the present piece and iteration. */
void pme__sample_touch(pme__line_sampler *sampler, const pme__visit *visit);
/* The accesses of a run's record, whose rounds are iterations or not, behind the references before `now`. */
void pme__sample_run(pme__line_sampler *sampler, const uint64_t *record, bool iterates);

/* Looks at what the record writes, in the present iteration: whether its lines are written often. Of one in
 * PME_OFTEN_ONE_OF. */
void pme__look_at_writes(pme__line_sampler *sampler, const uint64_t *record, bool iterates);
/* There is no more room for touches of lines that are written often: of those with few half are left. */
void pme__halve_often(pme__line_sampler *sampler);
void pme__sort_often(pme__line_sampler *sampler);
/* With the level of the line. */
uint64_t pme__often_reference(const pme__often_lines *often, uint64_t reference);

/* Accesses of the record by the thread's number, the first of which is the reference with this number in the present
 * piece: extents and visits, whether or not their lines are in the sample. */
void pme__sample_rows(pme__line_sampler *sampler, const uint64_t *record, uint64_t time);
/* Rows at other places that are the same memory become one. */
void pme__sampler_join_rows(pme__line_sampler *sampler);

#endif
