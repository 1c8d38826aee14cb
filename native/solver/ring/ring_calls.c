/* The table of six, called from Python, which keeps the tree and owns all learnt arrays. */
#include "../module.h"

#include <stdlib.h>
#include <string.h>

#include "ring_betting.h"
#include "ring_exploit.h"
#include "ring_match.h"
#include "ring_mccfr.h"

enum { ARRAYS = 9, FEWEST_DEPTH = 2, MOST_DEPTH_OF_RING = 200 };

/* ring_betting(big blinds): the tree as `_RingTree` of _solver.pyi, and the features of each spot */
PyObject *solver_ring_betting(PyObject *module, PyObject *depth_of)
{
    (void)module;
    RingBetting betting;
    int depth;
    if (!take_int(depth_of, "big blinds", FEWEST_DEPTH, MOST_DEPTH_OF_RING, &depth))
        return NULL;
    bool done;
    Py_BEGIN_ALLOW_THREADS
    done = open_ring_betting(&betting, depth);
    Py_END_ALLOW_THREADS
    const RingTree *tree = &betting.tree;
    Py_ssize_t nodes = tree->nodes, spots = tree->spots, ends = tree->ends, edges = tree->edges;
    PyObject *found = NULL;
    if (done)
        found = Py_BuildValue("(y#y#y#y#y#y#y#y#y#)y#", (const char *)tree->seat, nodes,
                              (const char *)tree->put, 2 * nodes, (const char *)tree->spot, 4 * nodes,
                              (const char *)tree->first, 4 * (nodes + 1), (const char *)tree->to, 4 * edges,
                              (const char *)tree->street, spots, (const char *)tree->choices, spots,
                              (const char *)tree->live, ends, (const char *)tree->paid,
                              2 * MOST_SEATS * ends, (const char *)betting.keys, 4 * spots);
    else
        PyErr_NoMemory();
    close_ring_betting(&betting);
    return found;
}

/* Copies the arrays of a tree for this number of seats and fills its offsets. */
static bool copy_ring_tree(Buffers *buffers, PyObject *const *items, RingTree *tree)
{
    static const char *const names[ARRAYS] = {
        "tree: seats",   "tree: paid before", "tree: spots", "tree: first actions", "tree: targets",
        "tree: streets", "tree: choices",     "tree: live",  "tree: paid"};
    static const Kind kinds[ARRAYS] = {UINT8, UINT16, INT32, INT32, INT32, UINT8, UINT8, UINT8, UINT16};
    static const size_t sizes[ARRAYS] = {1, 2, 4, 4, 4, 1, 1, 1, 2};
    size_t counts[ARRAYS], at[ARRAYS], total = 0;
    const void *from[ARRAYS];
    for (int i = 0; i < ARRAYS; i++) {
        if (!(from[i] = open_array(buffers, items[i], names[i], kinds[i], false, &counts[i])))
            return false;
        at[i] = total;
        total += (counts[i] * sizes[i] + 7) & ~(size_t)7;
    }
    size_t nodes = counts[0], spots = counts[5], ends = counts[7];
    if (nodes < 1 || nodes > MOST_RING_NODES || counts[4] > (size_t)MOST_RING_NODES * MOST_RING_EDGES ||
        counts[1] != nodes || counts[2] != nodes || counts[3] != nodes + 1 || counts[6] != spots ||
        spots > nodes || ends > counts[4] || counts[8] != ends * (size_t)tree->seats) {
        PyErr_SetString(PyExc_ValueError, "tree: its arrays have lengths that do not fit together");
        return false;
    }
    tree->memory = malloc(total);
    tree->offset = malloc((spots + 1) * sizeof *tree->offset);
    if (!tree->memory || !tree->offset) {
        PyErr_NoMemory();
        return false;
    }
    const char *memory = tree->memory;
    for (int i = 0; i < ARRAYS; i++)
        memcpy((char *)tree->memory + at[i], from[i], counts[i] * sizes[i]);
    tree->nodes = (int)nodes;
    tree->edges = (int)counts[4];
    tree->spots = (int)spots;
    tree->ends = (int)ends;
    tree->seat = (const uint8_t *)(memory + at[0]);
    tree->put = (const uint16_t *)(memory + at[1]);
    tree->spot = (const int32_t *)(memory + at[2]);
    tree->first = (const int32_t *)(memory + at[3]);
    tree->to = (const int32_t *)(memory + at[4]);
    tree->street = (const uint8_t *)(memory + at[5]);
    tree->choices = (const uint8_t *)(memory + at[6]);
    tree->live = (const uint8_t *)(memory + at[7]);
    tree->paid = (const uint16_t *)(memory + at[8]);
    return true;
}

