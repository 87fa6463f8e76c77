//===- Describe.cpp - what a person calls a value or a place in memory ---------------===//

#include "Describe.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace pme;

const DIType *pme::strippedType(const DIType *Type) {
  if (isa_and_nonnull<DIBasicType>(Type) && Type->getName() == UnknownTypeName)
    return nullptr;
  while (auto *Derived = dyn_cast_or_null<DIDerivedType>(Type)) {
    switch (Derived->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      Type = Derived->getBaseType();
      continue;
    default:
      return Type;
    }
  }
  return Type;
}

static bool hasTag(const DIType *Type, std::initializer_list<unsigned> Tags) {
  return Type && is_contained(Tags, Type->getTag());
}

static bool isPointer(const DIType *Type) { return hasTag(Type, {dwarf::DW_TAG_pointer_type}); }

static bool isReference(const DIType *Type) {
  return hasTag(Type, {dwarf::DW_TAG_reference_type, dwarf::DW_TAG_rvalue_reference_type});
}

static bool isArray(const DIType *Type) { return hasTag(Type, {dwarf::DW_TAG_array_type}); }

const DIType *pme::baseType(const DIType *Type) {
  if (auto *Derived = dyn_cast_or_null<DIDerivedType>(Type))
    return strippedType(Derived->getBaseType());
  if (auto *Composite = dyn_cast_or_null<DICompositeType>(Type))
    return strippedType(Composite->getBaseType());
  return nullptr;
}

static int64_t numberOf(DISubrange::BoundType Bound, int64_t Otherwise) {
  auto *Number = dyn_cast_if_present<ConstantInt *>(Bound);
  return Number ? Number->getSExtValue() : Otherwise;
}

// "(2,3)", as Fortran counts: the first subscript moves fastest, from its lower bound on. "": an extent is not known.
static std::string fortranSubscripts(const DICompositeType &Array, int64_t Index) {
  std::string Result;
  auto Ranges = Array.getElements();
  for (unsigned I = 0; I < Ranges.size(); I++) {
    auto *Range = dyn_cast_or_null<DISubrange>(Ranges[I]);
    bool IsLast = I + 1 == Ranges.size();
    int64_t Low = Range ? numberOf(Range->getLowerBound(), 1) : 0, Count = Range ? numberOf(Range->getCount(), 0) : 0;
    if (!Range || (!IsLast && Count <= 0))
      return "";
    Result += (I ? "," : "(") + std::to_string(Low + (IsLast ? Index : Index % Count));
    Index = IsLast ? 0 : Index / Count;
  }
  return Result.empty() ? "" : Result + ")";
}

static std::string subscripts(const DICompositeType &Array, uint64_t Index, bool Fortran) {
  std::string Own = Fortran ? fortranSubscripts(Array, static_cast<int64_t>(Index)) : "";
  return Own.empty() ? "[" + std::to_string(Index) + "]" : Own;
}

static bool isInFortran(const Value &V) {
  auto *A = dyn_cast<Argument>(&V);
  auto *I = dyn_cast<Instruction>(&V);
  const Function *F = A ? A->getParent() : I ? I->getFunction() : nullptr;
  return F && F->getSubprogram() && isFortranFile(F->getSubprogram()->getFilename());
}

