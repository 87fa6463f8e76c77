//===- InstrumentTrace.cpp - code that tells which addresses it touches --------------===//

#include "InstrumentTrace.h"
#include "InstrumentBorders.h"
#include "InstrumentInline.h"
#include "InstrumentNames.h"
#include "InstrumentRecords.h"
#include "InstrumentRuns.h"
#include "InstrumentSites.h"
#include "plugin/base/LambdaCalls.h"
#include "plugin/base/Markers.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/base/TaskLoops.h"
#include "plugin/names/Fortran.h"
#include "plugin/recover/OperationCounts.h"

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
/// A call of one of more functions, which the program chooses, is not followed.
constexpr size_t MaxChoices = 16;

bool startsRegion(const Instruction &I) {
  RuntimeAction Action = runtimeAction(I);
  return Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf;
}

Function *bodyOf(const Instruction &Fork) {
  auto &Call = cast<CallBase>(Fork);
  return Call.arg_size() > ForkFunction ? dyn_cast<Function>(Call.getArgOperand(ForkFunction)->stripPointerCasts())
                                        : nullptr;
}

/// What a traced function is: Orphan has worksharing loops and is called from regions elsewhere.
enum class RegionKind { None, Body, Orphan };

/// Traces the regions of one recovered function.
class Tracer {
public:
  Tracer(Module &M, FunctionTable &Table, TableBuilder &Tables, InstrumentPasses &Passes)
      : M(M), Table(Table), Tables(Tables), Passes(Passes), Sites(M), Borders(M), Records(M) {}

  void traceBody(Function &Body, RegionKind Kind) {
    trace(Body, Kind, /*Caller=*/-1);
    while (!Work.empty()) {
      auto [Copy, Caller] = Work.front();
      Work.erase(Work.begin());
      trace(*Copy, RegionKind::None, Caller);
    }
  }

  void finish() {
    Sites.removeMarkers();
    Borders.removeMarker();
  }

private:
  void trace(Function &F, RegionKind Region, int Caller) {
    inlineSmallCallees(F, Passes.costs(F), [&](const Function &Callee) { return isTraceable(Callee); });
    Descriptors Shapes;
    Shapes.collect(F);
    Passes.promoteLocals(F);
    Shapes.refresh();
    TraceNames Names(F, Shapes, Text);
    Sites.mark(F, Shapes, Names, Borders.findNumbered(F));
    Passes.forget(F); // there are loops for copies now
    Borders.mark(F);
    Passes.simplifyLoops(F);
    LoopInfo &Loops = Passes.analyses().getResult<LoopAnalysis>(F);
    Names.refresh();
    Entered.clear();
    if (DebugLoc Place = Region == RegionKind::Body ? placeOfRegionByThread(F) : DebugLoc())
      Caller = addRegionLoop(F, Place);
    numberLoops(F, Loops, Names, Caller);
    redirectCalls(F, Loops, Caller);
    Sites.noteWaits(F, Loops);
    Records.enter(F);
    std::vector<Run> Runs = findRuns(F, Passes.analyses(), Sites, Borders);
    std::vector<Stretch> Stretches = Sites.stretches(F, Runs, Borders);
    // From here on the function changes and analyses are out of date: everything is looked up before. In front of an
    // instruction things are written in the order in which they are looked up.
    std::vector<Planned> Plan;
    planStretches(Stretches, Loops, Caller, Plan);
    planLoops(Loops, Runs, Plan);
    dropRequests(Loops, Runs);
    std::vector<PlannedBorder> PlanOfBorders = planBorders(F, Loops, Runs, Caller);
    if (Region != RegionKind::None)
      Records.markRegion(
          F, addBlock(PME_BLOCK_REGION, {}, Caller, Region == RegionKind::Orphan ? PME_BLOCK_IS_ORPHAN : 0));
    for (const Planned &Record : Plan)
      Records.write(*Record.Before, Record.Block, Record.Words);
    for (const PlannedBorder &Planned : PlanOfBorders)
      if (Planned.Told.Kind == BorderKind::Iteration)
        Records.write(*Planned.Told.Mark, Planned.Block, {});
      else
        Records.tell(Planned.Told, Planned.Block);
    Records.leave(F);
    Sites.unmark(F);
    Borders.unmark(F);
    Passes.forget(F);
  }

