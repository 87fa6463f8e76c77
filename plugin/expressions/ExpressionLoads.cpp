//===- ExpressionLoads.cpp - symbols, and values in memory that are some --------------===//

#include "Expressions.h"

#include "PartsOfCalls.h"

#include "plugin/clone/ConstantArguments.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace pme;

static std::string numbered(const std::string &Name, StringMap<int> &Used) {
  std::string Result = Name.empty() ? "unnamed value" : Name; // nothing that could be given: a run measures it
  int Count = ++Used[Result];
  return Count > 1 ? Result + "." + std::to_string(Count) : Result;
}

// "n@57": the value that line 57 gives it, or takes.
static std::string withLine(const std::string &Name, const llvm::Value *At) {
  unsigned Line = At && !At->getType()->isVoidTy() ? Describer::lineOf(*At) : 0;
  return Line > 0 ? Name + "@" + std::to_string(Line) : Name;
}

Polynomial ExpressionReader::symbol(const std::string &Key, const std::string &Name, std::optional<int64_t> Value,
                                    const llvm::Value *Source, const llvm::Value *At) {
  auto [Place, IsNew] = SymbolKeys.try_emplace(Key, static_cast<int>(N.Symbols.size()));
  if (IsNew) {
    std::string Plain = Source && !Source->getType()->isVoidTy() ? D.plainName(*Source) : Name;
    std::string Said = Name.empty() && Source ? D.originOf(*Source) : Name;
    if (!Name.empty() && SymbolNames.count(Name))
      Said = withLine(Name, At ? At : Source);
    N.Symbols.push_back({numbered(Said, SymbolNames), Value, Source, numbered(Plain, PlainNames)});
  }
  constexpr unsigned MostSame = 8;
  NestSymbol &Symbol = N.Symbols[Place->second];
  if (!Symbol.Source)
    Symbol.Source = Source;
  else if (Source && Source != Symbol.Source && !is_contained(Symbol.Same, Source) && Symbol.Same.size() < MostSame)
    Symbol.Same.push_back(Source);
  return N.Atoms.symbol(Place->second);
}

void ExpressionReader::collectStoredPlaces(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Store = dyn_cast<StoreInst>(&I))
      Stored[D.key(*Store->getPointerOperand())].push_back(Store);
}

// Shapes of Fortran arrays. Arrays have no gaps.
Polynomial ExpressionReader::visitShape(const DescriptorLoad &Shape, const LoadInst &Load) {
  auto NumberOf = [&](DescriptorField::Kind What, unsigned Number) {
    bool IsLoaded = Shape.Field.What == What && Number == Shape.Field.Dimension;
    std::string Name = descriptorNumber(Shape.Array, {What, Number});
    return symbol(descriptorNumber(Shape.Key, {What, Number}), Name, std::nullopt, IsLoaded ? &Load : nullptr);
  };
  if (Shape.Field.What == DescriptorField::Lower) {
    Polynomial Result = NumberOf(DescriptorField::Lower, Shape.Field.Dimension);
    N.Atoms.forEachAtom(Result, [&](const Atom &A) { N.Symbols[A.Index].OriginOf = Shape.Array; });
    return Result;
  }
  auto SizeOf = [&](unsigned Number) { return NumberOf(DescriptorField::Size, Number); };
  if (Shape.Field.What == DescriptorField::Size)
    return SizeOf(Shape.Field.Dimension);
  assume(PME_ASSUMPTION_ROWS_CONTIGUOUS, "'" + Shape.Array + "' has no gaps");
  Polynomial Stride(Shape.ElementBytes);
  for (unsigned Number = 1; Number < Shape.Field.Dimension; ++Number)
    Stride = Stride * SizeOf(Number);
  if (Shape.Field.Dimension == 2) // which tells that size, where nothing reads it
    N.Atoms.forEachAtom(SizeOf(1), [&](const Atom &A) {
      N.Symbols[A.Index].Stride = &Load;
      N.Symbols[A.Index].UnitBytes = Shape.ElementBytes;
    });
  return Stride;
}

// Code of a header that was inlined stands in another file than the function.
static std::string whereInSource(const DILocation &Place, const Function &F) {
  const DISubprogram *Own = F.getSubprogram();
  std::string Line = std::to_string(Place.getLine());
  if (!Own || Own->getFilename() == Place.getFilename())
    return "line " + Line;
  return sys::path::filename(Place.getFilename()).str() + ":" + Line;
}

