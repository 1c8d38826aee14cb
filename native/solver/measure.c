/* Best responses, called from Python. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

/* A robot with rows by abstraction, or one that is a function in Python. */
typedef struct {
    const Game *game;
    const Holdem *holdem;
    Abstraction abstraction;
    float *rows[MOST_STREETS];
    PyObject *ask;
    Buffers asked[MOST_STREETS]; /* the buffers of Python's last answer for a street */
} Source;

static bool look_up_rows(void *context, int street, const uint8_t *board, const HandList *list, uint16_t *classes,
                         const float **rows, size_t *count)
{
    Source *source = context;
    fill_classes(source->game, source->holdem, &source->abstraction, street, board, list, classes);
    *rows = source->rows[street];
    *count = source->abstraction.classes[street];
    return true;
}

static bool read_answer(Source *source, int street, PyObject *answer, uint16_t *classes, const float **rows, size_t *count)
{
    PyObject *classes_of, *rows_of;
    Buffers *buffers = &source->asked[street];
    Py_ssize_t number;
    release_buffers(buffers);
    if (!answer || !PyArg_ParseTuple(answer, "OOn", &classes_of, &rows_of, &number))
        return false;
    if (number < 1 || number > UINT16_MAX) {
        PyErr_Format(PyExc_ValueError, "%zd classes of hands", number);
        return false;
    }
    size_t hands = (size_t)source->game->hands, bytes = (size_t)source->game->blocks[street] * (size_t)number * ROW * sizeof(float);
    const uint16_t *found = take_buffer(buffers, classes_of, hands * sizeof *found, false);
    *rows = found ? take_buffer(buffers, rows_of, bytes, false) : NULL;
    *count = (size_t)number;
    for (size_t hand = 0; *rows && hand < hands; hand++) {
        classes[hand] = found[hand];
        if (found[hand] >= number) {
            PyErr_SetString(PyExc_ValueError, "a hand with a class that does not exist");
            return false;
        }
    }
    return *rows != NULL;
}

static bool look_up_asking(void *context, int street, const uint8_t *board, const HandList *list, uint16_t *classes,
                           const float **rows, size_t *count)
{
    (void)list;
    Source *source = context;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *answer =
        PyObject_CallFunction(source->ask, "iy#", street, (const char *)board, (Py_ssize_t)board_size(source->game, street));
    bool done = read_answer(source, street, answer, classes, rows, count);
    Py_XDECREF(answer); /* its buffers keep its arrays */
    PyGILState_Release(lock);
    return done;
}

static void release_source(Source *source, Buffers *buffers)
{
    release_buffers(buffers);
    for (int k = 0; k < MOST_STREETS; k++)
        release_buffers(&source->asked[k]);
    free(source);
}

/* Reads a robot: (classes, tables of the abstraction, rows), or a function. */
static bool take_robot(PyObject *object, Source *source, Buffers *buffers, Robot *robot)
{
    robot->context = source;
    if (PyCallable_Check(object)) {
        source->ask = object;
        robot->look_up = look_up_asking;
        return true;
    }
    PyObject *classes, *tables, *rows;
    robot->look_up = look_up_rows;
    return PyArg_ParseTuple(object, "OOO", &classes, &tables, &rows) &&
           take_abstraction(buffers, source->game, classes, tables, &source->abstraction) &&
           take_rows(buffers, source->game, rows, source->game->streets, source->abstraction.classes, false, source->rows);
}

bool check_cards(const uint8_t *flop, const int *only)
{
    uint64_t set = 0;
    int cards[5] = {flop[0], flop[1], flop[2], only[2], only[3]};
    for (int i = 0; i < 5; i++) {
        if (i > 2 && cards[i] < 0)
            continue;
        if (cards[i] > 51 || set >> cards[i] & 1) {
            PyErr_SetString(PyExc_ValueError, "expected different card codes below 52");
            return false;
        }
        set |= UINT64_C(1) << cards[i];
    }
    return true;
}

