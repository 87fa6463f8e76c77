/* Programs read from text and asked for every size: shared by the tests of by_size. */
#ifndef PMECACHE_TEST_UNIT_BY_SIZE_ASKED_H
#define PMECACHE_TEST_UNIT_BY_SIZE_ASKED_H

#include "analysis/by_size/unknown_sizes.h"
#include "pmecache/by_size.h"
#include "pmecache/machine.h"

/* A Core i7 of four cores. */
extern const char machine_text[];

typedef struct asked {
  pme_arena *arena;
  pme_program *program;
  pme_machine machine;
  pme_what_if what_if;
  pme_concrete *concrete;
  pme_prediction *prediction;
} asked;

/* Fail where the text is no program. */
void open_program(asked *a, const char *text);
const pme_by_size *ask(asked *a, const char *text, double budget_ms);
/* Where two digits will do. */
const pme_by_size *ask_roughly(asked *a, const char *text, double budget_ms);
/* One nest and the address of its access, with a size n and these symbols: "param row\n", "loop i = 0 .. n - 1\n", "8*i".
 */
const pme_by_size *ask_address(asked *a, const char *symbols, const char *loops, const char *address);
void close_program(asked *a);

/* What was taken for a symbol; NULL: nothing. */
const pme_binding *taken_for(const pme_by_size *answer, const char *symbol);

/* The symbols of this program: those that are sizes, "n m", and what the others were taken for, "k = 1". */
enum { SYMBOLS_TEXT = 200 };
void read_symbols(asked *a, pme__unknown_symbols *out, char sizes[SYMBOLS_TEXT], char taken[SYMBOLS_TEXT]);
/* Fails unless they are these. `body`: a program behind its first two lines. */
void expect_symbols(const char *body, const char *sizes, const char *taken);

/* How many loops there was no effort for: each has a reason that says so. */
int count_late(const pme_by_size *answer);

#endif
