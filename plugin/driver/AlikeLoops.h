//===- AlikeLoops.h - loops of a function of which the same is said ------------------===//
//
// Forty array statements that set a plane to 0, a loop that was copied for each component: where a reader would learn
// the same from the remarks of each, the first one's are shown, with where the others stand. Two loops are alike when
// their remarks have the same words, but for the names and places of the elements that are read and written most, and
// no number is outside of what the other's is known to. Advice must be the same to the last digit.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_ALIKELOOPS_H
#define PMECACHE_PLUGIN_DRIVER_ALIKELOOPS_H

#include "Remarks.h"

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace pme {

/// Whether two predictions say the same, in different digits of what is an estimate.
bool saysTheSame(llvm::StringRef One, llvm::StringRef Other);

/// Marks the remarks of loops that are like an earlier one of their function, whose first remark is told of them.
/// `Note` may stand at the end of one piece of advice.
void foldAlikeLoops(std::vector<RemarkList::Remark> &Remarks, llvm::StringRef Note);

} // namespace pme

#endif
