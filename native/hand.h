/* Adds up a hand from Python: a tuple or list of cards, or text. */
#ifndef IRCPOKER_HAND_H
#define IRCPOKER_HAND_H

#include "kernel.h"

/* Makes sure that the cards are known; false with an error set if that fails. */
static inline bool know_cards(State *state)
{
    if (LOAD_SHARED(state->cards))
        return true;
    if (!state->bind_cards) {
        PyErr_SetString(PyExc_RuntimeError, "the kernel is not set up");
        return false;
    }
    PyObject *done = PyObject_CallNoArgs(state->bind_cards);
    Py_XDECREF(done);
    return done != NULL;
}

typedef struct {
    uint64_t mask; /* union */
    uint64_t sum;  /* of the masks: of at most MOST_SUMMED cards, it equals their union if no card occurs twice */
    uint32_t key;
    Py_ssize_t count;
} Hand;

#define ADD_CARD(hand, mask_, key_) ((hand)->mask |= (mask_), (hand)->sum += (mask_), (hand)->key += (key_))

/* Returns the slot of a card in a tuple or list; NULL if the item is not a card.
 *
 * The items of a list are borrowed, and another thread may change it: this is safe, as only addresses are compared.
 * In free-threaded Python the list may even be moved while it is read, so its items are counted references. */
static inline const CardSlot *slot_of_item(const State *state, PyObject *cards, bool tuple, Py_ssize_t index)
{
#ifdef Py_GIL_DISABLED
    PyObject *card = tuple ? Py_XNewRef(PyTuple_GetItem(cards, index)) : PyList_GetItemRef(cards, index);
#else
    PyObject *card = tuple ? PyTuple_GetItem(cards, index) : PyList_GetItem(cards, index);
#endif
    const CardSlot *slot = card_slot(state, card);
    bool known = card && slot->card == card;
#ifdef Py_GIL_DISABLED
    Py_XDECREF(card);
#endif
    return known ? slot : NULL;
}

/* Adds up the items of a tuple or list; false if one of them is not a card. */
static inline bool add_items(const State *state, PyObject *cards, bool tuple, Py_ssize_t count, Hand *hand)
{
    for (Py_ssize_t i = 0; i < count; i++) {
        const CardSlot *slot = slot_of_item(state, cards, tuple, i);
        if (!slot)
            return false;
        ADD_CARD(hand, slot->mask, (uint32_t)slot->key);
    }
    hand->count = count;
    return true;
}

/* Like add_items, for a tuple whose items can be read directly. */
static inline bool add_seen(const State *state, PyObject *cards, Py_ssize_t count, Hand *hand)
{
    PyObject *const *items = (PyObject *const *)((const char *)cards + state->tuple_items);
    for (Py_ssize_t i = 0; i < count; i++) {
        const CardSlot *slot = card_slot(state, items[i]);
        if (slot->card != items[i] || !items[i])
            return false;
        ADD_CARD(hand, slot->mask, (uint32_t)slot->key);
    }
    hand->count = count;
    return true;
}

/* Adds up seven cards in a tuple: the commonest hand, on a path of its own. False for anything else. */
static inline bool add_seven(const State *state, PyObject *cards, Hand *hand)
{
    return Py_IS_TYPE(cards, &PyTuple_Type) && Py_SIZE(cards) == 7 && state->tuple_items && add_seen(state, cards, 7, hand);
}

/* Adds up a tuple or list of cards; false if there are too few or too many, or an item is not a card. */
static inline bool add_cards(const State *state, PyObject *cards, Hand *hand)
{
    bool tuple = PyTuple_CheckExact(cards);
    if (!tuple && !PyList_CheckExact(cards))
        return false;
    Py_ssize_t count = tuple ? Py_SIZE(cards) : PyList_Size(cards);
    if (count < FEWEST_CARDS || count > CARD_COUNT)
        return false;
    /* With a constant number the compiler unrolls the loop. */
    if (tuple && state->tuple_items)
        return count == 7 ? add_seen(state, cards, 7, hand) : add_seen(state, cards, count, hand);
    if (!tuple && count == 7)
        return add_items(state, cards, false, 7, hand);
    return add_items(state, cards, tuple, count, hand);
}

/* Adds up cards written in the output form, separated by spaces; false for other letters. */
static inline bool add_letters(const Tables *tables, const uint8_t *at, Py_ssize_t count, Hand *hand)
{
    unsigned bad = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        unsigned rank = tables->rank_of_letter[at[3 * i]], suit = tables->suit_of_letter[at[3 * i + 1]];
        bad |= (rank | suit) & 128;
        if (i + 1 < count)
            bad |= at[3 * i + 2] ^ ' ';
        const CodeEntry *entry = &tables->codes[(4 * rank + suit) & 63];
        ADD_CARD(hand, entry->mask, (uint32_t)entry->key);
    }
    hand->count = count;
    return !bad;
}

/* Adds up cards written in the output form with one space between; false for any other text. */
static inline bool add_text(const Tables *tables, PyObject *text, Hand *hand)
{
    Py_ssize_t size;
    const uint8_t *at = (const uint8_t *)PyUnicode_AsUTF8AndSize(text, &size);
    if (!at || size % 3 != 2 || size < 3 * FEWEST_CARDS - 1 || size > 3 * CARD_COUNT - 1)
        return false;
    /* With a constant number the compiler unrolls the loop. */
    return size == 20 ? add_letters(tables, at, 7, hand) : add_letters(tables, at, (size + 1) / 3, hand);
}

static inline bool is_distinct(const Hand *hand)
{
    return hand->count <= MOST_SUMMED ? hand->mask == hand->sum : count_cards(hand->mask) == hand->count;
}

static inline unsigned class_of_seven(const Tables *tables, const Hand *hand)
{
    return class_of_sum(tables, &tables->of_size[7 - FEWEST_CARDS], hand->key, hand->mask);
}

static inline unsigned class_of_hand(const Tables *tables, const Hand *hand)
{
    if (hand->count <= 7)
        return class_of_sum(tables, &tables->of_size[hand->count - FEWEST_CARDS], hand->key, hand->mask);
    return class_of_mask(tables, hand->mask);
}

#endif
