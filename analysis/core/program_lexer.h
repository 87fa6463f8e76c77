/* Words, numbers and signs of a program's text, with the place where each stands. Private to analysis/core.
 *
 * The text is read line by line; `now` is the token under the reader. Functions that answer false have reported a
 * fault with its line and column, except for `at` and `take`, which only look. */
#ifndef PMECACHE_ANALYSIS_CORE_PROGRAM_LEXER_H
#define PMECACHE_ANALYSIS_CORE_PROGRAM_LEXER_H

#include <stdbool.h>
#include <stdint.h>

#include "pmecache/status.h"

enum { PME__NAME_BYTES = 512 };

typedef enum pme__token_kind {
  PME__TOKEN_END, /* of the line */
  PME__TOKEN_INTEGER,
  PME__TOKEN_NAME,
  PME__TOKEN_QUOTED,
  PME__TOKEN_SYMBOL,
  PME__TOKEN_BAD
} pme__token_kind;

typedef struct pme__token {
  pme__token_kind kind;
  int column; /* 1-based */
  int64_t value;
  char text[PME__NAME_BYTES]; /* name, quoted text, or symbol ("..", "+") */
} pme__token;

typedef struct pme__lexer {
  const char *cursor, *end; /* rest of the text */
  const char *line_start;
  int line;
  pme__token now;
  pme_error *error;
  bool failed;
} pme__lexer;

/* The first fault counts: later ones are not reported. Always false. */
bool pme__fault_at(pme__lexer *in, int column, const char *message, const char *detail);
/* The fault "expected WHAT, found ..." at the token under the reader. */
bool pme__expected(pme__lexer *in, const char *what);

/* Moves to the next token of this line. */
void pme__next_token(pme__lexer *in);
/* Moves before the first token of the next line; false at the end of the text. */
bool pme__next_line(pme__lexer *in);

bool pme__at_symbol(const pme__lexer *in, const char *text);
bool pme__at_word(const pme__lexer *in, const char *text);
/* At a word with a dash that begins so ("each" of each-thread). */
bool pme__at_dashed(const pme__lexer *in, const char *first);
/* At: and moves on. */
bool pme__take_symbol(pme__lexer *in, const char *text);
bool pme__take_word(pme__lexer *in, const char *text);

bool pme__need_symbol(pme__lexer *in, const char *text);
bool pme__need_integer(pme__lexer *in, int64_t *value, const char *expected);
bool pme__need_positive(pme__lexer *in, int64_t *value, const char *expected);
/* A name, or any text in quotes. */
bool pme__need_name(pme__lexer *in, char name[PME__NAME_BYTES], const char *expected);
/* Words with a dash ("one-thread", "unknown-parameter"): names joined by '-' without blanks. */
bool pme__need_dashed(pme__lexer *in, char name[PME__NAME_BYTES], const char *expected);
bool pme__need_end(pme__lexer *in);

#endif
