//===- ProfileLookup.h - what an instrumented run says about the functions of this compile -===//
//
// Reads the profile that -pmecache-profile names and answers for one function at a time. A function whose code is not
// the one that ran is refused, with a warning that names it; the others are answered.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_DRIVER_PROFILELOOKUP_H
#define PMECACHE_PLUGIN_DRIVER_PROFILELOOKUP_H

#include "pmecache/concrete.h"
#include "pmecache/profile.h"
#include "pmecache/profile_answer.h"

#include "llvm/IR/Function.h"

#include "plugin/recover/Recover.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace pme {

/// Values of the symbols of one function; owns the texts of the bindings.
class MeasuredValues {
public:
  llvm::ArrayRef<pme_binding> bindings() const { return Bindings; }
  /// Index of the function in the profile; PME_NONE when it is not in it.
  int function() const { return Function; }
  /// "n = 512, m = 2 to 100", or "": under what the function was measured.
  std::string conditions() const;
  /// Whether calls of the run had others.
  bool isOfSeveral() const { return !Ranges.empty(); }

  /// Whether none of them has another value there.
  bool agreeWith(llvm::ArrayRef<pme_binding> Given) const;

private:
  friend class ProfileLookup;
  void add(const char *Name, int64_t Value, std::string How);

  std::vector<std::unique_ptr<std::string>> Texts;
  std::vector<pme_binding> Bindings;
  /// Of symbols that had several values: the least and the largest.
  std::map<std::string, std::pair<int64_t, int64_t>> Ranges;
  int Function = PME_NONE;
};

class ProfileLookup {
public:
  /// `Path`: the file; "" = no profile. What is wrong with the file is said on stderr.
  explicit ProfileLookup(const std::string &Path);

  /// The values of the function's symbols: the most frequent ones. A program that was instrumented without debug
  /// information calls them by plain names: pairs of these and the names here.
  MeasuredValues valuesOf(const llvm::Function &Function,
                          llvm::ArrayRef<std::pair<std::string, std::string>> PlainNames);
  /// What the caches of the machine would have done in the run, or do for another team, where the run tells that; null
  /// when the profile has no traces.
  const pme_profile_answer *answerOf(const MeasuredValues &Values, const pme_machine &Machine,
                                     const pme_team_question &Team);

  /// Whether the last answer is of the team that it was asked for.
  bool hasTeam() const { return !IsOwnTeam; }

  /// What stands in num_threads() of the function and was the run's own team is the team that is asked for: `Threads`, 0
  /// for none. So is omp_get_max_threads(), which has no value of the run then.
  void setTeam(MeasuredValues &Values, const pme_program *Program, int Threads) const;

  /// Of loops that go round as often as data say, in a worksharing loop that the run has no number of for so many
  /// threads: as often as they did in the run. A run that traces a loop records no value for that.
  void setRounds(MeasuredValues &Values, const pme_program *Program, int Threads) const;

  /// `valuesOf` without a word where the profile does not fit the function.
  MeasuredValues valuesQuietly(const RecoveredFunction &Function) const;

  /// Of all functions that will be asked for: where the source has moved, the profile's lines move along.
  void follow(llvm::ArrayRef<RecoveredFunction> Functions);
  /// Says on stderr where loops of the run are at no place of loops of the function, which lack them.
  void tellIfMoved(const pme_prediction &Prediction, const pme_profile_answer &Seen);

  /// How often the run executed the parallel loop at this place of the function, in which lines may have moved.
  double executionsOf(const llvm::Function &Function, const llvm::DILocation &Place) const;
  /// How often the run called the function; below 0 where nothing of the profile tells.
  double callsOf(const llvm::Function &Function, const MeasuredValues &Values) const;
  /// Of the file, without its folder.
  const std::string &name() const { return Name; }

  /// Says on stderr what the profile holds where that is nothing of the functions that were asked for.
  void tellIfOfAnother(const std::string &SourceFile) const;

  /// Null when there is none.
  const pme_profile *profile() const { return Profile.get(); }

private:
  struct Destroy {
    void operator()(pme_profile *Profile) const { pme_profile_destroy(Profile); }
    void operator()(pme_profile_answers *Answers) const { pme_profile_answers_destroy(Answers); }
  };
  void tellFaults() const;
  /// Index of the function in the profile; PME_NONE when it did not run, or other code did (said on stderr).
  int find(const llvm::Function &Function);

  std::string Name;               ///< of the file, without its folder
  std::vector<std::string> Asked; ///< functions that were looked for
  bool Found = false;             ///< any of them, be it with other code
  std::unique_ptr<pme_profile, Destroy> Profile;
  /// Index of the function in the profile, without a word; PME_NONE.
  int indexOf(const llvm::Function &Function, bool *Stale) const;
  MeasuredValues valuesAt(int Function, llvm::ArrayRef<std::pair<std::string, std::string>> PlainNames) const;
  void answer(const pme_machine &Machine, const pme_team_question &Team);

  std::unique_ptr<pme_profile_answers, Destroy> Answers; ///< made when first asked for, for a team:
  int Threads = 0;
  bool IsOwnTeam = false;   ///< they are of the run's team, another was asked for
  bool SaidOwnTeam = false; ///< that another team than the run's has no answer
};

} // namespace pme

#endif
