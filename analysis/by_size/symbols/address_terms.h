/* Addresses as sums of products. Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_ADDRESS_TERMS_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_ADDRESS_TERMS_H

#include "pmecache/arena.h"
#include "pmecache/program.h"

enum { PME__MOST_TERMS = 64, PME__MOST_FACTORS = 6 };

/* coefficient * symbols * variable of a loop, in bytes. Other factors are left aside: lengths of rows of which each is an
 * allocation, i * ((8 * n + 23) / 16), or, of a collapsed nest, (c / n). */
typedef struct pme__address_term {
  int64_t coefficient;
  int symbol_count, symbols[PME__MOST_FACTORS];
  int loop;            /* the innermost; PME_NONE: none */
  int modulo;          /* symbol of a factor `(..) % symbol` that a loop counts; PME_NONE: none */
  bool has_other;      /* factors that are left aside, */
  bool has_other_loop; /* with a loop in them */
  pme_expr other;      /* the first of them */
} pme__address_term;

/* Where a symbol stands. Pitches may stand in conditions, too; what numbers of rows do there is a choice (choices.c). */
typedef enum pme__where { PME__ANYWHERE, PME__IN_ADDRESSES_AND_CONDITIONS, PME__IN_ADDRESSES } pme__where;

/* Those of an access, at most PME__MOST_TERMS. */
typedef struct pme__address_terms {
  int count;
  const pme__address_term *terms;
} pme__address_terms;

/* Per node, of none but accesses there are any; in `arena`. NULL: no memory. */
const pme__address_terms *pme__read_address_terms(const pme_program *program, pme_arena *arena);

/* The terms of one expression, into room for PME__MOST_TERMS; how many. */
int pme__terms_of(const pme_program *program, pme_expr expr, pme__address_term *out);

bool pme__term_has_symbol(const pme__address_term *term, int symbol);
bool pme__address_has_symbol(const pme__address_terms *list, int symbol);
/* As many of them, and each is in the other, too. */
bool pme__terms_have_same_symbols(const pme__address_term *a, const pme__address_term *b);
/* The one symbol that `wide` has more than all of `narrow`. PME_NONE: it is not so. */
int pme__symbol_more(const pme__address_term *wide, const pme__address_term *narrow);
/* k * (n + 4) is 4 * k and n * k: a row with a border, and no stride of four. Whether that is so of 4 * k. */
bool pme__is_part_of_pitch(const pme__address_terms *list, const pme__address_term *part);

#endif
