//===- GlobalLayout.h - where the arrays of one object file stand to each other ------===//
//
// Variables that a module defines are laid out one behind the other: the compiler emits them in the order of the
// module, all that start as zeros into one section (.bss), the other writable ones into another (.data), each at the
// next multiple of its alignment, and a linker keeps the section of an object file in one piece. So their distances are
// known before their addresses are, and distances decide which lines share a set.
//
// Left out: variables whose section is not for us to know (common, weak, thread-local, given by an attribute), and
// constants. Small variables that the optimiser removes later move what stands behind them by a few bytes; alignment
// hides most of that.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_GLOBALLAYOUT_H
#define PMECACHE_PLUGIN_CLONE_GLOBALLAYOUT_H

#include "llvm/Transforms/Utils/ValueMapper.h"

#include <cstdint>
#include <optional>

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace pme {

/// Of the variables of a module; what is in one piece elsewhere (common blocks) has numbers from SectionCount on.
enum GlobalSection { SectionOfZeros, SectionOfData, SectionCount };

struct GlobalPlace {
  int Section; ///< variables of one section have known distances
  int64_t OffsetBytes;
};

/// Writes the places of the variables of `Original` on their clones, which may be mere declarations.
void noteGlobalPlaces(const llvm::Module &Original, llvm::ValueToValueMapTy &Clones);

void noteGlobalPlace(llvm::GlobalVariable &Clone, GlobalPlace Place);

/// The place noted on a cloned variable; none: not known.
std::optional<GlobalPlace> globalPlace(const llvm::GlobalVariable &Clone);

} // namespace pme

#endif
