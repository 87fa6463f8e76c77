/* What makes a difference no fault: registers by convention, reasons and assumptions of the program. */
#include "compare.h"

#include "claim_walk.h"

#include <stdlib.h>
#include <string.h>

/* Reasons that speak of one access; all others speak of everything below their node or in their loop. */
static bool is_about_one_access(pme_reason_code code) {
  return code == PME_REASON_NON_AFFINE_SUBSCRIPT || code == PME_REASON_INDIRECT_SUBSCRIPT ||
         code == PME_REASON_MEMORY_INTRINSIC || code == PME_REASON_ATOMIC_ACCESS;
}

static bool stands_at(const struct comparison *c, pme_place place, const struct key *key) {
  const char *file = base_name(place.file ? place.file : pme_program_file(pme_concrete_program(c->concrete)));
  return (unsigned)place.line == key->line && (unsigned)place.column == key->column && strcmp(file, key->file) == 0;
}

static bool is_at_or_above(const pme_program *program, int node, int below) {
  for (; below != PME_NONE; below = pme_program_node(program, below)->parent)
    if (below == node)
      return true;
  return false;
}

/* Is `node` in the worksharing loop of the key, or does it enclose that loop? */
static bool is_in_loop_of(const struct comparison *c, int node, const struct key *key) {
  const pme_program *program = pme_concrete_program(c->concrete);
  int loop = claim_workshare_of(program, node);
  unsigned line = loop == PME_NONE ? 0 : (unsigned)pme_program_node(program, loop)->place.line;
  if (line == key->loop_line || node == PME_NONE)
    return true;
  for (int other = 0; loop == PME_NONE && other < pme_program_node_count(program); other++)
    if (claim_workshare_of(program, other) == other &&
        (unsigned)pme_program_node(program, other)->place.line == key->loop_line &&
        is_at_or_above(program, node, other))
      return true;
  return false;
}

static bool speaks_of(const struct comparison *c, const pme_reason *reason, const struct key *key) {
  if (stands_at(c, reason->place, key))
    return true;
  if (is_about_one_access(reason->code))
    return false;
  return is_in_loop_of(c, reason->node, key) || (unsigned)reason->place.line == key->loop_line;
}

static const pme_reason *reason_for(const struct comparison *c, const struct key *key) {
  const pme_reason *found = NULL;
  for (int i = 0; i < pme_concrete_reason_count(c->concrete); i++) {
    const pme_reason *reason = pme_concrete_reason(c->concrete, i);
    if (!speaks_of(c, reason, key))
      continue;
    if (stands_at(c, reason->place, key))
      return reason;
    found = found ? found : reason;
  }
  return found;
}

/* Is the node in or around an access of the key? */
static bool concerns(const struct comparison *c, const int *key_of_node, int node, const struct key *key) {
  const pme_program *program = pme_concrete_program(c->concrete);
  for (int access = 0; access < pme_program_node_count(program); access++)
    if (key_of_node[access] == (int)(key - c->keys) && (node == PME_NONE || is_at_or_above(program, node, access)))
      return true;
  return false;
}

/* Is it said that accesses which do not always happen are claimed? */
static const pme_assumption *superset_assumption(const struct comparison *c, const int *key_of_node,
                                                 const struct key *key) {
  for (int i = 0; i < pme_concrete_assumption_count(c->concrete); i++) {
    const pme_assumption *assumption = pme_concrete_assumption(c->concrete, i);
    bool widens = assumption->code == PME_ASSUMPTION_BRANCH_TAKEN || assumption->code == PME_ASSUMPTION_EARLY_EXIT;
    if (widens && concerns(c, key_of_node, assumption->node, key))
      return assumption;
  }
  return NULL;
}

/* Is it said where something is taken to be that the program allocates: rows that follow each other, what an iteration
 * frees and the next one gets? */
static const pme_assumption *place_assumption(const struct comparison *c, const int *key_of_node,
                                              const struct key *key) {
  for (int i = 0; i < pme_concrete_assumption_count(c->concrete); i++) {
    const pme_assumption *assumption = pme_concrete_assumption(c->concrete, i);
    bool places = assumption->code == PME_ASSUMPTION_ROWS_CONTIGUOUS || assumption->code == PME_ASSUMPTION_SAME_MEMORY;
    if (places && concerns(c, key_of_node, assumption->node, key))
      return assumption;
  }
  return NULL;
}

/* Is the access in a function whose calls are said to be left out: "walk, which calls itself, beside 2 references"? Or
 * in a region of it: `exchange_..omp_par`. */
static const pme_assumption *ignored_call(const struct comparison *c, const struct key *key) {
  size_t length = strcspn(key->function, ".");
  for (int i = 0; i < pme_concrete_assumption_count(c->concrete); i++) {
    const pme_assumption *assumption = pme_concrete_assumption(c->concrete, i);
    if (assumption->code == PME_ASSUMPTION_CALL_IGNORED && strncmp(assumption->text, key->function, length) == 0 &&
        (assumption->text[length] == ',' || assumption->text[length] == '\0') &&
        (length < strlen(key->function) || is_in_loop_of(c, assumption->node, key)))
      return assumption;
  }
  return NULL;
}

static void excuse(struct key *key, enum key_verdict verdict, const char *by, const char *text) {
  key->verdict = verdict;
  snprintf(key->why, sizeof key->why, "%s%s%s", by, *text ? ": " : "", text);
}

/* A worksharing loop's bounds are read before it starts, once: not worth a place in the program. Those of Fortran are
 * where a caller has them: both ends and the step. */
static size_t bounds_of_loop(const char *function) {
  return strstr(function, "omp_outlined") ? 1 : strstr(function, "..omp_par") ? 3 : 0; /* clang, flang */
}

static void excuse_unclaimed(const struct comparison *c, struct key *key) {
  const pme_reason *reason = reason_for(c, key);
  const pme_assumption *ignored = ignored_call(c, key);
  if (key->local_scalar || key->line == 0)
    excuse(key, KEY_REGISTER, "", "");
  else if (!key->loop_file && !key->is_write && key->actual <= c->trace->loop_count * bounds_of_loop(key->function))
    excuse(key, KEY_REGISTER, "bound of a worksharing loop", "");
  else if (reason)
    excuse(key, KEY_NOT_MODELLED, pme_reason_name(reason->code), reason->text);
  else if (ignored)
    excuse(key, KEY_NOT_MODELLED, pme_assumption_name(ignored->code), ignored->text);
}

static void excuse_claimed(const struct comparison *c, const int *key_of_node, struct key *key) {
  const pme_assumption *assumption = superset_assumption(c, key_of_node, key);
  const pme_assumption *placed = place_assumption(c, key_of_node, key);
  const pme_reason *reason = reason_for(c, key);
  if (assumption && key->claimed > key->actual)
    excuse(key, KEY_SUPERSET, pme_assumption_name(assumption->code), assumption->text);
  else if (placed && key->claimed == key->actual)
    excuse(key, KEY_ASSUMED, pme_assumption_name(placed->code), placed->text);
  else if (reason && key->claimed < key->actual)
    excuse(key, KEY_NOT_MODELLED, pme_reason_name(reason->code), reason->text);
}

void excuse_keys(struct comparison *c) {
  int *key_of_node = comparison_keys_of_nodes(c);
  for (size_t i = 0; i < c->key_count; i++) {
    struct key *key = &c->keys[i];
    if (key->verdict != KEY_DIFFERENT)
      continue;
    if (key->claimed == 0)
      excuse_unclaimed(c, key);
    else
      excuse_claimed(c, key_of_node, key);
  }
  free(key_of_node);
}
