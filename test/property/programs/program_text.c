#include "test/property/programs/program_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "test/property/programs/random_program.h"

long long program_draw(program_text *out, long long low, long long high) {
  uint64_t z = (out->random += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return low + (long long)((z ^ (z >> 31)) % (uint64_t)(high - low + 1));
}

void program_put(program_text *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(out->text + out->length, RANDOM_PROGRAM_BYTES - out->length, format, arguments);
  va_end(arguments);
  if (written < 0 || (size_t)written >= RANDOM_PROGRAM_BYTES - out->length)
    abort();
  out->length += (size_t)written;
}
