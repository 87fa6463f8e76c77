//===- Serialise.cpp - OpenMP calls away, on the clone --------------------===//

#include "Serialise.h"
#include "Inline.h"
#include "plugin/base/LLVMCompat.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/names/Fortran.h"
#include "plugin/names/LoopVariables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace pme;

namespace {

/// The work on one function. Control flow is looked at as it was before the first change: `Tree` and `Loops` are not
/// kept up to date, and only blocks that exist from the start are asked for.
class Serialiser {
public:
  Serialiser(Function &F, Markers &M) : F(F), M(M), Tree(F), Loops(Tree) {}

  void run();

private:
  void collect();
  void takeParallelSide(CallBase &Serialized);
  void rewriteFork(CallBase &Fork, unsigned FirstArgument);
  void rewriteInit(CallBase &Init, bool Dispatch);
  void rewriteNext(CallBase &Next);
  void beginOneThread(CallBase &Call);
  void closeConstruct(CallBase &End, ConstructKind Kind);
  void noteUnsupported(CallBase &Call);
  void noteCancel(CallBase &Call);
  void replace(CallBase &Call, uint64_t Value);
  void answer(CallBase &Call, bool WithTeam);

  CallBase *nearestDominating(ArrayRef<CallBase *> Candidates, const Instruction &Of) const;
  Loop *chunkLoop(const CallBase &Init) const;
  SmallVector<BasicBlock *, 16> loopBlocks(const CallBase &Init) const;
  void runOnce(Loop &L, int Construct, bool MarkEnd);
  DebugLoc dispatchPlace(const CallBase &Init) const;
  Value *dispatchLowerSlot(const CallBase &Init) const;
  bool reachesLoopBarrier(Instruction &First) const;
  Value *zeroThread(Module &Clone);
  Construct describe(const CallBase &Call, ConstructKind Kind) const;

  Function &F;
  Markers &M;
  DominatorTree Tree;
  LoopInfo Loops;
  std::vector<CallBase *> Calls;
  SmallVector<CallBase *, 8> StaticInits, StaticFinis, DispatchInits, Opened;
  /// Begin markers, by the call that opened the construct (the call itself is gone then).
  DenseMap<const CallBase *, int> Ids;
  DenseMap<const CallBase *, SmallVector<Value *, 4>> DispatchRanges;
  Value *PushedThreads = nullptr;
  Value *Zero = nullptr;
  int Asker = -1;
  SmallVector<CallBase *, 16> Dead;
};

} // namespace

static bool startsConstruct(RuntimeAction Action) {
  return Action == RuntimeAction::StaticInit || Action == RuntimeAction::DispatchInit ||
         Action == RuntimeAction::DistributeInit || Action == RuntimeAction::BeginOneThread ||
         Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf;
}

Construct Serialiser::describe(const CallBase &Call, ConstructKind Kind) const {
  Construct Result;
  Result.Kind = Kind;
  Result.Place = Call.getDebugLoc();
  Result.Function = F.getName().str();
  return Result;
}

void Serialiser::collect() {
  for (Instruction &I : instructions(F))
    if (runtimeAction(I) != RuntimeAction::None && Tree.isReachableFromEntry(I.getParent()))
      Calls.push_back(cast<CallBase>(&I));
  // Blocks stand in any order; handle what dominates first.
  Tree.updateDFSNumbers();
  stable_sort(Calls, [&](const CallBase *A, const CallBase *B) {
    return Tree.getNode(A->getParent())->getDFSNumIn() < Tree.getNode(B->getParent())->getDFSNumIn();
  });
}

void Serialiser::replace(CallBase &Call, uint64_t Value) {
  if (!Call.getType()->isVoidTy())
    Call.replaceAllUsesWith(ConstantInt::get(Call.getType(), Value));
  Dead.push_back(&Call);
}

// omp_get_thread_num() and omp_get_num_threads()
void Serialiser::answer(CallBase &Call, bool WithTeam) {
  if (!Call.getType()->isIntegerTy(32))
    return;
  if (Asker < 0)
    Asker = M.addAsker();
  IRBuilder<> Builder(&Call);
  Call.replaceAllUsesWith(WithTeam ? M.teamSize(Builder, Asker) : M.threadNumber(Builder, Asker));
  Dead.push_back(&Call);
}

