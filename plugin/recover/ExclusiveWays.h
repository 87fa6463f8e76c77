//===- ExclusiveWays.h - arms of a choice of which one runs --------------------------===//
//
// `if (beta == 0.0) loop; else other_loop;`: what stands behind a condition on data is counted as always executed, and the
// second loop would find in the caches what the first one has touched, which never ran. Such a function becomes several
// that take each one way, as a compiler makes versions of a function for several cases.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_EXCLUSIVEWAYS_H
#define PMECACHE_PLUGIN_RECOVER_EXCLUSIVEWAYS_H

#include "plugin/base/Markers.h"

#include "llvm/IR/Function.h"

#include <functional>
#include <vector>

namespace pme {

/// How often a run executed the parallel loop at this place of a function of the module that is compiled; 0: never, or
/// nothing is known of it.
using RunsOfLoop = std::function<double(const llvm::Function &Source, const llvm::DILocation &Place)>;

/// Where arms of a comparison of floating-point numbers, outside of all loops, hold parallel loops that exclude each
/// other: `F` takes one way from then on, and what is returned the others, each a copy that is called `F`.way.N. Every
/// parallel loop is in at least one. Comparisons of integers are conditions of the program instead. The first way goes
/// through the loops that a run of `Source` executed most, each other one through the most of those that are left.
std::vector<llvm::Function *> separateWays(llvm::Function &F, const llvm::Function *Source, const Markers &M,
                                           const RunsOfLoop &Runs);

/// Whether functions of these names are arms of one choice, or one and the same.
bool isWayBeside(llvm::StringRef A, llvm::StringRef B);

/// The ways of `F` that are read beside it, by its arms and by the objects that calls of `Source` give twice; null: of
/// these nothing is known. With `KeepWhole` `F` stays as it is, and what it would have become is the first of them.
std::vector<llvm::Function *> waysBeside(llvm::Function &F, const llvm::Function *Source, const Markers &M,
                                         const RunsOfLoop &Runs, bool KeepWhole);

} // namespace pme

#endif