/// Most stores of a place whose order with a load is looked at.
static constexpr size_t MaxStoresFollowed = 8;

// No way leads from the load to a store of the same place.
bool ExpressionReader::isLastValue(const LoadInst &Load, ArrayRef<const StoreInst *> Stores) const {
  return Stores.size() <= MaxStoresFollowed && none_of(Stores, [&](const StoreInst *Store) {
           return isPotentiallyReachable(&Load, Store, nullptr, nullptr, &Loops);
         });
}

// Whether one of the stores is in a loop of the nest around the load.
bool ExpressionReader::changesAround(const LoadInst &Load, ArrayRef<const StoreInst *> Stores) const {
  for (const StoreInst *Store : Stores)
    for (const Loop *L = Loops.getLoopFor(Store->getParent()); L; L = L->getParentLoop())
      if (L->contains(&Load) && ActiveLoops.count(L))
        return true;
  return false;
}

// The outermost loop around, the iterations of which are a team's.
const Loop *ExpressionReader::iterationAround(const Instruction &I) const {
  const Loop *Iteration = nullptr;
  for (const Loop *L = Loops.getLoopFor(I.getParent()); L; L = L->getParentLoop())
    if (const ActiveLoop *Around = active(*L); Around && Around->InParallel)
      Iteration = L;
  return Iteration;
}

// `long to; place(i, &to); x[to] = ..`: each iteration asks for another value. What is set in front of the loop, too, may
// be a variable of all threads, which a call is lent (all of Fortran's are), and stays.
bool ExpressionReader::isSetByCalls(const LoadInst &Load) const {
  auto *Local = dyn_cast<AllocaInst>(getUnderlyingObject(Load.getPointerOperand()));
  if (!Local)
    return false;
  const Loop *Iteration = iterationAround(Load);
  auto Setters = onlySettersOf(*Local);
  return !Setters.empty() && all_of(Setters, [&](const CallBase *Call) {
    return Iteration ? Iteration->contains(Call) : threadNumberGivenTo(*Call) != nullptr;
  });
}

// In a region that is no loop the thread is told by its number.
const Value *ExpressionReader::threadNumberGivenTo(const CallBase &Call) const {
  auto Found = find_if(Call.args(), [&](const Use &Given) {
    const Value *Number = Given->getType()->isIntegerTy() ? Given.get() : nullptr;
    while (auto *Cast = dyn_cast_or_null<CastInst>(Number))
      Number = Cast->getOperand(0);
    auto *Asked = dyn_cast_or_null<CallBase>(Number);
    return Asked && M.isThreadNumber(*Asked);
  });
  return Found == Call.arg_end() ? nullptr : Found->get();
}

// Which iteration the call is made in, or by which thread.
std::optional<Polynomial> ExpressionReader::numberOfCall(const CallBase &Call, const Loop *Iteration) {
  if (Iteration)
    return iterationOf(*Iteration);
  return visit(SE.getSCEV(const_cast<Value *>(threadNumberGivenTo(Call))));
}

// Parts of the iterations that a call deals are taken to follow each other, all as long: the start of the n-th is n times
// the length.
std::optional<Polynomial> ExpressionReader::partSetByCall(const LoadInst &Load) {
  auto *Local = dyn_cast<AllocaInst>(Load.getPointerOperand());
  auto Setters = Local ? onlySettersOf(*Local) : SmallVector<const CallBase *, 4>();
  auto Part = Setters.size() == 1 ? partOfCall(*Local, *Setters[0]) : std::nullopt;
  auto Number = Part ? numberOfCall(*Setters[0], iterationAround(Load)) : std::nullopt;
  if (!Number)
    return std::nullopt;
  const AllocaInst &First = Part->Is == PartOfCall::Start ? *Local : *Part->Other;
  const AllocaInst &Second = Part->Is == PartOfCall::Start ? *Part->Other : *Local;
  std::string Start = D.value(First).Name, Name = D.value(Second).Name;
  if (Name.empty() || Start.empty())
    return std::nullopt;
  assume(PME_ASSUMPTION_ROWS_CONTIGUOUS,
         "what '" + Start + "' and '" + Name + "' are given by a call, as long in each iteration");
  if (!Part->HasLength)
    Name += " - " + Start;
  Polynomial Length = symbol("part " + D.key(Second), Name, std::nullopt, Part->HasLength ? &Load : nullptr);
  if (Part->Is == PartOfCall::Length)
    return Length;
  return Part->Is == PartOfCall::Start ? *Number * Length : (*Number + Polynomial(1)) * Length;
}

