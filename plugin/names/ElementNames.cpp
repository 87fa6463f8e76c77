//===- ElementNames.cpp - what elements are called that the run chooses --------------===//

#include "Describe.h"

#include "plugin/base/LLVMCompat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

using namespace llvm;
using namespace pme;

// The descriptor's address is what the array is known by.
std::string pme::descriptorNumber(const std::string &Array, const DescriptorField &Field) {
  std::string Dimension = std::to_string(Field.Dimension);
  switch (Field.What) {
  case DescriptorField::Base:
    return Array;
  case DescriptorField::ElementBytes:
    return Array + ".element";
  case DescriptorField::Lower:
    return "lbound(" + Array + "," + Dimension + ")";
  case DescriptorField::Size:
    return "size(" + Array + "," + Dimension + ")";
  case DescriptorField::Stride:
    return Array + ".stride" + Dimension;
  case DescriptorField::Other:
    break;
  }
  return Array + ".shape";
}

// Where the load stands in the source. Passes that turn loops around copy loads: the original tells.
DebugLoc Describer::placeOfLoad(const LoadInst &Load) const {
  DebugLoc Place = Names.loadPlace(Load);
  if (Place || isa<Constant>(Load.getPointerOperand()))
    return Place;
  for (const User *U : Load.getPointerOperand()->users())
    if (isa<LoadInst>(U) && U->getType() == Load.getType() && !Place)
      Place = Names.loadPlace(*U);
  return Place;
}

// A subscript of the run has no number.
static std::string withoutNumber(StringRef Name, StringRef Array) {
  size_t Open = Name.find_first_of("[(", Array.size());
  size_t Close = Open == StringRef::npos ? Open : Name.find_first_of("])", Open);
  if (!Name.starts_with(Array) || Close == StringRef::npos)
    return "";
  return (Name.take_front(Open) + "[]" + Name.drop_front(Close + 1)).str();
}

// Of a component that is a descriptor: which number of it. `At`: what is so many bytes behind the start of the object.
static DescriptorField fieldOf(function_ref<Description(int64_t)> At, int64_t Offset) {
  static constexpr int64_t NumberBytes = 8, MostBytes = 24 + 15 * 24;
  Description Whole = At(Offset);
  auto *Array = dyn_cast_or_null<DICompositeType>(Whole.Type);
  if (!Array || !Array->getRawDataLocation())
    return {DescriptorField::Base, 0};
  int64_t Behind = 0;
  while (Behind < std::min(Offset, MostBytes) && At(Offset - Behind - NumberBytes).Name == Whole.Name)
    Behind += NumberBytes;
  return descriptorField(Behind);
}

