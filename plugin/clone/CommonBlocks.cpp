//===- CommonBlocks.cpp - variables of a Fortran common block --------------------------===//

#include "CommonBlocks.h"
#include "ConstantArguments.h"
#include "GlobalLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"

#include <optional>

using namespace llvm;
using namespace pme;

static const char PartName[] = "pmecache.part";

namespace {

/// A place of a block, and what is declared there.
struct Part {
  uint64_t Start;
  Type *Declared;
  DIGlobalVariable *Variable; ///< null: bytes that no debug information speaks of
  GlobalVariable *Own = nullptr;
};

} // namespace

// Null: none that arrays of sizes have.
static Type *scalarType(const DIType *Declared, LLVMContext &Context) {
  uint64_t Bits = Declared ? Declared->getSizeInBits() : 0;
  if (Bits == 0 || Bits % 8 != 0 || Bits > 1024)
    return nullptr;
  auto *Basic = dyn_cast<DIBasicType>(Declared);
  unsigned Encoding = Basic ? Basic->getEncoding() : 0;
  if (Encoding == dwarf::DW_ATE_float && Bits <= 64)
    return Bits == 64 ? Type::getDoubleTy(Context) : Type::getFloatTy(Context);
  if ((Encoding == dwarf::DW_ATE_signed || Encoding == dwarf::DW_ATE_boolean) && Bits <= 64)
    return Type::getIntNTy(Context, static_cast<unsigned>(Bits));
  Type *Bytes = Type::getInt8Ty(Context); // complex numbers, texts, objects: one element
  return StructType::get(ArrayType::get(Bytes, Bits / 8));
}

// Null: not of constant extents. Fortran's first subscript moves fastest, LLVM's last one.
static Type *typeOf(const DIType *Declared, LLVMContext &Context) {
  auto *Array = dyn_cast_or_null<DICompositeType>(Declared);
  if (!Array || Array->getTag() != dwarf::DW_TAG_array_type)
    return scalarType(Declared, Context);
  Type *Result = scalarType(Array->getBaseType(), Context);
  for (const Metadata *Element : Array->getElements()) {
    auto *Range = dyn_cast_or_null<DISubrange>(Element);
    auto *Count = Range ? dyn_cast_if_present<ConstantInt *>(Range->getCount()) : nullptr;
    if (!Result || !Count || Count->getSExtValue() <= 0)
      return nullptr;
    Result = ArrayType::get(Result, static_cast<uint64_t>(Count->getSExtValue()));
  }
  return Result;
}

// In order; none: no block, or one of which not all is known.
static std::vector<Part> declaredIn(const GlobalVariable &Block) {
  SmallVector<DIGlobalVariableExpression *, 8> Found;
  Block.getDebugInfo(Found);
  std::vector<Part> Result;
  for (DIGlobalVariableExpression *Declared : Found) {
    int64_t Start = 0;
    Type *T = typeOf(Declared->getVariable()->getType(), Block.getContext());
    if (!T || !isa_and_nonnull<DICommonBlock>(Declared->getVariable()->getScope()) ||
        !Declared->getExpression()->extractIfOffset(Start) || Start < 0)
      return {};
    Result.push_back({static_cast<uint64_t>(Start), T, Declared->getVariable()});
  }
  stable_sort(Result, [](const Part &A, const Part &B) { return A.Start < B.Start; });
  return Result;
}

// What units declare at the same place in the same way is one; what overlaps otherwise has no type but its bytes.
static std::vector<Part> joined(const std::vector<Part> &Declared, const DataLayout &Layout, LLVMContext &Context) {
  std::vector<Part> Result;
  auto BytesOf = [&](const Part &P) { return Layout.getTypeAllocSize(P.Declared).getFixedValue(); };
  for (const Part &P : Declared) {
    if (Result.empty() || P.Start >= Result.back().Start + BytesOf(Result.back())) {
      Result.push_back(P);
    } else if (Part &Last = Result.back(); P.Start != Last.Start || P.Declared != Last.Declared) {
      uint64_t End = std::max(Last.Start + BytesOf(Last), P.Start + BytesOf(P));
      Last.Declared = ArrayType::get(Type::getInt8Ty(Context), End - Last.Start);
    }
  }
  return Result;
}

