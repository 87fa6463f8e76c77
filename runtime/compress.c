/* zstd in memory that the runtime gives it: nothing comes from the heap of the program. */
#define ZSTD_STATIC_LINKING_ONLY /* contexts in memory that the caller gives */
#include "compress.h"

#include <zstd.h>

#include "memory.h"

enum { LEVEL = 1 };

bool pmert_compress(pmert_compressor *compressor, const pme__bytes *raw, pme__bytes *stored) {
  size_t most = ZSTD_compressBound(raw->count);
  if (!compressor->memory) {
    compressor->bytes = ZSTD_estimateCCtxSize(LEVEL);
    compressor->memory = pmert_reallocate(NULL, 0, compressor->bytes);
  }
  stored->count = 0;
  uint8_t *out = (uint8_t *)pme__bytes_reserve(stored, most);
  ZSTD_CCtx *context = compressor->memory ? ZSTD_initStaticCCtx(compressor->memory, compressor->bytes) : NULL;
  if (!out || !context || raw->failed)
    return false;
  size_t count = ZSTD_compressCCtx(context, out, most, raw->data, raw->count, LEVEL);
  if (ZSTD_isError(count))
    return false;
  stored->count = count;
  return true;
}

void pmert_compressor_free(pmert_compressor *compressor) {
  if (compressor->memory)
    pmert_reallocate(compressor->memory, compressor->bytes, 0);
  compressor->memory = NULL;
}
