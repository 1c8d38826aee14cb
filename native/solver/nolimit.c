/* Trees of bets of any size, called from Python, which makes them and owns all learnt arrays. */
#include "module.h"

#include "bets.h"
#include "blueprint.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const void *take_part(Buffers *buffers, PyObject *object, Py_ssize_t count, size_t size)
{
    return take_buffer(buffers, object, (size_t)count * size, false);
}

bool take_tree(Buffers *buffers, PyObject *object, BetTree *tree)
{
    PyObject *street, *actor, *first, *edge_start, *to, *amount;
    if (!PyArg_ParseTuple(object, "OOOOOO", &street, &actor, &first, &edge_start, &to, &amount))
        return false;
    Py_ssize_t nodes = PyObject_Length(street), edges = PyObject_Length(to);
    if (nodes < 0 || edges < 0)
        return false;
    if (nodes > MOST_TREE_NODES || edges > MOST_TREE_NODES * MOST_EDGES) {
        PyErr_SetString(PyExc_ValueError, "the tree is too large");
        return false;
    }
    tree->nodes = (int)nodes;
    tree->edges = (int)edges;
    if (!(tree->street = take_part(buffers, street, nodes, sizeof *tree->street)) ||
        !(tree->actor = take_part(buffers, actor, nodes, sizeof *tree->actor)) ||
        !(tree->first = take_part(buffers, first, nodes + 1, sizeof *tree->first)) ||
        !(tree->edge_start = take_part(buffers, edge_start, nodes, sizeof *tree->edge_start)) ||
        !(tree->to = take_part(buffers, to, edges, sizeof *tree->to)) ||
        !(tree->amount = take_part(buffers, amount, edges, sizeof *tree->amount)))
        return false;
    if (!finish_tree(tree)) {
        PyErr_SetString(PyExc_ValueError, "it is not a tree of bets, depth first");
        return false;
    }
    return true;
}

/* blueprint(tree, classes, tables, regrets, averages, seed, first board, boards, growth) */
PyObject *solver_blueprint(PyObject *module, PyObject *args)
{
    Blueprint blueprint = {.holdem = holdem_of(module)};
    BetTree tree;
    Abstraction abstraction;
    PyObject *tree_of, *classes, *tables, *arrays[2];
    unsigned long long seed, first, count;
    double growth;
    Buffers buffers = {.count = 0};
    if (!blueprint.holdem || !PyArg_ParseTuple(args, "OOOOOKKKd:blueprint", &tree_of, &classes, &tables, &arrays[0],
                                               &arrays[1], &seed, &first, &count, &growth))
        return NULL;
    bool done = take_tree(&buffers, tree_of, &tree) &&
                take_abstraction(&buffers, game_of(LIMIT_HOLDEM), classes, tables, &abstraction);
    for (int i = 0; i < 2; i++)
        for (int k = 0; done && k < MOST_STREETS; k++) {
            PyObject *item = PySequence_GetItem(arrays[i], k);
            size_t size = abstraction.classes[k] * tree.edges_of[k] * sizeof(float);
            float *memory = item ? take_buffer(&buffers, item, size, true) : NULL;
            Py_XDECREF(item);
            done = memory != NULL;
            (i ? blueprint.averages : blueprint.regrets)[k] = memory;
        }
    if (done) {
        blueprint.tree = &tree;
        blueprint.abstraction = &abstraction;
        Py_BEGIN_ALLOW_THREADS
        train_blueprint(&blueprint, seed, first, count, growth);
        Py_END_ALLOW_THREADS
    }
    release_buffers(&buffers);
    return done ? Py_NewRef(Py_None) : NULL;
}

