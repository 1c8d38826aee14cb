/* Self-play by external sampling, called from Python, which makes trees of bets and owns all learnt
 * arrays. */
#include "../module.h"

#include "bets_mccfr.h"
#include "limit_mccfr.h"

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
    if (!play.holdem ||
        !PyArg_ParseTuple(args, "OOOOOOOOO:self_play", &number, &classes, &tables, &regrets, &averages,
                          &seed_of, &first_of, &count_of, &growth_of) ||
        !(play.game = take_game(number)) || !take_seed(seed_of, &seed) ||
        !take_count(first_of, "first board", &first) || !take_count(count_of, "boards", &count) ||
        !take_real(growth_of, "growth", &growth))
        return NULL;
    int streets = play.game->streets;
    bool done = take_abstraction(&buffers, play.game, classes, tables, &abstraction);
    for (int k = 0; done && k < streets; k++)
        counts[k] = (size_t)play.game->lanes[k] * abstraction.classes[k] *
                    (size_t)play.game->street[k].nodes * ACTIONS;
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

/* blueprint(tree, classes, tables, regrets, averages, seed, first board, boards, growth) */
PyObject *solver_blueprint(PyObject *module, PyObject *args)
{
    Blueprint blueprint = {.holdem = holdem_of(module)};
    BetTree tree = {.memory = NULL};
    Abstraction abstraction;
    PyObject *tree_of, *classes, *tables, *regrets, *averages, *seed_of, *first_of, *count_of, *growth_of;
    uint64_t seed, first, count;
    double growth;
    size_t counts[MOST_STREETS];
    Buffers buffers = {.count = 0};
    if (!blueprint.holdem ||
        !PyArg_ParseTuple(args, "OOOOOOOOO:blueprint", &tree_of, &classes, &tables, &regrets, &averages,
                          &seed_of, &first_of, &count_of, &growth_of) ||
        !take_seed(seed_of, &seed) || !take_count(first_of, "first board", &first) ||
        !take_count(count_of, "boards", &count) || !take_real(growth_of, "growth", &growth))
        return NULL;
    bool done = take_tree(tree_of, &tree) &&
                take_abstraction(&buffers, game_of(LIMIT_HOLDEM), classes, tables, &abstraction);
    for (int k = 0; done && k < MOST_STREETS; k++)
        counts[k] = abstraction.classes[k] * tree.edges_of[k];
    done = done &&
           take_floats(&buffers, regrets, "regrets", 0, MOST_STREETS, counts, true, blueprint.regrets) &&
           take_floats(&buffers, averages, "averages", 0, MOST_STREETS, counts, true, blueprint.averages);
    if (done) {
        blueprint.tree = &tree;
        blueprint.abstraction = &abstraction;
        Py_BEGIN_ALLOW_THREADS
        train_blueprint(&blueprint, seed, first, count, growth);
        Py_END_ALLOW_THREADS
    }
    release_buffers(&buffers);
    free_tree(&tree);
    return done ? Py_NewRef(Py_None) : NULL;
}
