/* Many hands at once: rows of card codes to classes. */
#include "bulk.h"

#include "kernel.h"

/* Rows between two looks at whether a bad code or a duplicate has turned up. */
#define BLOCK 4096

#if defined(__GNUC__) || defined(__clang__)
/* Mask and key of a card in one register: two additions are one. */
typedef uint64_t Pair __attribute__((vector_size(16)));
#define LOAD_PAIR(tables, code) (*(const Pair *)&(tables)->codes[code])
#define PAIR_MASK(pair) ((pair)[0])
#define PAIR_KEY(pair) ((uint32_t)(pair)[1])
#define ADD_PAIRS(a, b) ((a) + (b))
#define JOIN_PAIRS(a, b) ((a) | (b))
#else
typedef CodeEntry Pair;
#define LOAD_PAIR(tables, code) ((tables)->codes[code])
#define PAIR_MASK(pair) ((pair).mask)
#define PAIR_KEY(pair) ((uint32_t)(pair).key)
static inline Pair add_pairs(Pair a, Pair b)
{
    return (Pair){a.mask + b.mask, a.key + b.key};
}
static inline Pair join_pairs(Pair a, Pair b)
{
    return (Pair){a.mask | b.mask, a.key | b.key};
}
#define ADD_PAIRS(a, b) add_pairs(a, b)
#define JOIN_PAIRS(a, b) join_pairs(a, b)
#endif

/* Adds up one row; the union of the masks goes to `mask`. Returns 0, or bits that say that the row is bad. */
static inline uint64_t add_row(const Tables *tables, const uint8_t *row, int n, uint64_t *mask, uint32_t *key)
{
    Pair sum = LOAD_PAIR(tables, row[0]), any = sum;
    for (int i = 1; i < n; i++) {
        Pair card = LOAD_PAIR(tables, row[i]);
        sum = ADD_PAIRS(sum, card);
        any = JOIN_PAIRS(any, card);
    }
    *mask = PAIR_MASK(any);
    *key = PAIR_KEY(sum);
    return (PAIR_MASK(sum) ^ *mask) | (*mask & BAD_CODE_MASK);
}

static inline uint64_t block_by_sums(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes)
{
    const SumTable *table = &tables->of_size[n - FEWEST_CARDS];
    uint64_t bad = 0, mask;
    uint32_t key;
    for (size_t row = 0; row < rows; row++) {
        bad |= add_row(tables, codes + row * (size_t)n, n, &mask, &key);
        classes[row] = (uint16_t)class_of_sum(tables, table, key, mask);
    }
    return bad;
}

static uint64_t block_by_masks(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes)
{
    uint64_t bad = 0, mask;
    uint32_t key;
    for (size_t row = 0; row < rows; row++) {
        bad |= add_row(tables, codes + row * (size_t)n, n, &mask, &key);
        classes[row] = (uint16_t)class_of_mask(tables, mask);
    }
    return bad;
}

static uint64_t block_of(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes)
{
    switch (n) { /* with a number known to the compiler each loop over a row is unrolled */
    case 5:
        return block_by_sums(tables, codes, rows, 5, classes);
    case 6:
        return block_by_sums(tables, codes, rows, 6, classes);
    case 7:
        return block_by_sums(tables, codes, rows, 7, classes);
    default:
        return block_by_masks(tables, codes, rows, n, classes);
    }
}

size_t first_bad_row(const Tables *tables, const uint8_t *codes, size_t rows, int n)
{
    uint64_t mask;
    uint32_t key;
    for (size_t row = 0; row < rows; row++)
        if (add_row(tables, codes + row * (size_t)n, n, &mask, &key))
            return row;
    return rows;
}

size_t classes_of_rows(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes)
{
    bool wide = n <= 7 && tables->vectors == AVX512;
    for (size_t start = 0; start < rows; start += BLOCK) {
        size_t count = rows - start < BLOCK ? rows - start : BLOCK, done = 0;
        const uint8_t *block = codes + start * (size_t)n;
        uint64_t bad = 0;
        if (wide)
            bad = block_avx512(tables, block, count, n, classes + start, &done);
        bad |= block_of(tables, block + done * (size_t)n, count - done, n, classes + start + done);
        if (bad)
            return start + first_bad_row(tables, block, count, n);
    }
    return rows;
}

/* The answer of a function that works on rows: a memoryview of classes, or the number of the first bad row. */
PyObject *rows_answer(Rows *work, RowsFunction function, void *context)
{
    size_t rows = (size_t)work->buffer.len / (size_t)work->width, bad;
    PyObject *memory = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)(rows * sizeof(uint16_t)));
    PyObject *view = memory ? PyMemoryView_FromObject(memory) : NULL, *answer = NULL;
    if (view) {
        uint16_t *classes = (uint16_t *)PyByteArray_AsString(memory);
        Py_BEGIN_ALLOW_THREADS
        bad = function(context, work->buffer.buf, rows, work->width, classes);
        Py_END_ALLOW_THREADS
        answer = bad < rows ? PyLong_FromSize_t(bad) : PyObject_CallMethod(view, "cast", "s", "H");
    }
    Py_XDECREF(view);
    Py_XDECREF(memory);
    PyBuffer_Release(&work->buffer);
    return answer;
}

bool rows_of(PyObject *cards, int width, Rows *work)
{
    if (PyObject_GetBuffer(cards, &work->buffer, PyBUF_SIMPLE) < 0)
        return false;
    work->width = width;
    if (work->buffer.len % width == 0)
        return true;
    PyBuffer_Release(&work->buffer);
    PyErr_Format(PyExc_ValueError, "the buffer does not hold whole rows of %d", width);
    return false;
}

static size_t holdem_rows(void *context, const uint8_t *codes, size_t rows, int width, uint16_t *classes)
{
    return classes_of_rows(context, codes, rows, width, classes);
}

PyObject *kernel_evaluate_many(PyObject *module, PyObject *args)
{
    State *state = PyModule_GetState(module);
    PyObject *cards;
    int n;
    Rows work;
    if (!PyArg_ParseTuple(args, "Oi:evaluate_many", &cards, &n) || !is_set_up(state))
        return NULL;
    if (n < FEWEST_CARDS || n > CARD_COUNT)
        return PyErr_Format(PyExc_ValueError, "%d cards in a row: expected 5 to 52", n);
    return rows_of(cards, n, &work) ? rows_answer(&work, holdem_rows, state->tables) : NULL;
}

/* For tests: uses no better instructions than those named, 0 to 2. Returns the best that this processor has. */
PyObject *kernel_use_vectors(PyObject *module, PyObject *wanted)
{
    State *state = PyModule_GetState(module);
    long most = PyLong_AsLong(wanted);
    if ((most == -1 && PyErr_Occurred()) || !is_set_up(state))
        return NULL;
    Vectors best = best_vectors();
    state->tables->vectors = most <= 0 ? PLAIN : most < (long)best ? (Vectors)most : best;
    return PyLong_FromLong(best);
}
