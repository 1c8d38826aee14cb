/* Exact showdowns of one range against another; its twin ircpoker/equity/range_counts.py explains the
 * method. */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "numbers.h"
#include "river.inc"

#define COMBINATIONS 1326
#define HIGHEST_WEIGHT 10000

typedef struct {
    uint64_t cards;
    int64_t weight; /* in range B */
    uint16_t number;
    uint8_t low, high, ranks; /* codes, and the index of the two ranks among the pairs */
    bool counted;             /* in range A */
} Hole;

typedef struct {
    const Tables *tables;
    int count, live_count, board_count;
    Hole holes[COMBINATIONS];
    uint8_t board[BOARD_CARDS], live[CARD_COUNT];
    int64_t win[COMBINATIONS], tie[COMBINATIONS], lose[COMBINATIONS];
    /* The hands in play on one board with their classes, before and after each pass of the sort. */
    uint32_t found[COMBINATIONS], sorted[COMBINATIONS];
} Ranges;

/* Lists the hands that the board leaves, each as class · 2^16 + its index in `holes`; returns how many. */
static int rate_hands(Ranges *all, const uint8_t *board)
{
    River river;
    uint64_t taken = 0;
    int count = 0;
    for (int i = 0; i < BOARD_CARDS; i++)
        taken |= UINT64_C(1) << board[i];
    read_river(all->tables, board, &river);
    for (int i = 0; i < all->count; i++) {
        const Hole *hole = &all->holes[i];
        all->found[count] =
            class_on_river(all->tables, &river, hole->ranks, hole->low, hole->high) << 16 | (uint32_t)i;
        count += !(hole->cards & taken);
    }
    return count;
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
            all->lose[hole->number] +=
                everything - with_card[hole->low] - with_card[hole->high] + hole->weight;
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
            /* If B has this hand, too, it has this class and holds both cards, so it was subtracted
             * twice. */
            int64_t not_better = below - below_card[hole->low] - below_card[hole->high] + hole->weight;
            all->tie[hole->number] += not_better;
            all->lose[hole->number] -= not_better;
        }
    }
}

static void count_all(Ranges *all)
{
    uint8_t board[BOARD_CARDS];
    memcpy(board, all->board, sizeof board);
    int to_come = BOARD_CARDS - all->board_count, live = all->live_count;
    int first_stop = to_come > 1 ? live : 1, second_stop = to_come > 0 ? live : 1;
    for (int i = 0; i < first_stop; i++)
        for (int j = to_come > 1 ? i + 1 : 0; j < second_stop; j++) {
            if (to_come > 1)
                board[BOARD_CARDS - 2] = all->live[i];
            if (to_come > 0)
                board[BOARD_CARDS - 1] = all->live[j];
            int count = rate_hands(all, board);
            sort_by_class(all->found, all->sorted, count);
            count_board(all, count);
        }
}

/* Lists the hands that are in either range and can be dealt. */
static void fill_holes(Ranges *all, uint64_t gone, const int64_t *weights_a, const int64_t *weights_b)
{
    int number = 0;
    for (uint8_t high = 0; high < CARD_COUNT; high++)
        for (uint8_t low = 0; low < high; low++, number++) {
            uint64_t cards = UINT64_C(1) << low | UINT64_C(1) << high;
            uint8_t ranks = (uint8_t)index_of_ranks(high >> 2, low >> 2);
            if (!(cards & gone) && (weights_a[number] || weights_b[number]))
                all->holes[all->count++] = (Hole){cards, weights_b[number],     (uint16_t)number, low, high,
                                                  ranks, weights_a[number] != 0};
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

/* Returns the lists of wins, ties and losses; 0 for hands that are not in range A. */
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
    if (!PyArg_ParseTuple(args, "OOOO:range_vs_range", &range_a, &range_b, &board, &dead) ||
        !is_set_up(state))
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
    all->board_count = read_codes_of(board, BOARD_CARDS, all->board);
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