/* Copies a tree for these numbers of classes; it is to be freed in any case. */
static bool take_ring_tree(PyObject *object, int seats, int streets, const size_t *classes, RingTree *tree)
{
    Buffers buffers = {.count = 0};
    PyObject *items[ARRAYS];
    *tree = (RingTree){.seats = seats};
    if (!take_tuple(object, "tree", ARRAYS, items))
        return false;
    bool done = copy_ring_tree(&buffers, items, tree);
    release_buffers(&buffers);
    const char *why = done ? finish_ring_tree(tree, streets, classes) : NULL;
    if (why)
        PyErr_SetString(PyExc_ValueError, why);
    return done && !why;
}

static void free_ring_tree(RingTree *tree)
{
    free(tree->memory);
    free(tree->offset);
}

/* Reads the classes of hold'em, or in the small games those of every hand on every board. */
static bool take_ring_classes(Buffers *buffers, int game, int seats, PyObject *classes, PyObject *tables,
                              Abstraction *abstraction, int *streets)
{
    int ranks = seats + 1, fewest[MOST_STREETS] = {ranks, ranks * ranks};
    *streets = game == LIMIT_HOLDEM ? MOST_STREETS : game == LEDUC ? 2 : 1;
    if (game == LIMIT_HOLDEM)
        return take_abstraction(buffers, game_of(LIMIT_HOLDEM), classes, tables, abstraction);
    return take_classes(classes, 0, *streets, fewest, abstraction->classes);
}

/* ring_train(game, seats, tree, classes, tables, regrets, averages, seed, first board, boards, growth,
 * loose) */
PyObject *solver_ring_train(PyObject *module, PyObject *args)
{
    RingLearning learning = {.holdem = holdem_of(module)};
    RingTree tree = {.memory = NULL};
    Abstraction abstraction = {.flops = NULL};
    PyObject *game_number, *seats_of, *tree_of, *classes, *tables, *regrets, *averages, *seed_of, *first_of,
        *count_of, *growth_of, *loose_of;
    uint64_t seed, first, count;
    double growth, loose;
    int seats, streets;
    Buffers buffers = {.count = 0};
    if (!learning.holdem ||
        !PyArg_ParseTuple(args, "OOOOOOOOOOOO:ring_train", &game_number, &seats_of, &tree_of, &classes,
                          &tables, &regrets, &averages, &seed_of, &first_of, &count_of, &growth_of,
                          &loose_of) ||
        !take_int(game_number, "game", 0, GAME_COUNT - 1, &learning.game) ||
        !take_int(seats_of, "seats", 2, MOST_SEATS, &seats) || !take_seed(seed_of, &seed) ||
        !take_count(first_of, "first board", &first) || !take_count(count_of, "boards", &count) ||
        !take_real(growth_of, "growth", &growth) || !take_real(loose_of, "loose", &loose))
        return NULL;
    learning.loose = (float)loose;
    bool done =
        take_ring_classes(&buffers, learning.game, seats, classes, tables, &abstraction, &streets) &&
        take_ring_tree(tree_of, seats, streets, abstraction.classes, &tree);
    size_t chances = done ? tree.offset[tree.spots] : 0;
    done = done &&
           (learning.regrets = take_array(&buffers, regrets, "regrets", FLOAT32, chances, true)) &&
           (learning.averages = take_array(&buffers, averages, "averages", FLOAT32, chances, true));
    if (done) {
        learning.tree = &tree;
        learning.abstraction = &abstraction;
        Py_BEGIN_ALLOW_THREADS
        train_ring(&learning, seed, first, count, growth);
        Py_END_ALLOW_THREADS
    }
    release_buffers(&buffers);
    free_ring_tree(&tree);
    return done ? Py_NewRef(Py_None) : NULL;
}

/* Reads the strategies of a match: the weights of all actions. */
static bool take_players(Buffers *buffers, PyObject *object, size_t chances, RingMatch *match)
{
    Py_ssize_t count = PySequence_Size(object);
    if (count < 0 || count > MOST_PLAYERS) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "%zd strategies: expected at most %d", count, MOST_PLAYERS);
        return false;
    }
    match->players = (int)count;
    for (int i = 0; i < match->players; i++) {
        PyObject *item = PySequence_GetItem(object, i);
        match->parts[i] = item ? take_array(buffers, item, "strategy", UINT8, chances, false) : NULL;
        Py_XDECREF(item); /* its buffer keeps it */
        if (!match->parts[i])
            return false;
    }
    return true;
}

