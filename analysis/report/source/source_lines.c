/* Reads source files as far as lines go: no parser, and so what is not plain is refused. */
#include "source_lines.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static char *copy_of(pme_arena *arena, const char *text, size_t length) {
  char *copy = PME_ARENA_NEW(arena, char, length + 1);
  if (copy)
    memcpy(copy, text, length);
  return copy;
}

bool pme__read_source(const char *path, int first, pme_arena *arena, pme__source_lines *out) {
  char line[PME__MOST_SOURCE_BYTES];
  FILE *stream = fopen(path, "r");
  bool is_read = stream != NULL;
  *out = (pme__source_lines){.first = first};
  for (int number = 1; is_read && out->count < PME__MOST_SOURCE_LINES && fgets(line, sizeof line, stream);) {
    size_t length = strlen(line);
    bool is_whole = length > 0 && line[length - 1] == '\n', is_last = !is_whole && feof(stream);
    if (number >= first) {
      char *copy = copy_of(arena, line, length - is_whole);
      is_read = copy && (is_whole || is_last);
      out->lines[out->count++] = copy;
    }
    number += is_whole;
  }
  if (stream)
    fclose(stream);
  return is_read && out->count > 0;
}

const char *pme__source_line(const pme__source_lines *source, int number) {
  int at = number - source->first;
  return at >= 0 && at < source->count ? source->lines[at] : NULL;
}

const char *pme__skip_blanks(const char *text) {
  while (*text == ' ' || *text == '\t')
    text++;
  return text;
}

bool pme__is_text(pme__text_piece piece, const char *text) {
  return (size_t)(piece.to - piece.from) == strlen(text) && strncmp(piece.from, text, strlen(text)) == 0;
}

bool pme__is_empty(const char *text) { return *text == '\0' || *text == '\r' || strncmp(text, "//", 2) == 0; }

static bool is_end_of_line(const char *text) {
  text = pme__skip_blanks(text);
  if (*text == '{')
    text = pme__skip_blanks(text + 1);
  return pme__is_empty(text);
}

bool pme__find_for(const char *line, const char **from, const char **to) {
  const char *at = pme__skip_blanks(line);
  int depth = 0;
  if (strncmp(at, "for", 3) != 0 || *(at = pme__skip_blanks(at + 3)) != '(')
    return false;
  *from = at;
  for (; *at; at++) {
    depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
    if (*at == '"' || *at == '\'')
      return false;
    if (depth == 0)
      break;
  }
  *to = *at ? at + 1 : at;
  return *at && is_end_of_line(*to);
}

bool pme__is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

bool pme__is_word_at(const char *from, const char *at, const char *word, size_t length) {
  bool begins = at == from || !pme__is_word(at[-1]);
  return begins && strncmp(at, word, length) == 0 && !pme__is_word(at[length]);
}

bool pme__has_word(const char *from, const char *to, const char *word) {
  size_t length = strlen(word);
  for (const char *at = from; at + length <= to; at++)
    if (pme__is_word_at(from, at, word, length))
      return true;
  return false;
}

bool pme__declares_variable(const char *line) {
  const char *at = pme__skip_blanks(line), *word = at;
  while (pme__is_word(*at))
    at++;
  const char *end = at;
  while (*at == ' ' || *at == '*' || *at == '&')
    at++;
  return end > word && at > end && pme__is_word(*at) && strncmp(word, "for", 3) != 0 && strncmp(word, "else", 4) != 0;
}

static bool has_name(const char *from, const char *to, const char *name) {
  size_t length = strlen(name);
  return (size_t)(to - from) == length && strncasecmp(from, name, length) == 0;
}

bool pme__find_do(const char *line, const char *variable, const char **from, const char **to) {
  const char *at = pme__skip_blanks(line), *equals;
  if (strncasecmp(at, "do", 2) != 0 || (at[2] != ' ' && at[2] != '\t'))
    return false;
  *from = at = pme__skip_blanks(at + 2);
  while (pme__is_word(*at))
    at++;
  equals = pme__skip_blanks(at);
  *to = equals + strcspn(equals, "!\r");
  while (*to > equals && ((*to)[-1] == ' ' || (*to)[-1] == '\t'))
    (*to)--;
  return has_name(*from, at, variable) && *equals == '=' && !memchr(equals, '&', (size_t)(*to - equals)) &&
         !memchr(equals, ';', (size_t)(*to - equals)) && strcspn(equals, "'\"") >= (size_t)(*to - equals);
}

