//===- InstrumentBorders.cpp - where regions, loops, chunks and iterations start -----===//

#include "InstrumentBorders.h"
#include "plugin/base/RuntimeCalls.h"

#include "pmecache/program.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

// The attributes of markers are explained at Markers::declare.
BorderMarks::BorderMarks(Module &M) {
  LLVMContext &Context = M.getContext();
  auto *Signature = FunctionType::get(Type::getVoidTy(Context), {Type::getInt32Ty(Context)}, /*isVarArg=*/true);
  Marker = Function::Create(Signature, GlobalValue::ExternalLinkage, "pmecache.border", M);
  Marker->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (auto Attribute : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree,
                         Attribute::NoCallback, Attribute::NoMerge})
    Marker->addFnAttr(Attribute);
}

void BorderMarks::add(IRBuilderBase &Builder, BorderKind Kind, ArrayRef<Value *> Values) {
  std::vector<Value *> Arguments{Builder.getInt32(static_cast<uint32_t>(Kind))};
  Arguments.insert(Arguments.end(), Values.begin(), Values.end());
  Builder.CreateCall(Marker, Arguments);
}

// ---- worksharing loops ----

LoopPreparation::LoopPreparation(CallBase &Call)
    : Call(Call), Static(runtimeAction(Call) == RuntimeAction::StaticInit),
      Signed(!Call.getCalledFunction()->getName().ends_with("u")),
      Wide(Call.getCalledFunction()->getName().contains("_8")) {}

Value *LoopPreparation::extend(IRBuilderBase &Builder, Value *V) const {
  return Builder.CreateIntCast(V, Builder.getInt64Ty(), Signed);
}

Value *LoopPreparation::bound(IRBuilderBase &Builder, unsigned OfStatic, unsigned OfDispatch) const {
  Value *Operand = Call.getArgOperand(Static ? OfStatic : OfDispatch);
  Type *T = Wide ? Builder.getInt64Ty() : Builder.getInt32Ty();
  return extend(Builder, Static ? Builder.CreateLoad(T, Operand) : Operand);
}

static RuntimeSchedule scheduleOf(const LoopPreparation &P) {
  auto *Number = dyn_cast<ConstantInt>(P.Call.getArgOperand(P.Static ? StaticSchedule : DispatchSchedule));
  return decodeSchedule(Number ? Number->getZExtValue() : 0);
}

void BorderMarks::addLoopBegin(CallBase &Call) {
  LoopPreparation P(Call);
  RuntimeSchedule Schedule = scheduleOf(P);
  IRBuilder<> Builder(&Call);
  Value *Chunk = P.extend(Builder, Call.getArgOperand(P.Static ? StaticChunk : DispatchChunk));
  Value *Step = P.extend(Builder, Call.getArgOperand(P.Static ? StaticIncrement : DispatchStride));
  add(Builder, BorderKind::LoopBegin,
      {Builder.getInt64(Schedule.Kind), Schedule.Chunked ? Chunk : Builder.getInt64(0),
       P.bound(Builder, StaticLower, DispatchLower), P.bound(Builder, StaticUpper, DispatchUpper), Step});
}

static bool startsWith(const Loop &L, const Value &First) {
  return any_of(L.getHeader()->phis(), [&](const PHINode &Phi) { return is_contained(Phi.incoming_values(), &First); });
}

// The loop over iterations of a chunk that starts with the value `First`: it counts from there, or is the next one.
static Loop *iterationsOf(const Instruction &First, const LoopInfo &Loops, const DominatorTree &Tree) {
  Loop *Nearest = nullptr;
  for (Loop *L : const_cast<LoopInfo &>(Loops).getLoopsInPreorder()) {
    if (L->getParentLoop() != Loops.getLoopFor(First.getParent()) || !Tree.dominates(&First, &L->getHeader()->front()))
      continue;
    if (startsWith(*L, First))
      return L;
    if (!Nearest || Tree.dominates(L->getHeader(), Nearest->getHeader()))
      Nearest = L;
  }
  return Nearest;
}