// With `if (c)` the compiler calls the outlined body itself on the other side of a branch. The parallel side is taken.
void Serialiser::takeParallelSide(CallBase &Serialized) {
  BasicBlock *Side = Serialized.getParent();
  BasicBlock *Before = Side->getSinglePredecessor();
  auto *Branch = Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
  if (Branch && Branch->isConditional()) {
    BasicBlock *Other = Branch->getSuccessor(Branch->getSuccessor(0) == Side);
    bool Forks = any_of(*Other, [](const Instruction &I) { return runtimeAction(I) == RuntimeAction::Fork; });
    if (Forks && Other != Side) {
      Branch->setCondition(ConstantInt::getBool(F.getContext(), Branch->getSuccessor(0) == Other));
      replace(Serialized, 0);
      return;
    }
  }
  IRBuilder<> Builder(&Serialized);
  Construct Region = describe(Serialized, ConstructKind::Region);
  Region.Serial = true;
  Ids[&Serialized] = M.begin(Builder, Region, nullptr);
  Opened.push_back(&Serialized);
  replace(Serialized, 0);
}

Value *Serialiser::zeroThread(Module &Clone) {
  if (!Zero) {
    IRBuilder<> Builder(&*F.getEntryBlock().getFirstInsertionPt());
    Zero = Builder.CreateAlloca(Type::getInt32Ty(Clone.getContext()));
    Builder.CreateStore(Builder.getInt32(0), Zero);
  }
  return Zero;
}

// With -g the outlined body calls a second function that has the code, and a region in it may make that a fork, too.
static void markBody(Function &Body) {
  Body.addFnAttr(BodyAttribute);
  for (Instruction &I : instructions(Body))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction())
        if (Callee->hasLocalLinkage() && Callee->getName().contains("omp_outlined_debug__"))
          Callee->addFnAttr(BodyAttribute);
}

void Serialiser::rewriteFork(CallBase &Fork, unsigned FirstArgument) {
  auto *Body = Fork.arg_size() > ForkFunction
                   ? dyn_cast<Function>(Fork.getArgOperand(ForkFunction)->stripPointerCasts())
                   : nullptr;
  unsigned Given = Fork.arg_size() > FirstArgument ? Fork.arg_size() - FirstArgument : 0;
  if (!Body || Body->isVarArg() || Body->arg_size() != Given + 2)
    return noteUnsupported(Fork);

  bool Teams = runtimeAction(Fork) == RuntimeAction::ForkTeams;
  SmallVector<Value *, 8> Arguments(2, zeroThread(*F.getParent()));
  for (unsigned I = 0; I < Given; ++I) {
    Value *Argument = Fork.getArgOperand(FirstArgument + I);
    if (Argument->getType() != Body->getArg(I + 2)->getType())
      return noteUnsupported(Fork);
    Arguments.push_back(Argument);
  }
  F.addFnAttr(ForksAttribute);
  IRBuilder<> Builder(&Fork);
  Construct Region = describe(Fork, Teams ? ConstructKind::Unsupported : ConstructKind::Region);
  Region.Text = Teams ? "teams" : "";
  int Id = M.begin(Builder, Region, Teams ? nullptr : PushedThreads);
  PushedThreads = nullptr;
  markBody(*Body);
  CallInst *Call = Builder.CreateCall(Body, Arguments);
  Call->setCallingConv(Body->getCallingConv());
  M.end(Builder, Id);
  replace(Fork, 0);
}

/// The one of `Candidates` that dominates `Of` and is dominated by all others that do.
CallBase *Serialiser::nearestDominating(ArrayRef<CallBase *> Candidates, const Instruction &Of) const {
  CallBase *Nearest = nullptr;
  for (CallBase *Candidate : Candidates)
    if (Tree.dominates(Candidate, &Of) && (!Nearest || Tree.dominates(Nearest, Candidate)))
      Nearest = Candidate;
  return Nearest;
}