/* Copies the players of the chairs: strategies by number, or those with one rule. */
static bool take_lineup(PyObject *object, RingMatch *match)
{
    Buffers buffers = {.count = 0};
    size_t count;
    const uint8_t *lineup = open_array(&buffers, object, "lineup", UINT8, false, &count);
    if (lineup && (count < 3 || count > MOST_SEATS)) {
        PyErr_Format(PyExc_ValueError, "lineup: %zu chairs, expected 3 to %d", count, MOST_SEATS);
        lineup = NULL;
    }
    for (size_t i = 0; lineup && i < count; i++) {
        match->lineup[i] = lineup[i];
        if (lineup[i] >= RING_PLAYERS || (lineup[i] < MOST_PLAYERS && lineup[i] >= match->players)) {
            PyErr_SetString(PyExc_ValueError, "lineup: a player that there is not");
            lineup = NULL;
        }
    }
    match->seats = lineup ? (int)count : 0;
    release_buffers(&buffers);
    return lineup != NULL;
}

/* ring_match(tree, classes, tables, strategies, lineup, seed, first deck, decks): float32 [deck][chair] */
PyObject *solver_ring_match(PyObject *module, PyObject *args)
{
    RingMatch match = {.holdem = holdem_of(module)};
    RingTree tree = {.memory = NULL};
    Abstraction abstraction = {.flops = NULL};
    PyObject *tree_of, *classes, *tables, *strategies, *lineup, *seed_of, *first_of, *count_of,
        *found = NULL;
    uint64_t seed, first;
    int count;
    Buffers buffers = {.count = 0};
    if (!match.holdem ||
        !PyArg_ParseTuple(args, "OOOOOOOO:ring_match", &tree_of, &classes, &tables, &strategies, &lineup,
                          &seed_of, &first_of, &count_of) ||
        !take_seed(seed_of, &seed) || !take_count(first_of, "first deck", &first) ||
        !take_int(count_of, "decks", 0, 1 << 24, &count))
        return NULL;
    bool done = take_abstraction(&buffers, game_of(LIMIT_HOLDEM), classes, tables, &abstraction) &&
                take_ring_tree(tree_of, MOST_SEATS, MOST_STREETS, abstraction.classes, &tree) &&
                take_players(&buffers, strategies, tree.offset[tree.spots], &match) &&
                take_lineup(lineup, &match);
    if (done && ring_first_node(&tree, match.seats) < 0) {
        PyErr_SetString(PyExc_ValueError, "tree: it has no smaller table");
        done = false;
    }
    size_t bytes = (size_t)count * (size_t)match.seats * sizeof(float);
    float *results = done ? malloc(bytes ? bytes : 1) : NULL;
    if (results) {
        match.tree = &tree;
        match.abstraction = &abstraction;
        Py_BEGIN_ALLOW_THREADS
        play_ring_match(&match, seed, first, (uint64_t)count, results);
        Py_END_ALLOW_THREADS
        found = PyBytes_FromStringAndSize((const char *)results, (Py_ssize_t)bytes);
    } else if (done) {
        PyErr_NoMemory();
    }
    free(results);
    release_buffers(&buffers);
    free_ring_tree(&tree);
    return found;
}

/* ring_decks(classes, tables, seed, first deck, decks): bytes of the boards [deck][5], of the hands' numbers
 * and strengths, uint16 [deck][seat], and of their classes, uint16 [deck][street][seat] */
PyObject *solver_ring_decks(PyObject *module, PyObject *args)
{
    const Holdem *holdem = holdem_of(module);
    Abstraction abstraction = {.flops = NULL};
    PyObject *classes, *tables, *seed_of, *first_of, *count_of, *found = NULL;
    uint64_t seed, first;
    int count;
    Buffers buffers = {.count = 0};
    if (!holdem ||
        !PyArg_ParseTuple(args, "OOOOO:ring_decks", &classes, &tables, &seed_of, &first_of, &count_of) ||
        !take_seed(seed_of, &seed) || !take_count(first_of, "first deck", &first) ||
        !take_int(count_of, "decks", 0, 1 << 20, &count))
        return NULL;
    Py_ssize_t decks = count, numbers = 2 * MOST_SEATS * decks;
    if (take_abstraction(&buffers, game_of(LIMIT_HOLDEM), classes, tables, &abstraction))
        found = Py_BuildValue("(NNNN)", PyBytes_FromStringAndSize(NULL, 5 * decks),
                              PyBytes_FromStringAndSize(NULL, numbers),
                              PyBytes_FromStringAndSize(NULL, numbers),
                              PyBytes_FromStringAndSize(NULL, MOST_STREETS * numbers));
    if (found) {
        char *to[4];
        for (int i = 0; i < 4; i++)
            to[i] = PyBytes_AsString(PyTuple_GetItem(found, i));
        Py_BEGIN_ALLOW_THREADS
        for (int i = 0; i < count; i++) {
            RingDeck deck;
            deal_ring_deck(holdem, &abstraction, seed, first + (uint64_t)i, &deck);
            const RingHands *hands = &deck.hands;
            memcpy(to[0] + (size_t)i * sizeof deck.board, deck.board, sizeof deck.board);
            memcpy(to[1] + (size_t)i * sizeof hands->hand, hands->hand, sizeof hands->hand);
            memcpy(to[2] + (size_t)i * sizeof hands->strength, hands->strength, sizeof hands->strength);
            memcpy(to[3] + (size_t)i * sizeof hands->classes, hands->classes, sizeof hands->classes);
        }
        Py_END_ALLOW_THREADS
    }
    release_buffers(&buffers);
    return found;
}

