//===- PointerOrigins.cpp - which allocator a pointer is from -------------------------===//

#include "PointerOrigins.h"
#include "plugin/base/NoteKinds.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/names/Fortran.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <algorithm>
#include <utility>

using namespace llvm;
using namespace pme;

const Value &pme::withoutThread(const Value &Address) {
  auto *Call = dyn_cast<IntrinsicInst>(&Address);
  return Call && Call->getIntrinsicID() == Intrinsic::threadlocal_address ? *Call->getArgOperand(0) : Address;
}

namespace {

const char NoteName[] = "pmecache.origin";
const char HeapText[] = "heap ";
/// Callers of callers, and pointers that are handed on, are followed this far.
constexpr int MaxDepth = 8;
constexpr int MostVisits = 1000;

enum class Allocator { None, Heap, AlignedFirst, AlignedSecond };

Allocator allocatorOf(StringRef Name) {
  return StringSwitch<Allocator>(Name)
      .Cases("malloc", "calloc", "realloc", Allocator::Heap)
      .Cases("_Znwm", "_Znam", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", Allocator::Heap)
      .Cases("aligned_alloc", "memalign", Allocator::AlignedFirst)
      .Cases("_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", Allocator::AlignedSecond)
      .Default(Allocator::None);
}

bool givesBack(StringRef Name) { return Name == "free" || Name.starts_with("_ZdlPv") || Name.starts_with("_ZdaPv"); }

bool isStart(const Function &F) { return F.getName() == "main" || F.getName() == "_QQmain"; }

/// A member of a struct that is a pointer, of all objects of the type.
using Member = std::pair<const StructType *, uint64_t>;
using MemberPlaces = DenseMap<Member, SmallVector<const GetElementPtrInst *, 4>>;

std::optional<Member> memberAt(const Value &Address) {
  auto *Place = dyn_cast<GetElementPtrInst>(&Address);
  auto *Object = Place ? dyn_cast<StructType>(Place->getSourceElementType()) : nullptr;
  auto *Index = Object && Place->getNumIndices() == 2 ? dyn_cast<ConstantInt>(Place->getOperand(2)) : nullptr;
  if (!Index || !Object->getElementType(static_cast<unsigned>(Index->getZExtValue()))->isPointerTy())
    return std::nullopt;
  return Member{Object, Index->getZExtValue()};
}

/// What several pointers have in common.
class OriginSum {
public:
  /// The clone is a part of the module: there only notes say what other functions do.
  explicit OriginSum(bool IsClone, const MemberPlaces *Members = nullptr) : IsClone(IsClone), Members(Members) {}
  void add(PointerOrigin One) {
    One.Alignment = std::max(One.Alignment, One.Heap ? HeapAlignment : 1);
    bool AreAlike = !Sum || (Sum->Heap && Sum->Alignment == One.Alignment);
    Sum = PointerOrigin{One.Heap && AreAlike, Sum ? std::min(Sum->Alignment, One.Alignment) : One.Alignment};
  }
  void addAlignment(const Value *Alignment) {
    auto *Number = dyn_cast<ConstantInt>(Alignment);
    uint64_t Bytes = Number && Number->getValue().getActiveBits() < 32 ? Number->getZExtValue() : 1;
    add({true, isPowerOf2_64(Bytes) ? static_cast<int64_t>(Bytes) : 1});
  }
  /// These add what is found there, unless it is null. False: something is not known.
  bool add(const Value &Pointer, int Depth);
  bool addArgument(const Argument &A, int Depth);
  bool addVariable(const GlobalVariable &Variable, int Depth);
  bool addReturned(const Function &F, int Depth);
  bool addMember(Member M, int Depth);
  std::optional<PointerOrigin> Sum;

private:
  bool addCall(const CallBase &Call, int Depth);
  bool addStored(const Value &Slot, int Depth);
  bool addUse(const Use &Address, int Depth);
  bool addNote(StringRef Text);
  bool IsClone;
  const MemberPlaces *Members;
  SmallVector<Member, 4> Asked; ///< what is stored there adds nothing to itself
  int Visits = 0;
};

bool OriginSum::addNote(StringRef Text) {
  int64_t Alignment;
  bool IsHeap = Text.consume_front(HeapText);
  if (Text.getAsInteger(10, Alignment))
    return false;
  add({IsHeap, Alignment});
  return true;
}

bool OriginSum::addReturned(const Function &F, int Depth) {
  if (F.hasFnAttribute(NoteName))
    return addNote(F.getFnAttribute(NoteName).getValueAsString());
  return !IsClone && !F.isDeclaration() && all_of(instructions(F), [&](const Instruction &I) {
    auto *Return = dyn_cast<ReturnInst>(&I);
    return !Return || (Return->getReturnValue() && add(*Return->getReturnValue(), Depth - 1));
  });
}

bool OriginSum::addCall(const CallBase &Call, int Depth) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return false;
  switch (allocatorOf(Callee->getName())) {
  case Allocator::Heap:
    add({true, HeapAlignment});
    return true;
  case Allocator::AlignedFirst:
    addAlignment(Call.getArgOperand(0));
    return true;
  case Allocator::AlignedSecond:
    addAlignment(Call.getArgOperand(1));
    return true;
  case Allocator::None:
    return addReturned(*Callee, Depth);
  }
  return false;
}

bool isAlignedInto(const User &U, const Value &Slot) {
  auto *Call = dyn_cast<CallBase>(&U);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == "posix_memalign" && Call->arg_size() == 3 && Call->getArgOperand(0) == &Slot;
}

/// A region that is given the address of a pointer hardly replaces the pointer. Markers of the clone do nothing.
bool onlyReads(const User &U) {
  if (isa<LoadInst, IntrinsicInst>(&U))
    return true;
  auto *Call = dyn_cast<CallBase>(&U);
  if (Call && Call->getCalledFunction() && Call->getCalledFunction()->getName().starts_with("pme."))
    return true;
  RuntimeAction Action = Call ? runtimeAction(*Call) : RuntimeAction::None;
  return Action == RuntimeAction::Fork || Action == RuntimeAction::ForkIf;
}

// Functions without optimisation keep their arguments in variables: `void take(double **to) { *to = malloc(8); }`.
bool OriginSum::addUse(const Use &Address, int Depth) {
  const User &U = *Address.getUser();
  if (isAlignedInto(U, *Address.get())) {
    addAlignment(cast<CallBase>(U).getArgOperand(1));
    return true;
  }
  if (auto *Store = dyn_cast<StoreInst>(&U)) {
    if (Store->getPointerOperand() == Address.get())
      return add(*Store->getValueOperand(), Depth - 1);
    auto *Kept = dyn_cast<AllocaInst>(Store->getPointerOperand());
    return Kept && !IsClone && all_of(Kept->users(), [&](const User *Other) {
             return isa<LoadInst>(Other) ? addStored(*Other, Depth - 1) : Other == Store || onlyReads(*Other);
           });
  }
  if (&withoutThread(*cast<Value>(&U)) == Address.get())
    return addStored(U, Depth - 1);
  if (onlyReads(U))
    return true;
  auto *Call = dyn_cast<CallBase>(&U);
  const Function *Callee = Call && !IsClone && Call->isArgOperand(&Address) ? Call->getCalledFunction() : nullptr;
  unsigned Number = Callee ? Call->getArgOperandNo(&Address) : 0;
  return Callee && !Callee->isDeclaration() && Number < Callee->arg_size() &&
         addStored(*Callee->getArg(Number), Depth - 1);
}

bool OriginSum::addStored(const Value &Slot, int Depth) {
  return Depth > 0 && ++Visits <= MostVisits &&
         all_of(Slot.uses(), [&](const Use &Address) { return addUse(Address, Depth); });
}

bool OriginSum::addMember(Member M, int Depth) {
  auto Places = Members ? Members->find(M) : MemberPlaces::const_iterator();
  if (!Members || Places == Members->end())
    return false;
  if (is_contained(Asked, M))
    return true;
  Asked.push_back(M);
  return all_of(Places->second, [&](const GetElementPtrInst *Place) { return addStored(*Place, Depth - 1); });
}

bool OriginSum::addVariable(const GlobalVariable &Variable, int Depth) {
  if (const MDNode *Note = Variable.getMetadata(PointerOriginKind))
    return addNote(cast<MDString>(Note->getOperand(0))->getString());
  if (IsClone)
    return false;
  if (Variable.hasInitializer() && !Variable.getInitializer()->isNullValue())
    return false;
  return addStored(Variable, Depth);
}

bool OriginSum::addArgument(const Argument &A, int Depth) {
  const Function &F = *A.getParent();
  if (F.getAttributes().hasParamAttr(A.getArgNo(), NoteName))
    return addNote(F.getAttributes().getParamAttr(A.getArgNo(), NoteName).getValueAsString());
  return !IsClone && !F.use_empty() && all_of(F.uses(), [&](const Use &U) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    return Call && Call->isCallee(&U) && A.getArgNo() < Call->arg_size() &&
           add(*Call->getArgOperand(A.getArgNo()), Depth - 1);
  });
}

