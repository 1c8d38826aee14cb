/* The module `ircpoker.hands._kernel`: its state and its initialisation. */
#include "bulk.h"
#include "kernel.h"

#include <string.h>

#define MULTIPLIERS_TRIED 100000

bool is_set_up(const State *state)
{
    if (!state->tables)
        PyErr_SetString(PyExc_RuntimeError, "the kernel is not set up");
    return state->tables != NULL;
}

static PyObject *set_up(PyObject *module, PyObject *args)
{
    State *state = PyModule_GetState(module);
    Py_buffer content;
    PyObject *twin, *unchecked_twin, *value, *name, *bind_cards;
    if (!PyArg_ParseTuple(args, "y*OOOOO:set_up", &content, &twin, &unchecked_twin, &value, &name,
                          &bind_cards))
        return NULL;
    if (state->tables) {
        PyBuffer_Release(&content);
        PyErr_SetString(PyExc_RuntimeError, "the kernel is set up already");
        return NULL;
    }
    const char *why;
    state->tables = tables_new(content.buf, (size_t)content.len, &why);
    PyBuffer_Release(&content);
    if (!state->tables) {
        if (why)
            PyErr_SetString(PyExc_ValueError, why);
        else
            PyErr_NoMemory();
        return NULL;
    }
    state->tables->vectors = best_vectors();
    state->evaluate_twin = Py_NewRef(twin);
    state->evaluate_unchecked_twin = Py_NewRef(unchecked_twin);
    state->value_of_class = Py_NewRef(value);
    state->name_of_value = Py_NewRef(name);
    state->bind_cards = Py_NewRef(bind_cards);
    Py_RETURN_NONE;
}

/* Reads an attribute that is a number; -1 with an error set if it is not a number. */
static unsigned long long number_of(PyObject *object, const char *name)
{
    PyObject *number = PyObject_GetAttrString(object, name);
    unsigned long long result = number ? PyLong_AsUnsignedLongLong(number) : (unsigned long long)-1;
    Py_XDECREF(number);
    return result;
}

/* Puts the cards into the hash table; false if two of them collide. */
static bool hash_cards(State *state, PyObject *cards)
{
    memset(state->slot_memory, 0, sizeof state->slot_memory);
    for (unsigned code = 0; code < CARD_COUNT; code++) {
        PyObject *card = PyTuple_GetItem(cards, code);
        CardSlot *slot = (CardSlot *)card_slot(state, card);
        if (slot->card)
            return false;
        const CodeEntry *entry = &state->tables->codes[code];
        *slot = (CardSlot){card, entry->mask, entry->key, code};
    }
    return true;
}

/* Returns the offset of a tuple's items, tested on this tuple; 0 if they are not at the expected offset. */
static size_t find_items(PyObject *tuple)
{
    unsigned long long head = number_of((PyObject *)&PyTuple_Type, "__basicsize__");
    PyErr_Clear();
    if (head < sizeof(PyVarObject) || head > 4 * sizeof(PyVarObject) || head % sizeof(PyObject *))
        return 0;
    PyObject *const *items = (PyObject *const *)((const char *)tuple + head);
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); i++)
        if (items[i] != PyTuple_GetItem(tuple, i))
            return 0;
    return (size_t)head;
}

/* Stores the 52 card objects for good: cards are known by their addresses. Several threads may call this,
 * one after the other (ircpoker/hands/kernel.py); only the first call changes anything. */