/// Does every way from `First`, behind a worksharing loop, meet the barrier that the standard puts there, before
/// another construct starts?
bool Serialiser::reachesLoopBarrier(Instruction &First) const {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<Instruction *, 8> Work(1, &First);
  while (!Work.empty()) {
    bool Met = false;
    for (Instruction *I = Work.pop_back_val(); I && !Met; I = I->getNextNode()) {
      RuntimeAction Action = runtimeAction(*I);
      if (Action == RuntimeAction::Barrier) {
        if ((identFlags(*cast<CallBase>(I)) & IdentBarrierMask) != IdentBarrierLoop)
          return false;
        Met = true;
      } else if (isa<ReturnInst>(I) || startsConstruct(Action))
        return false;
      else if (I->isTerminator())
        for (BasicBlock *Next : successors(I->getParent()))
          if (Seen.insert(Next).second)
            Work.push_back(&Next->front());
    }
  }
  return true;
}

// The loop over chunks is the outermost loop behind the init that does not hold it.
Loop *Serialiser::chunkLoop(const CallBase &Init) const {
  for (Loop *L : Loops.getLoopsInPreorder()) {
    Loop *Parent = L->getParentLoop();
    bool Behind = !L->contains(Init.getParent()) && Tree.dominates(&Init, &L->getHeader()->front());
    bool Outermost = !Parent || Parent->contains(Init.getParent());
    if (Behind && Outermost && nearestDominating(StaticInits, L->getHeader()->front()) == &Init)
      return L;
  }
  return nullptr;
}

// The blocks of loops that run between this init and the next one. flang puts bodies far away from their init, behind
// those of later loops.
SmallVector<BasicBlock *, 16> Serialiser::loopBlocks(const CallBase &Init) const {
  SmallVector<CallBase *, 8> Inits = StaticInits;
  Inits.append(DispatchInits);
  SmallVector<CallBase *, 4> Ends;
  copy_if(StaticFinis, std::back_inserter(Ends),
          [&](const CallBase *Fini) { return nearestDominating(StaticInits, *Fini) == &Init; });
  SmallVector<BasicBlock *, 16> Result;
  for (BasicBlock &Block : F) {
    const Loop *Around = Loops.getLoopFor(&Block);
    const Instruction &Start = Block.front();
    if (Around && !Around->contains(Init.getParent()) && Tree.dominates(&Init, &Start) &&
        nearestDominating(Inits, Start) == &Init && !nearestDominating(Ends, Start))
      Result.push_back(&Block);
  }
  return Result;
}

// Sends the back edges of L to the block behind it. They may come from the middle of an inner loop.
void Serialiser::runOnce(Loop &L, int Construct, bool MarkEnd) {
  BasicBlock *Header = L.getHeader(), *Exit = nullptr;
  SmallVector<BasicBlock *, 2> Latches;
  L.getLoopLatches(Latches);
  SmallVector<Loop::Edge, 4> Edges;
  L.getExitEdges(Edges);
  for (auto &[From, To] : Edges)
    if (!Exit && all_of(Latches, [&, From = From](BasicBlock *Latch) { return Tree.dominates(From, Latch); }))
      Exit = const_cast<BasicBlock *>(To);
  if (!Exit || isa<PHINode>(Exit->front()))
    return;
  if (MarkEnd) {
    IRBuilder<> Builder(&*Exit->getFirstInsertionPt());
    M.end(Builder, Construct);
  }
  for (BasicBlock *Latch : Latches) {
    Header->removePredecessor(Latch, /*KeepOneInputPHIs=*/true);
    Latch->getTerminator()->replaceSuccessorWith(Header, Exit);
  }
}

// With -g the place of the init call is the `for`; that of the call behind the loop is always the pragma.
DebugLoc Serialiser::dispatchPlace(const CallBase &Init) const {
  for (CallBase *Call : Calls)
    if (runtimeAction(*Call) == RuntimeAction::DispatchDeinit && nearestDominating(DispatchInits, *Call) == &Init)
      return Call->getDebugLoc();
  return Init.getDebugLoc();
}

// Dispatched loops get their bounds from `next`.
Value *Serialiser::dispatchLowerSlot(const CallBase &Init) const {
  for (CallBase *Call : Calls)
    if (runtimeAction(*Call) == RuntimeAction::DispatchNext && nearestDominating(DispatchInits, *Call) == &Init)
      return Call->getArgOperand(NextLower);
  return nullptr;
}

