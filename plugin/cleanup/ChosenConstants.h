//===- ChosenConstants.h - subscripts that stand in constant tables ------------------===//
//
// `next[y + dy[q]][x + dx[q]]` with nine directions in a table: where it goes is known for each `q` by itself. A loop of
// a few rounds over such a table is written out.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLEANUP_CHOSENCONSTANTS_H
#define PMECACHE_PLUGIN_CLEANUP_CHOSENCONSTANTS_H

#include "plugin/base/Markers.h"

#include "llvm/IR/PassManager.h"

namespace pme {

/// Marks such loops to be written out, those inside other ones that are no constructs. True when there is one.
bool askForChosenConstants(llvm::Function &Function, llvm::FunctionAnalysisManager &Analyses, const Markers &M);

} // namespace pme

#endif
