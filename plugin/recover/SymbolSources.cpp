//===- SymbolSources.cpp - where the compiled module has the values of symbols -------===//

#include "SymbolSources.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/clone/CommonBlocks.h"
#include "plugin/names/Names.h"
#include "plugin/names/PackedArguments.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

// Whether all that the function returns is this value, as it is or of another width.
static bool returns(const Function &F, const Instruction &Value) {
  bool Found = false;
  for (const BasicBlock &Block : F)
    if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator())) {
      const llvm::Value *Result = Return->getReturnValue();
      while (auto *Cast = dyn_cast_or_null<CastInst>(Result))
        Result = Cast->getOperand(0);
      if (Result != &Value)
        return false;
      Found = true;
    }
  return Found;
}

// A small function (atoi of a header) is inlined where it is called: there each call has a value of its own, which the
// place tells. Null when the value is not that of a call, or the place is not known.
static const Instruction *callThatReturns(const Instruction &Source, const Value &Inlined) {
  auto *Copy = dyn_cast<Instruction>(&Inlined);
  const DILocation *At = Copy && Copy->getDebugLoc() ? Copy->getDebugLoc()->getInlinedAt() : nullptr;
  const Function &Callee = *Source.getFunction();
  if (!At || !returns(Callee, Source))
    return nullptr;
  const CallBase *Result = nullptr;
  for (const User *U : Callee.users()) {
    auto *Call = dyn_cast<CallBase>(U);
    DebugLoc Place = Call ? Call->getDebugLoc() : DebugLoc();
    if (!Place || Call->getCalledOperand() != &Callee || Place.getLine() != At->getLine() ||
        Place.getCol() != At->getColumn() ||
        Place->getScope()->getSubprogram()->getName() != At->getScope()->getSubprogram()->getName())
      continue;
    if (Result)
      return nullptr;
    Result = Call;
  }
  return Result;
}

// A member of an object that the function gets by reference: whoever reads it, an operator in the innermost loop, say.
static bool isMemberOf(const Argument &Object, const LoadInst &Load, int64_t OffsetBytes) {
  uint64_t Bytes = Load.getModule()->getDataLayout().getTypeStoreSize(Load.getType());
  return OffsetBytes >= 0 && OffsetBytes + Bytes <= Object.getDereferenceableBytes();
}

// The variable, object or whatever else is read from, and how far in.
static std::pair<const Value *, int64_t> baseOf(const LoadInst &Load) {
  APInt Offset(64, 0);
  const Value *Base = Load.getPointerOperand()->stripAndAccumulateConstantOffsets(Load.getModule()->getDataLayout(),
                                                                                  Offset, /*AllowNonInbounds=*/true);
  return {Base, Offset.getSExtValue()};
}

// A symbol that is read from a variable of the module, or from a local variable whose address is taken: where no load
// of the original is known to be the one (passes have copied it), the variable itself is.
static void addVariable(const LoadInst &Load, const ValueOrigins &Numbered, const Module &Original,
                        RecoveredSymbol &Result) {
  auto [Base, Offset] = baseOf(Load);
  if (auto *Variable = dyn_cast<GlobalVariable>(Base); Variable && !Variable->isThreadLocal()) {
    OriginalPlace Place = originalPlace(*Variable);
    if (const GlobalVariable *Source = Original.getGlobalVariable(Place.Name, /*AllowInternal=*/true))
      Result.Sources.push_back(Source);
    Offset += static_cast<uint64_t>(Place.OffsetBytes);
  } else if (isa<AllocaInst>(Base)) {
    append_range(Result.Sources, Numbered.of(*Base));
  } else if (auto *Object = dyn_cast<Argument>(Base); Object && isMemberOf(*Object, Load, Offset)) {
    if (const Function *Source = Original.getFunction(Object->getParent()->getName())) {
      Result.Sources.push_back(Source->getArg(Object->getArgNo()));
      Result.IsMember = true;
    }
  }
  Result.OffsetBytes = Offset;
  Result.Bits = Original.getDataLayout().getTypeSizeInBits(Load.getType());
}

