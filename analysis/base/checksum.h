/* The check sum at the end of each line of a profile file: CRC-32 (IEEE 802.3), eight hexadecimal digits after ` ~`. */
#ifndef PMECACHE_ANALYSIS_BASE_CHECKSUM_H
#define PMECACHE_ANALYSIS_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

enum { CHECK_SUM_LENGTH = 10 }; /* " ~01234567" */

uint32_t pme__check_sum(const char *bytes, size_t length);

#endif
