/* Sweeps over rows of two lines and more, dealt out in small chunks. */
#include "test/property/programs/neighbour_program.h"
#include "test/property/programs/program_text.h"

#include <stdio.h>

/* What a thread touches in a sweep: its rows of both arrays, and the rows beside each chunk. */
static long long swept_bytes(long long rows, long long row_bytes, long long chunk, int threads) {
  long long own = rows / threads;
  return (2 * own + 2 * (own / chunk)) * row_bytes;
}

void neighbour_program_make(uint64_t seed, const random_knobs *knobs, random_program *out) {
  program_text text = {.random = seed, .text = out->program};
  int threads = (int)program_draw(&text, 2, 4);
  long long columns = 8 * program_draw(&text, 2, 12), chunk = program_draw(&text, 1, 4), ways = 4;
  long long rows = threads * chunk * program_draw(&text, 4, 12), sweeps = program_draw(&text, 4, 7);
  (void)knobs;
  program_put(&text, "pme 1\nfunction f\narray u element 8 extents %lld %lld base %lld\n", rows + 2, columns,
              (1LL << 36) + 64 * program_draw(&text, 0, 4095));
  program_put(&text, "array g element 8 extents %lld %lld base %lld\n", rows + 2, columns,
              (1LL << 37) + 64 * program_draw(&text, 0, 4095));
  program_put(&text, "loop t = 1 .. %lld\n  loop i = 1 .. %lld parallel schedule static %lld threads %d\n", sweeps,
              rows, chunk, threads);
  program_put(&text, "    loop j = 0 .. %lld\n      read u[i - 1, j]\n      read u[i + 1, j]\n      read g[i, j]\n",
              columns - 1);
  program_put(&text, "      write u[i, j]\n    end\n  end\nend\n");
  long long bytes = swept_bytes(rows, 8 * columns, chunk, threads) * program_draw(&text, 60, 110) / 100, sets = 4;
  while (2 * sets * ways * 64 <= bytes)
    sets *= 2;
  while (sets * ways * 64 < bytes && ways < 16)
    ways++;
  snprintf(out->machine, sizeof out->machine, "cores=%d;L1=%lld,%lld,64", threads, sets * ways * 64, ways);
}
