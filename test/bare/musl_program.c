/* A program as the plugin would instrument it, by hand: for C libraries that no compiler of ours links for. */
#include <stdint.h>

#include "pmecache/instrumented.h"
#include "runtime/compress.h"

/* There is no libzstd for this C library: traces are not asked for. */
bool pmert_compress(pmert_compressor *compressor, const pme__bytes *raw, pme__bytes *out) {
  (void)compressor;
  (void)raw;
  (void)out;
  return false;
}

void pmert_compressor_free(pmert_compressor *compressor) { (void)compressor; }

static const pme_instrumented_site site = {10, 5, 8, 0, 8, "a", NULL};
static pme_instrumented_block block = {PME_BLOCK_PLAIN, 0, 1, &site, 10, 5, -1, 0, 0};
static pme_instrumented_block *const blocks[] = {&block};
static pme_instrumented_function function = {"kernel", "kernel.c", 1, 7, 0, NULL, 0, 1, NULL, blocks};
static pme_instrumented_module module = {PME_INSTRUMENTED_VERSION, 1, "kernel.c", &function, "64x8", NULL};

int main(void) {
  static double a[1000];
  __pme_rt_module(&module);
  pme_instrumented_thread *thread = __pme_rt_thread();
  for (int round = 0; round < 100; round++)
    for (int i = 0; i < 1000; i++) {
      if (thread->cursor >= thread->limit)
        __pme_rt_flush(thread);
      thread->cursor[0] = (uintptr_t)&block;
      thread->cursor[1] = (uintptr_t)&a[i];
      thread->cursor += 2;
    }
  return 0;
}
