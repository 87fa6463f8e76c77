//===- Fortran.cpp - what flang makes of Fortran -------------------------------------===//

#include "Fortran.h"
#include "Names.h"
#include "plugin/base/NoteKinds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace pme;

// Address, element length, version, rank, type, attribute and one more byte, then the dimensions if there are any. SROA
// splits the address off.
bool pme::isDescriptor(const Type *T) {
  auto *Struct = dyn_cast_or_null<StructType>(T);
  if (!Struct)
    return false;
  ArrayRef<Type *> Elements = Struct->elements();
  if (!Elements.empty() && Elements.front()->isPointerTy())
    Elements = Elements.drop_front();
  static const unsigned Widths[] = {64, 32, 8, 8, 8, 8};
  if (Elements.size() < std::size(Widths))
    return false;
  for (auto [Element, Width] : zip(Elements, Widths))
    if (!Element->isIntegerTy(Width))
      return false;
  return Elements.size() == std::size(Widths) || Elements[std::size(Widths)]->isArrayTy();
}

static const Value &objectOf(const Value &Address) {
  const Value *V = &Address;
  while (auto *Offset = dyn_cast<GEPOperator>(V))
    V = Offset->getPointerOperand();
  return *V;
}

static bool hasDescriptorType(const Value &V) {
  if (auto *Global = dyn_cast<GlobalVariable>(&V))
    return isDescriptor(Global->getValueType());
  if (auto *Local = dyn_cast<AllocaInst>(&V))
    return isDescriptor(Local->getAllocatedType());
  return false;
}

// The attribute stands behind version, rank and type; other files do not tell.
bool pme::isAllocatable(const GlobalVariable &Variable) {
  enum { AttributePlace = 5, CfiPointer = 1 };
  const Constant *Start = Variable.hasInitializer() ? Variable.getInitializer() : nullptr;
  auto *Attribute = dyn_cast_or_null<ConstantInt>(Start ? Start->getAggregateElement(AttributePlace) : nullptr);
  return !Attribute || Attribute->getZExtValue() != CfiPointer;
}

// Is it an object of a derived type, whose first component may be a descriptor? Without types, arguments may be.
static bool mayHaveComponents(const Value &Object) {
  return isa<Argument, LoadInst>(Object) || (isa<GlobalVariable, AllocaInst>(Object) && !hasDescriptorType(Object));
}

// What a descriptor is copied from is one: all of an object, or so many bytes in one of a derived type, which may be an
// element that loops choose.
void Descriptors::addCopied(const MemTransferInst &Copy) {
  APInt Offset(64, 0);
  Value *Source = Copy.getSource();
  Value *Object = Source->stripAndAccumulateConstantOffsets(*Layout, Offset, /*AllowNonInbounds=*/true);
  auto *Bytes = dyn_cast<ConstantInt>(Copy.getLength());
  if (Bytes && (Object != Source || isa<GEPOperator>(Object) || mayHaveComponents(*Object)))
    Components.push_back({Object, Offset.getSExtValue(), Bytes->getSExtValue()});
  else
    Found.push_back(Source);
}

// Of an access to a member: how long the whole object is. Passes that make addresses plain forget it.
static void noteObject(Instruction &Access, Value *Address, const DataLayout &Layout) {
  StructType *Whole = nullptr;
  for (auto *Offset = dyn_cast_or_null<GEPOperator>(Address); Offset;
       Offset = dyn_cast<GEPOperator>(Offset->getPointerOperand()))
    if (auto *Object = dyn_cast<StructType>(Offset->getSourceElementType()); Object && !isDescriptor(Object))
      Whole = Object;
  if (!Whole)
    return;
  auto *Bytes = ConstantInt::get(Type::getInt64Ty(Access.getContext()), Layout.getTypeAllocSize(Whole));
  Access.setMetadata(ObjectBytesKind, MDNode::get(Access.getContext(), ConstantAsMetadata::get(Bytes)));
}

// Of the access, or of the object that it is a part of.
// What a note says of the whole object; 0: there is none.
static int64_t notedBytes(const Instruction &Access) {
  MDNode *Whole = Access.getMetadata(ObjectBytesKind);
  return Whole ? mdconst::extract<ConstantInt>(Whole->getOperand(0))->getSExtValue() : 0;
}

static int64_t bytesOfElement(const Instruction &Access, const DataLayout &Layout) {
  if (int64_t Whole = notedBytes(Access))
    return Whole;
  auto *Store = dyn_cast<StoreInst>(&Access);
  Type *Accessed = Store ? Store->getValueOperand()->getType() : Access.getType();
  return static_cast<int64_t>(Layout.getTypeStoreSize(Accessed).getKnownMinValue());
}

