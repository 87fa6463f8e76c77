//===- InstrumentThreads.cpp - what each thread has of its own ------------------------===//

#include "InstrumentThreads.h"
#include "plugin/base/RuntimeCalls.h"
#include "plugin/clone/PointerOrigins.h"

#include "pmecache/instrumented.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;
using namespace pme;

namespace {

constexpr uint64_t LineBytes = 64;
/// Longer ways are not followed.
constexpr unsigned MaxDepth = 12;

/// From a thread to the next, in bytes: of types and constants, or by a product that the run knows, or what a table says:
/// there a line or more.
struct Distance {
  enum Source { Type, Product, Table };
  uint64_t Bytes = 0;
  Source From = Type;
  bool IsScaled = false; ///< of more than an element: there is room for a row
  bool HasOther = false; ///< the address depends on something else, too

  /// The thread's own, however short: what stands within the distance, not elements beside each other all over an array.
  bool isRow() const { return From == Type && (IsScaled || !HasOther); }
};

class ThreadDistance {
public:
  ThreadDistance(const DataLayout &Layout, ArrayRef<const PHINode *> Shared) : Layout(Layout), Shared(Shared) {}

  /// By how much `V` grows from a thread to the next; 0: it does not depend on its number in a way that is followed.
  Distance of(const Value *V, unsigned Depth = 0) const {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Depth > MaxDepth || is_contained(Shared, I))
      return {};
    if (runtimeAction(*I) == RuntimeAction::ThreadNumber)
      return {1, Distance::Type};
    if (auto *Element = dyn_cast<GetElementPtrInst>(I))
      return ofElement(*Element, Depth + 1);
    // What a table has for the thread is its own, who knows where: sums[omp_get_thread_num()][i].
    if (auto *Load = dyn_cast<LoadInst>(I))
      return Load->getType()->isPointerTy() ? ofTable(*Load, Depth + 1) : Distance();
    if (auto *Merge = dyn_cast<PHINode>(I))
      return ofMerge(*Merge, Depth + 1);
    if (isa<SExtInst>(I) || isa<ZExtInst>(I) || isa<FreezeInst>(I))
      return of(I->getOperand(0), Depth + 1);
    return isa<BinaryOperator>(I) ? ofBinary(*I, Depth + 1) : Distance();
  }

private:
  /// Far beyond what matters the product is wrong, but a multiple of a line if it was one.
  static Distance times(Distance A, uint64_t B) {
    constexpr uint64_t Most = uint64_t(1) << 31;
    if (A.Bytes == 0 || B == 0)
      return {};
    A.Bytes = std::min(A.Bytes, Most) * std::min(B, Most);
    return A;
  }

  static Distance scaled(Distance A, uint64_t B) {
    A.IsScaled |= B > 1;
    return times(A, B);
  }

  static Distance beside(Distance A, bool Other) {
    A.HasOther |= Other;
    return A;
  }

  /// The larger one; of two they are, their sum is not known.
  static Distance most(Distance A, Distance B) {
    if (A.Bytes == 0 || B.Bytes == 0)
      return A.Bytes == 0 ? B : A;
    Distance::Source From = std::max(A.From, B.From);
    if (From == Distance::Type && A.Bytes != B.Bytes)
      From = Distance::Product;
    return {std::max(A.Bytes, B.Bytes), From, A.IsScaled && B.IsScaled, true};
  }

  Distance ofElement(const GetElementPtrInst &Element, unsigned Depth) const {
    Distance Most = of(Element.getPointerOperand(), Depth);
    bool Other = false;
    for (auto At = gep_type_begin(Element), End = gep_type_end(Element); At != End; ++At) {
      if (!At.isSequential())
        continue;
      Distance Index = of(At.getOperand(), Depth);
      Other |= Index.Bytes == 0 && !isa<Constant>(At.getOperand());
      Index.IsScaled |= At.getIndexedType()->isAggregateType();
      Most = most(Most, times(Index, At.getSequentialElementStride(Layout).getKnownMinValue()));
    }
    return beside(Most, Other);
  }

