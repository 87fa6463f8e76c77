//===- PointerOrigins.h - which allocator a pointer is from ---------------------------===//
//
// What an allocator returns has an alignment that addresses do not show: kernels get it as an argument, or read it from
// a global variable or a member. Where all calls of a kernel that the module has pass blocks of one kind, and all that is
// stored in a variable, or in a member of all objects of a type, is of one kind, that is the kind of what is read there.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_POINTERORIGINS_H
#define PMECACHE_PLUGIN_CLONE_POINTERORIGINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <optional>

namespace pme {

/// Of what malloc returns.
constexpr int64_t HeapAlignment = 16;

struct PointerOrigin {
  bool Heap = false;     ///< the start of a block that malloc or its kind returned, all with the same alignment
  int64_t Alignment = 1; ///< it is a multiple of this
};

/// Looks arguments of roots, global variables and functions up in the module that is compiled and notes what is found
/// on those of the clone.
void notePointerOrigins(const llvm::Module &Original, llvm::ArrayRef<llvm::Function *> Roots);

/// What is stored in global variables alone, on those of the module itself, before code is added to it.
void noteStoredPointers(llvm::Module &M);

/// Of a pointer in the clone; none where nothing is known.
std::optional<PointerOrigin> pointerOrigin(const llvm::Value &Pointer);

/// Each thread has a copy of the variable, which is a pointer or a descriptor of Fortran: whether each has allocated for
/// itself what that leads to. An allocatable array of another file, which may be a pointer, too, is taken for one. What
/// the module stores there is known where that has been noted.
bool keepsOwnBlock(const llvm::GlobalVariable &Variable);

/// A block of the heap that the function takes for itself and gives back. From its second call on malloc, which has had
/// as much back, does not map it. A program's start, which has no second call, has none.
bool isGivenBack(const llvm::Value &Pointer);

/// The variable itself of a thread's copy, which a call asks for; any other address as it is.
const llvm::Value &withoutThread(const llvm::Value &Address);

/// A local variable that an allocator has written a pointer to (posix_memalign).
bool holdsAllocation(const llvm::AllocaInst &Slot);

} // namespace pme

#endif
