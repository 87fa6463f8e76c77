//===- InstrumentThreads.cpp - what each thread has of its own by its number ---------===//

#include "InstrumentThreads.h"
#include "plugin/base/RuntimeCalls.h"

#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

using namespace llvm;
using namespace pme;

namespace {

constexpr uint64_t LineBytes = 64;
/// Longer ways are not followed.
constexpr unsigned MaxDepth = 12;

class ThreadDistance {
public:
  explicit ThreadDistance(const DataLayout &Layout) : Layout(Layout) {}

  /// By how much `V` grows from a thread to the next; 0: it does not depend on its number in a way that is followed.
  uint64_t of(const Value *V, unsigned Depth = 0) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Depth > MaxDepth)
      return 0;
    if (runtimeAction(*I) == RuntimeAction::ThreadNumber)
      return 1;
    if (auto *Element = dyn_cast<GetElementPtrInst>(I))
      return ofElement(*Element, Depth + 1);
    // What a table has for the thread is its own, far away: sums[omp_get_thread_num()][i].
    if (auto *Load = dyn_cast<LoadInst>(I))
      return Load->getType()->isPointerTy() && of(Load->getPointerOperand(), Depth + 1) > 0 ? LineBytes : 0;
    if (auto *Merge = dyn_cast<PHINode>(I))
      return ofMerge(*Merge, Depth + 1);
    if (isa<SExtInst>(I) || isa<ZExtInst>(I) || isa<FreezeInst>(I))
      return of(I->getOperand(0), Depth + 1);
    return isa<BinaryOperator>(I) ? ofBinary(*I, Depth + 1) : 0;
  }

private:
  static uint64_t times(uint64_t A, uint64_t B) { return std::min(A, LineBytes) * std::min(B, LineBytes); }

  uint64_t ofElement(const GetElementPtrInst &Element, unsigned Depth) const {
    uint64_t Most = of(Element.getPointerOperand(), Depth);
    for (auto At = gep_type_begin(Element), End = gep_type_end(Element); At != End; ++At)
      if (At.isSequential())
        Most =
            std::max(Most, times(of(At.getOperand(), Depth), At.getSequentialElementStride(Layout).getKnownMinValue()));
    return Most;
  }

  uint64_t ofMerge(const PHINode &Merge, unsigned Depth) const {
    uint64_t Most = 0;
    for (const Value *Incoming : Merge.incoming_values())
      Most = std::max(Most, of(Incoming, Depth));
    return Most;
  }

  uint64_t ofBinary(const Instruction &I, unsigned Depth) const {
    uint64_t Left = of(I.getOperand(0), Depth), Right = of(I.getOperand(1), Depth);
    auto *Constant = dyn_cast<ConstantInt>(I.getOperand(1));
    if (I.getOpcode() == Instruction::Mul)
      return times(std::max(Left, Right), Constant ? Constant->getLimitedValue() : LineBytes);
    if (I.getOpcode() == Instruction::Shl)
      return Constant ? times(Left, uint64_t(1) << Constant->getLimitedValue(63)) : 0;
    // The next thread's is not its own: omp_get_thread_num() + 1.
    if (Constant && Left <= 1)
      return 0;
    if (I.getOpcode() == Instruction::Sub)
      return Right == 0 ? Left : 0;
    return I.getOpcode() == Instruction::Add || I.getOpcode() == Instruction::Or ? std::max(Left, Right) : 0;
  }

  const DataLayout &Layout;
};

} // namespace

bool pme::isByThread(const Value &Address, const DataLayout &Layout) {
  return ThreadDistance(Layout).of(&Address) >= LineBytes;
}
