//===- NearNames.cpp - names of values that no variable has alone --------------------===//
//
// The largest of several widths is merged from values of `width` where a loop ends, and debug records tie the variable
// to those. Without them the text says it where the value is compared or multiplied.
//
//===----------------------------------------------------------------------===//

#include "Describe.h"

using namespace llvm;
using namespace pme;

/// Most values that are merged, and uses that are looked at.
static constexpr unsigned MaxNeighbours = 16;

namespace {

/// Collects the variables of values that are merged into one.
class MergedNames {
public:
  explicit MergedNames(const ValueNames &Names) : Names(Names) {}

  // The width of the widest row, behind the loop that looks for it, comes through merges of the values that it had in
  // the loop. What else one of them was set to, an argument or a number in memory, has a name of its own.
  void collect(const PHINode &Phi) {
    for (const Use &Arm : Phi.operands()) {
      take(*Arm);
      auto *Merged = dyn_cast<PHINode>(Arm);
      if (Merged && Seen.size() < MaxNeighbours && Seen.insert(Merged).second)
        collect(*Merged);
    }
  }
  void take(const Value &V) {
    DILocalVariable *Variable =
        isa<PHINode, SelectInst, BinaryOperator, CallBase>(V) ? Names.variableOfUser(V) : nullptr;
    IsOne &= !Variable || !Found || Variable->getName() == Found->getName();
    Found = Variable ? Variable : Found;
  }
  std::string name() const { return Found && IsOne ? Found->getName().str() : ""; }

private:
  const ValueNames &Names;
  SmallPtrSet<const PHINode *, 8> Seen;
  DILocalVariable *Found = nullptr;
  bool IsOne = true;
};

} // namespace

// The name that all of what is merged here has, as far as it has one, or else where this is merged.
static std::string nameOfMerged(const PHINode &Phi, const ValueNames &Names) {
  MergedNames From(Names), To(Names);
  From.collect(Phi);
  unsigned Left = MaxNeighbours;
  for (const User *U : Phi.users())
    if (isa<PHINode, SelectInst>(U) && Left-- > 0)
      To.take(*U);
  return From.name().empty() ? To.name() : From.name();
}

// What the text calls it where it is compared, multiplied or added.
std::string Describer::nameOfOperand(const Value &V, bool FollowCasts) const {
  unsigned Left = MaxNeighbours;
  for (const User *U : V.users()) {
    auto *I = dyn_cast<Instruction>(U);
    if (!I || Left-- == 0)
      break;
    std::string Written;
    if (isa<CastInst>(I) && FollowCasts)
      Written = nameOfOperand(*I, /*FollowCasts=*/false);
    else if (isa<ICmpInst, BinaryOperator>(I) && I->getDebugLoc() && !isFortran(*I->getDebugLoc()))
      Written = Text.operandAt(*I->getDebugLoc(), /*Behind=*/I->getOperand(1) == &V);
    if (!Written.empty() && !isReservedName(Written))
      return Written;
  }
  return "";
}

// Is it one member of an object that is copied as a whole, `points = m`? The loads of all members have that place.
bool Describer::isOfCopy(const LoadInst &Load) const {
  DebugLoc Place = placeOfLoad(Load);
  auto *Own = dyn_cast<GEPOperator>(Load.getPointerOperand());
  if (!Place || !Own)
    return false;
  unsigned Left = MaxNeighbours;
  for (const User *U : Own->getPointerOperand()->users()) {
    if (!isa<GEPOperator>(U) || U == Own || Left-- == 0)
      continue;
    for (const User *Read : U->users())
      if (auto *Member = dyn_cast<LoadInst>(Read); Member && placeOfLoad(*Member) == Place)
        return true;
  }
  return false;
}

std::string Describer::nameNear(const Value &V) const {
  std::string Own = value(V).Name;
  auto *Phi = dyn_cast<PHINode>(&V);
  if (Own.empty() && Phi)
    Own = nameOfMerged(*Phi, Names);
  return Own.empty() && ReadsPlaces && V.getType()->isIntegerTy() ? nameOfOperand(V, /*FollowCasts=*/true) : Own;
}

// What the source writes where something behind this pointer is read or written: `p` of `p->next`.
std::string Describer::nameAtUses(const Value &Pointer) const {
  for (const User *U : Pointer.users()) {
    auto *I = dyn_cast<Instruction>(U);
    if (!I || !isa<GetElementPtrInst, LoadInst, StoreInst>(I) || !I->getDebugLoc() || isFortran(*I->getDebugLoc()))
      continue;
    std::string Object = withoutSubscripts(Text.objectInlinedAt(*I->getDebugLoc()));
    std::string Name = withoutSubscripts(StringRef(Object).rsplit("->").first);
    if (!Name.empty())
      return Name;
  }
  return "";
}

// The object of a member function that was inlined is called as where it comes from: `mesh.shape`. There may be several.
Description Describer::inlinedObject(const Value &V, const DILocalVariable &Variable) const {
  auto *Load = Variable.getName() == "this" ? dyn_cast<LoadInst>(&V) : nullptr;
  Description Result = Load ? memory(*Load) : Description();
  return StringRef(Result.Name).starts_with("*") ? Description() : Result;
}
