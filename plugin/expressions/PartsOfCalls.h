//===- PartsOfCalls.h - what a call gives an iteration through local variables -------===//
//
// `share(part, parts, n, &begin, &end)` gives each iteration the part of the elements that is its own. Where the call's code
// is not there, nothing tells which; but what the iteration does with the variables tells the form: a start and a length,
// or a start and an end. As parts are alike and follow each other, the start is the number of the iteration times the
// length.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_EXPRESSIONS_PARTSOFCALLS_H
#define PMECACHE_PLUGIN_EXPRESSIONS_PARTSOFCALLS_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace pme {

/// The calls that may give a local variable a value, if nothing else does; none where that is not known.
llvm::SmallVector<const llvm::CallBase *, 4> onlySettersOf(const llvm::AllocaInst &Local);

/// What one variable of a part is in it.
struct PartOfCall {
  enum Role { Start, Length, End } Is;
  const llvm::AllocaInst *Other; ///< of a start its length or end, of those the start
  bool HasLength;                ///< the pair is a start and a length, else a start and an end
};

/// None: the variable is no whole number, or not one of two that the call sets and that are used like that.
std::optional<PartOfCall> partOfCall(const llvm::AllocaInst &Local, const llvm::CallBase &Setter);

} // namespace pme

#endif
