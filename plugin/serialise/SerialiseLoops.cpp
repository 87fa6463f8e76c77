//===- SerialiseLoops.cpp - calls of worksharing loops away, on the clone ------------===//

#include "Serialiser.h"
#include "plugin/base/LLVMCompat.h"
#include "plugin/base/Leagues.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/names/Fortran.h"
#include "plugin/names/LoopVariables.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace pme;

static bool startsConstruct(RuntimeAction Action) {
  return Action == RuntimeAction::StaticInit || Action == RuntimeAction::DispatchInit ||
         Action == RuntimeAction::DistributeInit || Action == RuntimeAction::BeginOneThread ||
         Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf;
}

/// The one of `Candidates` that dominates `Of` and is dominated by all others that do.
CallBase *Serialiser::nearestDominating(ArrayRef<CallBase *> Candidates, const Instruction &Of) const {
  CallBase *Nearest = nullptr;
  for (CallBase *Candidate : Candidates)
    if (Tree.dominates(Candidate, &Of) && (!Nearest || Tree.dominates(Nearest, Candidate)))
      Nearest = Candidate;
  return Nearest;
}

void NearestCalls::collect(ArrayRef<CallBase *> Of, const DominatorTree &Tree) {
  for (CallBase *Call : Of)
    InBlock[Call->getParent()].push_back(Call);
  if (Of.empty())
    return;
  for (auto &[Block, Calls] : InBlock)
    llvm::sort(Calls, [](const CallBase *A, const CallBase *B) { return A->comesBefore(B); });
  for (const DomTreeNode *Node : depth_first(Tree.getRootNode())) {
    const DomTreeNode *Above = Node->getIDom();
    auto Found = Above ? InBlock.find(Above->getBlock()) : InBlock.end();
    if (Above)
      AtStart[Node->getBlock()] = Found != InBlock.end() ? Found->second.back() : AtStart.lookup(Above->getBlock());
  }
}

CallBase *NearestCalls::before(const Instruction &I) const {
  if (auto Here = InBlock.find(I.getParent()); Here != InBlock.end())
    for (CallBase *Call : reverse(Here->second))
      if (Call->comesBefore(&I))
        return Call;
  return AtStart.lookup(I.getParent());
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
        uint32_t Behind = identFlags(*cast<CallBase>(I)) & IdentBarrierMask;
        if (Behind != IdentBarrierLoop && Behind != IdentBarrierSections)
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
    if (Behind && Outermost && StaticInit.before(L->getHeader()->front()) == &Init)
      return L;
  }
  return nullptr;
}

