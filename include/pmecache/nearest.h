/* pmecache: the word that somebody meant.
 *
 * Names of symbols, options and machines are typed by people. Whoever finds a name that does not exist says which one is
 * near: nearness is the edit distance (Levenshtein 1966), insertions, deletions and replacements of single bytes.
 */
#ifndef PMECACHE_NEAREST_H
#define PMECACHE_NEAREST_H

#ifdef __cplusplus
extern "C" {
#endif

/* Insertions, deletions and replacements that turn `a` into `b`, `most` + 1 where there are more than `most` (0 .. 62).
 * Only the first 63 bytes of either count. */
int pme_edit_distance(const char *a, const char *b, int most);

/* The word that is nearest to `word`, the first of several; NULL where none is within a third of the word's length
 * (at least one byte, at most two). Empty words are near to nothing. The result is one of `words`. */
const char *pme_nearest(const char *word, const char *const *words, int count);

#ifdef __cplusplus
}
#endif

#endif
