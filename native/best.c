/* The best five cards of a hand. */
#include "hand.inc"

/* Hearts, clubs, diamonds, spades: the order in which equal ranks are shown. */
static const unsigned SUIT_ORDER[4] = {2, 0, 1, 3};

/* Writes the codes of the best five among the cards of a mask whose class is known. */
static void find_five(const Tables *tables, uint64_t mask, unsigned class_, unsigned *codes)
{
    const uint8_t *ranks = tables->ranks_of_class[class_];
    for (int i = 0; i < 4; i++) {
        unsigned suit = SUIT_ORDER[i];
        if (tables->flushes[mask >> (SUIT_BITS * suit) & RANK_MASK] != class_)
            continue;
        for (int index = 0; index < FEWEST_CARDS; index++)
            codes[index] = 4u * ranks[index] + suit;
        return;
    }
    /* No flush among them is as good, so no choice of suits can make one: each rank takes the suits that
     * come first. */
    for (int index = 0, i = 0; index < FEWEST_CARDS; index++) {
        i = index && ranks[index] == ranks[index - 1] ? i + 1 : 0;
        while (i < 3 && !(mask >> (SUIT_BITS * SUIT_ORDER[i] + ranks[index]) & 1))
            i++;
        codes[index] = 4u * ranks[index] + SUIT_ORDER[i & 3];
    }
}

/* Returns the five cards and their value; None for input that only the Python twin can handle. */
PyObject *kernel_best_five(PyObject *module, PyObject *cards)
{
    State *state = PyModule_GetState(module);
    Hand hand = {0, 0, 0, 0};
    if (!know_cards(state))
        return NULL;
    bool known =
        PyUnicode_CheckExact(cards) ? add_text(state->tables, cards, &hand) : add_cards(state, cards, &hand);
    PyErr_Clear();
    if (!known || !is_distinct(&hand))
        Py_RETURN_NONE;
    unsigned codes[FEWEST_CARDS], class_ = class_of_hand(state->tables, &hand);
    fill_ranks_of_class(state->tables);
    find_five(state->tables, hand.mask, class_, codes);
    PyObject *value = value_of_class(state, class_), *five = PyTuple_New(FEWEST_CARDS);
    for (int i = 0; five && i < FEWEST_CARDS; i++)
        PyTuple_SetItem(five, i, Py_NewRef(PyTuple_GetItem(state->cards, codes[i])));
    PyObject *best = value && five ? PyTuple_Pack(2, five, value) : NULL;
    Py_XDECREF(value);
    Py_XDECREF(five);
    return best;
}
