//===- SourceAccesses.h - pins the accesses of the source ----------------------------===//
//
// An access is a load or store that is left after local scalars went to registers, before anything is hoisted, merged
// or promoted. This marks them all, so that clean-up may then do with the real ones whatever makes addresses simple.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLONE_SOURCEACCESSES_H
#define PMECACHE_PLUGIN_CLONE_SOURCEACCESSES_H

#include "plugin/base/Markers.h"
#include "plugin/names/Fortran.h"

namespace pme {

/// Pieces that a block copy or fill is counted in.
constexpr int64_t BlockPieceBytes = 8;
/// A block of at most this many bytes is one access.
constexpr int64_t MaxSingleBlockBytes = 64;

/// Accesses to Fortran's descriptors are not of the source.
void markAccesses(llvm::Function &Function, const Descriptors &Descriptors, Markers &Markers);

} // namespace pme

#endif
