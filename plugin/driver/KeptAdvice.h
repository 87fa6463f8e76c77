//===- KeptAdvice.h - advice without some of its loops -------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_KEPTADVICE_H
#define PMECACHE_PLUGIN_DRIVER_KEPTADVICE_H

#include "pmecache/report.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <vector>

namespace pme {

class KeptAdvice {
public:
  /// `IsLeftOut(node)` of a loop.
  template <typename Predicate> KeptAdvice(const pme_advice *All, Predicate IsLeftOut) : Original(All) {
    if (!All)
      return;
    for (const pme_loop_advice &Loop : llvm::ArrayRef(All->loops, All->loop_count))
      if (!IsLeftOut(Loop.node))
        Loops.push_back(Loop);
    if (static_cast<int>(Loops.size()) == All->loop_count)
      return;
    Copy = *All;
    Copy.loops = Loops.data();
    Copy.loop_count = static_cast<int>(Loops.size());
    Original = &Copy;
  }
  KeptAdvice(const KeptAdvice &) = delete;
  KeptAdvice &operator=(const KeptAdvice &) = delete;
  const pme_advice *get() const { return Original; }

private:
  const pme_advice *Original;
  pme_advice Copy = {};
  std::vector<pme_loop_advice> Loops;
};

} // namespace pme

#endif
