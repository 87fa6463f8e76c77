/* How fast mimicry is: a sequential loop is dealt out, merged, and measured exactly (CRD of one shared cache).
 *
 *   speed_mimicry
 *
 * The loops are made while they are read, so that what is timed is dealing, merging and the distance engine, and memory
 * grows with the lines only. Times are processor time of this thread: references per second of one core. The largest
 * resident set is printed for a run and for one four times as long.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "analysis/shared_caches/concurrent.h"
#include "analysis/shared_caches/concurrent_interval.h"
#include "analysis/team/team_streams.h"

static void need(int holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "failed: %s\n", what);
    exit(2);
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- loops ---- */

enum { MATMUL = 300, ROW = 1000 };

static const uint64_t matmul_each = (uint64_t)MATMUL * (2 * MATMUL + 1), jacobi_each = (uint64_t)(ROW - 2) * 6;

static uint64_t matmul_length(void *context, uint64_t first, uint64_t last) {
  (void)context;
  return (last - first) * matmul_each;
}

/* Row i of C = A B, MATMUL^2 doubles each: 2 references for each k, then the store. */
static size_t matmul_row(uint64_t i, uint64_t skip, pme__line_reference *buffer, size_t room) {
  const uint64_t each = 2 * MATMUL + 1, lines = (uint64_t)MATMUL * MATMUL / 8;
  uint64_t j = skip / each, at = skip % each, count = 0;
  for (; j < MATMUL && count < room; j++, at = 0)
    for (; at < each && count < room; at++) {
      uint64_t k = at / 2, line = at == each - 1 ? 2 * lines + (i * MATMUL + j) / 8
                                  : at % 2       ? lines + (k * MATMUL + j) / 8
                                                 : (i * MATMUL + k) / 8;
      buffer[count++] = pme__reference_make(line, at == each - 1);
    }
  return count;
}

/* References of row i from the skip-th on. */
typedef size_t read_row(uint64_t i, uint64_t skip, pme__line_reference *buffer, size_t room);

static size_t read_rows(pme__iteration_reader *reader, uint64_t each, read_row *row, pme__line_reference *buffer,
                        size_t room) {
  size_t count = 0;
  for (uint64_t i; count < room && (i = reader->first + reader->done / each) < reader->last;) {
    size_t n = row(i, reader->done % each, buffer + count, room - count);
    reader->done += n;
    count += n;
  }
  return count;
}

static size_t matmul_read(void *context, pme__iteration_reader *reader, pme__line_reference *buffer, size_t room) {
  (void)context;
  return read_rows(reader, matmul_each, matmul_row, buffer, room);
}

static uint64_t jacobi_length(void *context, uint64_t first, uint64_t last) {
  (void)context;
  return (last - first) * jacobi_each;
}

static size_t jacobi_row(uint64_t i, uint64_t skip, pme__line_reference *buffer, size_t room) {
  uint64_t sweep = i / (ROW - 2), row = i % (ROW - 2) + 1, count = 0;
  uint64_t lines = (uint64_t)ROW * ROW / 8, from = sweep % 2 * lines, to = lines - from;
  for (uint64_t r = skip; r < jacobi_each && count < room; r++) {
    static const int offset[] = {0, -1, 1, -ROW, ROW, 0};
    uint64_t at = row * ROW + r / 6 + 1 + (uint64_t)(int64_t)offset[r % 6];
    buffer[count++] = pme__reference_make((r % 6 == 5 ? to : from) + at / 8, r % 6 == 5);
  }
  return count;
}

static size_t jacobi_read(void *context, pme__iteration_reader *reader, pme__line_reference *buffer, size_t room) {
  (void)context;
  return read_rows(reader, jacobi_each, jacobi_row, buffer, room);
}

/* ---- timing ---- */

static pme__streams phase_of_team(void *context, size_t phase) {
  return pme__team_streams((pme__team *)context, phase);
}

static void time_loop(const char *name, pme__iterations iterations, uint32_t threads, int with_private) {
  pme__piece work = {.kind = PME_PIECE_LOOP, .iterations = iterations, .schedule = PME_TEAM_BALANCED};
  pme__team *team;
  pme__meter *meters[2];
  pme_arena *arena = pme_arena_create();
  uint32_t own[64];
  for (uint32_t t = 0; t < threads; t++)
    own[t] = t;
  need(pme__team_open(&work, 1, threads, 0, &team) == PME_OK &&
           pme__meter_open(&(pme__meter_options){.threads = threads}, &meters[0]) == PME_OK &&
           pme__meter_open(&(pme__meter_options){.threads = threads, .instance = own}, &meters[1]) == PME_OK,
       "opening");
  pme__phases phases = {team, pme__team_phases(team), phase_of_team};
  double start = now();
  need(pme__meter_run(&phases, &(pme__interleave_options){0}, meters, with_private ? 2 : 1) == PME_OK, "measuring");
  double seconds = now() - start;
  pme__concurrent_profile profile;
  need(pme__meter_instance(meters[0], 0, arena, &profile) == PME_OK, "profile");
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("| %s | %u | %s | %.1f | %.1f | %.1f |\n", name, threads, with_private ? "CRD and PRD" : "CRD",
         profile.references / 1e6, profile.references / 1e6 / seconds, (double)usage.ru_maxrss / 1024);
  pme__meter_close(meters[0]);
  pme__meter_close(meters[1]);
  pme__team_close(team);
  pme_arena_destroy(arena);
}

int main(void) {
  puts("| loop | T | measured | Mref | Mref/s | resident MB |\n|---|---|---|---|---|---|");
  pme__iterations matmul = {NULL, MATMUL, matmul_length, matmul_read, NULL};
  pme__iterations jacobi = {NULL, (uint64_t)4 * (ROW - 2), jacobi_length, jacobi_read, NULL};
  for (uint32_t threads = 1; threads <= 16; threads *= 4) {
    time_loop("matmul 300", matmul, threads, 0);
    time_loop("jacobi 1000", jacobi, threads, 0);
  }
  time_loop("matmul 300", matmul, 4, 1);
  time_loop("jacobi 1000", jacobi, 4, 1);
  jacobi.count *= 4;
  time_loop("jacobi 1000, four times as long", jacobi, 4, 0);
  return 0;
}