Description pme::path(const DIType *Type, uint64_t Offset, bool Fortran) {
  Type = strippedType(Type);
  auto *Composite = dyn_cast_or_null<DICompositeType>(Type);
  if (!Composite)
    return {"", Type};
  // A component of a derived type that has a descriptor.
  if (isArray(Composite) && Composite->getRawDataLocation())
    return {"", Composite};
  if (isArray(Composite)) {
    const DIType *Element = baseType(Composite);
    uint64_t Bytes = Element ? Element->getSizeInBits() / 8 : 0;
    if (Bytes == 0)
      return {"", nullptr};
    Description Rest = path(Element, Offset % Bytes, Fortran);
    return {subscripts(*Composite, Offset / Bytes, Fortran) + Rest.Name, Rest.Type};
  }
  for (const Metadata *Element : Composite->getElements()) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Element);
    if (Member && Member->getTag() == dwarf::DW_TAG_inheritance && Offset >= Member->getOffsetInBits() / 8)
      if (Description Inherited = path(Member->getBaseType(), Offset - Member->getOffsetInBits() / 8, Fortran);
          Inherited.Type)
        return Inherited;
    if (!Member || Member->getTag() != dwarf::DW_TAG_member || Member->isStaticMember())
      continue;
    uint64_t Start = Member->getOffsetInBits() / 8, Bytes = Member->getSizeInBits() / 8;
    if (Offset < Start || Offset >= Start + Bytes)
      continue;
    Description Rest = path(Member->getBaseType(), Offset - Start, Fortran);
    bool Unnamed = Member->getName().empty() || isReservedName(Member->getName());
    std::string Dot = Unnamed ? "" : (Fortran ? "%" : ".") + Member->getName().str();
    return {Dot + Rest.Name, Rest.Type};
  }
  return {"", nullptr};
}

// What a lambda function has captured is called as where it was.
static bool isLambda(const DIType *Type) {
  const DIType *Whole = strippedType(Type);
  StringRef Name = Whole ? Whole->getName() : "";
  return (hasTag(Whole, {dwarf::DW_TAG_class_type}) && Name.empty()) || Name.starts_with("(lambda");
}

// `Rest` is ".member", or "".
static std::string memberName(StringRef Object, const DIType *Type, StringRef Rest) {
  return Rest.starts_with(".") && isLambda(Type) ? Rest.drop_front().str() : (Object + Rest).str();
}

static bool isIdentifier(StringRef Name) {
  return all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
}

static const DIGlobalVariable *debugVariable(const GlobalVariable &Global) {
  SmallVector<DIGlobalVariableExpression *, 1> Found;
  Global.getDebugInfo(Found);
  return Found.empty() ? nullptr : Found.front()->getVariable();
}

std::string pme::globalName(const GlobalValue &Global) {
  if (auto *Variable = dyn_cast<GlobalVariable>(&Global))
    if (const DIGlobalVariable *Debug = debugVariable(*Variable); Debug && !Debug->getName().empty())
      return Debug->getName().str();
  // What a local array begins with, and clang keeps apart, is called as that: `w` of __const._Z4maskv.w.
  StringRef Own = Global.getName();
  std::string Name = fortranName(Own.starts_with("__const.") ? Own.rsplit('.').second : Own);
  // As debug information has it: `nproc` for _ZL5nproc, the last word of a namespace's.
  if (StringRef(Name).starts_with("_Z")) {
    std::string Whole = demangle(Name);
    StringRef Last = StringRef(Whole).rsplit("::").second;
    if (isIdentifier(Last.empty() ? StringRef(Whole) : Last))
      return Last.empty() ? Whole : Last.str();
  }
  return Name;
}

const DIType *Describer::variableType(const Value &V) const {
  if (auto *Variable = Names.variable(V))
    return strippedType(Variable->getType());
  auto *Global = dyn_cast<GlobalVariable>(&V);
  const DIGlobalVariable *Debug = Global ? debugVariable(*Global) : nullptr;
  return Debug ? strippedType(Debug->getType()) : nullptr;
}

static std::string plainOffset(const std::string &Name, int64_t Offset) {
  return Offset == 0 ? "*" + Name : "*(" + Name + " + " + std::to_string(Offset) + " bytes)";
}

// Where a file makes no object of a class, debug information may only declare it: the text knows its members. Those of
// a standard one have no names that a user knows anyway.
static bool isStandardDeclaration(const DIType &Type) {
  auto *Space = dyn_cast_or_null<DINamespace>(Type.getScope());
  while (Space && Space->getExportSymbols())
    Space = dyn_cast_or_null<DINamespace>(Space->getScope());
  return Type.isForwardDecl() && Space && Space->getName() == "std" && !Space->getScope();
}

