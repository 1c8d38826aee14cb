/* Solving a subgame, called from Python, which makes its tree of bets and owns the learnt arrays. */
#include "dcfr_calls.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_ITERATIONS = 1 << 24 };

static const char CAPSULE[] = "ircpoker.subgame";
static const char TOO_SMALL[] = "ranges: expected hands for both seats that can be dealt together";

static void free_capsule(PyObject *capsule)
{
    Subgame *subgame = PyCapsule_GetPointer(capsule, CAPSULE);
    PyObject *module = PyCapsule_GetContext(capsule);
    close_subgame(subgame);
    free(subgame);
    Py_XDECREF(module);
}

Subgame *take_subgame(PyObject *capsule)
{
    if (!PyCapsule_IsValid(capsule, CAPSULE)) {
        PyErr_SetString(PyExc_TypeError, "subgame: expected what open_subgame returned");
        return NULL;
    }
    Subgame *subgame = PyCapsule_GetPointer(capsule, CAPSULE);
    if (__atomic_exchange_n(&subgame->busy, 1, __ATOMIC_ACQUIRE)) {
        PyErr_SetString(PyExc_ValueError, "subgame: another thread works on it");
        return NULL;
    }
    return subgame;
}

void release_subgame(Subgame *subgame)
{
    if (subgame)
        __atomic_store_n(&subgame->busy, 0, __ATOMIC_RELEASE);
}

/* Whether the tree begins on the street of the board, and sees its streets one after the other. */
static bool check_streets(const Subgame *subgame, int cards)
{
    const BetTree *tree = &subgame->tree;
    const Game *game = subgame->game;
    int first = tree->street[0], last = game->streets - 1;
    if (first > last || (game->kind == LIMIT_HOLDEM && first < 1) || last - first >= MOST_LEVELS ||
        cards != board_size(game, first)) {
        PyErr_SetString(PyExc_ValueError, "a subgame begins after the flop, with the board of its street");
        return false;
    }
    for (int node = 0; node < tree->nodes; node++)
        for (int edge = tree->first[node]; edge < tree->first[node + 1]; edge++) {
            int to = tree->to[edge];
            if (to >= 0 && (tree->street[to] > last || tree->street[to] > tree->street[node] + 1)) {
                PyErr_SetString(PyExc_ValueError, "tree: a decision leads over a street");
                return false;
            }
            if (to < 0 && !(tree->amount[edge] > -1e9f && tree->amount[edge] < 1e9f)) {
                PyErr_SetString(PyExc_ValueError, "tree: amounts: expected numbers from -1e9 to 1e9");
                return false;
            }
        }
    return true;
}

/* Copies the weights of both ranges, which are finite and not below 0. */
static bool take_ranges(PyObject *ranges, Subgame *subgame)
{
    static const char *const names[SEATS] = {"range of seat 0", "range of seat 1"};
    PyObject *items[SEATS];
    size_t hands = (size_t)subgame->game->hands;
    if (!take_tuple(ranges, "ranges", SEATS, items))
        return false;
    if (!(subgame->range[0] = calloc(SEATS * MOST_HANDS, sizeof(float))))
        return PyErr_NoMemory() != NULL;
    subgame->range[1] = subgame->range[0] + MOST_HANDS;
    for (int seat = 0; seat < SEATS; seat++) {
        Buffers buffers = {.count = 0};
        const float *from = take_array(&buffers, items[seat], names[seat], FLOAT32, hands, false);
        if (from)
            memcpy(subgame->range[seat], from, hands * sizeof(float));
        release_buffers(&buffers);
        for (size_t i = 0; from && i < hands; i++)
            if (!(subgame->range[seat][i] >= 0 && subgame->range[seat][i] <= 1e9f)) {
                PyErr_Format(PyExc_ValueError, "%s: expected weights from 0 to 1e9", names[seat]);
                from = NULL;
            }
        if (!from)
            return false;
    }
    return true;
}

