//===- InstrumentTrace.cpp - code that tells which addresses it touches ---===//

#include "InstrumentTrace.h"
#include "Constructs.h"
#include "InstrumentRecords.h"
#include "InstrumentRuns.h"
#include "InstrumentSites.h"
#include "RuntimeCalls.h"

#include "pmecache/instrumented.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace pme;

namespace {

/// Larger functions are not copied for tracing.
constexpr unsigned MaxTracedInstructions = 30000;

bool startsRegion(const Instruction &I) {
  RuntimeAction Action = runtimeAction(I);
  return Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf;
}

Function *bodyOf(const Instruction &Fork) {
  auto &Call = cast<CallBase>(Fork);
  return Call.arg_size() > ForkFunction ? dyn_cast<Function>(Call.getArgOperand(ForkFunction)->stripPointerCasts())
                                        : nullptr;
}

/// Traces the regions of one recovered function.
class Tracer {
public:
  Tracer(Module &M, FunctionTable &Table, TableBuilder &Tables, InstrumentPasses &Passes)
      : Table(Table), Tables(Tables), Passes(Passes), Sites(M), Records(M) {}

  void traceBody(Function &Body) {
    trace(Body, /*Region=*/true, /*Caller=*/-1);
    while (!Work.empty()) {
      auto [Copy, Caller] = Work.front();
      Work.erase(Work.begin());
      trace(*Copy, /*Region=*/false, Caller);
    }
  }

  void finish() { Sites.removeMarkers(); }

private:
  void trace(Function &F, bool Region, int Caller) {
    Passes.promoteLocals(F);
    Sites.mark(F);
    Passes.simplifyLoops(F);
    LoopInfo &Loops = Passes.analyses().getResult<LoopAnalysis>(F);
    numberLoops(F, Loops, Caller);
    redirectCalls(F, Loops, Caller);
    Records.enter(F);
    std::vector<Run> Runs = findRuns(F, Passes.analyses(), Sites);
    std::vector<Stretch> Stretches = Sites.stretches(F, Runs);
    // From here on the function changes and analyses are out of date: everything is looked up before.
    std::vector<std::pair<Constant *, const Run *>> RunBlocks;
    for (const Run &R : Runs)
      RunBlocks.push_back({addBlock(PME_BLOCK_RUN, R.Sites, LoopNumbers.lookup(R.Around)), &R});
    std::vector<std::pair<Constant *, const Stretch *>> PlainBlocks;
    for (const Stretch &S : Stretches)
      PlainBlocks.push_back(
          {addBlock(PME_BLOCK_PLAIN, S.Sites, loopNumber(Loops.getLoopFor(S.Before->getParent()), Caller)), &S});
    std::vector<std::pair<Constant *, Instruction *>> Entered;
    for (Loop *L : Loops.getLoopsInPreorder())
      if (Instruction *Entry = entryOf(*L); Entry && !isRun(*L, Runs) && !InChunks.contains(L))
        Entered.push_back({addBlock(PME_BLOCK_LOOP, {}, LoopNumbers.lookup(L)), Entry});
    if (Region)
      Records.markRegion(F);
    for (auto [Block, Before] : Entered)
      Records.write(*Before, Block, {});
    for (auto [Block, R] : RunBlocks)
      Records.write(*R->Before, Block, R->Words);
    for (auto [Block, S] : PlainBlocks)
      Records.write(*S->Before, Block, S->Words);
    Records.leave(F);
    Sites.unmark(F);
    Passes.forget(F);
  }

  Constant *addBlock(unsigned Kind, const std::vector<TraceSite> &Entries, int Loop) {
    TraceBlock Block;
    Block.Kind = Kind;
    Block.Loop = Loop;
    if (!Entries.empty())
      Block.Place = Entries.front().Place;
    Block.Sites = Entries;
    return Tables.addBlock(Table, Block);
  }

  static bool isRun(const Loop &L, const std::vector<Run> &Runs) {
    return any_of(Runs, [&](const Run &R) { return R.Around == &L; });
  }

  // A worksharing loop is entered where it is prepared: also by a thread that gets no iteration.
  Instruction *entryOf(const Loop &L) const {
    if (CallBase *Preparation = Preparations.lookup(&L))
      return Preparation;
    BasicBlock *Preheader = L.getLoopPreheader();
    return Preheader ? Preheader->getTerminator() : nullptr;
  }

  int loopNumber(const Loop *L, int Caller) const { return L ? LoopNumbers.lookup(L) : Caller; }

  // A worksharing loop is the outermost loop behind the call that prepares it.
  CallBase *preparationOf(const Loop &L, ArrayRef<CallBase *> Calls, const DominatorTree &Tree) const {
    CallBase *Nearest = nullptr;
    for (CallBase *Call : Calls) {
      bool Behind = !L.contains(Call->getParent()) && Tree.dominates(Call, &L.getHeader()->front());
      bool Outermost = !L.getParentLoop() || L.getParentLoop()->contains(Call->getParent());
      if (Behind && Outermost && (!Nearest || Tree.dominates(Nearest, Call)))
        Nearest = Call;
    }
    return Nearest;
  }

  // With -g the place of the call that prepares a dispatched loop is the `for`; that of the call behind the loop is the
  // pragma.
  static DebugLoc pragmaPlace(const CallBase &Preparation, ArrayRef<CallBase *> Ends, const DominatorTree &Tree) {
    const CallBase *First = nullptr;
    if (runtimeAction(Preparation) == RuntimeAction::DispatchInit)
      for (const CallBase *End : Ends)
        if (Tree.dominates(&Preparation, End) && (!First || Tree.dominates(End, First)))
          First = End;
    return First ? First->getDebugLoc() : Preparation.getDebugLoc();
  }

