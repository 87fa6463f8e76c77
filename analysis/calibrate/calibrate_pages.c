/* Translations of pages: chases through one line in each of more and more pages.
 *
 * Of each eight pages in a row one is taken, at random: each has the entry of the page table that it needs in a line of
 * its own, as the rows of a matrix of 8 pages and more have, no set of a buffer gets more pages than another but by
 * chance, and no core can keep neighbours as one.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

#include "calibrate_bench.h"
#include "pmecache/arena.h"

enum { PAGES_OF_A_PLACE = 8, MOST_PAGES = 8192 };
static const int few[] = {16, 32, 48, 64, 80, 96, 128, 256};
static const int many[] = {256, 512, 1024, 1536, 2048, 3072, 4096, 6144, MOST_PAGES};
enum { FEW = sizeof few / sizeof *few, MANY = sizeof many / sizeof *many };
/* Walks that cost less than this, several at a time, are not worth a figure; nor what a second buffer costs. */
static const double least_walk_cycles = 1, least_hit_cycles = 1;

/* The lines of places one after the other differ: a page has 64 of them. */
static void find_places(int64_t page_bytes, int64_t place_bytes[]) {
  uint64_t state = 2463534242u;
  int64_t lines = page_bytes / CALIBRATE_LINE_BYTES;
  for (int64_t i = 0; i < MOST_PAGES; i++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    int64_t page = i * PAGES_OF_A_PLACE + (int64_t)(state % PAGES_OF_A_PLACE);
    place_bytes[i] = page * page_bytes + i % lines * CALIBRATE_LINE_BYTES;
  }
}

double calibrate_half_way(const double *cycles, const int *counts, int count) {
  double middle = (cycles[0] + cycles[count - 1]) / 2;
  int last = 0;
  for (int i = 1; i < count && cycles[i] < middle; i++)
    last = i;
  if (last + 1 == count)
    return counts[last];
  double share = (middle - cycles[last]) / (cycles[last + 1] - cycles[last]);
  return counts[last] + share * (counts[last + 1] - counts[last]);
}

/* Of so few pages that the first level has all of their lines. */
static void measure_first(bench *b) {
  pme_machine *m = &b->machine;
  double cycles[FEW];
  for (int i = 0; i < FEW; i++) {
    calibrate_make_ring(b, few[i]);
    cycles[i] = bench_measure(b, "few pages", calibrate_run_chase, NULL);
  }
  double more = cycles[FEW - 1] - cycles[0];
  if (more < least_hit_cycles)
    return;
  m->page_first_entries = (int)round(calibrate_half_way(cycles, few, FEW));
  m->page_hit_cycles = more;
}

/* What so many places take more where each lies in a page of its own than where they lie side by side. */
static double extra_of_pages(bench *b, int64_t pages, const int64_t *place_bytes) {
  b->place_bytes = place_bytes;
  calibrate_make_ring(b, pages);
  double apart = bench_measure(b, "pages", calibrate_run_scattered, NULL);
  b->place_bytes = NULL;
  b->stride = CALIBRATE_LINE_BYTES;
  calibrate_make_ring(b, pages);
  return apart - bench_measure(b, "lines", calibrate_run_scattered, NULL);
}

static bool measure_all(bench *b, const int64_t *place_bytes) {
  double extra[MANY];
  for (int i = 0; i < MANY; i++)
    extra[i] = extra_of_pages(b, many[i], place_bytes);
  double walk = extra[MANY - 1];
  if (walk < least_walk_cycles)
    return false;
  b->machine.page_entries = (int)round(calibrate_half_way(extra, many, MANY));
  b->machine.page_walk_cycles = walk;
  return true;
}

void calibrate_pages(bench *b) {
  bench own = *b;
  int64_t page_bytes = sysconf(_SC_PAGESIZE), bytes = (int64_t)MOST_PAGES * PAGES_OF_A_PLACE * page_bytes;
  int64_t *places = (int64_t *)pme_reallocate(NULL, MOST_PAGES * sizeof *places);
  own.memory = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (places && own.memory != MAP_FAILED) {
    find_places(page_bytes, places);
    if (measure_all(&own, places)) {
      own.machine.page_bytes = page_bytes;
      own.place_bytes = places;
      measure_first(&own);
    }
  }
  if (own.memory != MAP_FAILED)
    munmap(own.memory, (size_t)bytes);
  pme_reallocate(places, 0);
  own.memory = b->memory;
  own.place_bytes = NULL;
  *b = own;
}