/* Copies the rows of an exploiter, which are used as indices: that of each spot, and the group of each
 * class. The copies are to be freed in any case. */
static bool copy_rows(Buffers *buffers, PyObject *rows, PyObject *groups, size_t chances, int32_t **row,
                      uint16_t **group, RingExploiting *exploiting)
{
    const RingTree *tree = exploiting->tree;
    PyObject *items[MOST_STREETS];
    const size_t *classes = exploiting->abstraction->classes;
    size_t most[MOST_STREETS] = {0}, total = 0;
    const int32_t *from = take_array(buffers, rows, "rows", INT32, (size_t)tree->spots, false);
    if (!from || !take_tuple(groups, "groups", MOST_STREETS, items))
        return false;
    for (int street = 0; street < MOST_STREETS; street++)
        total += classes[street];
    *row = malloc(sizeof **row * (size_t)tree->spots);
    *group = malloc(sizeof **group * total);
    if (!*row || !*group) {
        PyErr_NoMemory();
        return false;
    }
    memcpy(*row, from, sizeof **row * (size_t)tree->spots);
    uint16_t *to = *group;
    for (int street = 0; street < MOST_STREETS; to += classes[street++]) {
        const uint16_t *of = take_array(buffers, items[street], "groups", UINT16, classes[street], false);
        if (!of)
            return false;
        memcpy(to, of, sizeof *to * classes[street]);
        for (size_t i = 0; i < classes[street]; i++)
            most[street] = to[i] >= most[street] ? (size_t)to[i] + 1 : most[street];
        exploiting->group[street] = to;
    }
    for (int spot = 0; spot < tree->spots; spot++) {
        size_t wide = (size_t)count_choices(tree->choices[spot]) + 1;
        if ((*row)[spot] < -1 ||
            ((*row)[spot] >= 0 && (size_t)(*row)[spot] + most[tree->street[spot]] * wide > chances)) {
            PyErr_SetString(PyExc_ValueError, "rows: one is not among the chances");
            return false;
        }
    }
    exploiting->row = *row;
    return true;
}

/* ring_exploit(tree, classes, tables, frozen, rows, groups, sums, squares, seed, first board, boards) */
PyObject *solver_ring_exploit(PyObject *module, PyObject *args)
{
    RingTree tree = {.memory = NULL};
    Abstraction abstraction = {.flops = NULL};
    RingExploiting exploiting = {.tree = &tree, .holdem = holdem_of(module), .abstraction = &abstraction};
    PyObject *tree_of, *classes, *tables, *frozen, *rows, *groups, *sums, *squares, *seed_of, *first_of,
        *count_of;
    uint64_t seed, first, count;
    size_t chances, same;
    int32_t *row = NULL;
    uint16_t *group = NULL;
    Buffers buffers = {.count = 0};
    if (!exploiting.holdem ||
        !PyArg_ParseTuple(args, "OOOOOOOOOOO:ring_exploit", &tree_of, &classes, &tables, &frozen, &rows,
                          &groups, &sums, &squares, &seed_of, &first_of, &count_of) ||
        !take_seed(seed_of, &seed) || !take_count(first_of, "first board", &first) ||
        !take_count(count_of, "boards", &count))
        return NULL;
    bool done = take_abstraction(&buffers, game_of(LIMIT_HOLDEM), classes, tables, &abstraction) &&
                take_ring_tree(tree_of, MOST_SEATS, MOST_STREETS, abstraction.classes, &tree) &&
                (exploiting.frozen = take_array(&buffers, frozen, "strategy", UINT8, tree.offset[tree.spots],
                                                false)) &&
                (exploiting.sums = open_array(&buffers, sums, "sums", FLOAT32, true, &chances)) &&
                (exploiting.squares = open_array(&buffers, squares, "squares", FLOAT32, true, &same));
    if (done && same != chances) {
        PyErr_SetString(PyExc_ValueError, "squares: they are not as many as the sums");
        done = false;
    }
    done = done && copy_rows(&buffers, rows, groups, chances, &row, &group, &exploiting);
    if (done) {
        Py_BEGIN_ALLOW_THREADS
        exploit_ring(&exploiting, seed, first, count);
        Py_END_ALLOW_THREADS
    }
    free(row);
    free(group);
    release_buffers(&buffers);
    free_ring_tree(&tree);
    return done ? Py_NewRef(Py_None) : NULL;
}
