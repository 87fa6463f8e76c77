//===- ModuleClone.h - the part of a module that recovery works on -------------------===//
//
// Recovery never touches the module that is compiled. It clones the functions that worksharing loops stand in, and what
// they call or fork; all other functions and all variables that are not constant become declarations.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_MODULECLONE_H
#define PMECACHE_PLUGIN_CLONE_MODULECLONE_H

#include "ValueOrigins.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <memory>
#include <vector>

namespace pme {

/// Most instructions of a function that is looked into because a root calls it.
constexpr unsigned MaxInlinedInstructions = 800;
/// Attribute of calls that a short region leaves all of its work to (`for each element: update(element);`): without the
/// callee, however large, there would be nothing to tell of its loop.
constexpr const char *LoneAttribute = "pme.lone";

struct ModuleClone {
  std::unique_ptr<llvm::Module> Module;
  /// Functions to recover, in the order of the module: those that fork a region or hold a worksharing loop, without
  /// the outlined bodies of regions; when asked for, those with any loop (SequentialAttribute).
  std::vector<llvm::Function *> Roots;
  /// The outlined bodies that these functions need.
  llvm::SmallPtrSet<const llvm::Function *, 32> Bodies;
};

/// `Numbered` (may be null) learns where the instructions of the clone come from.
ModuleClone cloneForRecovery(const llvm::Module &Original, ValueOrigins *Numbered = nullptr,
                             bool WithSequential = false);

/// Takes the code of a function that nobody reads again: its memory goes back. Remarks are emitted on functions of the
/// clone, and need no more of them than a first block.
void dropCode(llvm::Function &Function);
/// Of all functions that nothing calls, but those. Callers may look into what they call: the last ones go first.
void dropUncalled(llvm::Module &Clone, llvm::ArrayRef<llvm::Function *> ToRead);
void dropAll(llvm::Module &Clone);

/// True when the function is short enough to be looked into because a root calls it. What recovery takes grows with the
/// ways through a function: one of straight lines, as programs that write out the elimination of a block have, may be
/// longer.
bool isShort(const llvm::Function &Function);

/// True when the function starts a parallel region itself.
bool forksRegion(const llvm::Function &Function);

} // namespace pme

#endif
