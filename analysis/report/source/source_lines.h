/* Some lines of a source file. Private to analysis/report/source. */
#ifndef PMECACHE_ANALYSIS_REPORT_SOURCE_SOURCE_LINES_H
#define PMECACHE_ANALYSIS_REPORT_SOURCE_SOURCE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "pmecache/arena.h"

enum { PME__MOST_SOURCE_LINES = 64, PME__MOST_SOURCE_BYTES = 1000 };

typedef struct pme__source_lines {
  int first, count;                          /* first: from 1 */
  const char *lines[PME__MOST_SOURCE_LINES]; /* without line ends */
} pme__source_lines;

/* Lines from `first` on, as many as there are. False: the file cannot be read, or one of them is very long. */
bool pme__read_source(const char *path, int first, pme_arena *arena, pme__source_lines *out);

/* Line `number` of the file; NULL: it was not read. */
const char *pme__source_line(const pme__source_lines *source, int number);

/* A part of a line. */
typedef struct pme__text_piece {
  const char *from, *to;
} pme__text_piece;

/* Whether it is this text, to the last byte. */
bool pme__is_text(pme__text_piece piece, const char *text);

/* Whether nothing is left of the line but a comment of //. */
bool pme__is_empty(const char *text);

/* The first byte that is no blank. */
const char *pme__skip_blanks(const char *text);

/* Whether it may stand in a name. */
bool pme__is_word(char c);

/* Whether `at`, in a text that begins at `from`, is the name as a word of its own. */
bool pme__is_word_at(const char *from, const char *at, const char *word, size_t length);

/* The name as a word of its own. */
bool pme__has_word(const char *from, const char *to, const char *word);

/* "double t = ..", "int *p;": two words, with blanks or asterisks between them. */
bool pme__declares_variable(const char *line);

/* Where `for (...)` is the first that stands on a line: its parentheses, up to behind the last one, with nothing behind
 * them but a brace and a comment of //. */
bool pme__find_for(const char *line, const char **from, const char **to);

/* Where `do VARIABLE = ...` of Fortran stands on a line: all behind `do`, without what follows in a comment. */
bool pme__find_do(const char *line, const char *variable, const char **from, const char **to);

/* The first line from `line` on that is no comment of Fortran, as its directives are. */
int pme__behind_comments(const pme__source_lines *source, int line);

/* The first line from `line` on that is no part of a directive: where the loop of a directive is. */
int pme__behind_directives(const pme__source_lines *source, int line);

/* The line on which the statement ends that begins behind `at` on this line, with no code behind it; 0: not on one of the
 * lines that were read. */
int pme__end_of_statement(const pme__source_lines *source, int line, const char *at);

#endif
