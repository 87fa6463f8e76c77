//===- Recover.cpp - OpenMP nests of a module as pme_programs ------------------------===//

#include "Recover.h"
#include "ExclusiveWays.h"
#include "LoopGroups.h"
#include "NestedTeams.h"
#include "RecoverNest.h"
#include "SymbolSources.h"
#include "plugin/base/LambdaCalls.h"
#include "plugin/base/Leagues.h"
#include "plugin/base/Markers.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/cleanup/Cleanup.h"
#include "plugin/cleanup/LentCounters.h"
#include "plugin/clone/CommonBlocks.h"
#include "plugin/clone/ConstantArguments.h"
#include "plugin/clone/FunctionCopy.h"
#include "plugin/clone/HiddenAccesses.h"
#include "plugin/clone/Inline.h"
#include "plugin/clone/ModuleClone.h"
#include "plugin/clone/PointerOrigins.h"
#include "plugin/clone/RootOrder.h"
#include "plugin/clone/SourceAccesses.h"
#include "plugin/clone/ValueOrigins.h"
#include "plugin/names/LoopVariables.h"
#include "plugin/names/Names.h"
#include "plugin/names/PackedArguments.h"
#include "plugin/names/SourceNames.h"
#include "plugin/serialise/Serialise.h"
#include "plugin/start/SeenBlocks.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdlib>
#include <map>

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

