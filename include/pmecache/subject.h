/* pmecache: what a prediction speaks of: the loops and references of a function, with their names and places.
 *
 * A program that is modelled has its subject from pme_concrete_subject, with the node ids of the pme_program. What was
 * measured (a profile, a trace) has no bounds and no addresses to make a program of: it says here which loops and
 * references there were. Reports read nothing else of either.
 *
 * Life: a subject lies in an arena. Texts are not copied: they outlive it.
 */
#ifndef PMECACHE_SUBJECT_H
#define PMECACHE_SUBJECT_H

#include "pmecache/arena.h"
#include "pmecache/program.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

typedef struct pme_subject_loop {
  const char *variable;
  bool parallel;
  bool is_team;               /* each thread runs the iteration of its number: there is no schedule */
  bool is_taskloop;           /* chunks are tasks: no schedule clause, the chunk is what a grainsize comes to */
  pme_schedule_kind schedule; /* in force, as far as it is known */
  int64_t chunk;              /* 0: none */
  int threads;                /* of the team there; 0: unknown */
  int collapse;               /* >= 1 */
} pme_subject_loop;

typedef struct pme_subject_access {
  int array; /* index in `arrays` */
  bool is_write;
  int kept_loops; /* as pme_access.kept_loops */
} pme_subject_access;

typedef struct pme_subject_node {
  pme_node_kind kind;
  int parent; /* PME_NONE at the top */
  pme_place place;
  bool modelled; /* it was evaluated, or measured: nothing stands in the way of a number */
  union {
    pme_subject_loop loop;
    pme_subject_access access;
    struct {
      int threads; /* of the team; 0: unknown */
    } region;
  } u;
} pme_subject_node;

typedef struct pme_subject {
  const char *function, *file; /* file "": unknown */
  int line;                    /* 0: unknown */
  bool as_compiled;            /* accesses are those that optimised code makes (pme_what_if.as_compiled) */
  int node_count;
  pme_subject_node *nodes; /* parents before children */
  int array_count;
  const char **arrays; /* names */
  /* What was found before any engine saw it. */
  int reason_count;
  const pme_reason *reasons;
  int assumption_count;
  const pme_assumption *assumptions;
} pme_subject;

/* ---- reading ---- */

static inline const pme_subject_node *pme_subject_at(const pme_subject *subject, int node) {
  return &subject->nodes[node];
}

/* `node` is `ancestor` or stands below it; below PME_NONE stands everything. */
bool pme_subject_is_below(const pme_subject *subject, int node, int ancestor);
/* The largest team, at least 1: it decides how many instances of a cache are in use. */
int pme_subject_largest_team(const pme_subject *subject);
/* The same, also of worksharing loops that are not modelled: the team that a run is asked about. */
int pme_subject_asked_team(const pme_subject *subject);

/* ---- making one of what was recorded ---- */

/* An empty subject with room for so many nodes; its `function` and the like are to be set. NULL: out of memory. */
pme_subject *pme_subject_create(pme_arena *arena, int most_nodes);
/* A new node with this parent, whose id goes to `node`. A variable that a loop around it has already gets a number.
 * Schedule, chunk and threads of a loop that is not parallel are left to pme_subject_settle_teams. PME_NO_MEMORY;
 * PME_BAD_ARGUMENT: nested too deeply. */
pme_status pme_subject_add_loop(pme_subject *subject, pme_arena *arena, int parent, const pme_subject_loop *loop,
                                int *node);
/* A read or write of the array of this name. PME_BAD_ARGUMENT: nested too deeply. */
pme_status pme_subject_add_access(pme_subject *subject, int parent, const char *array, bool is_write, int *node);
/* Where a node stands in the source. */
static inline void pme_subject_set_place(pme_subject *subject, int node, pme_place place) {
  subject->nodes[node].place = place;
}
/* As pme_concrete_create does it for programs: loops inside a parallel loop belong to its team, a team of unknown size
 * has `default_threads`, auto and runtime are taken as static; each with an assumption where something is assumed.
 * PME_NO_MEMORY. */
pme_status pme_subject_settle_teams(pme_subject *subject, pme_arena *arena, int default_threads);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