/* Returns an empty source for the robot of a call; NULL if memory is short. */
static Source *source_of(const Respond *respond)
{
    Source *source = calloc(1, sizeof *source);
    if (source) {
        source->game = respond->game;
        source->holdem = respond->holdem;
    }
    return source;
}

static PyObject *answer_floats(float *values, size_t count, bool done)
{
    PyObject *answer = done ? PyBytes_FromStringAndSize((const char *)values, (Py_ssize_t)(count * sizeof *values)) : NULL;
    if (!done && !PyErr_Occurred())
        PyErr_NoMemory();
    free(values);
    return answer;
}

/* respond(game, robot seat, robot, first street of best answers, flop, turn, river, plain): the responder's values after each
 * end of the first street, added up over the boards and the robot's hands; turn and river are one card or -1 for all. */
PyObject *solver_respond(PyObject *module, PyObject *args)
{
    Respond respond = {.only = {-1, -1, -1, -1}, .holdem = holdem_of(module), .game = game_of(LIMIT_HOLDEM)};
    PyObject *object;
    const uint8_t *flop;
    Py_ssize_t flop_size;
    int plain;
    if (!respond.holdem || !PyArg_ParseTuple(args, "iOiy#iip:respond", &respond.robot_seat, &object, &respond.first_best,
                                             &flop, &flop_size, &respond.only[2], &respond.only[3], &plain))
        return NULL;
    if (flop_size != 3 || (respond.robot_seat | 1) != 1)
        return PyErr_Format(PyExc_ValueError, "expected seat 0 or 1 and a flop of three cards");
    Source *source = source_of(&respond);
    if (!source)
        return PyErr_NoMemory();
    Buffers buffers = {.count = 0};
    Robot robot;
    size_t count = (size_t)respond.game->street[0].ends * MOST_HANDS;
    float *values = NULL;
    bool done = check_cards(flop, respond.only) && take_robot(object, source, &buffers, &robot);
    if (done && (values = calloc(count, sizeof *values))) {
        respond.robot = &robot;
        Py_BEGIN_ALLOW_THREADS
        done = engine_of(plain)->respond_to_flop(&respond, flop, values);
        Py_END_ALLOW_THREADS
    }
    release_source(source, &buffers);
    return answer_floats(values, count, done && values);
}

/* close(game, robot seat, robot, first street of best answers, values after the first street or None, plain): the
 * responder's value of each of its hands; a small game is walked whole. */
PyObject *solver_close(PyObject *module, PyObject *args)
{
    Respond respond = {.only = {-1, -1, -1, -1}, .holdem = holdem_of(module)};
    PyObject *object, *after_of;
    int plain, kind;
    if (!respond.holdem || !PyArg_ParseTuple(args, "iiOiOp:close", &kind, &respond.robot_seat, &object, &respond.first_best,
                                             &after_of, &plain) ||
        !(respond.game = game_by_number(kind)))
        return NULL;
    if ((respond.robot_seat | 1) != 1 || (kind == LIMIT_HOLDEM) != (after_of != Py_None))
        return PyErr_Format(PyExc_ValueError, "expected seat 0 or 1, and values after the first street for hold'em only");
    Source *source = source_of(&respond);
    if (!source)
        return PyErr_NoMemory();
    Buffers buffers = {.count = 0};
    Robot robot;
    const float *after = NULL;
    float *values = NULL;
    bool done = take_robot(object, source, &buffers, &robot);
    if (done && after_of != Py_None) {
        size_t bytes = (size_t)respond.game->street[0].ends * MOST_HANDS * sizeof *after;
        done = (after = take_buffer(&buffers, after_of, bytes, false)) != NULL;
    }
    if (done && (values = calloc(MOST_HANDS, sizeof *values))) {
        respond.robot = &robot;
        Py_BEGIN_ALLOW_THREADS
        done = engine_of(plain)->respond_before(&respond, after, values);
        Py_END_ALLOW_THREADS
    }
    release_source(source, &buffers);
    return answer_floats(values, (size_t)respond.game->hands, done && values);
}
