/* What is known at a place of a subgame, called from Python: values, policies, and those that are given. */
#include "dcfr_calls.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A place in a subgame as Python names it: a node, and a board of its street with any suits. */
typedef struct {
    int node, board;
    size_t edges;          /* of the street from the node on */
    const uint16_t *image; /* the hand on the walked board, by number; NULL if each is itself */
} Place;

static size_t edges_from(const Subgame *subgame, int node)
{
    const BetTree *tree = &subgame->tree;
    int street = tree->street[node];
    size_t edges = 0;
    for (int i = node; i < subgame->subtree_end[node]; i++)
        if (tree->street[i] == street)
            edges += (size_t)(tree->first[i + 1] - tree->first[i]);
    return edges;
}

static bool take_place(PyObject *node_of, PyObject *board_of, const Subgame *subgame, Place *place)
{
    const Game *game = subgame->game;
    uint8_t cards[5];
    int size, order = 0;
    if (!take_int(node_of, "node", TO_SHOWDOWN, subgame->tree.nodes - 1, &place->node) ||
        !take_board(board_of, game->kind == LIMIT_HOLDEM ? 52 : game->hands, 0, 5, cards, &size))
        return false;
    if (place->node == TO_FOLD) {
        PyErr_SetString(PyExc_ValueError, "node: expected a decision or a showdown");
        return false;
    }
    place->board = find_board(subgame, cards, size, &order);
    if (place->board < 0 ||
        (place->node >= 0 && subgame->board[place->board].level != level_of(subgame, place->node))) {
        PyErr_SetString(PyExc_ValueError, "board: expected one of the subgame, of the street of the node");
        return false;
    }
    place->edges = place->node >= 0 ? edges_from(subgame, place->node) : 0;
    place->image = order && game->kind == LIMIT_HOLDEM ? subgame->holdem->permuted[order] : NULL;
    return true;
}

/* Moves numbers by hand from the walked board to the named one. */
static void rename_hands(const Place *place, int hands, float *row)
{
    float before[MOST_HANDS];
    if (!place->image)
        return;
    memcpy(before, row, (size_t)hands * sizeof *before);
    for (int hand = 0; hand < hands; hand++)
        row[hand] = before[place->image[hand]];
}

/* subgame_values(subgame, means, node or -2 for a showdown, board, reach of the other seat, seat, whether it
 * plays best, whether the worth of actions is wanted, threads, instructions): values of the seat's hands,
 * and those after its actions on the street, by edge and hand. */
PyObject *solver_subgame_values(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *means, *node, *board, *reach_of, *seat, *threads, *wanted;
    int best, wants_worth, instructions;
    Buffers buffers = {.count = 0};
    Evaluation evaluation = {.me = 0};
    Place place;
    if (!PyArg_ParseTuple(args, "OOOOOOppOO:subgame_values", &capsule, &means, &node, &board, &reach_of,
                          &seat, &best, &wants_worth, &threads, &wanted) ||
        !take_int(wanted, "instructions", INT_MIN, INT_MAX, &instructions) ||
        !take_int(seat, "seat", 0, SEATS - 1, &evaluation.me) ||
        !take_int(threads, "threads", 1, MOST_THREADS, &evaluation.threads) ||
        !(evaluation.subgame = take_subgame(capsule)))
        return NULL;
    const Subgame *subgame = evaluation.subgame;
    int hands = subgame->game->hands;
    PyObject *answer = NULL;
    float *out = NULL, reach[MOST_HANDS];
    const float *given = NULL;
    size_t rows = 0;
    bool done = take_place(node, board, subgame, &place) &&
                (place.node == TO_SHOWDOWN || /* which needs no strategy */
                 (evaluation.means = take_learnt(&buffers, means, "means", subgame->mean_blocks, false))) &&
                (given = take_array(&buffers, reach_of, "reach", FLOAT32, (size_t)hands, false));
    if (done) {
        for (int hand = 0; hand < hands; hand++)
            reach[place.image ? place.image[hand] : hand] = given[hand];
        rows = 1 + (wants_worth ? place.edges : 0);
        done = (out = calloc(rows * (size_t)hands, sizeof *out)) != NULL;
        if (!done)
            PyErr_NoMemory();
    }
    if (done) {
        evaluation.node = place.node;
        evaluation.board = place.board;
        evaluation.best = best;
        evaluation.reach = reach;
        evaluation.values = out;
        evaluation.worth = rows > 1 ? out + hands : NULL;
        Py_BEGIN_ALLOW_THREADS
        done = vector_code_of(instructions)->evaluate(&evaluation);
        Py_END_ALLOW_THREADS
        if (!done)
            PyErr_NoMemory();
    }
    if (done) {
        for (size_t row = 0; row < rows; row++)
            rename_hands(&place, hands, out + row * (size_t)hands);
        Py_ssize_t bytes = (Py_ssize_t)((size_t)hands * sizeof *out);
        answer =
            Py_BuildValue("y#y#", (char *)out, bytes, (char *)(out + hands), (Py_ssize_t)(rows - 1) * bytes);
    }
    free(out);
    release_buffers(&buffers);
    release_subgame(evaluation.subgame);
    return answer;
}

