//===- ConstantArguments.h - sizes that have one value in a file ---------------------===//
//
// Kernels are often internal functions that main calls once, with sizes that stand in local variables set once. The
// value of such an argument is known, exactly: it is noted on the argument and becomes the value of its symbol, which
// the user may still replace. Of a function that other files may call, too, all calls in this file count: that the
// others give the same is an assumption. So it is with variables of the file that are never written, or given one number,
// and with what Fortran passes by its address.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_CONSTANTARGUMENTS_H
#define PMECACHE_PLUGIN_CLONE_CONSTANTARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <optional>

namespace pme {

/// Looks the calls of each root, and the stores of each variable, up in the module that is compiled and notes what is
/// found on the clone's arguments and variables.
void noteConstants(const llvm::Module &Original, llvm::Module &Clone, llvm::ArrayRef<llvm::Function *> Roots);

/// Notes on a part of a variable what is noted on the variable; the part begins there.
void copyConstants(const llvm::GlobalVariable &Whole, llvm::GlobalVariable &Part, int64_t OffsetBytes);

/// What was noted on an argument.
std::optional<int64_t> constantArgument(const llvm::Argument &Argument);
/// ... or what is computed from one and from numbers, as `n | 1`. From: the argument that it comes from, if any does.
std::optional<int64_t> constantValue(const llvm::Value &V, const llvm::Argument *&From, unsigned Depth = 4);
/// ... where other files may call the function as well.
bool isCalledElsewhere(const llvm::Argument &Argument);

struct ConstantInMemory {
  int64_t Value;
  bool Elsewhere; ///< other files may call the function as well, or write the variable
  bool IsSet;     ///< the variable is 0 before it is given the number
};

/// What was noted of the integer that is loaded.
std::optional<ConstantInMemory> constantInMemory(const llvm::LoadInst &Load);

} // namespace pme

#endif