/* Reads the seat that may leave, and its values by number of the hand. */
static bool take_gadget(PyObject *seat, PyObject *values, Subgame *subgame, float *by_hand)
{
    Buffers buffers = {.count = 0};
    if (!take_int(seat, "seat that may leave", NO_SEAT, SEATS - 1, &subgame->gadget_seat))
        return false;
    if ((subgame->gadget_seat != NO_SEAT) != (values != Py_None)) {
        PyErr_SetString(PyExc_ValueError, "a seat that may leave has values, and no other");
        return false;
    }
    if (values == Py_None)
        return true;
    size_t hands = (size_t)subgame->game->hands;
    const float *from = take_array(&buffers, values, "values of leaving", FLOAT32, hands, false);
    if (from)
        memcpy(by_hand, from, hands * sizeof(float));
    release_buffers(&buffers);
    return from != NULL;
}

/* Allocates what the gadget learns, and brings its values into the order of the root's list. */
static bool open_gadget(Subgame *subgame, const float *by_hand)
{
    if (subgame->gadget_seat == NO_SEAT)
        return true;
    if (!(subgame->leaving = calloc(3 * MOST_HANDS, sizeof(float))))
        return false;
    subgame->stay = subgame->leaving + MOST_HANDS;
    subgame->leave = subgame->stay + MOST_HANDS;
    for (int i = 0; i < subgame->board[0].hands[subgame->gadget_seat].count; i++)
        subgame->leaving[i] = by_hand[hand_on(subgame, 0, subgame->gadget_seat, i)];
    return true;
}

static bool take_rake(PyObject *rate_of, PyObject *cap_of, Subgame *subgame)
{
    double rate, cap;
    if (!take_real(rate_of, "rake", &rate) || !take_real(cap_of, "cap of the rake", &cap))
        return false;
    if (rate >= 1) {
        PyErr_SetString(PyExc_ValueError, "rake: expected a part of the pot below 1");
        return false;
    }
    subgame->rake = (float)rate;
    subgame->cap = (float)cap;
    return true;
}

/* open_subgame(game, tree, board, two ranges, whole, symmetric, rake, cap, seat that may leave or -1, its
 * values or None): a capsule. */
PyObject *solver_open_subgame(PyObject *module, PyObject *args)
{
    PyObject *number, *tree, *board, *ranges, *rake, *cap, *seat, *values;
    int whole, symmetric, cards;
    float leaving[MOST_HANDS];
    const Holdem *holdem = holdem_of(module);
    if (!holdem || !PyArg_ParseTuple(args, "OOOOppOOOO:open_subgame", &number, &tree, &board, &ranges,
                                     &whole, &symmetric, &rake, &cap, &seat, &values))
        return NULL;
    Subgame *subgame = calloc(1, sizeof *subgame);
    if (!subgame)
        return PyErr_NoMemory();
    subgame->holdem = holdem;
    subgame->whole = whole;
    subgame->symmetric = symmetric;
    subgame->gadget_seat = NO_SEAT;
    bool done = (subgame->game = take_game(number)) &&
                take_board(board, subgame->game->kind == LIMIT_HOLDEM ? 52 : subgame->game->hands, 0, 5,
                           subgame->root_cards, &cards) &&
                take_tree(tree, &subgame->tree) && check_streets(subgame, cards) &&
                take_ranges(ranges, subgame) && take_rake(rake, cap, subgame) &&
                take_gadget(seat, values, subgame, leaving);
    if (done) {
        subgame->first_street = subgame->tree.street[0];
        subgame->levels = subgame->game->streets - subgame->first_street;
        Py_BEGIN_ALLOW_THREADS
        done = open_subgame(subgame) && open_gadget(subgame, leaving);
        Py_END_ALLOW_THREADS
        if (!done)
            PyErr_NoMemory();
        else if (!subgame->board[0].hands[0].count || !subgame->board[0].hands[1].count) {
            PyErr_SetString(PyExc_ValueError, TOO_SMALL);
            done = false;
        }
    }
    PyObject *capsule = done ? PyCapsule_New(subgame, CAPSULE, free_capsule) : NULL;
    if (!capsule) {
        close_subgame(subgame);
        free(subgame);
        return NULL;
    }
    /* The tables of boards belong to the module, which must outlive the subgame. */
    if (PyCapsule_SetContext(capsule, Py_NewRef(module)) < 0)
        Py_CLEAR(capsule);
    return capsule;
}

