//===- TracePass.cpp - plants calls that trace a program's memory accesses -===//
//
// The oracle of recovery: runs at the start of the pipeline, puts small functions of C++'s classes into their callers,
// brings local scalars to registers (SROA), and then puts a call before every load, store and block operation that is
// left, around functions and regions, and at the start and end of worksharing loops. Nothing has been hoisted, merged or
// promoted at this point: what is traced are the accesses of the source. Before that it also plants the values of
// integer variables at each fork and worksharing loop, under their source names, so that the symbols of a recovered
// program find their values.
//
// Shares no code with the plugin that it judges. The sites and the events are those of trace_events.h.
//
//===----------------------------------------------------------------------===//
#include "NamedIntegers.h"
#include "RuntimeCalls.h"
#include "trace_events.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"

// The pass plugin interface moved in LLVM 22.
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#include <map>
#include <set>

using namespace llvm;

namespace {

/// Metadata on loads that this pass added.
constexpr char PlantedMark[] = "pme.trace.planted";

class Tracer {
public:
  explicit Tracer(Module &M);
  bool run();

private:
  void plantValues(Function &F);
  void plantConstructs(Function &F);
  void plantAccesses(Function &F);
  void plantAccess(Instruction &I);
  void plantFunction(Function &F);
  void inlineHelpers(Function &F, std::set<const Function *> &Done);
  void findLocalScalars();
  void findTaskBlock(const CallBase &Allocation);
  bool findScalarMembers(const Value *Formal, const Value *Structure);
  bool isLocalScalar(const Value *Address) const;

  Value *site(const Function &F, const DebugLoc &Place, unsigned Kind, unsigned Flags, uint64_t Bytes, StringRef Name);
  Value *string(StringRef Text);
  void event(IRBuilder<> &B, Value *Site, Value *Number) {
    B.CreateCall(Event, {Site, B.CreateZExtOrTrunc(Number, B.getInt64Ty())});
  }
  void access(IRBuilder<> &B, Instruction &I, unsigned Kind, Value *Address, Type *Accessed);
  void block(IRBuilder<> &B, Instruction &I, unsigned Kind, Value *Address, Value *Bytes);

  Module &M;
  const DataLayout &Layout;
  FunctionCallee Event, Block, Next, Enter, Leave;
  StructType *SiteType;
  std::map<std::string, Value *> Strings;
  /// Arguments of outlined bodies that are addresses of scalars of the host.
  std::set<const Value *> ScalarArguments;
  /// flang hands on one structure of such addresses: the argument, and where in it.
  std::set<std::pair<const Value *, int64_t>> ScalarMembers;
};

} // namespace

Tracer::Tracer(Module &M) : M(M), Layout(M.getDataLayout()) {
  LLVMContext &C = M.getContext();
  Type *Void = Type::getVoidTy(C), *Pointer = PointerType::getUnqual(C);
  Type *Int32 = Type::getInt32Ty(C), *Int64 = Type::getInt64Ty(C);
  Event = M.getOrInsertFunction("pme_trace_event", Void, Pointer, Int64);
  Block = M.getOrInsertFunction("pme_trace_block", Void, Pointer, Pointer, Int64);
  Next = M.getOrInsertFunction("pme_trace_next", Void, Pointer, Int32);
  Enter = M.getOrInsertFunction("pme_trace_enter", Void, Pointer);
  Leave = M.getOrInsertFunction("pme_trace_leave", Void, Pointer);
  SiteType = StructType::get(C, {Pointer, Pointer, Pointer, Int32, Int32, Int32, Int32, Int32, Int32});
}

Value *Tracer::string(StringRef Text) {
  Value *&Known = Strings[Text.str()];
  if (!Known) {
    Constant *Data = ConstantDataArray::getString(M.getContext(), Text);
    Known = new GlobalVariable(M, Data->getType(), true, GlobalValue::PrivateLinkage, Data, "pme.trace.text");
  }
  return Known;
}

Value *Tracer::site(const Function &F, const DebugLoc &Place, unsigned Kind, unsigned Flags, uint64_t Bytes,
                    StringRef Name) {
  LLVMContext &C = M.getContext();
  StringRef File = Place ? cast<DIScope>(Place.getScope())->getFilename() : "";
  auto Number = [&](uint64_t Value) -> Constant * { return ConstantInt::get(Type::getInt32Ty(C), Value); };
  auto Text = [&](StringRef Value) { return cast<Constant>(string(Value)); };
  Constant *Data = ConstantStruct::get(SiteType, {Text(Name), Text(F.getName()), Text(File), Number(Kind),
                                                  Number(Flags), Number(Bytes), Number(Place ? Place.getLine() : 0),
                                                  Number(Place ? Place.getCol() : 0), Number(0)});
  return new GlobalVariable(M, SiteType, false, GlobalValue::PrivateLinkage, Data, "pme.trace.site");
}

