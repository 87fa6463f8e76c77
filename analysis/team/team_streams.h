/* A parallel run from a sequential one: whole iterations are dealt out as the loop's schedule does
 * (docs/model/profiles.md 1.8).
 *
 * The sequential run is a list of pieces of work in program order: what the master does, what every thread of the team
 * does (code of the region outside its loops), and worksharing loops with their iterations. Pieces follow each other
 * without waiting until a barrier. Private lines (PME_REFERENCE_PRIVATE) are moved apart, thread by thread.
 *
 * Streaming: the references are read where they are, by every thread from its own iterations; memory is needed for the
 * threads, and for the chunks of dynamic and guided loops.
 */
#ifndef PMECACHE_ANALYSIS_TEAM_TEAM_STREAMS_H
#define PMECACHE_ANALYSIS_TEAM_TEAM_STREAMS_H

#include "analysis/shared_caches/concurrent_lines.h"
#include "team_schedule.h"

/* Somebody who reads the iterations first .. last - 1, one behind the other. All else is 0 at the start. */
typedef struct pme__iteration_reader {
  uint64_t first, last;
  uint64_t done;     /* references so far: whoever makes them adds them */
  uint64_t place[4]; /* what he keeps besides */
} pme__iteration_reader;

/* References by iteration. */
typedef struct pme__iterations {
  void *context;
  uint64_t count;
  /* How many references iterations make. */
  pme__iteration_length length;
  /* The next references of a reader, at most `room`; fewer only at its end. Several readers take turns. */
  size_t (*read)(void *context, pme__iteration_reader *reader, pme__line_reference *buffer, size_t room);
  /* So many readers are going to take turns: for those who keep in memory what readers are at. NULL: no matter. */
  void (*expect)(void *context, uint32_t readers);
  /* By what iterations are dealt out where the thread that has done least takes the next ones; NULL: their length. */
  pme__iteration_length effort;
  /* As `read`, with the time of each reference since the start of the reader's range; and how long iterations take.
   * NULL, both: not known. */
  size_t (*read_timed)(void *context, pme__iteration_reader *reader, pme__line_reference *buffer, uint64_t *time,
                       size_t room);
  pme__iteration_length duration;
} pme__iterations;

/* Iterations in memory: iteration i makes reference[start[i]] .. reference[start[i + 1] - 1]. */
typedef struct pme__iteration_array {
  uint64_t count;
  const uint64_t *start; /* count + 1 */
  const pme__line_reference *reference;
} pme__iteration_array;
/* `array` must outlive the result. */
pme__iterations pme__iterations_of_array(const pme__iteration_array *array);

typedef enum pme__piece_kind {
  PME_PIECE_MASTER, /* thread 0 only */
  PME_PIECE_ALL,    /* every thread makes all of it */
  PME_PIECE_LOOP
} pme__piece_kind;

typedef struct pme__piece {
  pme__piece_kind kind;
  pme__iterations iterations;       /* code that is no loop is one iteration */
  pme__team_schedule_kind schedule; /* of a loop */
  uint64_t chunk;
  bool no_barrier; /* the threads go on to the next piece without waiting */
  uint32_t loop;   /* 1, 2, ...: the worksharing loop of the source; 0: not known */
} pme__piece;

typedef struct pme__team pme__team;

/* Between the private memory of one thread and the next, in lines: so far apart that nothing overlaps, and in the sets of
 * a cache as libomp's stacks lie. It gives thread t 8 MiB, a guard page, and 128 t bytes more, of which 64 t stay unused
 * at the top, and stacks are mapped one below the other: 131,199 lines from one to the next on Linux (measured for 2 to
 * 24 threads), 127 modulo 2^10 sets. */
#define PME_THREAD_DISTANCE_LINES ((UINT64_C(1) << 36) + 131199)

/* A team of `threads`. `work` must outlive it. `offset_lines`: between the private lines of two threads, 0:
 * PME_THREAD_DISTANCE_LINES. PME_NO_MEMORY; PME_BAD_ARGUMENT for no threads or an offset too large; PME_OVER_BUDGET as
 * pme__team_schedule_ranges. Close with pme__team_close (accepts NULL). */
pme_status pme__team_open(const pme__piece *work, size_t count, uint32_t threads, uint64_t offset_lines,
                          pme__team **out);
void pme__team_close(pme__team *team);

/* Pieces between two barriers are one phase. */
size_t pme__team_phases(const pme__team *team);
/* The pieces of a phase: from what is returned to *last - 1. */
size_t pme__team_phase_pieces(const pme__team *team, size_t phase, size_t *last);
/* References that the threads make in a piece, `by_thread`. */
void pme__team_piece_lengths(const pme__team *team, size_t piece, uint64_t *by_thread);
/* The streams of one phase, or of all one after another (SIZE_MAX). One at a time: asking again ends the former. They have
 * times where all of their pieces have. */
pme__streams pme__team_streams(pme__team *team, size_t phase);

#endif
