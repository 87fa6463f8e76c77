//===- ThreadTrial.cpp - what integers of a function would be for a thread ------------===//

#include "ThreadTrial.h"
#include "plugin/base/RuntimeCalls.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace pme;

/// Longer ways are not followed.
static constexpr unsigned MaxDepth = 48, MaxBlocks = 32, MaxCaptures = 8;

// ---- the size of the team ----

/// What an argument of a region's body is where the region starts, and that start.
struct Capture {
  const Value *Outside;  ///< null: there are several places
  const CallBase *Start; ///< null: another function has been given it
};

static Capture captured(const Argument &Given) {
  const Function &F = *Given.getParent();
  Capture Result = {nullptr, nullptr};
  for (const User *U : F.users()) {
    auto *Call = dyn_cast<CallBase>(U);
    RuntimeAction Action = Call ? runtimeAction(*Call) : RuntimeAction::None;
    bool Starts = Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf;
    if (!Call || (!Starts && Call->getCalledFunction() != &F))
      return {nullptr, nullptr};
    unsigned First = Action == RuntimeAction::ForkIf ? ForkIfArguments : ForkArguments, Own = Given.getArgNo();
    unsigned Operand = Starts ? First + Own - 2 : Own;
    if ((Starts && Own < 2) || Operand >= Call->arg_size())
      return {nullptr, nullptr};
    // With an `if` one thread may call it for itself: with the same arguments.
    if (Result.Outside && Result.Outside != Call->getArgOperand(Operand))
      return {nullptr, nullptr};
    Result = {Call->getArgOperand(Operand), Starts ? Call : Result.Start};
  }
  return Result;
}

/// What num_threads() asks for in front of a region; null: it does not.
static const Value *askedFor(const CallBase &Start) {
  for (const BasicBlock *Block = Start.getParent(); Block; Block = Block->getSinglePredecessor())
    for (const Instruction &I : reverse(*Block)) {
      RuntimeAction Action = runtimeAction(I);
      if (Block == Start.getParent() && !I.comesBefore(&Start))
        continue;
      if (Action == RuntimeAction::PushThreads)
        return cast<CallBase>(I).getArgOperand(PushedThreads);
      if (Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf)
        return nullptr;
    }
  return nullptr;
}

static bool isTeamSize(const Value &V, unsigned Depth);

/// Of a local variable that is set once: to what; else null.
static const Value *onlyValueOf(const Value &Place) {
  auto *Slot = dyn_cast<AllocaInst>(&Place);
  const StoreInst *Only = nullptr;
  if (!Slot)
    return nullptr;
  for (const User *U : Slot->users())
    if (auto *Store = dyn_cast<StoreInst>(U)) {
      if (Only || Store->getPointerOperand() != Slot)
        return nullptr;
      Only = Store;
    }
  return Only ? Only->getValueOperand() : nullptr;
}

// A local variable that is set once holds what num_threads() asks for.
static bool holdsAsked(const Value &Place, const CallBase &Start) {
  const Value *Asked = askedFor(Start), *Held = onlyValueOf(Place);
  auto *Load = dyn_cast_or_null<LoadInst>(Asked);
  return Asked && Held && (Asked == Held || (Load && Load->getPointerOperand() == &Place));
}

// A local variable that is set once, to the size of teams, or the team is asked to be as large.
static bool holdsTeamSize(const Value &Place, unsigned Depth) {
  if (Depth >= MaxCaptures)
    return false;
  if (auto *Given = dyn_cast<Argument>(&Place)) {
    auto [Outside, Start] = captured(*Given);
    return Outside && ((Start && holdsAsked(*Outside, *Start)) || holdsTeamSize(*Outside, Depth + 1));
  }
  // What a front end hands on it keeps in variables, too.
  if (auto *Load = dyn_cast<LoadInst>(&Place)) {
    const Value *Held = onlyValueOf(*Load->getPointerOperand());
    return Held && holdsTeamSize(*Held, Depth + 1);
  }
  const Value *Held = onlyValueOf(Place);
  return Held && isTeamSize(*Held, Depth + 1);
}

static bool isTeamSize(const Value &V, unsigned Depth) {
  if (auto *Call = dyn_cast<CallBase>(&V)) {
    const Function *Callee = Call->getCalledFunction();
    return runtimeAction(*Call) == RuntimeAction::TeamSize ||
           (Callee && (Callee->getName() == "omp_get_max_threads" || Callee->getName() == "omp_get_max_threads_"));
  }
  auto *Load = dyn_cast<LoadInst>(&V);
  return Load && Load->getType()->isIntegerTy() && holdsTeamSize(*Load->getPointerOperand(), Depth);
}