/// Fortran passes every variable by its address.
static bool isOfFortran(const Function &F) {
  const DISubprogram *Program = F.getSubprogram();
  return Program && sys::path::extension(Program->getFilename()).starts_with_insensitive(".f") &&
         F.getName() != "_QQmain";
}

/// An accessor, an operator of an iterator, what C++ has in headers: touches no team, and would pass its callers'
/// variables on by address. Traced as a call, each of those was an access. A loop that is a function of its body (a
/// template that is given a lambda) belongs to who writes the body, fork and all. So are procedures of Fortran.
static bool isHelper(const Function &F) {
  constexpr unsigned MaxInstructions = 2000;
  StringRef Name = F.getName();
  bool Forks = any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    StringRef Name = Call && Call->getCalledFunction() ? Call->getCalledFunction()->getName() : "";
    return Name.starts_with("__kmpc_") && !Name.starts_with("__kmpc_threadprivate") &&
           Name != "__kmpc_global_thread_num";
  });
  bool TakesLambda = Name.contains("$_") || Name.contains("Ul");
  bool IsOfClass = (F.hasLinkOnceLinkage() || F.hasLocalLinkage()) && Name.starts_with("_Z");
  return !F.isDeclaration() && (IsOfClass || isOfFortran(F)) && !Name.contains("omp_outlined") &&
         !Name.contains("..omp_par") && !F.hasFnAttribute(Attribute::NoInline) &&
         F.getInstructionCount() <= MaxInstructions && (!Forks || TakesLambda);
}

// Helpers of helpers first, so that a helper that forks after all is seen to.
void Tracer::inlineHelpers(Function &F, std::set<const Function *> &Done) {
  if (!Done.insert(&F).second)
    return;
  std::vector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->getCalledFunction() && Call->getCalledFunction() != &F)
      Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    Function &Callee = *Call->getCalledFunction();
    inlineHelpers(Callee, Done);
    InlineFunctionInfo Info;
    if (isHelper(Callee))
      InlineFunction(*Call, Info);
  }
}

// Values of the integer variables at each fork and worksharing loop. These are loads of allocas that SROA turns into
// registers afterwards.
void Tracer::plantValues(Function &F) {
  const std::vector<NamedInteger> Variables = namedIntegers(F);
  std::vector<Instruction *> Places;
  for (Instruction &I : instructions(F)) {
    Omp Kind = kindOf(I);
    if (Kind == Omp::Fork || Kind == Omp::StaticInit || Kind == Omp::DispatchInit || Kind == Omp::TaskLoop)
      Places.push_back(&I);
  }
  for (Instruction *I : Places) {
    IRBuilder<> B(I);
    for (const auto &[Name, Slot, Accessed] : Variables) {
      if (Accessed->getIntegerBitWidth() > 64)
        continue;
      LoadInst *Load = B.CreateLoad(Accessed, Slot);
      Load->setMetadata(PlantedMark, MDNode::get(M.getContext(), {}));
      Value *Loaded = Load;
      Loaded = Accessed->getIntegerBitWidth() < 8 ? Loaded : B.CreateSExt(Loaded, B.getInt64Ty());
      // A variable without a value yet must not poison the program.
      event(B, site(F, I->getDebugLoc(), TRACE_VALUE, 0, 0, Name), B.CreateFreeze(Loaded));
    }
  }
}