// What steps over elements adds to, and the numbers it adds that are known.
static const Value *baseOfSteps(const Value &Address, const DataLayout &Layout, compat::VariableOffsets &Chosen,
                                int64_t &Constant) {
  const Value *Base = &Address;
  APInt Sum(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
  while (auto *Element = dyn_cast<GEPOperator>(Base)) {
    if (!Element->collectOffset(Layout, Sum.getBitWidth(), Chosen, Sum))
      return nullptr;
    Base = Element->getPointerOperand();
  }
  Constant = Sum.getSExtValue();
  return Base;
}

static const DICompositeType *asArray(const DIType *Type) {
  auto *Array = dyn_cast_or_null<DICompositeType>(Type);
  return Array && Array->getTag() == dwarf::DW_TAG_array_type ? Array : nullptr;
}

// The array of Fortran whose address `Base` is, as its descriptor has it; no type: types do not tell.
Description Describer::describedArray(const Value &Base) const {
  auto *Load = dyn_cast<LoadInst>(&Base);
  auto Start = Load ? Shapes.startOf(*Load->getPointerOperand()) : std::nullopt;
  if (!Start)
    return {};
  APInt Offset(Layout.getIndexTypeSizeInBits(Load->getType()), 0);
  const Value *Object =
      Load->getPointerOperand()->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
  if (isa<GEPOperator>(Object))
    return componentOfElement(*Load->getPointerOperand(), 0);
  const DIType *Whole = asArray(variableType(*Object));
  return Whole ? Description{value(Base).Name, Whole} : pointee(*Object, *Start);
}

// `chunks[]%x_max` of an array of derived types that has a descriptor: its strides are whole elements.
Description Describer::componentOfElement(const Value &Address, int64_t BehindBytes) const {
  compat::VariableOffsets Chosen;
  int64_t Constant = 0;
  const Value *Base = baseOfSteps(Address, Layout, Chosen, Constant);
  Description Array = Base ? describedArray(*Base) : Description();
  const DIType *Whole = asArray(Array.Type), *Element = Whole ? baseType(Whole) : nullptr;
  auto Bytes = Element ? static_cast<int64_t>(Element->getSizeInBits() / 8) : 0;
  if (Bytes == 0)
    return {};
  auto At = [&](int64_t Offset) { return path(Element, static_cast<uint64_t>(Offset), /*Fortran=*/true); };
  int64_t Start = ((Constant - BehindBytes) % Bytes + Bytes) % Bytes;
  Description Component = At(Start);
  if (Component.Name.empty())
    return {};
  return {descriptorNumber(Array.Name + "[]" + Component.Name, fieldOf(At, Start)), Component.Type};
}

// A member of such an element, as of the first one: `levels[].n`, `grid->levels[].n`. "": types do not tell.
std::string Describer::memberOfElement(const Value &Address, int64_t BehindBytes) const {
  if (Description Component = componentOfElement(Address, BehindBytes); !Component.Name.empty())
    return Component.Name;
  compat::VariableOffsets Chosen;
  int64_t Constant = 0;
  const Value *Base = baseOfSteps(Address, Layout, Chosen, Constant);
  Description Array = Base ? value(*Base) : Description();
  const DIType *Element = Array.Type ? baseType(Array.Type) : nullptr;
  if (Array.Name.empty() || !Element || Chosen.size() != 1 || Chosen.front().second.sle(0))
    return "";
  int64_t Start = Constant - BehindBytes, Step = Chosen.front().second.getSExtValue();
  int64_t Bytes = static_cast<int64_t>(Element->getSizeInBits() / 8);
  bool IsOfArray = Step == Bytes;
  if (IsOfArray)
    Start = (Start % Bytes + Bytes) % Bytes;
  if (Start < 0 || Start >= Bytes)
    return "";
  std::string Whole = pointee(*Base, Start).Name;
  StringRef Member = Whole;
  bool IsMember = IsOfArray && Member.consume_front(Array.Name + "->");
  std::string Name = IsMember ? Array.Name + "[]." + Member.str() : withoutNumber(Whole, Array.Name);
  return Name.empty() ? "" : descriptorNumber(Name, fieldOf([&](int64_t At) { return pointee(*Base, At); }, Start));
}

// `neighbours(2)` of an array of Fortran, where no types say it but the text of the statement does.
std::string Describer::writtenElement(const LoadInst &Load) const {
  DebugLoc Place = placeOfLoad(Load);
  auto Bytes = static_cast<int64_t>(Layout.getTypeStoreSize(Load.getType()).getFixedValue());
  APInt Offset(Layout.getIndexTypeSizeInBits(Load.getPointerOperandType()), 0);
  const Value *Base = Load.getPointerOperand()->stripAndAccumulateConstantOffsets(Layout, Offset, true);
  int64_t Behind = Offset.getSExtValue();
  if (!Place || !isFortran(*Place) || !Load.getType()->isIntegerTy() || isa<LoadInst, GEPOperator>(Base) ||
      variableType(*Base) || Behind < 0 || Behind % Bytes != 0)
    return "";
  std::string Element = value(*Base).Name + "(" + std::to_string(Behind / Bytes + 1) + ")";
  return Text.hasElement(*Place, Element) ? Element : "";
}

/// An object of Fortran whose components the text tells, where no types do.
struct WrittenObject {
  const Function *User = nullptr;
  bool IsArray = false; // of derived types: one of its elements is meant
};

// A variable of the module: the number must be a component, not one of what is in a component, as descriptors are.
static WrittenObject writtenOfModule(const GlobalVariable &Object, const LoadInst &Load, uint64_t Offset) {
  const DataLayout &Layout = Object.getDataLayout();
  auto *Elements = dyn_cast<ArrayType>(Object.getValueType());
  auto *Whole = dyn_cast<StructType>(Elements ? Elements->getElementType() : Object.getValueType());
  if (!Whole || Layout.getTypeAllocSize(Whole) == 0)
    return {};
  const StructLayout &Places = *Layout.getStructLayout(Whole);
  uint64_t Inside = Offset % Layout.getTypeAllocSize(Whole);
  unsigned Component = Places.getElementContainingOffset(Inside);
  bool IsOne = Places.getElementOffset(Component) == Inside && Whole->getElementType(Component) == Load.getType();
  return IsOne ? WrittenObject{Load.getFunction(), Elements != nullptr} : WrittenObject{};
}

static WrittenObject writtenObject(const Value &Object, const LoadInst &Load, uint64_t Offset) {
  if (auto *Own = dyn_cast<Argument>(&Object))
    return {Own->getParent(), false};
  if (auto *Local = dyn_cast<AllocaInst>(&Object))
    return {Local->getFunction(), false};
  auto *OfModule = dyn_cast<GlobalVariable>(&Object);
  return OfModule ? writtenOfModule(*OfModule, Load, Offset) : WrittenObject{};
}

// Goes on from an element of a variable of the module to that variable.
static const Value &wholeOfModule(const Value &Base, const DataLayout &Layout, APInt &Offset) {
  const Value *Whole = &Base;
  APInt Sum = Offset;
  while (auto *Element = dyn_cast<GEPOperator>(Whole)) {
    compat::VariableOffsets Variable;
    if (!Element->collectOffset(Layout, Sum.getBitWidth(), Variable, Sum))
      return Base;
    Whole = Element->getPointerOperand();
  }
  if (!isa<GlobalVariable>(Whole) || Sum.isNegative())
    return Base;
  Offset = Sum;
  return *Whole;
}

// The components of an object of Fortran that the text has, where no types tell which one is read.
static const std::vector<std::string> *writtenComponents(const WrittenObject &Object, StringRef Name,
                                                         SourceText &Text) {
  const DISubprogram *Program = Object.User ? Object.User->getSubprogram() : nullptr;
  bool IsText = Program && isFortranFile(Program->getFilename());
  return IsText ? &Text.componentsIn(*Program, Name, Object.IsArray) : nullptr;
}

// Was it inlined from another function? What flang makes of a region is none.
static bool isOfCallee(const DebugLoc &Place) {
  const DILocation *Inner = Place;
  for (; Inner && Inner->getInlinedAt(); Inner = Inner->getInlinedAt())
    if (!Inner->getScope()->getSubprogram()->getName().contains("..omp_par"))
      return true;
  return false;
}

// `x%length` of an object of Fortran, or of what it points to, where no types say it but the text has no other component.
// Places do not tell: flang gives bounds of loops behind a directive that of the statement before it.
std::string Describer::writtenComponent(const LoadInst &Load) const {
  APInt Offset(Layout.getIndexTypeSizeInBits(Load.getPointerOperandType()), 0);
  const Value *Base = Load.getPointerOperand()->stripAndAccumulateConstantOffsets(Layout, Offset, true);
  Base = &wholeOfModule(*Base, Layout, Offset);
  auto *Pointer = dyn_cast<LoadInst>(Base);
  const Value *Object = Pointer ? Pointer->getPointerOperand() : Base;
  bool IsNumber = Load.getType()->isIntegerTy() && !Offset.isNegative();
  if (!IsNumber || variableType(*Object) || isOfCallee(placeOfLoad(Load)))
    return "";
  WrittenObject Written = writtenObject(*Object, Load, Offset.getZExtValue());
  auto *OfModule = dyn_cast<GlobalVariable>(Object);
  std::string Name = OfModule ? globalName(*OfModule) : value(*Object).Name;
  auto *Found = writtenComponents(Written, Name, Text);
  return Found && Found->size() == 1 ? Name + (Written.IsArray ? "[]%" : "%") + Found->front() : "";
}

// A whole number that came as an argument of Fortran: places there are those of whole statements. The first component
// of a derived type begins where its object does, and the first element where its array does.
bool Describer::isNamedScalar(const LoadInst &Load) const {
  auto *Own = dyn_cast<Argument>(Load.getPointerOperand());
  const DILocalVariable *Variable = Own ? Names.variableOfUser(*Own) : nullptr;
  auto *Type = Variable ? dyn_cast_or_null<DICompositeType>(strippedType(Variable->getType())) : nullptr;
  if (Type && is_contained({dwarf::DW_TAG_structure_type, dwarf::DW_TAG_array_type}, Type->getTag()))
    return false;
  auto *Components = Own && Own->hasName() ? writtenComponents({Own->getParent()}, Own->getName(), Text) : nullptr;
  return Components && (Variable || Components->empty()) && Load.getType()->isIntegerTy();
}

// `.n` of `t->n`, where `t` points to the element; "" where no member is written.
static std::string lastMember(StringRef Written) {
  StringRef Member = Written.substr(Written.find_last_of(".>") + 1);
  return Member.size() == Written.size() || Member.contains('[') ? "" : "." + Member.str();
}

// `chunks[]%tiles`, where it begins.
std::string Describer::componentPointer(const LoadInst &Load) const {
  bool IsInElement = Load.getType()->isPointerTy() && isa<GEPOperator>(Load.getPointerOperand());
  return IsInElement ? componentOfElement(*Load.getPointerOperand(), 0).Name : "";
}

// A member of what an element points to, as it is written: `parts->of[kind]->count`; "" where the text is another one.
std::string Describer::writtenThrough(const Value &Pointer, const LoadInst &Load) const {
  DebugLoc Place = placeOfLoad(Load);
  if (!isa<LoadInst>(Pointer) || !Place || isFortran(*Place))
    return "";
  std::string Written = Text.objectInlinedAt(*Place);
  return StringRef(Written).contains("]->") ? Written : "";
}

// An element that a value of the run chooses: `first[rank]` as it is written, else `first[]`.
std::string Describer::elementName(const LoadInst &Load) const {
  const Value *Base = Load.getPointerOperand();
  while (auto *Element = dyn_cast<GEPOperator>(Base))
    Base = Element->getPointerOperand();
  const Value &Address = *Load.getPointerOperand();
  if (Base == &Address)
    return Load.getType()->isIntegerTy() && value(*Base).Name.empty() ? writtenThrough(*Base, Load) : "";
  if (Load.getType()->isPointerTy())
    return componentPointer(Load);
  if (!Load.getType()->isIntegerTy())
    return "";
  auto Descriptor = Shapes.startOf(Address);
  APInt Offset(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
  Address.stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
  std::string Member = memberOfElement(Address, Descriptor ? Offset.getSExtValue() - *Descriptor : 0);
  std::string Array = Member.empty() ? value(*Base).Name : "";
  if (Member.empty() && Array.empty())
    return writtenThrough(*Base, Load);
  if (Descriptor)
    return descriptorNumber(Member.empty() ? Array + "[]" : Member,
                            descriptorField(Offset.getSExtValue() - *Descriptor));
  if (!Member.empty())
    return Member;
  DebugLoc Place = placeOfLoad(Load);
  std::string Written = Place ? Text.objectInlinedAt(*Place) : "";
  return StringRef(Written).starts_with(Array + "[") ? Written : Array + "[]" + lastMember(Written);
}