// The blocks of loops that run between this init and the next one. flang puts bodies far away from their init, behind
// those of later loops.
SmallVector<BasicBlock *, 16> Serialiser::loopBlocks(const CallBase &Init) const {
  const SmallVector<CallBase *, 2> Ends = FinisOf.lookup(&Init);
  SmallVector<BasicBlock *, 16> Result;
  for (BasicBlock &Block : F) {
    const Loop *Around = Loops.getLoopFor(&Block);
    const Instruction &Start = Block.front();
    if (Around && LoopInit.before(Start) == &Init && !Around->contains(Init.getParent()) &&
        !nearestDominating(Ends, Start))
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
    if (runtimeAction(*Call) == RuntimeAction::DispatchDeinit && DispatchInit.before(*Call) == &Init)
      return Call->getDebugLoc();
  return Init.getDebugLoc();
}

// The same of `distribute`.
DebugLoc Serialiser::distributePlace(const CallBase &Init) const {
  DebugLoc Place = Init.getDebugLoc();
  for (CallBase *Fini : FinisOf.lookup(&Init))
    if (Fini->getDebugLoc() && Place && Fini->getDebugLoc().getLine() != Place.getLine())
      return Fini->getDebugLoc();
  return Place;
}

// Dispatched loops get their bounds from `next`.
Value *Serialiser::dispatchLowerSlot(const CallBase &Init) const {
  for (CallBase *Call : Calls)
    if (runtimeAction(*Call) == RuntimeAction::DispatchNext && DispatchInit.before(*Call) == &Init)
      return Call->getArgOperand(NextLower);
  return nullptr;
}

// `distribute parallel for`: the outer loop hands out parts of the range to teams, a fork in it runs one, and is given
// its bounds. A region in the body of a `distribute` alone is not: there the loop has iterations of its own.
static bool handsOutParts(const Loop &L, const CallBase &Init) {
  const Value *Upper = Init.getArgOperand(StaticUpper);
  auto IsUpper = [Upper](const Value *Given) {
    while (auto *Cast = dyn_cast<CastInst>(Given))
      Given = Cast->getOperand(0);
    auto *Load = dyn_cast<LoadInst>(Given);
    return Load && Load->getPointerOperand() == Upper;
  };
  return any_of(L.blocks(), [&](const BasicBlock *Block) {
    return any_of(*Block, [&](const Instruction &I) {
      RuntimeAction Action = runtimeAction(I);
      return (Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf) &&
             any_of(cast<CallBase>(I).args(), IsUpper);
    });
  });
}

// `ordered(n)`: no loop begins between what it sets up and the loop.
bool Serialiser::isDoacross(const CallBase &Init) const {
  const CallBase *Doacross = DoacrossInit.before(Init);
  return Doacross && LoopInit.before(*Doacross) == LoopInit.before(Init);
}

void Serialiser::rewriteInit(CallBase &Init, bool Dispatch) {
  bool Distribute = runtimeAction(Init) == RuntimeAction::DistributeInit;
  auto *Number = dyn_cast<ConstantInt>(Init.getArgOperand(Dispatch ? DispatchSchedule : StaticSchedule));
  RuntimeSchedule Schedule = decodeSchedule(Number ? Number->getZExtValue() : 34);

  Construct Entry = describe(Init, ConstructKind::Loop);
  if (Dispatch)
    Entry.Place = dispatchPlace(Init);
  Entry.Distribute = Distribute || Schedule.Distribute;
  if (Entry.Distribute)
    Entry.Place = distributePlace(Init);
  if (Entry.Distribute && F.hasFnAttribute(LeagueOfThreadsAttribute))
    Entry.Distribute = false;
  if (Entry.Distribute) {
    bool ByOneTeam = F.hasFnAttribute(LeagueOfRegionsAttribute);
    Entry.Kind = ByOneTeam ? ConstructKind::League : ConstructKind::Unsupported;
    Entry.Text = ByOneTeam ? "" : "distribute";
  }
  Entry.Schedule = Schedule.Kind;
  Entry.Ordered = Schedule.Ordered || isDoacross(Init);
  unsigned ChunkOperand = Dispatch ? DispatchChunk : StaticChunk;
  Value *Chunk = Schedule.Chunked && Init.arg_size() > ChunkOperand ? Init.getArgOperand(ChunkOperand) : nullptr;
  IRBuilder<> Builder(&Init);
  int Id = M.begin(Builder, Entry, Chunk);
  Ids[&Init] = Id;
  Value *LowerSlot = Dispatch ? dispatchLowerSlot(Init) : Init.getArgOperand(StaticLower);
  if (identFlags(Init) & IdentSections)
    markSectionNumber(LowerSlot, Id, M);
  else
    markWorksharingVariables(loopBlocks(Init), LowerSlot, Loops, Id, M);

  if (Dispatch)
    plainTripCount(*Init.getArgOperand(DispatchUpper));
  else
    for (User *U : Init.getArgOperand(StaticUpper)->users())
      if (auto *Store = dyn_cast<StoreInst>(U); Store && Tree.dominates(Store, &Init))
        plainTripCount(*Store->getValueOperand());
  if (Dispatch)
    DispatchRanges[&Init] = {Init.getArgOperand(DispatchLower), Init.getArgOperand(DispatchUpper),
                             Init.getArgOperand(DispatchStride)};
  else if (Loop *Chunks = chunkLoop(Init);
           Chunks && (Schedule.Chunked || (Entry.Distribute && handsOutParts(*Chunks, Init))))
    runOnce(*Chunks, Id, /*MarkEnd=*/false);
  replace(Init, 0);
}

void Serialiser::rewriteNext(CallBase &Next) {
  CallBase *Init = DispatchInit.before(Next);
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

void Serialiser::rewriteFini(CallBase &Call) {
  if (CallBase *Init = StaticInit.before(Call)) {
    IRBuilder<> Builder(&Call);
    int Id = Ids.lookup(Init);
    M.end(Builder, Id);
    M.Constructs[Id].Nowait = !reachesLoopBarrier(*Call.getNextNode());
  }
  replace(Call, 0);
}

// Calls of worksharing loops. False: it is none of them.
bool Serialiser::rewriteLoopCall(CallBase &Call) {
  switch (runtimeAction(Call)) {
  case RuntimeAction::StaticInit:
  case RuntimeAction::DistributeInit:
    rewriteInit(Call, /*Dispatch=*/false);
    return true;
  case RuntimeAction::DispatchInit:
    rewriteInit(Call, /*Dispatch=*/true);
    return true;
  case RuntimeAction::StaticFini:
    rewriteFini(Call);
    return true;
  case RuntimeAction::DispatchNext:
    rewriteNext(Call);
    return true;
  default:
    return false;
  }
}