bool pme::isTeamSize(const Value &V) { return ::isTeamSize(V, 0); }

bool TrialContext::isThread(const Value &V) const {
  auto *Call = dyn_cast<CallBase>(&V);
  return &V == Thread || (!Thread && Call && runtimeAction(*Call) == RuntimeAction::ThreadNumber);
}

// ---- what is not known ----

static uint64_t mix(uint64_t A, uint64_t B) {
  uint64_t X = A * 0x9E3779B97F4A7C15u ^ (B + 0xD1B54A32D192ED03u + (A << 6) + (A >> 2));
  X = (X ^ X >> 30) * 0xBF58476D1CE4E5B9u;
  X = (X ^ X >> 27) * 0x94D049BB133111EBu;
  return X ^ X >> 31;
}

int64_t ThreadTrial::unknown(const Address &Place, uint64_t Bytes) const {
  static constexpr uint64_t Sizes[] = {5, 40, 1000, 100000};
  uint64_t Of = mix(Seed, Place.Root), Base = Of % Sizes[Seed % std::size(Sizes)], Growth = 1 + (Of >> 32) % 4;
  int64_t Index = Place.Offset / static_cast<int64_t>(Bytes ? Bytes : 1);
  uint64_t More = mix(Of, static_cast<uint64_t>(Place.Offset)) % (Growth + 1);
  return static_cast<int64_t>(Base + More + static_cast<uint64_t>(Index) * Growth);
}

std::optional<ThreadTrial::Address> ThreadTrial::addressOf(const Value &V, unsigned Depth) {
  if (Depth > MaxDepth)
    return std::nullopt;
  if (isa<Argument, GlobalVariable>(V))
    return Address{Context.numberOf(V), 0};
  if (auto *Load = dyn_cast<LoadInst>(&V)) {
    auto From = addressOf(*Load->getPointerOperand(), Depth + 1);
    return From ? std::optional(Address{mix(From->Root, static_cast<uint64_t>(From->Offset)), 0}) : std::nullopt;
  }
  auto *Element = dyn_cast<GEPOperator>(&V);
  auto Result = Element ? addressOf(*Element->getPointerOperand(), Depth + 1) : std::nullopt;
  if (!Result)
    return std::nullopt;
  const DataLayout &Layout = Context.F.getParent()->getDataLayout();
  for (auto At = gep_type_begin(*Element), End = gep_type_end(*Element); At != End; ++At) {
    auto Index = valueOf(*At.getOperand(), Depth + 1);
    if (!Index)
      return std::nullopt;
    if (StructType *Members = At.getStructTypeOrNull())
      Result->Offset += static_cast<int64_t>(Layout.getStructLayout(Members)->getElementOffset(*Index).getFixedValue());
    else
      Result->Offset = static_cast<int64_t>(static_cast<uint64_t>(Result->Offset) +
                                            static_cast<uint64_t>(*Index) *
                                                At.getSequentialElementStride(Layout).getKnownMinValue());
  }
  return Result;
}

// ---- arithmetic ----

std::optional<APInt> ThreadTrial::ofOperand(const Instruction &I, unsigned Operand, unsigned Depth) {
  return bits(*I.getOperand(Operand), Depth + 1);
}

std::optional<APInt> ThreadTrial::ofBinary(const BinaryOperator &I, unsigned Depth) {
  auto Left = ofOperand(I, 0, Depth), Right = ofOperand(I, 1, Depth);
  if (!Left || !Right)
    return std::nullopt;
  bool IsShift = I.isShift() && Right->ult(Left->getBitWidth());
  switch (I.getOpcode()) {
  case Instruction::Add:
    return *Left + *Right;
  case Instruction::Sub:
    return *Left - *Right;
  case Instruction::Mul:
    return *Left * *Right;
  case Instruction::SDiv:
    return Right->isZero() ? std::nullopt : std::optional(Left->sdiv(*Right));
  case Instruction::UDiv:
    return Right->isZero() ? std::nullopt : std::optional(Left->udiv(*Right));
  case Instruction::SRem:
    return Right->isZero() ? std::nullopt : std::optional(Left->srem(*Right));
  case Instruction::URem:
    return Right->isZero() ? std::nullopt : std::optional(Left->urem(*Right));
  case Instruction::Shl:
    return IsShift ? std::optional(Left->shl(*Right)) : std::nullopt;
  case Instruction::LShr:
    return IsShift ? std::optional(Left->lshr(*Right)) : std::nullopt;
  case Instruction::AShr:
    return IsShift ? std::optional(Left->ashr(*Right)) : std::nullopt;
  case Instruction::And:
    return *Left & *Right;
  case Instruction::Or:
    return *Left | *Right;
  case Instruction::Xor:
    return *Left ^ *Right;
  default:
    return std::nullopt;
  }
}