void Descriptors::collect(Function &F) {
  Layout = &F.getDataLayout();
  for (Instruction &I : instructions(F)) {
    if (auto *Offset = dyn_cast<GetElementPtrInst>(&I))
      if (isDescriptor(Offset->getSourceElementType()))
        Found.push_back(Offset->getPointerOperand());
    if (auto *Copy = dyn_cast<MemTransferInst>(&I))
      if (hasDescriptorType(objectOf(*Copy->getDest())))
        addCopied(*Copy);
  }
  if (!Found.empty() || !Components.empty())
    for (Instruction &I : instructions(F))
      noteObject(I, getLoadStorePointerOperand(&I), *Layout);
  refresh();
}

// A region knows a component by an address in its argument: inlined, that is one in the object.
void Descriptors::placeComponents() {
  for (Component &C : Components) {
    Value *Address = C.Object;
    if (!Address)
      continue;
    APInt Offset(64, 0);
    C.Object = Address->stripAndAccumulateConstantOffsets(*Layout, Offset, /*AllowNonInbounds=*/true);
    C.Start += Offset.getSExtValue();
  }
}

void Descriptors::refresh() {
  placeComponents();
  Current.clear();
  for (Value *V : Found)
    if (V && !isa<UndefValue>(V))
      Current.insert(V);
}

bool Descriptors::touches(const Instruction &I) const {
  if (const Value *Address = getLoadStorePointerOperand(&I))
    return contains(*Address);
  auto *Block = dyn_cast<MemIntrinsic>(&I);
  return Block && (contains(*Block->getDest()) || copiesPart(*Block));
}

// What is left of a copy that has been split: what stands behind the dimensions in a descriptor of a derived type. A copy of
// the object has more.
bool Descriptors::copiesPart(const MemIntrinsic &Block) const {
  auto *Copy = dyn_cast<MemTransferInst>(&Block);
  auto *Bytes = Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
  if (!Bytes || !Layout)
    return false;
  APInt Offset(64, 0);
  const Value *Base = Copy->getSource()->stripAndAccumulateConstantOffsets(*Layout, Offset, /*AllowNonInbounds=*/true);
  return any_of(Components, [&](const Component &C) {
    return static_cast<const Value *>(C.Object) == Base && Offset.sge(C.Start) &&
           (Offset + Bytes->getZExtValue()).sle(C.Start + C.Bytes);
  });
}

std::optional<int64_t> Descriptors::startOf(const Value &Address) const {
  const Value &Object = objectOf(Address);
  if (hasDescriptorType(Object) || Current.contains(&Object))
    return 0;
  if (!Layout)
    return std::nullopt;
  APInt Offset(64, 0);
  const Value *Base = Address.stripAndAccumulateConstantOffsets(*Layout, Offset, /*AllowNonInbounds=*/true);
  for (const Component &C : Components)
    if (static_cast<const Value *>(C.Object) == Base && Offset.sge(C.Start) && Offset.slt(C.Start + C.Bytes))
      return C.Start;
  return std::nullopt;
}

static constexpr int64_t FirstDimension = 24, DimensionBytes = 24;

static int64_t sizeOffset(unsigned Dimension) { return FirstDimension + (Dimension - 1) * DimensionBytes + 8; }

// A number of a descriptor that stands at a place which is computed.
std::optional<Descriptors::Place> Descriptors::computedPlace(const LoadInst &Load) const {
  auto Start = Load.getType()->isIntegerTy(64) ? startOf(*Load.getPointerOperand()) : std::nullopt;
  if (!Start)
    return std::nullopt;
  APInt Offset(64, 0);
  auto *Base = Load.getPointerOperand()->stripAndAccumulateConstantOffsets(*Layout, Offset, /*AllowNonInbounds=*/true);
  return isa<GEPOperator>(Base)
             ? std::optional(Place{const_cast<Value *>(Base), *Start, Offset.getSExtValue() - *Start})
             : std::nullopt;
}

static Value *contiguousStride(const LoadInst &Load, Value &Descriptor, int64_t Start, unsigned Dimension,
                               int64_t ElementBytes) {
  IRBuilder<> Builder(const_cast<LoadInst *>(&Load));
  Value *Stride = Builder.getInt64(static_cast<uint64_t>(ElementBytes));
  for (unsigned Inner = 1; Inner < Dimension; ++Inner) {
    Value *Size = Builder.CreateConstGEP1_64(Builder.getInt8Ty(), &Descriptor, Start + sizeOffset(Inner));
    Stride = Builder.CreateNSWMul(Stride, Builder.CreateAlignedLoad(Builder.getInt64Ty(), Size, Align(8)));
  }
  return Stride;
}