// Where the body starts: loops test at their head.
static BasicBlock *bodyOf(const Loop &L) {
  BasicBlock *Block = L.getHeader();
  while (!L.isLoopExiting(Block) || L.isLoopLatch(Block)) {
    BasicBlock *Next = Block->getSingleSuccessor();
    if (!Next || Next == L.getHeader() || L.isLoopLatch(Block))
      return L.getHeader();
    Block = Next;
  }
  for (BasicBlock *Next : successors(Block))
    if (L.contains(Next))
      return Next;
  return nullptr;
}

bool BorderMarks::addChunk(Instruction &First, bool Signed, const LoopInfo &Loops, const DominatorTree &Tree) {
  Loop *Iterations = iterationsOf(First, Loops, Tree);
  BasicBlock *Body = Iterations ? bodyOf(*Iterations) : nullptr;
  if (!Body)
    return false;
  IRBuilder<> Builder(First.getNextNode());
  add(Builder, BorderKind::Chunk, {Builder.CreateIntCast(&First, Builder.getInt64Ty(), Signed)});
  Builder.SetInsertPoint(Body, Body->getFirstInsertionPt());
  add(Builder, BorderKind::Iteration, {});
  return true;
}

// Calls of the runtime that hand out chunks of the same loop write to the same place.
static Value *firstIterationOf(const LoopPreparation &P) {
  if (P.Static)
    return P.Call.getArgOperand(StaticLower);
  for (Instruction &I : instructions(*P.Call.getFunction()))
    if (runtimeAction(I) == RuntimeAction::DispatchNext && P.Call.getParent()->getParent() == I.getFunction()) {
      DominatorTree Tree(*I.getFunction());
      if (Tree.dominates(&P.Call, &I))
        return cast<CallBase>(I).getArgOperand(NextLower);
    }
  return nullptr;
}

// The values of the place behind the call that may be the first iteration of a chunk. clang keeps the place up to date
// from chunk to chunk and loads it in front of each. flang's loop over chunks adds to what it loaded once.
static std::vector<Instruction *> firstIterations(const LoopPreparation &P, Value &Place, const LoopInfo &Loops,
                                                  const DominatorTree &Tree) {
  std::vector<Instruction *> Result;
  bool InLoop = !P.Static || scheduleOf(P).Chunked;
  const Loop *Around = Loops.getLoopFor(P.Call.getParent());
  auto Suits = [&](const Instruction &I) {
    const Loop *At = Loops.getLoopFor(I.getParent());
    return Tree.dominates(&P.Call, &I) && (InLoop ? At && At != Around : At == Around);
  };
  for (User *U : Place.users()) {
    auto *Load = dyn_cast<LoadInst>(U);
    if (!Load)
      continue;
    if (Suits(*Load))
      Result.push_back(Load);
    for (User *Sum : Load->users())
      if (auto *Add = dyn_cast<BinaryOperator>(Sum);
          Add && InLoop && !Suits(*Load) && Add->getOpcode() == Instruction::Add && Suits(*Add))
        Result.push_back(Add);
  }
  return Result;
}

static void addEnds(const Loop &L, function_ref<void(IRBuilderBase &)> Add) {
  SmallVector<BasicBlock *, 4> Exits;
  L.getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits) {
    IRBuilder<> Builder(Exit, Exit->getFirstInsertionPt());
    Add(Builder);
  }
}

void BorderMarks::addLoop(CallBase &Call, const LoopInfo &Loops, const DominatorTree &Tree) {
  LoopPreparation P(Call);
  Value *Place = firstIterationOf(P);
  if (!Place)
    return;
  Loop *Around = Loops.getLoopFor(Call.getParent());
  for (Instruction *First : firstIterations(P, *Place, Loops, Tree)) {
    Loop *Outermost = iterationsOf(*First, Loops, Tree);
    if (!Outermost || !addChunk(*First, P.Signed, Loops, Tree))
      continue;
    while (Outermost->getParentLoop() != Around)
      Outermost = Outermost->getParentLoop();
    addEnds(*Outermost, [&](IRBuilderBase &Builder) { add(Builder, BorderKind::LoopEnd, {}); });
    break;
  }
}