// A pointer of Fortran is called as what it points to; one that came as an argument is itself at the address.
static Description fortranPointee(const Value &Base, const std::string &Name, const DIType *Type, int64_t Offset) {
  if (isa<Argument>(Base))
    return {Name, Offset == 0 ? Type : nullptr};
  Description Rest = Offset < 0 ? Description() : path(baseType(Type), static_cast<uint64_t>(Offset), /*Fortran=*/true);
  return {Name + Rest.Name, Rest.Type};
}

// The memory `Offset` bytes behind a pointer: through the pointer's type where it is known.
Description Describer::pointee(const Value &Base, int64_t Offset) const {
  if (auto *Global = dyn_cast<GlobalVariable>(&Base)) {
    const DIGlobalVariable *Debug = debugVariable(*Global);
    std::string Name = globalName(*Global);
    if (Debug && Offset >= 0) {
      Description Rest = path(Debug->getType(), static_cast<uint64_t>(Offset), isFortranFile(Debug->getFilename()));
      return {Name + Rest.Name, Rest.Type};
    }
    if (Offset == 0 && !Global->getValueType()->isAggregateType())
      return {Name, nullptr};
    if (auto *Array = dyn_cast<ArrayType>(Global->getValueType()); Array && Offset >= 0) {
      int64_t Bytes = static_cast<int64_t>(Layout.getTypeAllocSize(Array->getElementType()));
      if (Bytes > 0 && Offset % Bytes == 0 && !Array->getElementType()->isAggregateType())
        return {Name + "[" + std::to_string(Offset / Bytes) + "]", nullptr};
    }
    return {Name + "+" + std::to_string(Offset), nullptr};
  }
  if (isa<AllocaInst>(Base)) {
    DILocalVariable *Variable = Names.variable(Base);
    if (!Variable || Offset < 0)
      return {Base.getName().starts_with("pme.") ? "" : Base.getName().str(), nullptr};
    Description Rest = path(Variable->getType(), static_cast<uint64_t>(Offset), isFortranFile(Variable->getFilename()));
    return {memberName(Variable->getName(), Variable->getType(), Rest.Name), Rest.Type};
  }
  Description Pointer = value(Base);
  if (Pointer.Name.empty())
    return {};
  const DIType *Type = strippedType(Pointer.Type);
  if (isPointer(Type) && isInFortran(Base))
    return fortranPointee(Base, Pointer.Name, Type, Offset);
  if (Type && !isPointer(Type) && !isReference(Type)) {
    // Fortran passes variables by reference: the argument's type is that of the variable.
    Description Rest = path(Type, static_cast<uint64_t>(Offset), isInFortran(Base));
    return {memberName(Pointer.Name, Type, Rest.Name), Rest.Type};
  }
  const DIType *Target = baseType(Type);
  if (!Target || Offset < 0 || (Target->isForwardDecl() && !isStandardDeclaration(*Target))) {
    std::string Member = Target ? "" : Text.Members.behind(Pointer.Name, Offset);
    return {Member.empty() ? plainOffset(Pointer.Name, Offset) : Member, nullptr};
  }
  if (isStandardDeclaration(*Target))
    return {Pointer.Name, Target};
  if (hasTag(Target, {dwarf::DW_TAG_structure_type, dwarf::DW_TAG_class_type, dwarf::DW_TAG_union_type})) {
    Description Rest = path(Target, static_cast<uint64_t>(Offset));
    if (!Rest.Name.empty() && Rest.Name[0] == '.') {
      if (Pointer.Name == "this" || isLambda(Target))
        return {Rest.Name.substr(1), Rest.Type};
      std::string Arrow = isReference(Type) ? "." : "->";
      return {Pointer.Name + Arrow + Rest.Name.substr(1), Rest.Type};
    }
    if (Rest.Name.empty() && Rest.Type)
      return {Pointer.Name, Rest.Type};
  }
  uint64_t Bytes = Target->getSizeInBits() / 8;
  if (isReference(Type) || Bytes == 0)
    return {Offset == 0 && isReference(Type) ? Pointer.Name : plainOffset(Pointer.Name, Offset), Target};
  Description Rest = path(Target, static_cast<uint64_t>(Offset) % Bytes);
  if (Offset == 0 && Rest.Name.empty())
    return {"*" + Pointer.Name, Rest.Type};
  return {Pointer.Name + "[" + std::to_string(static_cast<uint64_t>(Offset) / Bytes) + "]" + Rest.Name, Rest.Type};
}

