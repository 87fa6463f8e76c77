//===- StartValues.cpp - what is known of values and memory while a program starts -----===//

#include "StartValues.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/GlobalVariable.h"

#include <utility>

using namespace llvm;
using namespace pme;

int StartMemory::add(StartObject Object) {
  Objects.push_back(Object);
  Cells.emplace_back();
  return static_cast<int>(Objects.size()) - 1;
}

int StartMemory::objectOf(const GlobalValue &Global) {
  auto [Known, IsNew] = OfGlobals.try_emplace(&Global, 0);
  if (IsNew) {
    StartObject Object;
    Object.Global = &Global;
    Known->second = add(Object);
  }
  return Known->second;
}

MaybeValue StartMemory::valueOf(const Constant &Given) {
  if (auto *Number = dyn_cast<ConstantInt>(&Given))
    return Number->getValue().getSignificantBits() <= 64 ? MaybeValue({-1, Number->getSExtValue()}) : std::nullopt;
  if (isa<ConstantPointerNull>(Given))
    return StartValue{};
  if (!Given.getType()->isPointerTy())
    return std::nullopt;
  APInt Offset(Layout.getIndexTypeSizeInBits(Given.getType()), 0);
  auto *Global =
      dyn_cast<GlobalValue>(Given.stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true));
  bool IsNear = Offset.sge(-Farthest) && Offset.sle(Farthest);
  return Global && IsNear ? MaybeValue({objectOf(*Global), Offset.getSExtValue()}) : std::nullopt;
}

// What nothing has been written to has what the file says.
MaybeValue StartMemory::load(StartValue From, Type &Wanted) {
  if (From.Object < 0 || !Wanted.isSized())
    return std::nullopt;
  int64_t Bytes = static_cast<int64_t>(Layout.getTypeStoreSize(&Wanted).getKnownMinValue());
  auto &Known = Cells[static_cast<size_t>(From.Object)];
  auto Next = Known.lower_bound(From.Number);
  if (Next != Known.end() && Next->first < From.Number + Bytes)
    return Next->first == From.Number && Next->second.Bytes == Bytes ? Next->second.What : std::nullopt;
  if (Next != Known.begin() && std::prev(Next)->first + std::prev(Next)->second.Bytes > From.Number)
    return std::nullopt;
  auto *Variable = dyn_cast_or_null<GlobalVariable>((*this)[From.Object].Global);
  if (!Variable || !Variable->hasDefinitiveInitializer())
    return std::nullopt;
  APInt Offset(64, static_cast<uint64_t>(From.Number), /*isSigned=*/true);
  const Constant *Start =
      ConstantFoldLoadFromConst(const_cast<Constant *>(Variable->getInitializer()), &Wanted, Offset, Layout);
  return Start ? valueOf(*Start) : std::nullopt;
}

void StartMemory::store(StartValue To, int64_t Bytes, MaybeValue What) {
  if (To.Object < 0)
    return;
  clear(To, Bytes);
  Cells[static_cast<size_t>(To.Object)][To.Number] = {Bytes, What};
}

void StartMemory::clear(StartValue To, int64_t Bytes) {
  if (To.Object < 0)
    return;
  auto &Known = Cells[static_cast<size_t>(To.Object)];
  auto First = Known.lower_bound(To.Number);
  if (First != Known.begin() && std::prev(First)->first + std::prev(First)->second.Bytes > To.Number)
    --First;
  Known.erase(First, Known.lower_bound(To.Number + Bytes));
}

void StartMemory::copy(StartValue To, StartValue From, int64_t Bytes) {
  if (To.Object < 0 || From.Object < 0)
    return;
  std::vector<std::pair<int64_t, Cell>> Moved;
  auto &Known = Cells[static_cast<size_t>(From.Object)];
  for (auto Place = Known.lower_bound(From.Number); Place != Known.end() && Place->first < From.Number + Bytes; ++Place)
    Moved.emplace_back(Place->first - From.Number, Place->second);
  clear(To, Bytes);
  for (const auto &[Offset, What] : Moved)
    Cells[static_cast<size_t>(To.Object)][To.Number + Offset] = What;
}
