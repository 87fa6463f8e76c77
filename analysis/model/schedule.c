/* Block-cyclic schedules. */
#include "schedule.h"

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

pme__schedule pme__schedule_make(int64_t iterations, int64_t chunk, int64_t threads) {
  if (iterations < 0)
    iterations = 0;
  if (threads < 1)
    threads = 1;
  int64_t block = chunk > 0 ? chunk : iterations / threads + (iterations % threads != 0);
  block = smaller(block, iterations);
  return (pme__schedule){iterations, block > 0 ? block : 1, threads, chunk <= 0};
}

int64_t pme__schedule_parallel_iterations(const pme__schedule *schedule) {
  int64_t round = schedule->block * schedule->threads;
  return schedule->iterations / round * schedule->block + smaller(schedule->block, schedule->iterations % round);
}

static int64_t start_of_even(const pme__schedule *schedule, int64_t thread) {
  int64_t q = schedule->iterations / schedule->threads, r = schedule->iterations % schedule->threads;
  return thread * q + smaller(thread, r);
}

int64_t pme__schedule_serial_iteration(const pme__schedule *schedule, int64_t p, int64_t thread) {
  int64_t b = schedule->block;
  if (schedule->even)
    return p < pme__schedule_thread_iterations(schedule, thread) ? start_of_even(schedule, thread) + p
                                                                 : schedule->iterations;
  return p / b * b * schedule->threads + p % b + thread * b;
}

int64_t pme__schedule_busy_threads(const pme__schedule *schedule) {
  if (schedule->even)
    return smaller(schedule->threads, schedule->iterations);
  int64_t blocks = schedule->iterations / schedule->block + (schedule->iterations % schedule->block != 0);
  return smaller(schedule->threads, blocks);
}

int64_t pme__schedule_thread_iterations(const pme__schedule *schedule, int64_t thread) {
  if (schedule->even)
    return start_of_even(schedule, thread + 1) - start_of_even(schedule, thread);
  int64_t b = schedule->block, round = b * schedule->threads;
  int64_t rest = schedule->iterations % round - thread * b;
  return schedule->iterations / round * b + (rest < 0 ? 0 : smaller(rest, b));
}
