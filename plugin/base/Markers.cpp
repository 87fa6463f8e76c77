//===- Markers.cpp - markers ---------------------------------------------------------===//

#include "Markers.h"

#include "LLVMCompat.h"
#include "NoteKinds.h"

#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace pme;

Markers::Markers(Module &Clone) {
  LLVMContext &Context = Clone.getContext();
  Type *I1 = Type::getInt1Ty(Context), *I32 = Type::getInt32Ty(Context), *I64 = Type::getInt64Ty(Context);
  Type *Pointer = PointerType::get(Context, 0);
  Begin = declare(Clone, "pme.begin", {I32, I64, I1});
  End = declare(Clone, "pme.end", {I32});
  Access = declare(Clone, "pme.access", {I32, Pointer});
  Block = declare(Clone, "pme.block", {I32, Pointer, Pointer, I64});
  Variable = declare(Clone, "pme.variable", {I32, I64});
  HiddenHere = declare(Clone, "pme.hidden", {I32});
  Thread = declareNumber(Clone, "pme.thread");
  Team = declareNumber(Clone, "pme.team");
  // Blocks with a construct's begin or end must not be copied: the copies would be constructs of their own.
  Begin->addFnAttr(Attribute::NoDuplicate);
  End->addFnAttr(Attribute::NoDuplicate);
}

static void forConstructs(Module &Clone, function_ref<void(Function &)> Do) {
  for (StringRef Name : {"pme.begin", "pme.end"})
    if (Function *Found = Clone.getFunction(Name))
      Do(*Found);
}

CopiedConstructs::CopiedConstructs(Module &Clone) : Clone(Clone) {
  forConstructs(Clone, [](Function &F) { F.removeFnAttr(Attribute::NoDuplicate); });
}

CopiedConstructs::~CopiedConstructs() {
  forConstructs(Clone, [](Function &F) { F.addFnAttr(Attribute::NoDuplicate); });
}

// `nomerge` keeps two markers with different ids from becoming one with a chosen id.
Function *Markers::declare(Module &Clone, StringRef Name, ArrayRef<Type *> Parameters) {
  auto *Signature = FunctionType::get(Type::getVoidTy(Clone.getContext()), Parameters, false);
  Function *Result = Function::Create(Signature, GlobalValue::ExternalLinkage, Name, Clone);
  Result->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (auto Attribute : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree,
                         Attribute::NoCallback, Attribute::NoMerge})
    Result->addFnAttr(Attribute);
  for (unsigned I = 0; I < Parameters.size(); ++I)
    if (Parameters[I]->isPointerTy()) {
      compat::setDoesNotCapture(*Result, I);
      Result->addParamAttr(I, Attribute::ReadNone);
    }
  return Result;
}

Function *Markers::declareNumber(Module &Clone, StringRef Name) {
  Type *I32 = Type::getInt32Ty(Clone.getContext());
  Function *Result = Function::Create(FunctionType::get(I32, {I32}, false), GlobalValue::ExternalLinkage, Name, Clone);
  Result->setDoesNotAccessMemory();
  for (auto Attribute : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree,
                         Attribute::NoCallback, Attribute::Speculatable})
    Result->addFnAttr(Attribute);
  return Result;
}

/// More threads than any team has.
static constexpr unsigned MaxTeam = 1 << 16;

Value *Markers::ask(IRBuilderBase &Builder, Function *What, int Asker, unsigned Least) {
  CallInst *Call = Builder.CreateCall(What, {Builder.getInt32(Asker)});
  Call->setMetadata(LLVMContext::MD_range,
                    MDBuilder(Builder.getContext()).createRange(APInt(32, Least), APInt(32, MaxTeam)));
  return Call;
}

Value *Markers::threadNumber(IRBuilderBase &Builder, int Asker) { return ask(Builder, Thread, Asker, 0); }

Value *Markers::teamSize(IRBuilderBase &Builder, int Asker) { return ask(Builder, Team, Asker, 1); }

static Value *asInt64(IRBuilderBase &Builder, Value *V) { return Builder.CreateSExtOrTrunc(V, Builder.getInt64Ty()); }

// Pointers of other address spaces are looked at as if they were of space 0.
static Value *asPointer(IRBuilderBase &Builder, Value *V) {
  return Builder.CreatePointerBitCastOrAddrSpaceCast(V, Builder.getPtrTy());
}

int Markers::begin(IRBuilderBase &Builder, Construct Entry, Value *Argument, Value *When) {
  int Id = static_cast<int>(Constructs.size());
  Entry.HasArgument = Argument != nullptr;
  Builder.CreateCall(Begin, {Builder.getInt32(Id), Argument ? asInt64(Builder, Argument) : Builder.getInt64(0),
                             When ? When : Builder.getTrue()});
  Constructs.push_back(std::move(Entry));
  return Id;
}

