/* The judge: a recovered program (the claim) against the trace of a real run (the truth).
 *
 * Accesses are put together by *key*: worksharing loop (file and line of the pragma), place in the source, read or
 * write. Per thread and key, claim and truth must be the same sequence: count, sizes, and addresses up to one unknown
 * base an array. The bases that the keys of one array find must agree; bases of a group must lie as claimed; offsets
 * must lie within claimed extents. Last, where a loop has nothing but agreeing keys, the order among its keys is
 * compared.
 */
#ifndef PMECACHE_TEST_ORACLE_COMPARE_H
#define PMECACHE_TEST_ORACLE_COMPARE_H

#include "event_file.h"
#include "pmecache/concrete.h"

#include <stdio.h>

enum key_verdict {
  KEY_SAME,
  KEY_SUPERSET,     /* more is claimed than happens, and an assumption says so (branch taken, no early exit) */
  KEY_ASSUMED,      /* as often as claimed, elsewhere, and an assumption says where (rows that follow each other) */
  KEY_REGISTER,     /* not claimed: a scalar of the host that is in a register by convention, or code without a place */
  KEY_NOT_MODELLED, /* not claimed, and a reason says so */
  KEY_SKIPPED, /* not reached by the trace, or not comparable with several threads (dynamic schedule, orphaned loop) */
  KEY_DIFFERENT
};

struct array_base {
  int array;
  int thread; /* whose: a private array has a base in each thread */
  uint64_t base;
  uint64_t low, high; /* addresses that the array was seen at; high is exclusive */
};

struct key {
  const char *loop_file; /* NULL: outside worksharing loops */
  unsigned loop_line;
  const char *file, *function; /* function: of the trace; "" if only claimed */
  unsigned line, column;
  bool is_write;
  bool local_scalar; /* a register by convention; a claim never means these */
  bool has_block;
  bool one_thread; /* claimed under `if one-thread` */
  int loop_node;   /* node of the claim, PME_NONE */
  uint64_t claimed, actual;
  uint64_t claimed_bytes, actual_bytes;
  enum key_verdict verdict;
  char why[200];
  struct array_base *bases;
  size_t base_count, base_capacity;
};

struct known_key {
  bool valid;
  uint32_t loop;
  int key;
};

struct comparison {
  const pme_concrete *concrete;
  const struct recorded_trace *trace;
  int threads;
  struct key *keys;
  size_t key_count, key_capacity;
  struct known_key *known_keys; /* per site of the trace */
  size_t fault_count;           /* faults that belong to no key (bases, order) */
  bool show_all;
};

/* Compares and prints; the number of differences. */
size_t compare(struct comparison *comparison, FILE *out);

/* What the parts of the judge share. */
int comparison_key(struct comparison *comparison, const struct key *wanted);
int comparison_recorded_key(struct comparison *comparison, const struct recorded_access *access);
int comparison_claim_key(struct comparison *comparison, int node);
const char *base_name(const char *path);
/* The base that most keys found for an array (of a thread, where the array is private); false when none was. */
bool comparison_array_base(const struct comparison *comparison, int array, int thread, struct array_base *out);
/* The thread whose bases tell where an array is for this one: 0 when all share it. */
int comparison_base_owner(const struct comparison *comparison, int array, int thread);
/* How far to follow the claim for a thread: well beyond what was recorded. */
uint64_t comparison_steps(const struct comparison *comparison, int thread);
void compare_arrays(struct comparison *comparison, FILE *out);
/* Are the accesses of superset keys a part of what is claimed, in order? */
void compare_supersets(struct comparison *comparison);
void compare_order(struct comparison *comparison, FILE *out);
/* Per node of the program its key; PME_NONE where it is no access. The caller frees. */
int *comparison_keys_of_nodes(struct comparison *comparison);
void excuse_keys(struct comparison *comparison);

#endif
