/* Copies of programs in which some loops stand otherwise. Private to analysis/advise/loop_order. */
#ifndef PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_CHANGED_PROGRAM_COPY_H
#define PMECACHE_ANALYSIS_ADVISE_LOOP_ORDER_CHANGED_PROGRAM_COPY_H

#include "pmecache/arena.h"
#include "pmecache/program.h"

enum { PME__MOST_COPIED_BOUNDS = 32 };

typedef struct pme__program_copy pme__program_copy;
struct pme__program_copy {
  const pme_program *from;
  pme_program *to;
  int *node; /* of `to`, by node of `from`; that of a loop is the one that has its variable. PME_NONE: not copied */
  bool (*replace)(pme__program_copy *copy, int id, int parent); /* false: the node is copied as it is */
  const void *change;                                           /* for `replace` */
  pme_arena *arena;
};

/* With all that is no node. False: out of memory; pme__end_copy is to be called all the same. */
bool pme__begin_copy(pme__program_copy *copy, const pme_program *program);
/* With the findings of what was copied. NULL: out of memory. Free with pme_program_destroy. */
pme_program *pme__end_copy(pme__program_copy *copy);

pme_expr pme__copy_expr(const pme__program_copy *copy, pme_expr expr);
int pme__copy_exprs(const pme__program_copy *copy, const pme_expr *all, int count,
                    pme_expr out[PME__MOST_COPIED_BOUNDS]);
/* A loop alone, with `loop` in place of what it says itself but its bounds, chunk and team. */
int pme__copy_loop(const pme__program_copy *copy, int parent, int id, const pme_loop *loop);
void pme__copy_node(pme__program_copy *copy, int id, int parent);
void pme__copy_children(pme__program_copy *copy, int first, int parent);

/* A whole copy, of the outermost construct around `loop`. `nodes` of `program` become those of the copy. As pme__end_copy. */
pme_program *pme__copy_construct(pme__program_copy *copy, const pme_program *program, int loop, int nodes[], int count);

/* The outermost node around a node, which may be itself. */
int pme__construct_of(const pme_program *program, int node);
/* The worksharing loop around a node, which may be itself; PME_NONE: there is none. */
int pme__dealt_loop_of(const pme_program *program, int node);

#endif
