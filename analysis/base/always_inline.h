/* Functions that have to become part of their callers: they are loops whose kind, or whose processor, is a constant
 * there. */
#ifndef PMECACHE_ANALYSIS_BASE_ALWAYS_INLINE_H
#define PMECACHE_ANALYSIS_BASE_ALWAYS_INLINE_H

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#endif
