//===- ModuleReport.cpp - from recovered programs to what the user asked for ---------===//

#include "ModuleReport.h"

#include "KeptAdvice.h"
#include "MeasuredParts.h"
#include "ProgramDump.h"
#include "Remarks.h"
#include "TakenChoices.h"
#include "WayCalls.h"
#include "plugin/base/SourceFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <memory>

using namespace llvm;
using namespace pme;

namespace {

/// Advice takes no more of the time for a unit, so that loops that come later have an answer.
constexpr double AdviceShare = 0.3;

/// What `unit-budget` is where nobody says.
constexpr double UsualUnitBudgetMs = 10000;

/// Of the budget of a function (pme_by_size_question).
constexpr double ShareOfCurves = 0.1;

/// Milliseconds of effort where the time is used up: what is not answered by then says so.
constexpr double LateBudgetMs = 1e-3;

struct Destroy {
  void operator()(pme_concrete *Concrete) const { pme_concrete_destroy(Concrete); }
};

} // namespace

bool ModuleReport::wanted(const Module &Module, const Options &Options) {
  return !Options.Dump.empty() || !Options.Json.empty() || listenedKinds(Module.getContext()) != 0;
}

ModuleReport::ModuleReport(const Module &Module, const Options &Options, ParsedOptions &Request, const UnitClock &Clock)
    : Asked(Options), SourceFile(sourceFileOf(Module)), Kinds(listenedKinds(Module.getContext())), Request(Request),
      Clock(Clock), Allowed(Module, Request.isDeep(), std::max(Request.unitBudgetMs() / UsualUnitBudgetMs, 1.0)),
      Document(Options.Json, SourceFile) {
  Kinds |= Kinds != 0 && Request.isSequentialWanted() ? PME_REMARK_SEQUENTIAL : 0;
}

void ModuleReport::expect(ArrayRef<RecoveredFunction> Functions) {
  Allowed.divideAmong(Functions);
  All = Functions;
  if (Asked.Profile.empty()) // no values of their own
    Known.compare(Functions);
  if (!Asked.Profile.empty() && !Functions.empty() && (Kinds != 0 || !Asked.Json.empty()))
    run().follow(Functions);
}

ProfileLookup &ModuleReport::run() { return Run ? *Run : Run.emplace(Asked.Profile); }

double ModuleReport::runsOf(const Function &Source, const DILocation &Place) {
  return Asked.Profile.empty() ? 0 : run().executionsOf(Source, Place);
}

void ModuleReport::add(const RecoveredFunction &Recovered) {
  PredictionMs = Allowed.forPrediction(Recovered.Program.get(), budgetMs());
  if (!Asked.Dump.empty())
    dumpProgram(Recovered.Program.get(), Asked.Dump);
  if (Kinds != 0 || !Asked.Json.empty()) {
    Symbols.note(Recovered.Program.get());
    answer(Recovered);
  }
}

bool ModuleReport::hasTime() {
  IsLate |= Clock.isOver();
  return !IsLate;
}

bool ModuleReport::hasTimeForAdvice() {
  IsAdviceLate |= AdviceMs >= AdviceShare * Request.unitBudgetMs();
  return !IsAdviceLate && hasTime();
}

double ModuleReport::budgetMs() const { return std::min(Request.budgetMs(), Clock.leftMs()); }

// The usual (0) as long as there is time for it.
double ModuleReport::effortMs(int Loops) const {
  double Share = Clock.leftMs() / std::max(Loops, 1);
  bool IsUsual = Request.effortMs() <= 0;
  if (Share >= (IsUsual ? PME_ADVISE_USUAL_EFFORT_MS : Request.effortMs()))
    return Request.effortMs();
  return IsUsual && Clock.leftMs() >= PME_ADVISE_USUAL_FUNCTION_MS ? 0 : Share;
}

// Values that the user gives come last: they win over measured ones.
static std::vector<pme_binding> bindingsOf(const pme_what_if &WhatIf, const MeasuredValues &Values) {
  std::vector<pme_binding> Result(Values.bindings().begin(), Values.bindings().end());
  Result.insert(Result.end(), WhatIf.bindings, WhatIf.bindings + WhatIf.binding_count);
  return Result;
}