  /// A record that is to be written.
  struct Planned {
    Instruction *Before;
    Constant *Block;
    std::vector<Value *> Words;
  };
  struct PlannedBorder {
    Border Told;
    Constant *Block;
  };

  void planStretches(const std::vector<Stretch> &Stretches, const LoopInfo &Loops, int Caller,
                     std::vector<Planned> &Plan) {
    for (const Stretch &S : Stretches)
      Plan.push_back({S.Before,
                      addBlock(PME_BLOCK_PLAIN, S.Sites, loopNumber(Loops.getLoopFor(S.Before->getParent()), Caller),
                               S.Iteration ? PME_BLOCK_IS_ITERATION : 0),
                      S.Words});
  }

  void planLoops(const LoopInfo &Loops, const std::vector<Run> &Runs, std::vector<Planned> &Plan) {
    for (Loop *L : const_cast<LoopInfo &>(Loops).getLoopsInPreorder())
      if (Instruction *Entry = entryOf(*L); Entry && !isRun(*L, Runs) && !InChunks.contains(L))
        Plan.push_back({Entry, addBlock(PME_BLOCK_LOOP, {}, LoopNumbers.lookup(L)), {}});
    for (auto [At, Number] : Entered)
      Plan.push_back({At, addBlock(PME_BLOCK_LOOP, {}, Number), {}});
    for (const Run &R : Runs)
      Plan.push_back(
          {R.Before,
           addBlock(PME_BLOCK_RUN, R.Sites, LoopNumbers.lookup(R.Around), R.Iterations ? PME_BLOCK_IS_ITERATION : 0),
           R.Words});
  }

  // Borders inside of runs are told by the runs.
  std::vector<PlannedBorder> planBorders(Function &F, const LoopInfo &Loops, const std::vector<Run> &Runs, int Caller) {
    std::vector<PlannedBorder> Plan;
    for (Border &Told : Borders.borders(F)) {
      Loop *Around = Loops.getLoopFor(Told.Mark->getParent());
      Constant *Block = nullptr;
      if (Around && isRun(*Around, Runs))
        continue;
      if (Told.Kind == BorderKind::Iteration)
        Block = addBlock(PME_BLOCK_ITERATION, {}, loopNumber(Around, Caller));
      else if (Told.Kind == BorderKind::LoopBegin)
        Block = addBlock(PME_BLOCK_WORKSHARING, {}, preparedLoop(*Told.Mark, Caller));
      Plan.push_back({std::move(Told), Block});
    }
    return Plan;
  }

  // The loop that is prepared behind the mark.
  int preparedLoop(const CallInst &Mark, int Caller) const {
    for (const Instruction *I = &Mark; I; I = I->getNextNode())
      if (auto Found = PreparedLoops.find(dyn_cast<CallBase>(I)); Found != PreparedLoops.end())
        return Found->second;
    return Caller;
  }

  Constant *addBlock(unsigned Kind, const std::vector<TraceSite> &Entries, int Loop, unsigned Flags = 0) {
    TraceBlock Block;
    Block.Kind = Kind;
    Block.Flags = Flags;
    Block.Loop = Loop;
    if (!Entries.empty())
      Block.Place = Entries.front().Place;
    Block.Sites = Entries;
    if (any_of(Entries,
               [](const TraceSite &Site) { return Site.Flags & (PME_SITE_NEAR | PME_SITE_OF_ALL | PME_SITE_IN_TURN); }))
      Block.Flags |= PME_BLOCK_HAS_ROWS;
    return Tables.addBlock(Table, Block);
  }

