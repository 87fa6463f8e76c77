//===- CallEffects.h - what calls that are left do to memory -------------------------===//
//
// A call that may write anything keeps every load behind it in its loop, and hides what it touches itself. Of library
// functions it is known what they do (LibraryEffects.def, LLVM's own tables). Of a function that another file defines,
// called in a loop, it is assumed that it touches nothing but what it is given.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_CALLEFFECTS_H
#define PMECACHE_PLUGIN_CLONE_CALLEFFECTS_H

#include "plugin/base/Markers.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace pme {

/// Function attribute of a declaration whose body the module that is compiled has.
constexpr const char *DefinedAttribute = "pme.defined";

/// Is the callee known to touch nothing that a loop cares for, beside what it gets pointers to?
bool isKnownFunction(const llvm::Function &Callee);

/// The same of a library's template whose code the module has: it is not to be inlined.
bool isKnownTemplate(const llvm::Function &Callee);

/// Does a library keep for itself, and nobody else, what one call of it leaves for the next, as random numbers do?
bool keepsState(const llvm::Function &Callee);

/// Says of the calls of a function what they do to memory.
void describeCalls(llvm::Function &Function, const llvm::TargetLibraryInfo &Library, const llvm::LoopInfo &Loops,
                   Markers &M);

/// Is it only assumed what the call does?
bool isAssumedCall(const llvm::CallBase &Call);

} // namespace pme

#endif