// It is not the budget of the function that is to be raised.
static void nameUnitBudget(pme_prediction &Prediction) {
  for (pme_reason &Reason : MutableArrayRef(Prediction.reasons, Prediction.reason_count))
    if (Reason.code == PME_REASON_OVER_BUDGET)
      Reason.hint = "raise the limit: PMECACHE_UNIT_BUDGET=60000 (milliseconds for a unit; 10000 where it is not set)";
}

static std::string faultOf(const pme_program *Program, pme_status Status, const pme_error &Error) {
  return std::string(pme_program_function(Program)) + ": " + (*Error.message ? Error.message : pme_status_text(Status));
}

/// What the run says of symbols, for the team that is asked for.
MeasuredValues ModuleReport::measuredValues(const RecoveredFunction &Recovered) {
  MeasuredValues Values = run().valuesOf(*Recovered.Source, Recovered.PlainNames);
  const pme_what_if &WhatIf = Request.whatIf();
  Run->setTeam(Values, Recovered.Program.get(), WhatIf.threads);
  Run->setRounds(Values, Recovered.Program.get(), WhatIf.threads > 0 ? WhatIf.threads : WhatIf.default_threads);
  return Values;
}

/// Without what is assumed of branches and the run has found to be so.
static pme_confirmed confirmed(const pme_prediction &Prediction, const pme_measured_run *Seen, double Calls,
                               pme_arena *Arena) {
  pme_confirmed Result = {&Prediction, &Prediction, nullptr};
  pme_prediction_confirmed(&Prediction, Seen ? Seen->answer : nullptr, Calls, Arena, &Result);
  return Result;
}

/// Misses that the model has and the run has not, behind branches that are rarely taken: no advice rests on them.
static bool isRefuted(const pme_confirmed &Found, int Loop) {
  for (int Level = 0; Level < Found.asked->level_count; ++Level)
    if (!pme_confirmed_misses(&Found, Loop, Level))
      return true;
  return false;
}

/// What a run says of a loop goes before.
static bool isAdvised(ArrayRef<pme_remark> FromRun, int Loop) {
  return any_of(FromRun, [&](const pme_remark &Remark) { return Remark.node == Loop; });
}

static const pme_loop_orders *keepOrders(const pme_loop_orders *All, const pme_confirmed &Found, pme_arena *Arena) {
  auto *Kept = All && Found.share ? PME_ARENA_NEW(Arena, pme_loop_orders, 1) : nullptr;
  auto *Orders = Kept ? PME_ARENA_NEW(Arena, pme_loop_order, All->count + 1) : nullptr;
  if (!Orders)
    return All;
  *Kept = *All;
  Kept->orders = Orders;
  Kept->count = 0;
  for (const pme_loop_order &Order : ArrayRef(All->orders, All->count))
    if (!isRefuted(Found, Order.node))
      Orders[Kept->count++] = Order;
  return Kept;
}

