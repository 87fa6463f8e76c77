//===- InstrumentLeftOut.h - code that is not measured, and why -----------------------===//
//
// -pmecache-instrument=irregular and =all measure parallel regions. Somebody whose loops stand in serial code, in tasks or
// in threads of their own gets no word about them otherwise.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTLEFTOUT_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTLEFTOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"

namespace pme {

/// Of the functions with loops, those that run outside of the bodies of regions: a remark (missed) of each says that it is
/// not measured by `Mode`, and what does. To be asked before anything is changed.
void sayWhatIsLeftOut(llvm::ArrayRef<llvm::Function *> WithLoops, llvm::SmallPtrSet<const llvm::Function *, 16> Bodies,
                      llvm::StringRef Mode);

} // namespace pme

#endif
