//===- InstrumentRuns.h - loops whose addresses count up -----------------------------===//
//
// A run is an innermost loop with a number of rounds that is known before it starts, in which every site is executed in
// every round and touches base + round * stride. It is recorded in front of the loop: count, bases, and strides that
// are not constant. Nothing is recorded inside, so the loop is compiled as it would have been.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTRUNS_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTRUNS_H

#include "InstrumentTables.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

#include <vector>

namespace pme {

class BorderMarks;
class SiteMarks;

struct Run {
  const llvm::Loop *Around;
  llvm::Instruction *Before; ///< where it is recorded
  std::vector<TraceSite> Sites;
  std::vector<llvm::Value *> Words; ///< of the record, computed there
  bool Iterations = false;          ///< rounds are iterations of a worksharing loop
};

/// Finds the runs of a function and computes their words in front of the loops.
std::vector<Run> findRuns(llvm::Function &Function, llvm::FunctionAnalysisManager &Analyses, const SiteMarks &Sites,
                          const BorderMarks &Borders);

} // namespace pme

#endif
