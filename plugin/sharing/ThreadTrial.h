//===- ThreadTrial.h - what integers of a function would be for a thread --------------===//
//
// A trial takes a thread of a team, and something for all that is not known: arguments and what is loaded. Of an array
// later elements are no smaller than earlier ones, as rows of a sparse matrix begin; the same place has the same value for
// all threads. What holds in many trials holds by the arithmetic, whatever form compilers or people have given it.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_SHARING_THREADTRIAL_H
#define PMECACHE_PLUGIN_SHARING_THREADTRIAL_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace pme {

/// Whether the value is the size of teams: what the runtime says, in the function or where it was captured.
bool isTeamSize(const llvm::Value &V);

/// What trials of a function have in common. `Thread`: a value that is the number of the thread, beside those that the
/// runtime tells; null: there is none.
struct TrialContext {
  TrialContext(const llvm::Function &F, const llvm::DominatorTree &Tree, const llvm::Value *Thread)
      : F(F), Tree(Tree), Thread(Thread) {}
  /// The same in each compile, as addresses are not.
  uint64_t numberOf(const llvm::Value &V) { return Numbers.try_emplace(&V, Numbers.size() + 1).first->second; }
  bool isThread(const llvm::Value &V) const;

  const llvm::Function &F;
  const llvm::DominatorTree &Tree;
  const llvm::Value *Thread;

private:
  llvm::DenseMap<const llvm::Value *, uint64_t> Numbers;
};

class ThreadTrial {
public:
  ThreadTrial(TrialContext &Context, uint64_t Seed, int64_t Thread, int64_t Team)
      : Context(Context), Seed(Seed), Thread(Thread), Team(Team) {}
  /// Nothing: it cannot be told, or nobody divides by that.
  std::optional<int64_t> valueOf(const llvm::Value &V, unsigned Depth = 0);

private:
  struct Address {
    uint64_t Root;
    int64_t Offset;
  };
  std::optional<llvm::APInt> compute(const llvm::Value &V, unsigned Depth);
  std::optional<llvm::APInt> ofOperand(const llvm::Instruction &I, unsigned Operand, unsigned Depth);
  std::optional<llvm::APInt> ofBinary(const llvm::BinaryOperator &I, unsigned Depth);
  std::optional<llvm::APInt> ofCall(const llvm::CallBase &Call, unsigned Depth);
  std::optional<llvm::APInt> ofMerge(const llvm::PHINode &Phi, unsigned Depth);
  std::optional<llvm::APInt> bits(const llvm::Value &V, unsigned Depth);
  std::optional<Address> addressOf(const llvm::Value &V, unsigned Depth);
  int64_t unknown(const Address &Place, uint64_t Bytes) const;

  TrialContext &Context;
  uint64_t Seed;
  int64_t Thread, Team;
  llvm::DenseMap<const llvm::Value *, std::optional<llvm::APInt>> Known;
};

} // namespace pme

#endif
