/* Omaha: two of the hole cards and three of the board. Classes without flushes come from a table by
 * ranks. */
#include <stdlib.h>
#include <string.h>

#include "bulk.h"
#include "hand.inc"
#include "omaha.h"

#define MANY_ROWS 5000
#define ROWS_AT_ONCE 256

static void number_sets(OmahaTable *table)
{
    int pair = 0, triple = 0;
    for (int a = 0; a < 13; a++)
        for (int b = 0; b <= a; b++, pair++) {
            table->pairs[a << 4 | b] = table->pairs[b << 4 | a] = (uint16_t)pair;
            for (int c = 0; c <= b; c++, triple++) {
                const int orders[6][3] = {{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}};
                for (int i = 0; i < 6; i++)
                    table->triples[orders[i][0] << 8 | orders[i][1] << 4 | orders[i][2]] = (uint16_t)triple;
            }
        }
}

static void fill_table(const Tables *tables, OmahaTable *table)
{
    const SumTable *fives = &tables->of_size[0];
    int16_t *line = table->classes;
    for (int a = 0; a < 13; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= b; c++, line += LINE) {
                uint32_t three = (uint32_t)(tables->codes[4 * a].key + tables->codes[4 * b].key +
                                            tables->codes[4 * c].key);
                int16_t *at = line;
                for (int d = 0; d < 13; d++)
                    for (int e = 0; e <= d; e++) { /* five of a rank: no hand has it, so any class will do */
                        uint32_t key =
                            three + (uint32_t)(tables->codes[4 * d].key + tables->codes[4 * e].key);
                        *at++ = (int16_t)fives->classes[index_of(fives, key)];
                    }
            }
}

const OmahaTable *omaha_table(Tables *tables)
{
    OmahaTable *table = LOAD_SHARED(tables->omaha);
    if (table)
        return table;
    table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    number_sets(table);
    fill_table(tables, table);
    return publish(&tables->omaha, table);
}

/* Splits a mask into the masks of all its subsets of `size`, in any order; returns how many there are. */
static int subsets(unsigned mask, int size, unsigned *masks)
{
    int count = 0;
    for (unsigned part = mask; part; part = (part - 1) & mask)
        if (count_bits(part) == size)
            masks[count++] = part;
    return count;
}

unsigned best_flush(const Tables *tables, unsigned held, unsigned board)
{
    unsigned twos[15], threes[10], best = NO_HAND_CLASS;
    int pairs = subsets(held, 2, twos), triples = subsets(board, 3, threes);
    for (int i = 0; i < pairs; i++)
        for (int j = 0; j < triples; j++) {
            unsigned class_ = tables->flushes[twos[i] | threes[j]];
            best = class_ < best ? class_ : best;
        }
    return best;
}

/* Returns the class of the best flush if the board has three cards of a suit; NO_HAND_CLASS if there is
 * none. */
static inline unsigned flush_of(const Tables *tables, const uint8_t *hole, int hole_count,
                                const uint8_t *board, int board_count)
{
    unsigned suits = 0, suit = 0, held = 0, shown = 0;
    for (int i = 0; i < board_count; i++)
        suits += 1u << (4 * (board[i] & 3));
    suits = (suits + 0x5555) & 0x8888; /* three cards of a suit reach the fourth bit */
    if (!suits)
        return NO_HAND_CLASS;
    while (!(suits >> (4 * suit) & 8))
        suit++;
    for (int i = 0; i < hole_count; i++)
        held |= (unsigned)((hole[i] & 3u) == suit) << (hole[i] >> 2);
    if (!(held & (held - 1)))
        return NO_HAND_CLASS;
    for (int i = 0; i < board_count; i++)
        shown |= (unsigned)((board[i] & 3u) == suit) << (board[i] >> 2);
    return best_flush(tables, held, shown);
}

/* Finds the table's lines for all sets of three board cards; returns how many there are. */
static inline int lines_of(const OmahaTable *table, const uint8_t *board, int board_count,
                           const int16_t **lines)
{
    int count = 0;
    for (int i = 2; i < board_count; i++)
        for (int j = 1; j < i; j++)
            for (int k = 0; k < j; k++)
                lines[count++] =
                    table->classes + LINE * triple_of(table, board[i] >> 2, board[j] >> 2, board[k] >> 2);
    return count;
}

