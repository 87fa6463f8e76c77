/* One loop of a program as a program of its own, for who asks about it alone many times. Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_EXCERPT_H
#define PMECACHE_ANALYSIS_BY_SIZE_EXCERPT_H

#include "pmecache/by_size.h"
#include "pmecache/program.h"

/* What stands in the excerpt for a symbol. */
typedef enum pme__stand_in_kind {
  PME__SYMBOL, /* itself */
  PME__NUMBER, /* `value` */
  PME__SIZE    /* `form` of the symbol PME__SIZE_SYMBOL, plus `value` */
} pme__stand_in_kind;

typedef struct pme__stand_in {
  pme__stand_in_kind kind;
  int64_t value;
  pme_size_form form;
} pme__stand_in;

#define PME__SIZE_SYMBOL "(size)"

typedef struct pme__stand_ins {
  pme__stand_in (*of)(const void *context, int parameter);
  const void *context;
} pme__stand_ins;

/* Whether `node` is `ancestor`, or inside of it. */
bool pme__is_in(const pme_program *program, int node, int ancestor);

/* The loop `top`, which is in no other one, with all that is in it, the regions and guards around it with nothing else in
 * them, and the symbols, arrays, reasons and assumptions of these. `stand_ins` is asked once for each symbol. `nodes`,
 * room for one of each node of `program`, is what they are there, PME_NONE: nothing. To be destroyed. PME_NO_MEMORY. */
pme_status pme__program_excerpt(const pme_program *program, int top, const pme__stand_ins *stand_ins, pme_program **out,
                                int *nodes);

/* Of reasons, which are said of places. */
typedef enum pme__places { PME__PLACES_ARE_SAME, PME__PLACES_MAY_DIFFER } pme__places;

/* Whether they are one program but for names, places and the work of loops: they have the same misses. Reasons have to be
 * the same. */
bool pme__is_same_program(const pme_program *a, const pme_program *b, pme__places places);

#endif
