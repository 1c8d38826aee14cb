/* Many hands at once: rows of card codes to classes. */
#include "bulk.inc"

#include <stdlib.h>
#include <string.h>

#include "kernel.h"

/* Checks a row; writes the union of the masks to `mask`. Returns 0 if the row is good, else other bits. */
static inline uint64_t add_row(const Tables *tables, const uint8_t *row, int n, uint64_t *mask)
{
    uint64_t sum = 0, any = 0;
    for (int i = 0; i < n; i++) {
        sum += tables->codes[row[i]].mask;
        any |= tables->codes[row[i]].mask;
    }
    *mask = any;
    if (n > MOST_SUMMED)
        return (uint64_t)(count_cards(any) ^ n) | (any & BAD_CODE_MASK);
    return (sum ^ any) | (any & BAD_CODE_MASK);
}

/* Looks up two cards of a row at a time, which halves the look-ups. A sum has the counts of the suits in its
 * lowest bits, four each, then the number of its parts, and in its highest bits the sum of rank weights.
 * Overflow, which only impossible hands have, is lost, so that no sum leads out of the tables. */
typedef struct {
    uint64_t pairs[1 << 16]; /* by two codes, as in memory; 0 if one is not a card's */
    uint64_t gap[128];       /* the pairs fill a few cache sets: the single cards use others */
    uint64_t singles[256];
} PairTable;

#define ONE_PART (UINT64_C(4) << 16)
#define ALL_PARTS (UINT64_C(16) << 16) /* a bit that only four parts or more reach */
#define RANKS_AT (64 - RANK_SUM_BITS)

/* Sixteen bytes where the compiler supports it: two rows are searched for duplicates at once. */
#if defined(__GNUC__) || defined(__clang__)
typedef uint64_t Lanes __attribute__((vector_size(16)));
#define LANES 2
#else
typedef uint64_t Lanes;
#define LANES 1
#endif

static const PairTable *pair_table(Tables *tables)
{
    PairTable *table = LOAD_SHARED(tables->pairs);
    if (table)
        return table;
    table = calloc(1, sizeof *table); /* half a megabyte, of which only a fifth is ever touched */
    if (!table)
        return NULL;
    for (unsigned code = 0; code < CARD_COUNT; code++)
        table->singles[code] =
            tables->codes[code].key << RANKS_AT | ONE_PART | UINT64_C(1) << 4 * (code & 3);
    for (unsigned a = 0; a < CARD_COUNT; a++)
        for (unsigned b = 0; b < CARD_COUNT; b++)
            table->pairs[a << 8 | b] = table->singles[a] + table->singles[b] - ONE_PART;
    return publish(&tables->pairs, table);
}

static inline uint64_t sum_of_row(const PairTable *table, const uint8_t *row, int n)
{
    uint64_t sum = n < 7 ? ONE_PART : 0;
    for (int i = 0; i + 1 < n; i += 2) {
        uint16_t pair;
        memcpy(&pair, row + i, sizeof pair);
        sum += table->pairs[pair];
    }
    return n % 2 ? sum + table->singles[row[n - 1]] : sum;
}

static inline Lanes load_rows(const uint8_t *row, int n)
{
    uint64_t rows[LANES];
    for (int lane = 0; lane < LANES; lane++)
        memcpy(&rows[lane], row + lane * n, sizeof *rows); /* up to three bytes of the next row */
    Lanes lanes;
    memcpy(&lanes, rows, sizeof lanes);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return lanes >> (64 - 8 * n);
#else
    return lanes & ((UINT64_C(1) << 8 * n) - 1);
#endif
}

#define HIGHEST_BITS UINT64_C(0x8080808080808080)

/* Compares each card of a row with the next three, cyclically: the highest bit of its byte is not set if one
 * of them is equal. Bad codes may disturb their neighbours, but are found separately. */
static inline Lanes differences(Lanes row, int n)
{
    Lanes all = row | ~UINT64_C(0);
    for (int step = 1; step <= n / 2; step++) {
        Lanes other = row >> 8 * step | row << 8 * (n - step);
        all &= (row ^ other) + ~HIGHEST_BITS;
    }
    return all;
}

static bool have_duplicates(Lanes different, int n)
{
    uint64_t lanes[LANES], all = HIGHEST_BITS >> (64 - 8 * n), missing = 0;
    memcpy(lanes, &different, sizeof different);
    for (int lane = 0; lane < LANES; lane++)
        missing |= ~lanes[lane] & all;
    return missing != 0;
}

