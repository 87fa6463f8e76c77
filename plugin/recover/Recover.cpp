//===- Recover.cpp - OpenMP nests of a module as pme_programs ------------------------===//

#include "Recover.h"
#include "ExclusiveWays.h"
#include "RecoverNest.h"
#include "plugin/base/LambdaCalls.h"
#include "plugin/base/Leagues.h"
#include "plugin/base/Markers.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/cleanup/Cleanup.h"
#include "plugin/clone/ConstantArguments.h"
#include "plugin/clone/HiddenAccesses.h"
#include "plugin/clone/Inline.h"
#include "plugin/clone/ModuleClone.h"
#include "plugin/clone/PointerOrigins.h"
#include "plugin/clone/Serialise.h"
#include "plugin/clone/SourceAccesses.h"
#include "plugin/clone/ValueOrigins.h"
#include "plugin/names/LoopVariables.h"
#include "plugin/names/Names.h"
#include "plugin/names/PackedArguments.h"
#include "plugin/names/SourceNames.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

using namespace llvm;
using namespace pme;

namespace {

/// Names of local values carry what inlining knows (PrivateName); release compilers drop them otherwise.
class KeepValueNames {
public:
  explicit KeepValueNames(LLVMContext &Context) : Context(Context), Discards(Context.shouldDiscardValueNames()) {
    Context.setDiscardValueNames(false);
  }
  ~KeepValueNames() { Context.setDiscardValueNames(Discards); }

private:
  LLVMContext &Context;
  bool Discards;
};

} // namespace

// Worksharing loops whose code has come into the function.
static SmallVector<int, 8> worksharingLoops(Function &F, const Markers &M) {
  SmallVector<int, 8> Result;
  for (Instruction &I : instructions(F))
    if (auto Found = M.read(I); Found && Found->Kind == MarkerKind::Begin)
      if (M.Constructs[Found->Id].Kind == ConstructKind::Loop && !is_contained(Result, Found->Id))
        Result.push_back(Found->Id);
  return Result;
}

static bool asksForThread(Function &F, const Markers &M) {
  return any_of(instructions(F), [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    return Call && M.isThreadNumber(*Call);
  });
}

// Code outside of regions: a function that starts them is taken to be called by one thread.
static void answerOutside(Function &F, const Markers &M) {
  if (!isOfOneThread(F))
    return;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && (M.isThreadNumber(*Call) || M.isTeamSize(*Call))) {
      Call->replaceAllUsesWith(ConstantInt::get(Call->getType(), M.isTeamSize(*Call)));
      Call->eraseFromParent();
    }
}

// A function without any loop that threads share is not shown, but for one that is asked for with any loop.
static bool holdsShown(const NestNode &Node, bool WithSequential) {
  return Node.Parallel || (WithSequential && Node.Kind == NestKind::Loop) ||
         any_of(Node.Children, [&](auto &Child) { return holdsShown(*Child, WithSequential); });
}

// Names are known now, and passes are faster without debug records.
static void dropDebugRecords(Function &F) {
  for (Instruction &I : instructions(F))
    I.dropDbgRecords();
}

static std::unique_ptr<Nest> recoverFunction(Function &F, Cleanup &Passes, Markers &M, SourceText &Text,
                                             ValueOrigins *Numbered, bool IsLate) {
  SmallVector<int, 8> Expected = worksharingLoops(F, M);
  bool IsSequential = F.hasFnAttribute(SequentialAttribute);
  if (Expected.empty() && !asksForThread(F, M) && !IsSequential)
    return nullptr;
  declareFromSource(F, Text);
  nameAllocations(F);
  plainDescriptors(F);
  Descriptors Shapes;
  Shapes.collect(F);
  if (Numbered)
    Numbered->collect(F);
  if (!IsLate)
    Passes.promoteLocals(F);
  Shapes.refresh();
  ValueNames Names;
  Names.collect(F);
  unpackArguments(F);
  dropDebugRecords(F);
  markAccesses(F, Shapes, M);
  markLoopVariables(Passes.analyses().getResult<LoopAnalysis>(F), Names, M);
  AssumedLoads Assumed;
  if (!IsLate && !isTooLarge(F))
    Passes.simplifyLoops(F, Assumed, M);
  Names.refresh();
  Shapes.refresh();
  Names.setAssumed(Assumed);
  if (std::getenv("PMECACHE_PRINT_IR"))
    F.print(errs());
  auto Result = recoverNest({F, Passes.analyses(), Passes.costs(F), M, Names, Shapes, Text, IsLate}, Expected);
  return Result && holdsShown(Result->Top, IsSequential) ? std::move(Result) : nullptr;
}

