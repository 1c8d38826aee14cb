/* The module `ircpoker.subgames._solver`: declarations for all its functions. */
#ifndef IRCPOKER_MODULE_H
#define IRCPOKER_MODULE_H

#include "arguments.h"
#include "engine.h"

/* Must be raised with every change to the interface that Python sees, here and in ircpoker/subgames/native.py. */
#define SOLVER_INTERFACE 8

typedef struct {
    Tables *tables;
    Holdem *holdem;
} State;

/* Returns the tables of hold'em; NULL with an error set if the module is not set up. */
const Holdem *holdem_of(PyObject *module);

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

#endif