int pme__behind_comments(const pme__source_lines *source, int line) {
  const char *text;
  while ((text = pme__source_line(source, line)) != NULL && *pme__skip_blanks(text) == '!')
    line++;
  return line;
}

static bool is_directive(const char *line) { return *pme__skip_blanks(line) == '#'; }

int pme__behind_directives(const pme__source_lines *source, int line) {
  bool goes_on = false;
  const char *text;
  for (; (text = pme__source_line(source, line)) != NULL; line++) {
    if (!goes_on && !is_directive(text))
      return line;
    goes_on = text[0] && text[strlen(text) - 1] == '\\';
  }
  return line;
}

/* ---- statements ---- */

typedef struct cursor {
  const pme__source_lines *source;
  int line;
  const char *at; /* NULL: behind the last line */
} cursor;

static void next_line(cursor *c) {
  c->line = pme__behind_directives(c->source, c->line + 1);
  c->at = pme__source_line(c->source, c->line);
}

static void skip_comment(cursor *c) {
  for (c->at += 2; c->at && strncmp(c->at, "*/", 2) != 0;)
    if (*c->at)
      c->at++;
    else
      next_line(c);
  if (c->at)
    c->at += 2;
}

/* To the next byte of code. */
static void skip_space(cursor *c) {
  while (c->at)
    if (*c->at == ' ' || *c->at == '\t' || *c->at == '\r')
      c->at++;
    else if (!*c->at || !strncmp(c->at, "//", 2))
      next_line(c);
    else if (!strncmp(c->at, "/*", 2))
      skip_comment(c);
    else
      return;
}

/* A byte, or a text in quotes. */
static void skip_one(cursor *c) {
  char quote = *c->at++;
  if (quote != '"' && quote != '\'')
    return;
  while (*c->at && *c->at != quote)
    c->at += *c->at == '\\' && c->at[1] ? 2 : 1;
  c->at += *c->at != 0;
}

/* From an opening bracket to behind the one that closes it. */
static void skip_brackets(cursor *c) {
  int depth = 0;
  for (skip_space(c); c->at; skip_space(c)) {
    depth += strchr("([{", *c->at) ? 1 : strchr(")]}", *c->at) ? -1 : 0;
    skip_one(c);
    if (depth == 0)
      return;
  }
}

static bool skip_word(cursor *c, const char *word) {
  size_t length = strlen(word);
  skip_space(c);
  if (!c->at || strncmp(c->at, word, length) != 0 || isalnum((unsigned char)c->at[length]) || c->at[length] == '_')
    return false;
  c->at += length;
  return true;
}

static void skip_simple(cursor *c) {
  for (skip_space(c); c->at && *c->at != ';'; skip_space(c))
    if (strchr("([{", *c->at))
      skip_brackets(c);
    else
      skip_one(c);
  if (c->at)
    c->at++;
}

/* Ends on its last line; an `if` is looked at for an `else` behind it. */
static void skip_statement(cursor *c) {
  bool is_if = skip_word(c, "if");
  if (is_if || skip_word(c, "for") || skip_word(c, "while") || skip_word(c, "switch")) {
    skip_brackets(c);
    skip_statement(c);
    cursor behind = *c;
    if (is_if && skip_word(&behind, "else")) {
      *c = behind;
      skip_statement(c);
    }
    return;
  }
  if (skip_word(c, "do"))
    skip_statement(c);
  skip_space(c);
  if (c->at && *c->at == '{')
    skip_brackets(c);
  else
    skip_simple(c);
}

int pme__end_of_statement(const pme__source_lines *source, int line, const char *at) {
  cursor c = {source, line, at};
  skip_statement(&c);
  return c.at && is_end_of_line(c.at) && *pme__skip_blanks(c.at) != '{' ? c.line : 0;
}
