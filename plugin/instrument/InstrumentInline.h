//===- InstrumentInline.h - small callees into a traced function ---------------------===//
//
// What is called for every element (iterators, operators, accessors, lambdas) is inlined before accesses are marked,
// as recovery and every optimising compiler do: their arguments and the objects that hold a pointer become values then,
// and what is left to trace is what the source says of its data.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTINLINE_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTINLINE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"

namespace pme {

/// Inlines calls of small functions for which `MayTrace` holds, those that stand in inlined code, too.
void inlineSmallCallees(llvm::Function &Traced, const llvm::TargetTransformInfo &Target,
                        llvm::function_ref<bool(const llvm::Function &)> MayTrace);

} // namespace pme

#endif
