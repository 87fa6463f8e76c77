/* Compression in memory of the runtime. */
#ifndef PMECACHE_RUNTIME_COMPRESS_H
#define PMECACHE_RUNTIME_COMPRESS_H

#include "analysis/trace/trace_bytes.h"

/* What the library needs between two calls. Zero-initialised: nothing yet. */
typedef struct pmert_compressor {
  void *memory;
  size_t bytes;
} pmert_compressor;

/* `raw`, compressed, as the whole of `stored`. False without memory. */
bool pmert_compress(pmert_compressor *compressor, const pme__bytes *raw, pme__bytes *stored);
void pmert_compressor_free(pmert_compressor *compressor);

#endif
