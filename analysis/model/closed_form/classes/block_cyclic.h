/* Block-cyclic schedules: which serial iteration a thread runs when. Private to analysis/model/closed_form.
 *
 * N iterations go to t threads in turn, in blocks (chunks) of b. In lock step the threads advance together:
 * in *parallel iteration* p, thread u runs serial iteration
 *
 *     s(p, u) = floor(p / b) * b * t + (p mod b) + u * b          (if that is < N)
 *
 * (docs/model/equations.md 1, with the corrected number of parallel iterations P(N)). Iterations are counted from 0.
 *
 * Without a chunk, run-time libraries make EVEN blocks of N = q * t + r iterations: the first r threads get q + 1,
 * the others q (libomp and libgomp, measured). Starts and numbers of iterations are these; `block` is then the longest.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_CLASSES_BLOCK_CYCLIC_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_CLASSES_BLOCK_CYCLIC_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pme__schedule {
  int64_t iterations; /* N >= 0 */
  int64_t block;      /* b >= 1 */
  int64_t threads;    /* t >= 1 */
  bool even;          /* one block a thread, none more than one iteration longer than another */
} pme__schedule;

/* The schedule of an OpenMP loop: chunk 0 means one contiguous block a thread. The block is cut to N, so
 * block * threads cannot overflow for N < 2^50. */
pme__schedule pme__schedule_make(int64_t iterations, int64_t chunk, int64_t threads);

/* s(p, u), which may be >= N: the thread is idle then. */
int64_t pme__schedule_serial_iteration(const pme__schedule *schedule, int64_t p, int64_t thread);
/* Threads that get at least one iteration: min(t, ceil(N / b)); of even blocks min(t, N). */
int64_t pme__schedule_busy_threads(const pme__schedule *schedule);
/* Iterations that thread u runs. */
int64_t pme__schedule_thread_iterations(const pme__schedule *schedule, int64_t thread);

/* Serial iterations first + i + u * thread_step + r * round_step, with i < length, u < threads, r < rounds. */
typedef struct pme__share {
  int64_t first, length, threads, thread_step, rounds, round_step;
} pme__share;

enum { PME__SCHEDULE_MOST_SHARES = 3 };
/* The iterations of some threads (ascending): whole rounds, and what is left of the last one, or blocks of two lengths.
 * Exact; the shares have nothing in common. Returns their number; -1: the threads do not stand at equal distances. */
int pme__schedule_shares(const pme__schedule *schedule, const int64_t *threads, int64_t thread_count,
                         pme__share shares[PME__SCHEDULE_MOST_SHARES]);

#endif
