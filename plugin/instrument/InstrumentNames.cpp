//===- InstrumentNames.cpp - what the source calls the arrays and loops that are traced -===//

#include "InstrumentNames.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace pme;

static std::pair<unsigned, unsigned> startOf(const Loop &L) {
  DebugLoc Start = L.getStartLoc();
  return Start ? std::pair(Start.getLine(), Start.getCol()) : std::pair(0U, 0U);
}

TraceNames::TraceNames(Function &F, const Descriptors &Shapes, SourceText &Text)
    : D(F.getParent()->getDataLayout(), Names, Shapes, Text) {
  Names.collect(F);
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  for (const Loop *L : Loops.getLoopsInPreorder())
    if (std::string Name = counted(*L); !Name.empty())
      Variables.try_emplace(startOf(*L), std::move(Name));
}

/// Pointers that stand for others before one has a name.
static constexpr unsigned MostPointers = 3;

// What a pointer that goes along begins as: from outside of itself.
static const Value *beginOf(const PHINode &Pointer) {
  for (const Value *From : Pointer.incoming_values())
    if (const Value *Base = getUnderlyingObject(From, /*MaxLookup=*/0); Base != &Pointer)
      return Base;
  return nullptr;
}

// Iterators of a library or of the compiler have no name: what they go along is a row of the table that it is read from.
std::string TraceNames::object(const Value &Base, unsigned Left) const {
  std::string Name = D.value(Base).Name;
  if (!Name.empty() || Left == 0)
    return Name;
  if (auto *Pointer = dyn_cast<PHINode>(&Base)) {
    const Value *Begin = beginOf(*Pointer);
    return Begin ? object(*Begin, Left - 1) : "";
  }
  auto *Row = dyn_cast<LoadInst>(&Base);
  std::string Table = Row ? object(*getUnderlyingObject(Row->getPointerOperand(), /*MaxLookup=*/0), Left - 1) : "";
  return Table.empty() ? "" : Table + "[]";
}

// A pointer variable in memory and what it points to want the same name: the latter gets it.
std::string TraceNames::array(const Value &Address) const {
  const Value &Base = *getUnderlyingObject(&Address, /*MaxLookup=*/0);
  auto *Global = dyn_cast<GlobalVariable>(&Base);
  bool IsPointer = Global && Global->getValueType()->isPointerTy();
  std::string Name = object(Base, MostPointers);
  return IsPointer && !Name.empty() ? "&" + Name : Name;
}

// The source's variable is what the loop counts in, or computed from it: clang counts a worksharing loop in a variable
// of its own.
std::string TraceNames::counted(const Loop &L) const {
  constexpr unsigned MostValues = 16;
  SmallVector<const Value *, MostValues> Values;
  for (const PHINode &Phi : L.getHeader()->phis())
    if (Phi.getType()->isIntegerTy())
      Values.push_back(&Phi);
  for (unsigned I = 0; I < Values.size(); ++I) {
    if (const DILocalVariable *Variable = Names.variableOfUser(*Values[I]))
      return Variable->getName().str();
    for (const User *U : Values[I]->users())
      if (auto *Step = dyn_cast<Instruction>(U); Step && (Step->isBinaryOp() || Step->isCast()) && L.contains(Step) &&
                                                 Values.size() < MostValues && !is_contained(Values, Step))
        Values.push_back(Step);
  }
  // A list has no counter: what it goes along.
  for (const PHINode &Phi : L.getHeader()->phis())
    if (const DILocalVariable *Variable = Names.variableOfUser(Phi); Variable && Phi.getType()->isPointerTy())
      return Variable->getName().str();
  return "";
}

std::string TraceNames::variable(const Loop &L) const {
  auto Known = Variables.find(startOf(L));
  return Known != Variables.end() && Known->first.first ? Known->second : counted(L);
}
