/* Sentences put together in a buffer of fixed size; what does not fit is cut. Private to analysis/report. */
#ifndef PMECACHE_ANALYSIS_REPORT_WORDS_WORDS_H
#define PMECACHE_ANALYSIS_REPORT_WORDS_WORDS_H

#include <stddef.h>

#include "analysis/core/tree.h"
#include "pmecache/prediction.h"

typedef struct pme__words {
  char *buffer; /* always terminated */
  size_t size_bytes, length;
} pme__words;

/* No words yet, in a buffer of at least one byte. */
pme__words pme__words_in(char *buffer, size_t size_bytes);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void pme__say(pme__words *words, const char *format, ...);
/* "7.2M". */
void pme__say_count(pme__words *words, double value);
/* Of a law, `0.125 n`: two digits, three of 100 and more and of eighths, which a line for 8 elements of 8 gives. */
void pme__say_coefficient(pme__words *words, double value);
/* "miss" behind a count that reads "1", else "misses". */
const char *pme__misses_word(double count);
/* "not known without a run (0 to 162M)", of what is open. */
void pme__say_open(pme__words *words, const pme_misses *misses);
/* " (3.1M to 9.9M)" where so much is open that the middle alone says little, of what a loop may notice; else nothing. */
void pme__say_reach(pme__words *words, const pme_misses *misses);
/* "between 7.2M and 7.6M", or "within 0.4%" where both ends read alike. */
void pme__say_interval(pme__words *words, double low, double high);

#endif
