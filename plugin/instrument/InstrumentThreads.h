//===- InstrumentThreads.h - what each thread has of its own --------------------------===//

#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTTHREADS_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTTHREADS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

namespace pme {

/// PME_SITE_BY_THREAD: the address was computed from the number of the thread, so that threads whose numbers follow each
/// other are a line apart or more, or by a distance that is not known: rows[omp_get_thread_num() * n + i]; or nearer, and
/// each has what stands within the distance: sums[omp_get_thread_num()], sums[omp_get_thread_num()][2]. Elements all over an
/// array that stand beside each other (i = omp_get_thread_num(); i += threads) are no memory of their own. With it
/// PME_SITE_NEAR, and the distance, as far as it is known. Else 0. `Shared`: counters of loops that threads share out by their
/// numbers, whose elements are everybody's. Also of copies that threads have of a variable, and of what each has allocated for
/// itself and keeps there.
uint32_t siteFlagsByThread(const llvm::Value &Address, const llvm::DataLayout &Layout,
                           llvm::ArrayRef<const llvm::PHINode *> Shared);

} // namespace pme

#endif