std::string Descriptors::makeContiguous(Function &F) const {
  bool HasStrides = false, HasLowers = false;
  if (Components.empty() && Current.empty())
    return "";
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Load = dyn_cast<LoadInst>(&I);
    auto Number = Load ? computedPlace(*Load) : std::nullopt;
    if (!Number)
      continue;
    DescriptorField Field = descriptorField(Number->Offset);
    int64_t Bytes = Field.What == DescriptorField::Stride ? accessedBytes(*Load, *Layout) : 0;
    HasLowers |= Field.What == DescriptorField::Lower && !Load->use_empty();
    HasStrides |= Bytes > 0;
    if (Field.What == DescriptorField::Lower)
      Load->replaceAllUsesWith(ConstantInt::get(Load->getType(), 1));
    else if (Bytes > 0)
      Load->replaceAllUsesWith(contiguousStride(*Load, *Number->Base, Number->Start, Field.Dimension, Bytes));
  }
  std::string Pointers = "what pointers in elements point to";
  if (!HasStrides)
    return HasLowers ? "subscripts of " + Pointers + " begin at 1" : "";
  return Pointers + " has no gaps" + (HasLowers ? ", and its subscripts begin at 1" : "");
}

// The variable whose descriptor gets this address: the compiler makes the descriptor in a slot of its own and copies
// it.
static DILocalVariable *describedBy(Value &Base) {
  for (User *U : Base.users()) {
    if (isa<InsertValueInst>(U) && isDescriptor(U->getType()))
      if (DILocalVariable *Variable = describedBy(*U))
        return Variable;
    auto *Store = dyn_cast<StoreInst>(U);
    auto *Slot = Store && isDescriptor(Base.getType()) ? dyn_cast<AllocaInst>(Store->getPointerOperand()) : nullptr;
    if (!Slot)
      continue;
    if (DILocalVariable *Variable = declaredVariable(*Slot))
      return Variable;
    for (User *V : Slot->users())
      if (auto *Copy = dyn_cast<MemTransferInst>(V); Copy && Copy->getSource() == Slot)
        if (DILocalVariable *Variable = declaredVariable(*Copy->getDest()))
          return Variable;
  }
  return nullptr;
}

void pme::nameAllocations(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    DILocalVariable *Variable = Call && Call->getType()->isPointerTy() ? describedBy(*Call) : nullptr;
    if (!Variable)
      continue;
    LLVMContext &Context = F.getContext();
    const DILocation *Where = DILocation::get(Context, Variable->getLine(), 0, Variable->getScope());
    Call->getParent()->insertDbgRecordAfter(
        DbgVariableRecord::createDbgVariableRecord(Call, Variable, DIExpression::get(Context, {}), Where), Call);
  }
}

DescriptorField pme::descriptorField(int64_t Offset) {
  if (Offset == 0)
    return {DescriptorField::Base, 0};
  if (Offset == 8)
    return {DescriptorField::ElementBytes, 0};
  if (Offset < FirstDimension || Offset % 8 != 0)
    return {DescriptorField::Other, 0};
  static const DescriptorField::Kind Kinds[] = {DescriptorField::Lower, DescriptorField::Size, DescriptorField::Stride};
  int64_t Inside = Offset - FirstDimension;
  return {Kinds[Inside % DimensionBytes / 8], static_cast<unsigned>(Inside / DimensionBytes) + 1};
}

int64_t pme::accessedBytes(const Value &V, const DataLayout &Layout, unsigned Depth) {
  static constexpr unsigned MaxDepth = 10, MaxUsers = 16;
  unsigned Looked = 0;
  // Of a complex number, which is read in two pieces, the marker alone knows the whole.
  if (V.getType()->isPointerTy())
    for (const User *U : V.users())
      if (auto *Marker = dyn_cast<CallInst>(U); int64_t Whole = Marker ? notedBytes(*Marker) : 0)
        return Whole;
  for (const User *U : V.users()) {
    if (Depth == MaxDepth || ++Looked > MaxUsers)
      return 0;
    auto *I = dyn_cast<Instruction>(U);
    if (I && getLoadStorePointerOperand(I) == &V)
      return bytesOfElement(*I, Layout);
    auto *Offset = dyn_cast<GEPOperator>(U);
    if (Offset || isa_and_nonnull<BinaryOperator, CastInst>(I))
      if (int64_t Bytes = accessedBytes(*U, Layout, Depth + 1))
        return Bytes;
  }
  return 0;
}

// Scopes are upper-case letters, names of the source are lower case: what follows the last E is the variable.
std::string pme::fortranName(StringRef Name) {
  size_t Entity = Name.rfind('E');
  return Name.starts_with("_Q") && Entity != StringRef::npos ? Name.substr(Entity + 1).str() : Name.str();
}

// Modules, hosts and the procedure itself each follow an upper-case letter.
static std::string fortranFunctionName(StringRef Name) {
  if (Name == "_QQmain")
    return "main program";
  std::string Result;
  for (char C : Name.drop_front(2))
    if (!isUpper(C))
      Result += C;
    else if (!Result.empty())
      Result += "::";
  return Result;
}