// Of a block that each thread has a copy of flang tells one variable, the first by name.
static void addGaps(std::vector<Part> &Parts, const GlobalVariable &Block) {
  const DataLayout &Layout = Block.getParent()->getDataLayout();
  Type *Byte = Type::getInt8Ty(Block.getContext());
  std::vector<Part> Result;
  uint64_t End = 0;
  auto FillTo = [&](uint64_t Start) {
    if (Start > End)
      Result.push_back({End, ArrayType::get(Byte, Start - End), nullptr});
  };
  for (const Part &P : Parts) {
    FillTo(P.Start);
    Result.push_back(P);
    End = P.Start + Layout.getTypeAllocSize(P.Declared).getFixedValue();
  }
  FillTo(Layout.getTypeAllocSize(Block.getValueType()).getFixedValue());
  Parts = std::move(Result);
}

static void makeVariables(GlobalVariable &Block, std::vector<Part> &Parts, int Section) {
  Module &M = *Block.getParent();
  LLVMContext &Context = M.getContext();
  auto Place = globalPlace(Block);
  if (!Place && !Block.isThreadLocal())
    Place = GlobalPlace{Section, 0};
  for (Part &P : Parts) {
    P.Own = new GlobalVariable(M, P.Declared, Block.isConstant(), GlobalValue::ExternalLinkage, nullptr,
                               P.Variable ? P.Variable->getName() : Block.getName().rtrim('_'), nullptr,
                               Block.getThreadLocalMode());
    P.Own->setAlignment(commonAlignment(Block.getPointerAlignment(M.getDataLayout()), P.Start));
    if (P.Variable)
      P.Own->addDebugInfo(DIGlobalVariableExpression::get(Context, P.Variable, DIExpression::get(Context, {})));
    P.Own->addAttribute(PartName, utostr(P.Start) + ":" + Block.getName().str());
    copyConstants(Block, *P.Own, static_cast<int64_t>(P.Start));
    if (Place)
      noteGlobalPlace(*P.Own, {Place->Section, Place->OffsetBytes + static_cast<int64_t>(P.Start)});
  }
}

static Constant *placeIn(const std::vector<Part> &Parts, uint64_t Offset) {
  auto Behind = find_if(Parts, [Offset](const Part &P) { return P.Start > Offset; });
  const Part &Holder = Behind == Parts.begin() ? Parts.front() : *std::prev(Behind);
  if (Offset == Holder.Start)
    return Holder.Own;
  LLVMContext &Context = Holder.Own->getContext();
  return ConstantExpr::getGetElementPtr(Type::getInt8Ty(Context), Holder.Own,
                                        ConstantInt::get(Type::getInt64Ty(Context), Offset - Holder.Start));
}

static void replaceUses(GlobalVariable &Block, const std::vector<Part> &Parts) {
  const DataLayout &Layout = Block.getParent()->getDataLayout();
  convertUsersOfConstantsToInstructions({&Block});
  for (Use &U : make_early_inc_range(Block.uses())) {
    auto *Address = dyn_cast<GetElementPtrInst>(U.getUser());
    APInt Offset(Layout.getIndexTypeSizeInBits(Block.getType()), 0);
    if (Address && Address->getPointerOperand() == &Block && Address->accumulateConstantOffset(Layout, Offset) &&
        Offset.isNonNegative())
      Address->replaceAllUsesWith(placeIn(Parts, Offset.getZExtValue()));
    else if (isa<Instruction>(U.getUser()))
      U.set(placeIn(Parts, 0));
  }
}

void pme::splitCommonBlocks(Module &Clone) {
  int Section = SectionCount;
  SmallVector<GlobalVariable *, 8> Blocks;
  for (GlobalVariable &Variable : Clone.globals())
    if (!Variable.use_empty())
      Blocks.push_back(&Variable);
  for (GlobalVariable *Block : Blocks) {
    std::vector<Part> Parts = joined(declaredIn(*Block), Clone.getDataLayout(), Clone.getContext());
    if (Parts.empty())
      continue;
    addGaps(Parts, *Block);
    makeVariables(*Block, Parts, Section++);
    replaceUses(*Block, Parts);
  }
}

OriginalPlace pme::originalPlace(const GlobalVariable &Variable) {
  if (!Variable.getAttributes().hasAttribute(PartName))
    return {Variable.getName(), 0};
  auto [Offset, Name] = Variable.getAttribute(PartName).getValueAsString().split(':');
  OriginalPlace Result{Name, 0};
  Offset.getAsInteger(10, Result.OffsetBytes);
  return Result;
}