/// Longest chain of calls from a region's body that is followed.
static constexpr unsigned MaxCallDepth = 8;

// A body of a region, or what only such bodies call: with -g clang puts one function behind another.
static bool isPartOfBody(const Function &F, unsigned Depth = 0) {
  if (F.hasFnAttribute(BodyAttribute))
    return true;
  return F.hasLocalLinkage() && Depth < MaxCallDepth && !F.use_empty() &&
         all_of(
             F.users(),
             [&](const User *U) {
               auto *Call = dyn_cast<CallBase>(U);
               return Call && Call->getCalledOperand() == &F && isPartOfBody(*Call->getFunction(), Depth + 1);
             });
}

// An internal function with an orphaned loop whose calls have all been inlined: its loop is shown there. What is called
// by functions that are not recovered, or could not be inlined, stands for itself.
static bool isElsewhere(const Function &Root, const Module &Original, ArrayRef<Function *> Roots) {
  const Function *Source = Original.getFunction(Root.getName());
  if (Root.hasFnAttribute(ForLambdaAttribute))
    return Root.use_empty();
  bool Inlined = Root.hasLocalLinkage() && (Root.use_empty() || isPartOfBody(Root));
  if (Root.hasFnAttribute(ForksAttribute) || !Inlined || !Source || Source->use_empty())
    return false;
  return all_of(Source->users(), [&](const User *U) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->getCalledOperand() != Source)
      return false;
    const Function *Caller = Root.getParent()->getFunction(Call->getFunction()->getName());
    return Caller && (is_contained(Roots, Caller) || isPartOfBody(*Caller));
  });
}

// A template has as many functions as instances, all with the same loops. Where the time for a unit is used up, one of each
// is to have an answer: the first of each place of the source comes before all others. How many of these there are.
static size_t putInstancesLast(std::vector<Function *> &Roots) {
  std::set<std::tuple<StringRef, StringRef, unsigned>> Seen;
  auto Others = std::stable_partition(Roots.begin(), Roots.end(), [&](const Function *Root) {
    const DISubprogram *Source = Root->getSubprogram();
    return !Source || Seen.insert({Source->getDirectory(), Source->getFilename(), Source->getLine()}).second;
  });
  return static_cast<size_t>(Others - Roots.begin());
}

/// Roots of a unit whose time may be used up.
static constexpr size_t ManyRoots = 64;

// Of many functions short ones come first, so that a large one does not take the time of all.
static void putShortFirst(std::vector<Function *> &Shown) {
  size_t FirstCount = putInstancesLast(Shown);
  if (Shown.size() >= ManyRoots)
    std::stable_sort(
        Shown.begin(), Shown.begin() + static_cast<std::ptrdiff_t>(FirstCount),
        [](const Function *A, const Function *B) { return A->getInstructionCount() < B->getInstructionCount(); });
}

/// Of the time for a unit: more instances of what has been inlined once are left then, with a reason.
static constexpr double ShareForInstances = 0.3;

using FunctionSet = SmallPtrSet<const Function *, 8>;

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

