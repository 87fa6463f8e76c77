//===- OperationCounts.cpp - what one iteration of a loop computes -------------------===//

#include "OperationCounts.h"
#include "plugin/base/LLVMCompat.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>

using namespace llvm;
using namespace pme;

namespace {

/// Counting and testing: an increment and a compare with its branch.
constexpr int64_t LoopControl = 2;
/// Of a loop whose iterations are done several at a time: 8 cycles were measured.
constexpr int64_t OperationsOfEntry = 36;
/// No operation of a cost model is worth more; what is (a division of generic processors) is counted apart.
constexpr int64_t MostCost = 40;
/// A division in a chain, or a square root, takes as long as so many additions.
constexpr int64_t LinksOfDivision = 4;
/// An addition that is waited for, in operations of whole numbers that are.
constexpr int64_t CyclesOfLink = 3;
/// Of a mathematical function in a chain: so many operations take as long as an addition that is waited for.
constexpr int64_t OperationsOfLink = 6;

/// A locked instruction of x86, at which loads and stores wait: 19 cycles on an AMD EPYC of family 26, in operations of
/// the table of library functions (PME_LIBRARY_RATE).
constexpr int64_t OperationsOfAtomic = 86;

/// Adds up in memory at once, or tries to.
bool isAtomic(const Instruction &I) { return isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I); }

bool isDivision(const Instruction &I) {
  unsigned Code = I.getOpcode();
  if (Code == Instruction::FDiv || Code == Instruction::FRem)
    return true;
  if (Code == Instruction::SDiv || Code == Instruction::UDiv || Code == Instruction::SRem || Code == Instruction::URem)
    return !isa<Constant>(I.getOperand(1));
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee &&
         (Callee->getIntrinsicID() == Intrinsic::sqrt || Callee->getName() == "sqrt" || Callee->getName() == "sqrtf");
}

struct LibraryFunction {
  StringRef Name;
  int64_t Double, Float, Additions;
};

constexpr LibraryFunction LibraryFunctions[] = {
#define LIBRARY_FUNCTION(name, of_double, of_float, additions) {#name, of_double, of_float, additions},
#include "pmecache/library_functions.def"
};

/// "exp" of exp, expf, __exp_finite and llvm.exp.f64; empty: it is no call of a function that has a name.
StringRef libraryName(const Function &Callee) {
  StringRef Name = Callee.getName();
  if (Name.consume_front("llvm."))
    return Name.split('.').first;
  if (Name.consume_front("__"))
    Name.consume_back("_finite");
  return Name;
}

/// What a call of the mathematical library costs; null: it is none, or none that is known.
const LibraryFunction *libraryFunction(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || !I.getType()->isFPOrFPVectorTy())
    return nullptr;
  StringRef Name = libraryName(*Callee);
  bool IsFloat = I.getType()->getScalarType()->isFloatTy();
  StringRef WithoutSuffix = IsFloat && Name.ends_with("f") ? Name.drop_back() : Name;
  for (const LibraryFunction &F : LibraryFunctions)
    if (Name == F.Name || WithoutSuffix == F.Name)
      return &F;
  return nullptr;
}

/// Operations that a call of the mathematical library is worth; 0 as libraryFunction.
int64_t costOfLibrary(const Instruction &I) {
  const LibraryFunction *F = libraryFunction(I);
  return !F ? 0 : I.getType()->getScalarType()->isFloatTy() ? F->Float : F->Double;
}

/// Of the recovery, or of instrumented code.
bool isMarker(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getName().starts_with("pme.") || Callee->getName().starts_with("pmecache."));
}

class BodyReader {
public:
  BodyReader(const Loop &L, const LoopInfo &Loops, const TargetTransformInfo &Costs, ScalarEvolution &SE)
      : L(L), Loops(Loops), Costs(Costs), SE(SE) {}

  pme_work run() {
    collect();
    Work.operations = LoopControl;
    for (Instruction *I : Needed)
      count(*I);
    Work.chain = longestChain();
    Work.vector = vectorWidth();
    return Work;
  }

  CompiledWork runCompiled() {
    collect();
    needExits();
    needRounds();
    for (Instruction *I : Needed)
      count(*I);
    Work.chain = std::max(longestChain(), longestIntegerChain());
    Work.vector = vectorWidth();
    Work.operations += control() + staying() - folded();
    return {Work, longestPath(), entry()};
  }

private:
  bool isOwn(const Instruction &I) const { return Loops.getLoopFor(I.getParent()) == &L; }

