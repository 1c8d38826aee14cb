/* The exact value of all draws, the twin of ircpoker/draws/sums.py, which explains the method.
 *
 * The sums of a deck are a bytes object: first those by multisets of up to five ranks, then for each suit
 * those by mask of ranks. Sums are unsigned: those for cards outside the deck have no meaning and may
 * overflow. */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "numbers.h"

#define HAND_SIZE 5
#define RANK_SETS 8568 /* multisets of 0 to 5 ranks */
#define HIGHEST_VALUE (INT64_C(1) << 36)
#define MASKS (1 << HAND_SIZE)

typedef struct {
    uint64_t by_ranks[RANK_SETS];
    uint64_t flushes[4][RANK_MASKS];
} Sums;

/* Where the multisets of each size begin. */
static const int FIRST_SET[HAND_SIZE + 2] = {0, 1, 14, 105, 560, 2380, 8568};

static int choose(int n, int k)
{
    static const int divisors[HAND_SIZE + 1] = {1, 1, 2, 6, 24, 120};
    int product = 1;
    for (int i = 0; i < k; i++)
        product *= n - i;
    return product / divisors[k];
}

/* Returns the index of a multiset of ranks, given in ascending order. */
static int index_of_set(const int *ranks, int size)
{
    int index = FIRST_SET[size];
    for (int i = 0; i < size; i++)
        index += choose(ranks[i] + i, i + 1);
    return index;
}

/* Inserts one more rank; `out` has room for it. */
static void insert_rank(const int *ranks, int size, int rank, int *out)
{
    int i = size;
    for (; i > 0 && ranks[i - 1] > rank; i--)
        out[i] = ranks[i - 1];
    out[i] = rank;
    memcpy(out, ranks, (size_t)i * sizeof *ranks);
}

/* The next multiset in ascending order of its ranks; false after the last. */
static bool next_set(int *ranks, int size)
{
    int i = size - 1;
    while (i >= 0 && ranks[i] == 12)
        i--;
    if (i < 0)
        return false;
    int rank = ranks[i] + 1;
    while (i < size)
        ranks[i++] = rank;
    return true;
}

static unsigned class_of_fives(const Tables *tables, const int *ranks)
{
    uint32_t key = 0;
    for (int i = 0; i < HAND_SIZE; i++)
        key += (uint32_t)tables->codes[4 * ranks[i]].key;
    return tables->of_size[0].classes[index_of(&tables->of_size[0], key)];
}

static void sum_ranks(const Tables *tables, const int64_t *values, const int *live, Sums *sums)
{
    int ranks[HAND_SIZE] = {0}, more[HAND_SIZE + 1];
    do
        if (ranks[0] != ranks[HAND_SIZE - 1])
            sums->by_ranks[index_of_set(ranks, HAND_SIZE)] = (uint64_t)values[class_of_fives(tables, ranks)];
    while (next_set(ranks, HAND_SIZE));
    for (int size = HAND_SIZE - 1; size >= 0; size--) {
        memset(ranks, 0, sizeof ranks);
        do {
            uint64_t total = 0;
            for (int rank = 0; rank < 13; rank++) {
                int left = live[rank];
                for (int i = 0; i < size; i++)
                    left -= ranks[i] == rank;
                insert_rank(ranks, size, rank, more);
                total += (uint64_t)(int64_t)left * sums->by_ranks[index_of_set(more, size + 1)];
            }
            sums->by_ranks[index_of_set(ranks, size)] = (uint64_t)((int64_t)total / (HAND_SIZE - size));
        } while (next_set(ranks, size));
    }
}

/* Writes the amounts that flushes of a suit add to the sums, by mask of ranks; the suit has the ranks of
 * `live`. */
static void sum_flushes(const Tables *tables, const int64_t *values, unsigned live, uint64_t *sums)
{
    for (int size = HAND_SIZE; size >= 0; size--)
        for (unsigned mask = (1u << size) - 1; mask < RANK_MASKS; mask = next_mask(mask)) {
            if (mask & ~live)
                continue;
            if (size == HAND_SIZE) {
                int ranks[HAND_SIZE], count = 0;
                for (int rank = 0; rank < 13; rank++)
                    if (mask >> rank & 1)
                        ranks[count++] = rank;
                sums[mask] =
                    (uint64_t)(values[tables->flushes[mask]] - values[class_of_fives(tables, ranks)]);
            } else {
                uint64_t total = 0;
                for (unsigned rest = live & ~mask; rest; rest &= rest - 1)
                    total += sums[mask | (rest & (0u - rest))];
                sums[mask] = (uint64_t)((int64_t)total / (HAND_SIZE - size));
            }
        }
}

