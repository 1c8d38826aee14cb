/* Reads tables.bin (described in ircpoker/hands/tables.py), pads it, and evaluates masks. */
#include <pyconfig.h> /* first, as it sets feature macros; it tells whether Python has its lock */

#include "tables.h"

#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 10, MADE_KEYS = 6, MADE_CLASSES, FLUSHES, UNPAIRED };

static const uint32_t RANK_WEIGHTS[13] = {0,    1,     5,     22,     98,     453,    2031,
                                          8698, 22854, 83661, 262349, 636345, 1479181};
static const uint32_t SUIT_WEIGHTS[4] = {0, 1, 25, 32};
static const uint8_t WIDTHS[ARRAYS] = {4, 2, 4, 2, 4, 2, 4, 2, 2, 2};

/* By kind of `made_key`: the numbers of ranks in its two parts. */
static const uint8_t MADE_RANKS[5] = {1, 2, 1, 1, 1}, MADE_KICKERS[5] = {3, 1, 2, 1, 1};

typedef struct {
    const uint8_t *start;
    size_t length;
} Array;

static uint32_t read4(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint16_t read2(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

/* The checksum of RFC 1950, as of zlib's `adler32`. */
static uint32_t adler32(const uint8_t *at, size_t size)
{
    /* So many bytes that the second sum stays below 2 to the power of 32 */
    enum { PRIME = 65521, MOST_AT_ONCE = 5552 };
    uint32_t sum = 1, sum_of_sums = 0;
    while (size) {
        size_t count = size < MOST_AT_ONCE ? size : MOST_AT_ONCE;
        for (size_t i = 0; i < count; i++)
            sum_of_sums += sum += at[i];
        sum %= PRIME, sum_of_sums %= PRIME;
        at += count, size -= count;
    }
    return sum_of_sums << 16 | sum;
}

/* Finds the arrays of the file; false if they do not fill it exactly, or a checksum is wrong. */
static bool find_arrays(const uint8_t *content, size_t size, Array *arrays)
{
    size_t at = 8 * ARRAYS;
    if (size < at)
        return false;
    for (int i = 0; i < ARRAYS; i++) {
        arrays[i].start = content + at;
        arrays[i].length = read4(content + 4 * i);
        if (arrays[i].length > (size - at) / WIDTHS[i])
            return false;
        if (adler32(arrays[i].start, WIDTHS[i] * arrays[i].length) != read4(content + 4 * ARRAYS + 4 * i))
            return false;
        at += WIDTHS[i] * arrays[i].length;
    }
    return at == size;
}

static bool read_classes(const Array *array, uint16_t *classes)
{
    unsigned worst = 0;
    for (size_t i = 0; i < array->length; i++) {
        classes[i] = read2(array->start + 2 * i);
        worst = classes[i] > worst ? classes[i] : worst;
    }
    return worst <= NO_HAND_CLASS;
}

/* Fills, by sum of suit weights, the shift to the suit with five cards or more in a mask. */
static void fill_flush_shifts(uint8_t *shifts, int size)
{
    memset(shifts, NO_FLUSH, 1 << (32 - RANK_SUM_BITS));
    for (int c = 0; c <= size; c++)
        for (int d = 0; c + d <= size; d++)
            for (int h = 0; c + d + h <= size; h++) {
                int counts[4] = {c, d, h, size - c - d - h};
                uint32_t sum = 0;
                for (int suit = 0; suit < 4; suit++)
                    sum += counts[suit] * SUIT_WEIGHTS[suit];
                for (int suit = 0; suit < 4; suit++)
                    if (counts[suit] >= FEWEST_CARDS)
                        shifts[sum] = (uint8_t)(SUIT_BITS * suit);
            }
}

static bool read_sum_table(SumTable *table, const Array *rows, const Array *classes, int size,
                           const char **why)
{
    if (rows->length > ROWS)
        return false;
    size_t padded = table->length = classes->length + 2 * PADDING;
    table->classes = malloc(padded * sizeof *table->classes);
    if (!table->classes) {
        *why = NULL;
        return false;
    }
    for (size_t i = 0; i < PADDING; i++)
        table->classes[i] = table->classes[padded - 1 - i] = CLASS_COUNT;
    for (size_t i = 0; i < rows->length; i++) {
        int64_t row = (int64_t)(int32_t)read4(rows->start + 4 * i) + PADDING;
        if (row < 0 || row > (int64_t)(classes->length + PADDING))
            return false;
        table->rows[i] = (uint32_t)row;
    }
    fill_flush_shifts(table->flush_shifts, size);
    return read_classes(classes, table->classes + PADDING);
}

static bool read_made(Tables *tables, const Array *keys, const Array *classes)
{
    if (keys->length != classes->length || keys->length >= 1 << (MADE_SLOTS_BITS - 1))
        return false;
    for (size_t i = 0; i < keys->length; i++) {
        uint32_t key = read4(keys->start + 4 * i), slot = made_slot(key);
        while (tables->made_keys[slot])
            slot = (slot + 1) & ((1 << MADE_SLOTS_BITS) - 1);
        tables->made_keys[slot] = key;
        tables->made_classes[slot] = read2(classes->start + 2 * i);
        unsigned kind = key >> 26, made = key >> 13 & RANK_MASK, kickers = key & RANK_MASK;
        if (!key || kind > 4 || tables->made_classes[slot] > CLASS_COUNT ||
            count_bits(made) != MADE_RANKS[kind] || count_bits(kickers) != MADE_KICKERS[kind])
            return false;
    }
    return true;
}

static bool read_all(Tables *tables, const uint8_t *content, size_t size, const char **why)
{
    Array arrays[ARRAYS];
    if (!find_arrays(content, size, arrays))
        return false;
    for (int i = 0; i < 3; i++)
        if (!read_sum_table(&tables->of_size[i], &arrays[2 * i], &arrays[2 * i + 1], FEWEST_CARDS + i, why))
            return false;
    return arrays[FLUSHES].length == RANK_MASKS && arrays[UNPAIRED].length == RANK_MASKS &&
           read_made(tables, &arrays[MADE_KEYS], &arrays[MADE_CLASSES]) &&
           read_classes(&arrays[FLUSHES], tables->flushes) &&
           read_classes(&arrays[UNPAIRED], tables->unpaired);
}

static void fill_letters(Tables *tables)
{
    static const char ranks[] = "23456789TJQKAtjqka", suits[] = "cdhsCDHS";
    memset(tables->rank_of_letter, 255, sizeof tables->rank_of_letter);
    memset(tables->suit_of_letter, 255, sizeof tables->suit_of_letter);
    for (uint8_t i = 0; ranks[i]; i++)
        tables->rank_of_letter[(uint8_t)ranks[i]] = i < 13 ? i : i - 5;
    for (uint8_t i = 0; suits[i]; i++)
        tables->suit_of_letter[(uint8_t)suits[i]] = i & 3;
}

/* Writes the ranks of a mask, highest first, each `times` times; returns the next free element. */
static uint8_t *write_ranks(uint8_t *at, unsigned mask, int times)
{
    for (unsigned bit; mask; mask ^= bit) {
        bit = highest_bit(mask);
        for (int i = 0; i < times; i++)
            *at++ = (uint8_t)count_bits(bit - 1);
    }
    return at;
}

void fill_ranks_of_class(Tables *tables)
{
    if (tables->ranks_of_class[1][0])
        return;
    static const uint8_t times[5][2] = {{2, 1}, {2, 1}, {3, 1}, {3, 2}, {4, 1}};
    for (unsigned slot = 0; slot < 1 << MADE_SLOTS_BITS; slot++) {
        uint32_t key = tables->made_keys[slot], kind = key >> 26;
        if (!key)
            continue;
        uint8_t *at = write_ranks(tables->ranks_of_class[tables->made_classes[slot]], key >> 13 & RANK_MASK,
                                  times[kind][0]);
        write_ranks(at, key & RANK_MASK, times[kind][1]);
    }
    for (unsigned mask = 0; mask < RANK_MASKS; mask++) {
        if (count_bits(mask) != FEWEST_CARDS)
            continue;
        for (int flush = 0; flush < 2; flush++) {
            uint8_t *ranks = tables->ranks_of_class[flush ? tables->flushes[mask] : tables->unpaired[mask]];
            write_ranks(ranks, mask, 1);
            if (mask == 0x100F) /* 5-4-3-2-A: the ace stands last */
                memcpy(ranks, "\3\2\1\0\14", FEWEST_CARDS);
        }
    }
}

Tables *tables_new(const uint8_t *content, size_t size, const char **why)
{
    *why = NULL;
    Tables *tables = calloc(1, sizeof *tables);
    if (!tables)
        return NULL;
    *why = "damaged tables";
    if (!read_all(tables, content, size, why)) {
        tables_free(tables);
        return NULL;
    }
    for (unsigned code = 0; code < 256; code++) {
        bool card = code < CARD_COUNT;
        tables->codes[code].mask =
            card ? UINT64_C(1) << ((code >> 2) + SUIT_BITS * (code & 3)) : BAD_CODE_MASK;
        tables->codes[code].key =
            card ? RANK_WEIGHTS[code >> 2] + (SUIT_WEIGHTS[code & 3] << RANK_SUM_BITS) : 0;
    }
    fill_letters(tables);
#ifdef Py_GIL_DISABLED
    fill_ranks_of_class(tables); /* without Python's lock it could not be done safely later */
#endif
    return tables;
}

void tables_free(Tables *tables)
{
    if (!tables)
        return;
    for (int i = 0; i < 3; i++)
        free(tables->of_size[i].classes);
    free(tables->pairs);
    free(tables->omaha);
    free(tables->omaha_boards);
    free(tables);
}

void *publish(void **shared, void *made)
{
#if defined(__GNUC__) || defined(__clang__)
    void *none = NULL;
    if (!__atomic_compare_exchange_n(shared, &none, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        free(made);
        return none;
    }
#else
    *(void *volatile *)shared = made;
#endif
    return made;
}

static unsigned class_of_made(const Tables *tables, unsigned kind, unsigned made, unsigned kickers)
{
    uint32_t key = kind << 26 | made << 13 | kickers, slot = made_slot(key);
    while (tables->made_keys[slot] && tables->made_keys[slot] != key)
        slot = (slot + 1) & ((1 << MADE_SLOTS_BITS) - 1);
    return tables->made_keys[slot] ? tables->made_classes[slot] : NO_HAND_CLASS;
}

static unsigned highest_bits(unsigned ranks, int count)
{
    unsigned few = 0;
    while (count--)
        few |= highest_bit(ranks ^ few);
    return few;
}

/* Returns the class of a hand with a pair or more; `best` is that of its best straight or flush. */
static unsigned best_with_made(const Tables *tables, unsigned best, const unsigned *suits, unsigned pairs)
{
    unsigned c = suits[0], d = suits[1], h = suits[2], s = suits[3], ranks = c | d | h | s, class_;
    unsigned trips = (c & d & (h | s)) | (h & s & (c | d)), quads = c & d & h & s;
    unsigned made = highest_bit(quads ? quads : trips ? trips : pairs), second = pairs ^ made;
    if (quads) {
        class_ = class_of_made(tables, 4, made, highest_bit(ranks ^ made));
    } else if (trips && second) {
        class_ = class_of_made(tables, 3, made, highest_bit(second));
    } else if (best <= WORST_STRAIGHT) {
        return best;
    } else if (trips) {
        class_ = class_of_made(tables, 2, made, highest_bits(ranks ^ made, 2));
    } else if (second) {
        made |= highest_bit(second);
        class_ = class_of_made(tables, 1, made, highest_bit(ranks ^ made));
    } else {
        class_ = class_of_made(tables, 0, made, highest_bits(ranks ^ made, 3));
    }
    return class_ < best ? class_ : best;
}

unsigned class_of_ranks(const Tables *tables, const unsigned *suits)
{
    unsigned cd = suits[0] & suits[1], hs = suits[2] & suits[3];
    unsigned best = tables->unpaired[suits[0] | suits[1] | suits[2] | suits[3]];
    unsigned pairs = cd | hs | ((suits[0] | suits[1]) & (suits[2] | suits[3]));
    return pairs ? best_with_made(tables, best, suits, pairs) : best;
}

unsigned class_of_mask(const Tables *tables, uint64_t mask)
{
    unsigned suits[4], flush = NO_HAND_CLASS;
    for (int suit = 0; suit < 4; suit++) {
        suits[suit] = (unsigned)(mask >> (SUIT_BITS * suit)) & RANK_MASK;
        if (tables->flushes[suits[suit]] < flush)
            flush = tables->flushes[suits[suit]];
    }
    unsigned class_ = class_of_ranks(tables, suits);
    return class_ < flush ? class_ : flush;
}