// `distribute parallel for`: the outer loop hands out parts of the range to teams, a fork in it runs one.
static bool holdsFork(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *Block) {
    return any_of(*Block, [](const Instruction &I) {
      RuntimeAction Action = runtimeAction(I);
      return Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf;
    });
  });
}

void Serialiser::rewriteInit(CallBase &Init, bool Dispatch) {
  bool Distribute = runtimeAction(Init) == RuntimeAction::DistributeInit;
  auto *Number = dyn_cast<ConstantInt>(Init.getArgOperand(Dispatch ? DispatchSchedule : StaticSchedule));
  RuntimeSchedule Schedule = decodeSchedule(Number ? Number->getZExtValue() : 34);
  bool Sections = identFlags(Init) & IdentSections;

  Construct Entry = describe(Init, ConstructKind::Loop);
  if (Dispatch)
    Entry.Place = dispatchPlace(Init);
  Entry.Distribute = Distribute || Schedule.Distribute;
  if (Sections || Entry.Distribute) {
    Entry.Kind = ConstructKind::Unsupported;
    Entry.Text = Sections ? "sections" : "distribute";
    Entry.LeftOut = Sections;
  }
  Entry.Schedule = Schedule.Kind;
  Entry.Ordered = Schedule.Ordered;
  unsigned ChunkOperand = Dispatch ? DispatchChunk : StaticChunk;
  Value *Chunk = Schedule.Chunked && Init.arg_size() > ChunkOperand ? Init.getArgOperand(ChunkOperand) : nullptr;
  IRBuilder<> Builder(&Init);
  int Id = M.begin(Builder, Entry, Chunk);
  Ids[&Init] = Id;
  markWorksharingVariables(loopBlocks(Init), Dispatch ? dispatchLowerSlot(Init) : Init.getArgOperand(StaticLower),
                           Loops, Id, M);

  if (Dispatch)
    plainTripCount(*Init.getArgOperand(DispatchUpper));
  else
    for (User *U : Init.getArgOperand(StaticUpper)->users())
      if (auto *Store = dyn_cast<StoreInst>(U); Store && Tree.dominates(Store, &Init))
        plainTripCount(*Store->getValueOperand());
  if (Dispatch)
    DispatchRanges[&Init] = {Init.getArgOperand(DispatchLower), Init.getArgOperand(DispatchUpper),
                             Init.getArgOperand(DispatchStride)};
  else if (Loop *Chunks = chunkLoop(Init); Chunks && (Schedule.Chunked || (Entry.Distribute && holdsFork(*Chunks))))
    runOnce(*Chunks, Id, /*MarkEnd=*/false);
  replace(Init, 0);
}

void Serialiser::rewriteNext(CallBase &Next) {
  CallBase *Init = nearestDominating(DispatchInits, Next);
  if (!Init || Next.arg_size() <= NextStride)
    return noteUnsupported(Next);
  int Id = Ids.lookup(Init);
  IRBuilder<> Builder(&Next);
  auto &Range = DispatchRanges[Init];
  for (unsigned I = 0; I < 3; ++I)
    Builder.CreateStore(Range[I], Next.getArgOperand(NextLower + I));
  if (Loop *Chunks = Loops.getLoopFor(Next.getParent()); Chunks && !Chunks->contains(Init->getParent())) {
    if (BasicBlock *Exit = Chunks->getUniqueExitBlock())
      M.Constructs[Id].Nowait = !reachesLoopBarrier(Exit->front());
    runOnce(*Chunks, Id, /*MarkEnd=*/true);
  }
  replace(Next, 1);
}

// One thread enters: the marker stands in front of the test of the result, its end after the code that it guards.
void Serialiser::beginOneThread(CallBase &Call) {
  IRBuilder<> Builder(&Call);
  Ids[&Call] = M.begin(Builder, describe(Call, ConstructKind::OneThread), nullptr);
  Opened.push_back(&Call);
  replace(Call, 1);
}

void Serialiser::closeConstruct(CallBase &End, ConstructKind Kind) {
  SmallVector<CallBase *, 8> Candidates;
  for (CallBase *Call : Opened)
    if (M.Constructs[Ids.lookup(Call)].Kind == Kind)
      Candidates.push_back(Call);
  if (CallBase *Begin = nearestDominating(Candidates, End)) {
    IRBuilder<> Builder(&End);
    M.end(Builder, Ids.lookup(Begin));
  }
  replace(End, 0);
}

