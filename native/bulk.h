/* Rows of card codes: what the functions over many hands share. */
#ifndef IRCPOKER_BULK_H
#define IRCPOKER_BULK_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "tables.h"

typedef struct {
    Py_buffer buffer;
    int width;
} Rows;

/* Writes the class of each row; returns the number of the first bad row, or of all rows. */
typedef size_t (*RowsFunction)(void *context, const uint8_t *codes, size_t rows, int width, uint16_t *classes);

/* Takes hold of a buffer of whole rows; false with an error set if it is none. */
bool rows_of(PyObject *cards, int width, Rows *work);
/* Runs a function over the rows without the lock, and lets go of them. */
PyObject *rows_answer(Rows *work, RowsFunction function, void *context);

size_t first_bad_row(const Tables *tables, const uint8_t *codes, size_t rows, int n);
size_t classes_of_rows(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes);

/* bulk_avx512.c */
Vectors best_vectors(void);
/* Does as many of the rows of 5 to 7 as it can, their number in `done`; returns bits that say that one is bad. */
uint64_t block_avx512(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes, size_t *done);

#endif
