/* Pieces that remarks share: the list under way, and how accesses, loops and numbers are said. Private to
 * analysis/report/remark. */
#ifndef PMECACHE_ANALYSIS_REPORT_REMARK_REMARK_PARTS_H
#define PMECACHE_ANALYSIS_REPORT_REMARK_REMARK_PARTS_H

#include "analysis/report/words/facts.h"
#include "analysis/report/words/words.h"
#include "pmecache/by_size.h"
#include "pmecache/report.h"

/* Longer lines help nobody; a name of any length is cut before. */
enum { PME__REMARK_TEXT_BYTES = 1024, PME__REMARK_NAME_BYTES = 120 };
/* Evictions by other threads, and lines lost to their writes, are named from this share of the misses on. */
#define PME__NOTABLE_SHARE 0.25

typedef struct pme__remark_builder {
  const pme_prediction *prediction;
  const pme_explanation *explanation; /* NULL: none was asked for */
  const pme_subject *subject;
  pme_arena *arena;
  pme_remark *remarks;
  int count, capacity;
  bool sequential; /* outermost loops that hold no parallel one are shown, too */
  bool failed;
} pme__remark_builder;

/* Whether a loop has remarks of its own. */
bool pme__is_shown(const pme__remark_builder *b, const pme_loop_prediction *loop);

/* Adds what the words say, on one line whatever the names hold. */
void pme__remark_add(pme__remark_builder *b, pme_remark_kind kind, const char *name, int node, pme_place place,
                     pme__words *l);

void pme__say_share(pme__words *l, double part, double whole);
/* "7.2M", or what it is when it is not exact: "about 7.2M", "up to 7.2M". */
void pme__say_misses(pme__words *l, const pme_misses *misses);
/* " (mm.c:11:34)", or nothing where the line is not known. */
void pme__say_place(pme__words *l, const pme__remark_builder *b, pme_place place);
/* "parallel loop 'i'", "loop 'j', "parallel region by thread 't'", "function 'f'". */
void pme__say_subject(pme__words *l, const pme__remark_builder *b, int loop_node);
/* "reading 'c' (mm.c:11:34)" */
void pme__say_access(pme__words *l, const pme__remark_builder *b, int node);
/* "general: particular" */
void pme__say_texts(pme__words *l, pme__two_texts texts);

/* "; a part of the loop is not modelled and not counted", and who says why; where data decide the addresses of all of
 * it, how many accesses that is. */
void pme__say_partly(pme__words *l, const pme_loop_prediction *loop);
/* "; 33% of the accesses are at places that data choose, and may each miss or hit". */
void pme__say_data(pme__words *l, const pme_loop_prediction *loop);
/* "; branches on data are counted as always taken"; nothing where that concerns next to no access. */
void pme__say_supposed(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop);
void pme__say_data_by_size(pme__words *l, const pme_by_size_loop *loop);
void pme__say_partly_by_size(pme__words *l, const pme_by_size *answer, const pme_by_size_loop *loop);

/* An access to places that data choose: whether it misses, and whether threads meet there (each may have a row of its own),
 * nobody knows; it has bounds. */
bool pme__is_chosen_by_data(const pme__remark_builder *b, const pme_reference_prediction *reference);
/* Whether the loop's numbers have those of the access, which is in it: not such bounds, where a loop around one that is
 * answered with them is in part. */
bool pme__is_counted(const pme__remark_builder *b, const pme_loop_prediction *loop,
                     const pme_reference_prediction *reference);

/* "'n=1000,m=1000'" of a hint that says how symbols get values; NULL: it does not. */
const char *pme__values_to_give(const char *hint);

/* ---- parts of files of their own ---- */

/* "; 83% of the L1 misses are lines that other threads wrote, most by false sharing: writing 'sum' (sum.c:4:5)", and
 * what ends it; nothing where no level loses a notable share. */
void pme__say_coherence(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop);
/* The same of what is modelled, behind numbers of a run, which has them of each thread by itself. */
void pme__say_coherence_beside(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop);
/* ": writing 'sum' (sum.c:4:5); chunks of 8 or more iterations end most of that", of a loop whose size is not known;
 * nothing where the program does not tell. */
void pme__say_cure_by_size(pme__words *l, const pme__remark_builder *b, int loop_node, int level);
/* "4 threads, static,4" */
void pme__say_schedule(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop);
/* "L2 costs most, with about 135M misses (50% of 269M accesses), 100% of them reading 'b' (mm.c:14:26)" */
void pme__say_headline(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop, int level);
/* What is not modelled, of these kinds of remarks. */
void pme__add_missed(pme__remark_builder *b, unsigned kinds);
/* "; for n = 1000000": the values that somebody gave, all of them, then the first few of the others; of a loop alone,
 * unless that is PME_NONE. */
void pme__say_values(pme__words *l, const pme__remark_builder *b, int loop);
/* "; not counted: what calls touch of heavy, g": calls that are left out (assumption `call-ignored`); nothing where there
 * are none. */
bool pme__leaves_calls_out(const pme__remark_builder *b, int loop_node);
void pme__say_calls_left_out(pme__words *l, const pme__remark_builder *b, int loop_node);
/* The name of such a call, of the text of its assumption; "std::sort<...>" of one that is too long. */
void pme__say_callee(pme__words *l, const char *text);
/* "; different threads write the same elements of 'y' (f.c:12:10): ..."; nothing where they do not. */
void pme__say_race(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop);
/* The numbers of a loop by level and access, and their causes, as remarks of the kind PME_REMARK_ANALYSIS. */
void pme__add_details(pme__remark_builder *b, const pme_loop_prediction *loop);
/* What the numbers rest on, as remarks of that kind: one of each kind of assumption about a loop. */
void pme__add_assumptions(pme__remark_builder *b);

#endif
