/* All hands on one whole board: their classes, and their order. */
#ifndef IRCPOKER_RIVER_H
#define IRCPOKER_RIVER_H

#include "tables.h"

#define BOARD_CARDS 5
#define RANK_PAIRS 91
#define DIGIT_BITS 7
#define DIGITS (1 << DIGIT_BITS)

/* A board's data for finding the classes of hands. */
typedef struct {
    unsigned shown;                /* the ranks on the board of the suit in which a flush is possible; 0 if there is none */
    unsigned bit_of[CARD_COUNT];   /* the rank of each card of that suit, as a bit */
    uint16_t by_ranks[RANK_PAIRS]; /* classes without flushes */
} River;

/* Returns the index of two ranks among all pairs of ranks. */
static inline unsigned index_of_ranks(unsigned high, unsigned low)
{
    return high * (high + 1) / 2 + low;
}

/* Finds the classes without flushes, by pairs of ranks; `key` is the sum of the board's. */
static inline void rate_ranks(const Tables *tables, uint32_t key, uint16_t *by_ranks)
{
    const SumTable *sevens = &tables->of_size[2];
    for (unsigned high = 0, pair = 0; high < 13; high++)
        for (unsigned low = 0; low <= high; low++, pair++)
            by_ranks[pair] = sevens->classes[index_of(
                sevens, key + (uint32_t)tables->codes[4 * high].key + (uint32_t)tables->codes[4 * low].key)];
}

static inline void read_river(const Tables *tables, const uint8_t *board, River *river)
{
    uint32_t key = 0;
    unsigned suits[4] = {0};
    *river = (River){.shown = 0};
    for (int i = 0; i < BOARD_CARDS; i++) {
        key += (uint32_t)tables->codes[board[i] & ~3].key;
        suits[board[i] & 3] |= 1u << (board[i] >> 2);
    }
    for (unsigned suit = 0; suit < 4; suit++)
        if (count_bits(suits[suit]) >= 3) {
            river->shown = suits[suit];
            for (unsigned rank = 0; rank < 13; rank++)
                river->bit_of[4 * rank + suit] = 1u << rank;
        }
    rate_ranks(tables, key, river->by_ranks);
}

/* Returns the class of a hand; `ranks` is the index of its two ranks. */
static inline unsigned class_on_river(const Tables *tables, const River *river, unsigned ranks, unsigned low, unsigned high)
{
    unsigned class_ = river->by_ranks[ranks];
    if (river->shown) {
        unsigned flush = tables->flushes[river->shown | river->bit_of[low] | river->bit_of[high]];
        class_ = flush < class_ ? flush : class_;
    }
    return class_;
}

/* Sorts numbers with a class in their upper 16 bits, worst class first: by the lower, then by the upper half of the
 * class. The result is in `from` again. */
static inline void sort_by_class(uint32_t *from, uint32_t *to, int count)
{
    for (int shift = 16; shift <= 16 + DIGIT_BITS; shift += DIGIT_BITS) {
        int starts[DIGITS + 1] = {0};
        for (int i = 0; i < count; i++)
            starts[DIGITS - (from[i] >> shift & (DIGITS - 1))]++;
        for (int digit = 0; digit < DIGITS; digit++)
            starts[digit + 1] += starts[digit];
        for (int i = 0; i < count; i++)
            to[starts[DIGITS - 1 - (from[i] >> shift & (DIGITS - 1))]++] = from[i];
        uint32_t *other = from;
        from = to;
        to = other;
    }
}

#endif
