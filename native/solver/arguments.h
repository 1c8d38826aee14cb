/* What Python passes to the solver's functions: numbers, arrays, trees, boards and robots' classes, each
 * checked against what it counts or indexes. On bad input the functions return false or NULL, with a
 * TypeError or ValueError set that names the argument.
 *
 * Other threads run while the solver works, and may write into its arrays. So what is small and used as an
 * index (trees, boards) is copied. The tables of an abstraction are too large for that: they are said to be
 * frozen, and each class read from them is bounded where it is used (`fill_classes`). Other large arrays
 * hold only numbers that index nothing. */
#ifndef IRCPOKER_ARGUMENTS_H
#define IRCPOKER_ARGUMENTS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "games/bet_tree.h"
#include "games/deal.h"

#define MOST_BUFFERS 32

typedef enum { UINT8, UINT16, INT32, UINT32, UINT64, FLOAT32 } Kind;

typedef struct {
    Py_buffer views[MOST_BUFFERS];
    int count;
} Buffers;

/* Reads a whole number from `least` to `most`. */
bool take_int(PyObject *object, const char *name, int least, int most, int *number);

/* Reads a count of boards: every float64 up to it is exact. */
bool take_count(PyObject *object, const char *name, uint64_t *number);

/* Reads any whole number, of which the lowest 64 bits count. */
bool take_seed(PyObject *object, uint64_t *seed);

/* Reads a finite number that is not below 0. */
bool take_real(PyObject *object, const char *name, double *number);

/* Reads the number of a game; NULL with an error set if there is none. */
const Game *take_game(PyObject *object);

/* Reads the seat of the robot. */
bool take_seat(PyObject *object, int *seat);

/* Fills the items of a tuple, borrowed from it. */
bool take_tuple(PyObject *object, const char *name, int count, PyObject **items);

/* Returns the memory of an array of exactly `count` elements, which belongs to `buffers` until their
 * release; NULL with an error set for other objects. */
void *take_array(Buffers *buffers, PyObject *object, const char *name, Kind kind, size_t count,
                 bool writable);

/* The same for any number of elements, which is filled in. */
void *open_array(Buffers *buffers, PyObject *object, const char *name, Kind kind, bool writable,
                 size_t *count);
void release_buffers(Buffers *buffers);

/* Reads the arrays of floats of the streets from `first` on, in a sequence for all streets; `counts`: their
 * elements. */
bool take_floats(Buffers *buffers, PyObject *sequence, const char *name, int first, int streets,
                 const size_t *counts, bool writable, float **arrays);

/* The same for rows: `classes` of them in each block of a street. */
bool take_rows(Buffers *buffers, const Game *game, PyObject *sequence, const char *name, int streets,
               const size_t *classes, bool writable, float **rows);

/* Reads the numbers of classes of the streets from `first` on, in a sequence for all streets; `fewest`: of
 * each street. */
bool take_classes(PyObject *sequence, int first, int streets, const int *fewest, size_t *classes);

/* Reads (classes of each street, (flops, turns, rivers) or None). */
bool take_abstraction(Buffers *buffers, const Game *game, PyObject *classes, PyObject *tables,
                      Abstraction *abstraction);

/* Copies a board of `fewest` to `most` different cards below `limit`. */
bool take_board(PyObject *object, int limit, int fewest, int most, uint8_t *board, int *size);

/* Copies (street, actor, first edge, edge start, where edges lead, amounts); the tree is to be freed in any
 * case. */
bool take_tree(PyObject *object, BetTree *tree);
void free_tree(BetTree *tree);

#endif