  // A loop that records cannot be vectorised or unrolled as the source asks for (simd): clang would warn.
  static void dropRequests(const LoopInfo &Loops, const std::vector<Run> &Runs) {
    for (Loop *L : const_cast<LoopInfo &>(Loops).getLoopsInPreorder())
      if (!isRun(*L, Runs))
        L->setLoopID(nullptr);
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

  void numberLoops(Function &F, LoopInfo &Loops, const TraceNames &Names, int Caller) {
    LoopNumbers.clear();
    InChunks.clear();
    Preparations.clear();
    PreparedLoops.clear();
    DominatorTree Tree(F);
    TargetTransformInfo Costs = Passes.costs(F);
    auto &SE = Passes.analyses().getResult<ScalarEvolutionAnalysis>(F);
    std::vector<CallBase *> Calls, Ends;
    for (Instruction &I : instructions(F))
      if (Borders.prepares(I))
        Calls.push_back(cast<CallBase>(&I));
      else if (runtimeAction(I) == RuntimeAction::DispatchDeinit)
        Ends.push_back(cast<CallBase>(&I));
    SmallPtrSet<const CallBase *, 4> Taken;
    SmallPtrSet<const Loop *, 4> OverChunks;
    for (Loop *L : Loops.getLoopsInPreorder()) {
      // In the source both are one loop.
      if (OverChunks.contains(L->getParentLoop())) {
        int Number = LoopNumbers[L] = LoopNumbers.lookup(L->getParentLoop());
        Table.Loops[Number].Work = compiledWorkOf(*L, Loops, Costs, SE);
        Table.Loops[Number].Variable = Names.variable(*L);
        InChunks.insert(L);
        continue;
      }
      TraceLoop Entry;
      Entry.Work = compiledWorkOf(*L, Loops, Costs, SE);
      Entry.Parent = loopNumber(L->getParentLoop(), Caller);
      Entry.Place = L->getStartLoc();
      Entry.Variable = Names.variable(*L);
      if (CallBase *Preparation = preparationOf(*L, Calls, Tree); Preparation && Taken.insert(Preparation).second) {
        Entry.Parallel = PME_LOOP_SHARED;
        Entry.Place = pragmaPlace(*Preparation, Ends, Tree);
        Preparations[L] = Preparation;
        PreparedLoops[Preparation] = static_cast<int>(Table.Loops.size());
        if (handsOutChunks(*Preparation))
          OverChunks.insert(L);
      }
      LoopNumbers[L] = static_cast<int>(Table.Loops.size());
      Table.Loops.push_back(Entry);
    }
  }

  // Calls of functions of the module go to copies that are traced, too.
  void redirectCalls(Function &F, const LoopInfo &Loops, int Caller) {
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || Call->isInlineAsm())
        continue;
      int Loop = loopNumber(Loops.getLoopFor(I.getParent()), Caller);
      if (Function *Entry = taskEntry(*Call)) {
        redirectTask(*Call, *Entry, Loop);
      } else if (Function *Callee = Call->getCalledFunction()) {
        if (isTraceable(*Callee))
          Call->setCalledFunction(copyOf(*Callee, Loop));
        else if (callsBack(*Callee))
          redirectArguments(*Call, Loop);
      } else if (Call->isIndirectCall()) {
        redirectPointer(*Call, Loop);
      }
    }
  }

  // Tasks are what a loop goes round that whoever meets the construct enters.
  void redirectTask(CallBase &Allocation, Function &Entry, int Around) {
    if (!Copies.count(&Entry) && !isTraceable(Entry))
      return;
    if (auto Known = TaskLoops.find(&Entry); Known != TaskLoops.end()) {
      Entered.push_back({&Allocation, Known->second});
    } else {
      TraceLoop OfTasks;
      OfTasks.Parent = Around;
      OfTasks.Place = Allocation.getDebugLoc();
      OfTasks.Parallel = PME_LOOP_OF_TASKS;
      Function &Task = *copyOf(Entry, TaskLoops[&Entry] = enter(OfTasks, &Allocation));
      inlineTaskBody(Task);
      Passes.promoteLocals(Task); // calls of what the runtime is given are direct then;
    }
    Allocation.setArgOperand(TaskAllocationEntry, Copies.lookup(&Entry));
  }

  // The copy is shown in the loop of the first call that is found.
  Function *copyOf(Function &Callee, int Loop) {
    Function *&Copy = Copies[&Callee];
    if (!Copy) {
      ValueToValueMapTy Map;
      Copy = CloneFunction(&Callee, Map);
      Copy->setLinkage(GlobalValue::InternalLinkage);
      Copy->setVisibility(GlobalValue::DefaultVisibility);
      Copy->setComdat(nullptr);
      Copy->setName(Callee.getName() + ".pmecache");
      Copy->setMetadata(ShownByItself, nullptr);
      Traced.insert(Copy);
      Work.push_back({Copy, Loop});
    }
    return Copy;
  }

  // Functions of the C library that call what they are given before they return, on the same thread.
  static bool callsBack(const Function &Callee) {
    static constexpr StringRef Names[] = {"qsort",   "qsort_r", "bsearch", "lfind", "lsearch",
                                          "tsearch", "tfind",   "tdelete", "twalk"};
    return Callee.isDeclaration() && is_contained(Names, Callee.getName());
  }

  // The library calls it in a loop, which is shown where the library is called.
  void redirectArguments(CallBase &Call, int Around) {
    for (Use &Argument : Call.args())
      if (auto *Given = dyn_cast<Function>(Argument->stripPointerCasts()); Given && isTraceable(*Given))
        Argument.set(Copies.count(Given) ? copyOf(*Given, Around) : copyOf(*Given, addLoopOf(Call, Around)));
  }

  // The region is a loop over its threads, which all enter it.
  int addRegionLoop(Function &F, const DebugLoc &Place) {
    TraceLoop OverThreads;
    OverThreads.Place = Place;
    OverThreads.Parallel = PME_LOOP_SHARED;
    OverThreads.Variable = "omp_get_thread_num()";
    return enter(OverThreads, F.getEntryBlock().getTerminator());
  }

  int addLoopOf(CallBase &Call, int Around) {
    TraceLoop OfLibrary;
    OfLibrary.Parent = Around;
    OfLibrary.Place = Call.getDebugLoc();
    return enter(OfLibrary, &Call);
  }

  int enter(const TraceLoop &Entry, Instruction *At) {
    Entered.push_back({At, static_cast<int>(Table.Loops.size())});
    Table.Loops.push_back(Entry);
    return Entered.back().second;
  }

  // A function that is chosen at run time (virtual, by a pointer): where it is one of this module, its copy is called.
  void redirectPointer(CallBase &Call, int Loop) {
    IRBuilder<> Builder(&Call);
    Value *Chosen = Call.getCalledOperand(), *Target = Chosen;
    for (Function *Callee : pointedTo(*Call.getFunctionType()))
      Target = Builder.CreateSelect(Builder.CreateICmpEQ(Chosen, Callee), copyOf(*Callee, Loop), Target);
    Call.setCalledOperand(Target);
    Call.setMetadata(LLVMContext::MD_callees, nullptr);
  }

  // Functions of the module that a pointer of this type may point to; none when they are too many to be compared.
  SmallVector<Function *, 8> pointedTo(const FunctionType &Type) const {
    SmallVector<Function *, 8> Result;
    for (Function &F : M)
      if (F.getFunctionType() == &Type && F.hasAddressTaken() && isTraceable(F))
        Result.push_back(&F);
    return Result.size() <= MaxChoices ? Result : SmallVector<Function *, 8>();
  }

  bool isTraceable(const Function &Callee) const {
    return !Callee.isDeclaration() && !Callee.isInterposable() && !Callee.isVarArg() && !Traced.contains(&Callee) &&
           !Callee.getName().starts_with("pmecache.") && Callee.getInstructionCount() <= MaxTracedInstructions &&
           !Callee.getName().contains("omp_outlined") && none_of(instructions(Callee), startsRegion) &&
           none_of(instructions(Callee), recordsItself);
  }

  Module &M;
  FunctionTable &Table;
  TableBuilder &Tables;
  InstrumentPasses &Passes;
  SiteMarks Sites;
  BorderMarks Borders;
  SourceText Text;
  RecordWriter Records;
  DenseMap<const Loop *, int> LoopNumbers;
  DenseMap<const Loop *, CallBase *> Preparations; ///< of worksharing loops
  DenseMap<const CallBase *, int> PreparedLoops;   ///< their numbers, by the call that deals out iterations
  /// Where loops are entered that no code here goes round, and their numbers.
  std::vector<std::pair<Instruction *, int>> Entered;
  SmallPtrSet<const Loop *, 4> InChunks; ///< loops over the iterations of a chunk
  DenseMap<const Function *, Function *> Copies;
  DenseMap<const Function *, int> TaskLoops; ///< numbers of the loops over tasks, by what these run
  SmallPtrSet<const Function *, 8> Traced;
  std::vector<std::pair<Function *, int>> Work;
};

} // namespace