static inline int16_t least(int16_t a, int16_t b)
{
    return a < b ? a : b;
}

/* Writes the best class for each pair of hole ranks: a loop that compilers turn into vector instructions. */
static void best_by_pair(const int16_t *const *lines, int16_t *restrict best)
{
    const int16_t *a = lines[0], *b = lines[1], *c = lines[2], *d = lines[3], *e = lines[4];
    const int16_t *f = lines[5], *g = lines[6], *h = lines[7], *i = lines[8], *j = lines[9];
    for (int pair = 0; pair < LINE; pair++) {
        int16_t first = least(least(a[pair], b[pair]), least(c[pair], d[pair]));
        int16_t second = least(least(e[pair], f[pair]), least(g[pair], h[pair]));
        best[pair] = least(least(first, second), least(i[pair], j[pair]));
    }
}

static uint32_t key_of(const Tables *tables, const uint8_t *board)
{
    uint32_t key = 0;
    for (int i = 0; i < BOARD_SIZE; i++)
        key += (uint32_t)tables->codes[board[i]].key;
    return key;
}

/* Returns the lines of all whole boards, by index of their ranks in the table of fives; NULL if memory is
 * short.
 *
 * Takes two megabytes and a millisecond; with thousands of hands, each then uses one line in place of
 * ten. */
static const int16_t *lines_of_boards(Tables *tables, const OmahaTable *table)
{
    int16_t *boards = LOAD_SHARED(tables->omaha_boards);
    if (boards)
        return boards;
    const SumTable *fives = &tables->of_size[0];
    boards = calloc(fives->length, LINE * sizeof *boards);
    if (!boards)
        return NULL;
    for (int a = 0; a < 13; a++)
        for (int b = 0; b <= a; b++)
            for (int c = 0; c <= b; c++)
                for (int d = 0; d <= c; d++)
                    for (int e = 0; e <= d; e++) {
                        const uint8_t board[BOARD_SIZE] = {4 * a, 4 * b, 4 * c, 4 * d, 4 * e};
                        const int16_t *lines[BOARD_TRIPLES];
                        if (a == e)
                            continue; /* five of a rank have no index */
                        lines_of(table, board, BOARD_SIZE, lines);
                        best_by_pair(lines, boards + LINE * index_of(fives, key_of(tables, board)));
                    }
    return publish(&tables->omaha_boards, boards);
}

/* Returns the best class of a hand, without flushes, by the lines of a board. */
static inline unsigned best_of_lines(const OmahaTable *table, const int16_t *const *lines, int line_count,
                                     const uint8_t *hole, int hole_count)
{
    int16_t class_ = NO_HAND_CLASS;
    for (int i = 1; i < hole_count; i++)
        for (int j = 0; j < i; j++) {
            unsigned pair = pair_of(table, hole[i] >> 2, hole[j] >> 2);
            for (int line = 0; line < line_count; line++)
                class_ = least(class_, lines[line][pair]);
        }
    return (unsigned)class_;
}

typedef struct {
    const Tables *tables;
    const OmahaTable *table;
    const int16_t *boards; /* or NULL */
    int hole_count, board_count;
} OmahaRows;

static inline unsigned omaha_class(const OmahaRows *all, const uint8_t *hole, int hole_count,
                                   const uint8_t *board, int board_count)
{
    const int16_t *lines[BOARD_TRIPLES];
    unsigned class_, flush = flush_of(all->tables, hole, hole_count, board, board_count);
    if (board_count == BOARD_SIZE && all->boards) {
        lines[0] = all->boards + LINE * index_of(&all->tables->of_size[0], key_of(all->tables, board));
        class_ = best_of_lines(all->table, lines, 1, hole, hole_count);
    } else {
        class_ = best_of_lines(all->table, lines, lines_of(all->table, board, board_count, lines), hole,
                               hole_count);
    }
    return flush < class_ ? flush : class_;
}

