//===- SameObjects.cpp - functions that are given one object for two -----------------===//

#include "SameObjects.h"
#include "plugin/clone/FunctionCopy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

/// Operands that two values are followed through, calls in calls, instructions between two loads and of an accessor.
static constexpr int MaxDepth = 6, MaxCallDepth = 3;
static constexpr unsigned MaxBetween = 100, MaxAccessor = 40, MaxCalls = 100, MaxWays = 3;

static bool onlyReads(const Instruction &I, int CallDepth);

// An accessor (`r.data()`): it writes its own variables alone.
static bool isAccessor(const CallBase &Call, int CallDepth) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && !Callee->isDeclaration() && CallDepth > 0 && Callee->getInstructionCount() <= MaxAccessor &&
         all_of(instructions(*Callee), [&](const Instruction &I) { return onlyReads(I, CallDepth - 1); });
}

static bool onlyReads(const Instruction &I, int CallDepth) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isa<AllocaInst>(Store->getPointerOperand());
  if (isa<DbgInfoIntrinsic, LifetimeIntrinsic>(I) || !I.mayWriteToMemory())
    return true;
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && isAccessor(*Call, CallDepth);
}

// Of two instructions of one block: whether nothing between them writes.
static bool isUnwrittenBetween(const Instruction &A, const Instruction &B) {
  const Instruction *From = A.comesBefore(&B) ? &A : &B, *To = From == &A ? &B : &A;
  unsigned Left = MaxBetween;
  for (const Instruction *I = From->getNextNode(); I != To; I = I->getNextNode())
    if (isa<StoreInst>(I) || !onlyReads(*I, MaxCallDepth) || --Left == 0)
      return false;
  return true;
}

// Whether two operands of a call, as front ends write them, are one value.
static bool areSame(const Value &A, const Value &B, int Depth = MaxDepth) {
  if (&A == &B)
    return true;
  auto *X = dyn_cast<Instruction>(&A), *Y = dyn_cast<Instruction>(&B);
  if (!X || !Y || Depth == 0 || X->getParent() != Y->getParent() || !X->isSameOperationAs(Y) ||
      isa<AllocaInst, PHINode>(X))
    return false;
  if (auto *Call = dyn_cast<CallBase>(X); Call && !isAccessor(*Call, MaxCallDepth))
    return false;
  bool Reads = X->mayReadFromMemory();
  return (!Reads || (!X->isVolatile() && isUnwrittenBetween(*X, *Y))) &&
         all_of(zip(X->operands(), Y->operands()),
                [&](const auto &Both) { return areSame(*std::get<0>(Both), *std::get<1>(Both), Depth - 1); });
}

static ObjectPairs sameArguments(const CallBase &Call, const Function &Callee) {
  ObjectPairs Result;
  SmallVector<unsigned, 8> Objects;
  for (const Argument &A : Callee.args())
    if (A.getType()->isPointerTy() && !A.hasByValAttr() && !A.use_empty() &&
        !isa<Constant>(Call.getArgOperand(A.getArgNo())))
      Objects.push_back(A.getArgNo());
  for (size_t I = 1; I < Objects.size(); ++I)
    for (unsigned First : ArrayRef(Objects).take_front(I))
      if (areSame(*Call.getArgOperand(First), *Call.getArgOperand(Objects[I]))) {
        Result.push_back({First, Objects[I]});
        break;
      }
  return Result;
}

namespace {

struct Calls {
  SmallVector<ObjectPairs, MaxWays> Ways; ///< in which objects are given twice
  bool HasOthers = false;                 ///< or may have
};

} // namespace

// In the order of the source, which is the reverse of that in which uses are listed.
static Calls callsOf(const Function &F) {
  Calls Result;
  Result.HasOthers = !F.hasLocalLinkage() || F.hasNUsesOrMore(MaxCalls);
  SmallVector<const Use *, 8> Uses;
  for (const Use &U : F.uses())
    if (Uses.size() < MaxCalls)
      Uses.push_back(&U);
  for (const Use *U : reverse(Uses)) {
    auto *Call = dyn_cast<CallBase>(U->getUser());
    bool IsCall = Call && Call->isCallee(U) && Call->arg_size() == F.arg_size();
    ObjectPairs Same = IsCall ? sameArguments(*Call, F) : ObjectPairs();
    if (Same.empty() || (Result.Ways.size() == MaxWays && !is_contained(Result.Ways, Same)))
      Result.HasOthers = true;
    else if (!is_contained(Result.Ways, Same))
      Result.Ways.push_back(Same);
  }
  return Result;
}

std::vector<ObjectPairs> pme::waysOfObjects(const Function &Source) {
  auto Ways = callsOf(Source).Ways;
  return {Ways.begin(), Ways.end()};
}

static constexpr char OfObjects[] = ".way.same";

unsigned pme::objectsOf(StringRef Name) {
  unsigned Number = 0;
  StringRef Rest = Name.split(OfObjects).second;
  return Rest.consumeInteger(10, Number) ? 0 : Number;
}

static void unify(Function &F, const ObjectPairs &Same) {
  for (auto [First, Other] : Same)
    F.getArg(Other)->replaceAllUsesWith(F.getArg(First));
}

std::vector<Function *> pme::separateObjects(Function &F, const Function &Source) {
  std::vector<Function *> Result;
  if (F.arg_size() != Source.arg_size())
    return Result;
  Calls Seen = callsOf(Source);
  for (auto [Number, Same] : enumerate(Seen.Ways)) {
    if (Number == 0 && !Seen.HasOthers)
      continue; // F itself, once it has been copied
    ValueToValueMapTy Copies;
    Result.push_back(copyFunction(F, Copies));
    Result.back()->setName(F.getName() + OfObjects + Twine(Number + 1));
    unify(*Result.back(), Same);
  }
  if (!Seen.HasOthers && !Seen.Ways.empty())
    unify(F, Seen.Ways.front());
  return Result;
}
