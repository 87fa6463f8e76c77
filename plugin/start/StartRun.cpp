//===- StartRun.cpp - a program's start, run on paper ---------------------------------===//

#include "StartRun.h"
#include "plugin/base/RuntimeCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace pme;

const LoopInfo &StartRun::loopsOf(const Function &F) {
  auto &Known = Loops[&F];
  if (!Known)
    Known = std::make_unique<LoopsOf>(F);
  return Known->Loops;
}

MaybeValue StartRun::value(const Frame &At, const Value &V) {
  if (auto *Given = dyn_cast<Constant>(&V))
    return Memory.valueOf(*Given);
  return At.Values.lookup(&V);
}

// ---- memory of the heap ----

MaybeValue StartRun::allocate(MaybeValue Bytes, function_ref<int64_t(int64_t)> Take) {
  StartObject Block;
  Block.IsBlock = true;
  Allocations++;
  bool IsKnown = Bytes && Bytes->Object < 0 && Bytes->Number >= 0 && Bytes->Number < HeapLayout::MostBytes;
  IsLost = IsLost || !IsKnown;
  if (!IsLost) {
    Block.Bytes = Bytes->Number;
    Block.Place = Take(Bytes->Number);
    Block.IsBehindRuntime = Heap.hasRuntime() && *Block.Place >= 0;
    IsLost = *Block.Place > Farthest || *Block.Place < -Farthest;
  }
  if (IsLost)
    Block.Place.reset();
  return StartValue{Memory.add(Block), 0};
}

MaybeValue StartRun::allocateAligned(MaybeValue Bytes, MaybeValue Alignment) {
  bool IsKnown = Alignment && Alignment->Object < 0 && isPowerOf2_64(static_cast<uint64_t>(Alignment->Number)) &&
                 Alignment->Number <= HeapLayout::MostBytes;
  return allocate(IsKnown ? Bytes : std::nullopt,
                  [&](int64_t Number) { return Heap.allocate(Number, Alignment->Number); });
}

MaybeValue StartRun::allocateUsual(MaybeValue Bytes) {
  return allocate(Bytes, [&](int64_t Number) { return Heap.allocate(Number, 1); });
}

// In place, if there is room.
MaybeValue StartRun::reallocate(MaybeValue Before, MaybeValue Bytes) {
  auto Place = Before && Before->Object >= 0 ? Memory[Before->Object].Place : std::nullopt;
  IsLost = IsLost || !Before || (Before->Object >= 0 && !Place);
  auto After =
      Place ? allocate(Bytes, [&](int64_t Number) { return Heap.reallocate(*Place, Number); }) : allocateUsual(Bytes);
  if (Before)
    Memory.copy(*After, *Before, HeapLayout::MostBytes);
  return After;
}

MaybeValue StartRun::map(MaybeValue Where, MaybeValue Bytes, MaybeValue File) {
  bool IsAnywhere = Where && *Where == StartValue{};
  if (!IsAnywhere || !File || File->Number != -1)
    return std::nullopt;
  return allocate(Bytes, [&](int64_t Number) { return Heap.map(Number); });
}

void StartRun::unmap(MaybeValue Block) {
  if (Block && Block->Object >= 0 && Block->Number == 0)
    if (auto Place = Memory[Block->Object].Place; Place && *Place < 0)
      Heap.unmap(*Place);
}

// What the library keeps since something was printed for the first time, to a file or a pipe.
void StartRun::print(bool IsFortran) {
  const int64_t Buffer[] = {4096}, Units[] = {9368, 1536, 1536, 1536, 65536};
  for (int64_t Bytes : IsFortran ? ArrayRef<int64_t>(Units) : ArrayRef<int64_t>(Buffer))
    if (!HasPrinted && !IsLost)
      Heap.allocate(Bytes, 1);
  HasPrinted = true;
}

void StartRun::giveBack(MaybeValue Block) {
  if (!Block || Block->Object < 0 || Block->Number != 0)
    return;
  if (auto Place = Memory[Block->Object].Place)
    Heap.giveBack(*Place);
}

