/* Which symbols of a program have no value, what each is for, and the program with values for them. Private to analysis.
 *
 * Not every symbol is a size (docs/model/by-size.md 1): a number of threads, a chunk, a step, the first value of a loop,
 * a margin, which element it is, a number of repetitions (time steps) and trips that data decide (rows of a sparse
 * matrix) get a value each that is said, where `sizes` are all taken as equal.
 * What stands in conditions alone is a choice: each loop has the values with which it runs. So has a size that its
 * conditions allow no large value (`if (d == 1)`).
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_UNKNOWN_SIZES_H
#define PMECACHE_ANALYSIS_BY_SIZE_UNKNOWN_SIZES_H

#include "pmecache/arena.h"
#include "pmecache/by_size.h"
#include "pmecache/concrete.h"
#include "pmecache/prediction.h"

static const pme_size_form pme__whole_size = {.parts = 1, .power = 1, .factor = 1};

typedef struct pme__unknown_symbols {
  int size_count;
  const char **sizes; /* texts of the program */
  pme_size_form *forms;
  int64_t limit; /* the largest size that arrays are declared for; INT64_MAX: none */
  int taken_count;
  pme_binding *taken; /* no sizes, and what they were taken for: `origin` says why. Choices come last: */
  int choice_count;   /* so many; those of the first worksharing loop until pme__choose_for */
  pme_binding *usual; /* of each choice: what it is wherever conditions leave it; `origin` NULL: nothing */
} pme__unknown_symbols;

/* Origins of choices. Of some the value is what is added to the size; sizes that a loop leaves alone are none of it. */
extern const char pme__as_asked[], pme__as_asked_of_size[], pme__not_asked[];

/* What a symbol that was taken for something is at a size. */
static inline int64_t pme__value_at(const pme_binding *taken, int64_t size) {
  return taken->value + (taken->origin == pme__as_asked_of_size ? size : 0);
}

/* The symbols that neither the program nor `what_if` gives a value. Where there are repetitions alone, or trips
 * that data decide, they are the size. In `arena`. PME_NO_MEMORY. */
pme_status pme__find_unknown_symbols(const pme_program *program, const pme_what_if *what_if, pme_arena *arena,
                                     pme__unknown_symbols *out);

/* Gives the choices those values with which the conditions around this loop hold, as far as each is known by itself or
 * from sizes alone, and then as many as possible of those inside. */
void pme__choose_for(const pme_program *program, int loop, pme__unknown_symbols *unknown);

/* Whether a loop has less than two iterations where sizes are large and all others have the values that were taken. */
bool pme__is_empty_loop(const pme_program *program, int loop, const pme__unknown_symbols *unknown);

/* What is taken for one loop, as many as in `unknown`. NULL: no memory. */
pme_binding *pme__own_choices(const pme_program *program, int loop, const pme__unknown_symbols *unknown,
                              pme_arena *arena);
/* Those that are said: what follows the size is not. NULL: no memory. */
const pme_binding *pme__said_choices(const pme__unknown_symbols *unknown, pme_arena *arena, int *count);
/* Those that are the size and more or less than nothing. NULL: no memory. */
const pme_binding *pme__moved_choices(const pme__unknown_symbols *unknown, pme_arena *arena, int *count);
/* Whether a choice is a number: no size, and none that follows one. */
bool pme__is_number(const pme_binding *choice);
bool pme__is_same_choice(const pme__unknown_symbols *unknown, const pme_binding *a, const pme_binding *b);

/* A worksharing loop that is in no other one: it has a team of its own. */
bool pme__has_own_team(const pme_program *program, int node);
/* A loop that no other one is around, and that holds no parallel one. */
bool pme__is_sequential_nest(const pme_program *program, int node);

/* The bindings of `what_if`, and room for so many after them, which win. NULL: no memory. */
pme_binding *pme__bindings_with_room(const pme_what_if *what_if, int room, pme_arena *arena);

/* The value that `what_if`, or else the program, gives a symbol. */
bool pme__is_given(const pme_what_if *what_if, const pme_parameter *parameter, int64_t *value);

/* What was taken for a symbol, of several the last; NULL: nothing. */
const pme_binding *pme__taken_named(const pme__unknown_symbols *unknown, const char *name);
/* The value that a symbol is given, or was taken for. */
bool pme__has_value(const pme_what_if *what_if, const pme__unknown_symbols *unknown, const pme_parameter *parameter,
                    int64_t *value);

/* A size that is none, but taken for a value; those after it move up. */
void pme__take_size(pme__unknown_symbols *unknown, int size, int64_t value, const char *origin);

/* Which of `sizes` the name is; PME_NONE: none. */
int pme__size_named(const pme__unknown_symbols *unknown, const char *name);

/* The bindings of `what_if`, those taken, and this size for each size; in `arena`. PME_NO_MEMORY. */
pme_status pme__bind_size(const pme_what_if *what_if, const pme__unknown_symbols *unknown, int64_t size,
                          pme_arena *arena, pme_what_if *out);

#endif