// ---- loops that threads share out by their numbers ----

ArrayRef<const PHINode *> BorderMarks::findNumbered(const Function &F) {
  DominatorTree Tree(const_cast<Function &>(F));
  LoopInfo Loops(Tree);
  Numbered = loopsByNumber(F, Loops, Tree);
  for (const Instruction &I : instructions(F)) {
    if (runtimeAction(I) != RuntimeAction::StaticInit)
      continue;
    LoopPreparation P(*cast<CallBase>(const_cast<Instruction *>(&I)));
    std::vector<Instruction *> First = firstIterations(P, *firstIterationOf(P), Loops, Tree);
    const Loop *L = First.empty() ? nullptr : iterationsOf(*First.front(), Loops, Tree);
    std::vector<NumberedLoop> In = L ? loopsOverThreads(P.Call, *L, Loops, Tree) : std::vector<NumberedLoop>();
    if (!In.empty())
      OverThreads.insert(&P.Call);
    Numbered.insert(Numbered.end(), In.begin(), In.end());
  }
  for (const NumberedLoop &Found : Numbered)
    SharedCounters.push_back(Found.Counter);
  return SharedCounters;
}

/// In marks: the schedule is the threads' own.
static constexpr uint64_t ByNumber = 256;

void BorderMarks::addNumbered(const NumberedLoop &Found, const LoopInfo &Loops) {
  const Loop &L = *Loops.getLoopFor(Found.Counter->getParent());
  BasicBlock *Before = L.getLoopPredecessor(), *Body = bodyOf(L);
  if (!Before || !Body)
    return;
  IRBuilder<> Builder(Before->getTerminator());
  Builder.SetCurrentDebugLocation(L.getStartLoc());
  Value *Start = Builder.CreateSExt(Found.Counter->getIncomingValueForBlock(Before), Builder.getInt64Ty());
  Value *First = Found.First ? Builder.getInt64(static_cast<uint64_t>(*Found.First)) : Start;
  Value *Step = Builder.getInt64(static_cast<uint64_t>(Found.Step));
  add(Builder, BorderKind::LoopBegin,
      {Builder.getInt64(PME_SCHEDULE_STATIC | ByNumber), Builder.getInt64(Found.IsCyclic), First, First, Step});
  add(Builder, BorderKind::Chunk, {Start});
  Builder.SetInsertPoint(Body, Body->getFirstInsertionPt());
  add(Builder, BorderKind::Iteration, {});
  addEnds(L, [&](IRBuilderBase &At) { add(At, BorderKind::LoopEnd, {}); });
}

// ---- the rest ----

void BorderMarks::addOneThread(CallBase &Call, bool Begin) {
  IRBuilder<> Builder(Begin ? Call.getNextNode() : &Call);
  if (Begin)
    add(Builder, BorderKind::OneBegin, {Builder.CreateZExt(&Call, Builder.getInt64Ty())});
  else
    add(Builder, BorderKind::OneEnd, {});
}

namespace {

/// Of a function that hands out heap: which arguments, multiplied, are the bytes. Of one that takes it back: none.
struct HeapCall {
  int Bytes = -1, Times = -1;
  bool Frees = false;
};

} // namespace

static HeapCall heapCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return {};
  StringRef Name = Callee->getName();
  if (Name == "malloc" || Name.starts_with("_Znwm") || Name.starts_with("_Znam"))
    return {0, -1, false};
  if (Name == "calloc")
    return {1, 0, false};
  if (Name == "aligned_alloc" || Name == "memalign")
    return {1, -1, false};
  return {-1, -1, Name == "free" || Name.starts_with("_ZdlPv") || Name.starts_with("_ZdaPv")};
}

