/* Private to analysis/core: turning expressions into affine functions with constant coefficients. */
#ifndef PMECACHE_ANALYSIS_CORE_AFFINE_H
#define PMECACHE_ANALYSIS_CORE_AFFINE_H

#include "pmecache/arena.h"
#include "pmecache/concrete.h"

/* How an evaluation ended. */
typedef enum pme__affine_result {
  PME__AFFINE_OK,
  PME__AFFINE_NO_MEMORY,
  PME__AFFINE_UNKNOWN_PARAMETER, /* `culprit` names it */
  PME__AFFINE_NOT_AFFINE,
  PME__AFFINE_OVERFLOW
} pme__affine_result;

/* What an evaluation needs: values of the parameters, of each loop node its depth and range of values, the team. */
typedef struct pme__affine_context {
  pme_arena *arena;
  const pme_program *program;
  const bool *known;        /* per parameter */
  const int64_t *values;    /* per parameter */
  const int *loop_depth;    /* per node */
  const int64_t *range_low; /* per depth: least and greatest value of the enclosing loop's variable */
  const int64_t *range_high;
  int depth;               /* number of enclosing loops */
  int team;                /* threads that run the place; 0: it belongs to no place, as the extent of an array */
  const pme_affine *facts; /* known to be >= 0 here: conditions and bounds of what encloses the expression */
  int fact_count;
  int steps, nesting; /* effort so far, depth of recursion now */
  const char *culprit;
  bool asked;     /* the last expression holds the thread's number */
  bool unreached; /* nothing runs here, whatever the values that are not known */
} pme__affine_context;

enum { PME__MAX_BOUNDS = 16 };

/* One affine function; one of the thread's number is not affine. */
pme__affine_result pme__affine_evaluate(pme__affine_context *context, pme_expr expr, pme_affine *out);
/* An affine function plus a multiple of the thread's number. */
pme__affine_result pme__affine_address(pme__affine_context *context, pme_expr expr, pme_affine *out, int64_t *thread);
/* `expr` as the minimum (or maximum) of several affine functions: extrema are pulled out of sums, products with
 * constants and divisions by positive constants. */
pme__affine_result pme__affine_bounds(pme__affine_context *context, pme_expr expr, bool minimum,
                                      pme_affine bounds[PME__MAX_BOUNDS], int *count);
/* Least and greatest value over the box of the enclosing loops' ranges; false when it leaves +-2^60. */
bool pme__affine_range(const pme__affine_context *context, const pme_affine *affine, int64_t *low, int64_t *high);

#endif