// A symbol that is read from a variable of the module, or from a local variable whose address is taken: where no load
// of the original is known to be the one (passes have copied it), the variable itself is.
static void addVariable(const NestSymbol &Symbol, const ValueOrigins &Numbered, const Module &Original,
                        RecoveredSymbol &Result) {
  auto *Load = dyn_cast<LoadInst>(Symbol.Source);
  if (!Load || !Load->getType()->isIntegerTy())
    return;
  APInt Offset(64, 0);
  const Value *Base = Load->getPointerOperand()->stripAndAccumulateConstantOffsets(Original.getDataLayout(), Offset,
                                                                                   /*AllowNonInbounds=*/true);
  if (auto *Variable = dyn_cast<GlobalVariable>(Base); Variable && !Variable->isThreadLocal()) {
    if (const GlobalVariable *Source = Original.getGlobalVariable(Variable->getName(), /*AllowInternal=*/true))
      Result.Sources.push_back(Source);
  } else if (isa<AllocaInst>(Base)) {
    append_range(Result.Sources, Numbered.of(*Base));
  } else if (auto *Object = dyn_cast<Argument>(Base); Object && isMemberOf(*Object, *Load, Offset.getSExtValue())) {
    if (const Function *Source = Original.getFunction(Object->getParent()->getName())) {
      Result.Sources.push_back(Source->getArg(Object->getArgNo()));
      Result.IsMember = true;
    }
  }
  Result.OffsetBytes = Offset.getSExtValue();
  Result.Bits = Load->getType()->getIntegerBitWidth();
}

// The fork of the original that starts the region: the only one at its place.
static const Instruction *forkOf(const Construct &Region, const Module &Original) {
  const Function *F = Original.getFunction(Region.Function);
  const Instruction *Result = nullptr;
  if (!F || !Region.Place)
    return nullptr;
  for (const Instruction &I : instructions(*F)) {
    RuntimeAction Action = runtimeAction(I);
    DebugLoc Place = I.getDebugLoc();
    if ((Action != RuntimeAction::Fork && Action != RuntimeAction::ForkIf) || !Place ||
        Place.getLine() != Region.Place.getLine() || Place.getCol() != Region.Place.getCol())
      continue;
    if (Result)
      return nullptr;
    Result = &I;
  }
  return Result;
}

// Where the module that is compiled has the value of a symbol. The program keeps only symbols that it needs.
static RecoveredSymbol describeSymbol(const NestSymbol &Symbol, const ValueOrigins &Numbered, const Module &Original,
                                      const Markers &M) {
  RecoveredSymbol Result;
  Result.Name = Symbol.Name;
  if (auto *Call = dyn_cast<CallInst>(Symbol.Source))
    if (auto Marked = M.read(*const_cast<CallInst *>(Call))) {
      Result.RoundsAround = forkOf(M.Constructs[Marked->Id], Original);
      return Result;
    }
  auto *A = dyn_cast<Argument>(Symbol.Source);
  if (auto Part = argumentPart(*Symbol.Source)) {
    A = Part->Whole;
    Result.Shift = Part->Shift;
    Result.Bits = Part->Bits;
  }
  if (A) {
    if (const Function *Source = Original.getFunction(A->getParent()->getName()))
      Result.Sources.push_back(Source->getArg(A->getArgNo()));
    return Result;
  }
  for (const Instruction *Source : Numbered.of(*Symbol.Source)) {
    const Instruction *Call = callThatReturns(*Source, *Symbol.Source);
    Result.Sources.push_back(Call ? Call : Source);
  }
  addVariable(Symbol, Numbered, Original, Result);
  return Result;
}

static std::vector<RecoveredSymbol> describeSymbols(const Nest &N, const pme_program *Program,
                                                    const ValueOrigins &Numbered, const Module &Original,
                                                    const Markers &M) {
  StringSet<> Needed;
  for (int Id = 0; Id < pme_program_parameter_count(Program); ++Id)
    Needed.insert(pme_program_parameter(Program, Id)->name);
  std::vector<RecoveredSymbol> Result;
  for (const NestSymbol &Symbol : N.Symbols)
    if (Symbol.Source && Needed.contains(Symbol.Name))
      Result.push_back(describeSymbol(Symbol, Numbered, Original, M));
  return Result;
}

