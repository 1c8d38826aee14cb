/* The number of hands in each class: by multisets of ranks, then corrected for flushes. */
#include "kernel.h"
#include "numbers.h"

#define MOST_COUNTED 9 /* with fewer than ten cards only one suit can have five */

static const int WAYS[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};

typedef struct {
    const Tables *tables;
    int64_t *counts;
    int size;          /* cards in a hand */
    int suits;         /* suits of the cards to choose: 4, or 3 beside the suit of a flush */
    unsigned flush;    /* the class of that flush, or NO_HAND_CLASS */
    unsigned suited;   /* its ranks */
    unsigned masks[4]; /* the ranks held at least 1, 2, 3 and 4 times */
} Counting;

static unsigned class_so_far(const Counting *counting, uint32_t key)
{
    const Tables *tables = counting->tables;
    if (counting->size > 7)
        return class_of_ranks(tables, counting->masks);
    const SumTable *table = &tables->of_size[counting->size - FEWEST_CARDS];
    return table->classes[index_of(table, key)];
}

/* Chooses `left` more cards among the ranks below `ranks`, and counts the hands. */
static void choose_ranks(Counting *counting, int ranks, int left, uint32_t key, int64_t ways)
{
    if (!left) {
        unsigned class_ = class_so_far(counting, key);
        if (counting->flush != NO_HAND_CLASS) {
            counting->counts[class_] -= 4 * ways; /* they were counted as if there were no flush */
            counting->counts[class_ < counting->flush ? class_ : counting->flush] += 4 * ways;
        } else {
            counting->counts[class_] += ways;
        }
        return;
    }
    if (left > ranks * counting->suits)
        return;
    int rank = ranks - 1;
    uint32_t weight = (uint32_t)counting->tables->codes[4 * rank].key;
    choose_ranks(counting, rank, left, key, ways);
    int had = counting->suited >> rank & 1, most = left < counting->suits ? left : counting->suits;
    for (int taken = 1; taken <= most; taken++) {
        counting->masks[had + taken - 1] |= 1u << rank;
        choose_ranks(counting, rank, left - taken, key + (uint32_t)taken * weight,
                     ways * WAYS[counting->suits][taken]);
    }
    for (int taken = 1; taken <= most; taken++)
        counting->masks[had + taken - 1] &= ~(1u << rank);
}

static void count_classes(const Tables *tables, int size, int64_t *counts)
{
    Counting counting = {tables, counts, size, 4, NO_HAND_CLASS, 0, {0, 0, 0, 0}};
    choose_ranks(&counting, 13, size, 0, 1);
    counting.suits = 3;
    for (unsigned mask = 0; mask < RANK_MASKS; mask++) {
        int suited = count_bits(mask);
        if (suited < FEWEST_CARDS || suited > size)
            continue;
        uint32_t key = 0;
        for (unsigned rank = 0; rank < 13; rank++)
            key += mask >> rank & 1 ? (uint32_t)tables->codes[4 * rank].key : 0;
        counting.flush = tables->flushes[mask];
        counting.suited = counting.masks[0] = mask;
        choose_ranks(&counting, 13, size - suited, key, 1);
    }
}

PyObject *kernel_class_counts(PyObject *module, PyObject *size)
{
    State *state = PyModule_GetState(module);
    long cards = PyLong_AsLong(size);
    if ((cards == -1 && PyErr_Occurred()) || !is_set_up(state))
        return NULL;
    if (cards < FEWEST_CARDS || cards > MOST_COUNTED)
        return PyErr_Format(PyExc_ValueError, "hands of %ld cards: expected 5 to 9", cards);
    int64_t counts[NO_HAND_CLASS + 1] = {0};
    Py_BEGIN_ALLOW_THREADS
    count_classes(state->tables, (int)cards, counts);
    Py_END_ALLOW_THREADS
    return list_of(counts, CLASS_COUNT + 1);
}
