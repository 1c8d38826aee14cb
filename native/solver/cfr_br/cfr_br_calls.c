/* Training by CFR-BR, called from Python, which owns all learnt arrays. */
#include "../module.h"

#include <stdlib.h>

#define AVERAGE_UNIT 1e-8 /* keeps the sums of a long training far from the ends of a float's range */

typedef struct {
    Learner learner;
    Abstraction robot, responder;
    uint64_t seed;
    HandList list;
    uint16_t classes[2][MOST_STREETS][MOST_HANDS];
} Training;

/* One board for the robot in both seats. */
static bool train_on_board(Training *training, const VectorCode *code, uint64_t number, float weight,
                           float average_weight)
{
    const Game *game = training->learner.game;
    uint64_t state = training->seed ^ number * UINT64_C(0xD1342543DE82EF95);
    uint8_t board[5] = {0};
    deal_board(game, &state, board);
    list_street(game, training->learner.holdem, game->streets - 1, board, &training->list);
    TrainingBoard training_board = {
        .list = &training->list, .weight = weight, .average_weight = average_weight};
    for (int k = 0; k < game->streets; k++) {
        fill_classes(game, training->learner.holdem, &training->robot, k, board, &training->list,
                     training->classes[0][k]);
        if (k + 1 < game->streets)
            fill_classes(game, training->learner.holdem, &training->responder, k, board, &training->list,
                         training->classes[1][k]);
        training_board.robot_classes[k] = training->classes[0][k];
        training_board.responder_classes[k] = training->classes[1][k];
    }
    for (training_board.robot_seat = 0; training_board.robot_seat < SEATS; training_board.robot_seat++)
        if (!code->learn(&training->learner, &training_board))
            return false;
    return true;
}

static bool take_training(Training *training, Buffers *buffers, PyObject *robot, PyObject *responder)
{
    const Game *game = training->learner.game;
    PyObject *own[4], *other[3]; /* classes, tables, regrets, averages */
    if (!take_tuple(robot, "robot", 4, own) || !take_tuple(responder, "responder", 3, other) ||
        !take_abstraction(buffers, game, own[0], own[1], &training->robot) ||
        !take_abstraction(buffers, game, other[0], other[1], &training->responder))
        return false;
    for (int k = 0; k < game->streets; k++) {
        training->learner.robot.classes[k] = training->robot.classes[k];
        training->learner.responder.classes[k] = training->responder.classes[k];
    }
    return take_rows(buffers, game, own[2], "regrets", game->streets, training->robot.classes, true,
                     training->learner.robot.regrets) &&
           take_rows(buffers, game, own[3], "averages", game->streets, training->robot.classes, true,
                     training->learner.robot.averages) &&
           take_rows(buffers, game, other[2], "responder's regrets", game->streets - 1,
                     training->responder.classes, true, training->learner.responder.regrets);
}

/* learn(game, robot, responder, seed, first board, boards, trust, unit, threads, plain): board n has the
 * weight unit * (trust + n), and n squared in the average. */
PyObject *solver_learn(PyObject *module, PyObject *args)
{
    const Holdem *holdem = holdem_of(module);
    PyObject *number, *robot, *responder, *seed_of, *first_of, *count_of, *trust_of, *unit_of, *threads_of;
    int threads, plain;
    uint64_t seed, first, count;
    double trust, unit;
    const Game *game;
    Buffers buffers = {.count = 0};
    if (!holdem ||
        !PyArg_ParseTuple(args, "OOOOOOOOOp:learn", &number, &robot, &responder, &seed_of, &first_of,
                          &count_of, &trust_of, &unit_of, &threads_of, &plain) ||
        !(game = take_game(number)) || !take_seed(seed_of, &seed) ||
        !take_count(first_of, "first board", &first) || !take_count(count_of, "boards", &count) ||
        !take_real(trust_of, "trust", &trust) || !take_real(unit_of, "unit", &unit) ||
        !take_int(threads_of, "threads", 1, MOST_THREADS, &threads))
        return NULL;
    Training *training = calloc(1, sizeof *training);
    if (!training)
        return PyErr_NoMemory();
    training->learner.game = game;
    training->learner.holdem = holdem;
    training->learner.threads = threads;
    training->seed = seed;
    bool done = take_training(training, &buffers, robot, responder);
    if (done) {
        const VectorCode *code = vector_code_of(plain);
        Py_BEGIN_ALLOW_THREADS
        for (uint64_t i = 0; done && i < count; i++) {
            double board = (double)(first + i);
            done = train_on_board(training, code, first + i, (float)(unit * (trust + board)),
                                  (float)(board * board * AVERAGE_UNIT));
        }
        code->forget(&training->learner);
        Py_END_ALLOW_THREADS
        if (!done)
            PyErr_NoMemory();
    }
    release_buffers(&buffers);
    free(training);
    return done ? Py_NewRef(Py_None) : NULL;
}
