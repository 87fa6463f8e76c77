//===- FunctionCopy.h - another copy of a function of the clone ----------------------===//
//
// LLVM's own copies a function's debug information, too: a node for each call that was inlined, and one for each place in
// it, which stay until the compiler ends. Copies that are read and dropped share what the first one has.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_FUNCTIONCOPY_H
#define PMECACHE_PLUGIN_CLONE_FUNCTIONCOPY_H

#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace pme {

/// Stands in the same module, under another name; the subprogram is that of `F`. `Copies`: what each argument, block and
/// instruction of `F` has become.
llvm::Function *copyFunction(llvm::Function &F, llvm::ValueToValueMapTy &Copies);

} // namespace pme

#endif
