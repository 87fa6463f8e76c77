/* The parts of a random program: a writer of .pme text and what it has invented so far. Shared by random_*.c. */
#ifndef PMECACHE_TEST_PROPERTY_PROGRAMS_RANDOM_PARTS_H
#define PMECACHE_TEST_PROPERTY_PROGRAMS_RANDOM_PARTS_H

#include <stddef.h>

#include "test/property/programs/program_text.h"
#include "test/property/programs/random_program.h"

enum { MAX_ARRAYS = 4, MAX_LOOPS = 10 };

typedef struct loop_info {
  int name;          /* v<name> */
  int64_t low, high; /* between these its values lie */
} loop_info;

typedef struct array_info {
  int64_t element_bytes, row_elements;
  bool is_private;
} array_info;

typedef struct generator {
  program_text out;
  random_knobs knobs;
  int indent;
  int names; /* loop names used */
  array_info arrays[MAX_ARRAYS];
  int array_count;
  loop_info loops[MAX_LOOPS];
  int loop_count; /* enclosing */
  int threads;
  /* rectangular */
  int depth, references;
  int64_t trips[4];
} generator;

/* ---- numbers ---- */

int64_t between(generator *g, int64_t low, int64_t high);
bool chance(generator *g, int percent);

#define PICK(g, ...) pick((g), (const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
int64_t pick(generator *g, const int64_t *values, size_t count);

/* ---- text ---- */

/* Asked before anything is begun. */
bool full(const generator *g);

void start_line(generator *g);
void end_block(generator *g);
void open_loop(generator *g);
void close_loop(generator *g);

/* ---- arrays and references ---- */

void make_array(generator *g, int id);
void put_references(generator *g, int64_t count);
void put_subscript_reference(generator *g, bool neighbour);

/* A quotient or remainder of one or two loops, of a number that another remainder or quotient gives, or of what
 * counts down. */
void put_quotient(generator *g);

/* ---- loops ---- */

void push_loop(generator *g, int name, int64_t low, int64_t high);
void put_bounds(generator *g, int name, int64_t trips);
void put_schedule(generator *g, int64_t trips);

/* ---- the machine ---- */

void make_machine(generator *g, char *text);

#endif
