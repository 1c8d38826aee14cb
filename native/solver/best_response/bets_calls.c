/* Best responses on trees of bets, called from Python. */
#include "../module.h"

#include <stdlib.h>
#include <string.h>

/* The robot's buckets are looked up in Python. */
typedef struct {
    PyObject *ask;
    const size_t *classes;
} ClassLookup;

static bool ask_classes(void *context, int street, const uint8_t *board, uint16_t *classes)
{
    const ClassLookup *lookup = context;
    Buffers buffers = {.count = 0};
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *answer =
        PyObject_CallFunction(lookup->ask, "iy#", street, (const char *)board, (Py_ssize_t)street + 2);
    const void *found =
        answer ? take_array(&buffers, answer, "the robot's answer", UINT16, MOST_HANDS, false) : NULL;
    if (found)
        memcpy(classes, found, MOST_HANDS * sizeof *classes);
    release_buffers(&buffers);
    Py_XDECREF(answer);
    bool done = found != NULL;
    for (int hand = 0; done && hand < MOST_HANDS; hand++)
        if (classes[hand] >= lookup->classes[street]) {
            PyErr_SetString(PyExc_ValueError, "the robot's answer: a hand with a class that does not exist");
            done = false;
        }
    PyGILState_Release(lock);
    return done;
}

/* Reads the numbers of classes and the play of the streets after the first. */
static bool take_play(Buffers *buffers, PyObject *classes, PyObject *play, BetsResponse *respond)
{
    static const int fewest[MOST_STREETS] = {1, 1, 1, 1};
    size_t counts[MOST_STREETS];
    float *arrays[MOST_STREETS];
    if (!take_classes(classes, 1, MOST_STREETS, fewest, respond->classes))
        return false;
    for (int k = 1; k < MOST_STREETS; k++)
        counts[k] = respond->classes[k] * respond->tree->edges_of[k];
    if (!take_floats(buffers, play, "play", 1, MOST_STREETS, counts, false, arrays))
        return false;
    for (int k = 1; k < MOST_STREETS; k++)
        respond->play[k] = arrays[k];
    return true;
}

/* Counts the edges that lead from the first street to a card; false with an error set for trees that cannot
 * be walked. */
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

/* respond_to_bets(tree, robot seat, function of street and board that returns the class of each hand,
 * numbers of classes, play of each street, reaches, board, plain): the responder's winnings after each edge
 * that leads from the first street to a card or an all-in showdown, added up over the cards after the board
 * and the robot's hands. The board is that of the street after the first, and the reaches have its
 * symmetries. */
PyObject *solver_respond_to_bets(PyObject *module, PyObject *args)
{
    BetsResponse respond = {.holdem = holdem_of(module), .look_up = ask_classes};
    BetTree tree = {.memory = NULL};
    PyObject *tree_of, *seat, *ask, *classes, *play, *reach, *board;
    int plain, cards = 0;
    Buffers buffers = {.count = 0};
    if (!respond.holdem ||
        !PyArg_ParseTuple(args, "OOOOOOOp:respond_to_bets", &tree_of, &seat, &ask, &classes, &play, &reach,
                          &board, &plain) ||
        !take_seat(seat, &respond.robot_seat) || !take_board(board, 52, 3, 4, respond.board, &cards))
        return NULL;
    if (!PyCallable_Check(ask))
        return PyErr_Format(PyExc_TypeError, "robot: expected a function of street and board");
    respond.tree = &tree;
    ClassLookup lookup = {ask, respond.classes};
    respond.context = &lookup;
    size_t ways = 0, bytes = 0;
    bool done = take_tree(tree_of, &tree) && take_play(&buffers, classes, play, &respond) &&
                count_crossings(&tree, &ways);
    if (done && cards != tree.street[0] + 3) {
        PyErr_SetString(PyExc_ValueError, "the board is not that of the tree's second street");
        done = false;
    }
    done =
        done && (respond.reach = take_array(&buffers, reach, "reaches", FLOAT32, ways * MOST_HANDS, false));
    bytes = ways * MOST_HANDS * sizeof(float);
    if (done && (done = (respond.values = calloc(bytes + 1, 1)) != NULL)) {
        Py_BEGIN_ALLOW_THREADS
        done = vector_code_of(plain)->respond_to_bets(&respond);
        Py_END_ALLOW_THREADS
    }
    free_tree(&tree);
    release_buffers(&buffers);
    PyObject *answer =
        done ? PyBytes_FromStringAndSize((const char *)respond.values, (Py_ssize_t)bytes) : NULL;
    if (!answer && !PyErr_Occurred())
        PyErr_NoMemory();
    free(respond.values);
    return answer;
}