std::optional<APInt> ThreadTrial::ofCall(const CallBase &Call, unsigned Depth) {
  auto *Chosen = dyn_cast<MinMaxIntrinsic>(&Call);
  auto Left = Chosen ? ofOperand(Call, 0, Depth) : std::nullopt;
  auto Right = Left ? ofOperand(Call, 1, Depth) : std::nullopt;
  if (!Right)
    return std::nullopt;
  return ICmpInst::compare(*Left, *Right, Chosen->getPredicate()) ? Left : Right;
}

// The way from where ways part to where they meet.
std::optional<APInt> ThreadTrial::ofMerge(const PHINode &Phi, unsigned Depth) {
  const BasicBlock *Meet = Phi.getParent();
  const auto *Node = Context.Tree.getNode(Meet);
  const BasicBlock *At = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  for (unsigned Blocks = 0; At && Blocks < MaxBlocks; ++Blocks) {
    auto *Branch = dyn_cast<BranchInst>(At->getTerminator());
    auto When = Branch && Branch->isConditional() ? bits(*Branch->getCondition(), Depth + 1) : std::nullopt;
    if (!Branch || (Branch->isConditional() && !When))
      return std::nullopt;
    const BasicBlock *Next = Branch->getSuccessor(Branch->isConditional() && When->isZero() ? 1 : 0);
    if (Next == Meet)
      return bits(*Phi.getIncomingValueForBlock(At), Depth + 1);
    At = Next;
  }
  return std::nullopt;
}

std::optional<APInt> ThreadTrial::compute(const Value &V, unsigned Depth) {
  unsigned Width = V.getType()->getIntegerBitWidth();
  auto Told = [&](int64_t Value) { return std::optional(APInt(64, static_cast<uint64_t>(Value)).sextOrTrunc(Width)); };
  if (auto *Constant = dyn_cast<ConstantInt>(&V))
    return Constant->getValue();
  if (Context.isThread(V))
    return Told(Thread);
  if (isTeamSize(V))
    return Told(Team);
  if (isa<Argument>(V))
    return Told(unknown({Context.numberOf(V), 0}, 1));
  auto *I = dyn_cast<Instruction>(&V);
  if (!I)
    return std::nullopt;
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    auto From = addressOf(*Load->getPointerOperand(), Depth + 1);
    return From ? Told(unknown(*From, (Width + 7) / 8)) : std::nullopt;
  }
  if (auto *Operation = dyn_cast<BinaryOperator>(I))
    return ofBinary(*Operation, Depth);
  if (auto *Phi = dyn_cast<PHINode>(I))
    return ofMerge(*Phi, Depth);
  if (auto *Call = dyn_cast<CallBase>(I))
    return ofCall(*Call, Depth);
  auto First = isa<CastInst, FreezeInst, CmpInst>(I) || isa<SelectInst>(I) ? ofOperand(*I, 0, Depth) : std::nullopt;
  if (!First)
    return std::nullopt;
  if (isa<SelectInst>(I))
    return ofOperand(*I, First->isZero() ? 2 : 1, Depth);
  if (auto *Test = dyn_cast<ICmpInst>(I)) {
    auto Second = ofOperand(*I, 1, Depth);
    return Second ? Told(ICmpInst::compare(*First, *Second, Test->getPredicate())) : std::nullopt;
  }
  if (isa<FreezeInst>(I))
    return First;
  return isa<ZExtInst>(I)              ? std::optional(First->zext(Width))
         : isa<SExtInst, TruncInst>(I) ? std::optional(First->sextOrTrunc(Width))
                                       : std::nullopt;
}

std::optional<APInt> ThreadTrial::bits(const Value &V, unsigned Depth) {
  if (Depth > MaxDepth || !V.getType()->isIntegerTy() || V.getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  if (auto Found = Known.find(&V); Found != Known.end())
    return Found->second;
  auto Result = compute(V, Depth);
  Known[&V] = Result;
  return Result;
}

std::optional<int64_t> ThreadTrial::valueOf(const Value &V, unsigned Depth) {
  auto Result = bits(V, Depth);
  return Result ? std::optional(Result->getSExtValue()) : std::nullopt;
}
