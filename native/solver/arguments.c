#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#define HIGHEST_COUNT (INT64_C(1) << 53)
#define HIGHEST_REAL 1e30
#define LABEL 40 /* bytes for the name of an argument's item */

typedef struct {
    const char *formats, *name; /* as the struct module writes them; in messages */
    size_t size;
} Element;

static const Element ELEMENTS[] = {
    [UINT8] = {"B", "uint8", 1},    [UINT16] = {"H", "uint16", 2},  [INT32] = {"il", "int32", 4},
    [UINT32] = {"IL", "uint32", 4}, [UINT64] = {"QL", "uint64", 8}, [FLOAT32] = {"f", "float32", 4},
};

/* Names the argument in an error of the interpreter, which does not know it; false. */
static bool name_error(const char *name, const char *expected)
{
    if (PyErr_ExceptionMatches(PyExc_TypeError))
        PyErr_Format(PyExc_TypeError, "%s: expected %s", name, expected);
    else if (PyErr_ExceptionMatches(PyExc_ValueError) || PyErr_ExceptionMatches(PyExc_BufferError) ||
             PyErr_ExceptionMatches(PyExc_OverflowError))
        PyErr_Format(PyExc_ValueError, "%s: expected %s", name, expected);
    return false;
}

static bool take_whole(PyObject *object, const char *name, int64_t least, int64_t most, int64_t *number)
{
    int overflow = 0;
    *number = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (*number == -1 && !overflow && PyErr_Occurred())
        return name_error(name, "a whole number");
    if (!overflow && *number >= least && *number <= most)
        return true;
    PyErr_Format(PyExc_ValueError, "%s: expected a number from %lld to %lld", name, (long long)least,
                 (long long)most);
    return false;
}

bool take_int(PyObject *object, const char *name, int least, int most, int *number)
{
    int64_t found;
    if (!take_whole(object, name, least, most, &found))
        return false;
    *number = (int)found;
    return true;
}

bool take_count(PyObject *object, const char *name, uint64_t *number)
{
    int64_t found;
    if (!take_whole(object, name, 0, HIGHEST_COUNT, &found))
        return false;
    *number = (uint64_t)found;
    return true;
}

bool take_seed(PyObject *object, uint64_t *seed)
{
    *seed = PyLong_AsUnsignedLongLongMask(object);
    return *seed != UINT64_MAX || !PyErr_Occurred() || name_error("seed", "a whole number");
}

bool take_real(PyObject *object, const char *name, double *number)
{
    *number = PyFloat_AsDouble(object);
    if (*number == -1 && PyErr_Occurred())
        return name_error(name, "a number");
    if (*number >= 0 && *number <= HIGHEST_REAL)
        return true;
    PyErr_Format(PyExc_ValueError, "%s: expected a finite number that is not below 0", name);
    return false;
}

const Game *take_game(PyObject *object)
{
    int kind;
    return take_int(object, "game", 0, GAME_COUNT - 1, &kind) ? game_of(kind) : NULL;
}

bool take_seat(PyObject *object, int *seat)
{
    return take_int(object, "robot seat", 0, SEATS - 1, seat);
}

bool take_tuple(PyObject *object, const char *name, int count, PyObject **items)
{
    if (!PyTuple_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: expected a tuple of %d", name, count);
        return false;
    }
    if (PyTuple_Size(object) != count) {
        PyErr_Format(PyExc_ValueError, "%s: a tuple of %zd, expected %d", name, PyTuple_Size(object), count);
        return false;
    }
    for (int i = 0; i < count; i++)
        items[i] = PyTuple_GetItem(object, i);
    return true;
}

static bool is_of(const Py_buffer *view, const Element *element)
{
    const char *format = view->format ? view->format : "B";
    format += *format == '@' || *format == '=' || *format == '^'; /* native order, whatever the gaps */
    return format[0] && !format[1] && strchr(element->formats, format[0]) &&
           (size_t)view->itemsize == element->size;
}

