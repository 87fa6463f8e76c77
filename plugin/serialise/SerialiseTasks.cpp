//===- SerialiseTasks.cpp - calls of taskloops away, on the clone --------------------===//
//
// One task runs the whole range, where the loop was met: its block becomes a local variable of the function, and the call
// of the runtime one of the entry. What decides how many iterations a task has stays with the marker of the construct.
//
//===----------------------------------------------------------------------===//

#include "Serialiser.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/clone/Inline.h"
#include "plugin/names/LoopVariables.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace pme;

// What the parameter is kept in.
static AllocaInst *slotOf(Function &Body, unsigned Parameter) {
  if (Body.arg_size() != TaskBodyParameters)
    return nullptr;
  for (User *U : Body.getArg(Parameter)->users())
    if (auto *Store = dyn_cast<StoreInst>(U); Store && Store->getValueOperand() == Body.getArg(Parameter))
      if (auto *Slot = dyn_cast<AllocaInst>(Store->getPointerOperand()))
        return Slot;
  return nullptr;
}

// The function that knows where private variables are is called by a pointer: the one that the entry gives.
static void callPlaces(const TaskLoopCall &Tasks) {
  Function *Places = nullptr;
  for (Instruction &I : instructions(*Tasks.Entry))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->getCalledFunction() == Tasks.Body)
      Places = dyn_cast<Function>(Call->getArgOperand(TaskBodyPlaces)->stripPointerCasts());
  const AllocaInst *Slot = slotOf(*Tasks.Body, TaskBodyPlaces);
  if (!Places || !Slot)
    return;
  for (Instruction &I : instructions(*Tasks.Body)) {
    auto *Call = dyn_cast<CallBase>(&I);
    auto *Load = Call ? dyn_cast<LoadInst>(Call->getCalledOperand()) : nullptr;
    if (Load && Load->getPointerOperand() == Slot && Call->getFunctionType() == Places->getFunctionType())
      Call->setCalledFunction(Places);
  }
}

// The bounds are compared as 64 bits without a sign, where the range is known to hold an iteration.
static void markTaskVariables(Function &Body, int Construct, Markers &M) {
  AllocaInst *Lower = slotOf(Body, TaskBodyFirst);
  DominatorTree Tree(Body);
  LoopInfo Loops(Tree);
  SmallVector<BasicBlock *, 16> Blocks;
  for (BasicBlock &Block : Body)
    if (Loops.getLoopFor(&Block))
      Blocks.push_back(&Block);
  markWorksharingVariables(Blocks, Lower, Loops, Construct, M);
}

// The block of the task, with the pointer to what stands behind it in the runtime's.
AllocaInst *Serialiser::taskBlock(const TaskLoopCall &Tasks) {
  auto Bytes = [&](unsigned Operand) {
    return cast<ConstantInt>(Tasks.Allocation->getArgOperand(Operand))->getZExtValue();
  };
  IRBuilder<> Entry(&*F.getEntryBlock().getFirstInsertionPt());
  auto Reserve = [&](uint64_t Size) {
    AllocaInst *Block = Entry.CreateAlloca(ArrayType::get(Entry.getInt8Ty(), std::max<uint64_t>(Size, 8)));
    Block->setAlignment(Align(16));
    return Block;
  };
  AllocaInst *Task = Reserve(Bytes(TaskAllocationBytes)), *Shared = Reserve(Bytes(TaskAllocationShared));
  IRBuilder<> Builder(Tasks.Allocation);
  Builder.CreateStore(Shared, Task);
  return Task;
}

// What a thread adds up is a variable of its own.
void Serialiser::takeTaskCopy(CallBase &Call) {
  static constexpr uint64_t MostBytes = 16;
  if (!isScalarCopy(Call))
    return;
  IRBuilder<> Entry(&*F.getEntryBlock().getFirstInsertionPt());
  AllocaInst *Copy = Entry.CreateAlloca(ArrayType::get(Entry.getInt8Ty(), MostBytes));
  Copy->setAlignment(Align(MostBytes));
  Call.replaceAllUsesWith(Copy);
  Dead.push_back(&Call);
}

void Serialiser::rewriteTaskLoop(CallBase &Call) {
  auto Tasks = readTaskLoop(Call);
  auto *Never = Tasks ? dyn_cast<ConstantInt>(Tasks->Condition) : nullptr;
  if (!Tasks || (Never && Never->isZero()))
    return noteUnsupported(Call, ConstructKind::TaskLoop);
  AllocaInst *Task = taskBlock(*Tasks);
  Tasks->Allocation->replaceAllUsesWith(Task);
  Dead.push_back(Tasks->Allocation);

  Construct Entry = describe(Call, ConstructKind::Loop);
  Entry.Schedule = PME_SCHEDULE_DYNAMIC; // who comes takes a task
  Entry.Tasks = Tasks->Split;
  IRBuilder<> Builder(&Call);
  int Id = M.begin(Builder, Entry, Tasks->Clause, Builder.CreateIsNotNull(Tasks->Condition));
  markTaskVariables(*Tasks->Body, Id, M);
  callPlaces(*Tasks);
  Tasks->Entry->addFnAttr(BodyAttribute);
  Tasks->Body->addFnAttr(BodyAttribute);
  Value *Thread = ConstantInt::get(Tasks->Entry->getArg(0)->getType(), 0);
  Builder.CreateCall(Tasks->Entry, {Thread, Task})->setCallingConv(Tasks->Entry->getCallingConv());
  M.end(Builder, Id);
  replace(Call, 0);
}