void ModuleReport::answer(const RecoveredFunction &Recovered) {
  const pme_program *Program = Recovered.Program.get();
  const pme_machine *Machine = Request.machine();
  if (!Machine)
    return;
  pme_error Error = {};
  pme_concrete *RawConcrete = nullptr;
  pme_prediction *Prediction = nullptr;
  const pme_explanation *Explanation = nullptr;
  pme_explain_options ExplainOptions = {};
  pme_predict_options &PredictOptions = ExplainOptions.predict;
  bool Late = !hasTime();
  PredictOptions.budget_ms = Late ? LateBudgetMs : PredictionMs;
  PredictOptions.coherence = true;
  MeasuredValues Values = measuredValues(Recovered);
  std::vector<pme_binding> Bindings = bindingsOf(Request.whatIf(), Values);
  pme_what_if Given = Request.whatIf(), WhatIf = {};
  Given.binding_count = static_cast<int>(Bindings.size());
  Given.bindings = Bindings.data();
  ArenaHandle Arena(pme_arena_create());
  pme_status Status = Arena ? evaluate(Program, Given, Arena.get(), WhatIf, RawConcrete, Error) : PME_NO_MEMORY;
  std::unique_ptr<pme_concrete, Destroy> Concrete(RawConcrete);
  if (Status == PME_OK && !Late && (Kinds & PME_REMARK_ANALYSIS))
    Status = pme_explain(Concrete.get(), Machine, &ExplainOptions, Arena.get(), &Explanation, &Error);
  else if (Status == PME_OK)
    Status = pme_predict(Concrete.get(), Machine, &PredictOptions, Arena.get(), &Prediction, &Error);
  if (Status != PME_OK)
    return warn(faultOf(Program, Status, Error));
  if (Prediction && PredictOptions.budget_ms < Request.budgetMs())
    nameUnitBudget(*Prediction);
  const pme_prediction &Predicted = Explanation ? *Explanation->prediction : *Prediction;
  const pme_by_size *BySize = predictBySize(Predicted, WhatIf, Arena.get());
  const pme_prediction &Taken = BySize ? *BySize->prediction : Predicted;
  const pme_prediction &Chosen = withOtherChoices(Taken, Given, PredictOptions, Arena.get());
  const pme_measured_run *Seen = findRun(Chosen, Values, *Machine, Arena.get());
  double Calls = callsOf(Recovered, Values);
  pme_confirmed Found = confirmed(Chosen, Seen, Calls, Arena.get());
  const pme_prediction &Answer = *Found.prediction;
  pme_explanation Explained = Explanation ? *Explanation : pme_explanation();
  Explained.prediction = &Answer;
  const pme_advice *Advice = advise(Taken, WhatIf, Arena.get());
  const pme_sizes *Sizes = adviseSizes(*Program, WhatIf, Advice, Arena.get());
  ArrayRef<pme_remark> FromTrace = adviceFromTrace(Answer, Values, Arena.get());
  KeptAdvice Kept(Advice, [&](int Loop) { return isRefuted(Found, Loop); });
  KeptAdvice Static(Kept.get(), [&](int Loop) { return isAdvised(FromTrace, Loop); });
  ArrayRef<pme_remark> FromRun = measured(Answer, Seen, Arena.get());
  RemarkPlaces Places = {*Recovered.Function, Recovered.Places, Kinds, Remarks};
  emitRemarks(Answer, Explanation ? &Explained : nullptr, Static.get(), FromRun, Places, Arena.get());
  emitAll(FromRun, Answer.subject, Places);
  emitNotRun(Answer, Values, Places, Arena.get());
  emitAll(FromTrace, Answer.subject, Places);
  if (BySize)
    emitBySize(*BySize, FromRun, Places, Arena.get());
  const pme_loop_orders *Orders = keepOrders(findLoopOrders(Taken, WhatIf, BySize, Arena.get()), Found, Arena.get());
  if (Orders)
    emitLoopOrders(*Orders, Places, Arena.get());
  if (Document.isAsked())
    addToDocument(Recovered, Answer, Seen, {Kept.get(), Sizes, BySize, Orders, Calls}, Values, Arena.get());
  Allowed.finish(Program);
  if (!Late)
    Known.keep(Program, Arena, BySize, Sizes);
}

