//===- InstrumentValues.cpp - recording the values of symbols ------------------------===//

#include "InstrumentValues.h"
#include "InstrumentBorders.h"
#include "InstrumentInline.h"
#include "InstrumentRounds.h"
#include "InstrumentTrace.h"
#include "plugin/base/LLVMCompat.h"
#include "plugin/base/RuntimeCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace pme;

namespace {

/// How well a place suits for recording, best first.
enum class Suits { Argument, Straight, InLoop, Variable, Rounds, MeanRounds, MeanLength, MeanLast, InCallee, No };

/// Loops of the functions of the module that is compiled.
class LoopsOf {
public:
  const LoopInfo &of(const Function &F) {
    auto &Known = Found[&F];
    if (!Known) {
      DominatorTree Tree(const_cast<Function &>(F));
      Known = std::make_unique<LoopInfo>(Tree);
    }
    return *Known;
  }
  const Loop *around(const Instruction &I) { return of(*I.getFunction()).getLoopFor(I.getParent()); }
  bool isInLoop(const Instruction &I) { return around(I) != nullptr; }

private:
  DenseMap<const Function *, std::unique_ptr<LoopInfo>> Found;
};

// A body of a region or the function itself. Small functions that it calls may run in the innermost loop.
bool isBodyOf(const Function &F, const Function &Root) {
  if (&F == &Root)
    return true;
  return F.hasLocalLinkage() && F.getName().contains("omp_outlined") ? true : F.getName().contains("omp_par");
}

SmallVector<CallBase *, 4> forksOf(const Function &Root) {
  SmallVector<CallBase *, 4> Result;
  for (const Instruction &I : instructions(Root))
    if (RuntimeAction Action = runtimeAction(I); Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf)
      Result.push_back(const_cast<CallBase *>(cast<CallBase>(&I)));
  return Result;
}

// A region gets the local variables of the source by address. Before other regions the variable may not have a value.
bool takes(const CallBase &Fork, const Value &Variable) {
  return !isa<AllocaInst>(Variable) || is_contained(Fork.args(), &Variable);
}

Suits suits(const Value &Source, const RecoveredSymbol &Symbol, const Function &Root, LoopsOf &Loops) {
  if (isa<llvm::Argument>(Source))
    return Source.getType()->isIntegerTy() ? Suits::Argument : Symbol.IsMember ? Suits::Variable : Suits::No;
  if (isa<GlobalVariable>(Source))
    return Suits::Variable;
  if (auto *Local = dyn_cast<AllocaInst>(&Source))
    return Local->isStaticAlloca() && any_of(forksOf(Root), [&](const CallBase *Fork) { return takes(*Fork, *Local); })
               ? Suits::Variable
               : Suits::No;
  auto *I = dyn_cast<Instruction>(&Source);
  if (!I || isa<InvokeInst>(I) || I->isTerminator())
    return Suits::No;
  if (!isBodyOf(*I->getFunction(), Root))
    return I->getFunction()->isDeclarationForLinker() ? Suits::No : Suits::InCallee;
  return Loops.isInLoop(*I) ? Suits::InLoop : Suits::Straight;
}

struct Place {
  Suits How = Suits::No;
  const Value *Source = nullptr;
  SmallVector<std::pair<Suits, const Value *>, 4> Instructions = {}; ///< of bodies, all that compute the value
  CountedLoop Counted = {};
  const Value *Object = nullptr; ///< not null: the member of it is recorded as well
};

// A loop that the function comes to once: how often its end is passed is how often it goes round.
Place placeOfRounds(const Instruction &Fork, const Function &Root, LoopsOf &Loops) {
  const Loop *Around = Fork.getFunction() == &Root ? Loops.around(Fork) : nullptr;
  const BasicBlock *End = Around && !Around->getParentLoop() ? Around->getLoopLatch() : nullptr;
  return End ? Place{Suits::Rounds, End->getTerminator()} : Place{};
}

// A loop that is entered again and again, as often as data says: the mean is what tells how much is done in all.
Place placeOfMean(const DebugLoc &At, const Module &M, LoopsOf &Loops) {
  const Function *F = functionAt(At, M);
  const Loop *L = F && !F->isDeclarationForLinker() ? loopAt(At, Loops.of(*F)) : nullptr;
  CountedLoop Counted = L ? countedLoop(*L) : CountedLoop();
  return Counted.F ? Place{Suits::MeanRounds, nullptr, {}, std::move(Counted)} : Place{};
}

Place placeOfLength(const DebugLoc &At, const Module &M) {
  const Function *F = functionAt(At, M);
  const Instruction *Copy = F && !F->isDeclarationForLinker() ? copyAt(At, *F) : nullptr;
  return Copy ? Place{Suits::MeanLength, Copy} : Place{};
}

bool isMean(Suits How) { return How == Suits::MeanRounds || How == Suits::MeanLength || How == Suits::MeanLast; }

bool isInBody(Suits How) { return How == Suits::Straight || How == Suits::InLoop; }

// The best place, of equal ones the first. Whether a run comes to an instruction is not known: all in bodies record.
Place anyPlaceOf(const RecoveredSymbol &Symbol, const Function &Root, LoopsOf &Loops) {
  if (Symbol.RoundsAround)
    if (Place Once = placeOfRounds(*Symbol.RoundsAround, Root, Loops); Once.How != Suits::No)
      return Once;
  if (Symbol.RoundsOf)
    return placeOfMean(Symbol.RoundsOf, *Root.getParent(), Loops);
  if (Symbol.LengthOf)
    return placeOfLength(Symbol.LengthOf, *Root.getParent());
  if (Symbol.LastOf)
    return isBodyOf(*Symbol.LastOf->getFunction(), Root) ? Place{Suits::MeanLast, Symbol.LastOf} : Place{};
  Place Best;
  for (const Value *Source : Symbol.Sources) {
    Suits How = suits(*Source, Symbol, Root, Loops);
    if (isInBody(How))
      Best.Instructions.push_back({How, Source});
    if (How < Best.How) {
      Best.How = How;
      Best.Source = Source;
    }
  }
  if (Symbol.IsMember && Symbol.Sources.size() > 2 && isInBody(Best.How))
    for (const Value *Source : Symbol.Sources)
      if (suits(*Source, Symbol, Root, Loops) == Suits::Variable)
        Best.Object = Source;
  return Best;
}

Place placeOf(const RecoveredSymbol &Symbol, const Function &Root, LoopsOf &Loops, bool IsTraced) {
  Place Found = anyPlaceOf(Symbol, Root, Loops);
  bool IsLeft = IsTraced && (isMean(Found.How) || Found.How == Suits::InCallee);
  return IsLeft ? Place{} : Found;
}

/// Adds the calls for one function.
class Recorder {
public:
  Recorder(Module &M, const FunctionTable &Table, const TableBuilder &Tables)
      : M(M), Table(Table), Tables(Tables), Int64(Type::getInt64Ty(M.getContext())) {
    Callee = M.getOrInsertFunction("__pme_rt_value", Type::getVoidTy(M.getContext()),
                                   PointerType::get(M.getContext(), 0), Int64);
    Means = M.getOrInsertFunction("__pme_rt_rounds", Type::getVoidTy(M.getContext()),
                                  PointerType::get(M.getContext(), 0), Int64, Int64);
    for (FunctionCallee Known : {Callee, Means}) {
      auto *F = cast<Function>(Known.getCallee());
      F->setDoesNotThrow();
      F->setWillReturn();
      F->setOnlyAccessesInaccessibleMemOrArgMem();
    }
  }