// What a run is to measure: what could not be read, or is not the same each time.
static bool hasReason(const NestNode &Node) {
  return !Node.Reasons.empty() || any_of(Node.Assumptions, [](const NestAssumption &A) { return A.RunTells; }) ||
         any_of(Node.Children, [](auto &Child) { return hasReason(*Child); });
}

// In which functions the constructs stand that hold a reason. A reason outside of all constructs concerns none.
static void collectRefused(const NestNode &Node, const Markers &M, std::vector<std::string> &Bodies) {
  if (Node.Construct >= 0 && hasReason(Node))
    if (const std::string &Body = M.Constructs[Node.Construct].Function;
        M.Constructs[Node.Construct].Kind != ConstructKind::Region && !is_contained(Bodies, Body))
      Bodies.push_back(Body);
  for (auto &Child : Node.Children)
    collectRefused(*Child, M, Bodies);
}

using SourceOfRoot = std::map<const Function *, const Function *>;

static SourceOfRoot sourcesOf(ArrayRef<Function *> Roots, const Module &Original) {
  SourceOfRoot Result;
  for (const Function *Root : Roots)
    Result[Root] = Original.getFunction(Root->getName());
  return Result;
}

// Puts the ways of each root behind all roots.
static SourceOfRoot withWays(std::vector<Function *> &Roots, const Module &Original, const Markers &M,
                             const FunctionSet &Late) {
  SourceOfRoot Result = sourcesOf(Roots, Original);
  for (size_t I = 0, Count = Roots.size(); I < Count; ++I) {
    if (Late.contains(Roots[I]))
      continue;
    for (Function *Way : separateWays(*Roots[I], M)) {
      Result[Way] = Result[Roots[I]];
      Roots.push_back(Way);
    }
  }
  return Result;
}

static std::vector<std::pair<std::string, std::string>> plainNames(const Nest &N) {
  std::vector<std::pair<std::string, std::string>> Result;
  for (const NestSymbol &Symbol : N.Symbols)
    if (!Symbol.PlainName.empty() && Symbol.PlainName != Symbol.Name)
      Result.push_back({Symbol.PlainName, Symbol.Name});
  return Result;
}

using InlinedByRoot = std::map<const Function *, InlinedFunctions>;

// `Late`: the roots that there is no time for.
static InlinedByRoot inlineAll(std::vector<Function *> &Roots, const Markers &M, const UnitClock &Clock,
                               FunctionSet &Late) {
  InlinedByRoot Result;
  size_t FirstCount = putInstancesLast(Roots);
  for (size_t I = 0; I < Roots.size(); ++I) {
    bool IsLate = I < FirstCount ? Clock.isOverForRecovery() : Clock.isOver(ShareForInstances);
    if (IsLate)
      Late.insert(Roots[I]);
    answerOutside(*Roots[I], M);
    Result[Roots[I]] = inlineCallees(*Roots[I], IsLate);
  }
  return Result;
}

// What came in with a function that had come into it before has come, too.
static bool holds(const InlinedByRoot &Inlined, const Function *Root, const Function *Callee, unsigned Depth = 0) {
  auto Found = Inlined.find(Root);
  if (Found == Inlined.end() || Depth == MaxCallDepth)
    return false;
  return Found->second.contains(Callee) || any_of(Found->second, [&](const Function *Between) {
           return Between != Root && holds(Inlined, Between, Callee, Depth + 1);
         });
}

// Of functions and their ways, by what they are in the module that is compiled.
static void noteInlined(std::vector<RecoveredFunction> &Functions, const InlinedByRoot &Inlined,
                        const SourceOfRoot &Sources) {
  std::map<const Function *, const Function *> RootOf;
  for (const auto &[Root, Callees] : Inlined)
    if (auto Source = Sources.find(Root); Source != Sources.end())
      RootOf[Source->second] = Root;
  for (RecoveredFunction &F : Functions)
    for (const RecoveredFunction &Other : Functions)
      if (F.Source != Other.Source && holds(Inlined, RootOf[Other.Source], RootOf[F.Source]))
        F.InlinedIn.push_back(Other.Name);
}