std::optional<MaybeValue> StartRun::callAllocator(const Frame &At, const CallBase &Call, StringRef Name) {
  enum { None, Usual, Zeroed, Again, AlignedFirst, AlignedSecond, Into, Back, Pages, PagesBack, Print, FortranPrint };
  int Kind = StringSwitch<int>(Name)
                 .Cases("malloc", "_Znwm", "_Znam", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", Usual)
                 .Case("calloc", Zeroed)
                 .Case("realloc", Again)
                 .Cases("aligned_alloc", "memalign", AlignedFirst)
                 .Cases("_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", AlignedSecond)
                 .Case("posix_memalign", Into)
                 .Cases("mmap", "mmap64", Pages)
                 .Case("munmap", PagesBack)
                 .Cases("printf", "puts", "putchar", Print)
                 .Cases("_FortranAioBeginExternalListOutput", "_FortranAioBeginExternalFormattedOutput", FortranPrint)
                 .Default(Name == "free" || Name.starts_with("_ZdlPv") || Name.starts_with("_ZdaPv") ? Back : None);
  auto Given = [&](unsigned Number) {
    return Number < Call.arg_size() ? value(At, *Call.getArgOperand(Number)) : std::nullopt;
  };
  switch (Kind) {
  case Usual:
    return allocateUsual(Given(0));
  case Zeroed: {
    auto Count = Given(0), Bytes = Given(1);
    bool IsKnown = Count && Bytes && Count->Object < 0 && Bytes->Object < 0;
    int64_t All = 0;
    IsKnown = IsKnown && !__builtin_mul_overflow(Count->Number, Bytes->Number, &All);
    return allocate(IsKnown ? MaybeValue({-1, All}) : std::nullopt,
                    [&](int64_t Number) { return Heap.allocateZeroed(Number); });
  }
  case Again:
    return reallocate(Given(0), Given(1));
  case AlignedFirst:
    return allocateAligned(Given(1), Given(0));
  case AlignedSecond:
    return allocateAligned(Given(0), Given(1));
  case Into:
    if (auto Slot = Given(0))
      Memory.store(*Slot, Layout.getPointerSize(), allocateAligned(Given(2), Given(1)));
    return StartValue{};
  case Back:
    giveBack(Given(0));
    return MaybeValue();
  case Pages:
    return map(Given(0), Given(1), Given(4));
  case PagesBack:
    unmap(Given(0));
    return StartValue{};
  case Print:
  case FortranPrint:
    print(Kind == FortranPrint);
    return MaybeValue();
  default:
    return std::nullopt;
  }
}

// ---- calls ----

MaybeValue StartRun::callIntrinsic(const Frame &At, const IntrinsicInst &Call) {
  auto Given = [&](unsigned Number) { return value(At, *Call.getArgOperand(Number)); };
  auto Length = [&]() {
    auto Bytes = Given(2);
    return Bytes && Bytes->Object < 0 ? Bytes->Number : HeapLayout::MostBytes;
  };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::memcpy:
  case Intrinsic::memmove:
    if (auto To = Given(0), From = Given(1); To && From)
      Memory.copy(*To, *From, Length());
    else if (To)
      Memory.clear(*To, Length());
    return std::nullopt;
  case Intrinsic::memset: {
    auto To = Given(0), Byte = Given(1);
    constexpr int64_t MostZeros = 4096, PointerBytes = 8;
    if (!To)
      return std::nullopt;
    Memory.clear(*To, Length());
    bool IsZero = Byte && Byte->Object < 0 && Byte->Number == 0 && Length() <= MostZeros;
    for (int64_t At = 0; IsZero && At + PointerBytes <= Length(); At += PointerBytes)
      Memory.store({To->Object, To->Number + At}, PointerBytes, StartValue{});
    return std::nullopt;
  }
  case Intrinsic::expect:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
    return Given(0);
  case Intrinsic::umul_with_overflow:
  case Intrinsic::uadd_with_overflow: {
    auto Left = Given(0), Right = Given(1);
    int64_t Result = 0;
    if (!Left || !Right || Left->Object >= 0 || Right->Object >= 0)
      return std::nullopt;
    bool IsProduct = Call.getIntrinsicID() == Intrinsic::umul_with_overflow;
    bool IsTooLarge = IsProduct ? __builtin_mul_overflow(Left->Number, Right->Number, &Result)
                                : __builtin_add_overflow(Left->Number, Right->Number, &Result);
    return IsTooLarge ? std::nullopt : MaybeValue({-1, Result});
  }
  default:
    return fold(At, Call);
  }
}

static bool isStandardOutput(const Value &Stream) {
  return Stream.stripPointerCasts()->getName() == "_ZSt4cout" && isa<GlobalVariable>(Stream.stripPointerCasts());
}