PyObject *kernel_deck_sums(PyObject *module, PyObject *args)
{
    State *state = PyModule_GetState(module);
    PyObject *by_class, *live_masks, *content = NULL;
    int64_t values[NO_HAND_CLASS + 1] = {0}, masks[4];
    if (!PyArg_ParseTuple(args, "OO:deck_sums", &by_class, &live_masks) || !is_set_up(state))
        return NULL;
    int count =
        read_numbers(by_class, NO_HAND_CLASS, -HIGHEST_VALUE, HIGHEST_VALUE, values, "value below 2^36");
    int suits = count < 0 ? -1 : read_numbers(live_masks, 4, 0, RANK_MASK, masks, "mask of ranks");
    if (suits < 0)
        return NULL;
    if (count != NO_HAND_CLASS || suits != 4)
        return PyErr_Format(PyExc_ValueError, "%d values and %d suits: expected 7463 and 4", count, suits);
    Sums *sums = calloc(1, sizeof *sums);
    if (!sums)
        return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS
    int live[13] = {0};
    for (int rank = 0; rank < 13; rank++)
        for (int suit = 0; suit < 4; suit++)
            live[rank] += (int)(masks[suit] >> rank & 1);
    sum_ranks(state->tables, values, live, sums);
    for (int suit = 0; suit < 4; suit++) {
        if (suit && masks[suit] == masks[suit - 1])
            memcpy(sums->flushes[suit], sums->flushes[suit - 1], sizeof sums->flushes[suit]);
        else
            sum_flushes(state->tables, values, (unsigned)masks[suit], sums->flushes[suit]);
    }
    Py_END_ALLOW_THREADS
    content = PyBytes_FromStringAndSize((const char *)sums, sizeof *sums);
    free(sums);
    return content;
}

/* Returns the sum over all hands of the deck that contain the cards with indices in `mask`. */
static uint64_t sum_of(const Sums *sums, const uint8_t *hand, int mask)
{
    int ranks[HAND_SIZE], more[HAND_SIZE], size = 0;
    unsigned suits[4] = {0}, flush_ranks = 0, held = 0;
    for (int i = 0; i < HAND_SIZE; i++)
        if (mask >> i & 1) {
            insert_rank(ranks, size, hand[i] >> 2, more);
            memcpy(ranks, more, (size_t)++size * sizeof *ranks);
            suits[hand[i] & 3] |= 1u << (hand[i] >> 2);
        }
    uint64_t total = sums->by_ranks[index_of_set(ranks, size)];
    for (int suit = 0; suit < 4; suit++) {
        held += suits[suit] != 0;
        flush_ranks |= suits[suit];
    }
    for (int suit = 0; suit < 4; suit++)
        if (!held || (held == 1 && suits[suit]))
            total += sums->flushes[suit][flush_ranks];
    return total;
}

PyObject *kernel_draw_totals(PyObject *module, PyObject *args)
{
    PyObject *cards, *content;
    uint8_t hand[HAND_SIZE];
    int64_t totals[MASKS];
    (void)module;
    if (!PyArg_ParseTuple(args, "OS:draw_totals", &cards, &content))
        return NULL;
    const Sums *sums = NULL;
    int count = read_codes_of(cards, HAND_SIZE, hand);
    if (count >= 0 && (count != HAND_SIZE || PyBytes_Size(content) != sizeof *sums))
        PyErr_SetString(PyExc_ValueError, "expected five cards and the sums of a deck");
    if (!PyErr_Occurred()) {
        uint64_t found[MASKS];
        sums = (const Sums *)PyBytes_AsString(content);
        for (int mask = 0; mask < MASKS; mask++)
            found[mask] = sum_of(sums, hand, mask);
        for (int bit = 1; bit < MASKS; bit <<= 1)
            for (int mask = 0; mask < MASKS; mask++)
                if (!(mask & bit))
                    found[mask] -= found[mask | bit];
        for (int mask = 0; mask < MASKS; mask++)
            totals[mask] = (int64_t)found[mask];
    }
    return sums ? list_of(totals, MASKS) : NULL;
}