/// What an instrumented run says of the function, for the team that is asked for; null where it says nothing.
const pme_measured_run *ModuleReport::findRun(const pme_prediction &Prediction, const MeasuredValues &Values,
                                              const pme_machine &Machine, pme_arena *Arena) {
  const pme_what_if &WhatIf = Request.whatIf();
  pme_team_question Team = {};
  Team.threads = pme_subject_asked_team(Prediction.subject);
  Team.has_schedule = WhatIf.has_schedule;
  Team.schedule = WhatIf.schedule;
  Team.chunk = WhatIf.chunk;
  const pme_profile_answer *Seen = Run->answerOf(Values, Machine, Team);
  auto *Found = Seen ? PME_ARENA_NEW(Arena, pme_measured_run, 1) : nullptr;
  auto *Answer = Seen ? PME_ARENA_NEW(Arena, pme_profile_answer, 1) : nullptr;
  const char *Conditions = Found && Answer ? pme_arena_copy_text(Arena, Values.conditions().c_str()) : nullptr;
  if (!Conditions)
    return nullptr;
  *Answer = *Seen;
  Answer->is_of_another = !Run->hasTeam() || !Values.agreeWith(ArrayRef(WhatIf.bindings, WhatIf.binding_count));
  Answer->is_of_several = Values.isOfSeveral();
  const pme_profile_options *Options = pme_profile_options_of(Run->profile());
  Answer->is_of_other_team = Team.threads != Options->threads;
  *Found = {Answer, Conditions, Options->scaled, Options->threads};
  return Found;
}

/// Its remarks, of the loops that the model does not answer as a whole.
ArrayRef<pme_remark> ModuleReport::measured(const pme_prediction &Prediction, const pme_measured_run *Seen,
                                            pme_arena *Arena) {
  const pme_remark *Remarks = nullptr;
  int Count = 0;
  if (Seen)
    Run->tellIfMoved(Prediction, *Seen->answer);
  if (!Seen || !(Kinds & (PME_REMARK_PREDICTION | PME_REMARK_MISSED)) ||
      pme_remarks_measured(Seen, &Prediction, Arena, &Remarks, &Count, nullptr) != PME_OK)
    return {};
  return ArrayRef(Remarks, Count);
}

/// Whether the function was instrumented, and nothing of it ran: no call, no loop, no value. Calls alone do not tell:
/// profiles that do not count them may be merged.
static bool neverRan(const pme_profile *Profile, int Function) {
  bool HasLoop = false;
  for (int I = 0; I < pme_profile_loop_count(Profile); ++I) {
    const pme_profile_loop *Loop = pme_profile_loop_at(Profile, I);
    if (Loop->function != Function)
      continue;
    HasLoop = true;
    if (Loop->executions > 0)
      return false;
  }
  for (int I = 0; I < pme_profile_symbol_count(Profile); ++I)
    if (pme_profile_symbol_at(Profile, I)->function == Function && pme_profile_symbol_at(Profile, I)->times > 0)
      return false;
  return HasLoop && pme_profile_function_at(Profile, Function)->calls == 0;
}

/// Where a loop has no number for want of a run that comes here: that the one that was given did not.
void ModuleReport::emitNotRun(const pme_prediction &Prediction, const MeasuredValues &Values,
                              const RemarkPlaces &Places, pme_arena *Arena) {
  bool IsWhole = all_of(ArrayRef(Prediction.loops, Prediction.loop_count),
                        [](const pme_loop_prediction &Loop) { return Loop.status == PME_LOOP_MODELLED; });
  bool IsNotRun = Run->profile() && Values.function() != PME_NONE && neverRan(Run->profile(), Values.function());
  if (!IsNotRun || IsWhole || !(Kinds & PME_REMARK_MISSED))
    return;
  std::string Text = std::string("function '") + Prediction.subject->function +
                     "': the instrumented run never came here (" + sys::path::filename(Asked.Profile).str() + ")";
  pme_remark Remark = {};
  Remark.kind = PME_REMARK_MISSED;
  Remark.name = "NotExecuted";
  Remark.node = PME_NONE;
  Remark.place.line = 0;
  Remark.text = pme_arena_copy_text(Arena, Text.c_str());
  if (Remark.text)
    emitAll(ArrayRef(Remark), Prediction.subject, Places);
}

/// What the profile has to say of loops that the model does not answer as a whole.
ArrayRef<pme_remark> ModuleReport::adviceFromTrace(const pme_prediction &Prediction, const MeasuredValues &Values,
                                                   pme_arena *Arena) {
  const pme_remark *Remarks = nullptr;
  int Count = 0;
  ParsedOptions::Advise Scope = Request.adviseScope();
  pme_traced_advice Traced = {Run->profile(), Values.function(), Scope == ParsedOptions::Advise::Chunk};
  if (!Run->profile() || Values.function() == PME_NONE || Scope == ParsedOptions::Advise::Off ||
      !(Kinds & PME_REMARK_PREDICTION) ||
      pme_remarks_measured_advice(&Traced, &Prediction, Arena, &Remarks, &Count, nullptr) != PME_OK)
    return {};
  return ArrayRef(Remarks, Count);
}