void *open_array(Buffers *buffers, PyObject *object, const char *name, Kind kind, bool writable,
                 size_t *count)
{
    static uint64_t nothing; /* empty arrays may have no address */
    const Element *element = &ELEMENTS[kind];
    if (buffers->count == MOST_BUFFERS) {
        PyErr_Format(PyExc_ValueError, "%s: too many arrays", name);
        return NULL;
    }
    Py_buffer *view = &buffers->views[buffers->count];
    if (PyObject_GetBuffer(object, view, PyBUF_ND | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0)) < 0) {
        name_error(name, writable ? "an array in one piece that can be written" : "an array in one piece");
        return NULL;
    }
    buffers->count++;
    *count = (size_t)view->len / element->size;
    if (!is_of(view, element))
        PyErr_Format(PyExc_TypeError, "%s: expected an array of %s", name, element->name);
    else if (*count && (uintptr_t)view->buf % element->size)
        PyErr_Format(PyExc_ValueError, "%s: the array is not aligned to %zu bytes", name, element->size);
    else
        return *count ? view->buf : &nothing;
    return NULL;
}

void *take_array(Buffers *buffers, PyObject *object, const char *name, Kind kind, size_t count,
                 bool writable)
{
    size_t found;
    void *memory = open_array(buffers, object, name, kind, writable, &found);
    if (memory && found != count) {
        PyErr_Format(PyExc_ValueError, "%s: an array of %zu, expected %zu", name, found, count);
        return NULL;
    }
    return memory;
}

void release_buffers(Buffers *buffers)
{
    while (buffers->count)
        PyBuffer_Release(&buffers->views[--buffers->count]);
}

/* Whether an object is a sequence with an item for each street. */
static bool check_length(PyObject *sequence, const char *name, int streets)
{
    if (!PySequence_Check(sequence)) {
        PyErr_Format(PyExc_TypeError, "%s: expected a sequence of %d", name, streets);
        return false;
    }
    Py_ssize_t length = PySequence_Size(sequence);
    if (length >= 0 && length != streets)
        PyErr_Format(PyExc_ValueError, "%s: a sequence of %zd, expected %d", name, length, streets);
    return length == streets || (length < 0 && name_error(name, "a sequence with a length"));
}

bool take_floats(Buffers *buffers, PyObject *sequence, const char *name, int first, int streets,
                 const size_t *counts, bool writable, float **arrays)
{
    if (!check_length(sequence, name, streets))
        return false;
    for (int k = first; k < streets; k++) {
        char label[LABEL];
        PyOS_snprintf(label, sizeof label, "%s of street %d", name, k);
        PyObject *item = PySequence_GetItem(sequence, k);
        arrays[k] = item ? take_array(buffers, item, label, FLOAT32, counts[k], writable) : NULL;
        Py_XDECREF(item); /* its buffer keeps it */
        if (!arrays[k])
            return false;
    }
    return true;
}

bool take_rows(Buffers *buffers, const Game *game, PyObject *sequence, const char *name, int streets,
               const size_t *classes, bool writable, float **rows)
{
    size_t counts[MOST_STREETS];
    for (int k = 0; k < streets; k++)
        counts[k] = (size_t)game->blocks[k] * classes[k] * ROW;
    return take_floats(buffers, sequence, name, 0, streets, counts, writable, rows);
}

bool take_classes(PyObject *sequence, int first, int streets, const int *fewest, size_t *classes)
{
    if (!check_length(sequence, "classes", streets))
        return false;
    for (int k = first; k < streets; k++) {
        char label[LABEL];
        int count;
        PyOS_snprintf(label, sizeof label, "classes of street %d", k);
        PyObject *item = PySequence_GetItem(sequence, k);
        bool done = item && take_int(item, label, fewest[k], UINT16_MAX, &count);
        Py_XDECREF(item);
        if (!done)
            return false;
        classes[k] = (size_t)count;
    }
    return true;
}

bool take_abstraction(Buffers *buffers, const Game *game, PyObject *classes, PyObject *tables,
                      Abstraction *abstraction)
{
    static const size_t sizes[3] = {CANONICAL_FLOPS * MOST_HANDS, CANONICAL_TURNS * MOST_HANDS,
                                    TEXTURES * STRENGTHS};
    static const char *const names[3] = {"table of flops", "table of turns", "table of rivers"};
    const uint16_t **arrays[3] = {&abstraction->flops, &abstraction->turns, &abstraction->rivers};
    int fewest[MOST_STREETS] = {PREFLOP_CLASSES, 1, 1, 1};
    PyObject *items[3];
    /* In the small games every hand on every board is a class of its own, and there are no tables. */
    for (int k = 0; game->kind != LIMIT_HOLDEM && k < game->streets; k++)
        fewest[k] = k ? fewest[k - 1] * game->hands : game->hands;
    if (!take_classes(classes, 0, game->streets, fewest, abstraction->classes))
        return false;
    if (game->kind != LIMIT_HOLDEM)
        return true;
    if (!take_tuple(tables, "tables", 3, items))
        return false;
    for (int i = 0; i < 3; i++) {
        const uint16_t *array = *arrays[i] =
            take_array(buffers, items[i], names[i], UINT16, sizes[i], false);
        uint16_t highest = 0;
        for (size_t j = 0; array && j < sizes[i]; j++)
            highest = array[j] > highest ? array[j] : highest;
        if (array && highest >= abstraction->classes[i + 1])
            PyErr_Format(PyExc_ValueError, "%s: a hand with a class that does not exist", names[i]);
        if (PyErr_Occurred())
            return false;
    }
    return true;
}

