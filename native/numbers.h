/* Numbers and cards from Python's sequences. */
#ifndef IRCPOKER_NUMBERS_H
#define IRCPOKER_NUMBERS_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <stdint.h>

/* Reads at most `most` whole numbers from 0 to `limit`; returns how many, or -1 with an error set. */
int read_numbers(PyObject *sequence, int most, int64_t lowest, int64_t limit, int64_t *numbers,
                 const char *what);
/* Reads card codes, or cards. */
int read_codes_of(PyObject *sequence, int most, uint8_t *codes);
/* Makes a list of numbers. */
PyObject *list_of(const int64_t *numbers, int count);

#endif
