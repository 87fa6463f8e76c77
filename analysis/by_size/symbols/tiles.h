/* Symbols that say how long a tile is. Private to analysis/by_size.
 *
 * Of `for (it = 0; it < n; it += tile) for (i = it; i < min(n, it + tile); i++)` a tile is small beside what it is a part
 * of: were it as long as n, there would be one.
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_TILES_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_TILES_H

#include "pmecache/program.h"

enum { PME__TAKEN_TILE = 32 };
/* The origin of what was taken as such. */
extern const char pme__of_tile[];

/* Whether a loop goes on by this symbol, and another one in it as far as the next round begins. */
bool pme__is_tile(const pme_program *program, int parameter);

#endif