// The call of the function itself to which the load is inlined, the only one at its place. Null: there is none.
static const Instruction *callThatReads(const LoadInst &Load, const Function &Source) {
  const DILocation *At = Load.getDebugLoc();
  while (At && At->getInlinedAt())
    At = At->getInlinedAt();
  const Instruction *Result = nullptr;
  for (const Instruction &I : instructions(Source)) {
    DebugLoc Place = At && isa<CallBase>(I) ? I.getDebugLoc() : DebugLoc();
    if (!Place || Place.getLine() != At->getLine() || Place.getCol() != At->getColumn() || Place->getInlinedAt())
      continue;
    if (Result)
      return nullptr;
    Result = &I;
  }
  return Result;
}

// The distance of two pointers, where both are members of one variable or object: of a vector, say.
static void addDistance(const NestSymbol &Symbol, const ValueOrigins &Numbered, const Module &Original,
                        const Function &Source, RecoveredSymbol &Result) {
  auto *End = dyn_cast_or_null<LoadInst>(Symbol.End), *Begin = dyn_cast_or_null<LoadInst>(Symbol.Begin);
  if (!End || !Begin || Symbol.UnitBytes <= 0 || baseOf(*End).first != baseOf(*Begin).first)
    return;
  addVariable(*End, Numbered, Original, Result);
  Result.BeginOffsetBytes = baseOf(*Begin).second;
  Result.UnitBytes = Symbol.UnitBytes;
  Result.ReadBy = callThatReads(*End, Source);
}

// The call of the original that the construct was read from: the only one of these at its place.
static const Instruction *callOf(const Construct &Known, const Module &Original, ArrayRef<RuntimeAction> Actions) {
  const Function *F = Original.getFunction(Known.Function);
  const Instruction *Result = nullptr;
  if (!F || !Known.Place)
    return nullptr;
  for (const Instruction &I : instructions(*F)) {
    DebugLoc Place = I.getDebugLoc();
    if (!is_contained(Actions, runtimeAction(I)) || !Place || Place.getLine() != Known.Place.getLine() ||
        Place.getCol() != Known.Place.getCol())
      continue;
    if (Result)
      return nullptr;
    Result = &I;
  }
  return Result;
}

static void addInstructions(const Value &OfClone, const ValueOrigins &Numbered, RecoveredSymbol &Result) {
  for (const Instruction *Source : Numbered.of(OfClone)) {
    const Instruction *Call = callThatReturns(*Source, OfClone);
    if (const Value *At = Call ? Call : Source; !is_contained(Result.Sources, At))
      Result.Sources.push_back(At);
  }
}

// The local variable of this name, if there is one alone.
static const AllocaInst *localNamed(StringRef Name, const Function &F) {
  const AllocaInst *Found = nullptr;
  for (const Instruction &I : instructions(F)) {
    auto *Local = dyn_cast<AllocaInst>(&I);
    const DILocalVariable *Variable = Local ? declaredVariable(*const_cast<AllocaInst *>(Local)) : nullptr;
    if (!Variable || Variable->getName() != Name)
      continue;
    if (Found)
      return nullptr;
    Found = Local;
  }
  return Found;
}

static bool isInHeader(const PHINode &Phi) {
  DominatorTree Tree(*const_cast<Function *>(Phi.getFunction()));
  return LoopInfo(Tree).isLoopHeader(Phi.getParent());
}

static bool isFork(const Instruction &I) {
  RuntimeAction Action = runtimeAction(I);
  return Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf;
}

// The loop that alone changes a variable once it has its first value; null: others do, or nobody knows who does.
static const Loop *loopThatChanges(const AllocaInst &Local, const DominatorTree &Tree, const LoopInfo &Loops) {
  const Loop *Found = nullptr;
  SmallVector<const BasicBlock *, 2> Outside;
  for (const User *U : Local.users()) {
    auto *I = cast<Instruction>(U);
    if (isa<LoadInst>(I) || I->isLifetimeStartOrEnd() || isFork(*I))
      continue;
    if (!isa<StoreInst>(I) || I->getOperand(0) == &Local)
      return nullptr;
    const Loop *Around = Loops.getLoopFor(I->getParent());
    Around = Around ? Around->getOutermostLoop() : nullptr;
    if (!Around)
      Outside.push_back(I->getParent());
    else if (Found && Found != Around)
      return nullptr;
    Found = Around ? Around : Found;
  }
  bool IsFirst =
      Found && all_of(Outside, [&](const BasicBlock *Block) { return Tree.dominates(Block, Found->getHeader()); });
  return IsFirst ? Found : nullptr;
}