/* subgame_shape(subgame, threads): numbers in the array of regrets, in that of means, bytes of tables, bytes
 * while it is solved, boards of each street, hands of each seat. */
PyObject *solver_subgame_shape(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *threads_of;
    int threads;
    Subgame *subgame;
    if (!PyArg_ParseTuple(args, "OO:subgame_shape", &capsule, &threads_of) ||
        !take_int(threads_of, "threads", 1, MOST_THREADS, &threads) || !(subgame = take_subgame(capsule)))
        return NULL;
    int boards[MOST_LEVELS] = {0};
    for (int i = 0; i < subgame->boards; i++)
        boards[subgame->board[i].level]++;
    PyObject *found =
        Py_BuildValue("nnnn(iii)(ii)", (Py_ssize_t)(subgame->regret_blocks * LANES),
                      (Py_ssize_t)(subgame->mean_blocks * LANES), (Py_ssize_t)table_bytes(subgame),
                      (Py_ssize_t)scratch_bytes(subgame, threads), boards[0], boards[1], boards[2],
                      subgame->board[0].hands[0].count, subgame->board[0].hands[1].count);
    release_subgame(subgame);
    return found;
}

static double read_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

uint16_t *take_learnt(Buffers *buffers, PyObject *object, const char *name, size_t blocks,
                             bool writable)
{
    uint16_t *found = take_array(buffers, object, name, UINT16, blocks * LANES, writable);
    if (found && blocks && (uintptr_t)found % (2 * LANES)) {
        PyErr_Format(PyExc_ValueError, "%s: the array is not aligned to %d bytes", name, 2 * LANES);
        return NULL;
    }
    return found;
}

/* solve_subgame(subgame, regrets, means, first iteration, iterations, last restart, threads, seconds or
 * 0, instructions): how many iterations were done. */
PyObject *solver_solve_subgame(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *regrets, *means, *numbers[4], *seconds, *wanted;
    int instructions;
    Buffers buffers = {.count = 0};
    Solving solving = {.clock = read_clock};
    if (!PyArg_ParseTuple(args, "OOOOOOOOO:solve_subgame", &capsule, &regrets, &means, &numbers[0],
                          &numbers[1], &numbers[2], &numbers[3], &seconds, &wanted) ||
        !take_int(wanted, "instructions", INT_MIN, INT_MAX, &instructions) ||
        !take_int(numbers[0], "first iteration", 0, MOST_ITERATIONS, &solving.first) ||
        !take_int(numbers[1], "iterations", 0, MOST_ITERATIONS, &solving.iterations) ||
        !take_int(numbers[2], "last restart", 0, MOST_ITERATIONS, &solving.last_restart) ||
        !take_int(numbers[3], "threads", 1, MOST_THREADS, &solving.threads) ||
        !take_real(seconds, "seconds", &solving.seconds) || !(solving.subgame = take_subgame(capsule)))
        return NULL;
    bool done = false;
    if ((solving.regrets =
             take_learnt(&buffers, regrets, "regrets", solving.subgame->regret_blocks, true)) &&
        (solving.means = take_learnt(&buffers, means, "means", solving.subgame->mean_blocks, true))) {
        Py_BEGIN_ALLOW_THREADS
        done = vector_code_of(instructions)->solve_subgame(&solving);
        Py_END_ALLOW_THREADS
        if (!done)
            PyErr_NoMemory();
    }
    release_buffers(&buffers);
    release_subgame(solving.subgame);
    return done ? PyLong_FromLong(solving.done) : NULL;
}