/// Null when nobody asks for advice, or there is no memory for it: the prediction stands without.
const pme_advice *ModuleReport::advise(const pme_prediction &Prediction, const pme_what_if &WhatIf, pme_arena *Arena) {
  bool Wanted = (Kinds & (PME_REMARK_PREDICTION | PME_REMARK_ANALYSIS)) || !Asked.Json.empty();
  if (!Wanted || Request.adviseScope() == ParsedOptions::Advise::Off || !hasTimeForAdvice())
    return nullptr;
  Spending Of(Clock, AdviceMs);
  pme_advise_options Options = {};
  Options.budget_ms = effortMs(Prediction.loop_count);
  Options.scope = Request.adviseScope() == ParsedOptions::Advise::Chunk ? PME_ADVISE_CHUNK : PME_ADVISE_ALL;
  Options.allowance_ms = Allowed.forAdvice();
  const pme_advice *Advice = nullptr;
  pme_error Error = {};
  if (pme_advise(&Prediction, &WhatIf, &Options, Arena, &Advice, &Error) != PME_OK) {
    warn(std::string("advice: ") + Error.message);
    return nullptr;
  }
  Allowed.spendOnAdvice(Advice->effort_ms);
  return Advice;
}

/// Where no loop has a number, for want of values: advice as a function of them. It takes up to a second, which only a
/// document is worth; null otherwise.
const pme_sizes *ModuleReport::adviseSizes(const pme_program &Program, const pme_what_if &WhatIf,
                                           const pme_advice *Advice, pme_arena *Arena) {
  if (Asked.Json.empty() || !Advice || Advice->loop_count > 0 || !hasTimeForAdvice())
    return nullptr;
  if (const KnownAnswers::Answer *Same = Known.of(&Program); Same && Same->Sizes)
    return Same->Sizes;
  Spending Of(Clock, AdviceMs);
  pme_advise_options Options = {};
  Options.scope = Request.adviseScope() == ParsedOptions::Advise::Chunk ? PME_ADVISE_CHUNK : PME_ADVISE_ALL;
  Options.budget_ms = Request.effortMs();
  const pme_sizes *Sizes = nullptr;
  pme_error Error = {};
  // Effort is counted, as what the function may take; the clock ends what takes the unit's time for advice.
  double EffortMs = Allowed.forSizes(&Program);
  EffortMs = EffortMs > 0 ? std::min(EffortMs, Request.budgetMs()) : Request.budgetMs();
  double AdviceLeftMs = AdviceShare * Request.unitBudgetMs() - AdviceMs;
  struct {
    const UnitClock &Clock;
    double LeastLeftMs;
  } Until = {Clock, std::max(Clock.leftMs() - AdviceLeftMs, 0.0)};
  auto HasTime = [](const void *Of) {
    auto *End = static_cast<const decltype(Until) *>(Of);
    return End->Clock.leftMs() > End->LeastLeftMs;
  };
  pme_size_question Question = {&Program, Request.machine(), &WhatIf, &Options, HasTime, &Until, EffortMs};
  if (pme_advise_sizes(&Question, Arena, &Sizes, &Error) != PME_OK) {
    warn(std::string("advice: ") + Error.message);
    return nullptr;
  }
  Allowed.spendOnSizes(Sizes->effort_ms);
  return Sizes;
}