// Nobody wrote these: flang's library, which reads and writes, allocates and copies. Array expressions and FORALL have
// their temporary arrays in stacks of descriptors and values.
static std::string fortranLibraryName(StringRef Name) {
  if (Name.starts_with("_FortranAio"))
    return "an input or output statement";
  if (Name.ends_with("Stack") || Name.ends_with("Descriptor") || Name.ends_with("DescriptorAt") ||
      Name.ends_with("PushValue") || Name.ends_with("ValueAt"))
    return "Fortran's temporary arrays";
  return "Fortran's " + Name.drop_front(StringRef("_FortranA").size()).str();
}

// "ns::f<int>" of "double ns::f<int>(double, std::vector<int> const&)": what stands in front of the parameters, without
// the type of the result that templates have.
static StringRef withoutParameters(StringRef Whole) {
  size_t Begin = 0, Depth = 0;
  for (size_t I = 0; I < Whole.size(); I++) {
    if (Whole.substr(I).consume_front("(anonymous namespace)"))
      I += StringRef("(anonymous namespace)").size() - 1;
    else if (Depth == 0 && Whole[I] == '(')
      return Whole.slice(Begin, I);
    else if (Depth == 0 && Whole[I] == ' ')
      Begin = I + 1;
    else if (is_contained({'<', '('}, Whole[I]))
      Depth++;
    else if (Depth > 0 && is_contained({'>', ')'}, Whole[I]))
      Depth--;
  }
  return Whole;
}

std::string pme::functionName(StringRef Name) {
  Name = Name.take_front(Name.find(".way."));   // one of several that ExclusiveWays made of it
  Name = Name.take_front(Name.find(".loops.")); // ... or LoopGroups
  if (Name.starts_with("_Q"))
    return fortranFunctionName(Name);
  if (Name.starts_with("_FortranA"))
    return fortranLibraryName(Name);
  std::string Whole = Name.starts_with("_Z") ? demangle(Name.str()) : Name.str();
  // Parentheses, blanks and angles belong to the names of these, and to types that are computed.
  bool IsOdd = any_of(ArrayRef<const char *>{"operator", "{", "decltype", "->"},
                      [&](const char *Part) { return StringRef(Whole).contains(Part); });
  return IsOdd ? Whole : withoutParameters(Whole).str();
}

// (hi - lo) / step + 1 where lo <= hi, else 0; a product of such counts for a collapsed nest; and that minus 1.
static void makePlain(Value &V, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || Depth > 8)
    return;
  Value *Count;
  if (match(I, m_Select(m_Value(), m_ZeroInt(), m_Value(Count)))) {
    I->replaceAllUsesWith(Count);
    return;
  }
  if (auto *Call = dyn_cast<IntrinsicInst>(I); Call && Call->getIntrinsicID() == Intrinsic::usub_sat) {
    makePlain(*Call->getArgOperand(0), Depth + 1);
    IRBuilder<> Builder(Call);
    Call->replaceAllUsesWith(Builder.CreateSub(Call->getArgOperand(0), Call->getArgOperand(1)));
    return;
  }
  if (I->isBinaryOp() || I->isCast())
    for (Use &Operand : I->operands())
      makePlain(*Operand.get(), Depth + 1);
}

void pme::plainTripCount(Value &Last) { makePlain(Last, 0); }

// Of (extent == 0 ? 1 : lower) and (lower <= upper ? extent : 0) what they are of an array that has elements.
static Value *plainBound(Value &Bound, bool IsLower) {
  Value *Plain;
  auto IsNone = m_SpecificICmp(ICmpInst::ICMP_EQ, m_Value(), m_ZeroInt());
  if (IsLower && match(&Bound, m_Select(IsNone, m_One(), m_Value(Plain))))
    return Plain;
  if (!IsLower && match(&Bound, m_Select(m_Value(), m_Value(Plain), m_ZeroInt())))
    return Plain;
  return IsLower && match(&Bound, m_ZExt(IsNone)) ? ConstantInt::get(Bound.getType(), 0) : nullptr;
}

void pme::plainDescriptors(Function &F) {
  static constexpr unsigned Dimensions = 7, LowerBound = 0, Extent = 1; // members of what flang makes of a descriptor
  for (Instruction &I : instructions(F)) {
    auto *Insert = dyn_cast<InsertValueInst>(&I);
    ArrayRef<unsigned> Path = Insert ? Insert->getIndices() : ArrayRef<unsigned>();
    if (Path.size() != 3 || Path[0] != Dimensions || Path[2] > Extent)
      continue;
    if (Value *Plain = plainBound(*Insert->getInsertedValueOperand(), Path[2] == LowerBound))
      Insert->setOperand(InsertValueInst::getAggregateOperandIndex() + 1, Plain);
  }
}
