/* Accesses to lines of one residue: those that a set of the first cache holds, and the sets of the others that share its
 * lines. Private to analysis/model/windows.
 *
 * What a set sees is decided by the accesses to its own lines alone, so that a program can be run forward for one
 * residue only. Rows (loops around one body) need not be stepped: where a reference stands modulo the residues says how
 * many iterations it is until it touches one of these lines again, which a table has for each stride.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_RESIDUE_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_RESIDUE_H

#include "analysis/model/loop_tree/loop_tree.h"

/* By how many iterations a reference with this stride is away from the chosen residue, of each place. */
typedef struct pme__jumps pme__jumps;
struct pme__jumps {
  const pme__jumps *next; /* of all */
  int64_t stride, width;  /* modulo the residues; less than the width: it touches a line of the chosen one */
  int32_t ahead[];        /* [place]: iterations until then, 0: at once; or NEVER */
};

/* A reference of a body that is all that its loop has. */
typedef struct pme__residue_row {
  const pme__jumps *jumps; /* NULL: it is none */
  int64_t stride, reach;   /* reach: from its first byte to its last one */
  int behind; /* an earlier reference of the body that always stands `bytes` before it; -1: none is known */
  int64_t bytes;
} pme__residue_row;

typedef struct pme__residue {
  int line_shift;
  int64_t count; /* of residues; a power of two */
  int64_t chosen;
  int page_shift, entries_shift; /* of pages, and of bytes whose pages have their entries in one line */
  pme__residue_row *rows;        /* [reference] */
} pme__residue;

enum { PME__RESIDUE_NEVER = INT32_MAX };

/* The largest power of two of residues that no cache of the machine splits, and that stay in a page where frames are
 * drawn. */
int64_t pme__residues_of(const pme_machine *machine);
/* False: out of memory. */
bool pme__residue_prepare(const pme__loop_tree *program, const pme_machine *machine, pme_arena *arena,
                          pme__residue *out);

/* Where an access begins, in bytes modulo the residues, from a point such that it touches a line of the chosen one if
 * this is less than the width. */
static inline int64_t pme__residue_place(const pme__residue *r, int64_t address, int64_t size_bytes) {
  int64_t bytes = r->count << r->line_shift;
  return (address + size_bytes - 1 - (r->chosen << r->line_shift)) & (bytes - 1);
}

static inline int64_t pme__residue_width(const pme__residue *r, int64_t size_bytes) {
  int64_t width = (INT64_C(1) << r->line_shift) + size_bytes - 1, all = r->count << r->line_shift;
  return width < all ? width : all;
}

static inline bool pme__residue_touches(const pme__residue *r, int64_t address, int64_t size_bytes) {
  return pme__residue_place(r, address, size_bytes) < pme__residue_width(r, size_bytes);
}

/* Whether the page's entry of the page table is in a line of the chosen residue. */
static inline bool pme__residue_has_entry(const pme__residue *r, int64_t address) {
  return (address >> r->entries_shift & (r->count - 1)) == r->chosen;
}

/* Iterations until an access that strides is in such a page, and was in another one before; `most` if in none of as
 * many. */
int64_t pme__residue_pages_ahead(const pme__residue *residue, int64_t address, int64_t stride, int64_t most);

/* Whether that surely is `most`, as it is of most rows. */
static inline bool pme__residue_stays_in_page(const pme__residue *r, int64_t address, int64_t stride, int64_t most) {
  int64_t last = address + (most - 1) * stride;
  return address >> r->page_shift == last >> r->page_shift ||
         (address >> r->entries_shift == last >> r->entries_shift && !pme__residue_has_entry(r, address));
}

static inline bool pme__residue_has(const pme__residue *r, int64_t line) {
  return (line & (r->count - 1)) == r->chosen;
}

#endif
