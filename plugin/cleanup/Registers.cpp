//===- Registers.cpp - accesses that a compiler keeps in registers -------------------===//

#include "Registers.h"
#include "plugin/clone/Inline.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

namespace {

/// Loops around an access, from the innermost one on, that no store through the address is in; none without such a
/// store.
struct Absence {
  int Loops = 0;
  const Loop *Outermost = nullptr;
};

class KeepFinder {
public:
  KeepFinder(Function &F, FunctionAnalysisManager &FAM, const Markers &M)
      : M(M), Loops(FAM.getResult<LoopAnalysis>(F)), Types(FAM.getResult<TypeBasedAA>(F)),
        Query(FAM.getResult<AAManager>(F)) {
    for (Instruction &I : instructions(F))
      if (auto Found = M.read(I)) {
        if (Found->Kind == MarkerKind::Access || Found->Kind == MarkerKind::Block) {
          All.push_back(*Found);
          Shown.insert(M.Accesses[Found->Id].HiddenNumber);
        } else if (Found->Kind == MarkerKind::Hidden) {
          Hiding.push_back(*Found);
        }
      }
  }

  void run(DenseMap<const CallBase *, int> &Result) {
    for (const Marker &Store : All) {
      if (Store.Kind != MarkerKind::Access || !M.Accesses[Store.Id].Write)
        continue;
      Absence Away = absenceOfStores(Store);
      auto Harmless = [&](const Marker &Other) {
        return !Away.Outermost->contains(Other.Call->getParent()) || differs(Store, Other);
      };
      if (Away.Loops == 0 || !all_of(All, Harmless) || !all_of(Hiding, Harmless))
        continue;
      for (const Marker &Same : All)
        if (isSameAccess(Store, Same))
          Result[Same.Call] = Away.Loops;
    }
  }

private:
  static Value *addressOf(const Marker &Access) { return Access.Call->getArgOperand(1); }

  Absence absenceOfStores(const Marker &Access) const {
    SmallVector<const StoreInst *, 4> Stores;
    for (const User *U : addressOf(Access)->users())
      if (auto *Store = dyn_cast<StoreInst>(U); Store && Store->getPointerOperand() == addressOf(Access))
        Stores.push_back(Store);
    Absence Result;
    if (Stores.empty())
      return Result;
    for (const Loop *L = Loops.getLoopFor(Access.Call->getParent()); L; L = L->getParentLoop()) {
      if (any_of(Stores, [&](const StoreInst *Store) { return L->contains(Store); }))
        break;
      Result.Loops++;
      Result.Outermost = L;
    }
    return Result;
  }

  bool isSameAccess(const Marker &A, const Marker &B) const {
    return B.Kind == MarkerKind::Access && addressOf(A) == addressOf(B) &&
           Loops.getLoopFor(A.Call->getParent()) == Loops.getLoopFor(B.Call->getParent());
  }

  // A variable that the body of a region sees as such: one of its own, or of the module.
  static bool isOwnVariable(const Value &Base) {
    auto *Local = dyn_cast<AllocaInst>(&Base);
    return Local && Local->getName().starts_with(PrivateName);
  }
  static bool isKnownVariable(const Value &Base) { return isa<GlobalVariable>(Base) || isOwnVariable(Base); }

  // Two accesses of one array: the pass has looked at the addresses, and nothing is known of them that the compiler
  // will not know.
  bool differs(const Marker &A, const Marker &B) {
    if (B.Kind == MarkerKind::Hidden)
      return all_of(M.Hidden[B.Id], [&](const HiddenAccess &Hidden) { return differsFromHidden(A, Hidden); });
    if (B.Kind != MarkerKind::Access)
      return false;
    const Value *First = getUnderlyingObject(addressOf(A), 0), *Second = getUnderlyingObject(addressOf(B), 0);
    return First == Second || (isKnownVariable(*First) && isKnownVariable(*Second)) ||
           Types.alias(location(A), location(B), Query, nullptr) == AliasResult::NoAlias;
  }

  bool differsFromHidden(const Marker &A, const HiddenAccess &Hidden) {
    if (Hidden.Of == HiddenAccess::Owner::Anybody)
      return false;
    const Value *Base = getUnderlyingObject(addressOf(A), 0);
    bool IsOfBody = Hidden.Of == HiddenAccess::Owner::Body;
    return (Hidden.Number >= 0 && Shown.contains(Hidden.Number)) || isOwnVariable(*Base) ||
           (IsOfBody && isKnownVariable(*Base)) ||
           Types.alias(location(A), location(addressOf(A), Hidden.Type), Query, nullptr) == AliasResult::NoAlias;
  }

  static MemoryLocation location(const Value *Address, MDNode *Type) {
    AAMDNodes Tags;
    Tags.TBAA = Type;
    return MemoryLocation(Address, LocationSize::beforeOrAfterPointer(), Tags);
  }
  MemoryLocation location(const Marker &Access) const {
    return location(addressOf(Access), M.Accesses[Access.Id].Type);
  }

  const Markers &M;
  const LoopInfo &Loops;
  TypeBasedAAResult &Types;
  SimpleAAQueryInfo Query;
  SmallVector<Marker, 32> All;
  SmallVector<Marker, 8> Hiding;
  DenseSet<int> Shown; ///< numbers of hidden accesses that the clone has
};

} // namespace

KeptAccesses::KeptAccesses(Function &F, FunctionAnalysisManager &FAM, const Markers &M) {
  if (!F.hasFnAttribute(UnoptimisedAttribute))
    KeepFinder(F, FAM, M).run(Loops);
}