// Where the block is known: behind the call, or where an invoke goes on and nothing else does.
static Instruction *behind(CallBase &Call) {
  auto *Invoke = dyn_cast<InvokeInst>(&Call);
  if (!Invoke)
    return Call.getNextNode();
  BasicBlock *Next = Invoke->getNormalDest();
  return Next->getSinglePredecessor() ? &*Next->getFirstInsertionPt() : nullptr;
}

// realloc and posix_memalign are not followed: their blocks count as shared.
void BorderMarks::addMemory(Function &F) {
  std::vector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->arg_size() > 0)
      Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    HeapCall What = heapCall(*Call);
    Instruction *At = What.Frees ? Call : behind(*Call);
    if ((!What.Frees && What.Bytes < 0) || !At)
      continue;
    IRBuilder<> Builder(At);
    Type *Word = Builder.getInt64Ty();
    if (What.Frees) {
      add(Builder, BorderKind::Freed, {Builder.CreatePtrToInt(Call->getArgOperand(0), Word)});
      continue;
    }
    Value *Bytes = Builder.CreateZExtOrTrunc(Call->getArgOperand(What.Bytes), Word);
    if (What.Times >= 0)
      Bytes = Builder.CreateMul(Bytes, Builder.CreateZExtOrTrunc(Call->getArgOperand(What.Times), Word));
    add(Builder, BorderKind::Allocated, {Builder.CreatePtrToInt(Call, Word), Bytes});
  }
}

void BorderMarks::mark(Function &F) {
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  std::vector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (runtimeAction(I) != RuntimeAction::None)
      Calls.push_back(cast<CallBase>(&I));
  for (CallBase *Call : Calls)
    switch (runtimeAction(*Call)) {
    case RuntimeAction::StaticInit:
    case RuntimeAction::DispatchInit:
      if (OverThreads.contains(Call))
        break;
      addLoop(*Call, Loops, Tree);
      addLoopBegin(*Call);
      break;
    case RuntimeAction::Barrier: {
      IRBuilder<> Builder(Call);
      add(Builder, BorderKind::Barrier, {});
      break;
    }
    case RuntimeAction::BeginOneThread:
      addOneThread(*Call, true);
      break;
    case RuntimeAction::EndOneThread:
      addOneThread(*Call, false);
      break;
    default:
      break;
    }
  for (const NumberedLoop &Found : Numbered)
    addNumbered(Found, Loops);
  addMemory(F);
}

static const CallInst *markOf(const Instruction &I, const Function &Marker) {
  auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->getCalledFunction() == &Marker ? Call : nullptr;
}

static BorderKind kindOf(const CallInst &Mark) {
  return static_cast<BorderKind>(cast<ConstantInt>(Mark.getArgOperand(0))->getZExtValue());
}

bool BorderMarks::isIteration(const Instruction &I) const {
  const CallInst *Mark = markOf(I, *Marker);
  return Mark && kindOf(*Mark) == BorderKind::Iteration;
}

static uint64_t numberIn(const CallInst &Mark, unsigned Value) {
  auto *Number = dyn_cast<ConstantInt>(Mark.getArgOperand(1 + Value));
  return Number ? Number->getZExtValue() : 0;
}

bool BorderMarks::beginsNumbered(const Instruction &I) const {
  const CallInst *Mark = markOf(I, *Marker);
  return Mark && kindOf(*Mark) == BorderKind::LoopBegin && numberIn(*Mark, 0) >= ByNumber;
}

bool BorderMarks::prepares(const Instruction &I) const {
  RuntimeAction Action = runtimeAction(I);
  return Action == RuntimeAction::StaticInit || Action == RuntimeAction::DispatchInit || beginsNumbered(I);
}