void Markers::end(IRBuilderBase &Builder, int Construct) { Builder.CreateCall(End, {Builder.getInt32(Construct)}); }

int Markers::access(IRBuilderBase &Builder, SourceAccess Entry, Value *Address) {
  int Id = static_cast<int>(Accesses.size());
  CallInst *Call = Builder.CreateCall(Access, {Builder.getInt32(Id), asPointer(Builder, Address)});
  // A complex number is read in two pieces later on.
  if (Entry.Bytes > 8)
    Call->setMetadata(
        ObjectBytesKind,
        MDNode::get(Call->getContext(), ConstantAsMetadata::get(Builder.getInt64(static_cast<uint64_t>(Entry.Bytes)))));
  Accesses.push_back(std::move(Entry));
  return Id;
}

int Markers::block(IRBuilderBase &Builder, SourceAccess Entry, Value *To, Value *From, Value *Bytes) {
  int Id = static_cast<int>(Accesses.size());
  Value *Source = From ? asPointer(Builder, From) : ConstantPointerNull::get(Builder.getPtrTy());
  Builder.CreateCall(Block, {Builder.getInt32(Id), asPointer(Builder, To), Source, asInt64(Builder, Bytes)});
  Accesses.push_back(std::move(Entry));
  return Id;
}

int Markers::variable(IRBuilderBase &Builder, SourceVariable Entry, Value *V) {
  int Id = static_cast<int>(Variables.size());
  Builder.CreateCall(Variable, {Builder.getInt32(Id), asInt64(Builder, V)});
  Variables.push_back(std::move(Entry));
  return Id;
}

int Markers::hidden(IRBuilderBase &Builder, std::vector<HiddenAccess> Entry) {
  int Id = static_cast<int>(Hidden.size());
  Builder.CreateCall(HiddenHere, {Builder.getInt32(Id)});
  Hidden.push_back(std::move(Entry));
  return Id;
}

static constexpr StringLiteral LeftOutLocal = "pme.leftout.local", LeftOutMemory = "pme.leftout.memory";

static Function *declareLeftOut(Module &Clone, const Twine &Name, Type *Result, ArrayRef<Type *> Parameters,
                                MemoryEffects Effects) {
  FunctionCallee Found = Clone.getOrInsertFunction(Name.str(), FunctionType::get(Result, Parameters, false));
  auto *Callee = cast<Function>(Found.getCallee());
  Callee->setMemoryEffects(Effects);
  for (auto Attribute :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree, Attribute::NoCallback})
    Callee->addFnAttr(Attribute);
  return Callee;
}

static std::string nameOf(const Type &T) {
  std::string Result;
  raw_string_ostream(Result) << T;
  return Result;
}

Value *Markers::leftOutValue(IRBuilderBase &Builder, Type &T) {
  Module &Clone = *Builder.GetInsertBlock()->getModule();
  Function *Callee =
      declareLeftOut(Clone, "pme.leftout." + nameOf(T), &T, {Builder.getInt32Ty()}, MemoryEffects::none());
  return Builder.CreateCall(Callee, {Builder.getInt32(LeftOutCount++)});
}

void Markers::leftOutMemory(IRBuilderBase &Builder, AllocaInst *Local) {
  Module &Clone = *Builder.GetInsertBlock()->getModule();
  if (!Local) {
    Builder.CreateCall(declareLeftOut(Clone, LeftOutMemory, Builder.getVoidTy(), {}, MemoryEffects::unknown()));
    return;
  }
  Function *Callee =
      declareLeftOut(Clone, LeftOutLocal, Builder.getVoidTy(), {Builder.getPtrTy()}, MemoryEffects::argMemOnly());
  compat::setDoesNotCapture(*Callee, 0);
  Builder.CreateCall(Callee, {asPointer(Builder, Local)});
}

bool Markers::isLeftOutMemory(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && (Callee->getName() == LeftOutLocal || Callee->getName() == LeftOutMemory);
}

std::optional<Marker> Markers::read(Instruction &I) const {
  auto *Call = dyn_cast<CallBase>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return std::nullopt;
  MarkerKind Kind;
  if (Callee == Access)
    Kind = MarkerKind::Access;
  else if (Callee == Begin)
    Kind = MarkerKind::Begin;
  else if (Callee == End)
    Kind = MarkerKind::End;
  else if (Callee == Variable)
    Kind = MarkerKind::Variable;
  else if (Callee == Block)
    Kind = MarkerKind::Block;
  else if (Callee == HiddenHere)
    Kind = MarkerKind::Hidden;
  else
    return std::nullopt;
  auto *Id = dyn_cast<ConstantInt>(Call->getArgOperand(0));
  if (!Id)
    return std::nullopt;
  return Marker{Kind, static_cast<int>(Id->getSExtValue()), Call};
}
