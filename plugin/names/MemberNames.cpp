//===- MemberNames.cpp - members that the text names elsewhere --------------------------===//

#include "MemberNames.h"

#include "Names.h"
#include "SourceNames.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace pme;

static constexpr StringLiteral WordCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

static StringRef nameOfPointer(Value &Base) {
  auto *Load = dyn_cast<LoadInst>(&Base);
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  DILocalVariable *Variable = Slot ? declaredVariable(*Slot) : nullptr;
  return Variable ? Variable->getName() : "";
}

static MemberRead memberOf(LoadInst &Load, const DataLayout &Layout) {
  MemberRead Result;
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

// ---- macros that read members ----

namespace {

/// `d->ldy` in the text.
struct WrittenMember {
  std::string Pointer, Path;

  bool operator==(const WrittenMember &Other) const { return Pointer == Other.Pointer && Path == Other.Path; }
};

} // namespace

// What stands behind `#define NAME`, to the end of a line that does not go on.
static std::string bodyOfMacro(SourceText &Text, const DILocation &Place, StringRef Name) {
  for (unsigned Number = 1, Count = Text.lineCount(Place); Number <= Count; ++Number) {
    StringRef Line = Text.line(Place, Number);
    bool IsDefined = Line.consume_front("#");
    Line = Line.ltrim();
    IsDefined = IsDefined && Line.consume_front("define") && Line.ltrim().starts_with(Name);
    StringRef Behind = IsDefined ? Line.ltrim().drop_front(Name.size()) : "";
    if (!IsDefined || Behind.empty() || isWordCharacter(Behind.front()))
      continue;
    std::string Body = Behind.str();
    for (; StringRef(Body).rtrim().ends_with("\\") && Number < Count; ++Number)
      Body = (StringRef(Body).rtrim().drop_back() + Text.line(Place, Number + 1)).str();
    return Body;
  }
  return "";
}

// In the order of the text; empty where members of members are read, too.
static std::vector<WrittenMember> membersIn(StringRef Body) {
  std::vector<WrittenMember> Result;
  for (size_t At = Body.find("->"); At != StringRef::npos; At = Body.find("->", At + 2)) {
    StringRef Before = Body.take_front(At), Behind = Body.drop_front(At + 2);
    StringRef Pointer = Before.take_back(Before.size() - Before.find_last_not_of(WordCharacters) - 1);
    StringRef Path = Behind.take_while(isWordCharacter), Around = Before.drop_back(Pointer.size());
    StringRef Next = Behind.drop_front(Path.size());
    bool IsOther = Pointer.empty() || Path.empty() || Around.ends_with("->") || Around.ends_with(".");
    if (IsOther || Next.starts_with(".") || Next.starts_with("->"))
      return {};
    Result.push_back({Pointer.str(), Path.str()});
  }
  return Result;
}

// The same member wherever the text has the same one, and no other.
static bool agree(ArrayRef<MemberRead> Read, ArrayRef<WrittenMember> Written) {
  if (Read.size() != Written.size())
    return false;
  for (size_t I = 0; I < Read.size(); ++I)
    for (size_t K = 0; K <= I; ++K) {
      bool IsOne = Read[I].Type == Read[K].Type && Read[I].Bytes == Read[K].Bytes;
      if (IsOne != (Written[I] == Written[K]))
        return false;
    }
  return all_of(zip(Read, Written), [](const auto &Pair) {
    const auto &[Member, Text] = Pair;
    return Member.Pointer.empty() || Member.Pointer == Text.Pointer;
  });
}

// At one place all loads of a macro stand in the order of its text, where its arguments read no members.
void MemberNames::noteMacro(ArrayRef<MemberRead> Read, const DILocation &Place, SourceText &Text) {
  StringRef Name = Text.identifierAt(Place);
  if (Name.empty())
    return;
  std::vector<WrittenMember> Written = membersIn(bodyOfMacro(Text, Place, Name));
  if (Written.empty() || !agree(Read, Written))
    return;
  for (const auto &[Member, Own] : zip(Read, Written)) {
    notePointer(Own.Pointer, Member.Type);
    Members.try_emplace({Member.Type, Member.Bytes}, Own.Path);
  }
}

void MemberNames::note(Function &F, SourceText &Text) {
  const DISubprogram *Program = F.getSubprogram();
  if (!Program || !Program->getUnit() || Program->getUnit()->getEmissionKind() == DICompileUnit::FullDebug)
    return;
  const DataLayout &Layout = F.getParent()->getDataLayout();
  MapVector<const DILocation *, SmallVector<MemberRead, 4>> InMacros;
  for (Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    MemberRead Member = Load ? memberOf(*Load, Layout) : MemberRead();
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
    if (Written.empty() || isWord(Written, false))
      InMacros[Place.get()].push_back(Member);
    if (!isWord(Pointer, false) || !isWord(Path, true) || !(Member.Pointer.empty() || Member.Pointer == Pointer))
      continue;
    notePointer(Pointer, Member.Type);
    Members.try_emplace({Member.Type, Member.Bytes}, Path.str());
  }
  for (const auto &[Place, Read] : InMacros)
    noteMacro(Read, *Place, Text);
}

std::string MemberNames::behind(StringRef Pointer, int64_t Offset) const {
  const StructType *Type = Types.lookup(Pointer);
  auto Member = Type ? Members.find({Type, Offset}) : Members.end();
  return Member == Members.end() ? "" : (Pointer + "->" + Member->second).str();
}