  Distance ofTable(const LoadInst &Load, unsigned Depth) const {
    return of(Load.getPointerOperand(), Depth).Bytes > 0 ? Distance{LineBytes, Distance::Table, false, true}
                                                         : Distance();
  }

  Distance ofMerge(const PHINode &Merge, unsigned Depth) const {
    Distance Most;
    for (const Value *Incoming : Merge.incoming_values())
      Most = most(Most, of(Incoming, Depth));
    // The counter of a loop that begins at the thread's number.
    Most.IsScaled = false;
    return beside(Most, true);
  }

  Distance ofProduct(Distance Factor, const ConstantInt *By) const {
    if (Factor.Bytes == 0)
      return {};
    return By ? scaled(Factor, By->getLimitedValue()) : Distance{LineBytes, Distance::Product, true, false};
  }

  Distance ofBinary(const Instruction &I, unsigned Depth) const {
    Distance Left = of(I.getOperand(0), Depth), Right = of(I.getOperand(1), Depth);
    auto *Constant = dyn_cast<ConstantInt>(I.getOperand(1));
    if (I.getOpcode() == Instruction::Mul)
      return ofProduct(most(Left, Right), Constant);
    if (I.getOpcode() == Instruction::Shl)
      return Constant ? scaled(Left, uint64_t(1) << Constant->getLimitedValue(63)) : Distance();
    // The next thread's is not its own: omp_get_thread_num() + 1.
    if (Constant && Left.Bytes <= 1)
      return {};
    if (I.getOpcode() == Instruction::Sub)
      return Right.Bytes == 0 ? beside(Left, !Constant) : Distance();
    bool IsSum = I.getOpcode() == Instruction::Add || I.getOpcode() == Instruction::Or;
    return IsSum ? beside(most(Left, Right), !Constant) : Distance();
  }

  const DataLayout &Layout;
  ArrayRef<const PHINode *> Shared;
};

/// The variable of which each thread has a copy, thread-local, or threadprivate as flang has it.
const GlobalVariable *ownVariable(const Value &V) {
  auto *Call = dyn_cast<CallBase>(&V);
  bool IsAsked = Call && runtimeAction(*Call) == RuntimeAction::Threadprivate;
  auto *Variable = dyn_cast<GlobalVariable>(IsAsked ? Call->getArgOperand(2)->stripPointerCasts() : &withoutThread(V));
  return Variable && (IsAsked || Variable->isThreadLocal()) ? Variable : nullptr;
}

/// A part of such a variable, or of the block that each thread has allocated for itself and keeps there.
bool isOwnObject(const Value &Object) {
  if (ownVariable(Object))
    return true;
  auto *Load = dyn_cast<LoadInst>(&Object);
  const GlobalVariable *Kept = Load ? ownVariable(*Load->getPointerOperand()) : nullptr;
  return Kept && keepsOwnBlock(*Kept);
}

bool isOwnMemory(const Value &Address) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Address, Objects, /*LI=*/nullptr, MaxDepth);
  return all_of(Objects, [](const Value *Object) { return isOwnObject(*Object); });
}

} // namespace

uint32_t pme::siteFlagsByThread(const Value &Address, const DataLayout &Layout, ArrayRef<const PHINode *> Shared) {
  constexpr uint64_t Most = 1 << (31 - PME_SITE_DISTANCE_BIT); // rows that long hardly meet
  if (isOwnMemory(Address))
    return PME_SITE_BY_THREAD;
  Distance Found = ThreadDistance(Layout, Shared).of(&Address);
  if (Found.Bytes == 0 || (Found.Bytes < LineBytes && !Found.isRow()))
    return 0;
  if (Found.From == Distance::Table)
    return PME_SITE_BY_THREAD | PME_SITE_NEAR;
  // Rows a whole number of lines apart share lines, too, where the first one begins within a line.
  bool IsNear = Found.From == Distance::Type && Found.Bytes < Most;
  return PME_SITE_BY_THREAD |
         (IsNear ? PME_SITE_NEAR | static_cast<uint32_t>(Found.Bytes) << PME_SITE_DISTANCE_BIT : 0);
}