// Questions that LLVM's OpenMP runtime reads the environment for.
static bool startsRuntime(StringRef Name) {
  return StringSwitch<bool>(Name)
      .Cases("omp_get_max_threads", "omp_get_num_procs", "omp_set_num_threads", "omp_set_dynamic", true)
      .Cases("omp_get_max_threads_", "omp_get_num_procs_", "omp_set_num_threads_", "omp_set_dynamic_", true)
      .Default(false);
}

MaybeValue StartRun::call(Frame &At, const CallBase &Call) {
  if (auto *Special = dyn_cast<IntrinsicInst>(&Call))
    return callIntrinsic(At, *Special);
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    if (auto Target = value(At, *Call.getCalledOperand()); Target && Target->Object >= 0 && Target->Number == 0)
      Callee = dyn_cast_or_null<Function>(Memory[Target->Object].Global);
  if (!Callee)
    return std::nullopt;
  StringRef Name = Callee->getName();
  if (auto Block = callAllocator(At, Call, Name))
    return *Block;
  if (startsRuntime(Name))
    Heap.startRuntime();
  if (Call.arg_size() > 0 && isStandardOutput(*Call.getArgOperand(0)))
    print(/*IsFortran=*/false);
  RuntimeAction Action = runtimeAction(Name);
  if (Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf)
    Heap.startTeam();
  HasEnded = HasEnded || Call.doesNotReturn();
  if (Callee->isDeclaration())
    return std::nullopt;
  SmallVector<MaybeValue, 8> Arguments;
  for (const Use &Given : Call.args())
    Arguments.push_back(value(At, *Given));
  return enter(*Callee, Arguments, At.Depth + 1);
}

// ---- ways ----

// An arm that does nothing more than to end the function, as where something is wrong.
static bool endsSoon(const BasicBlock &Arm) {
  const BasicBlock *Block = &Arm;
  constexpr int Farthest = 3;
  for (int Step = 0; Step < Farthest && Block; Step++) {
    if (isa<UnreachableInst, ReturnInst>(Block->getTerminator()))
      return true;
    Block = Block->getSingleSuccessor();
  }
  return false;
}

const BasicBlock *StartRun::chooseArm(Frame &At, const BasicBlock &Block, ArrayRef<const BasicBlock *> Arms,
                                      const BasicBlock *Known) {
  const Loop *Around = loopsOf(*Block.getParent()).getLoopFor(&Block);
  const BasicBlock *Leaving = nullptr, *Staying = nullptr;
  for (const BasicBlock *Arm : Arms)
    (Around && !Around->contains(Arm) ? Leaving : Staying) = Arm;
  if (Leaving && Staying) {
    auto [Round, IsNew] = At.Rounds.try_emplace(&Block);
    if (IsNew)
      Round->second.Allocations = Allocations;
    bool HasAllocated = Round->second.Allocations != Allocations;
    int Most = !Known ? 1 : HasAllocated ? MostAllocatingRounds : MostRounds;
    if (Known == Leaving)
      return Known;
    if (++Round->second.Count <= Most)
      return Known ? Known : Staying;
    IsLost = IsLost || HasAllocated;
    return Leaving;
  }
  if (Known)
    return Known;
  for (const BasicBlock *Arm : Arms)
    if (!endsSoon(*Arm))
      return Arm;
  return Arms.front();
}

const BasicBlock *StartRun::next(Frame &At, const Instruction &Last) {
  if (auto *Call = dyn_cast<InvokeInst>(&Last))
    return Call->getNormalDest();
  SmallVector<const BasicBlock *, 4> Arms(successors(Last.getParent()));
  if (Arms.size() <= 1)
    return Arms.empty() ? nullptr : Arms.front();
  const BasicBlock *Known = nullptr;
  if (auto *Test = dyn_cast<BranchInst>(&Last)) {
    if (auto Holds = value(At, *Test->getCondition()))
      Known = Test->getSuccessor(Holds->Number ? 0 : 1);
  } else if (auto *Choice = dyn_cast<SwitchInst>(&Last)) {
    bool IsWord = Choice->getCondition()->getType()->getIntegerBitWidth() <= 64;
    if (auto Number = value(At, *Choice->getCondition()); IsWord && Number && Number->Object < 0) {
      Known = Choice->getDefaultDest();
      for (const auto &Case : Choice->cases())
        if (Case.getCaseValue()->getSExtValue() == Number->Number)
          Known = Case.getCaseSuccessor();
    }
  }
  return chooseArm(At, *Last.getParent(), Arms, Known);
}

