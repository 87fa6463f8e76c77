/* Runs of lines that are gone along a piece at a time, in turns: rows of a tile. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_TIME_STREAM_TURNS_H
#define PMECACHE_ANALYSIS_ADVISE_TIME_STREAM_TURNS_H

#include "cost.h"

/* A loop around an access: bytes that an iteration moves it by, and iterations. */
typedef struct pme__stream_loop {
  double stride, trips;
} pme__stream_loop;

/* Loops that jump make runs, those that move on by what was touched inside of them go along these. Where that happens more
 * than once, the runs of most loops whose pieces are short. */
typedef struct pme__turns {
  double runs;    /* that are gone along in turns; 1: there are none, or the only one goes on at once */
  double lines;   /* of a run in each turn */
  double advance; /* lines that an iteration of the innermost loop moves on by, in the mean; 0 without turns */
  double piece;   /* lines until other runs have their turn that prefetchers do not bridge; 0: none have */
} pme__turns;

/* Of an access of so many bytes; `loops`: innermost first. */
pme__turns pme__turns_of(const pme__stream_loop loops[], int count, double bytes, double line_bytes);

/* Of an access of the prediction, in the loops as they are predicted. */
pme__turns pme__turns_of_access(const pme_prediction *prediction, int access, double line_bytes);

/* Whether there are runs in turns whose pieces are so short that prefetchers have the next one when its turn comes, as
 * long as they keep account of all runs. */
bool pme__are_foreseen_turns(const pme__turns *turns);

/* Of so many runs the share that prefetchers have forgotten when the turn of one comes. */
double pme__share_forgotten(double runs);

/* Lines that streams bring from the memory. */
typedef struct pme__stream_lines {
  double at_once, in_turns; /* of runs that go on at once, or in long pieces; of others that are foreseen */
  double turns;             /* of the latter; those that write count more */
  double pieces;            /* that are long, with a wait each: runs in short turns wait together */
  double runs, long_runs;   /* that come by between two turns of one: short ones of all accesses, long ones of one */
  double streams;           /* under way together */
  double operations;        /* that a core does for each line */
} pme__stream_lines;

/* Lines of one access into the sums; `present`: the share of the time that its runs are there. */
void pme__add_stream(const pme__turns *turns, double lines, double present, bool is_write, pme__stream_lines *sum);

typedef struct pme__stream_time {
  double streams, scattered; /* cycles */
  double forgotten;          /* share of the lines in turns that prefetchers do not foresee */
} pme__stream_time;

pme__stream_time pme__time_of_streams(const pme__costs *costs, int levels, const pme__stream_lines *lines);

#endif
