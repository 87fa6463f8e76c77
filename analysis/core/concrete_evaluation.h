/* The parts of evaluating a program: what they share, and what each gives. Private to analysis/core.
 *
 * Functions that answer false have cut the node off with a reason, or have run out of memory (`no_memory`). */
#ifndef PMECACHE_ANALYSIS_CORE_CONCRETE_EVALUATION_H
#define PMECACHE_ANALYSIS_CORE_CONCRETE_EVALUATION_H

#include "affine.h"
#include "pmecache/arena.h"
#include "pmecache/concrete.h"

enum { PME__MAX_FACTS = 64, PME__MAX_TEAM = 4096 };

typedef struct pme__text_list {
  int count, capacity;
  pme_reason *reasons;
  pme_assumption *assumptions;
} pme__text_list;

struct pme_concrete {
  pme_arena *arena;
  const pme_program *program;
  pme_concrete_node *nodes;
  pme_concrete_array *arrays;
  pme__text_list reasons, assumptions;
  pme_subject *subject;
  pme_nest_order order;
  bool is_compiled; /* accesses are where a compiler leaves them */
};

typedef struct pme__evaluation {
  pme_concrete *concrete;
  const pme_program *program;
  const pme_what_if *what_if;
  pme__affine_context affine;
  int *loop_depth;                                 /* per node */
  int64_t low[PME_MAX_DEPTH], high[PME_MAX_DEPTH]; /* per depth on the current path */
  pme_affine facts[PME__MAX_FACTS];                /* of what encloses the node, innermost last */
  const char *hint;                                /* of the node `hinted`; NULL: none yet */
  int hinted;
  bool no_memory;
} pme__evaluation;

/* ---- what is found on the way: concrete_findings.c ---- */

/* A copy; "" when memory runs out. */
const char *pme__kept(pme__evaluation *b, const char *text);
/* Each once. */
void pme__push_reason(pme__evaluation *b, pme_reason reason);
void pme__push_assumption(pme__evaluation *b, pme_assumption assumption);
/* With a text that is copied. */
void pme__assume(pme__evaluation *b, pme_assumption_code code, int node, const char *text);
void pme__give_reason(pme__evaluation *b, pme_reason_code code, int node, const char *text, const char *hint);
/* An evaluation that failed, as a reason at `node`. `what` is "bound", "subscript", ... */
void pme__give_failure(pme__evaluation *b, pme__affine_result result, int node, pme_reason_code not_affine,
                       const char *what);

/* ---- symbols without a value: missing_symbols.c ---- */

/* Whether the source calls something so: what a user can give a value by. */
bool pme__is_source_name(const char *name);
/* What to do about all symbols that the loop around `node`, or what encloses it, has no value for: one option with
 * plausible values and what strides count; or the run that measures them. */
const char *pme__missing_hint(pme__evaluation *b, int node);

/* ---- symbols, arrays and accesses: concrete_data.c ---- */

bool pme__bind_parameters(pme__evaluation *b);
bool pme__evaluate_arrays(pme__evaluation *b);
bool pme__evaluate_access(pme__evaluation *b, int id, pme_concrete_node *out);

/* ---- teams and schedules: concrete_team.c ---- */

/* Of regions whose source does not say. */
int pme__largest_team(const pme_what_if *what_if);
bool pme__evaluate_constant(pme__evaluation *b, pme_expr expr, int node, const char *what, int64_t *value);
/* Whether the node is the proposal's loop or stands around it. */
bool pme__holds_proposal(const pme__evaluation *b, int node);
/* Of the nearest region or parallel loop; 0: there is none. */
int pme__enclosing_team(const pme__evaluation *b, int parent);
/* The threads that run a loop, or that it is dealt out to. */
bool pme__evaluate_team(pme__evaluation *b, int id, pme_concrete_loop *loop);
bool pme__evaluate_schedule(pme__evaluation *b, const pme_loop *source, int node, pme_concrete_loop *loop);
bool pme__evaluate_region(pme__evaluation *b, int id, pme_concrete_node *out);

/* ---- loops and guards: concrete_loop.c ---- */

bool pme__evaluate_loop(pme__evaluation *b, int id, pme_concrete_node *out, int depth);
/* A guard that fails has no conditions. */
bool pme__evaluate_guard(pme__evaluation *b, int id, pme_concrete_node *out);
/* A constant condition that does not hold. */
bool pme__holds_never(const pme_affine *condition);
/* Remembers what holds inside a node. */
void pme__know_node(pme__evaluation *b, const pme_concrete_node *node);

#endif
