//===- FunctionHash.cpp - is this the function that was measured? --------------------===//

#include "FunctionHash.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <string>

using namespace llvm;
using namespace pme;

namespace {

/// Writes what counts of a function into a text, which is then hashed.
class Digest {
public:
  uint64_t of(const Function &F) {
    // Names of symbols, by which values are found again, depend on it.
    Out << (F.hasOptNone() ? "plain" : "");
    add(F);
    Out.flush();
    return xxh3_64bits(StringRef(Text));
  }

private:
  void add(const Function &F) {
    if (!Functions.try_emplace(&F, Functions.size()).second)
      return;
    for (const Argument &A : F.args())
      Numbers.try_emplace(&A, Numbers.size());
    for (const BasicBlock &Block : F)
      Numbers.try_emplace(&Block, Numbers.size());
    for (const Instruction &I : instructions(F))
      if (counts(I))
        add(I);
  }

  // Front ends add these for the optimiser, or not, depending on the level.
  static bool counts(const Instruction &I) {
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    return !Call || !(Call->isAssumeLikeIntrinsic() || Call->isLifetimeStartOrEnd());
  }

  void add(const Instruction &I) {
    Numbers.try_emplace(&I, Numbers.size());
    Out << '\n' << I.getOpcode() << ' ';
    I.getType()->print(Out, /*IsForDebug=*/false, /*NoDetails=*/true);
    if (auto *Compare = dyn_cast<CmpInst>(&I))
      Out << ' ' << unsigned(Compare->getPredicate());
    if (auto *Offset = dyn_cast<GEPOperator>(&I)) {
      Out << ' ';
      Offset->getSourceElementType()->print(Out, false, true);
    }
    if (auto *Local = dyn_cast<AllocaInst>(&I)) {
      Out << ' ';
      Local->getAllocatedType()->print(Out, false, true);
    }
    for (const Value *Operand : I.operands())
      add(*Operand);
  }

  void add(const Value &V) {
    Out << ' ';
    if (auto *F = dyn_cast<Function>(&V))
      addFunction(*F);
    else if (auto *Global = dyn_cast<GlobalValue>(&V))
      Out << '@' << (Global->hasLocalLinkage() ? StringRef("local") : Global->getName());
    else if (auto *Number = dyn_cast<ConstantInt>(&V))
      Number->getValue().print(Out, /*isSigned=*/true);
    else if (isa<ConstantData>(V))
      V.printAsOperand(Out, /*PrintType=*/false);
    else if (auto *C = dyn_cast<ConstantExpr>(&V))
      for (const Value *Operand : C->operands())
        add(*Operand);
    else if (auto Found = Numbers.find(&V); Found != Numbers.end())
      Out << '%' << Found->second;
    else
      Out << '?'; // defined further down: its own line tells what it is
  }

  // Names of local functions are numbered by the front end; what they do counts, that is added behind.
  void addFunction(const Function &F) {
    if (!F.hasLocalLinkage() || F.isDeclaration()) {
      Out << '@' << F.getName();
      return;
    }
    if (auto Known = Functions.find(&F); Known != Functions.end()) {
      Out << "@#" << Known->second;
      return;
    }
    Out << "@#" << Functions.size() << " {";
    add(F);
    Out << '}';
  }

  std::string Text;
  raw_string_ostream Out{Text};
  DenseMap<const Value *, size_t> Numbers;
  DenseMap<const Function *, size_t> Functions;
};

} // namespace

uint64_t pme::hashFunction(const Function &F) { return Digest().of(F); }
