/* Random programs: numbers, and the text that is written. */
#include "test/property/programs/random_parts.h"

enum { TEXT_RESERVE = 1024 };

int64_t between(generator *g, int64_t low, int64_t high) { return program_draw(&g->out, low, high); }

bool chance(generator *g, int percent) { return between(g, 0, 99) < percent; }

int64_t pick(generator *g, const int64_t *values, size_t count) { return values[between(g, 0, (int64_t)count - 1)]; }

bool full(const generator *g) { return g->out.length + TEXT_RESERVE * 4 > RANDOM_PROGRAM_BYTES; }

void start_line(generator *g) { program_put(&g->out, "%*s", 2 * g->indent, ""); }

void end_block(generator *g) {
  g->indent--;
  start_line(g);
  program_put(&g->out, "end\n");
}

void open_loop(generator *g) {
  program_put(&g->out, "\n");
  g->indent++;
}

void close_loop(generator *g) {
  g->loop_count--;
  end_block(g);
}