/* Whether the tree begins on the street of the board and sees at most one street more. */
static bool check_subgame(const Subgame *subgame, Py_ssize_t cards)
{
    const BetTree *tree = subgame->tree;
    const Game *game = subgame->game;
    int first = tree->street[0], last = first;
    for (int node = 0; node < tree->nodes; node++)
        last = tree->street[node] > last ? tree->street[node] : last;
    if (last >= game->streets || last > first + 1 || first + 2 < game->streets || cards != board_size(game, first)) {
        PyErr_SetString(PyExc_ValueError, "a subgame begins on one of the last two streets, with the board of its street");
        return false;
    }
    uint64_t set = 0;
    for (int i = 0; i < cards; i++) {
        uint64_t bit = subgame->board[i] < 64 ? UINT64_C(1) << subgame->board[i] : 0;
        if (subgame->board[i] >= (game->kind == LIMIT_HOLDEM ? 52 : game->hands) || set & bit) {
            PyErr_SetString(PyExc_ValueError, "expected different cards of the game");
            return false;
        }
        set |= bit;
    }
    if (subgame->iterations < 0 || !(subgame->seconds >= 0) || subgame->turns < 1 || subgame->turns > 40 || subgame->gadget_seat < NO_SEAT ||
        subgame->gadget_seat >= SEATS || (subgame->fixed && last > first)) {
        PyErr_SetString(PyExc_ValueError, "iterations, seconds, turns or the seat that may leave are out of range");
        return false;
    }
    return true;
}

static double read_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* subgame(game, tree, board, two ranges, seat that may leave or -1, its values or None, iterations, seconds or 0, turns, fixed
 * strategy or None, plain): (strategy of the first street by edge and hand, what these actions are worth, values of both
 * seats, best responses of both seats, number of iterations). */
PyObject *solver_subgame(PyObject *module, PyObject *args)
{
    int iterated = 0;
    Subgame subgame = {.holdem = holdem_of(module), .clock = read_clock, .done = &iterated};
    BetTree tree;
    PyObject *tree_of, *ranges[SEATS], *leaving, *fixed;
    const char *board;
    Py_ssize_t cards;
    int kind, plain;
    Buffers buffers = {.count = 0};
    if (!subgame.holdem || !PyArg_ParseTuple(args, "iOy#(OO)iOidiOp:subgame", &kind, &tree_of, &board, &cards, &ranges[0],
                                             &ranges[1], &subgame.gadget_seat, &leaving, &subgame.iterations,
                                             &subgame.seconds, &subgame.turns, &fixed, &plain) ||
        !(subgame.game = game_by_number(kind)))
        return NULL;
    size_t hands = (size_t)subgame.game->hands, bytes = hands * sizeof(float), edges = 0;
    float *out = NULL;
    PyObject *answer = NULL;
    bool done = cards <= 5 && take_tree(&buffers, tree_of, &tree);
    if (done) {
        subgame.tree = &tree;
        edges = tree.edges_of[tree.street[0]];
        memcpy(subgame.board, board, (size_t)cards);
        done = (subgame.range[0] = take_buffer(&buffers, ranges[0], bytes, false)) &&
               (subgame.range[1] = take_buffer(&buffers, ranges[1], bytes, false)) &&
               (leaving == Py_None || (subgame.leaving = take_buffer(&buffers, leaving, bytes, false))) &&
               (fixed == Py_None || (subgame.fixed = take_buffer(&buffers, fixed, edges * bytes, false)));
    } else if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_ValueError, "a board of more than five cards");
    }
    if (done && (subgame.gadget_seat != NO_SEAT) != (leaving != Py_None)) {
        PyErr_SetString(PyExc_ValueError, "a seat that may leave has values, and no other");
        done = false;
    }
    if (done && check_subgame(&subgame, cards) && (out = malloc((2 * edges + 4) * bytes))) {
        subgame.average = out;
        subgame.worth = out + edges * hands;
        for (int seat = 0; seat < SEATS; seat++) {
            subgame.values[seat] = out + (2 * edges + (size_t)seat) * hands;
            subgame.best[seat] = out + (2 * edges + 2 + (size_t)seat) * hands;
        }
        Py_BEGIN_ALLOW_THREADS
        done = engine_of(plain)->solve_subgame(&subgame);
        Py_END_ALLOW_THREADS
        Py_ssize_t part = (Py_ssize_t)(edges * bytes), two = (Py_ssize_t)(2 * bytes);
        if (done)
            answer = Py_BuildValue("y#y#y#y#i", (char *)out, part, (char *)out + part, part, (char *)subgame.values[0], two,
                                   (char *)subgame.best[0], two, iterated);
    }
    if (!answer && !PyErr_Occurred())
        PyErr_NoMemory();
    free(out);
    release_buffers(&buffers);
    return answer;
}