std::optional<DescriptorLoad> Describer::descriptorLoad(const LoadInst &Load) const {
  const Value &Address = *Load.getPointerOperand();
  auto Start = Shapes.startOf(Address);
  if (!Start)
    return std::nullopt;
  APInt Offset(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
  const Value *Base = Address.stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
  if (isa<GEPOperator>(Base))
    return std::nullopt;
  auto *Global = dyn_cast<GlobalVariable>(Base);
  std::string Array = Global ? globalName(*Global) : value(*Base).Name;
  const DIType *Type = variableType(*Base);
  if (!isArray(Type))
    if (Description Component = pointee(*Base, *Start); Type || isArray(Component.Type)) {
      Array = Component.Name;
      Type = Component.Type;
    }
  const DIType *Element = Type ? baseType(Type) : nullptr;
  DescriptorField Field = descriptorField(Offset.getSExtValue() - *Start);
  int64_t Bytes = Element ? static_cast<int64_t>(Element->getSizeInBits() / 8) : 0;
  if (Bytes == 0 && Field.What == DescriptorField::Stride) // no types, with line tables alone
    Bytes = accessedBytes(Load, Layout);
  return DescriptorLoad{Field, Array, key(*Base) + (*Start ? "+" + std::to_string(*Start) : ""), Bytes};
}

Description Describer::address(const Value &Address) const {
  APInt Offset(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
  const Value *Base = Address.stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
  if (isa<GEPOperator>(Base))
    return {};
  auto *Global = dyn_cast<GlobalVariable>(Base);
  if (Global && Shapes.contains(Address))
    return {globalName(*Global), nullptr};
  return pointee(*Base, Offset.getSExtValue());
}

Description Describer::memory(const LoadInst &Load) const {
  if (auto Shape = descriptorLoad(Load))
    return {descriptorNumber(Shape->Array, Shape->Field), nullptr};
  if (std::string Element = writtenElement(Load); !Element.empty())
    return {Element, nullptr};
  if (std::string Component = writtenComponent(Load); !Component.empty())
    return {Component, nullptr};
  if (isNamedScalar(Load))
    return {Load.getPointerOperand()->getName().str(), nullptr};
  Description Result = address(*Load.getPointerOperand());
  if (std::string Element = Result.Name.empty() ? elementName(Load) : ""; !Element.empty())
    return {Element, nullptr};
  bool Plain = isa<GlobalVariable>(Load.getPointerOperand()) && isIdentifier(Result.Name);
  // A local object is at a place of its own, whether or not its variable is known.
  bool IsKnown = !Result.Name.empty() || isa<AllocaInst>(Load.getPointerOperand()->stripInBoundsConstantOffsets());
  if (DebugLoc Place = placeOfLoad(Load); Place && IsKnown && !Result.Type && !Plain) {
    bool IsSet = Load.getType()->isIntegerTy() && Text.isAssignedAt(*Place);
    std::string Written = IsSet ? "" : Text.objectInlinedAt(*Place);
    if (Written.empty() && !Place->getInlinedAt())
      Written = Text.calledAt(*Place);
    if (auto *Kept = isOfCopy(Load) ? Names.variableOfUser(Load) : nullptr)
      Written = Kept->getName();
    if (!Written.empty())
      Result.Name = Load.getType()->isPointerTy() ? withoutSubscripts(Written) : Written;
  }
  return Result;
}

DebugLoc Describer::place(const Instruction &I) const {
  DebugLoc Place = Names.loadPlace(I);
  return Place ? Place : I.getDebugLoc();
}

// Of a library's class that is a pointer and a number (span, string_view), whose members have its own names, the number.
static bool isSizeOf(const DILocalVariable *Variable, const Description &Member, const Value &V) {
  const DIType *Type = Variable ? strippedType(Variable->getType()) : nullptr;
  auto *Class = dyn_cast_or_null<DICompositeType>(Type);
  return Class && Class->getSizeInBits() == 128 && Member.Name.empty() && V.getType()->isIntegerTy(64) &&
         !isReservedName(Variable->getName());
}

// A member of a struct that is kept in pieces: `p.m`. What is as wide as several members is none of them.
Description Describer::member(const Value &V) const {
  uint64_t Offset = 0;
  DILocalVariable *Variable = Names.whole(V, Offset);
  Description Rest =
      Variable ? path(Variable->getType(), Offset, isFortranFile(Variable->getFilename())) : Description();
  if (isSizeOf(Variable, Rest, V))
    return {Variable->getName().str() + ".size()", nullptr};
  // Of an object whose members are its library's own, a vector, the name is that of the object.
  bool IsUnnamed =
      Variable && Rest.Name.empty() && V.getType()->isPointerTy() && (Rest.Type || !strippedType(Variable->getType()));
  std::string Written = IsUnnamed && !Rest.Type && ReadsPlaces ? nameAtUses(V) : "";
  if (IsUnnamed && !isReservedName(Variable->getName()))
    return {Written.empty() ? Variable->getName().str() : Written, Rest.Type};
  if (Rest.Name.empty() || !Rest.Type || Rest.Type->getSizeInBits() != Layout.getTypeSizeInBits(V.getType()))
    return {};
  return {memberName(Variable->getName(), Variable->getType(), Rest.Name), Rest.Type};
}

// The innermost line of the user's own.
static unsigned lineOf(const Instruction &I) {
  unsigned Line = 0;
  for (const DILocation *Place = I.getDebugLoc(); Place; Place = Place->getInlinedAt())
    if (Line == 0 || StringRef(I.getFunction()->getSubprogram()->getFilename()) == Place->getFilename()) {
      Line = Place->getLine();
      if (I.getFunction()->getSubprogram()->getFilename() == Place->getFilename())
        break;
    }
  return Line;
}

// "memory of new[] at line 12", "get()"
static std::string resultName(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Callee->isIntrinsic())
    return "";
  std::string Whole = demangle(Callee->getName().str()), Name = Whole.substr(0, Whole.find('('));
  if (StringRef(Name).starts_with("__kmpc")) // nobody wrote it
    return "";
  bool IsNew = StringRef(Name).consume_front("operator new");
  bool IsAllocation = IsNew || is_contained({"malloc", "calloc", "realloc", "aligned_alloc", "valloc"}, Name);
  if (!IsAllocation)
    return Name + "()";
  unsigned Line = Call.getFunction()->getSubprogram() ? lineOf(Call) : 0;
  return "memory of " + (IsNew ? Name.substr(StringRef("operator ").size()) : Name) +
         (Line ? " at line " + std::to_string(Line) : "");
}

// A pointer from an allocation is called what it is kept in. Objects may be kept in each other, or in themselves.
Description Describer::keptIn(const Value &V) const {
  constexpr unsigned MostKept = 3; // one in another
  if (!isa<CallBase>(V) || !V.getType()->isPointerTy() || Kept.size() == MostKept || !Kept.insert(&V).second)
    return {};
  Description Place;
  for (const User *U : V.users())
    if (auto *Store = dyn_cast<StoreInst>(U); Store && Store->getValueOperand() == &V && Place.Name.empty())
      Place = address(*Store->getPointerOperand());
  Kept.erase(&V);
  return Place;
}

// Of a pointer and two numbers the numbers are one argument: as wide as no member, but its parts are.
Description Describer::part(const ArgumentPart &Part) const {
  uint64_t Offset = 0;
  const DILocalVariable *Variable = Names.whole(*Part.Whole, Offset);
  Description Member = Variable ? path(Variable->getType(), Offset + Part.Shift / 8) : Description();
  if (!Member.Name.empty() && Member.Type && Member.Type->getSizeInBits() == Part.Bits)
    return {memberName(Variable->getName(), Variable->getType(), Member.Name), Member.Type};
  return {value(*Part.Whole).Name + "+" + std::to_string(Part.Shift / 8), nullptr};
}

Description Describer::value(const Value &V) const {
  auto *Variable = Names.variableOfUser(V);
  if (Description Object = Variable ? inlinedObject(V, *Variable) : Description(); !Object.Name.empty())
    return Object;
  if (Variable)
    return {Variable->getName().str(), strippedType(Variable->getType()) ? Variable->getType() : nullptr};
  // What a descriptor has is called as its array, wherever copies of it are kept.
  if (auto *Load = dyn_cast<LoadInst>(&V); Load && (descriptorLoad(*Load) || !componentPointer(*Load).empty()))
    return memory(*Load);
  if (Description Member = member(V); !Member.Name.empty())
    return Member;
  if (auto Packed = argumentPart(V))
    return part(*Packed);
  if (auto *Global = dyn_cast<GlobalValue>(&V))
    return {globalName(*Global), nullptr};
  bool HasUses = V.getType()->isPointerTy() && isa<Argument, CallBase, PHINode, SelectInst>(V);
  std::string Written = HasUses && ReadsPlaces ? nameAtUses(V) : "";
  if (auto *Argument = dyn_cast<llvm::Argument>(&V); Argument && !Argument->hasName() && !Written.empty())
    return {Written, nullptr};
  if (auto *Argument = dyn_cast<llvm::Argument>(&V))
    return {Argument->hasName() ? Argument->getName().str() : "arg" + std::to_string(Argument->getArgNo() + 1),
            nullptr};
  if (auto *Load = dyn_cast<LoadInst>(&V))
    return memory(*Load);
  if (Description Place = keptIn(V); !Place.Name.empty())
    return Place;
  if (auto *Call = dyn_cast<CallBase>(&V))
    return {Written.empty() ? resultName(*Call) : Written, nullptr};
  if (!Written.empty())
    return {Written, nullptr};
  // Other values have names from optimisations only.
  StringRef Name = isa<AllocaInst>(V) ? V.getName() : "";
  return {Name.starts_with("pme.") ? "" : Name.str(), nullptr};
}

unsigned Describer::lineOf(const Value &V) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !I->getFunction()->getSubprogram())
    return 0;
  unsigned Line = ::lineOf(*I);
  for (const User *U : V.users()) // what is merged has a place where it is used
    if (auto *Use = dyn_cast<Instruction>(U); Use && Line == 0)
      Line = ::lineOf(*Use);
  return Line;
}

std::string Describer::originOf(const Value &V) const {
  unsigned Line = lineOf(V);
  return Line == 0
             ? ""
             : std::string(isa<LoadInst>(V) ? "number loaded" : "number computed") + " at line " + std::to_string(Line);
}

std::string Describer::plainName(const Value &V) const {
  ValueNames Unknown;
  Describer Plain(Layout, Unknown, Shapes, Text);
  Plain.ReadsPlaces = false;
  return Plain.value(V).Name;
}

std::string Describer::key(const Value &V) const {
  if (V.getType()->isPointerTy()) {
    APInt Offset(Layout.getIndexTypeSizeInBits(V.getType()), 0);
    const Value *Base = V.stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
    if (Base != &V)
      return key(*Base) + "+" + std::to_string(Offset.getSExtValue());
  }
  if (auto *Load = dyn_cast<LoadInst>(&V))
    return "*(" + key(*Load->getPointerOperand()) + ")";
  return "%" + std::to_string(reinterpret_cast<uintptr_t>(&V));
}
