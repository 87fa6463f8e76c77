//===- Remarks.h - remarks of clang and opt ------------------------------------------===//
//
// analysis/report writes the texts, recovery knows the places: here each text gets its place and goes out as a remark
// of the pass "pmecache", which both -Rpass=cache and -Rpass=pmecache match. Texts are made only for the kinds that
// somebody listens to.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_REMARKS_H
#define PMECACHE_PLUGIN_DRIVER_REMARKS_H

#include "pmecache/report.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"

namespace pme {

/// The kinds (a sum of pme_remark_kind) that this context shows or records; 0 = nobody listens.
unsigned listenedKinds(llvm::LLVMContext &Context);

/// Where remarks of a recovered function stand, and which of them somebody listens to.
struct RemarkPlaces {
  llvm::Function &Where;
  llvm::ArrayRef<llvm::DebugLoc> OfNodes; ///< the place of each node of the program
  unsigned Kinds;                         ///< a sum of pme_remark_kind
};

/// Emits the remarks of one prediction. `Explanation` is what stands behind the numbers, `Advice` what would be better;
/// both may be null. A loop that is `Measured` has its number there: what the model counts of it is a part only.
void emitRemarks(const pme_prediction &Prediction, const pme_explanation *Explanation, const pme_advice *Advice,
                 llvm::ArrayRef<pme_remark> Measured, const RemarkPlaces &Places, pme_arena *Arena);

/// Emits predictions as functions of a size, of loops that no run has measured.
void emitBySize(const pme_by_size &BySize, llvm::ArrayRef<pme_remark> Measured, const RemarkPlaces &Places,
                pme_arena *Arena);

/// Emits the advice for sizes that are not known.
void emitSizes(const pme_sizes &Sizes, const pme_prediction &Prediction, const RemarkPlaces &Places, pme_arena *Arena);

/// Emits remarks that were made elsewhere.
void emitAll(llvm::ArrayRef<pme_remark> Remarks, const pme_subject *Subject, const RemarkPlaces &Places);

} // namespace pme

#endif