// A construct without a place in the tree: what it does is not modelled.
void Serialiser::noteUnsupported(CallBase &Call) {
  Construct Entry = describe(Call, ConstructKind::Unsupported);
  StringRef Name = Call.getCalledFunction()->getName();
  Entry.Text = Name.contains("taskloop") ? "taskloop" : Name.contains("task") ? "task" : Name.str();
  IRBuilder<> Builder(&Call);
  M.end(Builder, M.begin(Builder, Entry, nullptr));
}

// `cancel` is taken not to happen: said on the construct around it.
void Serialiser::noteCancel(CallBase &Call) {
  SmallVector<CallBase *, 8> Inits(StaticInits);
  Inits.append(DispatchInits);
  if (CallBase *Init = nearestDominating(Inits, Call))
    M.Constructs[Ids.lookup(Init)].Cancelled = true;
  replace(Call, 0);
}

void Serialiser::run() {
  collect();
  for (CallBase *Call : Calls) {
    RuntimeAction Action = runtimeAction(*Call);
    if (Action == RuntimeAction::StaticInit || Action == RuntimeAction::DistributeInit)
      StaticInits.push_back(Call);
    if (Action == RuntimeAction::StaticFini)
      StaticFinis.push_back(Call);
    if (Action == RuntimeAction::DispatchInit)
      DispatchInits.push_back(Call);
  }
  for (CallBase *Call : Calls)
    switch (runtimeAction(*Call)) {
    case RuntimeAction::Fork:
    case RuntimeAction::ForkTeams:
      rewriteFork(*Call, ForkArguments);
      break;
    case RuntimeAction::ForkIf:
      rewriteFork(*Call, ForkIfArguments);
      break;
    case RuntimeAction::PushThreads:
      PushedThreads = Call->getArgOperand(pme::PushedThreads);
      replace(*Call, 0);
      break;
    case RuntimeAction::BeginSerial:
      takeParallelSide(*Call);
      break;
    case RuntimeAction::EndSerial:
      closeConstruct(*Call, ConstructKind::Region);
      break;
    case RuntimeAction::StaticInit:
    case RuntimeAction::DistributeInit:
      rewriteInit(*Call, /*Dispatch=*/false);
      break;
    case RuntimeAction::DispatchInit:
      rewriteInit(*Call, /*Dispatch=*/true);
      break;
    case RuntimeAction::StaticFini: {
      if (CallBase *Init = nearestDominating(StaticInits, *Call)) {
        IRBuilder<> Builder(Call);
        int Id = Ids.lookup(Init);
        M.end(Builder, Id);
        M.Constructs[Id].Nowait = !reachesLoopBarrier(*Call->getNextNode());
      }
      replace(*Call, 0);
      break;
    }
    case RuntimeAction::DispatchNext:
      rewriteNext(*Call);
      break;
    case RuntimeAction::BeginOneThread:
      beginOneThread(*Call);
      break;
    case RuntimeAction::EndOneThread:
      closeConstruct(*Call, ConstructKind::OneThread);
      break;
    case RuntimeAction::Threadprivate:
      Call->replaceAllUsesWith(Call->getArgOperand(2));
      Dead.push_back(Call);
      break;
    case RuntimeAction::ThreadNumber:
    case RuntimeAction::TeamSize:
      answer(*Call, runtimeAction(*Call) == RuntimeAction::TeamSize);
      break;
    case RuntimeAction::Unsupported:
      noteUnsupported(*Call);
      break;
    case RuntimeAction::Cancel:
      noteCancel(*Call);
      break;
    case RuntimeAction::One:
      replace(*Call, 1);
      break;
    case RuntimeAction::Barrier:
    case RuntimeAction::Zero:
    case RuntimeAction::Drop:
    case RuntimeAction::DispatchDeinit:
      replace(*Call, 0);
      break;
    case RuntimeAction::None:
      break;
    }
  // Later calls look for barriers: nothing goes before the end.
  for (CallBase *Call : Dead)
    Call->eraseFromParent();
  removeUnreachableBlocks(F);
}

void pme::serialise(Function &F, Markers &M) {
  if (!F.isDeclaration())
    Serialiser(F, M).run();
}
