/* Exact showdowns of one range against another, the twin of ircpoker/equity/range_counts.py, which tells the method. */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "numbers.h"

#define COMBINATIONS 1326
#define RANK_PAIRS 91
#define BOARD_SIZE 5
#define HIGHEST_WEIGHT 10000
#define DIGIT_BITS 7
#define DIGITS (1 << DIGIT_BITS)

typedef struct {
    uint64_t cards;
    int64_t weight; /* in range B */
    uint16_t number;
    uint8_t low, high, ranks; /* codes, and the place of the two ranks among the pairs */
    bool counted;             /* in range A */
} Hole;

typedef struct {
    const Tables *tables;
    int count, live_count, board_count;
    Hole holes[COMBINATIONS];
    uint8_t board[BOARD_SIZE], live[CARD_COUNT];
    uint32_t pair_keys[RANK_PAIRS];
    int64_t win[COMBINATIONS], tie[COMBINATIONS], lose[COMBINATIONS];
    /* Of one board: hands in play with their classes, before and after each pass of the sort. */
    uint32_t found[COMBINATIONS], sorted[COMBINATIONS];
} Ranges;

/* Lists the hands that the board leaves, each as class · 2^16 + its place among `holes`; returns how many. */
static int rate_hands(Ranges *all, const uint8_t *board)
{
    const SumTable *sevens = &all->tables->of_size[2];
    uint64_t taken = 0;
    uint32_t key = 0;
    unsigned suits[4] = {0}, bit_of[CARD_COUNT] = {0}, shown = 0, by_ranks[RANK_PAIRS];
    for (int i = 0; i < BOARD_SIZE; i++) {
        taken |= UINT64_C(1) << board[i];
        key += (uint32_t)all->tables->codes[board[i] & ~3].key;
        suits[board[i] & 3] |= 1u << (board[i] >> 2);
    }
    for (unsigned suit = 0; suit < 4; suit++)
        if (count_bits(suits[suit]) >= 3) {
            shown = suits[suit];
            for (unsigned rank = 0; rank < 13; rank++)
                bit_of[4 * rank + suit] = 1u << rank;
        }
    for (int pair = 0; pair < RANK_PAIRS; pair++)
        by_ranks[pair] = sevens->classes[place_of(sevens, key + all->pair_keys[pair])];
    int count = 0;
    for (int i = 0; i < all->count; i++) {
        const Hole *hole = &all->holes[i];
        unsigned class_ = by_ranks[hole->ranks];
        if (shown) {
            unsigned flush = all->tables->flushes[shown | bit_of[hole->low] | bit_of[hole->high]];
            class_ = flush < class_ ? flush : class_;
        }
        all->found[count] = class_ << 16 | (uint32_t)i;
        count += !(hole->cards & taken);
    }
    return count;
}

/* Sorts the hands by class, worst first: by the lower, then by the upper half of its number. */
static void sort_hands(Ranges *all, int count)
{
    uint32_t *from = all->found, *to = all->sorted;
    for (int shift = 16; shift <= 16 + DIGIT_BITS; shift += DIGIT_BITS) {
        int starts[DIGITS + 1] = {0};
        for (int i = 0; i < count; i++)
            starts[DIGITS - 1 - (from[i] >> shift & (DIGITS - 1)) + 1]++;
        for (int digit = 0; digit < DIGITS; digit++)
            starts[digit + 1] += starts[digit];
        for (int i = 0; i < count; i++)
            to[starts[DIGITS - 1 - (from[i] >> shift & (DIGITS - 1))]++] = from[i];
        uint32_t *other = from;
        from = to;
        to = other;
    }
}

/* Adds the showdowns on one board, its hands in `found`, worst first. */
static void count_board(Ranges *all, int count)
{
    int64_t everything = 0, with_card[CARD_COUNT] = {0}, below = 0, below_card[CARD_COUNT] = {0};
    for (int i = 0; i < count; i++) {
        const Hole *hole = &all->holes[all->found[i] & 0xFFFF];
        everything += hole->weight;
        with_card[hole->low] += hole->weight;
        with_card[hole->high] += hole->weight;
    }
    for (int start = 0, stop; start < count; start = stop) {
        uint32_t class_ = all->found[start] >> 16;
        int64_t level = below;
        for (stop = start; stop < count && all->found[stop] >> 16 == class_; stop++) {
            const Hole *hole = &all->holes[all->found[stop] & 0xFFFF];
            int64_t beaten = below - below_card[hole->low] - below_card[hole->high];
            all->win[hole->number] += beaten;
            all->tie[hole->number] -= beaten;
            all->lose[hole->number] += everything - with_card[hole->low] - with_card[hole->high] + hole->weight;
            level += hole->weight;
        }
        below = level;
        for (int i = start; i < stop; i++) {
            const Hole *hole = &all->holes[all->found[i] & 0xFFFF];
            below_card[hole->low] += hole->weight;
            below_card[hole->high] += hole->weight;
        }
        for (int i = start; i < stop; i++) {
            const Hole *hole = &all->holes[all->found[i] & 0xFFFF];
            /* The hand itself, if B has it, lies on this level and holds both cards: taken off twice. */
            int64_t not_better = below - below_card[hole->low] - below_card[hole->high] + hole->weight;
            all->tie[hole->number] += not_better;
            all->lose[hole->number] -= not_better;
        }
    }
}

