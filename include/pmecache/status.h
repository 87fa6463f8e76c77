/* pmecache: statuses, errors and the three channels.
 *
 * A function that can fail returns a pme_status; its outputs are written last and only on success.
 * The detail (file, line, column, message) goes to an optional pme_error.
 *
 * Three channels never mix:
 *   status      the tool failed (bad input, no memory, over budget)       -> pme_status, pme_error
 *   reason      this piece of code cannot be modelled, and what helps     -> pme_reason_code
 *   assumption  the answer holds if ...                                   -> pme_assumption_code
 */
#ifndef PMECACHE_STATUS_H
#define PMECACHE_STATUS_H

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

typedef enum pme_status {
#define PME_STATUS(name, text) PME_##name,
#include "pmecache/status.def"
#undef PME_STATUS
  PME_STATUS_COUNT
} pme_status;

typedef enum pme_reason_code {
#define PME_REASON(name, code, text, hint) PME_REASON_##name,
#include "pmecache/reasons.def"
#undef PME_REASON
  PME_REASON_COUNT
} pme_reason_code;

typedef enum pme_assumption_code {
#define PME_ASSUMPTION(name, code, text) PME_ASSUMPTION_##name,
#include "pmecache/assumptions.def"
#undef PME_ASSUMPTION
  PME_ASSUMPTION_COUNT
} pme_assumption_code;

/* Where and why something failed. `line` and `column` are 1-based; 0 means "no place". */
typedef struct pme_error {
  pme_status status;
  int line;
  int column;
  char message[240];
} pme_error;

/* Text of a status, never NULL. */
const char *pme_status_text(pme_status status);

/* Stable code of a reason ("unknown-parameter"), its text for people and what the user can do ("" if nothing). */
const char *pme_reason_name(pme_reason_code code);
const char *pme_reason_text(pme_reason_code code);
const char *pme_reason_hint(pme_reason_code code);
/* The code with this name, or PME_REASON_COUNT. */
pme_reason_code pme_reason_from_name(const char *name);

const char *pme_assumption_name(pme_assumption_code code);
const char *pme_assumption_text(pme_assumption_code code);
pme_assumption_code pme_assumption_from_name(const char *name);

/* Fills `error` (may be NULL) from a printf format and returns `status`. */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
pme_status
pme_error_set(pme_error *error, pme_status status, int line, int column, const char *format, ...);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
