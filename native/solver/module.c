#include "module.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>
#include <string.h>

enum { LARGE = 1 << 20 };

#if defined(__x86_64__)
/* Whether the processor converts half floats, as all with AVX2 do; not every compiler knows its name. */
static bool has_halves(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && c >> 29 & 1;
}
#endif

const VectorCode *vector_code_of(int instructions)
{
#if defined(__x86_64__)
    if (instructions == BEST_INSTRUCTIONS && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        return &vector_code_avx512;
    if (instructions != PLAIN_INSTRUCTIONS && __builtin_cpu_supports("avx2") && has_halves())
        return &vector_code_avx2;
#endif
    (void)instructions;
    return &vector_code_plain;
}

const Holdem *holdem_of(PyObject *module)
{
    State *state = PyModule_GetState(module);
    if (!state->tables)
        PyErr_SetString(PyExc_RuntimeError, "the solver is not set up");
    else if (!state->holdem && !(state->holdem = holdem_new(state->tables)))
        PyErr_NoMemory();
    return state->holdem;
}

static PyObject *set_up(PyObject *module, PyObject *content)
{
    State *state = PyModule_GetState(module);
    Py_buffer view;
    const char *why;
    if (PyObject_GetBuffer(content, &view, PyBUF_SIMPLE) < 0)
        return NULL;
    if (!state->tables) {
        state->tables = tables_new(view.buf, (size_t)view.len, &why);
        if (!state->tables && why)
            PyErr_SetString(PyExc_ValueError, why);
        else if (!state->tables)
            PyErr_NoMemory();
    }
    PyBuffer_Release(&view);
    return state->tables ? Py_NewRef(Py_None) : NULL;
}

/* For each street: histories that reach it, its decision nodes, its ends, ways to fold in it, lanes and its
 * stride. */
static PyObject *tree(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *number;
    const Game *game;
    if (!PyArg_ParseTuple(args, "O:tree", &number) || !(game = take_game(number)))
        return NULL;
    PyObject *streets = PyTuple_New(game->streets);
    for (int k = 0; streets && k < game->streets; k++) {
        const Street *street = &game->street[k];
        int histories = 0, folds = 0;
        for (int lane = 0; lane < game->lanes[k]; lane++)
            histories += !k || game->stake[k][lane] > 0;
        for (int node = 0; node < street->nodes; node++)
            folds += street->next[node][FOLD] == FOLDED;
        PyObject *counts = Py_BuildValue("iiiiii", histories, street->nodes, street->ends, folds,
                                         game->lanes[k], game->stride[k]);
        if (!counts)
            Py_CLEAR(streets);
        else
            PyTuple_SetItem(streets, k, counts);
    }
    return streets;
}

/* The betting of one street: for each node (actor, where fold, call and raise lead); below 0 as in
 * game.h. */
static PyObject *betting(PyObject *module, PyObject *args)
{
    (void)module;
    int k;
    PyObject *number, *street_of;
    const Game *game;
    if (!PyArg_ParseTuple(args, "OO:betting", &number, &street_of) || !(game = take_game(number)) ||
        !take_int(street_of, "street", 0, game->streets - 1, &k))
        return NULL;
    const Street *street = &game->street[k];
    PyObject *nodes = PyTuple_New(street->nodes);
    for (int node = 0; nodes && node < street->nodes; node++) {
        const int8_t *next = street->next[node];
        PyObject *item = Py_BuildValue("iiii", street->actor[node], next[FOLD], next[CALL], next[RAISE]);
        if (!item)
            Py_CLEAR(nodes);
        else
            PyTuple_SetItem(nodes, node, item);
    }
    return nodes;
}

/* The canonical boards of 3 or 4 cards: their cards in a row, and the number of boards that each stands
 * for. */
static PyObject *canonical_boards(PyObject *module, PyObject *args)
{
    int size;
    PyObject *size_of;
    const Holdem *holdem = holdem_of(module);
    if (!holdem || !PyArg_ParseTuple(args, "O:canonical_boards", &size_of) ||
        !take_int(size_of, "cards", 3, 4, &size))
        return NULL;
    if (size == 3)
        return Py_BuildValue("y#y#", (const char *)holdem->flop_cards, (Py_ssize_t)sizeof holdem->flop_cards,
                             (const char *)holdem->flop_boards, (Py_ssize_t)sizeof holdem->flop_boards);
    return Py_BuildValue("y#y#", (const char *)holdem->turn_cards, (Py_ssize_t)sizeof holdem->turn_cards,
                         (const char *)holdem->turn_boards, (Py_ssize_t)sizeof holdem->turn_boards);
}

/* The number of a board's canonical board, and the hand that each hand becomes there. */
static PyObject *canonical(PyObject *module, PyObject *object)
{
    const Holdem *holdem = holdem_of(module);
    uint8_t board[5];
    int size, order;
    if (!holdem || !take_board(object, 52, 3, 4, board, &size))
        return NULL;
    int number = canonical_board(holdem, board, size, &order);
    return Py_BuildValue("iy#", number, (const char *)holdem->permuted[order],
                         (Py_ssize_t)sizeof holdem->permuted[order]);
}

/* The numbers of the hands that a board leaves, where hands that differ only in suits share one; and their
 * count. */
static PyObject *number_hands_of(PyObject *module, PyObject *object)
{
    const Holdem *holdem = holdem_of(module);
    uint8_t board[5];
    uint16_t numbers[MOST_HANDS];
    int size;
    if (!holdem || !take_board(object, 52, 3, 5, board, &size))
        return NULL;
    int count = number_hands(holdem, board, size, numbers);
    return Py_BuildValue("iy#", count, (const char *)numbers, (Py_ssize_t)sizeof numbers);
}

/* The numbers of boards up to suits: of flop, turn and river; of five unordered cards; and of these with a
 * hand. */
static PyObject *counts(PyObject *module, PyObject *nothing)
{
    (void)nothing;
    const Holdem *holdem = holdem_of(module);
    if (!holdem)
        return NULL;
    int64_t hands;
    int rivers = count_rivers(holdem, &hands);
    return Py_BuildValue("(iii)iL", count_boards(holdem, 1), count_boards(holdem, 2),
                         count_boards(holdem, 3), rivers, (long long)hands);
}

/* The hands that a river leaves, the worst first, their strengths, and the texture of the board. */
static PyObject *river(PyObject *module, PyObject *object)
{
    const Holdem *holdem = holdem_of(module);
    uint8_t board[5];
    int size;
    HandList list;
    uint16_t strengths[MOST_HANDS];
    if (!holdem || !take_board(object, 52, 5, 5, board, &size))
        return NULL;
    list_river(holdem, board, &list);
    river_strengths(&list, strengths);
    Py_ssize_t bytes = 2 * (Py_ssize_t)list.count;
    return Py_BuildValue("y#y#i", (const char *)list.hand, bytes, (const char *)strengths, bytes,
                         river_texture(board));
}

/* Fills sums of strengths and of their squares for the canonical turns from `first` on. */
static PyObject *fill_turn_sums(PyObject *module, PyObject *args)
{
    const Holdem *holdem = holdem_of(module);
    PyObject *sums_of, *squares_of, *first_of, *count_of;
    int first, count;
    Buffers buffers = {.count = 0};
    if (!holdem || !PyArg_ParseTuple(args, "OOOO:turn_sums", &sums_of, &squares_of, &first_of, &count_of) ||
        !take_int(first_of, "first turn", 0, CANONICAL_TURNS, &first) ||
        !take_int(count_of, "number of turns", 0, CANONICAL_TURNS - first, &count))
        return NULL;
    size_t size = (size_t)count * MOST_HANDS;
    uint32_t *sums = take_array(&buffers, sums_of, "sums", UINT32, size, true);
    uint32_t *squares = sums ? take_array(&buffers, squares_of, "squares", UINT32, size, true) : NULL;
    if (squares) {
        Py_BEGIN_ALLOW_THREADS
        for (int i = 0; i < count; i++)
            turn_sums(holdem, first + i, sums + (size_t)i * MOST_HANDS, squares + (size_t)i * MOST_HANDS);
        Py_END_ALLOW_THREADS
    }
    release_buffers(&buffers);
    return squares ? Py_NewRef(Py_None) : NULL;
}

/* The same for all flops, from those of the turns. */
static PyObject *fill_flop_sums(PyObject *module, PyObject *args)
{
    const Holdem *holdem = holdem_of(module);
    PyObject *turn_sums_of, *turn_squares_of, *sums_of, *squares_of;
    Buffers buffers = {.count = 0};
    if (!holdem ||
        !PyArg_ParseTuple(args, "OOOO:flop_sums", &turn_sums_of, &turn_squares_of, &sums_of, &squares_of))
        return NULL;
    size_t turns = (size_t)CANONICAL_TURNS * MOST_HANDS, flops = (size_t)CANONICAL_FLOPS * MOST_HANDS;
    uint32_t *turn = take_array(&buffers, turn_sums_of, "sums of turns", UINT32, turns, false);
    uint32_t *turn_square =
        turn ? take_array(&buffers, turn_squares_of, "squares of turns", UINT32, turns, false) : NULL;
    uint32_t *sums = turn_square ? take_array(&buffers, sums_of, "sums", UINT32, flops, true) : NULL;
    uint64_t *squares = sums ? take_array(&buffers, squares_of, "squares", UINT64, flops, true) : NULL;
    if (squares) {
        Py_BEGIN_ALLOW_THREADS
        for (size_t i = 0; i < CANONICAL_FLOPS; i++)
            flop_sums(holdem, (int)i, turn, turn_square, sums + i * MOST_HANDS, squares + i * MOST_HANDS);
        Py_END_ALLOW_THREADS
    }
    release_buffers(&buffers);
    return squares ? Py_NewRef(Py_None) : NULL;
}

static PyMethodDef methods[] = {
    {"set_up", set_up, METH_O, NULL},
    {"tree", tree, METH_VARARGS, NULL},
    {"betting", betting, METH_VARARGS, NULL},
    {"canonical_boards", canonical_boards, METH_VARARGS, NULL},
    {"canonical", canonical, METH_O, NULL},
    {"number_hands", number_hands_of, METH_O, NULL},
    {"counts", counts, METH_NOARGS, NULL},
    {"river", river, METH_O, NULL},
    {"turn_sums", fill_turn_sums, METH_VARARGS, NULL},
    {"flop_sums", fill_flop_sums, METH_VARARGS, NULL},
    {"respond", solver_respond, METH_VARARGS, NULL},
    {"close", solver_close, METH_VARARGS, NULL},
    {"respond_to_bets", solver_respond_to_bets, METH_VARARGS, NULL},
    {"self_play", solver_self_play, METH_VARARGS, NULL},
    {"learn", solver_learn, METH_VARARGS, NULL},
    {"blueprint", solver_blueprint, METH_VARARGS, NULL},
    {"open_subgame", solver_open_subgame, METH_VARARGS, NULL},
    {"subgame_shape", solver_subgame_shape, METH_VARARGS, NULL},
    {"solve_subgame", solver_solve_subgame, METH_VARARGS, NULL},
    {"subgame_values", solver_subgame_values, METH_VARARGS, NULL},
    {"subgame_policy", solver_subgame_policy, METH_VARARGS, NULL},
    {"fix_policy", solver_fix_policy, METH_VARARGS, NULL},
    {"ring_betting", solver_ring_betting, METH_O, NULL},
    {"ring_train", solver_ring_train, METH_VARARGS, NULL},
    {"ring_match", solver_ring_match, METH_VARARGS, NULL},
    {"ring_exploit", solver_ring_exploit, METH_VARARGS, NULL},
    {"ring_decks", solver_ring_decks, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void free_state(void *module)
{
    State *state = PyModule_GetState(module);
    if (!state)
        return;
    free(state->holdem);
    tables_free(state->tables);
    state->holdem = NULL;
    state->tables = NULL;
}

/* glibc would soon serve blocks of up to 32 MB from memory that it keeps, up to 64 MB for each thread, and
 * solutions of different sizes leave holes there. So large blocks go back to the system as soon as they are
 * freed. */
static void keep_little_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, LARGE);
#endif
}

static int fill_module(PyObject *module)
{
    keep_little_memory();
    game_of(LIMIT_HOLDEM); /* built while there is only one thread */
    return PyModule_AddIntConstant(module, "INTERFACE", SOLVER_INTERFACE);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)fill_module},
    {0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "ircpoker.postflop.engine._solver",
    .m_doc = "The solver's work on millions of hands.",
    .m_size = sizeof(State),
    .m_methods = methods,
    .m_slots = slots,
    .m_free = free_state,
};

PyMODINIT_FUNC PyInit__solver(void)
{
    return PyModuleDef_Init(&definition);
}
