/* Training, called from Python, which owns all learnt arrays. */
#include "module.h"

#include "sample.h"

#include <stdlib.h>

#define AVERAGE_UNIT 1e-8 /* keeps the sums of a long training far from the ends of a float's range */

typedef struct {
    Learner learner;
    Abstraction robot, responder;
    uint64_t seed;
    HandList list;
    uint16_t classes[2][MOST_STREETS][MOST_HANDS];
} Course;

/* self_play(game, classes, tables, regrets, averages, seed, first board, boards, growth) */
PyObject *solver_self_play(PyObject *module, PyObject *args)
{
    SelfPlay play = {.holdem = holdem_of(module)};
    Abstraction abstraction;
    PyObject *number, *classes, *tables, *regrets, *averages, *seed_of, *first_of, *count_of, *growth_of;
    uint64_t seed, first, count;
    double growth;
    size_t counts[MOST_STREETS];
    Buffers buffers = {.count = 0};
    if (!play.holdem || !PyArg_ParseTuple(args, "OOOOOOOOO:self_play", &number, &classes, &tables, &regrets, &averages, &seed_of,
                                          &first_of, &count_of, &growth_of) ||
        !(play.game = take_game(number)) || !take_seed(seed_of, &seed) || !take_count(first_of, "first board", &first) ||
        !take_count(count_of, "boards", &count) || !take_real(growth_of, "growth", &growth))
        return NULL;
    int streets = play.game->streets;
    bool done = take_abstraction(&buffers, play.game, classes, tables, &abstraction);
    for (int k = 0; done && k < streets; k++)
        counts[k] = (size_t)play.game->lanes[k] * abstraction.classes[k] * (size_t)play.game->street[k].nodes * ACTIONS;
    done = done && take_floats(&buffers, regrets, "regrets", 0, streets, counts, true, play.regrets) &&
           take_floats(&buffers, averages, "averages", 0, streets, counts, true, play.averages);
    if (done) {
        play.abstraction = &abstraction;
        Py_BEGIN_ALLOW_THREADS
        play_boards(&play, seed, first, count, growth);
        Py_END_ALLOW_THREADS
    }
    release_buffers(&buffers);
    return done ? Py_NewRef(Py_None) : NULL;
}

/* One board for the robot in both seats. */
static bool take_lesson(Course *course, const Engine *engine, uint64_t number, float weight, float average_weight)
{
    const Game *game = course->learner.game;
    uint64_t state = course->seed ^ number * UINT64_C(0xD1342543DE82EF95);
    uint8_t board[5] = {0};
    deal_board(game, &state, board);
    list_street(game, course->learner.holdem, game->streets - 1, board, &course->list);
    Lesson lesson = {.list = &course->list, .weight = weight, .average_weight = average_weight};
    for (int k = 0; k < game->streets; k++) {
        fill_classes(game, course->learner.holdem, &course->robot, k, board, &course->list, course->classes[0][k]);
        if (k + 1 < game->streets)
            fill_classes(game, course->learner.holdem, &course->responder, k, board, &course->list, course->classes[1][k]);
        lesson.robot_classes[k] = course->classes[0][k];
        lesson.responder_classes[k] = course->classes[1][k];
    }
    for (lesson.robot_seat = 0; lesson.robot_seat < SEATS; lesson.robot_seat++)
        if (!engine->learn(&course->learner, &lesson))
            return false;
    return true;
}

static bool take_course(Course *course, Buffers *buffers, PyObject *robot, PyObject *responder)
{
    const Game *game = course->learner.game;
    PyObject *own[4], *other[3]; /* classes, tables, regrets, averages */
    if (!take_tuple(robot, "robot", 4, own) || !take_tuple(responder, "responder", 3, other) ||
        !take_abstraction(buffers, game, own[0], own[1], &course->robot) ||
        !take_abstraction(buffers, game, other[0], other[1], &course->responder))
        return false;
    for (int k = 0; k < game->streets; k++) {
        course->learner.robot.classes[k] = course->robot.classes[k];
        course->learner.responder.classes[k] = course->responder.classes[k];
    }
    return take_rows(buffers, game, own[2], "regrets", game->streets, course->robot.classes, true, course->learner.robot.regrets) &&
           take_rows(buffers, game, own[3], "averages", game->streets, course->robot.classes, true,
                     course->learner.robot.averages) &&
           take_rows(buffers, game, other[2], "responder's regrets", game->streets - 1, course->responder.classes, true,
                     course->learner.responder.regrets);
}

/* learn(game, robot, responder, seed, first board, boards, trust, unit, threads, plain): board n has the weight
 * unit * (trust + n), and n squared in the average. */
PyObject *solver_learn(PyObject *module, PyObject *args)
{
    const Holdem *holdem = holdem_of(module);
    PyObject *number, *robot, *responder, *seed_of, *first_of, *count_of, *trust_of, *unit_of, *threads_of;
    int threads, plain;
    uint64_t seed, first, count;
    double trust, unit;
    const Game *game;
    Buffers buffers = {.count = 0};
    if (!holdem || !PyArg_ParseTuple(args, "OOOOOOOOOp:learn", &number, &robot, &responder, &seed_of, &first_of, &count_of,
                                     &trust_of, &unit_of, &threads_of, &plain) ||
        !(game = take_game(number)) || !take_seed(seed_of, &seed) || !take_count(first_of, "first board", &first) ||
        !take_count(count_of, "boards", &count) || !take_real(trust_of, "trust", &trust) ||
        !take_real(unit_of, "unit", &unit) || !take_int(threads_of, "threads", 1, MOST_THREADS, &threads))
        return NULL;
    Course *course = calloc(1, sizeof *course);
    if (!course)
        return PyErr_NoMemory();
    course->learner.game = game;
    course->learner.holdem = holdem;
    course->learner.threads = threads;
    course->seed = seed;
    bool done = take_course(course, &buffers, robot, responder);
    if (done) {
        const Engine *engine = engine_of(plain);
        Py_BEGIN_ALLOW_THREADS
        for (uint64_t i = 0; done && i < count; i++) {
            double board = (double)(first + i);
            done = take_lesson(course, engine, first + i, (float)(unit * (trust + board)), (float)(board * board * AVERAGE_UNIT));
        }
        engine->forget(&course->learner);
        Py_END_ALLOW_THREADS
        if (!done)
            PyErr_NoMemory();
    }
    release_buffers(&buffers);
    free(course);
    return done ? Py_NewRef(Py_None) : NULL;
}