// ---- instructions ----

MaybeValue StartRun::fold(const Frame &At, const Instruction &I) {
  if (!I.getType()->isIntegerTy())
    return std::nullopt;
  auto *Call = dyn_cast<CallBase>(&I);
  SmallVector<Constant *, 4> Operands;
  for (const Use &Operand : Call ? Call->args() : I.operands()) {
    auto Known = Operand->getType()->isIntegerTy() ? value(At, *Operand) : std::nullopt;
    if (!Known || Known->Object >= 0)
      return std::nullopt;
    APInt Number(64, static_cast<uint64_t>(Known->Number), /*isSigned=*/true);
    Operands.push_back(
        ConstantInt::get(Operand->getType(), Number.sextOrTrunc(Operand->getType()->getIntegerBitWidth())));
  }
  const Constant *Result = nullptr;
  if (auto *Test = dyn_cast<CmpInst>(&I))
    Result = ConstantFoldCompareInstOperands(Test->getPredicate(), Operands[0], Operands[1], Layout);
  else if (Call)
    Result = Call->getCalledFunction() && canConstantFoldCallTo(Call, Call->getCalledFunction())
                 ? ConstantFoldCall(Call, Call->getCalledFunction(), Operands)
                 : nullptr;
  else if (!isa<PHINode>(I))
    Result = ConstantFoldInstOperands(const_cast<Instruction *>(&I), Operands, Layout);
  return Result ? Memory.valueOf(*Result) : std::nullopt;
}

MaybeValue StartRun::compare(const Frame &At, const CmpInst &Test) {
  if (!Test.getOperand(0)->getType()->isPointerTy())
    return fold(At, Test);
  auto Left = value(At, *Test.getOperand(0)), Right = value(At, *Test.getOperand(1));
  if (!Left || !Right)
    return std::nullopt;
  if (Left->Object != Right->Object)
    return Test.isEquality() ? MaybeValue({-1, Test.getPredicate() == CmpInst::ICMP_NE}) : std::nullopt;
  Type *Word = Type::getInt64Ty(Test.getContext());
  const Constant *Result =
      ConstantFoldCompareInstOperands(Test.getPredicate(), ConstantInt::getSigned(Word, Left->Number),
                                      ConstantInt::getSigned(Word, Right->Number), Layout);
  return Result ? Memory.valueOf(*Result) : std::nullopt;
}

// Of two pointers into one object.
MaybeValue StartRun::difference(const Frame &At, const Instruction &I) {
  auto Left = value(At, *I.getOperand(0)), Right = value(At, *I.getOperand(1));
  if (Left && Right && Left->Object >= 0 && Left->Object == Right->Object)
    return StartValue{-1, Left->Number - Right->Number};
  return fold(At, I);
}

MaybeValue StartRun::place(const Frame &At, const GetElementPtrInst &Element) {
  auto Base = value(At, *Element.getPointerOperand());
  if (!Base || Element.getType()->isVectorTy())
    return std::nullopt;
  for (auto Step = gep_type_begin(&Element), End = gep_type_end(&Element); Step != End; ++Step) {
    auto Index = value(At, *Step.getOperand());
    if (!Index || Index->Object >= 0 || Index->Number > Farthest || Index->Number < -Farthest)
      return std::nullopt;
    if (StructType *Object = Step.getStructTypeOrNull())
      Base->Number += static_cast<int64_t>(
          Layout.getStructLayout(Object)->getElementOffset(static_cast<unsigned>(Index->Number)).getKnownMinValue());
    else if (__builtin_mul_overflow(Index->Number, Layout.getTypeAllocSize(Step.getIndexedType()).getKnownMinValue(),
                                    &Index->Number) ||
             __builtin_add_overflow(Base->Number, Index->Number, &Base->Number))
      return std::nullopt;
    if (Base->Number > Farthest || Base->Number < -Farthest)
      return std::nullopt;
  }
  return Base;
}

static Type *firstMember(Type *T) {
  auto *Object = dyn_cast<StructType>(T);
  return Object && Object->getNumElements() > 0 ? Object->getElementType(0) : T;
}