void Tracer::plantConstructs(Function &F) {
  std::vector<Instruction *> Calls;
  for (Instruction &I : instructions(F))
    if (kindOf(I) != Omp::Other)
      Calls.push_back(&I);
  for (Instruction *I : Calls) {
    IRBuilder<> Before(I), After(I->getNextNode());
    Before.SetCurrentDebugLocation(I->getDebugLoc());
    After.SetCurrentDebugLocation(I->getDebugLoc());
    auto Plant = [&](IRBuilder<> &B, unsigned Kind) {
      event(B, site(F, pragmaPlace(*I), Kind, 0, 0, ""), B.getInt64(0));
    };
    switch (kindOf(*I)) {
    case Omp::Fork:
      Plant(Before, TRACE_REGION_BEGIN);
      Plant(After, TRACE_REGION_END);
      break;
    case Omp::StaticInit:
    case Omp::DispatchInit:
      Plant(After, TRACE_LOOP_BEGIN);
      break;
    case Omp::StaticFini:
      Plant(Before, TRACE_LOOP_END);
      break;
    case Omp::DispatchNext:
      After.CreateCall(Next, {site(F, I->getDebugLoc(), TRACE_LOOP_END, 0, 0, ""), I});
      break;
    case Omp::TaskLoop: // of one thread, which runs its tasks there
      Plant(Before, TRACE_LOOP_BEGIN);
      Plant(After, TRACE_LOOP_END);
      break;
    case Omp::TaskAllocation:
    case Omp::Other:
      break;
    }
  }
}

/// `ShortMembers`: members of a class that are short arrays (the pitches of a view) do not count.
static bool hasArray(Type *T, bool ShortMembers, bool IsMember = false) {
  constexpr unsigned MaxShort = 8;
  if (T->isArrayTy())
    return !(ShortMembers && IsMember) || T->getArrayNumElements() > MaxShort ||
           hasArray(T->getArrayElementType(), ShortMembers);
  if (auto *Struct = dyn_cast<StructType>(T))
    return any_of(Struct->elements(), [&](Type *Member) { return hasArray(Member, ShortMembers, true); });
  return false;
}

/// What a function of C++ takes with it: a class without a name of the source.
static bool isClosure(Type *T) {
  auto *Struct = dyn_cast<StructType>(T);
  return Struct && Struct->hasName() && Struct->getName().contains("anon");
}

// What the compiler builds to tell the runtime where the variables of a reduction are. (An array of pointers of the
// source that lives on the stack and has constant subscripts only is taken for one, too.)
static bool isPointerList(Type *T) {
  return T->isArrayTy() && T->getArrayElementType()->isPointerTy() && T->getArrayNumElements() <= 8;
}

static std::pair<const Value *, int64_t> baseOf(const Value *Address, const DataLayout &Layout) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Address->getType()), 0);
  const Value *Base = Address->stripAndAccumulateConstantOffsets(Layout, Offset, true);
  return {Base, Offset.getSExtValue()};
}

bool Tracer::isLocalScalar(const Value *Address) const {
  const Value *Base = baseOf(Address, Layout).first;
  if (const auto *Slot = dyn_cast<AllocaInst>(Base)) {
    bool IsOne = Slot->isStaticAlloca() || !Slot->isArrayAllocation(); // flang's of simd stands in a loop
    return IsOne && (!hasArray(Slot->getAllocatedType(), isClosure(Slot->getAllocatedType())) ||
                     isPointerList(Slot->getAllocatedType()));
  }
  if (isTaskBlock(Base))
    return true;
  if (const auto *Load = dyn_cast<LoadInst>(Base))
    return ScalarMembers.count(baseOf(Load->getPointerOperand(), Layout));
  return ScalarArguments.count(Base);
}

bool Tracer::findScalarMembers(const Value *Formal, const Value *Structure) {
  const size_t Before = ScalarMembers.size();
  if (const auto *Slot = dyn_cast<AllocaInst>(Structure))
    for (const Instruction &I : instructions(Slot->getFunction()))
      if (const auto *Store = dyn_cast<StoreInst>(&I); Store && Store->getValueOperand()->getType()->isPointerTy())
        if (auto [Base, Offset] = baseOf(Store->getPointerOperand(), Layout);
            Base == Slot && isLocalScalar(Store->getValueOperand()))
          ScalarMembers.insert({Formal, Offset});
  // A body that only hands the structure on to the body proper (as with -g).
  for (const auto &[Holder, Offset] : std::set<std::pair<const Value *, int64_t>>(ScalarMembers))
    if (Holder == Structure)
      ScalarMembers.insert({Formal, Offset});
  return ScalarMembers.size() > Before;
}