  // Whether the runtime hands out chunks: the loop over the iterations of a chunk stands in the loop over chunks.
  static bool isChunked(const CallBase &Preparation) {
    if (runtimeAction(Preparation) == RuntimeAction::DispatchInit)
      return true;
    auto *Number = dyn_cast<ConstantInt>(Preparation.getArgOperand(StaticSchedule));
    return Number && decodeSchedule(Number->getZExtValue()).Chunked;
  }

  void numberLoops(Function &F, LoopInfo &Loops, int Caller) {
    LoopNumbers.clear();
    InChunks.clear();
    Preparations.clear();
    DominatorTree Tree(F);
    std::vector<CallBase *> Calls, Ends;
    for (Instruction &I : instructions(F))
      if (RuntimeAction A = runtimeAction(I); A == RuntimeAction::StaticInit || A == RuntimeAction::DispatchInit)
        Calls.push_back(cast<CallBase>(&I));
      else if (A == RuntimeAction::DispatchDeinit)
        Ends.push_back(cast<CallBase>(&I));
    SmallPtrSet<const CallBase *, 4> Taken;
    SmallPtrSet<const Loop *, 4> OverChunks;
    for (Loop *L : Loops.getLoopsInPreorder()) {
      // In the source both are one loop.
      if (OverChunks.contains(L->getParentLoop())) {
        LoopNumbers[L] = LoopNumbers.lookup(L->getParentLoop());
        InChunks.insert(L);
        continue;
      }
      TraceLoop Entry;
      Entry.Parent = loopNumber(L->getParentLoop(), Caller);
      Entry.Place = L->getStartLoc();
      if (CallBase *Preparation = preparationOf(*L, Calls, Tree); Preparation && Taken.insert(Preparation).second) {
        Entry.Parallel = true;
        Entry.Place = pragmaPlace(*Preparation, Ends, Tree);
        Preparations[L] = Preparation;
        if (isChunked(*Preparation))
          OverChunks.insert(L);
      }
      LoopNumbers[L] = static_cast<int>(Table.Loops.size());
      Table.Loops.push_back(Entry);
    }
  }

  // Calls of functions of the module go to copies that are traced, too.
  void redirectCalls(Function &F, const LoopInfo &Loops, int Caller) {
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!Callee || !isTraceable(*Callee))
        continue;
      Function *&Copy = Copies[Callee];
      if (!Copy) {
        ValueToValueMapTy Map;
        Copy = CloneFunction(Callee, Map);
        Copy->setLinkage(GlobalValue::InternalLinkage);
        Copy->setVisibility(GlobalValue::DefaultVisibility);
        Copy->setComdat(nullptr);
        Copy->setName(Callee->getName() + ".pmecache");
        Traced.insert(Copy);
        Work.push_back({Copy, loopNumber(Loops.getLoopFor(I.getParent()), Caller)});
      }
      Call->setCalledFunction(Copy);
    }
  }

  bool isTraceable(const Function &Callee) const {
    return !Callee.isDeclaration() && !Callee.isInterposable() && !Callee.isVarArg() && !Traced.contains(&Callee) &&
           !Callee.getName().starts_with("pmecache.") && Callee.getInstructionCount() <= MaxTracedInstructions &&
           !Callee.getName().contains("omp_outlined") && none_of(instructions(Callee), startsRegion);
  }

  FunctionTable &Table;
  TableBuilder &Tables;
  InstrumentPasses &Passes;
  SiteMarks Sites;
  RecordWriter Records;
  DenseMap<const Loop *, int> LoopNumbers;
  DenseMap<const Loop *, CallBase *> Preparations; ///< of worksharing loops
  SmallPtrSet<const Loop *, 4> InChunks;           ///< loops over the iterations of a chunk
  DenseMap<const Function *, Function *> Copies;
  SmallPtrSet<const Function *, 8> Traced;
  std::vector<std::pair<Function *, int>> Work;
};

} // namespace

// The bodies of the function's regions, also of regions inside them; the function itself when it has none: then its
// loops are run by all threads of a team.
static void collectBodies(Function &F, std::vector<Function *> &Bodies) {
  for (Instruction &I : instructions(F)) {
    Function *Body = startsRegion(I) ? bodyOf(I) : nullptr;
    if (auto *Call = dyn_cast<CallBase>(&I); Call && !Body)
      if (Function *Callee = Call->getCalledFunction(); Callee && Callee->getName().contains("omp_outlined_debug__"))
        Body = Callee;
    if (!Body || Body->isDeclaration() || is_contained(Bodies, Body))
      continue;
    Bodies.push_back(Body);
    collectBodies(*Body, Bodies);
  }
}

// With -g the outlined function only calls the one that has the code.
static bool onlyForwards(const Function &Body) {
  return any_of(instructions(Body), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->getName().contains("omp_outlined_debug__");
  });
}

void pme::instrumentTrace(Module &M, const RecoveredFunction &Recovered, bool All, FunctionTable &Table,
                          TableBuilder &Tables, InstrumentPasses &Passes) {
  auto &Root = *const_cast<Function *>(Recovered.Source);
  std::vector<Function *> Bodies;
  collectBodies(Root, Bodies);
  if (Bodies.empty())
    Bodies.push_back(&Root);
  Tracer Trace(M, Table, Tables, Passes);
  for (Function *Body : Bodies)
    if (!onlyForwards(*Body) && (All || is_contained(Recovered.RefusedBodies, Body->getName().str())))
      Trace.traceBody(*Body);
  Trace.finish();
}
