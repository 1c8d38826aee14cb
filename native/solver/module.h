/* The module `ircpoker.postflop.engine._solver`: declarations for all its functions. */
#ifndef IRCPOKER_MODULE_H
#define IRCPOKER_MODULE_H

#include "arguments.h"
#include "vectors/vectors.h"

/* Must be raised with every change to the interface that Python sees, here and in
 * ircpoker/postflop/engine/native.py. */
#define SOLVER_INTERFACE 10

typedef struct {
    Tables *tables;
    Holdem *holdem;
} State;

/* Returns the tables of hold'em; NULL with an error set if the module is not set up. */
const Holdem *holdem_of(PyObject *module);

/* best_response/limit_calls.c */
PyObject *solver_respond(PyObject *module, PyObject *args);
PyObject *solver_close(PyObject *module, PyObject *args);

/* best_response/bets_calls.c */
PyObject *solver_respond_to_bets(PyObject *module, PyObject *args);

/* mccfr/mccfr_calls.c */
PyObject *solver_self_play(PyObject *module, PyObject *args);
PyObject *solver_blueprint(PyObject *module, PyObject *args);

/* cfr_br/cfr_br_calls.c */
PyObject *solver_learn(PyObject *module, PyObject *args);

/* dcfr/dcfr_calls.c */
PyObject *solver_open_subgame(PyObject *module, PyObject *args);
PyObject *solver_subgame_shape(PyObject *module, PyObject *args);
PyObject *solver_solve_subgame(PyObject *module, PyObject *args);
PyObject *solver_subgame_values(PyObject *module, PyObject *args);
PyObject *solver_subgame_policy(PyObject *module, PyObject *args);
PyObject *solver_fix_policy(PyObject *module, PyObject *args);

/* ring/ring_calls.c */
PyObject *solver_ring_betting(PyObject *module, PyObject *depth);
PyObject *solver_ring_train(PyObject *module, PyObject *args);
PyObject *solver_ring_match(PyObject *module, PyObject *args);
PyObject *solver_ring_exploit(PyObject *module, PyObject *args);
PyObject *solver_ring_decks(PyObject *module, PyObject *args);

#endif
