/* Words and numbers of a machine text. Numbers are read without the C library, whose strtod follows the locale. */
#include "machine_scan.h"

#include <stdio.h>
#include <string.h>

/* ---- characters ---- */

static char peek(const pme__scanner *s) { return s->at < s->end ? *s->at : '\0'; }
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.';
}

bool pme__scan_at_end(const pme__scanner *s) { return s->at >= s->end; }

static void advance(pme__scanner *s) {
  if (*s->at == '\n') {
    s->line++;
    s->column = 1;
  } else {
    s->column++;
  }
  s->at++;
}

static void skip_blanks(pme__scanner *s) {
  while (!pme__scan_at_end(s) && is_blank(*s->at))
    advance(s);
  if (peek(s) == '#')
    while (!pme__scan_at_end(s) && *s->at != '\n')
      advance(s);
}

pme__mark pme__scan_mark(pme__scanner *s) {
  skip_blanks(s);
  return (pme__mark){s->line, s->column};
}

void pme__scan_to_field(pme__scanner *s) {
  skip_blanks(s);
  while (peek(s) == ';' || peek(s) == '\n') {
    advance(s);
    skip_blanks(s);
  }
}

bool pme__scan_sees(pme__scanner *s, char c) {
  skip_blanks(s);
  return !pme__scan_at_end(s) && *s->at == c;
}

bool pme__scan_take(pme__scanner *s, char c) {
  bool seen = pme__scan_sees(s, c);
  if (seen)
    advance(s);
  return seen;
}

/* What stands at the place of a fault, for people. */
static const char *found_text(const pme__scanner *s, char buffer[16]) {
  if (pme__scan_at_end(s))
    return "the end of the text";
  unsigned char c = (unsigned char)*s->at;
  if (c == '\n')
    return "the end of the line";
  snprintf(buffer, 16, c > ' ' && c < 127 ? "'%c'" : "byte 0x%02x", c);
  return buffer;
}

pme_status pme__scan_expected(pme__scanner *s, const char *what) {
  char buffer[16];
  pme__mark here = pme__scan_mark(s);
  return PME__FAULT(s, here, "expected %s, found %s", what, found_text(s, buffer));
}

/* ---- words ---- */

pme_status pme__scan_word(pme__scanner *s, char *word, size_t word_bytes, const char *what) {
  size_t length = 0;
  pme__mark start = pme__scan_mark(s);
  if (pme__scan_at_end(s) || !is_word(*s->at))
    return pme__scan_expected(s, what);
  for (; !pme__scan_at_end(s) && is_word(*s->at); advance(s)) {
    if (length + 1 == word_bytes)
      return PME__FAULT(s, start, "expected %s, found a word of more than %d characters", what, (int)word_bytes - 1);
    word[length++] = *s->at;
  }
  word[length] = '\0';
  return PME_OK;
}

pme_status pme__scan_rest(pme__scanner *s, char *text, size_t text_bytes, const char *what) {
  size_t length = 0;
  pme__mark start = pme__scan_mark(s);
  for (; !pme__scan_at_end(s) && *s->at != ';' && *s->at != '\n' && *s->at != '#'; advance(s)) {
    unsigned char c = (unsigned char)*s->at;
    if ((c < ' ' && !is_blank((char)c)) || c == 127)
      return pme__scan_expected(s, what);
    if (length + 1 == text_bytes)
      return PME__FAULT(s, start, "expected %s of at most %d bytes", what, (int)text_bytes - 1);
    text[length++] = (char)c;
  }
  while (length && is_blank(text[length - 1]))
    length--;
  text[length] = '\0';
  return length ? PME_OK : pme__scan_expected(s, what);
}

/* ---- numbers ---- */

/* mantissa / 10^decimals. At most 18 digits: the mantissa cannot overflow. */
typedef struct decimal {
  int64_t mantissa;
  int decimals;
} decimal;

static pme_status scan_decimal(pme__scanner *s, decimal *out, const char *what) {
  decimal value = {0, 0};
  int digits = 0;
  bool fraction = false;
  pme__mark start = pme__scan_mark(s);
  if (!is_digit(peek(s)))
    return pme__scan_expected(s, what);
  for (; is_digit(peek(s)) || (peek(s) == '.' && !fraction); advance(s)) {
    if (*s->at == '.') {
      fraction = true;
      continue;
    }
    if (++digits > 18)
      return PME__FAULT(s, start, "expected %s, found a number of more than 18 digits", what);
    value.mantissa = value.mantissa * 10 + (*s->at - '0');
    value.decimals += fraction;
  }
  *out = value;
  return PME_OK;
}

pme_status pme__scan_integer(pme__scanner *s, int low, int high, int *out, const char *what) {
  decimal value = {0};
  pme__mark start = pme__scan_mark(s);
  pme_status status = scan_decimal(s, &value, what);
  if (status)
    return status;
  if (value.decimals || value.mantissa < low || value.mantissa > high)
    return PME__FAULT(s, start, "expected %s from %d to %d", what, low, high);
  *out = (int)value.mantissa;
  return PME_OK;
}

/* base^1..4 for a suffix that stands next, which is consumed; else 1. */
static double scan_unit(pme__scanner *s, double base) {
  static const char suffixes[] = "KMGT";
  char c = peek(s);
  const char *suffix = c ? strchr(suffixes, c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c) : NULL;
  double unit = 1;
  if (!suffix)
    return unit;
  advance(s);
  for (ptrdiff_t i = 0; i <= suffix - suffixes; i++)
    unit *= base;
  return unit;
}

pme_status pme__scan_number(pme__scanner *s, double base, double *out, const char *what) {
  decimal value = {0};
  pme_status status = scan_decimal(s, &value, what);
  if (status)
    return status;
  double power = 1;
  for (int i = 0; i < value.decimals; i++)
    power *= 10;
  double unit = base > 0 ? scan_unit(s, base) : 1;
  *out = (double)value.mantissa * unit / power;
  return PME_OK;
}
