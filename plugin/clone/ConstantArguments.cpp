//===- ConstantArguments.cpp - sizes that every caller gives the same value ----------===//

#include "ConstantArguments.h"

#include "ConstantSearch.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/ConstantFold.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <set>

using namespace llvm;
using namespace pme;

static const char NoteName[] = "pmecache.value", ElsewhereName[] = "pmecache.value.elsewhere";
static const char SetName[] = "pmecache.value.set";

/// What is known of one place behind a pointer: bytes from there, bits, the number.
static std::string textOf(int64_t OffsetBytes, unsigned Bits, int64_t Number) {
  return itostr(OffsetBytes) + ":" + utostr(Bits) + "=" + itostr(Number) + " ";
}

/// What is known of the integers that are read behind the pointer.
static std::string placesBehind(const Value &Pointer, const DataLayout &Layout, bool &Elsewhere, bool &IsSet) {
  MemoryUses Uses(Layout);
  if (!Uses.collect(Pointer, 0, MostCalleesFollowed))
    return "";
  std::set<std::pair<int64_t, unsigned>> Seen;
  std::string Result;
  for (const auto &[At, Load] : Uses.Reads) {
    Type &Read = *Load->getType();
    if (!Read.isIntegerTy() || !Seen.insert({At, Read.getIntegerBitWidth()}).second)
      continue;
    ConstantSearch Search(Layout);
    if (auto Number = Search.inMemory(Pointer, Read, At, MostCallersFollowed)) {
      Result += textOf(At, Read.getIntegerBitWidth(), *Number);
      Elsewhere |= Search.Elsewhere;
      IsSet |= Search.IsSet;
    }
  }
  return Result;
}
static void noteArgument(const Argument &A, Function &Root, const DataLayout &Layout) {
  ConstantSearch Search(Layout);
  bool IsSet = false;
  std::string Text;
  if (A.getType()->isPointerTy())
    Text = placesBehind(A, Layout, Search.Elsewhere, IsSet);
  else if (auto Value = A.getType()->isIntegerTy() ? Search.ofArgument(A, MostCallersFollowed) : std::nullopt)
    Text = itostr(*Value);
  if (Text.empty())
    return;
  Root.addParamAttr(A.getArgNo(), Attribute::get(Root.getContext(), NoteName, Text));
  if (Search.Elsewhere)
    Root.addParamAttr(A.getArgNo(), Attribute::get(Root.getContext(), ElsewhereName));
}

static void noteVariable(const GlobalVariable &Source, GlobalVariable &Variable) {
  bool Elsewhere = false, IsSet = false;
  std::string Text = placesBehind(Source, Source.getParent()->getDataLayout(), Elsewhere, IsSet);
  if (Text.empty())
    return;
  Variable.addAttribute(NoteName, Text);
  if (Elsewhere)
    Variable.addAttribute(ElsewhereName);
  if (IsSet)
    Variable.addAttribute(SetName);
}

void pme::noteConstants(const Module &Original, Module &Clone, ArrayRef<Function *> Roots) {
  for (Function *Root : Roots)
    if (const Function *Source = Original.getFunction(Root->getName()))
      for (const Argument &A : Source->args())
        noteArgument(A, *Root, Original.getDataLayout());
  for (GlobalVariable &Variable : Clone.globals())
    if (const GlobalVariable *Source = Original.getGlobalVariable(Variable.getName(), /*AllowInternal=*/true))
      if (!Variable.use_empty())
        noteVariable(*Source, Variable);
}

void pme::copyConstants(const GlobalVariable &Whole, GlobalVariable &Part, int64_t OffsetBytes) {
  AttributeSet Notes = Whole.getAttributes();
  if (!Notes.hasAttribute(NoteName))
    return;
  std::string Text;
  SmallVector<StringRef, 8> Places;
  Notes.getAttribute(NoteName).getValueAsString().split(Places, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Place : Places) {
    auto [At, Rest] = Place.split(':');
    int64_t Bytes;
    if (!At.getAsInteger(10, Bytes) && Bytes >= OffsetBytes)
      Text += itostr(Bytes - OffsetBytes) + ":" + Rest.str() + " ";
  }
  Part.addAttribute(NoteName, Text);
  for (const char *Name : {ElsewhereName, SetName})
    if (Notes.hasAttribute(Name))
      Part.addAttribute(Name);
}

std::optional<int64_t> pme::constantValue(const Value &V, const Argument *&From, unsigned Depth) {
  if (auto *A = dyn_cast<Argument>(&V)) {
    From = A;
    return constantArgument(*A);
  }
  auto *Operation = dyn_cast<BinaryOperator>(&V);
  auto *Number = Operation ? dyn_cast<ConstantInt>(Operation->getOperand(1)) : nullptr;
  if (!Number || Number->getBitWidth() > 64 || Depth == 0)
    return std::nullopt;
  std::optional<int64_t> Left = constantValue(*Operation->getOperand(0), From, Depth - 1);
  if (!Left)
    return std::nullopt;
  Constant *Known = ConstantInt::getSigned(Number->getType(), *Left);
  auto *Result = dyn_cast_or_null<ConstantInt>(ConstantFoldBinaryInstruction(Operation->getOpcode(), Known, Number));
  return Result ? std::optional(Result->getSExtValue()) : std::nullopt;
}

bool pme::isCalledElsewhere(const Argument &A) {
  return A.getParent()->getAttributes().hasParamAttr(A.getArgNo(), ElsewhereName);
}

std::optional<int64_t> pme::constantArgument(const Argument &A) {
  const Function &F = *A.getParent();
  if (!F.getAttributes().hasParamAttr(A.getArgNo(), NoteName))
    return std::nullopt;
  int64_t Value;
  StringRef Text = F.getAttributes().getParamAttr(A.getArgNo(), NoteName).getValueAsString();
  return Text.getAsInteger(10, Value) ? std::nullopt : std::optional(Value);
}

// Of `8:32=100 12:32=7 ` what stands at the place.
static std::optional<int64_t> numberAt(StringRef Text, int64_t OffsetBytes, unsigned Bits) {
  std::string Wanted = itostr(OffsetBytes) + ":" + utostr(Bits) + "=";
  while (!Text.empty()) {
    auto [Place, Rest] = Text.split(' ');
    int64_t Number;
    if (Place.consume_front(Wanted))
      return Place.getAsInteger(10, Number) ? std::nullopt : std::optional(Number);
    Text = Rest;
  }
  return std::nullopt;
}

std::optional<ConstantInMemory> pme::constantInMemory(const LoadInst &Load) {
  const DataLayout &Layout = Load.getDataLayout();
  APInt Bytes(Layout.getIndexTypeSizeInBits(Load.getPointerOperandType()), 0);
  const Value *Base =
      Load.getPointerOperand()->stripAndAccumulateConstantOffsets(Layout, Bytes, /*AllowNonInbounds=*/true);
  AttributeSet Notes;
  if (auto *Variable = dyn_cast<GlobalVariable>(Base))
    Notes = Variable->getAttributes();
  else if (auto *A = dyn_cast<Argument>(Base))
    Notes = A->getParent()->getAttributes().getParamAttrs(A->getArgNo());
  if (!Load.getType()->isIntegerTy() || !Notes.hasAttribute(NoteName))
    return std::nullopt;
  auto Number = numberAt(Notes.getAttribute(NoteName).getValueAsString(), Bytes.getSExtValue(),
                         Load.getType()->getIntegerBitWidth());
  if (!Number)
    return std::nullopt;
  return ConstantInMemory{*Number, Notes.hasAttribute(ElsewhereName), Notes.hasAttribute(SetName)};
}
