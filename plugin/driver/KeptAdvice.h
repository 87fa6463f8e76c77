//===- KeptAdvice.h - advice without the loops that others speak of ------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_KEPTADVICE_H
#define PMECACHE_PLUGIN_DRIVER_KEPTADVICE_H

#include "pmecache/report.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <vector>

namespace pme {

/// Of a run: what it says of a loop goes before.
class KeptAdvice {
public:
  KeptAdvice(const pme_advice *All, llvm::ArrayRef<pme_remark> Others) : Original(All) {
    if (!All || Others.empty())
      return;
    for (const pme_loop_advice &Loop : llvm::ArrayRef(All->loops, All->loop_count))
      if (llvm::none_of(Others, [&](const pme_remark &Other) { return Other.node == Loop.node; }))
        Loops.push_back(Loop);
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
