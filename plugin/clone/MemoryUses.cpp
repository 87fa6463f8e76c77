//===- MemoryUses.cpp - who reads and writes a variable -------------------------------===//

#include "MemoryUses.h"

#include "plugin/base/RuntimeCalls.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

/// Uses of a variable and of what is derived from it: more make it unknown.
static constexpr unsigned MostVisits = 2000;

// The argument that a call hands this operand to, in a function that the module defines; a region gets what its fork is
// given. Null where there is none.
static const Argument *argumentFor(const CallBase &Call, unsigned Operand) {
  RuntimeAction Action = runtimeAction(Call);
  const Function *Callee = Call.getCalledFunction();
  unsigned Number = Operand;
  if (Action == RuntimeAction::Fork) {
    if (Operand < ForkArguments)
      return nullptr;
    Callee = dyn_cast<Function>(Call.getArgOperand(ForkFunction));
    Number = Operand - ForkArguments + 2; // behind the two numbers of the thread
  }
  if (!Callee || Callee->isDeclaration() || Callee->isInterposable() || Number >= Callee->arg_size())
    return nullptr;
  return Callee->getArg(Number);
}

bool MemoryUses::addCall(const CallBase &Call, const Use &Use, PlaceInMemory Place, int Depth) {
  if (isa<LifetimeIntrinsic>(Call) || isa<DbgInfoIntrinsic>(Call))
    return true;
  if (!Call.isArgOperand(&Use))
    return false;
  unsigned Operand = Call.getArgOperandNo(&Use);
  if (isa<MemTransferInst>(Call))
    return Operand == 1;
  if (const Argument *Given = argumentFor(Call, Operand))
    return Depth > 0 && collect(*Given, Place, Depth - 1);
  return Call.onlyReadsMemory(Operand) && Call.doesNotCapture(Operand);
}

// The address stands in a local variable, as those of arguments do before any pass, or in a structure for a region.
bool MemoryUses::addKept(const StoreInst &Store, PlaceInMemory Place, int Depth) {
  APInt Bytes(Layout.getIndexTypeSizeInBits(Store.getPointerOperandType()), 0);
  const Value *Base =
      Store.getPointerOperand()->stripAndAccumulateConstantOffsets(Layout, Bytes, /*AllowNonInbounds=*/true);
  MemoryUses Holder(Layout);
  if (Depth == 0 || !isa<AllocaInst>(Base) || !Holder.collect(*Base, 0, Depth - 1))
    return false;
  for (const auto &[At, Load] : Holder.Reads)
    if (At == Bytes.getSExtValue() && !(Load->getType()->isPointerTy() && collect(*Load, Place, Depth)))
      return false;
  return true;
}

// Bytes of the member of a structure that the address is of; 0: of none. An element of an array leads to the others.
static int64_t memberBytes(const GEPOperator &Element, const DataLayout &Layout) {
  SmallVector<Value *, 4> Indices(Element.idx_begin(), Element.idx_end());
  if (Indices.size() < 2 || !Element.hasAllConstantIndices())
    return 0;
  Type *Whole =
      GetElementPtrInst::getIndexedType(Element.getSourceElementType(), ArrayRef<Value *>(Indices).drop_back());
  Type *Member = Element.getResultElementType();
  if (!isa_and_nonnull<StructType>(Whole) || !Member->isSized())
    return 0;
  TypeSize Bytes = Layout.getTypeAllocSize(Member);
  return Bytes.isScalable() ? 0 : static_cast<int64_t>(Bytes.getFixedValue());
}

bool MemoryUses::addElement(const GEPOperator &Element, PlaceInMemory Place, int Depth) {
  APInt Bytes(Layout.getIndexTypeSizeInBits(Element.getType()), 0);
  if (!Place || !Element.accumulateConstantOffset(Layout, Bytes))
    return collect(Element, std::nullopt, Depth);
  int64_t At = *Place + Bytes.getSExtValue(), Length = memberBytes(Element, Layout);
  if (collect(Element, At, Depth))
    return true;
  if (Length > 0)
    Hidden.push_back({At, Length});
  return Length > 0 && Visits <= MostVisits;
}

bool MemoryUses::isHidden(int64_t OffsetBytes, int64_t Bytes) const {
  return any_of(Hidden, [&](const Range &Member) {
    return Member.OffsetBytes + Member.Bytes > OffsetBytes && Member.OffsetBytes < OffsetBytes + Bytes;
  });
}

bool MemoryUses::addUser(const Use &Use, PlaceInMemory Place, int Depth) {
  const User *U = Use.getUser();
  if (auto *Load = dyn_cast<LoadInst>(U)) {
    if (Place)
      Reads.push_back({*Place, Load});
    return true;
  }
  if (auto *Store = dyn_cast<StoreInst>(U)) {
    if (Use.getOperandNo() != StoreInst::getPointerOperandIndex())
      return addKept(*Store, Place, Depth);
    if (!Place)
      return false;
    Writes.push_back({*Place, Store});
    return true;
  }
  if (auto *Element = dyn_cast<GEPOperator>(U))
    return Use.getOperandNo() == 0 && addElement(*Element, Place, Depth);
  if (auto *Call = dyn_cast<CallBase>(U))
    return addCall(*Call, Use, Place, Depth);
  return isa<ICmpInst>(U);
}

bool MemoryUses::collect(const Value &Pointer, PlaceInMemory Place, int Depth) {
  for (const Use &Use : Pointer.uses())
    if (++Visits > MostVisits || !addUser(Use, Place, Depth))
      return false;
  return true;
}