bool OriginSum::add(const Value &Given, int Depth) {
  const Value &Pointer = *Given.stripPointerCasts();
  if (Depth <= 0 || ++Visits > MostVisits)
    return false;
  if (isa<ConstantPointerNull>(Pointer))
    return true;
  if (isa<GlobalObject, AllocaInst, GEPOperator>(Pointer)) { // not the start of a block, whatever its address
    add({false, 1});
    return true;
  }
  if (auto *Call = dyn_cast<CallBase>(&Pointer))
    return addCall(*Call, Depth);
  if (auto *A = dyn_cast<Argument>(&Pointer))
    return addArgument(*A, Depth);
  if (auto *Phi = dyn_cast<PHINode>(&Pointer))
    return all_of(Phi->incoming_values(), [&](const Use &Arm) { return add(*Arm, Depth - 1); });
  if (auto *Select = dyn_cast<SelectInst>(&Pointer))
    return add(*Select->getTrueValue(), Depth - 1) && add(*Select->getFalseValue(), Depth - 1);
  auto *Load = dyn_cast<LoadInst>(&Pointer);
  const Value *Place = Load ? &withoutThread(*Load->getPointerOperand()) : nullptr;
  if (auto *Slot = dyn_cast_or_null<AllocaInst>(Place))
    return Slot->getAllocatedType()->isPointerTy() && addStored(*Slot, Depth);
  if (auto *Variable = dyn_cast_or_null<GlobalVariable>(Place))
    return Variable->getValueType()->isPointerTy() && (IsClone || !Variable->isThreadLocal()) &&
           addVariable(*Variable, Depth); // what one thread has another one may have got (copyin)
  auto Read = Place && !IsClone ? memberAt(*Place) : std::nullopt;
  return Read && addMember(*Read, Depth);
}

