//===- StartValues.cpp - what is known of values and memory while a program starts -----===//

#include "StartValues.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <set>
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

static void forEachMember(const Constant *Whole, const DataLayout &Layout, int64_t Offset,
                          function_ref<void(int64_t, const Value &)> Do) {
  if (!Whole)
    return;
  auto *Structure = dyn_cast<StructType>(Whole->getType());
  auto *Array = dyn_cast<ArrayType>(Whole->getType());
  if (!Structure && !Array)
    return Do(Offset, *Whole);
  constexpr uint64_t Most = 64;
  uint64_t Count = Structure ? Structure->getNumElements() : Array->getNumElements();
  for (unsigned I = 0; I < std::min(Count, Most); I++)
    forEachMember(
        Whole->getAggregateElement(I), Layout,
        Offset + static_cast<int64_t>(Structure ? Layout.getStructLayout(Structure)->getElementOffset(I).getFixedValue()
                                                : I * Layout.getTypeAllocSize(Array->getElementType()).getFixedValue()),
        Do);
}

void StartMemory::storeNumbers(StartValue To, const Value &Whole, function_ref<MaybeValue(const Value &)> ValueOf) {
  std::set<int64_t> Stored;
  auto Store = [&](int64_t Offset, const Value &Number) {
    if (Offset > 0 && Number.getType()->isIntegerTy() && Stored.insert(Offset).second)
      store({To.Object, To.Number + Offset}, Layout.getTypeStoreSize(Number.getType()).getFixedValue(),
            ValueOf(Number));
  };
  Type *Int32 = Type::getInt32Ty(Whole.getContext());
  const Value *Rest = &Whole;
  for (; auto *Put = dyn_cast<InsertValueInst>(Rest); Rest = Put->getAggregateOperand()) {
    SmallVector<Value *, 4> Path = {ConstantInt::get(Int32, 0)};
    for (unsigned Index : Put->getIndices())
      Path.push_back(ConstantInt::get(Int32, Index));
    Store(Layout.getIndexedOffsetInType(Put->getType(), Path), *Put->getInsertedValueOperand());
  }
  forEachMember(dyn_cast<Constant>(Rest), Layout, 0, Store);
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