// A library's function that starts regions for a lambda is shown where it is called, and so is what it runs: where it
// could be inlined there.
static Function *calledForLambda(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  bool IsShownHere = Callee && !Callee->isDeclaration() && !Callee->hasMetadata(ShownByItself);
  return IsShownHere && onlyCallForLambda(*Callee) == Call ? Callee : nullptr;
}

void pme::collectBodies(Function &F, std::vector<Function *> &Bodies) {
  for (Instruction &I : instructions(F)) {
    Function *Body = startsRegion(I) ? bodyOf(I) : nullptr;
    if (auto *Call = dyn_cast<CallBase>(&I); Call && !Body)
      if (Function *Callee = Call->getCalledFunction(); Callee && Callee->getName().contains("omp_outlined_debug__"))
        Body = Callee;
    if (Function *Layer = Body ? nullptr : calledForLambda(I))
      collectBodies(*Layer, Bodies);
    if (!Body || Body->isDeclaration() || is_contained(Bodies, Body))
      continue;
    Bodies.push_back(Body);
    collectBodies(*Body, Bodies);
  }
}

// Whether the body holds something that recovery refused, or calls a function that does: a worksharing loop may stand
// in either.
static bool isRefused(const Function &Body, const RecoveredFunction &Recovered,
                      SmallPtrSetImpl<const Function *> &Seen) {
  if (Body.isDeclaration() || !Seen.insert(&Body).second)
    return false;
  return is_contained(Recovered.RefusedBodies, Body.getName().str()) ||
         any_of(instructions(Body), [&](const Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
           return Callee && isRefused(*Callee, Recovered, Seen);
         });
}