// What a loop leaves behind in a local variable, the number of all elements where each row has added its own: wherever it
// is read behind that loop, or given to a region.
static void addLeftBehind(const PHINode &Left, StringRef Name, const Function &Source, RecoveredSymbol &Result) {
  const AllocaInst *Local = isInHeader(Left) ? nullptr : localNamed(Name.split('@').first, Source);
  if (!Local)
    return;
  DominatorTree Tree(const_cast<Function &>(Source));
  LoopInfo Loops(Tree);
  const Loop *Changes = loopThatChanges(*Local, Tree, Loops);
  for (const User *U : Local->users()) {
    auto *I = cast<Instruction>(U);
    if (!Changes || Loops.getLoopFor(I->getParent()) || !Tree.dominates(Changes->getHeader(), I->getParent()))
      continue;
    if (isa<LoadInst>(I))
      Result.Sources.push_back(I);
    else if (isFork(*I) && !is_contained(Result.Sources, Local)) {
      Result.Sources.push_back(Local); // is read in front of the region
      Result.Bits = Source.getDataLayout().getTypeSizeInBits(Local->getAllocatedType());
    }
  }
}

// Where the module that is compiled has the value of a symbol. The program keeps only symbols that it needs.
static RecoveredSymbol describeSymbol(const NestSymbol &Symbol, const ValueOrigins &Numbered, const Module &Original,
                                      const Function &Source, const Markers &M) {
  RecoveredSymbol Result;
  Result.Name = Symbol.Name;
  Result.RoundsOf = Symbol.RoundsOf;
  Result.LengthOf = Symbol.LengthOf;
  if (Symbol.LastOf >= 0)
    Result.LastOf = callOf(M.Constructs[Symbol.LastOf], Original, {RuntimeAction::StaticInit});
  if (!Symbol.Source && Symbol.Stride && Symbol.UnitBytes > 0) {
    addInstructions(*Symbol.Stride, Numbered, Result);
    Result.Divisor = Symbol.UnitBytes;
    return Result;
  }
  if (!Symbol.Source) {
    addDistance(Symbol, Numbered, Original, Source, Result);
    return Result;
  }
  if (auto *Call = dyn_cast<CallInst>(Symbol.Source))
    if (auto Marked = M.read(*const_cast<CallInst *>(Call))) {
      Result.RoundsAround = callOf(M.Constructs[Marked->Id], Original, {RuntimeAction::Fork, RuntimeAction::ForkIf});
      return Result;
    }
  auto *A = dyn_cast<Argument>(Symbol.Source);
  if (auto Part = argumentPart(*Symbol.Source)) {
    A = Part->Whole;
    Result.Shift = Part->Shift;
    Result.Bits = Part->Bits;
  }
  if (A) {
    Result.Sources.push_back(Source.getArg(A->getArgNo()));
    return Result;
  }
  addInstructions(*Symbol.Source, Numbered, Result);
  for (const Value *Same : Symbol.Same)
    addInstructions(*Same, Numbered, Result);
  if (auto *Load = dyn_cast<LoadInst>(Symbol.Source); Load && Load->getType()->isIntegerTy())
    addVariable(*Load, Numbered, Original, Result);
  if (auto *Left = dyn_cast<PHINode>(Symbol.Source); Left && Result.Sources.empty())
    addLeftBehind(*Left, Symbol.Name, Source, Result);
  return Result;
}

std::vector<RecoveredSymbol> pme::describeSymbols(const Nest &N, const pme_program *Program,
                                                  const ValueOrigins &Numbered, const Module &Original,
                                                  const Function &Source, const Markers &M) {
  StringSet<> Needed;
  for (int Id = 0; Id < pme_program_parameter_count(Program); ++Id)
    Needed.insert(pme_program_parameter(Program, Id)->name);
  std::vector<RecoveredSymbol> Result;
  for (const NestSymbol &Symbol : N.Symbols)
    if ((Symbol.Source || Symbol.End || Symbol.Stride || Symbol.RoundsOf || Symbol.LengthOf || Symbol.LastOf >= 0) &&
        Needed.contains(Symbol.Name))
      Result.push_back(describeSymbol(Symbol, Numbered, Original, Source, M));
  return Result;
}
