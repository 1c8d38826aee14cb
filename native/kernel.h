/* The native twin of `ircpoker.hands`: declarations for all its files.
 *
 * Every function returns the same as its Python twin, from the same tables (ircpoker/hands/tables.bin).
 * Input that a function cannot read at once goes to the twin, which handles rare forms and words all errors.
 *
 * Two rules keep it safe. A look-up cannot leave its table, whatever the hand: indices are masked, and
 * tables are padded at both ends. And no object's memory is read: a card is known by its address. The items
 * of a tuple are the only exception, because a call for each takes a third of the time: their offset is
 * tested on the tuple of all cards. */
#ifndef IRCPOKER_KERNEL_H
#define IRCPOKER_KERNEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tables.h"

/* Must be raised with every change to the interface that Python sees, here and in ircpoker/hands/kernel.py,
 * so that a library built from older sources is not used. */
#define KERNEL_INTERFACE 7

#define CARD_HASH_BITS 9
#define SLOT_SIZE_BITS 5

/* Pointers that one thread writes while others read them, in free-threaded Python. */
#if defined(__GNUC__) || defined(__clang__)
#define LOAD_SHARED(pointer) __atomic_load_n(&(pointer), __ATOMIC_ACQUIRE)
#define STORE_SHARED(pointer, value) __atomic_store_n(&(pointer), value, __ATOMIC_RELEASE)
#else
#define LOAD_SHARED(pointer) (*(PyObject *volatile *)&(pointer))
#define STORE_SHARED(pointer, value) (*(PyObject *volatile *)&(pointer) = (value))
#endif

typedef struct {
    PyObject *card; /* borrowed from `State.cards`; compared, never dereferenced */
    uint64_t mask;
    uint64_t key;  /* 32 bits, as in CodeEntry */
    uint64_t code; /* as wide as the others, so that the size is a power of two */
} CardSlot;

typedef struct {
    Tables *tables;
    /* Called with input that the functions here cannot handle. */
    PyObject *evaluate_twin;
    PyObject *evaluate_unchecked_twin;
    PyObject *value_of_class, *name_of_value;
    PyObject *bind_cards; /* called for the 52 cards when the first possible card comes in */
    PyObject *cards;      /* a tuple; NULL if the cards are not known yet */
    size_t tuple_items;   /* the offset of a tuple's items; 0 if they must be read by calls */
    uint64_t card_multiplier;
    char *card_slots; /* in `slot_memory`, where no slot lies in two cache lines */
    CardSlot slot_memory[(1 << CARD_HASH_BITS) + 1];
    PyObject *values[NO_HAND_CLASS + 1], *names[NO_HAND_CLASS + 1]; /* by class, filled on first use */
    PyGetSetDef value_attributes[3];
} State;

/* Returns the slot for a possible card; it is a card if `slot->card == object`. */
static inline const CardSlot *card_slot(const State *state, const PyObject *object)
{
    uint64_t hash = (uint64_t)(uintptr_t)object * state->card_multiplier;
    /* The same as shifting to the number of the slot and multiplying by its size, with one instruction
     * less. */
    uint64_t offset = hash >> (64 - CARD_HASH_BITS - SLOT_SIZE_BITS) & ~(uint64_t)(sizeof(CardSlot) - 1);
    return (const CardSlot *)(state->card_slots + offset);
}

/* Returns a new reference to the value of a class; sets an error if the class does not exist. */
PyObject *value_of_class(State *state, unsigned class_);

/* False with an error set before `set_up`. */
bool is_set_up(const State *state);

/* single.c */
PyObject *kernel_evaluate(PyObject *module, PyObject *cards);
PyObject *kernel_evaluate_unchecked(PyObject *module, PyObject *cards);
bool add_value_type(PyObject *module, State *state);

/* best.c */
PyObject *kernel_best_five(PyObject *module, PyObject *cards);

/* omaha.c */
PyObject *kernel_evaluate_omaha(PyObject *module, PyObject *args);
PyObject *kernel_evaluate_omaha_many(PyObject *module, PyObject *args);

/* counts.c */
PyObject *kernel_class_counts(PyObject *module, PyObject *size);

/* showdowns.c */
PyObject *kernel_showdown_counts(PyObject *module, PyObject *args);

/* ranges.c */
PyObject *kernel_range_vs_range(PyObject *module, PyObject *args);

/* draws.c */
PyObject *kernel_deck_sums(PyObject *module, PyObject *args);
PyObject *kernel_draw_totals(PyObject *module, PyObject *args);

/* strengths.c */
PyObject *kernel_hole_strengths(PyObject *module, PyObject *args);

/* bulk.c */
PyObject *kernel_evaluate_many(PyObject *module, PyObject *args);
PyObject *kernel_use_vectors(PyObject *module, PyObject *wanted);

#endif