// Loops that are not read, whose iterations are tasks: a construct of each. One task stands for those of a loop.
static SmallVector<int, 4> taskLoops(Function &F, const Markers &M) {
  SmallVector<int, 4> Result;
  std::optional<DominatorTree> Tree;
  std::optional<LoopInfo> Loops;
  SmallPtrSet<const Loop *, 4> Seen;
  for (Instruction &I : instructions(F)) {
    auto Found = M.read(I);
    if (!Found || Found->Kind != MarkerKind::Begin)
      continue;
    ConstructKind Kind = M.Constructs[Found->Id].Kind;
    if (Kind == ConstructKind::Task && !Loops) {
      Tree.emplace(F);
      Loops.emplace(*Tree);
    }
    const Loop *Around = Kind == ConstructKind::Task ? Loops->getLoopFor(I.getParent()) : nullptr;
    bool IsLoop = Kind == ConstructKind::TaskLoop || (Around && Seen.insert(Around).second);
    if (IsLoop && !is_contained(Result, Found->Id))
      Result.push_back(Found->Id);
  }
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

namespace {

/// Reads the functions of one module.
class FunctionReader {
public:
  FunctionReader(Cleanup &Passes, Markers &M, ValueOrigins *Numbered) : Passes(Passes), M(M), Numbered(Numbered) {}

  /// Null: there is nothing to be shown, or it is too large and `MayBeDivided`. `Left`: instructions that may be read.
  std::unique_ptr<Nest> read(Function &F, bool IsLate, unsigned &Left, bool MayBeDivided);
  bool wasTooLarge() const { return WasTooLarge; }
  SourceText &text() { return Text; }

private:
  Cleanup &Passes;
  Markers &M;
  ValueOrigins *Numbered;
  SourceText Text;
  bool WasTooLarge = false;
};

} // namespace

std::unique_ptr<Nest> FunctionReader::read(Function &F, bool IsLate, unsigned &Left, bool MayBeDivided) {
  SmallVector<int, 8> Expected = worksharingLoops(F, M);
  append_range(Expected, taskLoops(F, M));
  bool IsSequential = F.hasFnAttribute(SequentialAttribute);
  WasTooLarge = false;
  answerInNested(F, M);
  if (Expected.empty() && !asksForThread(F, M) && !IsSequential)
    return nullptr;
  declareFromSource(F, Text);
  nameAllocations(F);
  assumeAllocated(F, Text);
  plainDescriptors(F);
  Descriptors Shapes;
  Shapes.collect(F);
  if (Numbered)
    Numbered->collect(F);
  if (any_of(Expected, [&](int Id) { return M.Constructs[Id].Tasks != TaskSplit::None; }))
    Passes.promoteTasks(F);
  std::string TakenEnds = IsLate ? "" : Passes.promoteLocals(F);
  Shapes.refresh();
  std::string TakenShapes = Shapes.makeContiguous(F);
  ValueNames Names;
  Names.collect(F);
  unpackArguments(F);
  dropDebugRecords(F);
  markAccesses(F, Shapes, M);
  markLoopVariables(Passes.analyses().getResult<LoopAnalysis>(F), Names, M);
  AssumedLoads Assumed;
  unsigned Size = F.getInstructionCount();
  WasTooLarge = Size > Left;
  if (WasTooLarge && MayBeDivided && !IsLate)
    return nullptr;
  if (!IsLate && !WasTooLarge) {
    if (keepLentCounters(F, Passes.analyses()))
      Passes.forget(F);
    Passes.simplifyLoops(F, Assumed, M);
    Left -= Size;
  }
  Names.refresh();
  Shapes.refresh();
  Names.setAssumed(Assumed);
  if (std::getenv("PMECACHE_PRINT_IR"))
    F.print(errs());
  auto Result =
      recoverNest({F, Passes.analyses(), Passes.costs(F), M, Names, Shapes, Text, IsLate, WasTooLarge}, Expected);
  if (Result && !TakenShapes.empty())
    Result->Top.Assumptions.push_back({PME_ASSUMPTION_ROWS_CONTIGUOUS, TakenShapes});
  if (Result && !TakenEnds.empty())
    Result->Top.Assumptions.push_back({PME_ASSUMPTION_SET_ALIKE, TakenEnds});
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

// Tasks alone that have come in with another root, which tells of them: in the body of a task that calls the function
// that makes it, in a region that calls it.
static bool repeatsTasks(Function &Root, const Markers &M, ArrayRef<Function *> Roots) {
  if (Root.hasFnAttribute(SequentialAttribute) || asksForThread(Root, M) || !worksharingLoops(Root, M).empty())
    return false;
  SmallVector<int, 4> Tasks = taskLoops(Root, M);
  return !Tasks.empty() && all_of(Tasks, [&](int Id) {
    const std::string &Own = M.Constructs[Id].Function;
    return Own != Root.getName() && any_of(Roots, [&](const Function *Other) { return Other->getName() == Own; });
  });
}

/// Of the time for a unit: more instances of what has been inlined once are left then, with a reason.
static constexpr double ShareForInstances = 0.3;

using FunctionSet = SmallPtrSet<const Function *, 8>;

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
                             const FunctionSet &Late, const RunsOfLoop &Runs, bool KeepWhole) {
  SourceOfRoot Result = sourcesOf(Roots, Original);
  for (size_t I = 0, Count = Roots.size(); I < Count; ++I) {
    const Function *Source = Result[Roots[I]];
    if (!Late.contains(Roots[I]))
      for (Function *Way : waysBeside(*Roots[I], Source, M, Runs, KeepWhole)) {
        Result[Way] = Source;
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
static InlinedByRoot inlineAll(std::vector<Function *> &Roots, unsigned Room, const Markers &M, const UnitClock &Clock,
                               FunctionSet &Late) {
  InlinedByRoot Result;
  size_t FirstCount = putInstancesLast(Roots);
  for (size_t I = 0; I < Roots.size(); ++I) {
    bool IsLate = I < FirstCount ? Clock.isOverForRecovery() : Clock.isOver(ShareForInstances);
    if (IsLate)
      Late.insert(Roots[I]);
    answerOutside(*Roots[I], M);
    Result[Roots[I]] = inlineCallees(*Roots[I], Room, IsLate);
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
      Text.Members.note(F, Text);
      serialise(F, M);
    }
  for (Function &F : *Clone.Module)
    if (!F.isDeclaration())
      Passes.shorten(F, !is_contained(Clone.Roots, &F) && !Clone.Bodies.contains(&F));
}

namespace {

/// From functions of the clone to programs.
class ModuleReader {
public:
  ModuleReader(const Module &Original, Cleanup &Passes, FunctionReader &Reader, Markers &M,
               const ValueOrigins *Numbered)
      : Original(Original), Passes(Passes), Reader(Reader), M(M), Numbered(Numbered) {}

  void read(Function &Root, const Function *Source, bool IsLate);
  std::vector<RecoveredFunction> takeFunctions() { return std::move(Functions); }

private:
  void readGroups(Function &Whole, const Function *Source);
  void add(Function &F, const Function *Source, std::unique_ptr<Nest> Nest);
  void addProgram(Function &F, const Function *Source, Nest &Nest);

  const Module &Original;
  Cleanup &Passes;
  FunctionReader &Reader;
  Markers &M;
  const ValueOrigins *Numbered; ///< null: symbols are not asked for
  std::vector<RecoveredFunction> Functions;
};

} // namespace

// One way of a function may call a value by another name than the function as a whole.
static void addSymbols(RecoveredFunction &Whole, ArrayRef<RecoveredSymbol> OfWay) {
  for (const RecoveredSymbol &Symbol : OfWay)
    if (none_of(Whole.Symbols, [&](const RecoveredSymbol &Known) { return Known.Name == Symbol.Name; }))
      Whole.Symbols.push_back(Symbol);
}

void ModuleReader::addProgram(Function &F, const Function *Source, Nest &Nest) {
  std::vector<DebugLoc> Places;
  ProgramHandle Program(writeProgram(Nest, &Places));
  if (!Program)
    return;
  std::vector<RecoveredSymbol> Symbols;
  std::vector<std::string> Refused;
  if (Numbered) {
    Symbols = describeSymbols(Nest, Program.get(), *Numbered, Original, *Source, M);
    auto Whole = find_if(Functions, [&](const RecoveredFunction &Known) { return Known.Source == Source; });
    if (Whole != Functions.end())
      return addSymbols(*Whole, Symbols);
    collectRefused(Nest.Top, M, Refused);
  }
  Functions.push_back({F.getName().str(),
                       std::move(Program),
                       Source,
                       &F,
                       std::move(Places),
                       std::move(Symbols),
                       plainNames(Nest),
                       std::move(Refused),
                       {}});
}

void ModuleReader::add(Function &F, const Function *Source, std::unique_ptr<Nest> Nest) {
  Passes.forget(F);
  if (Nest)
    addProgram(F, Source, *Nest);
  if (F.use_empty())
    dropCode(F);
}

// As much as of a function that is read at once; loops that there is no room for are listed together.
void ModuleReader::readGroups(Function &Whole, const Function *Source) {
  static constexpr size_t MostGroups = 16;
  static constexpr unsigned LeastLeft = MaxReadInstructions / 8;
  LoopGroups Groups(Whole, M);
  unsigned Left = MaxReadInstructions;
  for (size_t Number = 0; Number < std::max<size_t>(Groups.size(), 1); ++Number) {
    bool IsLast = Number + 1 >= Groups.size() || Left < LeastLeft || Number == MostGroups;
    Function &Group = IsLast ? Whole : *Groups.takeNext();
    add(Group, Source, Reader.read(Group, /*IsLate=*/false, Left, /*MayBeDivided=*/false));
    if (IsLast)
      return;
  }
}

void ModuleReader::read(Function &Root, const Function *Source, bool IsLate) {
  unsigned Left = MaxReadInstructions;
  bool MayBeDivided = !Numbered && !IsLate && Root.getInstructionCount() > Left;
  ValueToValueMapTy Copies;
  Function *Whole = MayBeDivided ? copyFunction(Root, Copies) : nullptr; // as no pass has seen it
  auto Nest = Reader.read(Root, IsLate, Left, MayBeDivided);
  if (Whole && Reader.wasTooLarge()) {
    Passes.forget(Root);
    Whole->takeName(&Root);
    Root.deleteBody();
    return readGroups(*Whole, Source);
  }
  if (Whole)
    Whole->eraseFromParent();
  add(Root, Source, std::move(Nest));
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
  noteConstants(Original, *Clone.Module, Clone.Roots);
  notePointerOrigins(Original, Clone.Roots);
  noteSeenBlocks(Original, Clone.Roots);
  Markers M(*Clone.Module);
  markHiddenAccesses(Clone, M);
  Cleanup Passes(std::move(CostsOf));
  FunctionReader Reader(Passes, M, WithSymbols ? &Numbered : nullptr);
  markLeagues(*Clone.Module);
  serialiseAll(Clone, Passes, Reader.text(), M);
  splitCommonBlocks(*Clone.Module);
  FunctionSet Late;
  InlinedByRoot Inlined = inlineAll(Clone.Roots, roomForCallees(Original), M, Clock, Late);
  std::vector<Function *> Shown;
  copy_if(Clone.Roots, std::back_inserter(Shown),
          [&](const Function *Root) { return !isElsewhere(*Root, Original, Clone.Roots); });
  if (!WithSymbols) // what a run measures has the names of all
    erase_if(Shown, [&, All = Shown](Function *Root) { return repeatsTasks(*Root, M, All); });
  putShortFirst(Shown);
  // What is measured is measured in all arms; the compile that gets the profile asks for the values that it has in each.
  auto Sources = withWays(Shown, Original, M, Late, Request.Runs, /*KeepWhole=*/WithSymbols);
  dropUncalled(*Clone.Module, Shown);
  ModuleReader Functions(Original, Passes, Reader, M, WithSymbols ? &Numbered : nullptr);
  for (Function *Root : Shown)
    Functions.read(*Root, Sources[Root], Late.contains(Root) || Clock.isOverForRecovery());
  Result.Functions = Functions.takeFunctions();
  noteInlined(Result.Functions, Inlined, Sources);
  dropAll(*Clone.Module);
  Result.Clone = std::move(Clone.Module);
  return Result;
}
