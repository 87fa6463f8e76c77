//===- InstrumentBorders.h - where regions, loops, chunks and iterations start and end -===//
//
// With its borders a trace can be dealt out to another team. They are found in the code as the front end leaves it
// (worksharing loops have their known form there), and marked; after clean-up the marks are where the borders are, and
// become calls of the runtime (include/pmecache/instrumented.h) or records:
//
//   loop        in front of the call that deals out iterations: schedule, chunk and range of the loop
//   chunk       behind the load of a chunk's first iteration
//   iteration   at the start of the loop's body; what the records around tell already is dropped
//   loop end    where the loops over chunks and iterations are left
//   barrier, begin and end of code that one thread executes
//   behind a call that takes a block of the heap, and in front of one that gives it back
//
// A loop in which the load or the body is not found has no chunks and iterations: it cannot be dealt out.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTBORDERS_H
#define PMECACHE_PLUGIN_INSTRUMENT_INSTRUMENTBORDERS_H

#include "plugin/sharing/NumberedLoops.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <functional>
#include <vector>

namespace pme {

/// Operands of a call that prepares a worksharing loop, static or dispatched.
struct LoopPreparation {
  explicit LoopPreparation(llvm::CallBase &Call);

  /// A value of the loop's type as 64 bits.
  llvm::Value *extend(llvm::IRBuilderBase &Builder, llvm::Value *V) const;
  /// Static loops have their range in memory, where the runtime replaces it by the thread's part.
  llvm::Value *bound(llvm::IRBuilderBase &Builder, unsigned OfStatic, unsigned OfDispatch) const;

  llvm::CallBase &Call;
  bool Static, Signed, Wide;
};

/// Where the pragma of the loop is that the call prepares. `Ends`: calls behind dispatched loops.
llvm::DebugLoc pragmaPlace(const llvm::CallBase &Preparation, llvm::ArrayRef<llvm::CallBase *> Ends,
                           const llvm::DominatorTree &Tree);
/// Whether the runtime hands out chunks: the loop over the iterations of a chunk stands in the loop over chunks.
bool handsOutChunks(const llvm::CallBase &Preparation);

enum class BorderKind { LoopBegin, Chunk, Iteration, LoopEnd, Barrier, OneBegin, OneEnd, Allocated, Freed };

/// A mark that is left after clean-up.
struct Border {
  BorderKind Kind;
  llvm::CallInst *Mark;
  std::vector<llvm::Value *> Values; ///< 64 bits each: what the call of the runtime gets
};

class BorderMarks {
public:
  explicit BorderMarks(llvm::Module &Module);

  /// Finds the loops of a function, whose local variables have become values, that threads share out by their numbers, as
  /// far as these decide nothing else: such a loop gets the borders of a worksharing loop. Their counters.
  llvm::ArrayRef<const llvm::PHINode *> findNumbered(const llvm::Function &Function);
  /// Marks the borders.
  void mark(llvm::Function &Function);
  /// Whether this marks where such a loop begins, as the call that prepares it does for another one.
  bool beginsNumbered(const llvm::Instruction &I) const;
  /// Whether this prepares a loop, or is such a mark.
  bool prepares(const llvm::Instruction &I) const;
  /// Whether this instruction marks the start of an iteration.
  bool isIteration(const llvm::Instruction &I) const;
  /// Something else tells that the iteration starts.
  void drop(const llvm::Instruction &Mark) { Dropped.insert(&Mark); }
  /// The marks of a function that were not dropped.
  std::vector<Border> borders(llvm::Function &Function) const;
  void unmark(llvm::Function &Function);
  /// Takes the marker function out of the module.
  void removeMarker();

private:
  void add(llvm::IRBuilderBase &Builder, BorderKind Kind, llvm::ArrayRef<llvm::Value *> Values);
  void addLoop(llvm::CallBase &Preparation, const llvm::LoopInfo &Loops, const llvm::DominatorTree &Tree);
  void addLoopBegin(llvm::CallBase &Preparation);
  void addNumbered(const NumberedLoop &Numbered, const llvm::LoopInfo &Loops);
  void addMemory(llvm::Function &Function);
  bool addChunk(llvm::Instruction &First, bool Signed, const llvm::LoopInfo &Loops, const llvm::DominatorTree &Tree);
  void addOneThread(llvm::CallBase &Call, bool Begin);

  llvm::Function *Marker;
  llvm::SmallPtrSet<const llvm::Instruction *, 16> Dropped;
  std::vector<NumberedLoop> Numbered;
  llvm::SmallVector<const llvm::PHINode *, 4> SharedCounters;
  llvm::SmallPtrSet<const llvm::CallBase *, 4>
      OverThreads; ///< prepare loops over threads, which share out loops in these
};

/// Where the region starts that this is the body of, if its threads share the work out by their numbers
/// (omp_get_thread_num) or as tasks, and in no other way: such a region is read as a loop over its threads. Else nothing.
llvm::DebugLoc placeOfRegionByThread(const llvm::Function &Body);

} // namespace pme

#endif