bool take_board(PyObject *object, int limit, int fewest, int most, uint8_t *board, int *size)
{
    Buffers buffers = {.count = 0};
    size_t count;
    uint64_t set = 0;
    const uint8_t *cards = open_array(&buffers, object, "board", UINT8, false, &count);
    if (cards && (count < (size_t)fewest || count > (size_t)most)) {
        const char *expected =
            fewest == most ? "a board of %zu cards: expected %d" : "a board of %zu cards: expected %d to %d";
        PyErr_Format(PyExc_ValueError, expected, count, fewest, most);
        cards = NULL;
    }
    for (size_t i = 0; cards && i < count; i++) {
        board[i] = cards[i];
        if (board[i] >= limit || set >> board[i] & 1) {
            PyErr_Format(PyExc_ValueError, "board: expected different cards below %d", limit);
            break;
        }
        set |= UINT64_C(1) << board[i];
    }
    release_buffers(&buffers);
    *size = cards ? (int)count : 0;
    return !PyErr_Occurred();
}

/* Copies the six arrays of a tree into its memory. */
static bool copy_tree(Buffers *buffers, PyObject *const *items, BetTree *tree)
{
    static const char *const names[6] = {"tree: streets", "tree: actors",  "tree: first actions",
                                         "tree: starts",  "tree: targets", "tree: amounts"};
    static const Kind kinds[6] = {UINT8, UINT8, INT32, INT32, INT32, FLOAT32};
    size_t nodes, edges, total = 0, at[6];
    const void *streets = open_array(buffers, items[0], names[0], kinds[0], false, &nodes);
    const void *leads = streets ? open_array(buffers, items[4], names[4], kinds[4], false, &edges) : NULL;
    if (leads && (nodes < 1 || nodes > MOST_TREE_NODES || edges > (size_t)MOST_TREE_NODES * MOST_EDGES))
        PyErr_Format(PyExc_ValueError, "tree: %zu decisions and %zu actions, too few or too many", nodes,
                     edges);
    if (PyErr_Occurred())
        return false;
    const size_t counts[6] = {nodes, nodes, nodes + 1, nodes, edges, edges};
    const void *from[6];
    for (int i = 0; i < 6; i++) {
        if (!(from[i] = take_array(buffers, items[i], names[i], kinds[i], counts[i], false)))
            return false;
        at[i] = total;
        total += (counts[i] * ELEMENTS[kinds[i]].size + 7) & ~(size_t)7;
    }
    if (!(tree->memory = malloc(total))) {
        PyErr_NoMemory();
        return false;
    }
    for (int i = 0; i < 6; i++)
        memcpy((char *)tree->memory + at[i], from[i], counts[i] * ELEMENTS[kinds[i]].size);
    tree->nodes = (int)nodes;
    tree->edges = (int)edges;
    tree->street = (const uint8_t *)tree->memory;
    tree->actor = (const uint8_t *)tree->memory + at[1];
    tree->first = (const int32_t *)((char *)tree->memory + at[2]);
    tree->edge_start = (const int32_t *)((char *)tree->memory + at[3]);
    tree->to = (const int32_t *)((char *)tree->memory + at[4]);
    tree->amount = (const float *)((char *)tree->memory + at[5]);
    return true;
}

bool take_tree(PyObject *object, BetTree *tree)
{
    Buffers buffers = {.count = 0};
    PyObject *items[6];
    memset(tree, 0, sizeof *tree);
    if (!take_tuple(object, "tree", 6, items))
        return false;
    bool done = copy_tree(&buffers, items, tree);
    release_buffers(&buffers);
    const char *why = done ? finish_tree(tree) : NULL;
    if (why)
        PyErr_SetString(PyExc_ValueError, why);
    return done && !why;
}

void free_tree(BetTree *tree)
{
    free(tree->memory);
    tree->memory = NULL;
}