// The body of a taskloop gets those of shared variables in a block that is filled where the task is made.
void Tracer::findTaskBlock(const CallBase &Allocation) {
  constexpr unsigned Entry = 5, BodyParameters = 11, Shared = 10;
  const auto *Callee = dyn_cast<Function>(Allocation.getArgOperand(Entry)->stripPointerCasts());
  const Function *Body = nullptr;
  for (const Instruction &I : instructions(*Callee))
    if (const auto *Call = dyn_cast<CallBase>(&I); Call && Call->arg_size() == BodyParameters)
      Body = Call->getCalledFunction();
  if (!Body || Body->isDeclaration())
    return;
  ScalarArguments.insert(Body->getArg(Shared));
  for (const Instruction &I : instructions(*Allocation.getFunction())) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || !Store->getValueOperand()->getType()->isPointerTy() || !isLocalScalar(Store->getValueOperand()))
      continue;
    auto [Base, Offset] = baseOf(Store->getPointerOperand(), Layout);
    const auto *Load = dyn_cast<LoadInst>(Base);
    if (Load && Load->getPointerOperand()->stripInBoundsConstantOffsets() == &Allocation)
      ScalarMembers.insert({Body->getArg(Shared), Offset});
  }
}

// An outlined body gets the addresses of the host's variables as arguments. Found by going round until nothing changes:
// an argument is a scalar's address if every call passes one, and bodies hand arguments on to bodies of inner regions.
void Tracer::findLocalScalars() {
  std::map<const Argument *, std::vector<const Value *>> Passed;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !Call->getCalledFunction())
        continue;
      const Function *Body = Call->getCalledFunction();
      unsigned From = 0, To = 0;
      if (kindOf(I) == Omp::Fork) {
        bool If = Body->getName() == "__kmpc_fork_call_if";
        Body = dyn_cast<Function>(Call->getArgOperand(2)->stripPointerCasts());
        From = If ? 4 : 3, To = 2;
      }
      if (!Body || (!To && !Body->getName().contains("omp_outlined")))
        continue;
      for (unsigned N = To; N < Body->arg_size() && From + N - To < Call->arg_size(); ++N)
        Passed[Body->getArg(N)].push_back(Call->getArgOperand(From + N - To));
      if (To)
        for (unsigned N = 0; N < To && N < Body->arg_size(); ++N)
          ScalarArguments.insert(Body->getArg(N)); // the thread's numbers
    }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto &[Formal, Values] : Passed) {
      if (Formal->getType()->isPointerTy() && !ScalarArguments.count(Formal) &&
          all_of(Values, [&](const Value *V) { return isLocalScalar(V); }))
        Changed |= ScalarArguments.insert(Formal).second;
      if (Values.size() == 1) // a body that gets a structure is forked in one place
        Changed |= findScalarMembers(Formal, Values.front());
    }
  }
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (kindOf(I) == Omp::TaskAllocation)
        findTaskBlock(cast<CallBase>(I));
}

/// Arrays of Fortran with a shape of the run have a descriptor, and the front end says which accesses are to one: no
/// array of the source is touched, and a base or an extent stays in memory for the language's sake only.
static bool isToDescriptor(const Instruction &I) {
  constexpr unsigned AccessType = 1;
  const MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa);
  const auto *Type =
      Tag && Tag->getNumOperands() > AccessType ? dyn_cast<MDNode>(Tag->getOperand(AccessType)) : nullptr;
  const auto *Name = Type && Type->getNumOperands() ? dyn_cast<MDString>(Type->getOperand(0)) : nullptr;
  return Name && Name->getString() == "descriptor member";
}

void Tracer::access(IRBuilder<> &B, Instruction &I, unsigned Kind, Value *Address, Type *Accessed) {
  unsigned Flags =
      (isLocalScalar(Address) || isToDescriptor(I) ? TRACE_LOCAL_SCALAR : 0) | (I.isAtomic() ? TRACE_ATOMIC : 0);
  uint64_t Bytes = Layout.getTypeStoreSize(Accessed).getFixedValue();
  event(B, site(*I.getFunction(), I.getDebugLoc(), Kind, Flags, Bytes, ""), B.CreatePtrToInt(Address, B.getInt64Ty()));
}

void Tracer::block(IRBuilder<> &B, Instruction &I, unsigned Kind, Value *Address, Value *Bytes) {
  unsigned Flags = isLocalScalar(Address) || isToDescriptor(I) ? TRACE_LOCAL_SCALAR : 0;
  B.CreateCall(Block, {site(*I.getFunction(), I.getDebugLoc(), Kind, Flags, 0, ""),
                       B.CreatePtrToInt(Address, B.getInt64Ty()), B.CreateZExt(Bytes, B.getInt64Ty())});
}

