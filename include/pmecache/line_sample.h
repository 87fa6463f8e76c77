/* pmecache: what a run of one thread did to some of its lines, iteration by iteration (docs/model/profiles.md 6.8).
 *
 * With it a profile answers for any team and schedule: iterations are dealt out, the streams of the threads merged, and
 * the caches of the machine simulated for the lines of the sample, which are all lines of some of the sets.
 *
 *   piece   what everybody does, what one thread does for all, or one execution of a worksharing loop, in order
 *   touch   a visit to a line: references of an iteration to it, none of them to another line of its set in between. A
 *           line that has been written and is then left alone for longer than it was worked on begins another visit.
 */
#ifndef PMECACHE_LINE_SAMPLE_H
#define PMECACHE_LINE_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmecache/program.h"

enum {
  PME_SAMPLE_SETS = 64,        /* lines that agree in their lowest bits are in the sample, or are not, together */
  PME_SAMPLE_MOST_SPLITS = 24, /* once it is one in 64, the next bits halve it */
  PME_SAMPLE_MOST_TOUCHES = 1 << 16,
  PME_SAMPLE_MOST_OFTEN = 1 << 16, /* touches of lines that are written often */
  PME_SAMPLE_MOST_PIECES = 1 << 14
};

/* Time is counted in references of the piece. Of a profile that knows no times all of them are 0, and `more`. */
typedef struct pme_sampled_touch {
  uint64_t
      reference; /* line * 4, of own memory moved; 2: the thread's own memory; 1: the first of its references is a write */
  uint64_t iteration; /* of the piece */
  uint64_t time;      /* of the first reference */
  uint64_t span;      /* from the first to the last one */
  uint32_t more;      /* references behind the first one */
  uint32_t writes;    /* of all; 0 or more than there are: that of the first one alone */
} pme_sampled_touch;

typedef enum pme_sampled_kind { PME_SAMPLED_ONE, PME_SAMPLED_ALL, PME_SAMPLED_LOOP } pme_sampled_kind;

typedef struct pme_sampled_piece {
  pme_sampled_kind kind;
  int loop; /* index in the profile; PME_NONE: none */
  pme_schedule_kind schedule;
  int64_t chunk;   /* 0: none */
  bool no_barrier; /* at its end */
  uint64_t iterations;
  double references;   /* all that it makes */
  size_t first, count; /* of its touches, by iteration */
} pme_sampled_piece;

/* What a thread has by its number and writes in a loop: memory in a row, to which those of the others may come so near that
 * they share lines. Or what all threads have: a variable, elements that they take in turns (PME_ROW_OF_ALL). Of all executions of the loop together, by the
 * one thread of the run. */
#define PME_ROW_OF_ALL 1
typedef struct pme_sampled_row {
  int loop;          /* index in the profile */
  uint32_t offset;   /* of its first byte, in its line */
  uint64_t bytes;    /* to behind the last one that was touched */
  uint64_t distance; /* from a thread's to the next one's, in bytes; 0: not known; PME_ROW_OF_ALL: none */
  double visits;     /* to one of its lines, each some references that follow each other soon */
  double references; /* of all visits */
  double writes;     /* of these */
  double span;       /* from the first to the last reference of a visit, the sum of all visits */
} pme_sampled_row;

typedef struct pme_line_sample {
  int sets;    /* of PME_SAMPLE_SETS, at least 1 */
  int splits;  /* and of these the lines with given next bits, so many */
  bool is_cut; /* the run went on */
  bool has_times;
  int piece_count;
  const pme_sampled_piece *pieces;
  size_t touch_count;
  const pme_sampled_touch *touches;
  int row_count;
  const pme_sampled_row *rows;
} pme_line_sample;

/* The thread's own memory is moved away from the addresses of the program, and not to where private blocks of the heap stand
 * in traces. Rows are memory that all can reach, of which each takes what its number leads to. */
#define PME_SAMPLE_OWN_LINES (UINT64_C(7) << 46)
#define PME_SAMPLE_ROW_LINES (UINT64_C(6) << 46)

static inline bool pme_touch_is_row(const pme_sampled_touch *touch) {
  return touch->reference & 2 && touch->reference >> 2 < PME_SAMPLE_OWN_LINES &&
         touch->reference >> 2 >= PME_SAMPLE_ROW_LINES;
}

/* Lines that iterations far from each other write again and again: threads take them from each other, each of them may be
 * lost more often than all others together, and none of a sample of a few lines stands for them. They are in no other sample,
 * wherever they lie, from when they were seen to be such ones: moved by this, behind the other touches of a piece, and by
 * their level: one of level L stands for 2^L. */
#define PME_SAMPLE_OFTEN_LINES (UINT64_C(5) << 46)
enum { PME_OFTEN_LEVEL_BITS = 41, PME_OFTEN_MOST_LEVEL = 31 };

static inline bool pme_touch_is_often(const pme_sampled_touch *touch) {
  return touch->reference >> 2 >= PME_SAMPLE_OFTEN_LINES && touch->reference >> 2 < PME_SAMPLE_ROW_LINES;
}

static inline int pme_touch_level(const pme_sampled_touch *often) {
  return (int)(often->reference >> 2 >> PME_OFTEN_LEVEL_BITS) & PME_OFTEN_MOST_LEVEL;
}

/* The bits above those of the set that lines of the sample have. */
static inline uint64_t pme_line_sample_rest(int splits) { return UINT64_C(0x55555555) & ((UINT64_C(1) << splits) - 1); }

/* Whether a line is in the sample. The sets are spread, so that strides of powers of two do not meet or miss all. */
static inline bool pme_line_is_sampled(int sets, int splits, uint64_t line) {
  return (int)((line * 37 + 11) % PME_SAMPLE_SETS) < sets &&
         (line / PME_SAMPLE_SETS & ((UINT64_C(1) << splits) - 1)) == pme_line_sample_rest(splits);
}

/* Lines that one of the sample stands for. */
static inline double pme_line_sample_weight(const pme_line_sample *sample) {
  return (double)PME_SAMPLE_SETS / sample->sets * (double)(UINT64_C(1) << sample->splits);
}

#endif
