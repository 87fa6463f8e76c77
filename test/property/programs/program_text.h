/* What generators of random programs share: numbers, and a text that grows. */
#ifndef PMECACHE_TEST_PROPERTY_PROGRAMS_PROGRAM_TEXT_H
#define PMECACHE_TEST_PROPERTY_PROGRAMS_PROGRAM_TEXT_H

#include <stddef.h>
#include <stdint.h>

typedef struct program_text {
  uint64_t random; /* state */
  char *text;      /* RANDOM_PROGRAM_BYTES */
  size_t length;
} program_text;

/* low .. high, by splitmix64. */
long long program_draw(program_text *out, long long low, long long high);
/* Aborts when the text is full. */
__attribute__((format(printf, 2, 3))) void program_put(program_text *out, const char *format, ...);

#endif