// With -g the outlined function only calls the one that has the code.
static bool onlyForwards(const Function &Body) {
  return any_of(instructions(Body), [](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->getName().contains("omp_outlined_debug__");
  });
}

// Executions of regions are counted where they start.
static void markForks(Function &Root) {
  Module &M = *Root.getParent();
  std::vector<Instruction *> Forks;
  for (Instruction &I : instructions(Root))
    if (startsRegion(I))
      Forks.push_back(&I);
    else if (Function *Layer = calledForLambda(I))
      markForks(*Layer);
  for (Instruction *Fork : Forks) {
    IRBuilder<> Builder(Fork);
    Builder.CreateCall(M.getOrInsertFunction("__pme_rt_fork", Builder.getVoidTy()));
  }
}

void pme::instrumentSequential(Module &M, Function &F, FunctionTable &Table, TableBuilder &Tables,
                               InstrumentPasses &Passes) {
  Tracer Trace(M, Table, Tables, Passes);
  Trace.traceBody(F, RegionKind::None);
  Trace.finish();
}

// Copies are traced with the function that calls them.
bool pme::isSequentialToTrace(Function &F) {
  if (F.isDeclaration() || F.isInterposable() || F.getName().starts_with("pmecache.") ||
      F.getName().ends_with(".pmecache") || F.getInstructionCount() > MaxTracedInstructions || onlyForwards(F) ||
      any_of(instructions(F), recordsItself))
    return false;
  DominatorTree Tree(F);
  return !LoopInfo(Tree).empty();
}

void pme::instrumentTrace(Module &M, const RecoveredFunction &Recovered, bool All, FunctionTable &Table,
                          TableBuilder &Tables, InstrumentPasses &Passes) {
  auto &Root = *const_cast<Function *>(Recovered.Source);
  std::vector<Function *> Bodies;
  collectBodies(Root, Bodies);
  RegionKind Kind = Bodies.empty() ? RegionKind::Orphan : RegionKind::Body;
  Table.TracesRoot = Bodies.empty();
  if (Bodies.empty())
    Bodies.push_back(&Root);
  Tracer Trace(M, Table, Tables, Passes);
  for (Function *Body : Bodies) {
    SmallPtrSet<const Function *, 16> Seen;
    if (!onlyForwards(*Body) && (All || isRefused(*Body, Recovered, Seen)))
      Trace.traceBody(*Body, Kind);
  }
  Trace.finish();
  markForks(Root);
}
