//===- CodePath.h - what must have happened for a block to run -----------------------===//
//
// A path is the list of constructs, branches and loops that enclose a point of the code, outermost first, as a linked
// list towards the function. Paths of blocks are found level by level (the blocks of one loop, inner loops taken as one
// unit) in topological order: behind a branch the path grows by a guard, where ways meet it shrinks to what they share.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_RECOVER_CODEPATH_H
#define PMECACHE_PLUGIN_RECOVER_CODEPATH_H

#include "plugin/base/Markers.h"
#include "plugin/nest/Nest.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"

#include <deque>

namespace pme {

struct CodePath {
  enum Kind { Function, Construct, Guard, Loop } What = Function;
  const CodePath *Parent = nullptr;
  int Depth = 0;
  int Id = -1;                               ///< of a construct
  const llvm::Instruction *Branch = nullptr; ///< of a guard: the branch or switch ...
  int Side = -1;                             ///< ... and which successor; -1: some way that meets others
  const llvm::Loop *L = nullptr;             ///< of a loop

  /// The innermost construct or null; stops at loops if `WithinLoop`.
  const CodePath *construct(bool WithinLoop) const;
};

/// One block of a level, or a loop in it.
struct LevelUnit {
  llvm::BasicBlock *Block; ///< the block, or the header of the loop
  llvm::Loop *Inner;       ///< null for a block
  const CodePath *In;
};

class CodePaths {
public:
  CodePaths(llvm::Function &Function, const llvm::LoopInfo &Loops, const Markers &Markers)
      : F(Function), Loops(Loops), M(Markers) {}

  /// Code behind these tests of whether a loop goes on is in a guard: it runs once less than the code before them.
  void addLoopTest(const llvm::Instruction &Branch) { LoopTests.insert(&Branch); }

  const CodePath *function();
  const CodePath *loop(const llvm::Loop &Loop, const CodePath *Around);

  /// The units of a loop's level (null: of the function) in program order, with the path at their start.
  std::vector<LevelUnit> level(llvm::Loop *Loop, const CodePath *Start);
  /// The path behind a marker, when it stood at `Path` before.
  const CodePath *after(const Marker &Marker, const CodePath *Path);

private:
  const CodePath *make(CodePath Path);
  const CodePath *guard(const CodePath *Around, const llvm::Instruction *Branch, int Side);
  const CodePath *atEnd(llvm::BasicBlock &Block, const CodePath *In);
  static const CodePath *shared(const CodePath *A, const CodePath *B);

  llvm::Function &F;
  const llvm::LoopInfo &Loops;
  const Markers &M;
  llvm::SmallPtrSet<const llvm::Instruction *, 4> LoopTests;
  std::deque<CodePath> Paths;
  std::map<std::pair<const llvm::Instruction *, int>, std::vector<const CodePath *>> Guards;
};

} // namespace pme

#endif
