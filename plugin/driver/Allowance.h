//===- Allowance.h - what answers may take of a compile ------------------------------===//
//
// Effort for answers that nobody has to have: advice, other orders of loops, curves that remarks say two digits of. It is
// a share of what the compile takes without them, as far as the size of the unit tells: counted, not measured, so that
// equal input gets equal answers.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_ALLOWANCE_H
#define PMECACHE_PLUGIN_DRIVER_ALLOWANCE_H

#include "plugin/recover/Recover.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"

namespace pme {

/// For one compile; what is spent is told to it. No end to anything where all is asked for.
class Allowance {
public:
  Allowance(const llvm::Module &Module, bool IsDeep);

  /// Of the functions that will be answered: each gets a share by its accesses.
  void divideAmong(llvm::ArrayRef<RecoveredFunction> Functions);

  /// In milliseconds of effort: what is left for advice on the schedules of loops, and on their order (0: no end; less
  /// than nothing is left as next to nothing).
  double forAdvice() const { return left(AdviceShare, AdviceMs); }
  double forOrders() const { return left(OrderShare, OrderMs); }
  /// For curves of a function, where remarks alone are asked for.
  double forCurves(const pme_program *Program) const;

  void spendOnAdvice(double Ms) { AdviceMs += Ms; }
  void spendOnOrders(double Ms) { OrderMs += Ms; }

private:
  static constexpr double AdviceShare = 0.2, OrderShare = 0.2, CurveShare = 0.25;
  double left(double Share, double SpentMs) const;

  double CompileMs; ///< that the unit takes without the plugin, about
  bool IsDeep;
  double AdviceMs = 0, OrderMs = 0;
  double Accesses = 0; ///< of all functions
};

} // namespace pme

#endif
