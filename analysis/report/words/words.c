#include "words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "pmecache/report.h"

pme__words pme__words_in(char *buffer, size_t size_bytes) {
  buffer[0] = 0;
  return (pme__words){buffer, size_bytes, 0};
}

void pme__say(pme__words *words, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(words->buffer + words->length, words->size_bytes - words->length, format, arguments);
  va_end(arguments);
  words->length += written > 0 ? (size_t)written : 0;
  if (words->length >= words->size_bytes)
    words->length = words->size_bytes - 1;
}

void pme__say_count(pme__words *words, double value) {
  char number[24];
  pme_format_count(value, 2, number, sizeof number);
  pme__say(words, "%s", number);
}

/* Two digits would be 0.12 of some eighths, and 0.13 of others that are the same. */
static bool is_near_eighth(double value, double *eighths) {
  static const double same = 0.005;
  *eighths = round(8 * value) / 8;
  return value < 1 && fabs(value - *eighths) <= same * value;
}

void pme__say_coefficient(pme__words *words, double value) {
  static const double large = 1000;
  double eighths;
  if (value >= large)
    pme__say_count(words, value);
  else if (is_near_eighth(value, &eighths))
    pme__say(words, "%.3g", eighths);
  else
    pme__say(words, value >= 100 ? "%.3g" : "%.2g", value);
}

const char *pme__misses_word(double count) {
  char number[24];
  pme_format_count(count, 2, number, sizeof number);
  return strcmp(number, "1") == 0 ? "miss" : "misses";
}

static bool is_wide(const pme_misses *m) {
  static const double of_misses = 0.4, of_accesses = 0.005;
  return m->precision == PME_PRECISION_ESTIMATE && m->high - m->low > of_misses * m->misses &&
         m->high - m->low > of_accesses * m->accesses;
}

void pme__say_reach(pme__words *words, const pme_misses *misses) {
  if (!is_wide(misses))
    return;
  pme__say(words, " (");
  pme__say_count(words, misses->low);
  pme__say(words, " to ");
  pme__say_count(words, misses->high);
  pme__say(words, ")");
}

void pme__say_open(pme__words *words, const pme_misses *misses) {
  pme__say(words, "not known without a run");
  pme__say_reach(words, misses);
}

void pme__say_interval(pme__words *words, double low, double high) {
  char from[24], to[24];
  pme_format_count(low, 2, from, sizeof from);
  pme_format_count(high, 2, to, sizeof to);
  if (strcmp(from, to) != 0 || high <= low) {
    pme__say(words, "between %s and %s", from, to);
    return;
  }
  pme_format_share((high - low) / 2, (high + low) / 2, from, sizeof from);
  pme__say(words, "within %s", from);
}
