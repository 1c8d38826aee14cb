/* Solving a subgame, called from Python, which makes its tree of bets. */
#include "../module.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_TURNS = 40, MOST_ITERATIONS = 1 << 24 /* floats count the visits of a board exactly */ };

/* Whether the tree begins on the street of the board and sees at most one street more. */
static bool check_subgame(const Subgame *subgame, int cards)
{
    const BetTree *tree = subgame->tree;
    const Game *game = subgame->game;
    int first = tree->street[0], last = first;
    for (int node = 0; node < tree->nodes; node++)
        last = tree->street[node] > last ? tree->street[node] : last;
    if (last >= game->streets || last > first + 1 || first + 2 < game->streets ||
        cards != board_size(game, first)) {
        PyErr_SetString(PyExc_ValueError,
                        "a subgame begins on one of the last two streets, with the board of its street");
        return false;
    }
    if (subgame->fixed && last > first) {
        PyErr_SetString(PyExc_ValueError, "fixed strategy: expected a tree with one street");
        return false;
    }
    return true;
}

/* Reads the numbers: seat that may leave, iterations, seconds, turns. */
static bool take_limits(PyObject *const *items, Subgame *subgame)
{
    int most_turns = subgame->game->kind == LIMIT_HOLDEM ? MOST_TURNS : subgame->game->hands;
    return take_int(items[0], "seat that may leave", NO_SEAT, SEATS - 1, &subgame->gadget_seat) &&
           take_int(items[1], "iterations", 0, MOST_ITERATIONS, &subgame->iterations) &&
           take_real(items[2], "seconds", &subgame->seconds) &&
           take_int(items[3], "turns", 1, most_turns, &subgame->turns);
}

/* Reads the numbers by hand: both ranges, the values of the seat that may leave, the strategy to play. */
static bool take_hands(Buffers *buffers, PyObject *ranges_of, PyObject *leaving, PyObject *fixed,
                       Subgame *subgame)
{
    size_t hands = (size_t)subgame->game->hands, edges = subgame->tree->edges_of[subgame->tree->street[0]];
    PyObject *ranges[SEATS];
    if ((subgame->gadget_seat != NO_SEAT) != (leaving != Py_None)) {
        PyErr_SetString(PyExc_ValueError, "a seat that may leave has values, and no other");
        return false;
    }
    return take_tuple(ranges_of, "ranges", SEATS, ranges) &&
           (subgame->range[0] = take_array(buffers, ranges[0], "range of seat 0", FLOAT32, hands, false)) &&
           (subgame->range[1] = take_array(buffers, ranges[1], "range of seat 1", FLOAT32, hands, false)) &&
           (leaving == Py_None ||
            (subgame->leaving = take_array(buffers, leaving, "values of leaving", FLOAT32, hands, false))) &&
           (fixed == Py_None ||
            (subgame->fixed = take_array(buffers, fixed, "fixed strategy", FLOAT32, edges * hands, false)));
}

static double read_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* subgame(game, tree, board, two ranges, seat that may leave or -1, its values or None, iterations, seconds
 * or 0, turns, fixed strategy or None, plain): (strategy of the first street by edge and hand, what these
 * actions are worth, values of both seats, best responses of both seats, number of iterations). */
PyObject *solver_subgame(PyObject *module, PyObject *args)
{
    int iterated = 0;
    Subgame subgame = {.holdem = holdem_of(module), .clock = read_clock, .done = &iterated};
    BetTree tree = {.memory = NULL};
    PyObject *number, *tree_of, *board, *ranges, *limits[4], *leaving, *fixed;
    int plain, cards = 0;
    Buffers buffers = {.count = 0};
    if (!subgame.holdem ||
        !PyArg_ParseTuple(args, "OOOOOOOOOOp:subgame", &number, &tree_of, &board, &ranges, &limits[0],
                          &leaving, &limits[1], &limits[2], &limits[3], &fixed, &plain) ||
        !(subgame.game = take_game(number)) || !take_limits(limits, &subgame) ||
        !take_board(board, subgame.game->kind == LIMIT_HOLDEM ? 52 : subgame.game->hands, 0, 5,
                    subgame.board, &cards))
        return NULL;
    size_t hands = (size_t)subgame.game->hands, bytes = hands * sizeof(float), edges = 0;
    float *out = NULL;
    PyObject *answer = NULL;
    subgame.tree = &tree;
    bool done = take_tree(tree_of, &tree) && take_hands(&buffers, ranges, leaving, fixed, &subgame) &&
                check_subgame(&subgame, cards);
    edges = done ? tree.edges_of[tree.street[0]] : 0;
    if (done && (out = malloc((2 * edges + 4) * bytes))) {
        subgame.average = out;
        subgame.worth = out + edges * hands;
        for (int seat = 0; seat < SEATS; seat++) {
            subgame.values[seat] = out + (2 * edges + (size_t)seat) * hands;
            subgame.best[seat] = out + (2 * edges + 2 + (size_t)seat) * hands;
        }
        Py_BEGIN_ALLOW_THREADS
        done = vector_code_of(plain)->solve_subgame(&subgame);
        Py_END_ALLOW_THREADS
        Py_ssize_t part = (Py_ssize_t)(edges * bytes), two = (Py_ssize_t)(2 * bytes);
        if (done)
            answer = Py_BuildValue("y#y#y#y#i", (char *)out, part, (char *)out + part, part,
                                   (char *)subgame.values[0], two, (char *)subgame.best[0], two, iterated);
    }
    if (!answer && !PyErr_Occurred())
        PyErr_NoMemory();
    free(out);
    release_buffers(&buffers);
    free_tree(&tree);
    return answer;
}
