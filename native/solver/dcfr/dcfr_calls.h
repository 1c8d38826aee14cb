/* What the functions for Python that work on a subgame share. */
#ifndef IRCPOKER_DCFR_CALLS_H
#define IRCPOKER_DCFR_CALLS_H

#include "../module.h"

/* Returns the subgame of a capsule, for nobody else until `release_subgame`; NULL with an error set. */
Subgame *take_subgame(PyObject *capsule);
void release_subgame(Subgame *subgame);

/* Takes a learnt array, whose vectors must be aligned for the processor; NULL with an error set. */
uint16_t *take_learnt(Buffers *buffers, PyObject *object, const char *name, size_t blocks, bool writable);

#endif