void Tracer::plantAccess(Instruction &I) {
  IRBuilder<> B(&I);
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    access(B, I, TRACE_READ, Load->getPointerOperand(), Load->getType());
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    access(B, I, TRACE_WRITE, Store->getPointerOperand(), Store->getValueOperand()->getType());
  } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
    access(B, I, TRACE_READ, Update->getPointerOperand(), Update->getValOperand()->getType());
    access(B, I, TRACE_WRITE, Update->getPointerOperand(), Update->getValOperand()->getType());
  } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    access(B, I, TRACE_READ, Exchange->getPointerOperand(), Exchange->getNewValOperand()->getType());
    access(B, I, TRACE_WRITE, Exchange->getPointerOperand(), Exchange->getNewValOperand()->getType());
  } else if (auto *Transfer = dyn_cast<MemTransferInst>(&I)) {
    block(B, I, TRACE_BLOCK_READ, Transfer->getRawSource(), Transfer->getLength());
    block(B, I, TRACE_BLOCK_WRITE, Transfer->getRawDest(), Transfer->getLength());
  } else if (auto *Fill = dyn_cast<MemSetInst>(&I)) {
    block(B, I, TRACE_BLOCK_WRITE, Fill->getRawDest(), Fill->getLength());
  }
}

void Tracer::plantAccesses(Function &F) {
  std::vector<Instruction *> Accesses;
  for (Instruction &I : instructions(F))
    if (I.mayReadOrWriteMemory() && !I.hasMetadata(PlantedMark) && (!isa<CallBase>(I) || isa<MemIntrinsic>(I)))
      Accesses.push_back(&I);
  for (Instruction *I : Accesses)
    plantAccess(*I);
}

void Tracer::plantFunction(Function &F) {
  DebugLoc Start;
  if (DISubprogram *Program = F.getSubprogram())
    Start = DILocation::get(M.getContext(), Program->getLine(), 1, Program);
  Value *Begin = site(F, Start, TRACE_FUNCTION_BEGIN, 0, 0, F.getName());
  Value *End = site(F, Start, TRACE_FUNCTION_END, 0, 0, F.getName());
  std::vector<Instruction *> Returns;
  for (Instruction &I : instructions(F))
    if (isa<ReturnInst>(I) || isa<ResumeInst>(I))
      Returns.push_back(&I);
  IRBuilder<> Top(&*F.getEntryBlock().getFirstInsertionPt());
  Top.SetCurrentDebugLocation(Start);
  Top.CreateCall(Enter, {Begin});
  for (Instruction *I : Returns) {
    IRBuilder<> B(I);
    B.SetCurrentDebugLocation(Start);
    B.CreateCall(Leave, {End});
  }
}

// What is called by nobody any more would pass addresses on that nobody passes to it.
static void dropUncalled(std::vector<Function *> &Functions) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    erase_if(Functions, [&](Function *F) {
      F->removeDeadConstantUsers();
      if (!F->isDefTriviallyDead())
        return false;
      F->eraseFromParent();
      return Changed = true;
    });
  }
}

bool Tracer::run() {
  std::vector<Function *> Functions;
  for (Function &F : M)
    if (!F.isDeclaration() && !F.hasAvailableExternallyLinkage() && !F.hasFnAttribute(Attribute::Naked))
      Functions.push_back(&F);

  // Managers of its own: the instrumentation of the real ones would skip functions at -O0.
  LoopAnalysisManager Loops;
  FunctionAnalysisManager FunctionResults;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager ModuleResults;
  PassBuilder Builder;
  Builder.registerModuleAnalyses(ModuleResults);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(FunctionResults);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, FunctionResults, Components, ModuleResults);
  std::set<const Function *> Inlined;
  for (Function *F : Functions)
    plantValues(*F); // before there are variables of others
  for (Function *F : Functions)
    inlineHelpers(*F, Inlined);
  FunctionPassManager Cleaner;
  Cleaner.addPass(SROAPass(SROAOptions::PreserveCFG));
  dropUncalled(Functions);
  for (Function *F : Functions)
    Cleaner.run(*F, FunctionResults);
  findLocalScalars();
  for (Function *F : Functions) {
    plantAccesses(*F);
    plantConstructs(*F);
    plantFunction(*F);
  }
  return true;
}

namespace {
struct TracePass : PassInfoMixin<TracePass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return Tracer(M).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "pme-trace", "1", [](PassBuilder &Builder) {
            Builder.registerPipelineStartEPCallback(
                [](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(TracePass()); });
          }};
}
