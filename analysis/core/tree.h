/* Questions about the tree of loops and accesses, and the rows of a prediction that stand for its nodes. */
#ifndef PMECACHE_ANALYSIS_CORE_TREE_H
#define PMECACHE_ANALYSIS_CORE_TREE_H

#include "pmecache/prediction.h"

/* As pme_subject_is_below, in the tree of a concrete program, where accesses may have been moved out of loops
 * (as_compiled.h). */
bool pme__concrete_is_below(const pme_concrete *concrete, int node, int ancestor);
/* In the same tree; PME_NONE: no loop is around the node. */
int pme__concrete_outermost_loop(const pme_concrete *concrete, int node);
/* The nearest loop around a node, itself not included; PME_NONE at the top. */
int pme__loop_around(const pme_subject *subject, int node);

/* The row of a loop; NULL: it has none. */
pme_loop_prediction *pme__loop_row(const pme_prediction *prediction, int loop);
/* The row of an access; rows are in the order of nodes. The access must have one. */
pme_reference_prediction *pme__reference_row(const pme_prediction *prediction, int access);

/* Whether both are known and one line and column; files are not looked at. */
static inline bool pme__is_same_place(pme_place a, pme_place b) {
  return a.line > 0 && a.line == b.line && a.column == b.column;
}

/* The outermost loop around `loop`, or itself. */
int pme__outermost_loop(const pme_program *program, int loop);

/* Whether the team of a worksharing loop runs no other one: its number of threads can be asked for with the loop. Else
 * the region does, for all of its loops, or a caller that is not seen. */
bool pme__is_alone_in_team(const pme_concrete *concrete, int loop);

/* Per symbol of the program whether a loop asks for it: those of the outermost loop around it and of what stands around
 * that. In `arena`. NULL: no memory. */
const bool *pme__symbols_of_loop(const pme_program *program, int loop, pme_arena *arena);

/* A write below the worksharing loop that iterations of different threads make to the same elements, whatever the
 * schedule, and that is neither atomic nor in an ordered loop; PME_NONE: none is that plain. *is_sure: it is not behind
 * a branch that data decide. Locks are not seen. */
int pme__race_of(const pme_prediction *prediction, int loop, bool *is_sure);

/* ---- what a number supposes ---- */

/* Whether it says of code that data may leave out that it runs: branches that are taken, loops that run to their bound. */
bool pme__supposes(const pme_assumption *assumption);

/* Accesses of the loop that are counted and stand where such an assumption is made: of the whole loop that a branch is in,
 * for a program does not have such branches. */
double pme__supposed_accesses(const pme_prediction *prediction, int loop);

/* ---- powers of two ---- */

/* A parameter "1 << k" is that power of two of the parameter k, unless it is given: who knows k has to be asked nothing. */
#define PME__POWER_OF_TWO "1 << "
/* That k; PME_NONE: the parameter is no such power, or k is none. */
int pme__exponent_of(const pme_program *program, int parameter);

/* ---- which numbers leave so much open that only a run tells ---- */

/* An estimate that may be nothing or a lot: its ends are a factor of twenty apart, and further than a loop may notice. */
bool pme__is_open(const pme_misses *misses);

/* Whether the model counts all of the loop, wherever data put it. */
bool pme__is_whole(const pme_loop_prediction *loop);

/* The same, and no level is open: no run could tell more. */
bool pme__is_answered(const pme_loop_prediction *loop, int levels);
/* ... nor does it rest on what data may leave out, or on sizes at which the loop did other work in the run. `run`: that
 * loop of a run with several sizes; NULL: there is none. `is_of_another`: as of pme_profile_answer. */
bool pme__needs_no_run(const pme_prediction *asked, const pme_loop_prediction *loop, const pme_loop_prediction *run,
                       bool is_of_another);

#endif
