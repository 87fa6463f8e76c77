/* Block-cyclic schedules: which thread runs which iterations. */
#include "block_cyclic.h"

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

/* Of the threads first, first + distance, ... those below a limit. */
static int64_t below(int64_t first, int64_t distance, int64_t count, int64_t limit) {
  if (first >= limit)
    return 0;
  int64_t inside = (limit - first + distance - 1) / distance;
  return inside < count ? inside : count;
}

static int add_share(pme__share *shares, int count, pme__share share) {
  if (share.length <= 0 || share.threads <= 0 || share.rounds <= 0)
    return count;
  shares[count] = share;
  return count + 1;
}

static int even_shares(const pme__schedule *s, int64_t first, int64_t distance, int64_t count, pme__share *shares) {
  int64_t q = s->iterations / s->threads, r = s->iterations % s->threads;
  int64_t longer = below(first, distance, count, r), next = first + longer * distance;
  int found = add_share(shares, 0, (pme__share){first * (q + 1), q + 1, longer, distance * (q + 1), 1, 0});
  return add_share(shares, found, (pme__share){r + next * q, q, count - longer, distance * q, 1, 0});
}

int pme__schedule_shares(const pme__schedule *s, const int64_t *threads, int64_t thread_count,
                         pme__share shares[PME__SCHEDULE_MOST_SHARES]) {
  int64_t b = s->block, round = b * s->threads, rounds = s->iterations / round, rest = s->iterations % round;
  if (thread_count == s->threads)
    return add_share(shares, 0, (pme__share){0, s->iterations, 1, 0, 1, 0});
  int64_t first = threads[0], distance = thread_count > 1 ? threads[1] - threads[0] : 1;
  for (int64_t i = 1; i < thread_count; i++)
    if (threads[i] - threads[i - 1] != distance)
      return -1;
  if (s->even)
    return even_shares(s, first, distance, thread_count, shares);
  int64_t whole = below(first, distance, thread_count, rest / b), next = first + whole * distance;
  int found = add_share(shares, 0, (pme__share){first * b, b, thread_count, distance * b, rounds, round});
  found = add_share(shares, found, (pme__share){rounds * round + first * b, b, whole, distance * b, 1, 0});
  if (whole < thread_count && next == rest / b)
    found = add_share(shares, found, (pme__share){rounds * round + next * b, rest % b, 1, 0, 1, 0});
  return found;
}