  void add(unsigned Index, const Place &Where, const RecoveredSymbol &Symbol, Function &Root) {
    if (Where.Object)
      addAtForks(Index, *Where.Object, Symbol, Root);
    switch (Where.How) {
    case Suits::Argument: {
      IRBuilder<> Builder(&*Root.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      call(Builder, Index, partOf(Builder, const_cast<Value *>(Where.Source), Symbol));
      break;
    }
    case Suits::Straight:
    case Suits::InLoop:
      for (auto [How, Source] : Where.Instructions) {
        Instruction &I = divided(*const_cast<Instruction *>(cast<Instruction>(Source)), Symbol.Divisor);
        How == Suits::InLoop ? addAtEnd(Index, I) : addBehind(Index, I);
      }
      break;
    case Suits::Variable:
      addAtForks(Index, *Where.Source, Symbol, Root);
      break;
    case Suits::Rounds:
      addRounds(Index, *const_cast<Instruction *>(cast<Instruction>(Where.Source)));
      break;
    case Suits::MeanRounds:
      addMean(Index, Where.Counted, Root);
      break;
    case Suits::MeanLength:
      addLength(Index, *const_cast<MemIntrinsic *>(cast<MemIntrinsic>(Where.Source)), Root);
      break;
    case Suits::MeanLast:
      addLast(Index, *const_cast<CallBase *>(cast<CallBase>(Where.Source)));
      break;
    case Suits::InCallee:
      addKept(Index, *const_cast<Instruction *>(cast<Instruction>(Where.Source)));
      break;
    case Suits::No:
      break;
    }
  }

  void addCalls(unsigned Index, Function &Root) {
    IRBuilder<> Builder(&*Root.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    call(Builder, Index, callsValue(Builder, Root));
  }

  // Of the ways that fit, the one that says most.
  Value *callsValue(IRBuilderBase &Builder, Function &Root) {
    std::vector<std::pair<size_t, unsigned>> Order;
    for (auto [Number, Way] : enumerate(Table.Ways))
      Order.push_back({Way.size(), Number});
    sort(Order);
    Value *Result = Builder.getInt64(callsValueOf(0));
    for (auto [Size, Number] : Order) {
      Value *Fits = Builder.getTrue();
      for (auto [First, Other] : Table.Ways[Number])
        Fits = Builder.CreateAnd(Fits, Builder.CreateICmpEQ(Root.getArg(First), Root.getArg(Other)));
      Result = Builder.CreateSelect(Fits, Builder.getInt64(callsValueOf(Number + 1)), Result);
    }
    return Result;
  }

  /// Where bodies of regions end, what was kept for it is told. What other code did before does not count.
  void addFlushes(Function &Root) {
    if (KeptRounds.empty() && KeptValues.empty())
      return;
    std::vector<Function *> Bodies;
    collectBodies(Root, Bodies);
    if (Bodies.empty())
      Bodies.push_back(&Root);
    for (Function *Body : Bodies)
      addFlush(*Body);
  }

private:
  /// Variables of the thread: rounds and entries of a loop, or a value and whether there was one.
  struct Kept {
    unsigned Index;
    GlobalVariable *First, *Second;
  };

  GlobalVariable *keptVariable() {
    return new GlobalVariable(M, Int64, /*isConstant=*/false, GlobalValue::InternalLinkage, ConstantInt::get(Int64, 0),
                              "pmecache.kept", nullptr, GlobalVariable::GeneralDynamicTLSModel);
  }

  // Computed once, where the function starts: what the calls of it may cost is read there first (InstrumentInline.h).
  Value *addressOf(IRBuilderBase &Builder, GlobalVariable *Variable) {
    Function &F = *Builder.GetInsertBlock()->getParent();
    Value *&Known = Addresses[{&F, Variable}];
    if (!Known)
      Known = IRBuilder<>(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()).CreateThreadLocalAddress(Variable);
    return Known;
  }

  void add(IRBuilderBase &Builder, GlobalVariable *Variable, Value *More) {
    Value *Address = addressOf(Builder, Variable);
    Builder.CreateStore(Builder.CreateAdd(Builder.CreateLoad(Int64, Address), More), Address);
  }

  void addMean(unsigned Index, const CountedLoop &Counted, const Function &Root) {
    if (isBodyOf(*Counted.F, Root)) {
      countRounds(Counted, [&](IRBuilderBase &Builder, Value *Rounds, Value *Entries) {
        tellRounds(Builder, Index, Rounds, Entries);
        call(Builder, Index, Builder.getInt64(0)); // what counts where no thread ever entered the loop
      });
      return;
    }
    KeptRounds.push_back({Index, keptVariable(), keptVariable()});
    countRounds(Counted, [&](IRBuilderBase &Builder, Value *Rounds, Value *Entries) {
      add(Builder, KeptRounds.back().First, Rounds);
      add(Builder, KeptRounds.back().Second, Entries);
    });
  }

  void addLength(unsigned Index, MemIntrinsic &Copy, const Function &Root) {
    IRBuilder<> Builder(&Copy);
    Value *Bytes = Builder.CreateZExtOrTrunc(Copy.getLength(), Int64), *Once = Builder.getInt64(1);
    if (isBodyOf(*Copy.getFunction(), Root))
      return tellRounds(Builder, Index, Bytes, Once);
    KeptRounds.push_back({Index, keptVariable(), keptVariable()});
    add(Builder, KeptRounds.back().First, Bytes);
    add(Builder, KeptRounds.back().Second, Once);
  }

  // Of a loop without iterations the last one is -1.
  void addLast(unsigned Index, CallBase &Init) {
    LoopPreparation P(Init);
    IRBuilder<> Builder(&Init);
    Value *Upper = P.bound(Builder, StaticUpper, DispatchUpper);
    Value *Range = Builder.CreateSub(Upper, P.bound(Builder, StaticLower, DispatchLower));
    Value *Step = Builder.CreateIntCast(Init.getArgOperand(StaticIncrement), Int64, /*isSigned=*/true);
    Value *Last = Builder.CreateBinaryIntrinsic(Intrinsic::smax, Builder.CreateSDiv(Range, Step),
                                                ConstantInt::getSigned(Int64, -1));
    tellRounds(Builder, Index, Last, Builder.getInt64(1));
  }

  void tellRounds(IRBuilderBase &Builder, unsigned Index, Value *Rounds, Value *Entries) {
    Builder.SetCurrentDebugLocation(artificialPlace(*Builder.GetInsertBlock()->getParent()));
    Builder.CreateCall(Means, {Tables.symbol(Table, Index), Rounds, Entries});
  }

  // One instruction may read several objects: a value that changes while a body runs is that of none of them.
  void addKept(unsigned Index, Instruction &I) {
    enum : uint64_t { Nothing, OneValue, Several };
    KeptValues.push_back({Index, keptVariable(), keptVariable()});
    IRBuilder<> Builder(behind(I));
    Builder.SetCurrentDebugLocation(DebugLoc());
    Value *Last = addressOf(Builder, KeptValues.back().First), *State = addressOf(Builder, KeptValues.back().Second);
    Value *Now = Builder.CreateSExtOrTrunc(&I, Int64), *Before = Builder.CreateLoad(Int64, State);
    Value *IsFirst = Builder.CreateICmpEQ(Before, Builder.getInt64(Nothing));
    Value *IsSame = Builder.CreateICmpEQ(Now, Builder.CreateLoad(Int64, Last));
    Value *Next = Builder.CreateSelect(IsSame, Before, Builder.getInt64(Several));
    Builder.CreateStore(Builder.CreateSelect(IsFirst, Builder.getInt64(OneValue), Next), State);
    Builder.CreateStore(Now, Last);
  }

  void forget(IRBuilderBase &Builder) {
    for (const std::vector<Kept> *All : {&KeptRounds, &KeptValues})
      for (const Kept &K : *All)
        for (GlobalVariable *Variable : {K.First, K.Second})
          Builder.CreateStore(Builder.getInt64(0), addressOf(Builder, Variable));
  }

  void addFlush(Function &Body) {
    IRBuilder<> Start(&*Body.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    forget(Start);
    for (ReturnInst *Return : returnsOf(Body)) {
      IRBuilder<> Builder(Return);
      for (const Kept &K : KeptRounds)
        tellRounds(Builder, K.Index, Builder.CreateLoad(Int64, addressOf(Builder, K.First)),
                   Builder.CreateLoad(Int64, addressOf(Builder, K.Second)));
      for (const Kept &K : KeptValues)
        addBefore(*Return, K.Index, *Int64, *K.First, *K.Second);
      Builder.SetInsertPoint(Return);
      forget(Builder);
    }
  }

  void call(IRBuilderBase &Builder, unsigned Index, Value *Number) {
    Builder.SetCurrentDebugLocation(artificialPlace(*Builder.GetInsertBlock()->getParent()));
    Builder.CreateCall(Callee, {Tables.symbol(Table, Index), Builder.CreateSExtOrTrunc(Number, Int64)});
  }

  // A member of a struct that comes in one integer.
  static Value *partOf(IRBuilderBase &Builder, Value *Whole, const RecoveredSymbol &Symbol) {
    if (Symbol.Bits >= Whole->getType()->getIntegerBitWidth())
      return Whole;
    return Builder.CreateTrunc(Builder.CreateLShr(Whole, Symbol.Shift), Builder.getIntNTy(Symbol.Bits));
  }

  // A call in a function with debug information needs a place.
  DebugLoc artificialPlace(const Function &F) const {
    DISubprogram *Scope = F.getSubprogram();
    return Scope ? DebugLoc(DILocation::get(M.getContext(), 0, 0, Scope)) : DebugLoc();
  }

  static Instruction &divided(Instruction &I, int64_t By) {
    return By == 1 ? I : *cast<Instruction>(IRBuilder<>(behind(I)).CreateSDiv(&I, ConstantInt::get(I.getType(), By)));
  }

  void addBehind(unsigned Index, Instruction &I) {
    IRBuilder<> Builder(behind(I));
    call(Builder, Index, &I);
  }

  // The last value is kept in a local variable, which optimisation turns into a register. A flag says whether there
  // was one.
  void addAtEnd(unsigned Index, Instruction &I) {
    auto [Last, Seen] = addLocals(*I.getFunction(), *I.getType());
    IRBuilder<> Builder(behind(I));
    Builder.SetCurrentDebugLocation(DebugLoc());
    Builder.CreateStore(&I, Last);
    Builder.CreateStore(Builder.getTrue(), Seen);
    addBeforeReturns(*I.getFunction(), Index, *Last, *Seen);
  }

  void addRounds(unsigned Index, Instruction &End) {
    auto [Count, Seen] = addLocals(*End.getFunction(), *Int64);
    IRBuilder<> Builder(&End);
    Builder.SetCurrentDebugLocation(DebugLoc());
    Builder.CreateStore(Builder.CreateAdd(Builder.CreateLoad(Int64, Count), Builder.getInt64(1)), Count);
    Builder.CreateStore(Builder.getTrue(), Seen);
    addBeforeReturns(*End.getFunction(), Index, *Count, *Seen);
  }

  // A variable, 0 at the start, and whether it was set.
  static std::pair<AllocaInst *, AllocaInst *> addLocals(Function &F, Type &T) {
    IRBuilder<> Builder(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    AllocaInst *Last = Builder.CreateAlloca(&T, nullptr, "pmecache.last");
    AllocaInst *Seen = Builder.CreateAlloca(Builder.getInt1Ty(), nullptr, "pmecache.seen");
    Builder.CreateStore(Constant::getNullValue(&T), Last);
    Builder.CreateStore(Builder.getFalse(), Seen);
    return {Last, Seen};
  }

  void addBeforeReturns(Function &F, unsigned Index, AllocaInst &Last, AllocaInst &Seen) {
    for (ReturnInst *Return : returnsOf(F))
      addBefore(*Return, Index, *Last.getAllocatedType(), Last, Seen);
  }

  Value *loadFrom(IRBuilderBase &Builder, Type &T, Value &Variable) {
    auto *OfThread = dyn_cast<GlobalVariable>(&Variable);
    return Builder.CreateLoad(&T, OfThread ? addressOf(Builder, OfThread) : &Variable);
  }

  // A variable, and one of which the lowest bit says whether it has a value.
  void addBefore(ReturnInst &Return, unsigned Index, Type &T, Value &Last, Value &Seen) {
    BasicBlock *Head = Return.getParent();
    BasicBlock *Tail = Head->splitBasicBlock(Return.getIterator());
    BasicBlock *Record = BasicBlock::Create(M.getContext(), "", Head->getParent(), Tail);
    Head->getTerminator()->eraseFromParent();
    IRBuilder<> Builder(Head);
    Type *SeenType = isa<GlobalVariable>(Seen) ? Int64 : Builder.getInt1Ty();
    Builder.CreateCondBr(Builder.CreateTrunc(loadFrom(Builder, *SeenType, Seen), Builder.getInt1Ty()), Record, Tail);
    Builder.SetInsertPoint(Record);
    call(Builder, Index, loadFrom(Builder, T, Last));
    Builder.CreateBr(Tail);
  }

  // Where the function has read the value, that is told: it may have changed since.
  void addAtForks(unsigned Index, const Value &Variable, const RecoveredSymbol &Symbol, Function &Root) {
    SmallVector<Instruction *, 4> Places;
    copy_if(forksOf(Root), std::back_inserter(Places), [&](auto *Fork) { return takes(*Fork, Variable); });
    if (Places.empty())
      Places.push_back(&*Root.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    auto [Last, Seen] = addLocals(Root, *Int64);
    for (Instruction *Place : Places) {
      IRBuilder<> Builder(Place);
      Value *IsSeen = Builder.CreateLoad(Builder.getInt1Ty(), Seen), *Read = Builder.CreateLoad(Int64, Last);
      call(Builder, Index, Builder.CreateSelect(IsSeen, Read, numberAt(Builder, Variable, Symbol)));
    }
    if (Symbol.ReadBy) {
      IRBuilder<> Builder(const_cast<Instruction *>(Symbol.ReadBy));
      Builder.SetCurrentDebugLocation(DebugLoc());
      Builder.CreateStore(numberAt(Builder, Variable, Symbol), Last);
      Builder.CreateStore(Builder.getTrue(), Seen);
    }
  }

  Value *numberAt(IRBuilderBase &Builder, const Value &Variable, const RecoveredSymbol &Symbol) {
    Value *Number = memberAt(Builder, Variable, Symbol.OffsetBytes, Symbol.Bits);
    if (!Symbol.UnitBytes)
      return Number;
    Value *Begin = memberAt(Builder, Variable, Symbol.BeginOffsetBytes, Symbol.Bits);
    return Builder.CreateSDiv(Builder.CreateSub(Number, Begin), ConstantInt::get(Int64, Symbol.UnitBytes));
  }

  Value *memberAt(IRBuilderBase &Builder, const Value &Variable, int64_t OffsetBytes, unsigned Bits) {
    Value *Address = Builder.CreateConstGEP1_64(Builder.getInt8Ty(), const_cast<Value *>(&Variable), OffsetBytes);
    return Builder.CreateSExtOrTrunc(Builder.CreateAlignedLoad(Builder.getIntNTy(Bits), Address, Align(1)), Int64);
  }

  Module &M;
  const FunctionTable &Table;
  const TableBuilder &Tables;
  Type *Int64;
  FunctionCallee Callee, Means;
  std::vector<Kept> KeptRounds, KeptValues;
  DenseMap<std::pair<const Function *, const GlobalVariable *>, Value *> Addresses;
};

} // namespace

std::vector<std::string> pme::recordableSymbols(const RecoveredFunction &Recovered, bool IsTraced) {
  LoopsOf Loops;
  std::vector<std::string> Result;
  for (const RecoveredSymbol &Symbol : Recovered.Symbols)
    if (placeOf(Symbol, *Recovered.Source, Loops, IsTraced).How != Suits::No)
      Result.push_back(Symbol.Name);
  return Result;
}

void pme::instrumentValues(Module &M, const RecoveredFunction &Recovered, const FunctionTable &Table,
                           const TableBuilder &Tables, bool IsTraced) {
  Recorder Calls(M, Table, Tables);
  // All places are looked for before the first change: loops are those of the source.
  LoopsOf Loops;
  std::vector<std::pair<const RecoveredSymbol *, Place>> Places;
  for (const RecoveredSymbol &Symbol : Recovered.Symbols)
    if (Place Where = placeOf(Symbol, *Recovered.Source, Loops, IsTraced); Where.How != Suits::No)
      Places.push_back({&Symbol, Where});
  InliningCosts Costs;
  for (const auto &[Symbol, Where] : Places) {
    if (Where.Counted.F)
      Costs.remember(*const_cast<Function *>(Where.Counted.F));
    if (auto *I = dyn_cast_or_null<Instruction>(Where.Source))
      Costs.remember(*const_cast<Function *>(I->getFunction()));
  }
  for (auto [Index, Entry] : enumerate(Places))
    Calls.add(Index, Entry.second, *Entry.first, *const_cast<Function *>(Recovered.Source));
  Costs.allowForMore();
  Calls.addFlushes(*const_cast<Function *>(Recovered.Source));
  Calls.addCalls(Places.size(), *const_cast<Function *>(Recovered.Source));
}