Polynomial ExpressionReader::failIndirect(const LoadInst &Load) {
  DebugLoc Place = D.place(Load);
  std::string Line = Place ? " loaded at " + whereInSource(*Place, *Load.getFunction()) : " loaded";
  const Value *Base = Load.getPointerOperand();
  while (auto *Offset = dyn_cast<GEPOperator>(Base))
    Base = Offset->getPointerOperand();
  return fail(Obstacle::Indirect, &Load, D.value(*Base).quoted("a value") + Line);
}

std::optional<int64_t> ExpressionReader::knownInMemory(const LoadInst &Load, const std::string &Name) {
  auto Known = constantInMemory(Load);
  if (!Known)
    return std::nullopt;
  if (Known->Elsewhere)
    assume(PME_ASSUMPTION_SET_ALIKE, "other files give '" + Name + "' the value that this one does");
  else if (Known->IsSet)
    assume(PME_ASSUMPTION_SET_ALIKE, "'" + Name + "' has been given its only value");
  return Known->Value;
}

// A value in memory is a symbol when its address stays the same and no loop around both writes it.
Polynomial ExpressionReader::visitLoad(const LoadInst &Load) {
  const Value *Address = Load.getPointerOperand();
  Description What = D.memory(Load);
  std::string Key = D.key(*Address);
  if (isStable(*Address)) {
    if (auto Shape = D.descriptorLoad(Load)) {
      DescriptorField::Kind Field = Shape->Field.What;
      if (Field == DescriptorField::Lower || Field == DescriptorField::Size ||
          (Field == DescriptorField::Stride && Shape->ElementBytes > 0))
        return visitShape(*Shape, Load);
    }
    bool IsSet = isSetByCalls(Load), Changes = IsSet || changesAround(Load, Stored.lookup(Key));
    if (auto Part = IsSet ? partSetByCall(Load) : std::nullopt)
      return *Part;
    auto Number = Changes ? alike(Load) : std::nullopt;
    if (Number)
      return *Number;
    if (Changes)
      return fail(Obstacle::DataDependent, &Load, What.quoted("a value in memory") + " changes in the loop");
    if (!isInvariant(Load) || D.isAssumed(Load))
      assume(PME_ASSUMPTION_INVARIANT_LOAD, What.quoted("a value in memory") + " does not change");
    // A place may have several values: the last one is one symbol, others are one for each load.
    if (Stored.count(Key))
      Key += isLastValue(Load, Stored.lookup(Key)) ? "@" : "@" + std::to_string(reinterpret_cast<uintptr_t>(&Load));
    std::string Name = What.Name.empty() ? D.value(Load).Name : What.Name;
    return symbol("*" + Key, Name, knownInMemory(Load, Name), &Load);
  }
  auto Number = alike(Load);
  return Number ? *Number : failIndirect(Load);
}

bool ExpressionReader::isOfBlock(const Instruction &I) const {
  if (isInvariant(I))
    return false;
  for (const Loop *L = Loops.getLoopFor(I.getParent()); L; L = L->getParentLoop())
    if (const ActiveLoop *Around = active(*L); Around && Around->InParallel)
      return false;
  return true;
}

// A number of a block, read or computed for each block.
std::optional<Polynomial> ExpressionReader::alikeOfBlocks(const Instruction &Number, bool IsStride) {
  if (!Number.getType()->isIntegerTy() || ByThread.contains(&Number))
    return std::nullopt;
  auto *Load = dyn_cast<LoadInst>(&Number);
  std::string Name = Load ? D.memory(*Load).Name : "";
  if (Name.empty())
    Name = D.nameNear(Number);
  assume(PME_ASSUMPTION_TRIPS_ALIKE,
         (IsStride ? "the stride " : "of all blocks ") + (Name.empty() ? "a number in memory" : "'" + Name + "'"));
  return symbol("alike " + D.key(Load ? *Load->getPointerOperand() : Number), Name.empty() ? "stride" : Name,
                std::nullopt, &Number);
}

// Where a stride is read, or all blocks are taken to be alike.
std::optional<Polynomial> ExpressionReader::alike(const Instruction &Number) {
  return AsStride || (BlocksAlike && isOfBlock(Number)) ? alikeOfBlocks(Number, AsStride) : std::nullopt;
}
