/* The module `ircpoker.subgames._solver`: declarations for all its functions. */
#ifndef IRCPOKER_MODULE_H
#define IRCPOKER_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "bets.h"
#include "engine.h"

/* Must be raised with every change to the interface that Python sees, here and in ircpoker/subgames/native.py. */
#define SOLVER_INTERFACE 7
#define MOST_BUFFERS 32

typedef struct {
    Tables *tables;
    Holdem *holdem;
} State;

typedef struct {
    Py_buffer views[MOST_BUFFERS];
    int count;
} Buffers;

/* Returns the memory of an object with exactly this number of bytes; NULL with an error set for other objects. */
void *take_buffer(Buffers *buffers, PyObject *object, size_t bytes, bool writable);
void release_buffers(Buffers *buffers);

/* Returns the tables of hold'em; NULL with an error set if the module is not set up. */
const Holdem *holdem_of(PyObject *module);
const Game *game_by_number(int kind);

/* Reads (classes of each street, (flops, turns, rivers) or None). */
bool take_abstraction(Buffers *buffers, const Game *game, PyObject *classes, PyObject *tables, Abstraction *abstraction);

/* Whether a flop's cards, and others that are not below 0, are different ones; else sets an error. */
bool check_cards(const uint8_t *flop, const int *only);

/* Reads a buffer of rows for each of `count` streets. */
bool take_rows(Buffers *buffers, const Game *game, PyObject *sequence, int streets, const size_t *classes, bool writable,
               float **rows);

/* measure.c */
PyObject *solver_respond(PyObject *module, PyObject *args);
PyObject *solver_close(PyObject *module, PyObject *args);

/* measure_bets.c */
PyObject *solver_respond_to_bets(PyObject *module, PyObject *args);

/* training.c */
PyObject *solver_self_play(PyObject *module, PyObject *args);
PyObject *solver_learn(PyObject *module, PyObject *args);

/* nolimit.c */
PyObject *solver_blueprint(PyObject *module, PyObject *args);
PyObject *solver_subgame(PyObject *module, PyObject *args);

/* Reads (street, actor, first edge, edge start, where edges lead, amounts). */
bool take_tree(Buffers *buffers, PyObject *object, BetTree *tree);

#endif