static void count_all(Ranges *all)
{
    uint8_t board[BOARD_SIZE];
    memcpy(board, all->board, sizeof board);
    int to_come = BOARD_SIZE - all->board_count, live = all->live_count;
    int first_stop = to_come > 1 ? live : 1, second_stop = to_come > 0 ? live : 1;
    for (int i = 0; i < first_stop; i++)
        for (int j = to_come > 1 ? i + 1 : 0; j < second_stop; j++) {
            if (to_come > 1)
                board[BOARD_SIZE - 2] = all->live[i];
            if (to_come > 0)
                board[BOARD_SIZE - 1] = all->live[j];
            int count = rate_hands(all, board);
            sort_hands(all, count);
            count_board(all, count);
        }
}

/* Takes the hands that are in either range and can be dealt. */
static void fill_holes(Ranges *all, uint64_t gone, const int64_t *weights_a, const int64_t *weights_b)
{
    int number = 0;
    for (uint8_t high = 0; high < CARD_COUNT; high++)
        for (uint8_t low = 0; low < high; low++, number++) {
            uint64_t cards = UINT64_C(1) << low | UINT64_C(1) << high;
            uint8_t ranks = (uint8_t)((high >> 2) * ((high >> 2) + 1) / 2 + (low >> 2));
            all->pair_keys[ranks] = (uint32_t)(all->tables->codes[low & ~3].key + all->tables->codes[high & ~3].key);
            if (!(cards & gone) && (weights_a[number] || weights_b[number]))
                all->holes[all->count++] = (Hole){
                    cards, weights_b[number], (uint16_t)number, low, high, ranks, weights_a[number] != 0};
        }
    for (uint8_t code = 0; code < CARD_COUNT; code++)
        if (!(gone >> code & 1))
            all->live[all->live_count++] = code;
}

static bool read_weights(PyObject *sequence, int64_t *weights)
{
    int count = read_numbers(sequence, COMBINATIONS, 0, HIGHEST_WEIGHT, weights, "weight from 0 to 10000");
    if (count >= 0 && count < COMBINATIONS)
        PyErr_Format(PyExc_ValueError, "%d weights: expected 1326", count);
    return count == COMBINATIONS;
}

/* Returns the lists of wins, ties and losses; 0 for what is not in range A. */
static PyObject *answer_of(Ranges *all)
{
    for (int i = 0; i < all->count; i++)
        if (!all->holes[i].counted) {
            uint16_t number = all->holes[i].number;
            all->win[number] = all->tie[number] = all->lose[number] = 0;
        }
    PyObject *win = list_of(all->win, COMBINATIONS), *tie = list_of(all->tie, COMBINATIONS);
    PyObject *lose = list_of(all->lose, COMBINATIONS), *answer = NULL;
    if (win && tie && lose)
        answer = PyTuple_Pack(3, win, tie, lose);
    Py_XDECREF(win);
    Py_XDECREF(tie);
    Py_XDECREF(lose);
    return answer;
}

PyObject *kernel_range_vs_range(PyObject *module, PyObject *args)
{
    State *state = PyModule_GetState(module);
    PyObject *range_a, *range_b, *board, *dead, *answer = NULL;
    if (!PyArg_ParseTuple(args, "OOOO:range_vs_range", &range_a, &range_b, &board, &dead) || !is_set_up(state))
        return NULL;
    int64_t weights_a[COMBINATIONS], weights_b[COMBINATIONS];
    uint8_t dead_codes[CARD_COUNT];
    if (!read_weights(range_a, weights_a) || !read_weights(range_b, weights_b))
        return NULL;
    int dead_count = read_codes_of(dead, CARD_COUNT, dead_codes);
    if (dead_count < 0)
        return NULL;
    Ranges *all = calloc(1, sizeof *all);
    if (!all)
        return PyErr_NoMemory();
    all->tables = state->tables;
    all->board_count = read_codes_of(board, BOARD_SIZE, all->board);
    if (all->board_count >= 0 && all->board_count < 3)
        PyErr_Format(PyExc_ValueError, "a board of %d: expected 3 to 5", all->board_count);
    if (!PyErr_Occurred()) {
        uint64_t gone = 0;
        for (int i = 0; i < dead_count; i++)
            gone |= UINT64_C(1) << dead_codes[i];
        for (int i = 0; i < all->board_count; i++)
            gone |= UINT64_C(1) << all->board[i];
        Py_BEGIN_ALLOW_THREADS
        fill_holes(all, gone, weights_a, weights_b);
        count_all(all);
        Py_END_ALLOW_THREADS
        answer = answer_of(all);
    }
    free(all);
    return answer;
}