static void omaha_block(const OmahaRows *all, const uint8_t *codes, size_t rows, uint16_t *classes)
{
    int hole_count = all->hole_count, board_count = all->board_count;
    if (hole_count == 4 && board_count == BOARD_SIZE) /* constant numbers: the compiler unrolls the loops */
        for (size_t row = 0; row < rows; row++, codes += 9)
            classes[row] = (uint16_t)omaha_class(all, codes, 4, codes + 4, BOARD_SIZE);
    else
        for (size_t row = 0; row < rows; row++, codes += hole_count + board_count)
            classes[row] = (uint16_t)omaha_class(all, codes, hole_count, codes + hole_count, board_count);
}

/* Works on a copy of some rows at a time: another thread may write into the buffer between the check and the
 * look-ups, which trust it. */
static size_t omaha_rows(void *context, const uint8_t *codes, size_t rows, int width, uint16_t *classes)
{
    const OmahaRows *all = context;
    uint8_t copy[ROWS_AT_ONCE * (MOST_HOLE + BOARD_SIZE)];
    for (size_t start = 0; start < rows; start += ROWS_AT_ONCE) {
        size_t left = rows - start, count = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE;
        memcpy(copy, codes + start * (size_t)width, count * (size_t)width);
        size_t bad = first_bad_row(all->tables, copy, count, width);
        if (bad < count)
            return start + bad;
        omaha_block(all, copy, count, classes + start);
    }
    return rows;
}

PyObject *kernel_evaluate_omaha_many(PyObject *module, PyObject *args)
{
    State *state = PyModule_GetState(module);
    PyObject *cards;
    OmahaRows all;
    Rows work;
    if (!PyArg_ParseTuple(args, "Oii:evaluate_omaha_many", &cards, &all.hole_count, &all.board_count) ||
        !is_set_up(state))
        return NULL;
    if (all.hole_count < 2 || all.hole_count > MOST_HOLE || all.board_count < 3 ||
        all.board_count > BOARD_SIZE)
        return PyErr_Format(PyExc_ValueError, "expected 2 to 6 hole cards and a board of 3 to 5");
    all.tables = state->tables;
    all.table = omaha_table(state->tables);
    if (!all.table)
        return PyErr_NoMemory();
    if (!rows_of(cards, all.hole_count + all.board_count, &work))
        return NULL;
    bool many = all.board_count == BOARD_SIZE && work.buffer.len >= MANY_ROWS * work.width;
    all.boards = many ? lines_of_boards(state->tables, all.table) : NULL; /* NULL: the slower way */
    return rows_answer(&work, omaha_rows, &all);
}

/* Reads the codes of a tuple or list of cards; -1 for anything else, and for too few or too many. */
static int read_codes(const State *state, PyObject *cards, int fewest, int most, uint8_t *codes,
                      uint64_t *mask)
{
    bool tuple = PyTuple_CheckExact(cards);
    if (!tuple && !PyList_CheckExact(cards))
        return -1;
    Py_ssize_t count = tuple ? PyTuple_Size(cards) : PyList_Size(cards);
    if (count < fewest || count > most)
        return -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        const CardSlot *slot = slot_of_item(state, cards, tuple, i);
        if (!slot || *mask & slot->mask)
            return -1;
        *mask |= slot->mask;
        codes[i] = (uint8_t)slot->code;
    }
    return (int)count;
}

/* Returns the value of hole cards with a board; None for input that only the Python twin can handle. */
PyObject *kernel_evaluate_omaha(PyObject *module, PyObject *args)
{
    State *state = PyModule_GetState(module);
    PyObject *hole, *board;
    uint8_t hole_codes[MOST_HOLE], board_codes[BOARD_SIZE];
    uint64_t mask = 0;
    if (!PyArg_ParseTuple(args, "OO:evaluate_omaha", &hole, &board) || !know_cards(state))
        return NULL;
    int hole_count = read_codes(state, hole, 2, MOST_HOLE, hole_codes, &mask);
    int board_count = hole_count < 0 ? -1 : read_codes(state, board, 3, BOARD_SIZE, board_codes, &mask);
    PyErr_Clear();
    if (board_count < 0)
        Py_RETURN_NONE;
    const OmahaTable *table = omaha_table(state->tables);
    if (!table)
        return PyErr_NoMemory();
    OmahaRows all = {state->tables, table, NULL, hole_count, board_count};
    return value_of_class(state, omaha_class(&all, hole_codes, hole_count, board_codes, board_count));
}