static PyObject *bind_cards(PyObject *module, PyObject *cards)
{
    State *state = PyModule_GetState(module);
    if (state->cards && state->cards == cards)
        Py_RETURN_NONE;
    if (!state->tables || state->cards || !PyTuple_Check(cards) || PyTuple_Size(cards) != CARD_COUNT) {
        PyErr_SetString(PyExc_ValueError, "expected the tuple of all cards, once, after set_up");
        return NULL;
    }
    for (unsigned code = 0; code < CARD_COUNT; code++) {
        PyObject *card = PyTuple_GetItem(cards, code);
        const CodeEntry *entry = &state->tables->codes[code];
        if (number_of(card, "mask") != entry->mask || number_of(card, "key") != entry->key) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_ValueError, "card %u has another mask or key than in the kernel", code);
            return NULL;
        }
    }
    uintptr_t memory = (uintptr_t)state->slot_memory + sizeof(CardSlot) - 1;
    state->card_slots = (char *)(memory & ~(uintptr_t)(sizeof(CardSlot) - 1));
    state->card_multiplier = UINT64_C(0x9E3779B97F4A7C15);
    for (int tried = 0; !hash_cards(state, cards); tried++) {
        if (tried == MULTIPLIERS_TRIED) {
            PyErr_SetString(PyExc_RuntimeError, "no multiplier keeps the cards' addresses apart");
            return NULL;
        }
        state->card_multiplier += UINT64_C(0xD1342543DE82EF94);
    }
    state->tuple_items = find_items(cards);
    STORE_SHARED(state->cards, Py_NewRef(cards));
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_up", set_up, METH_VARARGS, NULL},
    {"bind_cards", bind_cards, METH_O, NULL},
    {"evaluate", kernel_evaluate, METH_O,
     "evaluate($module, cards, /)\n--\n\nReturn the value of the best five-card hand among `cards`."},
    {"evaluate_unchecked", kernel_evaluate_unchecked, METH_O,
     "evaluate_unchecked($module, cards, /)\n--\n\n"
     "Return the value of the best five-card hand, without checking that the cards are distinct."},
    {"evaluate_many", kernel_evaluate_many, METH_VARARGS, NULL},
    {"best_five", kernel_best_five, METH_O, NULL},
    {"evaluate_omaha", kernel_evaluate_omaha, METH_VARARGS, NULL},
    {"evaluate_omaha_many", kernel_evaluate_omaha_many, METH_VARARGS, NULL},
    {"class_counts", kernel_class_counts, METH_O, NULL},
    {"showdown_counts", kernel_showdown_counts, METH_VARARGS, NULL},
    {"range_vs_range", kernel_range_vs_range, METH_VARARGS, NULL},
    {"deck_sums", kernel_deck_sums, METH_VARARGS, NULL},
    {"draw_totals", kernel_draw_totals, METH_VARARGS, NULL},
    {"hole_strengths", kernel_hole_strengths, METH_VARARGS, NULL},
    {"use_vectors", kernel_use_vectors, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    State *state = PyModule_GetState(module);
    if (!state)
        return 0;
    Py_VISIT(state->evaluate_twin);
    Py_VISIT(state->evaluate_unchecked_twin);
    Py_VISIT(state->value_of_class);
    Py_VISIT(state->name_of_value);
    Py_VISIT(state->bind_cards);
    Py_VISIT(state->cards);
    for (unsigned class_ = 0; class_ <= NO_HAND_CLASS; class_++) {
        Py_VISIT(state->values[class_]);
        Py_VISIT(state->names[class_]);
    }
    return 0;
}

static int clear(PyObject *module)
{
    State *state = PyModule_GetState(module);
    if (!state)
        return 0;
    /* The slots go first: a card's address is meaningless once the card may be freed. */
    memset(state->slot_memory, 0, sizeof state->slot_memory);
    Py_CLEAR(state->evaluate_twin);
    Py_CLEAR(state->evaluate_unchecked_twin);
    Py_CLEAR(state->value_of_class);
    Py_CLEAR(state->name_of_value);
    Py_CLEAR(state->bind_cards);
    Py_CLEAR(state->cards);
    for (unsigned class_ = 0; class_ <= NO_HAND_CLASS; class_++) {
        Py_CLEAR(state->values[class_]);
        Py_CLEAR(state->names[class_]);
    }
    return 0;
}

static void free_state(void *module)
{
    State *state = PyModule_GetState(module);
    if (!state)
        return;
    clear(module);
    tables_free(state->tables);
    state->tables = NULL;
}

static int fill_module(PyObject *module)
{
    if (!add_value_type(module, PyModule_GetState(module)))
        return -1;
    return PyModule_AddIntConstant(module, "INTERFACE", KERNEL_INTERFACE);
}

/* Allows interpreters with their own lock, from Python 3.12 on: all shared data are constant. The stable
 * interface of 3.11 has no name for this slot, and Python 3.11 refuses it. */
#define SLOT_MULTIPLE_INTERPRETERS 3
#define OWN_LOCK_SUPPORTED ((void *)2)

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)fill_module},
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}, /* filled in by PyInit__kernel */
    {0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "ircpoker.hands._kernel",
    .m_doc = "The native twin of `ircpoker.hands`.",
    .m_size = sizeof(State),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_state,
};

PyMODINIT_FUNC PyInit__kernel(void)
{
    if (Py_Version >= 0x030C0000)
        slots[sizeof slots / sizeof *slots - 2] =
            (PyModuleDef_Slot){SLOT_MULTIPLE_INTERPRETERS, OWN_LOCK_SUPPORTED};
    return PyModuleDef_Init(&definition);
}
