/* Best responses on trees of bets, called from Python. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* The robot's buckets are looked up in Python. */
typedef struct {
    PyObject *ask;
    const size_t *classes;
} Look;

static bool ask_classes(void *context, int street, const uint8_t *board, uint16_t *classes)
{
    const Look *look = context;
    Buffers buffers = {.count = 0};
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *answer = PyObject_CallFunction(look->ask, "iy#", street, (const char *)board, (Py_ssize_t)street + 2);
    const void *found = answer ? take_buffer(&buffers, answer, MOST_HANDS * sizeof *classes, false) : NULL;
    if (found)
        memcpy(classes, found, MOST_HANDS * sizeof *classes);
    release_buffers(&buffers);
    Py_XDECREF(answer);
    bool done = found != NULL;
    for (int hand = 0; done && hand < MOST_HANDS; hand++)
        if (classes[hand] >= look->classes[street]) {
            PyErr_SetString(PyExc_ValueError, "a hand with a class that does not exist");
            done = false;
        }
    PyGILState_Release(lock);
    return done;
}

/* Reads the numbers of classes and the play of the streets after the first. */
static bool take_play(Buffers *buffers, PyObject *classes, PyObject *play, BetsResponse *respond)
{
    for (int k = 1; k < MOST_STREETS; k++) {
        PyObject *count = PySequence_GetItem(classes, k), *item = PySequence_GetItem(play, k);
        respond->classes[k] = count ? PyLong_AsSize_t(count) : 0;
        if (!PyErr_Occurred() && (respond->classes[k] < 1 || respond->classes[k] > UINT16_MAX))
            PyErr_SetString(PyExc_ValueError, "expected 1 to 65535 classes of hands on each street");
        if (!PyErr_Occurred())
            respond->play[k] = take_buffer(buffers, item, respond->classes[k] * respond->tree->edges_of[k] * sizeof(float), false);
        Py_XDECREF(count);
        Py_XDECREF(item);
        if (PyErr_Occurred())
            return false;
    }
    return true;
}

/* Counts the edges that lead from the first street to a card; false with an error set for trees that cannot be walked. */
static bool count_crossings(const BetTree *tree, size_t *count)
{
    int begins = tree->street[0];
    *count = 0;
    bool whole = begins + 3 <= MOST_STREETS;
    for (int node = 0; node < tree->nodes; node++)
        for (int edge = tree->first[node]; edge < tree->first[node + 1]; edge++) {
            int to = tree->to[edge], street = tree->street[node];
            whole &= to < 0 || tree->street[to] <= street + 1;
            *count += street == begins && (to == TO_SHOWDOWN || (to >= 0 && tree->street[to] > begins));
        }
    if (!whole)
        PyErr_SetString(PyExc_ValueError, "the tree begins after the flop, or skips a street");
    return whole;
}

/* respond_to_bets(tree, robot seat, function of street and board that returns the class of each hand, numbers of classes,
 * play of each street, reaches, board, plain): the responder's winnings after each edge that leads from the first street to a
 * card or an all-in showdown, added up over the cards after the board and the robot's hands. The board is that of the street
 * after the first, and the reaches have its symmetries. */
PyObject *solver_respond_to_bets(PyObject *module, PyObject *args)
{
    BetsResponse respond = {.holdem = holdem_of(module), .look_up = ask_classes};
    BetTree tree;
    PyObject *tree_of, *ask, *classes, *play, *reach;
    const char *board;
    Py_ssize_t cards;
    int plain, only[MOST_STREETS] = {-1, -1, -1, -1};
    Buffers buffers = {.count = 0};
    if (!respond.holdem || !PyArg_ParseTuple(args, "OiOOOOy#p:respond_to_bets", &tree_of, &respond.robot_seat, &ask, &classes,
                                             &play, &reach, &board, &cards, &plain))
        return NULL;
    if (cards < 3 || cards > 4 || (respond.robot_seat | 1) != 1 || !PyCallable_Check(ask))
        return PyErr_Format(PyExc_ValueError, "expected seat 0 or 1, a function, and a board of three or four cards");
    memcpy(respond.board, board, (size_t)cards);
    if (cards == 4)
        only[2] = respond.board[3];
    respond.tree = &tree;
    Look look = {ask, respond.classes};
    respond.context = &look;
    size_t bytes = 0;
    bool done = check_cards(respond.board, only) && take_tree(&buffers, tree_of, &tree) &&
                take_play(&buffers, classes, play, &respond) && count_crossings(&tree, &bytes);
    if (done && cards != tree.street[0] + 3) {
        PyErr_SetString(PyExc_ValueError, "the board is not that of the tree's second street");
        done = false;
    }
    bytes *= MOST_HANDS * sizeof(float);
    done = done && (respond.reach = take_buffer(&buffers, reach, bytes, false));
    if (done && (done = (respond.values = calloc(bytes + 1, 1)) != NULL)) {
        Py_BEGIN_ALLOW_THREADS
        done = engine_of(plain)->respond_to_bets(&respond);
        Py_END_ALLOW_THREADS
    }
    release_buffers(&buffers);
    PyObject *answer = done ? PyBytes_FromStringAndSize((const char *)respond.values, (Py_ssize_t)bytes) : NULL;
    if (!answer && !PyErr_Occurred())
        PyErr_NoMemory();
    free(respond.values);
    return answer;
}