/// Loops that want for a value get an answer for every one. Null when nobody asks, or there is no memory for it.
const pme_by_size *ModuleReport::predictBySize(const pme_prediction &Prediction, const pme_what_if &WhatIf,
                                               pme_arena *Arena) {
  if (!(Kinds & PME_REMARK_PREDICTION) && Asked.Json.empty())
    return nullptr;
  const pme_by_size *Answer = nullptr;
  const KnownAnswers::Answer *Same = Known.of(pme_concrete_program(Prediction.concrete));
  if (Same && Same->BySize && pme_by_size_again(Same->BySize, &Prediction, Arena, &Answer) == PME_OK)
    return Answer;
  double BudgetMs = hasTime() ? budgetMs() : LateBudgetMs;
  // Remarks say two digits of a curve, a document gets all of its points.
  bool Rough = Asked.Json.empty();
  double RoughMs = Allowed.forCurves(pme_concrete_program(Prediction.concrete), !Rough);
  if (!Rough && RoughMs > 0)
    BudgetMs = std::min(BudgetMs, RoughMs / ShareOfCurves);
  pme_by_size_question Question = {&Prediction, &WhatIf, BudgetMs, true, Request.isSequentialWanted(), Rough, RoughMs};
  pme_error Error = {};
  if (pme_predict_by_size(&Question, Arena, &Answer, &Error) == PME_OK) {
    if (BudgetMs < Request.budgetMs())
      nameUnitBudget(*Answer->prediction);
    return Answer;
  }
  warn(std::string("by size: ") + Error.message);
  return nullptr;
}

/// A part of advice: null where none is asked for.
const pme_loop_orders *ModuleReport::findLoopOrders(const pme_prediction &Prediction, const pme_what_if &WhatIf,
                                                    const pme_by_size *BySize, pme_arena *Arena) {
  const pme_loop_orders *Orders = nullptr;
  if (Request.adviseScope() != ParsedOptions::Advise::All || !hasTimeForAdvice())
    return nullptr;
  Spending Of(Clock, AdviceMs);
  bool LegalOnly = Asked.Json.empty() && !(Kinds & PME_REMARK_MISSED);
  pme_loop_order_question Question = {&Prediction, &WhatIf, BySize, Request.isDeep(), Allowed.forOrders(), LegalOnly};
  if (pme_status Status = pme_find_loop_orders(&Question, Arena, &Orders); Status != PME_OK) {
    if (Status == PME_NO_MEMORY)
      warn(std::string(Prediction.subject->function) + ": orders of loops: " + pme_status_text(Status));
    return nullptr;
  }
  Allowed.spendOnOrders(Orders->effort_ms);
  return Orders;
}

/// Below 0: not known.
double ModuleReport::callsOf(const RecoveredFunction &Recovered, const MeasuredValues &Values) const {
  bool IsNotRun = Run->profile() && Values.function() != PME_NONE && neverRan(Run->profile(), Values.function());
  return IsNotRun ? 0 : Run->callsOf(*Recovered.Source, Values);
}

/// With what the run has of it, and of loops of functions whose calls are inlined here, under the values that they had.
void ModuleReport::addToDocument(const RecoveredFunction &Recovered, const pme_prediction &Answer,
                                 const pme_measured_run *Seen, FoundBeside Found, const MeasuredValues &Values,
                                 pme_arena *Arena) {
  const pme_machine *Machine = Request.machine();
  MeasuredParts Parts(Answer, Seen, Found.Calls, Arena);
  for (const RecoveredFunction &Inlined : All)
    if (is_contained(Inlined.InlinedIn, Recovered.Name) && Run->profile())
      Parts.addInlined(findRun(Answer, Run->valuesQuietly(Inlined), *Machine, Arena));
  Found.Calls = callsOfWay(Recovered, All, Run->profile(), Values.function(), Found.Calls);
  Document.add(Recovered, Parts, Found, *Run, Machine);
}

void ModuleReport::finish() {
  Remarks.emit();
  if (Run)
    Run->tellIfOfAnother(SourceFile);
  if (IsAdviceLate && !IsLate)
    warn(SourceFile + ": the time for advice is used up, there is none on some loops (-pmecache-unit-budget)");
  if (IsLate)
    warn(SourceFile + ": the time for a unit is used up, not all was looked at (-pmecache-unit-budget)");
  Symbols.complain(Request.whatIf(), SourceFile);
  Document.save(Request.machine());
}