std::string textOf(const PointerOrigin &Origin) {
  return (Origin.Heap ? HeapText : "") + std::to_string(Origin.Alignment);
}

void noteVariables(const Module &Original, Module &Clone) {
  LLVMContext &Context = Clone.getContext();
  for (GlobalVariable &Variable : Clone.globals()) {
    const GlobalVariable *Source = Original.getGlobalVariable(Variable.getName(), /*AllowInternal=*/true);
    OriginSum Stored(/*IsClone=*/false);
    if (Source && isDescriptor(Source->getValueType()))
      Stored.add({isAllocatable(*Source), 1});
    else if (!Source || !Source->getValueType()->isPointerTy() || !Stored.addVariable(*Source, MaxDepth))
      continue;
    if (Stored.Sum)
      Variable.setMetadata(PointerOriginKind, MDNode::get(Context, MDString::get(Context, textOf(*Stored.Sum))));
  }
}

bool usesAlignedAllocator(const Module &M) {
  return any_of(M, [](const Function &F) {
    Allocator Kind = allocatorOf(F.getName());
    return Kind == Allocator::AlignedFirst || Kind == Allocator::AlignedSecond || F.getName() == "posix_memalign";
  });
}

MemberPlaces membersOf(const Module &M) {
  MemberPlaces Result;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto Read = memberAt(I))
        Result[*Read].push_back(cast<GetElementPtrInst>(&I));
  return Result;
}

