//===- WayCalls.cpp - how often the run took one way of a function -------------------===//

#include "WayCalls.h"
#include "plugin/recover/ExclusiveWays.h"
#include "plugin/recover/SameObjects.h"

#include "pmecache/instrumented.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

using namespace llvm;
using namespace pme;

using Ways = SmallVector<const RecoveredFunction *, 4>;

static double timesOfObjects(const pme_profile *Profile, int Function, unsigned Objects) {
  double Times = 0;
  for (int I = 0; I < pme_profile_symbol_count(Profile); ++I)
    if (const pme_profile_symbol *Symbol = pme_profile_symbol_at(Profile, I);
        Symbol->function == Function && StringRef(Symbol->name) == PME_CALLS_SYMBOL && !Symbol->other &&
        Symbol->value == callsValueOf(Objects))
      Times += Symbol->times;
  return Times;
}

// Calls that give the objects as this way has them; others take the function as it is, or whichever way stands for all.
static double callsWithObjects(const RecoveredFunction &Way, ArrayRef<RecoveredFunction> All,
                               const pme_profile *Profile, int Function, double Calls) {
  unsigned Own = objectsOf(Way.Name);
  if (Own > 0)
    return timesOfObjects(Profile, Function, Own);
  SmallVector<unsigned, 4> Others;
  for (const RecoveredFunction &Other : All)
    if (Other.Source == Way.Source && objectsOf(Other.Name) > 0 && !is_contained(Others, objectsOf(Other.Name)))
      Others.push_back(objectsOf(Other.Name));
  for (unsigned Objects : Others)
    Calls -= timesOfObjects(Profile, Function, Objects);
  return std::max(Calls, 0.0);
}

static bool hasLoopAt(const RecoveredFunction &Way, pme_place Place) {
  const pme_program *Program = Way.Program.get();
  for (int Id = 0; Id < pme_program_node_count(Program); ++Id)
    if (const pme_node *Node = pme_program_node(Program, Id); Node->kind == PME_NODE_LOOP && Node->u.loop.parallel &&
                                                              Node->place.line == Place.line &&
                                                              Node->place.column == Place.column)
      return true;
  return false;
}

// Of the worksharing loops that no other arm has, the one that was executed most.
static double executionsOf(const RecoveredFunction &Arm, const Ways &Arms, const pme_profile *Profile, int Function) {
  double Most = 0;
  for (int I = 0; I < pme_profile_loop_count(Profile); ++I)
    if (const pme_profile_loop *Loop = pme_profile_loop_at(Profile, I);
        Loop->function == Function && Loop->parallel && hasLoopAt(Arm, Loop->place) &&
        none_of(Arms, [&](const auto *Other) { return Other != &Arm && hasLoopAt(*Other, Loop->place); }))
      Most = std::max(Most, Loop->executions);
  return Most;
}

double pme::callsOfWay(const RecoveredFunction &Way, ArrayRef<RecoveredFunction> All, const pme_profile *Profile,
                       int Function, double Calls) {
  if (!Profile || Function == PME_NONE || Calls <= 0)
    return Calls;
  double Own = callsWithObjects(Way, All, Profile, Function, Calls);
  Ways Arms;
  for (const RecoveredFunction &Other : All)
    if (Other.Source == Way.Source && isWayBeside(Other.Name, Way.Name))
      Arms.push_back(&Other);
  double Executed = 0;
  for (const RecoveredFunction *Arm : Arms)
    Executed += executionsOf(*Arm, Arms, Profile, Function);
  double Count = std::max<double>(static_cast<double>(Arms.size()), 1);
  return Executed > 0 ? Own * executionsOf(Way, Arms, Profile, Function) / Executed : Own / Count;
}