static void serialiseAll(ModuleClone &Clone, Cleanup &Passes, SourceText &Text, Markers &M) {
  for (Function &F : *Clone.Module)
    if (!F.isDeclaration()) {
      Passes.prepare(F);
      declareFromSource(F, Text);
      serialise(F, M);
    }
  for (Function &F : *Clone.Module)
    if (!F.isDeclaration())
      Passes.shorten(F, !is_contained(Clone.Roots, &F) && !Clone.Bodies.contains(&F));
}

// Remarks are emitted on functions of the clone, and need no more of them than a first block: what they hold goes back
// before answers take their memory.
static void dropCode(Module &Clone) {
  for (Function &F : Clone) {
    if (F.isDeclaration())
      continue;
    SmallVector<std::pair<unsigned, MDNode *>, 4> Attached;
    F.getAllMetadata(Attached);
    F.deleteBody();
    for (auto [Kind, Node] : Attached)
      F.addMetadata(Kind, *Node);
    new UnreachableInst(F.getContext(), BasicBlock::Create(F.getContext(), "", &F));
  }
}

RecoveredModule pme::recoverModule(const Module &Original, const UnitClock &Clock, RecoveryRequest Request,
                                   CostsOfFunction CostsOf) {
  RecoveredModule Result;
  bool WithSymbols = Request.WithSymbols;
  if (!hasWorksharing(Original) && !Request.WithSequential)
    return Result;
  KeepValueNames Keep(Original.getContext());
  ValueOrigins Numbered;
  ModuleClone Clone = cloneForRecovery(Original, WithSymbols ? &Numbered : nullptr, Request.WithSequential);
  noteConstantArguments(Original, Clone.Roots);
  notePointerOrigins(Original, Clone.Roots);
  Markers M(*Clone.Module);
  markHiddenAccesses(Clone, M);
  Cleanup Passes(std::move(CostsOf));
  SourceText Text;
  markLeagues(*Clone.Module);
  serialiseAll(Clone, Passes, Text, M);
  FunctionSet Late;
  InlinedByRoot Inlined = inlineAll(Clone.Roots, M, Clock, Late);
  std::vector<Function *> Shown;
  copy_if(Clone.Roots, std::back_inserter(Shown),
          [&](const Function *Root) { return !isElsewhere(*Root, Original, Clone.Roots); });
  putShortFirst(Shown);
  // What is measured is measured in all arms.
  auto Sources = WithSymbols ? sourcesOf(Shown, Original) : withWays(Shown, Original, M, Late);
  for (Function *Root : Shown) {
    bool IsLate = Late.contains(Root) || Clock.isOverForRecovery();
    auto Nest = recoverFunction(*Root, Passes, M, Text, WithSymbols ? &Numbered : nullptr, IsLate);
    Passes.forget(*Root);
    if (Nest) {
      std::vector<DebugLoc> Places;
      ProgramHandle Program(writeProgram(*Nest, &Places));
      if (!Program)
        continue;
      std::vector<RecoveredSymbol> Symbols;
      std::vector<std::string> Refused;
      if (WithSymbols) {
        Symbols = describeSymbols(*Nest, Program.get(), Numbered, Original, M);
        collectRefused(Nest->Top, M, Refused);
      }
      Result.Functions.push_back({Root->getName().str(),
                                  std::move(Program),
                                  Sources[Root],
                                  Root,
                                  std::move(Places),
                                  std::move(Symbols),
                                  plainNames(*Nest),
                                  std::move(Refused),
                                  {}});
    }
  }
  noteInlined(Result.Functions, Inlined, Sources);
  dropCode(*Clone.Module);
  Result.Clone = std::move(Clone.Module);
  return Result;
}
