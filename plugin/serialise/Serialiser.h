//===- Serialiser.h - the work on one function of the clone --------------------------===//
//
// Private to plugin/clone: Serialise.cpp has the frame, regions and constructs, SerialiseLoops.cpp worksharing loops,
// SerialiseTasks.cpp taskloops.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_SERIALISE_SERIALISER_H
#define PMECACHE_PLUGIN_SERIALISE_SERIALISER_H

#include "plugin/base/Markers.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

namespace pme {

/// Of some calls the nearest one that dominates an instruction: dominated by all others that do.
class NearestCalls {
public:
  /// The tree must not change as long as this is asked, nor the calls move.
  void collect(llvm::ArrayRef<llvm::CallBase *> Of, const llvm::DominatorTree &Tree);
  /// Null: none dominates it.
  llvm::CallBase *before(const llvm::Instruction &I) const;

private:
  llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<llvm::CallBase *, 1>> InBlock; ///< in their order
  llvm::DenseMap<const llvm::BasicBlock *, llvm::CallBase *> AtStart;
};

/// The work on one function. Control flow is looked at as it was before the first change: `Tree` and `Loops` are not
/// kept up to date, and only blocks that exist from the start are asked for.
class Serialiser {
public:
  Serialiser(llvm::Function &F, Markers &M) : F(F), M(M), Tree(F), Loops(Tree) {}

  void run();

private:
  void collect();
  void sortInits();
  bool rewriteRegionCall(llvm::CallBase &Call);
  bool rewriteLoopCall(llvm::CallBase &Call);
  void takeOwnCopy(llvm::CallBase &Call);
  void rewriteOtherCall(llvm::CallBase &Call);
  void noteIfClause(const llvm::CallBase &Serialized);
  llvm::Value *conditionOf(const llvm::CallBase &Fork, llvm::IRBuilderBase &Builder) const;
  void takeParallelSide(llvm::CallBase &Serialized);
  void rewriteFork(llvm::CallBase &Fork, unsigned FirstArgument);
  Construct describeFork(const llvm::CallBase &Fork, const llvm::Function &Body) const;
  bool isDoacross(const llvm::CallBase &Init) const;
  void rewriteInit(llvm::CallBase &Init, bool Dispatch);
  void rewriteNext(llvm::CallBase &Next);
  void rewriteFini(llvm::CallBase &Fini);
  void beginOneThread(llvm::CallBase &Call);
  void closeConstruct(llvm::CallBase &End, ConstructKind Kind);
  void noteUnsupported(llvm::CallBase &Call, ConstructKind Kind = ConstructKind::Unsupported);
  void noteCancel(llvm::CallBase &Call);
  void rewriteTaskLoop(llvm::CallBase &Call);
  void takeTaskCopy(llvm::CallBase &Call);
  llvm::AllocaInst *taskBlock(const TaskLoopCall &Tasks);
  void replace(llvm::CallBase &Call, uint64_t Value);
  void answer(llvm::CallBase &Call, bool WithTeam);

  llvm::CallBase *nearestDominating(llvm::ArrayRef<llvm::CallBase *> Candidates, const llvm::Instruction &Of) const;
  llvm::Loop *chunkLoop(const llvm::CallBase &Init) const;
  llvm::SmallVector<llvm::BasicBlock *, 16> loopBlocks(const llvm::CallBase &Init) const;
  void runOnce(llvm::Loop &L, int Construct, bool MarkEnd);
  llvm::DebugLoc dispatchPlace(const llvm::CallBase &Init) const;
  llvm::DebugLoc distributePlace(const llvm::CallBase &Init) const;
  llvm::Value *dispatchLowerSlot(const llvm::CallBase &Init) const;
  bool reachesLoopBarrier(llvm::Instruction &First) const;
  llvm::Value *zeroThread(llvm::Module &Clone);
  Construct describe(const llvm::CallBase &Call, ConstructKind Kind) const;

  llvm::Function &F;
  Markers &M;
  llvm::DominatorTree Tree;
  llvm::LoopInfo Loops;
  std::vector<llvm::CallBase *> Calls;
  llvm::SmallVector<llvm::CallBase *, 8> StaticInits, StaticFinis, DispatchInits, DoacrossInits, Opened;
  NearestCalls StaticInit, DispatchInit, LoopInit, DoacrossInit;                          ///< LoopInit: of either
  llvm::DenseMap<const llvm::CallBase *, llvm::SmallVector<llvm::CallBase *, 2>> FinisOf; ///< by the init
  /// Begin markers, by the call that opened the construct (the call itself is gone then).
  llvm::DenseMap<const llvm::CallBase *, int> Ids;
  llvm::DenseMap<const llvm::CallBase *, llvm::SmallVector<llvm::Value *, 4>> DispatchRanges;
  /// An `if` clause: the branch that forks, or runs the region alone.
  struct IfClause {
    llvm::BranchInst *Branch;
    llvm::Value *Condition;
    bool ForksWhen;
  };
  llvm::DenseMap<const llvm::BasicBlock *, IfClause> IfClauses; ///< by the block that forks
  llvm::DenseMap<const llvm::CallBase *, const llvm::BasicBlock *> ForkOfSerial;
  llvm::Value *PushedThreads = nullptr, *PushedTeams = nullptr;
  llvm::Value *Zero = nullptr;
  int Asker = -1;
  llvm::SmallVector<llvm::CallBase *, 16> Dead;
};

} // namespace pme

#endif