/// Pointers in members (of classes, as a rule) that aligned allocators have returned, where they are loaded. What malloc
/// returns is likely of others, too.
void noteMembers(const MemberPlaces &Members, Module &Clone) {
  LLVMContext &Context = Clone.getContext();
  DenseMap<Member, int64_t> Alignments;
  auto AlignmentOf = [&](Member Read) {
    OriginSum Stored(/*IsClone=*/false, &Members);
    return Stored.addMember(Read, MaxDepth) && Stored.Sum ? Stored.Sum->Alignment : 1;
  };
  for (Function &F : Clone)
    for (Instruction &I : instructions(F)) {
      auto *Load = dyn_cast<LoadInst>(&I);
      auto Read = Load && Load->getType()->isPointerTy() ? memberAt(*Load->getPointerOperand()) : std::nullopt;
      if (!Read)
        continue;
      auto [Known, IsNew] = Alignments.try_emplace(*Read, 1);
      if (IsNew)
        Known->second = AlignmentOf(*Read);
      if (Known->second <= HeapAlignment)
        continue;
      auto *Bytes = ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(Context), Known->second));
      Load->setMetadata(LLVMContext::MD_align, MDNode::get(Context, Bytes));
    }
}

void noteReturned(const Module &Original, Module &Clone) {
  for (Function &F : Clone) {
    const Function *Source = F.isDeclaration() ? Original.getFunction(F.getName()) : nullptr;
    OriginSum Returned(/*IsClone=*/false);
    if (Source && Source->getReturnType()->isPointerTy() && Returned.addReturned(*Source, MaxDepth) && Returned.Sum)
      F.addFnAttr(NoteName, textOf(*Returned.Sum));
  }
}

} // namespace

void pme::notePointerOrigins(const Module &Original, ArrayRef<Function *> Roots) {
  bool WithMembers = !Roots.empty() && usesAlignedAllocator(Original);
  MemberPlaces Members = WithMembers ? membersOf(Original) : MemberPlaces();
  for (Function *Root : Roots) {
    const Function *Source = Original.getFunction(Root->getName());
    if (!Source)
      continue;
    for (const Argument &A : Source->args()) {
      OriginSum Passed(/*IsClone=*/false, &Members);
      if (A.getType()->isPointerTy() && Passed.addArgument(A, MaxDepth) && Passed.Sum)
        Root->addParamAttr(A.getArgNo(), Attribute::get(Root->getContext(), NoteName, textOf(*Passed.Sum)));
    }
  }
  if (Roots.empty())
    return;
  noteVariables(Original, *Roots.front()->getParent());
  noteReturned(Original, *Roots.front()->getParent());
  if (WithMembers)
    noteMembers(Members, *Roots.front()->getParent());
}

void pme::noteStoredPointers(Module &M) { noteVariables(M, M); }

bool pme::keepsOwnBlock(const GlobalVariable &Variable) {
  OriginSum Stored(/*IsClone=*/true); // notes say what is stored there
  return Stored.addVariable(Variable, MaxDepth) && Stored.Sum && Stored.Sum->Heap;
}

std::optional<PointerOrigin> pme::pointerOrigin(const Value &Pointer) {
  OriginSum Origin(/*IsClone=*/true);
  return Origin.add(Pointer, MaxDepth) ? Origin.Sum : std::nullopt;
}

bool pme::isGivenBack(const Value &Pointer) {
  auto *Block = dyn_cast<CallBase>(Pointer.stripPointerCasts());
  const Function *Callee = Block ? Block->getCalledFunction() : nullptr;
  return Callee && allocatorOf(Callee->getName()) != Allocator::None && !isStart(*Block->getFunction()) &&
         any_of(Block->users(), [&](const User *U) {
           auto *Call = dyn_cast<CallBase>(U);
           return Call && Call->getCalledFunction() && givesBack(Call->getCalledFunction()->getName());
         });
}

bool pme::holdsAllocation(const AllocaInst &Slot) {
  return any_of(Slot.users(), [&](const User *U) { return isAlignedInto(*U, Slot); });
}
