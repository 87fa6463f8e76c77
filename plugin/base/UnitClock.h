//===- UnitClock.h - the last resort of all budgets ----------------------------------===//
//
// Effort is counted in steps, so that equal input gets equal answers. What counting misses is stopped by the clock, and
// that is said: a compile never takes much longer than the time for a unit, whatever it holds.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_BASE_UNITCLOCK_H
#define PMECACHE_PLUGIN_BASE_UNITCLOCK_H

#include <algorithm>
#include <ctime>

namespace pme {

/// Counts processor time of the thread that made it: other work of the machine changes no answer.
class UnitClock {
public:
  explicit UnitClock(double LimitMs) : LimitMs(LimitMs), Start(now()) {}

  /// Whether so much of the time is used up.
  bool isOver(double Share = 1) const { return now() - Start >= Share * LimitMs; }
  /// What is left of the time, more than 0.
  double leftMs() const { return std::max(LimitMs - (now() - Start), 1e-3); }
  /// Recovery leaves time for answers.
  bool isOverForRecovery() const { return isOver(0.6); }

private:
  static double now() {
    timespec Time = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
    return 1e3 * static_cast<double>(Time.tv_sec) + 1e-6 * static_cast<double>(Time.tv_nsec);
  }

  double LimitMs, Start;
};

/// Adds what is spent while it lives.
class Spending {
public:
  Spending(const UnitClock &Clock, double &SpentMs) : Clock(Clock), SpentMs(SpentMs), Before(Clock.leftMs()) {}
  ~Spending() { SpentMs += Before - Clock.leftMs(); }
  Spending(const Spending &) = delete;
  Spending &operator=(const Spending &) = delete;

private:
  const UnitClock &Clock;
  double &SpentMs, Before;
};

} // namespace pme

#endif
