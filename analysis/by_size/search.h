/* Which sizes are looked at, and what a look sees (docs/model/by-size.md 2). Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SEARCH_H
#define PMECACHE_ANALYSIS_BY_SIZE_SEARCH_H

#include "looks.h"
#include "looks/point_list.h"
#include "unknown_sizes.h"

/* From one size of the ladder to the next, as a rule. */
static const double PME__COARSE_STEP = 10;
enum { PME__MOST_LOOKS = 48, PME__LEAST_LOOKS = 6, PME__MOST_SMALL = 64, PME__FIRST_SIZE = 10 };

/* Of a function, all of whose loops are looked at together, or one after the other. */
typedef struct pme__size_search {
  const pme_by_size_question *question;
  const pme_program *program;
  pme_what_if what_if;
  pme__unknown_symbols unknown;
  double budget_ms, spent_ms; /* effort */
  double usual_ms;            /* the budget of this round before it grew */
  double all_spent_ms;        /* in all rounds */
  double most_ms;             /* that the budget may grow to, where looks take more than usual */
  bool has_chosen_places;     /* bounds of these are two predictions for each size */
  double open_ms;             /* that is left for a second look at points that are open, of the function */
  int walked;                 /* accesses of the program that looks have to walk */
  int reference_count;        /* ... of what is looked at */
  double look_budget_ms;
  double first_factor;   /* of a round */
  double effort_factor;  /* more than 1 where quick looks do not answer all of it */
  pme__levels levels;    /* that the next look is at */
  pme_machine machine;   /* that has these alone */
  bool is_short;         /* the last look came to no end */
  bool is_starved;       /* the last round ended for want of effort */
  double last_ms;        /* that the last look took, unless it counted: one at a larger size takes no less */
  double first_ms;       /* that the first size of this round took */
  double put_off_growth; /* of what the sizes of a round that left loops took, from the first one to all */
  int wanted_sizes;      /* with fewer the round tells nothing new (is_in_vain); 0: any will do */
  bool is_in_vain;       /* it ended for that */
  bool is_beyond_reach;  /* ... or for what no look can be given */
  int poor_looks;        /* one after the other, at all of their levels, in this round */
  bool seeks_turn;       /* whether it fits at the next size is all that is asked: a quick look will do */
  pme_arena *arena;
  pme_by_size *out;
  pme_by_size_loop *loops;
  pme__point_list *points; /* of each loop */
  pme__point_list *small;  /* ... at small sizes */
  pme_binding **bound;     /* of each loop: all that is taken for it */
  int64_t *multiples;      /* of each loop: sizes are multiples of it */
  int64_t multiple;        /* of this round */
  bool has_rows;           /* that begin at lines (multiples.h) */
  int *rounds;             /* of each loop: those of one round run with the same choices */
  int *copy_of;            /* of each loop: the one whose points are its own; PME_NONE: none */
  int round;
  bool *late;               /* of each loop: there was no effort for it yet */
  double *left_factor;      /* of each loop: at which its round left it for looks by itself; 0: find it anew */
  pme_by_size_loop *beside; /* of each loop that is looked at by itself after all: what it was; no points: not so */
  pme_program *excerpt;     /* what is looked at in place of the program: a loop by itself; NULL: all of it */
  int *excerpt_loops;       /* of each loop: what it is in it */
  double touched_bytes[2];  /* at the last two sizes, the last one second */
  int size_count;
  int64_t sizes[PME__MOST_LOOKS]; /* that were looked at in this round, by size */
} pme__size_search;

static inline pme__levels pme__all_levels(const pme__size_search *search) {
  return (1u << search->question->prediction->level_count) - 1;
}

/* The program at a size, or an excerpt if that is not NULL. To be freed with pme_concrete_destroy. PME_NO_MEMORY. */
pme_status pme__concrete_at(const pme__size_search *search, const pme_program *excerpt, int64_t size, pme_arena *arena,
                            pme_concrete **out);

/* What is not known between the sizes that were looked at (doubt.c). */
bool pme__was_looked_at(const pme__size_search *search, int64_t size);
/* The middle of the gap between two points that has most values in doubt, by logarithms; 0: there is none. */
int64_t pme__most_doubt(pme__size_search *search);
/* Levels of which some loop does not know enough around the size. All of them: none, but accesses are in doubt. */
pme__levels pme__levels_in_doubt(const pme__size_search *search, int64_t size);

/* Accesses of the program, or of an excerpt, that looks have to walk: without those that repeat others. */
pme_status pme__count_walked(const pme__size_search *search, const pme_program *excerpt, int *count);
/* What a look takes of programs of so many accesses. */
void pme__look_at_references(pme__size_search *search, int count);

/* Whether two loops can be looked at together: at the same sizes, and with the same choices. */
bool pme__runs_alike(const pme__size_search *search, int loop, int other);

/* Loops that run alike: what there is to spend goes to the rounds in equal parts. */
pme_status pme__search_round(pme__size_search *search, int round, int rounds);

/* What a prediction may take; `counted_ms`: likely_place_ms of pme_predict_options. */
typedef struct pme__look {
  double effort_ms, counted_ms;
  bool whole_only; /* that of pme_predict_options */
} pme__look;
/* One prediction at the levels of the next look, what it took is spent. `look` NULL: a quick one, and a closer one where
 * that does not do. `out` stays where arrays are too large. PME_NO_MEMORY. */
pme_status pme__predict_size(pme__size_search *search, int64_t size, const pme__look *look, pme_arena *arena,
                             pme_prediction **out);
/* The same, with the points that the loops of this round have there. `too_large`: arrays are, and there are none. */
pme_status pme__look_at_size(pme__size_search *search, int64_t size, pme__levels levels, const pme__look *look,
                             bool *too_large);
/* The point of a loop that such a prediction, at all levels, has. False: none. */
bool pme__point_of(const pme__size_search *search, int loop, const pme_prediction *prediction, int64_t size,
                   pme_size_point *out);

/* Small sizes, every one of them, as long as counting their accesses takes next to nothing. */
pme_status pme__look_at_small(pme__size_search *search);

/* Loops that there was no effort for: the function is too large for all at once, or has too many choices. Each without
 * what is beside the outermost loop around it; those that differ in names alone are looked at once. As far as this
 * effort goes, and for what came to no end with it so much more. What is left then gets `beside_ms` without what is beside
 * it in any loop around. */
pme_status pme__search_alone(pme__size_search *search, double most_ms, double late_ms, double beside_ms);

#endif
