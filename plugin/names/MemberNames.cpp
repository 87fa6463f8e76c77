//===- MemberNames.cpp - members that the text names elsewhere --------------------------===//

#include "MemberNames.h"

#include "Names.h"
#include "SourceNames.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace pme;

namespace {

/// Where a load reads through a pointer: `Bytes` behind where it points to, in a structure.
struct MemberOfPointer {
  const StructType *Type = nullptr; ///< null: it is no such load
  int64_t Bytes = 0;
  StringRef Pointer; ///< its name; "": in a region that has it by reference, the text alone knows
};

} // namespace

static StringRef nameOfPointer(Value &Base) {
  auto *Load = dyn_cast<LoadInst>(&Base);
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  DILocalVariable *Variable = Slot ? declaredVariable(*Slot) : nullptr;
  return Variable ? Variable->getName() : "";
}

static MemberOfPointer memberOf(LoadInst &Load, const DataLayout &Layout) {
  MemberOfPointer Result;
  APInt Bytes(Layout.getIndexTypeSizeInBits(Load.getPointerOperandType()), 0);
  Value *Address = Load.getPointerOperand();
  while (auto *Step = dyn_cast<GEPOperator>(Address)) {
    if (!Step->accumulateConstantOffset(Layout, Bytes))
      return {};
    Result.Type = dyn_cast<StructType>(Step->getSourceElementType());
    Address = Step->getPointerOperand();
  }
  if (!isa<LoadInst>(Address))
    return {};
  Result.Bytes = Bytes.getSExtValue();
  Result.Pointer = nameOfPointer(*Address);
  return Result;
}

static bool isWord(StringRef Text, bool MayHaveDots) {
  return !Text.empty() && all_of(Text, [&](char C) { return (MayHaveDots && C == '.') || isWordCharacter(C); });
}

void MemberNames::notePointer(StringRef Pointer, const StructType *Type) {
  auto [Known, IsNew] = Types.try_emplace(Pointer, Type);
  if (Known->second != Type)
    Known->second = nullptr;
}

void MemberNames::note(Function &F, SourceText &Text) {
  const DISubprogram *Program = F.getSubprogram();
  if (!Program || !Program->getUnit() || Program->getUnit()->getEmissionKind() == DICompileUnit::FullDebug)
    return;
  const DataLayout &Layout = F.getParent()->getDataLayout();
  for (Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    MemberOfPointer Member = Load ? memberOf(*Load, Layout) : MemberOfPointer();
    if (!Member.Type)
      continue;
    if (!Member.Pointer.empty())
      notePointer(Member.Pointer, Member.Type);
    const DebugLoc &Place = Load->getDebugLoc();
    bool IsKnown = !Member.Pointer.empty() && Members.contains({Member.Type, Member.Bytes});
    if (!Place || Place->getInlinedAt() || IsKnown)
      continue;
    std::string Written = Text.objectAt(*Place);
    auto [Pointer, Path] = StringRef(Written).split("->");
    if (!isWord(Pointer, false) || !isWord(Path, true) || !(Member.Pointer.empty() || Member.Pointer == Pointer))
      continue;
    notePointer(Pointer, Member.Type);
    Members.try_emplace({Member.Type, Member.Bytes}, Path.str());
  }
}

std::string MemberNames::behind(StringRef Pointer, int64_t Offset) const {
  const StructType *Type = Types.lookup(Pointer);
  auto Member = Type ? Members.find({Type, Offset}) : Members.end();
  return Member == Members.end() ? "" : (Pointer + "->" + Member->second).str();
}
