//===- InstrumentThreads.h - what each thread has of its own by its number -----------===//

#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTTHREADS_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTTHREADS_H

#include "llvm/IR/DataLayout.h"

namespace pme {

/// PME_SITE_BY_THREAD: the address was computed from the number of the thread, so that threads whose numbers follow each
/// other are a line apart or more, or by a distance that is not known: rows[omp_get_thread_num() * n + i]. Elements of an
/// array that stand beside each other are no memory of their own. With it PME_SITE_NEAR, and the distance, as far as it is
/// known. Else 0.
uint32_t siteFlagsByThread(const llvm::Value &Address, const llvm::DataLayout &Layout);

} // namespace pme

#endif
