/* Best responses at fixed limit, called from Python. */
#include "../module.h"

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

static bool look_up_rows(void *context, int street, const uint8_t *board, const HandList *list,
                         uint16_t *classes, const float **rows, size_t *count)
{
    Source *source = context;
    fill_classes(source->game, source->holdem, &source->abstraction, street, board, list, classes);
    *rows = source->rows[street];
    *count = source->abstraction.classes[street];
    return true;
}

static bool read_answer(Source *source, int street, PyObject *answer, uint16_t *classes, const float **rows,
                        size_t *count)
{
    PyObject *items[3];
    Buffers *buffers = &source->asked[street];
    int number;
    release_buffers(buffers);
    if (!answer || !take_tuple(answer, "the robot's answer", 3, items) ||
        !take_int(items[2], "the robot's answer: classes", 1, UINT16_MAX, &number))
        return false;
    size_t hands = (size_t)source->game->hands,
           size = (size_t)source->game->blocks[street] * (size_t)number * ROW;
    const uint16_t *found = take_array(buffers, items[0], "the robot's answer: hands", UINT16, hands, false);
    *rows = found ? take_array(buffers, items[1], "the robot's answer: rows", FLOAT32, size, false) : NULL;
    *count = (size_t)number;
    if (!*rows)
        return false;
    memcpy(classes, found, hands * sizeof *classes);
    for (size_t hand = 0; hand < hands; hand++)
        if (classes[hand] >= number) {
            PyErr_SetString(PyExc_ValueError, "the robot's answer: a hand with a class that does not exist");
            return false;
        }
    return true;
}

static bool look_up_asking(void *context, int street, const uint8_t *board, const HandList *list,
                           uint16_t *classes, const float **rows, size_t *count)
{
    (void)list;
    Source *source = context;
    PyGILState_STATE lock = PyGILState_Ensure();
    PyObject *answer = PyObject_CallFunction(source->ask, "iy#", street, (const char *)board,
                                             (Py_ssize_t)board_size(source->game, street));
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
    PyObject *items[3]; /* classes, tables, rows */
    robot->look_up = look_up_rows;
    return take_tuple(object, "robot", 3, items) &&
           take_abstraction(buffers, source->game, items[0], items[1], &source->abstraction) &&
           take_rows(buffers, source->game, items[2], "rows", source->game->streets,
                     source->abstraction.classes, false, source->rows);
}

/* Reads turn and river, -1 for all that can come; they differ from the flop, and a river needs its turn. */
static bool take_later(PyObject *turn, PyObject *river, const uint8_t *flop, int *only)
{
    if (!take_int(turn, "turn", -1, 51, &only[2]) || !take_int(river, "river", -1, 51, &only[3]))
        return false;
    uint64_t set = set_of(flop, 3);
    bool meets =
        (only[2] >= 0 && (set >> only[2] & 1 || only[2] == only[3])) || (only[3] >= 0 && set >> only[3] & 1);
    if (meets)
        PyErr_SetString(PyExc_ValueError, "turn and river: expected different cards, and none of the flop");
    else if (only[2] < 0 && only[3] >= 0)
        PyErr_SetString(PyExc_ValueError, "turn: a river needs a turn");
    return !PyErr_Occurred();
}

/* Returns an empty source for the robot of a call; NULL if memory is short. */
static Source *source_of(const LimitResponse *respond)
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
    PyObject *answer =
        done ? PyBytes_FromStringAndSize((const char *)values, (Py_ssize_t)(count * sizeof *values)) : NULL;
    if (!done && !PyErr_Occurred())
        PyErr_NoMemory();
    free(values);
    return answer;
}

/* respond(game, robot seat, robot, first street of best answers, flop, turn, river, plain): the responder's
 * values after each end of the first street, added up over the boards and the robot's hands; turn and river
 * are one card or -1 for all. */
PyObject *solver_respond(PyObject *module, PyObject *args)
{
    LimitResponse respond = {
        .only = {-1, -1, -1, -1}, .holdem = holdem_of(module), .game = game_of(LIMIT_HOLDEM)};
    PyObject *seat, *object, *first_best, *flop_of, *turn, *river;
    uint8_t flop[3];
    int plain, size;
    if (!respond.holdem ||
        !PyArg_ParseTuple(args, "OOOOOOp:respond", &seat, &object, &first_best, &flop_of, &turn, &river,
                          &plain) ||
        !take_seat(seat, &respond.robot_seat) ||
        !take_int(first_best, "first street", 0, MOST_STREETS, &respond.first_best) ||
        !take_board(flop_of, 52, 3, 3, flop, &size) || !take_later(turn, river, flop, respond.only))
        return NULL;
    Source *source = source_of(&respond);
    if (!source)
        return PyErr_NoMemory();
    Buffers buffers = {.count = 0};
    Robot robot;
    size_t count = (size_t)respond.game->street[0].ends * MOST_HANDS;
    float *values = NULL;
    bool done = take_robot(object, source, &buffers, &robot);
    if (done && (values = calloc(count, sizeof *values))) {
        respond.robot = &robot;
        Py_BEGIN_ALLOW_THREADS
        done = vector_code_of(plain)->respond_to_flop(&respond, flop, values);
        Py_END_ALLOW_THREADS
    }
    release_source(source, &buffers);
    return answer_floats(values, count, done && values);
}

/* close(game, robot seat, robot, first street of best answers, values after the first street or None,
 * plain): the responder's value of each of its hands; a small game is walked whole. */
PyObject *solver_close(PyObject *module, PyObject *args)
{
    LimitResponse respond = {.only = {-1, -1, -1, -1}, .holdem = holdem_of(module)};
    PyObject *number, *seat, *object, *first_best, *after_of;
    int plain;
    if (!respond.holdem ||
        !PyArg_ParseTuple(args, "OOOOOp:close", &number, &seat, &object, &first_best, &after_of, &plain) ||
        !(respond.game = take_game(number)) || !take_seat(seat, &respond.robot_seat) ||
        !take_int(first_best, "first street", 0, MOST_STREETS, &respond.first_best))
        return NULL;
    if ((respond.game->kind == LIMIT_HOLDEM) != (after_of != Py_None))
        return PyErr_Format(PyExc_ValueError,
                            "values: expected those after the first street, and for hold'em only");
    Source *source = source_of(&respond);
    if (!source)
        return PyErr_NoMemory();
    Buffers buffers = {.count = 0};
    Robot robot;
    const float *after = NULL;
    float *values = NULL;
    bool done = take_robot(object, source, &buffers, &robot);
    if (done && after_of != Py_None) {
        size_t count = (size_t)respond.game->street[0].ends * MOST_HANDS;
        done = (after = take_array(&buffers, after_of, "values", FLOAT32, count, false)) != NULL;
    }
    if (done && (values = calloc(MOST_HANDS, sizeof *values))) {
        respond.robot = &robot;
        Py_BEGIN_ALLOW_THREADS
        done = vector_code_of(plain)->respond_before(&respond, after, values);
        Py_END_ALLOW_THREADS
    }
    release_source(source, &buffers);
    return answer_floats(values, (size_t)respond.game->hands, done && values);
}
