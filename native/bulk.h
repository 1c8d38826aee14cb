/* Rows of card codes: the shared parts of the functions over many hands. */
#ifndef IRCPOKER_BULK_H
#define IRCPOKER_BULK_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "tables.h"

#define BLOCK 1024 /* rows between two checks for bad codes and duplicates */
#define ROUND 16
#define MORE_BYTES 8

typedef struct {
    Py_buffer buffer;
    int width;
} Rows;

/* Writes the class of each row; returns the number of the first bad row, or of all rows. */
typedef size_t (*RowsFunction)(void *context, const uint8_t *codes, size_t rows, int width,
                               uint16_t *classes);

/* Gets a buffer of whole rows; false with an error set if it is not one. */
bool rows_of(PyObject *cards, int width, Rows *work);
/* Runs a function over the rows without Python's lock, and releases the buffer. */
PyObject *rows_answer(Rows *work, RowsFunction function, void *context);

size_t first_bad_row(const Tables *tables, const uint8_t *codes, size_t rows, int n);

/* Rates up to BLOCK rows of 5 to 7 cards, a multiple of ROUND; may read MORE_BYTES after them; true if one
 * is bad. */
bool block_avx2(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes);
bool block_avx512(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes);
/* Calls a function with a constant number of cards, for which the compiler unrolls its loops. */
#define BLOCK_OF_SIZE(function, tables, codes, rows, n, classes) \
    ((n) == 5   ? function(tables, codes, rows, 5, classes) \
     : (n) == 6 ? function(tables, codes, rows, 6, classes) \
                : function(tables, codes, rows, 7, classes))
/* The best instructions of this processor; in bulk_avx512.c. */
Vectors best_vectors(void);

#endif
