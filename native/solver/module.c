#include "module.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>
#include <string.h>

enum { LARGE = 1 << 20 };

const Engine *engine_of(bool plain)
{
#if defined(__x86_64__)
    if (!plain && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
        return &engine_avx512;
    if (!plain && __builtin_cpu_supports("avx2"))
        return &engine_avx2;
#endif
    (void)plain;
    return &engine_plain;
}

void *take_buffer(Buffers *buffers, PyObject *object, size_t bytes, bool writable)
{
    if (buffers->count == MOST_BUFFERS) {
        PyErr_SetString(PyExc_ValueError, "too many arrays");
        return NULL;
    }
    Py_buffer *view = &buffers->views[buffers->count];
    if (PyObject_GetBuffer(object, view, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0)
        return NULL;
    buffers->count++;
    if ((size_t)view->len != bytes) {
        PyErr_Format(PyExc_ValueError, "an array of %zd bytes: expected %zu", view->len, bytes);
        return NULL;
    }
    return view->buf;
}

void release_buffers(Buffers *buffers)
{
    while (buffers->count)
        PyBuffer_Release(&buffers->views[--buffers->count]);
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

const Game *game_by_number(int kind)
{
    if (kind >= 0 && kind < GAME_COUNT)
        return game_of(kind);
    PyErr_Format(PyExc_ValueError, "no game has number %d", kind);
    return NULL;
}

bool take_abstraction(Buffers *buffers, const Game *game, PyObject *classes, PyObject *tables, Abstraction *abstraction)
{
    for (int k = 0; k < game->streets; k++) {
        PyObject *item = PySequence_GetItem(classes, k);
        abstraction->classes[k] = item ? PyLong_AsSize_t(item) : 0;
        Py_XDECREF(item);
        if (PyErr_Occurred())
            return false;
        if (!abstraction->classes[k] || abstraction->classes[k] > UINT16_MAX) {
            PyErr_SetString(PyExc_ValueError, "expected 1 to 65535 classes of hands on each street");
            return false;
        }
    }
    if (game->kind != LIMIT_HOLDEM)
        return true;
    static const size_t sizes[3] = {CANONICAL_FLOPS * MOST_HANDS, CANONICAL_TURNS * MOST_HANDS, TEXTURES * STRENGTHS};
    const uint16_t **arrays[3] = {&abstraction->flops, &abstraction->turns, &abstraction->rivers};
    for (int i = 0; i < 3; i++) {
        PyObject *item = PySequence_GetItem(tables, i);
        *arrays[i] = item ? take_buffer(buffers, item, 2 * sizes[i], false) : NULL;
        Py_XDECREF(item);
        if (!*arrays[i])
            return false;
        for (size_t j = 0; j < sizes[i]; j++)
            if ((*arrays[i])[j] >= abstraction->classes[i + 1]) {
                PyErr_SetString(PyExc_ValueError, "a hand with a class that does not exist");
                return false;
            }
    }
    return true;
}

bool take_rows(Buffers *buffers, const Game *game, PyObject *sequence, int streets, const size_t *classes, bool writable,
               float **rows)
{
    for (int k = 0; k < streets; k++) {
        PyObject *item = PySequence_GetItem(sequence, k);
        size_t count = (size_t)game->blocks[k] * classes[k] * ROW;
        rows[k] = item ? take_buffer(buffers, item, count * sizeof(float), writable) : NULL;
        Py_XDECREF(item);
        if (!rows[k])
            return false;
    }
    return true;
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

/* For each street: histories that reach it, its decision nodes, its ends, ways to fold in it, lanes and its stride. */
static PyObject *tree(PyObject *module, PyObject *args)
{
    (void)module;
    int kind;
    const Game *game;
    if (!PyArg_ParseTuple(args, "i:tree", &kind) || !(game = game_by_number(kind)))
        return NULL;
    PyObject *streets = PyTuple_New(game->streets);
    for (int k = 0; streets && k < game->streets; k++) {
        const Street *street = &game->street[k];
        int histories = 0, folds = 0;
        for (int lane = 0; lane < game->lanes[k]; lane++)
            histories += !k || game->stake[k][lane] > 0;
        for (int node = 0; node < street->nodes; node++)
            folds += street->next[node][FOLD] == FOLDED;
        PyObject *counts = Py_BuildValue("iiiiii", histories, street->nodes, street->ends, folds, game->lanes[k], game->stride[k]);
        if (!counts)
            Py_CLEAR(streets);
        else
            PyTuple_SetItem(streets, k, counts);
    }
    return streets;
}

/* The betting of one street: for each node (actor, where fold, call and raise lead); below 0 as in game.h. */
static PyObject *betting(PyObject *module, PyObject *args)
{
    (void)module;
    int kind, k;
    const Game *game;
    if (!PyArg_ParseTuple(args, "ii:betting", &kind, &k) || !(game = game_by_number(kind)))
        return NULL;
    if (k < 0 || k >= game->streets)
        return PyErr_Format(PyExc_ValueError, "the game has no street %d", k);
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

/* The canonical boards of 3 or 4 cards: their cards in a row, and the number of boards that each stands for. */
static PyObject *canonical_boards(PyObject *module, PyObject *args)
{
    int size;
    const Holdem *holdem = holdem_of(module);
    if (!holdem || !PyArg_ParseTuple(args, "i:canonical_boards", &size))
        return NULL;
    if (size == 3)
        return Py_BuildValue("y#y#", (const char *)holdem->flop_cards, (Py_ssize_t)sizeof holdem->flop_cards,
                             (const char *)holdem->flop_boards, (Py_ssize_t)sizeof holdem->flop_boards);
    if (size == 4)
        return Py_BuildValue("y#y#", (const char *)holdem->turn_cards, (Py_ssize_t)sizeof holdem->turn_cards,
                             (const char *)holdem->turn_boards, (Py_ssize_t)sizeof holdem->turn_boards);
    return PyErr_Format(PyExc_ValueError, "%d cards: expected 3 or 4", size);
}

static bool read_board(PyObject *object, int fewest, int most, uint8_t *board, int *size)
{
    Buffers buffers = {.count = 0};
    Py_ssize_t length = PyObject_Length(object);
    if (length < 0)
        return false;
    if (length < fewest || length > most) {
        PyErr_Format(PyExc_ValueError, "a board of %zd cards", length);
        return false;
    }
    const uint8_t *cards = take_buffer(&buffers, object, (size_t)length, false);
    uint64_t set = 0;
    for (int i = 0; cards && i < length; i++) {
        board[i] = cards[i];
        if (cards[i] >= 52 || set >> cards[i] & 1) {
            PyErr_SetString(PyExc_ValueError, "expected different card codes below 52");
            break;
        }
        set |= UINT64_C(1) << cards[i];
    }
    release_buffers(&buffers);
    *size = (int)length;
    return !PyErr_Occurred();
}

/* The number of a board's canonical board, and the hand that each hand becomes there. */
static PyObject *canonical(PyObject *module, PyObject *object)
{
    const Holdem *holdem = holdem_of(module);
    uint8_t board[5];
    int size, order;
    if (!holdem || !read_board(object, 3, 4, board, &size))
        return NULL;
    int number = canonical_board(holdem, board, size, &order);
    return Py_BuildValue("iy#", number, (const char *)holdem->permuted[order], (Py_ssize_t)sizeof holdem->permuted[order]);
}

/* The numbers of the hands that a board leaves, where hands that differ only in suits share one; and their count. */
static PyObject *number_hands_of(PyObject *module, PyObject *object)
{
    const Holdem *holdem = holdem_of(module);
    uint8_t board[5];
    uint16_t numbers[MOST_HANDS];
    int size;
    if (!holdem || !read_board(object, 3, 5, board, &size))
        return NULL;
    int count = number_hands(holdem, board, size, numbers);
    return Py_BuildValue("iy#", count, (const char *)numbers, (Py_ssize_t)sizeof numbers);
}

/* The numbers of boards up to suits: of flop, turn and river; of five unordered cards; and of these with a hand. */
static PyObject *counts(PyObject *module, PyObject *nothing)
{
    (void)nothing;
    const Holdem *holdem = holdem_of(module);
    if (!holdem)
        return NULL;
    int64_t hands;
    int rivers = count_rivers(holdem, &hands);
    return Py_BuildValue("(iii)iL", count_boards(holdem, 1), count_boards(holdem, 2), count_boards(holdem, 3), rivers,
                         (long long)hands);
}

/* The hands that a river leaves, the worst first, their strengths, and the texture of the board. */
static PyObject *river(PyObject *module, PyObject *object)
{
    const Holdem *holdem = holdem_of(module);
    uint8_t board[5];
    int size;
    HandList list;
    uint16_t strengths[MOST_HANDS];
    if (!holdem || !read_board(object, 5, 5, board, &size))
        return NULL;
    list_river(holdem, board, &list);
    river_strengths(&list, strengths);
    Py_ssize_t bytes = 2 * (Py_ssize_t)list.count;
    return Py_BuildValue("y#y#i", (const char *)list.hand, bytes, (const char *)strengths, bytes, river_texture(board));
}

/* Fills sums of strengths and of their squares for the canonical turns from `first` on. */
static PyObject *fill_turn_sums(PyObject *module, PyObject *args)
{
    const Holdem *holdem = holdem_of(module);
    PyObject *sums_of, *squares_of;
    int first, count;
    Buffers buffers = {.count = 0};
    if (!holdem || !PyArg_ParseTuple(args, "OOii:turn_sums", &sums_of, &squares_of, &first, &count))
        return NULL;
    if (first < 0 || count < 0 || count > CANONICAL_TURNS - first)
        return PyErr_Format(PyExc_ValueError, "%d turns from %d: there are 16432", count, first);
    size_t bytes = (size_t)count * MOST_HANDS * sizeof(uint32_t);
    uint32_t *sums = take_buffer(&buffers, sums_of, bytes, true);
    uint32_t *squares = sums ? take_buffer(&buffers, squares_of, bytes, true) : NULL;
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
    if (!holdem || !PyArg_ParseTuple(args, "OOOO:flop_sums", &turn_sums_of, &turn_squares_of, &sums_of, &squares_of))
        return NULL;
    size_t turns = (size_t)CANONICAL_TURNS * MOST_HANDS, flops = (size_t)CANONICAL_FLOPS * MOST_HANDS;
    uint32_t *turn = take_buffer(&buffers, turn_sums_of, turns * sizeof *turn, false);
    uint32_t *turn_square = turn ? take_buffer(&buffers, turn_squares_of, turns * sizeof *turn, false) : NULL;
    uint32_t *sums = turn_square ? take_buffer(&buffers, sums_of, flops * sizeof *sums, true) : NULL;
    uint64_t *squares = sums ? take_buffer(&buffers, squares_of, flops * sizeof *squares, true) : NULL;
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
    {"subgame", solver_subgame, METH_VARARGS, NULL},
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

/* glibc would soon serve blocks of up to 32 MB from memory that it keeps, up to 64 MB for each thread, and solutions of
 * different sizes leave holes there. So large blocks go back to the system as soon as they are freed. */
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
    .m_name = "ircpoker.subgames._solver",
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
