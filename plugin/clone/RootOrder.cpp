//===- RootOrder.cpp - which functions are read first --------------------------------===//

#include "RootOrder.h"

#include "llvm/IR/DebugInfoMetadata.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace llvm;

size_t pme::putInstancesLast(std::vector<Function *> &Roots) {
  std::set<std::tuple<StringRef, StringRef, unsigned>> Seen;
  auto Others = std::stable_partition(Roots.begin(), Roots.end(), [&](const Function *Root) {
    const DISubprogram *Source = Root->getSubprogram();
    return !Source || Seen.insert({Source->getDirectory(), Source->getFilename(), Source->getLine()}).second;
  });
  return static_cast<size_t>(Others - Roots.begin());
}

/// A unit whose time may be used up has so many roots, or so many instructions in them.
static constexpr size_t ManyRoots = 32;
static constexpr size_t ManyInstructions = 60000;

static bool mayTakeAllTime(ArrayRef<Function *> Roots) {
  size_t Instructions = 0;
  for (const Function *Root : Roots)
    Instructions += Root->getInstructionCount();
  return Roots.size() >= ManyRoots || Instructions >= ManyInstructions;
}

void pme::putShortFirst(std::vector<Function *> &Shown) {
  size_t FirstCount = putInstancesLast(Shown);
  if (mayTakeAllTime(Shown))
    std::stable_sort(
        Shown.begin(), Shown.begin() + static_cast<std::ptrdiff_t>(FirstCount),
        [](const Function *A, const Function *B) { return A->getInstructionCount() < B->getInstructionCount(); });
}
