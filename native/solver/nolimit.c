/* Trees of bets of any size, called from Python, which makes them and owns all that is learnt. */
#include "module.h"

#include "bets.h"
#include "blueprint.h"

static const void *take_part(Buffers *buffers, PyObject *object, Py_ssize_t count, size_t size)
{
    return take_buffer(buffers, object, (size_t)count * size, false);
}

bool take_tree(Buffers *buffers, PyObject *object, BetTree *tree)
{
    PyObject *street, *actor, *first, *place, *to, *amount;
    if (!PyArg_ParseTuple(object, "OOOOOO", &street, &actor, &first, &place, &to, &amount))
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
        !(tree->place = take_part(buffers, place, nodes, sizeof *tree->place)) ||
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