/* Fills the means of a node on a board as parts of 1: [action][number of the hand]. */
static void read_means(const Subgame *subgame, const uint16_t *means, const Place *place, int node,
                       float *rows)
{
    const BetTree *tree = &subgame->tree;
    int seat = tree->actor[node], actions = tree->first[node + 1] - tree->first[node];
    const Board *board = &subgame->board[place->board];
    const SeatHands *hands = &board->hands[seat];
    size_t stride = (size_t)hands->blocks * LANES;
    const uint16_t *of_node = means + means_of(subgame, board, node) * LANES;
    for (int i = 0; i < hands->count; i++) {
        int hand = hand_on(subgame, place->board, seat, i), rest = 65535;
        for (int a = 0; a < actions; a++) {
            int part = a + 1 < actions ? of_node[(size_t)a * stride + (size_t)i] : rest > 0 ? rest : 0;
            rows[a * subgame->game->hands + hand] = (float)part / 65535.0f;
            rest -= part;
        }
    }
    for (int a = 0; a < actions; a++)
        rename_hands(place, subgame->game->hands, rows + a * subgame->game->hands);
}

/* subgame_policy(subgame, means, node, board): the chances of all actions of the street from the node on, by
 * edge and hand; 0 for hands that cannot be there. */
PyObject *solver_subgame_policy(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *means_of_game, *node_of, *board, *answer = NULL;
    Buffers buffers = {.count = 0};
    Subgame *subgame;
    Place place = {.node = 0};
    float *out = NULL;
    if (!PyArg_ParseTuple(args, "OOOO:subgame_policy", &capsule, &means_of_game, &node_of, &board) ||
        !(subgame = take_subgame(capsule)))
        return NULL;
    const uint16_t *means = NULL;
    if (take_place(node_of, board, subgame, &place) &&
        (means = take_learnt(&buffers, means_of_game, "means", subgame->mean_blocks, false))) {
        size_t hands = (size_t)subgame->game->hands;
        if ((out = calloc(place.edges * hands + 1, sizeof *out))) {
            float *next = out;
            for (int i = place.node; place.node >= 0 && i < subgame->subtree_end[place.node]; i++)
                if (subgame->tree.street[i] == subgame->tree.street[place.node]) {
                    read_means(subgame, means, &place, i, next);
                    next += (size_t)(subgame->tree.first[i + 1] - subgame->tree.first[i]) * hands;
                }
            answer = PyBytes_FromStringAndSize((char *)out, (Py_ssize_t)(place.edges * hands * sizeof *out));
        } else {
            PyErr_NoMemory();
        }
    }
    free(out);
    release_buffers(&buffers);
    release_subgame(subgame);
    return answer;
}

/* Writes a policy into the means of a node on a board: [action][number of the hand]. */
static void write_means(const Subgame *subgame, uint16_t *means, const Place *place, const float *rows)
{
    const BetTree *tree = &subgame->tree;
    int node = place->node, seat = tree->actor[node], actions = tree->first[node + 1] - tree->first[node];
    const Board *board = &subgame->board[place->board];
    const SeatHands *hands = &board->hands[seat];
    uint16_t back[MOST_HANDS];
    for (int hand = 0; hand < subgame->game->hands; hand++)
        back[place->image ? place->image[hand] : hand] = (uint16_t)hand;
    size_t stride = (size_t)hands->blocks * LANES, all = (size_t)subgame->game->hands;
    uint16_t *of_node = means + means_of(subgame, board, node) * LANES;
    for (int i = 0; i < hands->count; i++) {
        const float *from = rows + back[hand_on(subgame, place->board, seat, i)];
        float sum = 0;
        for (int a = 0; a < actions; a++)
            sum += from[(size_t)a * all] > 0 ? from[(size_t)a * all] : 0;
        for (int a = 0, rest = 65535; a + 1 < actions; a++) {
            float part = from[(size_t)a * all] > 0 ? from[(size_t)a * all] : 0;
            int whole = (int)((sum > 0 ? part / sum : 1.0f / (float)actions) * 65535.0f + 0.5f);
            whole = whole < rest ? whole : rest;
            of_node[(size_t)a * stride + (size_t)i] = (uint16_t)whole;
            rest -= whole;
        }
    }
}

/* fix_policy(subgame, means, node, board, policy, whether it is locked): writes the chances of a node's
 * actions, by action and hand; a locked node does not learn. */
PyObject *solver_fix_policy(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *capsule, *means_of_game, *node_of, *board, *policy;
    int lock;
    Buffers buffers = {.count = 0};
    Subgame *subgame;
    Place place = {.node = 0};
    if (!PyArg_ParseTuple(args, "OOOOOp:fix_policy", &capsule, &means_of_game, &node_of, &board, &policy,
                          &lock) ||
        !(subgame = take_subgame(capsule)))
        return NULL;
    bool done = take_place(node_of, board, subgame, &place);
    if (done && place.node < 0) {
        PyErr_SetString(PyExc_ValueError, "node: expected a decision");
        done = false;
    }
    uint16_t *means = NULL;
    const float *rows = NULL;
    if (done) {
        int actions = subgame->tree.first[place.node + 1] - subgame->tree.first[place.node];
        done = (means = take_learnt(&buffers, means_of_game, "means", subgame->mean_blocks, true)) &&
               (rows = take_array(&buffers, policy, "policy", FLOAT32,
                                  (size_t)actions * (size_t)subgame->game->hands, false));
    }
    Board *at = done ? &subgame->board[place.board] : NULL;
    if (done && lock && !at->locked &&
        !(at->locked = calloc((size_t)subgame->tree.nodes, sizeof *at->locked))) {
        PyErr_NoMemory();
        done = false;
    }
    if (done) {
        write_means(subgame, means, &place, rows);
        if (lock)
            at->locked[place.node] = true;
    }
    release_buffers(&buffers);
    release_subgame(subgame);
    return done ? Py_NewRef(Py_None) : NULL;
}