// Structures are as their first member: Fortran's descriptors, which begin with the array, and products with whether they
// are too large.
MaybeValue StartRun::member(const Frame &At, const Instruction &I) {
  const unsigned First[] = {0};
  auto Whole = value(At, *I.getOperand(0));
  if (auto *Changed = dyn_cast<InsertValueInst>(&I))
    return Changed->getIndices() == ArrayRef<unsigned>(First) ? value(At, *Changed->getInsertedValueOperand()) : Whole;
  if (cast<ExtractValueInst>(I).getIndices() == ArrayRef<unsigned>(First))
    return Whole;
  return Whole && isa<WithOverflowInst>(I.getOperand(0)) ? MaybeValue(StartValue{}) : std::nullopt;
}

MaybeValue StartRun::evaluate(Frame &At, const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return call(At, *Call);
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    auto From = value(At, *Load->getPointerOperand());
    return From ? Memory.load(*From, *firstMember(Load->getType())) : std::nullopt;
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    const Value &What = *Store->getValueOperand();
    auto BytesOf = [&](Type *T) { return static_cast<int64_t>(Layout.getTypeStoreSize(T).getKnownMinValue()); };
    if (auto To = value(At, *Store->getPointerOperand())) {
      Memory.clear(*To, BytesOf(What.getType()));
      Memory.store(*To, BytesOf(firstMember(What.getType())), value(At, What));
      Memory.storeNumbers(*To, What, [&](const Value &V) { return value(At, V); });
    }
    return std::nullopt;
  }
  if (isa<AllocaInst>(I))
    return StartValue{Memory.add({}), 0};
  if (auto *Element = dyn_cast<GetElementPtrInst>(&I))
    return place(At, *Element);
  if (auto *Test = dyn_cast<CmpInst>(&I))
    return compare(At, *Test);
  if (auto *Choice = dyn_cast<SelectInst>(&I)) {
    auto Holds = value(At, *Choice->getCondition());
    return Holds ? value(At, *(Holds->Number ? Choice->getTrueValue() : Choice->getFalseValue())) : std::nullopt;
  }
  if (isa<PtrToIntInst, IntToPtrInst, FreezeInst, AddrSpaceCastInst>(I))
    return value(At, *I.getOperand(0));
  if (isa<ExtractValueInst, InsertValueInst>(I))
    return member(At, I);
  return I.getOpcode() == Instruction::Sub ? difference(At, I) : fold(At, I);
}

MaybeValue StartRun::enter(const Function &F, ArrayRef<MaybeValue> Arguments, int Depth) {
  Enters(F, Arguments);
  if (Depth > MostDepth || HasEnded) {
    IsLost = true;
    return std::nullopt;
  }
  Frame At;
  At.Depth = Depth;
  for (const Argument &A : F.args())
    if (A.getArgNo() < Arguments.size())
      At.Values[&A] = Arguments[A.getArgNo()];
  const BasicBlock *From = nullptr, *Block = &F.getEntryBlock();
  while (Block) {
    SmallVector<std::pair<const PHINode *, MaybeValue>, 4> Joined;
    for (const PHINode &Phi : Block->phis())
      Joined.emplace_back(&Phi, From ? value(At, *Phi.getIncomingValueForBlock(From)) : std::nullopt);
    for (auto &[Phi, Known] : Joined)
      At.Values[Phi] = Known;
    for (const Instruction &I : *Block) {
      if (isa<PHINode>(I) || isa<DbgInfoIntrinsic>(I))
        continue;
      if (++Steps > MostSteps || HasEnded) {
        HasEnded = true;
        return std::nullopt;
      }
      if (auto *Return = dyn_cast<ReturnInst>(&I))
        return Return->getReturnValue() ? value(At, *Return->getReturnValue()) : std::nullopt;
      if (!I.isTerminator() || isa<InvokeInst>(I)) {
        auto Known = evaluate(At, I);
        At.Values[&I] = Known;
      }
    }
    From = Block;
    Block = HasEnded ? nullptr : next(At, *Block->getTerminator());
  }
  return std::nullopt;
}

void StartRun::run(const Function &F) {
  SmallVector<MaybeValue, 2> Arguments(F.arg_size());
  if (F.getName() == "main" && !Arguments.empty())
    Arguments[0] = StartValue{-1, 1};
  constexpr int64_t PoolBytes = 72704; // that the C++ library takes when it starts, for exceptions
  if (any_of(*F.getParent(), [](const Function &Other) { return Other.getName().starts_with("_Z"); }))
    Heap.allocate(PoolBytes, 1);
  enter(F, Arguments, 0);
}
