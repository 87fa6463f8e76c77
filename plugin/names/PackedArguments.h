//===- PackedArguments.h - small structs that come in one integer argument -----------===//
//
// Calling conventions pass a struct of a few small members in integer registers: `struct { int n, m; }` is one i64, and
// `m` is its upper half. To ScalarEvolution both are functions of one unknown, so a value given or measured for it
// would be believed for each of them. On the clone each member becomes a value of its own.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_NAMES_PACKEDARGUMENTS_H
#define PMECACHE_PLUGIN_NAMES_PACKEDARGUMENTS_H

#include "llvm/IR/Function.h"

#include <optional>

namespace pme {

/// Bits `Shift` .. `Shift` + `Bits` - 1 of an argument.
struct ArgumentPart {
  const llvm::Argument *Whole;
  unsigned Shift, Bits;
};

/// Makes members values of their own. Call it after local variables became values, and after their names were read:
/// the new values inherit them.
void unpackArguments(llvm::Function &Function);

/// The part of an argument that this value is; none when it is something else.
std::optional<ArgumentPart> argumentPart(const llvm::Value &Value);

} // namespace pme

#endif
