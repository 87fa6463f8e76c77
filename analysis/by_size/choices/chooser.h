/* Conditions where a symbol is tried: what they come to, and whether they hold. Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_CHOICES_CHOOSER_H
#define PMECACHE_ANALYSIS_BY_SIZE_CHOICES_CHOOSER_H

#include "analysis/by_size/unknown_sizes.h"

/* Around a loop, and in it. */
enum { PME__MOST_CONDITIONS = 64 };

typedef struct pme__condition {
  pme_expr expr;
  bool around; /* the loop */
  int weight;  /* of a value with which it holds */
} pme__condition;

typedef struct pme__condition_list {
  const pme_program *program;
  int count;
  pme__condition conditions[PME__MOST_CONDITIONS];
} pme__condition_list;

/* A size, where conditions compare with one. */
static const int64_t pme__large_size = 1000003;

typedef struct pme__chooser {
  const pme_program *program;
  const pme__unknown_symbols *sizes; /* that are large; NULL: nothing is known of them */
  const pme__unknown_symbols *taken; /* all others have their values; NULL: they are not asked */
  const char *symbol;
  bool takes_largest;                      /* of values that do as well */
  bool may_be_negative, is_never_negative; /* now; at all */
  bool takes_loops, takes_last; /* loops around are in their first iteration, or in the last one of a small team */
  int reach;                    /* how far from the constants of conditions */
  int64_t value;                /* tried for it */
  int64_t size;                 /* of sizes; 0: large */
  /* While an expression is evaluated: the symbol stands in it; so does something unknown; something is divided by what is
   * known not to be positive, which has no value. */
  bool is_met, is_open, is_void;
} pme__chooser;

/* What an expression comes to; `is_met`, `is_open` and `is_void` are set on the way. */
int64_t pme__evaluate_chosen(pme__chooser *c, pme_expr expr);

/* 1: the condition holds, -1: it does not, 0: the symbol alone does not decide it. */
int pme__holds_with(pme__chooser *c, pme_expr condition);

#endif
