//===- GlobalLayout.cpp - where the arrays of one object file stand ------------------===//

#include "GlobalLayout.h"
#include "plugin/base/NoteKinds.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace pme;

namespace {

/// Takes room in one of the sections. A weak variable does, though another one may be used in its place.
bool takesRoom(const GlobalVariable &Variable) {
  return Variable.hasInitializer() && !Variable.hasCommonLinkage() && !Variable.hasAppendingLinkage() &&
         !Variable.hasAvailableExternallyLinkage() && !Variable.isConstant() && !Variable.isThreadLocal() &&
         !Variable.hasSection() && !Variable.hasComdat() && Variable.getAddressSpace() == 0 &&
         Variable.getValueType()->isSized();
}

bool isSureToBeUsed(const GlobalVariable &Variable) {
  return Variable.hasExternalLinkage() || Variable.hasInternalLinkage();
}

GlobalSection sectionOf(const GlobalVariable &Variable) {
  return Variable.getInitializer()->isNullValue() ? SectionOfZeros : SectionOfData;
}

ConstantAsMetadata *numberOf(LLVMContext &Context, int64_t Number) {
  return ConstantAsMetadata::get(ConstantInt::getSigned(Type::getInt64Ty(Context), Number));
}

int64_t operandOf(const MDNode &Node, unsigned Index) {
  return mdconst::extract<ConstantInt>(Node.getOperand(Index))->getSExtValue();
}

} // namespace

void pme::noteGlobalPlaces(const Module &Original, ValueToValueMapTy &Clones) {
  const DataLayout &Layout = Original.getDataLayout();
  uint64_t Ends[SectionCount] = {};
  for (const GlobalVariable &Variable : Original.globals()) {
    if (!takesRoom(Variable))
      continue;
    GlobalSection Section = sectionOf(Variable);
    uint64_t Start = alignTo(Ends[Section], Layout.getPreferredAlign(&Variable));
    Ends[Section] = Start + Layout.getTypeAllocSize(Variable.getValueType()).getFixedValue();
    if (!isSureToBeUsed(Variable))
      continue;
    if (auto *Clone = dyn_cast_or_null<GlobalVariable>(static_cast<Value *>(Clones.lookup(&Variable))))
      noteGlobalPlace(*Clone, {Section, static_cast<int64_t>(Start)});
  }
}

void pme::noteGlobalPlace(GlobalVariable &Clone, GlobalPlace Place) {
  LLVMContext &Context = Clone.getContext();
  Clone.setMetadata(GlobalPlaceKind,
                    MDNode::get(Context, {numberOf(Context, Place.Section), numberOf(Context, Place.OffsetBytes)}));
}

std::optional<GlobalPlace> pme::globalPlace(const GlobalVariable &Clone) {
  const MDNode *Node = Clone.getMetadata(GlobalPlaceKind);
  if (!Node)
    return std::nullopt;
  return GlobalPlace{static_cast<int>(operandOf(*Node, 0)), operandOf(*Node, 1)};
}
