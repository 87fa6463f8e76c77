//===- Allowance.h - what answers may take of a compile ------------------------------===//
//
// Effort for answers that nobody has to have: advice, other orders of loops, curves that remarks say two digits of. It is
// a share of what the compile takes without them, as far as the size of the unit tells: counted, not measured, so that
// equal input gets equal answers. In units of very many functions, or of functions of very many accesses, predictions and
// what a document asks for beside have an end, too: some hundred milliseconds and a share.
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
  /// `Scale`: where the time for a unit is so many times the usual, all of this is.
  Allowance(const llvm::Module &Module, bool IsDeep, double Scale);

  /// Of the functions that will be answered: each gets a share by its accesses.
  void divideAmong(llvm::ArrayRef<RecoveredFunction> Functions);

  /// In milliseconds of effort: what is left for advice on the schedules of loops, and on their order (0: no end; less
  /// than nothing is left as next to nothing).
  double forAdvice() const { return left(OfAdvice, AdviceMs); }
  double forOrders() const { return left(OfOrders, OrderMs); }
  /// For curves of a function, where remarks alone are asked for, or a document.
  double forCurves(const pme_program *Program, bool InDocument) const;
  /// For its prediction, of so much that is asked for. Where all functions together would take too much, each gets the
  /// same part of the usual: whole microseconds that the program keeps, so that the commands take the same. It does not
  /// depend on what others have taken, so that a dump alone has it, too.
  double forPrediction(pme_program *Program, double AskedMs) const;
  /// For advice by its sizes.
  double forSizes(const pme_program *Program) const;

  void spendOnAdvice(double Ms) { AdviceMs += Ms; }
  void spendOnOrders(double Ms) { OrderMs += Ms; }
  void spendOnSizes(double Ms) { SizesMs += Ms; }
  /// Others share what it has left.
  void finish(const pme_program *Program);

private:
  /// Of what the unit takes, and milliseconds that it may always take.
  struct Part {
    double Share, Ms;
  };
  static constexpr Part OfAdvice = {0.2, 0}, OfOrders = {0.2, 0}, OfCurves = {0.25, 0}, OfDocumentCurves = {0.4, 300},
                        OfPredictions = {0.5, 400}, OfSizes = {0.4, 300};
  double all(Part Of) const { return Scale * (Of.Share * CompileMs + Of.Ms); }
  double left(Part Of, double SpentMs) const;
  double leastForCurves() const;

  double CompileMs; ///< that the unit takes without the plugin, about
  bool IsDeep;
  double Scale;
  double AdviceMs = 0, OrderMs = 0, SizesMs = 0;
  double Accesses = 0, AccessesToCome = 0; ///< of all functions, of those that are not finished
  double Functions = 0;
  double UsualPredictionsMs = 0; ///< of all functions
};

} // namespace pme

#endif
