/* One random program that the walk and a forward simulation decide: what both need of it, and what was seen so far. */
#ifndef PMECACHE_TEST_PROPERTY_WALK_SUBJECT_H
#define PMECACHE_TEST_PROPERTY_WALK_SUBJECT_H

#include "analysis/model/loop_tree/loop_tree.h"
#include "test/property/forward.h"
#include "test/property/programs/random_program.h"

typedef struct tally {
  uint64_t programs, walked_programs, nodes, left, accesses, lines, misses, certified, kinds, simulated;
  uint64_t counted_hits, counted_misses, uncounted;
} tally;

typedef struct subject {
  const random_program *text;
  pme_program *program;
  pme_machine machine;
  pme_concrete *concrete;
  pme_arena *arena;
  pme__loop_tree *walk;
  int64_t bases[64];
  bool skip[1024];
} subject;

int reference_of(const pme__loop_tree *walk, int node);

/* False: the order of accesses is only assumed. Accesses that cannot be walked are skipped in the simulation too. */
bool create_subject(uint64_t seed, const random_program *text, subject *s);
void destroy_subject(subject *s);

void print_access(const forward_access *access);

#endif
