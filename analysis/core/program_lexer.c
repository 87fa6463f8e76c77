/* Cuts a program's text into words, numbers and signs. */
#include "program_lexer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool pme__fault_at(pme__lexer *in, int column, const char *message, const char *detail) {
  if (!in->failed)
    pme_error_set(in->error, PME_BAD_INPUT, in->line, column, "%s%s", message, detail);
  in->failed = true;
  return false;
}

bool pme__expected(pme__lexer *in, const char *what) {
  if (in->failed)
    return false;
  char found[80];
  if (in->now.kind == PME__TOKEN_END)
    snprintf(found, sizeof found, "the end of the line");
  else if (in->now.kind == PME__TOKEN_INTEGER)
    snprintf(found, sizeof found, "a number");
  else
    snprintf(found, sizeof found, "'%.60s'", in->now.text);
  char message[160];
  snprintf(message, sizeof message, "expected %.90s, found ", what);
  return pme__fault_at(in, in->now.column, message, found);
}

static bool is_name_start(int c) { return isalpha(c) || c == '_'; }

static void read_name(pme__lexer *in) {
  size_t length = 0;
  while (in->cursor < in->end && length + 1 < PME__NAME_BYTES) {
    unsigned char c = (unsigned char)*in->cursor;
    bool dot = c == '.' && in->cursor + 1 < in->end && in->cursor[1] != '.';
    if (!isalnum(c) && c != '_' && !dot)
      break;
    in->now.text[length++] = (char)c;
    in->cursor++;
  }
  in->now.text[length] = '\0';
  in->now.kind = length + 1 < PME__NAME_BYTES ? PME__TOKEN_NAME : PME__TOKEN_BAD;
}

static void read_quoted(pme__lexer *in) {
  size_t length = 0;
  in->now.kind = PME__TOKEN_BAD;
  for (in->cursor++; in->cursor < in->end && *in->cursor != '\n'; in->cursor++) {
    if (*in->cursor == '"') {
      in->cursor++;
      in->now.kind = PME__TOKEN_QUOTED;
      break;
    }
    if (*in->cursor == '\\' && in->cursor + 1 < in->end && in->cursor[1] != '\n')
      in->cursor++;
    if (length + 1 < PME__NAME_BYTES)
      in->now.text[length++] = *in->cursor ? *in->cursor : ' ';
  }
  in->now.text[length] = '\0';
}

static void read_integer(pme__lexer *in) {
  int64_t value = 0;
  in->now.kind = PME__TOKEN_INTEGER;
  while (in->cursor < in->end && isdigit((unsigned char)*in->cursor)) {
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *in->cursor - '0', &value))
      in->now.kind = PME__TOKEN_BAD;
    in->cursor++;
  }
  in->now.value = value;
  snprintf(in->now.text, sizeof in->now.text, "%s", "a number beyond 64 bits");
}

static void read_symbol(pme__lexer *in) {
  in->now.kind = PME__TOKEN_SYMBOL;
  in->now.text[0] = *in->cursor++;
  in->now.text[1] = '\0';
  if (in->now.text[0] == '.' && in->cursor < in->end && *in->cursor == '.') {
    in->cursor++;
    memcpy(in->now.text, "..", 3);
  } else if (!strchr("=,+-*/%()[]:@?", in->now.text[0]) || in->now.text[0] == '\0') {
    in->now.kind = PME__TOKEN_BAD;
    if (!isprint((unsigned char)in->now.text[0]))
      in->now.text[0] = '?';
  }
}

void pme__next_token(pme__lexer *in) {
  while (in->cursor < in->end && (*in->cursor == ' ' || *in->cursor == '\t' || *in->cursor == '\r'))
    in->cursor++;
  in->now.column = (int)(in->cursor - in->line_start) + 1;
  in->now.text[0] = '\0';
  if (in->cursor >= in->end || *in->cursor == '\n' || *in->cursor == '#') {
    in->now.kind = PME__TOKEN_END;
    return;
  }
  unsigned char c = (unsigned char)*in->cursor;
  if (is_name_start(c))
    read_name(in);
  else if (isdigit(c))
    read_integer(in);
  else if (c == '"')
    read_quoted(in);
  else
    read_symbol(in);
}

bool pme__next_line(pme__lexer *in) {
  while (in->cursor < in->end && *in->cursor != '\n')
    in->cursor++;
  if (in->cursor >= in->end)
    return false;
  in->cursor++;
  in->line++;
  in->line_start = in->cursor;
  return in->cursor < in->end;
}

bool pme__at_symbol(const pme__lexer *in, const char *text) {
  return in->now.kind == PME__TOKEN_SYMBOL && strcmp(in->now.text, text) == 0;
}

bool pme__at_word(const pme__lexer *in, const char *text) {
  return in->now.kind == PME__TOKEN_NAME && strcmp(in->now.text, text) == 0;
}

bool pme__take_symbol(pme__lexer *in, const char *text) {
  if (!pme__at_symbol(in, text))
    return false;
  pme__next_token(in);
  return true;
}

bool pme__take_word(pme__lexer *in, const char *text) {
  if (!pme__at_word(in, text))
    return false;
  pme__next_token(in);
  return true;
}

bool pme__need_symbol(pme__lexer *in, const char *text) {
  char expected[16];
  snprintf(expected, sizeof expected, "'%s'", text);
  return pme__take_symbol(in, text) || pme__expected(in, expected);
}

bool pme__need_integer(pme__lexer *in, int64_t *value, const char *expected) {
  bool negative = pme__take_symbol(in, "-");
  if (in->now.kind != PME__TOKEN_INTEGER)
    return pme__expected(in, expected);
  *value = negative ? -in->now.value : in->now.value;
  pme__next_token(in);
  return true;
}

bool pme__need_name(pme__lexer *in, char name[PME__NAME_BYTES], const char *expected) {
  if (in->now.kind != PME__TOKEN_NAME && in->now.kind != PME__TOKEN_QUOTED)
    return pme__expected(in, expected);
  memcpy(name, in->now.text, PME__NAME_BYTES);
  pme__next_token(in);
  return true;
}

bool pme__need_dashed(pme__lexer *in, char name[PME__NAME_BYTES], const char *expected) {
  if (in->now.kind != PME__TOKEN_NAME)
    return pme__expected(in, expected);
  size_t length = strlen(in->now.text);
  memcpy(name, in->now.text, length + 1);
  while (in->cursor < in->end && (isalnum((unsigned char)*in->cursor) || *in->cursor == '-') &&
         length + 1 < PME__NAME_BYTES)
    name[length++] = *in->cursor++;
  name[length] = '\0';
  pme__next_token(in);
  return true;
}

bool pme__need_end(pme__lexer *in) {
  return in->now.kind == PME__TOKEN_END || pme__expected(in, "the end of the line");
}

bool pme__at_dashed(const pme__lexer *in, const char *first) {
  return pme__at_word(in, first) && in->cursor < in->end && *in->cursor == '-';
}

bool pme__need_positive(pme__lexer *in, int64_t *value, const char *expected) {
  int column = in->now.column;
  if (!pme__need_integer(in, value, expected))
    return false;
  return *value > 0 || pme__fault_at(in, column, expected, " must be at least 1");
}