std::vector<Border> BorderMarks::borders(Function &F) const {
  std::vector<Border> Result;
  for (Instruction &I : instructions(F))
    if (const CallInst *Mark = markOf(I, *Marker); Mark && !Dropped.contains(Mark)) {
      auto *Call = const_cast<CallInst *>(Mark);
      Result.push_back({kindOf(*Mark), Call, {Call->arg_begin() + 1, Call->arg_end()}});
      if (beginsNumbered(I))
        Result.back().Values[0] = IRBuilder<>(Call).getInt64(numberIn(*Mark, 0) - ByNumber);
    }
  return Result;
}

void BorderMarks::unmark(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (markOf(I, *Marker))
      I.eraseFromParent();
  Dropped.clear();
  Numbered.clear();
  SharedCounters.clear();
  OverThreads.clear();
}

void BorderMarks::removeMarker() {
  while (!Marker->use_empty())
    cast<Instruction>(Marker->user_back())->eraseFromParent();
  Marker->eraseFromParent();
}

// With -g the place of the call that prepares a dispatched loop is the `for`; that of the call behind the loop is the
// pragma.
DebugLoc pme::pragmaPlace(const CallBase &Preparation, ArrayRef<CallBase *> Ends, const DominatorTree &Tree) {
  const CallBase *First = nullptr;
  if (runtimeAction(Preparation) == RuntimeAction::DispatchInit)
    for (const CallBase *End : Ends)
      if (Tree.dominates(&Preparation, End) && (!First || Tree.dominates(End, First)))
        First = End;
  return First ? First->getDebugLoc() : Preparation.getDebugLoc();
}

bool pme::handsOutChunks(const CallBase &Preparation) {
  if (RuntimeAction A = runtimeAction(Preparation); A != RuntimeAction::StaticInit)
    return A == RuntimeAction::DispatchInit;
  auto *Number = dyn_cast<ConstantInt>(Preparation.getArgOperand(StaticSchedule));
  return Number && decodeSchedule(Number->getZExtValue()).Chunked;
}

// With -g the function that a region starts only calls the one that has the code.
static DebugLoc placeOfRegion(const Function &Body) {
  DebugLoc Result;
  for (const User *U : Body.users()) {
    auto *Call = dyn_cast<CallBase>(U);
    RuntimeAction Action = Call ? runtimeAction(*Call) : RuntimeAction::None;
    bool Starts = Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf;
    bool Forwards = Call && Call->getCalledFunction() == &Body;
    if (!Result && (Starts || Forwards))
      Result = Starts ? Call->getDebugLoc() : placeOfRegion(*Call->getFunction());
  }
  return Result;
}

namespace {

/// How threads that run a function share work out, also in what it calls.
struct Sharing {
  bool ByNumber = false, ByTasks = false, ByRuntime = false;
};

} // namespace

static void addSharing(const Function &F, Sharing &Result, SmallPtrSetImpl<const Function *> &Seen) {
  if (!Seen.insert(&F).second)
    return;
  for (const Instruction &I : instructions(F)) {
    RuntimeAction Action = runtimeAction(I);
    Result.ByNumber |= Action == RuntimeAction::ThreadNumber;
    Result.ByRuntime |= Action == RuntimeAction::StaticInit || Action == RuntimeAction::DispatchInit ||
                        Action == RuntimeAction::TaskLoop;
    Result.ByTasks |= Action == RuntimeAction::Task;
    auto *Call = dyn_cast<CallBase>(&I);
    if (const Function *Callee = Call ? Call->getCalledFunction() : nullptr)
      addSharing(*Callee, Result, Seen);
  }
}

DebugLoc pme::placeOfRegionByThread(const Function &Body) {
  SmallPtrSet<const Function *, 16> Seen;
  Sharing Found;
  addSharing(Body, Found, Seen);
  return (Found.ByNumber || Found.ByTasks) && !Found.ByRuntime ? placeOfRegion(Body) : DebugLoc();
}