  void need(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !isOwn(*I) || isa<PHINode>(I) || isa<GetElementPtrInst>(I) || !Needed.insert(I).second)
      return;
    if (isa<LoadInst>(I)) {
      Widest = std::max(Widest, bitsOf(I->getType()));
      if (I->getType()->isFloatingPointTy())
        Loads.push_back(cast<LoadInst>(I));
      return; // its address is no work
    }
    for (Value *Operand : I->operands())
      need(Operand);
  }

  // Ends of the work: stored values, conditions, and floating-point values that go round.
  void collect() {
    for (BasicBlock *Block : L.blocks()) {
      if (Loops.getLoopFor(Block) != &L)
        continue;
      for (Instruction &I : *Block) {
        if (auto *Store = dyn_cast<StoreInst>(&I)) {
          need(Store->getValueOperand());
          Widest = std::max(Widest, bitsOf(Store->getValueOperand()->getType()));
          Stores.push_back(Store);
        } else if (auto *Phi = dyn_cast<PHINode>(&I);
                   Phi && Block == L.getHeader() && L.getLoopLatch() && Phi->getType()->isFloatingPointTy()) {
          need(Phi->getIncomingValueForBlock(L.getLoopLatch()));
          Rounds.push_back(Phi);
          Widest = std::max(Widest, bitsOf(Phi->getType()));
        } else if (auto *Call = dyn_cast<CallBase>(&I); Call && !isMarker(I) && !isa<IntrinsicInst>(I)) {
          HasCalls = true;
          need(Call);
        } else if (isAtomic(I)) {
          HasAtomics = true;
          need(&I);
        }
      }
      if (auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
          Branch && Branch->isConditional() && Block != L.getLoopLatch() && !L.isLoopExiting(Block)) {
        need(Branch->getCondition());
        HasBranches = true;
      }
    }
  }

  // Conditions of exits for which no counter stands: they are computed in each iteration.
  void needExits() {
    SmallVector<BasicBlock *, 4> Exiting;
    L.getExitingBlocks(Exiting);
    for (BasicBlock *Block : Exiting) {
      auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
      auto *Condition = Branch && Branch->isConditional() ? dyn_cast<Instruction>(Branch->getCondition()) : nullptr;
      if (!Condition || !isOwn(*Condition) || !isa<SCEVCouldNotCompute>(SE.getExitCount(&L, Block)))
        continue;
      for (Value *Operand : Condition->operands())
        if (!SE.isSCEVable(Operand->getType()) || !isa<SCEVAddRecExpr>(SE.getSCEV(Operand)))
          need(Operand);
    }
  }

  // Whole numbers that go round and are no counters: a hash, random numbers, a sum.
  void needRounds() {
    if (!L.getLoopLatch())
      return;
    for (PHINode &Phi : L.getHeader()->phis())
      if (Phi.getType()->isIntegerTy() && !isa<SCEVAddRecExpr>(SE.getSCEV(&Phi))) {
        need(Phi.getIncomingValueForBlock(L.getLoopLatch()));
        IntegerRounds.push_back(&Phi);
      }
  }

  // Several iterations of a short loop, or vectors of it, share the counting and testing.
  int64_t control() const { return Work.vector > 1 || isUnrolled() ? LoopControl / 2 : LoopControl; }

  // Before vectors and unrolled iterations it is found out how many there are, behind them is done what is left. Of a
  // number that is known the compiler does all that.
  int64_t entry() {
    bool IsKnown = SE.getSmallConstantTripCount(&L) != 0;
    return IsKnown ? OperationsOfEntry / 8 : control() < LoopControl ? OperationsOfEntry : OperationsOfEntry / 2;
  }

  bool isUnrolled() const {
    if (!L.isInnermost() || HasCalls || HasAtomics || isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)))
      return false;
    TargetTransformInfo::UnrollingPreferences Wanted = {};
    OptimizationRemarkEmitter Remarks(L.getHeader()->getParent());
    Costs.getUnrollingPreferences(const_cast<Loop *>(&L), SE, Wanted, &Remarks);
    int64_t Size = 0;
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block)
        if (InstructionCost Cost = Costs.getInstructionCost(&I, TargetTransformInfo::TCK_CodeSize);
            Cost.isValid() && !isMarker(I))
          Size += compat::costValue(Cost);
    return Wanted.Partial && Wanted.Runtime && 2 * Size <= Wanted.PartialThreshold;
  }

  // What stays at its address, and yet in the loop: it may change there, and is in no register.
  int64_t staying() const {
    int64_t Count = 0;
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block)
        Count += isOwn(I) && getLoadStorePointerOperand(&I) && L.isLoopInvariant(getLoadStorePointerOperand(&I)) &&
                 (L.isInnermost() || isa<Argument>(getLoadStorePointerOperand(&I)));
    return Count;
  }

  // Loads that the instruction that uses them does beside what it is for. Vectors without AVX would have to be aligned.
  int64_t folded() const {
    constexpr unsigned BitsOfAvx = 256;
    if (!Triple(L.getHeader()->getModule()->getTargetTriple()).isX86() ||
        (Work.vector > 1 && registerBits() < BitsOfAvx))
      return 0;
    SmallPtrSet<const User *, 8> Users;
    for (const Instruction *I : Needed)
      if (isa<LoadInst>(I) && I->hasOneUse() && !L.isLoopInvariant(I->getOperand(0)) &&
          isOperation(**I->user_begin()) && cast<Instruction>(*I->user_begin())->getParent() == I->getParent())
        Users.insert(*I->user_begin());
    return static_cast<int64_t>(Users.size());
  }

  static bool isOperation(const User &U) {
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&U);
    return isa<BinaryOperator>(U) || isa<CmpInst>(U) ||
           (Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::fmuladd);
  }

  // Links of what waits for each other in one iteration, from what it reads to its results.
  int64_t longestPath() {
    int64_t Longest = 0;
    Chains.clear();
    for (const Instruction *I : Needed)
      Longest = std::max(Longest, pathTo(*I, 0));
    return Longest;
  }

  int64_t pathTo(const Instruction &I, unsigned Depth) {
    static constexpr unsigned MaxDepth = 256;
    if (!Needed.contains(&I) || isa<LoadInst>(I) || Depth > MaxDepth)
      return 0;
    if (auto Known = Chains.find(&I); Known != Chains.end())
      return Known->second;
    int64_t Longest = 0;
    for (unsigned O = 0; O < I.getNumOperands(); O++)
      if (auto *Operand = dyn_cast<Instruction>(I.getOperand(O)))
        Longest = std::max(Longest, pathTo(*Operand, Depth + 1) + linksOf(I, O));
    return Chains[&I] = Longest;
  }

  static int64_t linksOf(const Instruction &I, unsigned Operand) {
    if (isDivision(I))
      return LinksOfDivision;
    if (const LibraryFunction *F = libraryFunction(I))
      return F->Additions;
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    bool IsFused = Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::fmuladd;
    bool IsArithmetic = IsFused || (isa<BinaryOperator>(I) && I.getType()->isFPOrFPVectorTy());
    return IsFused && Operand < 2 ? 2 : IsArithmetic;
  }

  unsigned registerBits() const {
    return static_cast<unsigned>(Costs.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue());
  }

  static unsigned bitsOf(Type *T) { return T->isSized() ? T->getScalarSizeInBits() : 0; }

  void count(Instruction &I) {
    if (isa<LoadInst>(I) || isMarker(I))
      return;
    if (isDivision(I)) {
      Work.divisions++;
      return;
    }
    if (int64_t Library = isAtomic(I) ? OperationsOfAtomic : costOfLibrary(I)) {
      Work.operations += Library;
      Work.library += Library;
      return;
    }
    InstructionCost Cost = Costs.getInstructionCost(&I, TargetTransformInfo::TCK_CodeSize);
    if (Cost.isValid())
      Work.operations += std::clamp<int64_t>(compat::costValue(Cost), 0, MostCost);
  }

  /// What an operand of an instruction adds to a chain that comes in by it.
  using LinksOf = function_ref<int64_t(const Instruction &, unsigned)>;

  // Links on the longest way from a value of the iteration before to `V`; -1: there is none.
  int64_t chainTo(const Value *V, const Value *From, LinksOf Links, unsigned Depth = 0) {
    static constexpr unsigned MaxDepth = 64;
    if (V == From)
      return 0;
    auto *I = dyn_cast<Instruction>(V);
    if (auto *Load = dyn_cast<LoadInst>(V); Load && Load->getPointerOperand() == From)
      return 0;
    if (!I || !Needed.contains(I) || isa<LoadInst>(I) || Depth > MaxDepth)
      return -1;
    auto [Known, IsNew] = Chains.try_emplace(I, -1);
    if (!IsNew)
      return Known->second;
    int64_t Longest = -1;
    for (unsigned O = 0; O < I->getNumOperands(); O++)
      if (int64_t Before = chainTo(I->getOperand(O), From, Links, Depth + 1); Before >= 0)
        Longest = std::max(Longest, Before + Links(*I, O));
    return Chains[I] = Longest;
  }

  // In additions of floating-point numbers.
  int64_t floatingLinks(const Instruction &I, unsigned Operand) const {
    // A call is waited for: its operations follow each other for the most part.
    if (int64_t Links = isDivision(I) ? LinksOfDivision : costOfLibrary(I) / OperationsOfLink)
      return Links;
    if (!isa<FPMathOperator>(I) || I.hasAllowReassoc())
      return 0;
    // A product that is added: what comes in as the summand waits for the addition alone.
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return Intrinsic && Intrinsic->getIntrinsicID() == Intrinsic::fmuladd && Operand < 2 ? 2 : 1;
  }

  int64_t floatingChainTo(const Value *V, const Value *From) {
    return chainTo(V, From, [&](const Instruction &I, unsigned Operand) { return floatingLinks(I, Operand); });
  }

  int64_t longestChain() {
    int64_t Longest = 0;
    for (const PHINode *Phi : Rounds) {
      Chains.clear();
      Longest = std::max(Longest, floatingChainTo(Phi->getIncomingValueForBlock(L.getLoopLatch()), Phi));
    }
    // Sums in memory, at an address that stays: a compiler keeps them in a register.
    for (const StoreInst *Store : Stores) {
      if (!L.isLoopInvariant(Store->getPointerOperand()) || !Store->getValueOperand()->getType()->isFloatingPointTy())
        continue;
      Chains.clear();
      Longest = std::max(Longest, floatingChainTo(Store->getValueOperand(), Store->getPointerOperand()));
    }
    return std::max(Longest, longestChainThroughMemory());
  }

  /// Of whole numbers, in additions of floating-point ones: as long as three operations, or a product.
  int64_t longestIntegerChain() {
    auto Cycles = [](const Instruction &I, unsigned) { return integerCycles(I); };
    int64_t Longest = 0;
    for (const PHINode *Phi : IntegerRounds) {
      Chains.clear();
      Longest = std::max(Longest, chainTo(Phi->getIncomingValueForBlock(L.getLoopLatch()), Phi, Cycles));
    }
    return Longest / CyclesOfLink;
  }

  static int64_t integerCycles(const Instruction &I) {
    return isDivision(I)                            ? LinksOfDivision * CyclesOfLink
           : I.getOpcode() == Instruction::Mul      ? CyclesOfLink
           : isa<CastInst>(I) || isa<FreezeInst>(I) ? 0
                                                    : 1;
  }

  /// Does the load read what the store wrote in the iteration before?
  bool readsWhatWasStored(const LoadInst &Load, const StoreInst &Store) {
    auto Moving = [&](const Value *Pointer) {
      auto *A = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<Value *>(Pointer)));
      return A && A->getLoop() == &L && A->isAffine() ? A : nullptr;
    };
    const SCEVAddRecExpr *From = Moving(Load.getPointerOperand()), *To = Moving(Store.getPointerOperand());
    return From && To && From->getStepRecurrence(SE) == To->getStepRecurrence(SE) &&
           SE.getMinusSCEV(To->getStart(), From->getStart()) == To->getStepRecurrence(SE);
  }

  // A compiler may keep the value in a register; waited for it is all the same.
  int64_t longestChainThroughMemory() {
    static constexpr size_t MostPairs = 256;
    int64_t Longest = 0;
    if (Stores.size() * Loads.size() > MostPairs)
      return 0;
    for (const StoreInst *Store : Stores)
      for (const LoadInst *Load : Loads) {
        if (Load->getType() != Store->getValueOperand()->getType() || !readsWhatWasStored(*Load, *Store))
          continue;
        Chains.clear();
        int64_t Links = floatingChainTo(Store->getValueOperand(), Load);
        HasRecurrence |= Links >= 0;
        Longest = std::max(Longest, Links);
      }
    return Longest;
  }

  int64_t vectorWidth() const {
    unsigned Bits = registerBits();
    if (isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)))
      return 1; // nobody knows how many there are
    if (HasCalls || HasAtomics || HasBranches || HasRecurrence || !L.isInnermost() || Widest == 0 || Bits < Widest)
      return 1;
    return Bits / Widest;
  }

  const Loop &L;
  const LoopInfo &Loops;
  const TargetTransformInfo &Costs;
  ScalarEvolution &SE;
  pme_work Work = {};
  SmallPtrSet<Instruction *, 32> Needed;
  SmallVector<const StoreInst *, 8> Stores;
  SmallVector<const LoadInst *, 8> Loads;        ///< of floating-point numbers
  SmallVector<const PHINode *, 4> Rounds;        ///< of floating-point numbers
  SmallVector<const PHINode *, 4> IntegerRounds; ///< of whole ones
  DenseMap<const Instruction *, int64_t> Chains;
  unsigned Widest = 0;
  bool HasCalls = false, HasAtomics = false, HasBranches = false, HasRecurrence = false;
};

} // namespace

pme_work pme::workOf(const Loop &L, const LoopInfo &Loops, const TargetTransformInfo &Costs, ScalarEvolution &SE) {
  return BodyReader(L, Loops, Costs, SE).run();
}

CompiledWork pme::compiledWorkOf(const Loop &L, const LoopInfo &Loops, const TargetTransformInfo &Costs,
                                 ScalarEvolution &SE) {
  return BodyReader(L, Loops, Costs, SE).runCompiled();
}
