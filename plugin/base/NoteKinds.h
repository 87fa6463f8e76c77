//===- NoteKinds.h - metadata that the clone's values are marked with ----------------===//
//
// Notes ride on kinds of metadata that LLVM itself has numbered. A kind of our own would be registered in the context,
// which the user's module shares: bitcode lists all kinds of its context, so that -emit-llvm and -flto would write
// another file. The kinds below mean nothing on the values that bear a note, and passes treat them as they treat kinds
// that they do not know: they are gone where values are merged.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_NOTEKINDS_H
#define PMECACHE_PLUGIN_BASE_NOTEKINDS_H

#include "llvm/IR/LLVMContext.h"

namespace pme {

/// On accesses to memory, the number of one that the clone may lose; LLVM has it on branches.
constexpr unsigned HiddenNumberKind = llvm::LLVMContext::MD_irr_loop;

/// On what can be a size, the number of the instruction that it is a copy of; LLVM has it on branches.
constexpr unsigned ValueOriginKind = llvm::LLVMContext::MD_make_implicit;

/// On variables of the module, where they stand in their section; LLVM has it on what no object file is to contain.
constexpr unsigned GlobalPlaceKind = llvm::LLVMContext::MD_exclude;

/// On variables of the module that hold a pointer, what it points to; LLVM has it on branches.
constexpr unsigned PointerOriginKind = llvm::LLVMContext::MD_irr_loop;

/// On variables of the module, which blocks of the heap they lead to; LLVM has it on branches.
constexpr unsigned SeenBlocksKind = llvm::LLVMContext::MD_unpredictable;

/// On accesses to members, how long the whole object is; LLVM has it on variables of the module.
constexpr unsigned ObjectBytesKind = llvm::LLVMContext::MD_associated;

} // namespace pme

#endif
