/* Words and numbers of a machine text, with the place where each stands. Private to analysis/machine. */
#ifndef PMECACHE_ANALYSIS_MACHINE_MACHINE_SCAN_H
#define PMECACHE_ANALYSIS_MACHINE_MACHINE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmecache/status.h"

typedef struct pme__scanner {
  const char *at, *end;
  int line, column; /* of `at`, 1-based */
  pme_error *error; /* where faults go; may be NULL */
} pme__scanner;

/* A place that a later fault can point back to. */
typedef struct pme__mark {
  int line, column;
} pme__mark;

/* PME_BAD_INPUT at a marked place, with a printf format. */
#define PME__FAULT(scanner, place, ...)                                                                                \
  pme_error_set((scanner)->error, PME_BAD_INPUT, (place).line, (place).column, __VA_ARGS__)
/* PME_BAD_INPUT "expected WHAT, found ..." at the next token. */
pme_status pme__scan_expected(pme__scanner *scanner, const char *what);

/* The place of the next token: blanks and a comment are skipped, line breaks are not. */
pme__mark pme__scan_mark(pme__scanner *scanner);
/* Skips blanks, comments, line breaks and `;`. */
void pme__scan_to_field(pme__scanner *scanner);
bool pme__scan_at_end(const pme__scanner *scanner);
/* The next token begins with this character; take: and it is consumed. */
bool pme__scan_sees(pme__scanner *scanner, char c);
bool pme__scan_take(pme__scanner *scanner, char c);

/* Letters, digits, `_`, `-` and `.`; word_bytes counts the terminator. */
pme_status pme__scan_word(pme__scanner *scanner, char *word, size_t word_bytes, const char *what);
/* Everything up to `;`, `#` or the end of the line, without blanks at its ends; at least one character. */
pme_status pme__scan_rest(pme__scanner *scanner, char *text, size_t text_bytes, const char *what);
pme_status pme__scan_integer(pme__scanner *scanner, int low, int high, int *out, const char *what);
/* Digits with an optional fraction. `base` > 0: K, M, G or T may follow and stands for that power of base. */
pme_status pme__scan_number(pme__scanner *scanner, double base, double *out, const char *what);

#endif