static inline bool block_by_sums(const Tables *tables, const uint8_t *codes, size_t rows, int n,
                                 uint16_t *classes)
{
    const SumTable *table = &tables->of_size[n - FEWEST_CARDS];
    const PairTable *pairs = tables->pairs;
    uint16_t flushes[BLOCK];
    size_t flush_count = flushes[0] = 0;
    uint64_t parts = ALL_PARTS;
    Lanes different = load_rows(codes, n) | ~UINT64_C(0);
    for (size_t row = 0; row < rows; row += LANES) {
        const uint8_t *at = codes + row * (size_t)n;
        different &= differences(load_rows(at, n), n);
        for (size_t lane = 0; lane < LANES; lane++) {
            uint64_t sum = sum_of_row(pairs, at + lane * (size_t)n, n);
            parts &= sum;
            uint32_t line = table->rows[sum >> (RANKS_AT + COLUMN_BITS)];
            classes[row + lane] = table->classes[line + (sum >> RANKS_AT & COLUMN_MASK)];
            /* No branch: one hand in thirty has a flush, unpredictably. */
            flushes[flush_count] = (uint16_t)(row + lane);
            flush_count += ((sum + 0x3333) & 0x8888) != 0;
        }
    }
    rate_flushes(tables, codes, n, flushes, flush_count, classes);
    return !parts || have_duplicates(different, n);
}

/* Like the functions of bulk.h, with the given instructions. */
static bool block_of(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes)
{
    if (tables->vectors == AVX512)
        return block_avx512(tables, codes, rows, n, classes);
    if (tables->vectors == AVX2)
        return block_avx2(tables, codes, rows, n, classes);
    switch (n) { /* with a constant number the compiler unrolls each loop over a row */
    case 5:
        return block_by_sums(tables, codes, rows, 5, classes);
    case 6:
        return block_by_sums(tables, codes, rows, 6, classes);
    default:
        return block_by_sums(tables, codes, rows, 7, classes);
    }
}

/* Like block_of, for the last rows, whatever their number: works on a padded copy. */
static bool last_block(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes)
{
    uint8_t copy[BLOCK * 7 + MORE_BYTES] = {0};
    uint16_t found[BLOCK];
    size_t row = rows;
    memcpy(copy, codes, rows * (size_t)n);
    for (; row % ROUND; row++)
        for (int i = 0; i < n; i++)
            copy[row * (size_t)n + (size_t)i] = (uint8_t)i;
    bool bad = block_of(tables, copy, row, n, found);
    memcpy(classes, found, rows * sizeof *classes);
    return bad;
}

static bool block_by_masks(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes)
{
    uint64_t bad = 0, mask;
    for (size_t row = 0; row < rows; row++) {
        bad |= add_row(tables, codes + row * (size_t)n, n, &mask);
        classes[row] = (uint16_t)class_of_mask(tables, mask);
    }
    return bad != 0;
}

size_t first_bad_row(const Tables *tables, const uint8_t *codes, size_t rows, int n)
{
    uint64_t mask;
    for (size_t row = 0; row < rows; row++)
        if (add_row(tables, codes + row * (size_t)n, n, &mask))
            return row;
    return rows;
}

static size_t holdem_rows(void *context, const uint8_t *codes, size_t rows, int n, uint16_t *classes)
{
    const Tables *tables = context;
    for (size_t start = 0; start < rows; start += BLOCK) {
        size_t left = rows - start, count = left < BLOCK ? left : BLOCK;
        const uint8_t *block = codes + start * (size_t)n;
        bool bad = n > 7              ? block_by_masks(tables, block, count, n, classes + start)
                   : left > BLOCK + 1 ? block_of(tables, block, count, n, classes + start)
                                      : last_block(tables, block, count, n, classes + start);
        size_t first = bad ? first_bad_row(tables, block, count, n) : count;
        if (first < count)
            return start + first;
    }
    return rows;
}

/* Returns a function's answer for rows: a memoryview of classes, or the number of the first bad row. */
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
    if (n <= 7 && !pair_table(state->tables))
        return PyErr_NoMemory();
    return rows_of(cards, n, &work) ? rows_answer(&work, holdem_rows, state->tables) : NULL;
}

/* For tests: limits the vector instructions to a level, 0 to 2. Returns the best level of this processor. */
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
