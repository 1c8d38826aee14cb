/* The evaluator's tables in the kernel's form, and the class of a hand from them. */
#ifndef IRCPOKER_TABLES_H
#define IRCPOKER_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CARD_COUNT 52
#define CLASS_COUNT 7462
#define NO_HAND_CLASS 7463 /* the class of an empty entry: worse than every real class */
#define WORST_STRAIGHT 1609
#define FEWEST_CARDS 5
#define MOST_SUMMED 15 /* the most masks of cards, equal ones too, whose sum fits into 64 bits */

/* As in ircpoker/cards.py; `bind_cards` compares. */
#define RANK_SUM_BITS 23
#define RANK_SUM_MASK ((UINT32_C(1) << RANK_SUM_BITS) - 1)
#define SUIT_BITS 16
#define RANK_MASKS 8192
#define RANK_MASK (RANK_MASKS - 1)

/* As in ircpoker/hands/tables.py. */
#define COLUMN_BITS 9
#define COLUMN_MASK ((1 << COLUMN_BITS) - 1)
#define ROWS (1 << (RANK_SUM_BITS - COLUMN_BITS))
/* Before the first class, so that no row is negative, and after the last */
#define PADDING (1 << COLUMN_BITS)

#define BAD_CODE_MASK (UINT64_C(1) << 63) /* the mask of a code above 51: no card's bit */
#define NO_FLUSH 255
#define MADE_SLOTS_BITS 14

typedef enum { PLAIN, AVX2, AVX512 } Vectors;

typedef struct {
    uint64_t mask;
    uint64_t key; /* 32 bits; as wide as the mask, so that both fill a register */
} CodeEntry;

/* Row displacement for hands of one size. Sums of impossible hands find some row and class, too. */
typedef struct {
    uint32_t rows[ROWS];                             /* the index of a row's first class, with padding */
    uint8_t flush_shifts[1 << (32 - RANK_SUM_BITS)]; /* by sum of suit weights: the flush's suit in a mask */
    uint16_t *classes;
    size_t length; /* of the classes, with padding */
} SumTable;

typedef struct {
#if defined(__GNUC__) || defined(__clang__)
    __attribute__((aligned(16)))
#endif
    CodeEntry codes[256];
    SumTable of_size[3]; /* for 5, 6 and 7 cards */
    uint16_t flushes[RANK_MASKS];
    uint16_t unpaired[RANK_MASKS];
    uint32_t made_keys[1 << MADE_SLOTS_BITS]; /* open addressing; 0 is not a key */
    uint16_t made_classes[1 << MADE_SLOTS_BITS];
    uint8_t rank_of_letter[256], suit_of_letter[256]; /* 255: no rank, no suit */
    /* 0 to 12, by significance; filled on first use */
    uint8_t ranks_of_class[NO_HAND_CLASS + 1][FEWEST_CARDS];
    Vectors vectors; /* the instructions to use */
    /* Those of bulk.c and omaha.c, made when first needed */
    void *pairs, *omaha, *omaha_boards;
} Tables;

/* Returns the tables of a file's content; NULL if the content is wrong (`*why` is set) or memory is
 * short. */
Tables *tables_new(const uint8_t *content, size_t size, const char **why);
void tables_free(Tables *tables);
/* Publishes a table for all threads. If two threads have built it, the first one wins; returns the
 * winner's. */
void *publish(void **shared, void *made);

static inline unsigned highest_bit(unsigned ranks)
{
#if defined(__GNUC__) || defined(__clang__)
    return ranks ? 1u << (31 - __builtin_clz(ranks)) : 0;
#else
    ranks |= ranks >> 1, ranks |= ranks >> 2, ranks |= ranks >> 4, ranks |= ranks >> 8;
    return ranks - (ranks >> 1);
#endif
}

static inline int count_bits(unsigned bits)
{
    bits -= bits >> 1 & 0x55555555;
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333);
    return (int)(((bits + (bits >> 4)) & 0x0F0F0F0F) * 0x01010101u >> 24);
}

static inline int count_cards(uint64_t mask)
{
    return count_bits((unsigned)(mask >> 32)) + count_bits((unsigned)mask);
}

/* Returns the next higher mask with the same number of bits (Gosper); above all masks of ranks after the
 * last. */
static inline unsigned next_mask(unsigned mask)
{
    unsigned lowest = mask & (0u - mask), sum = mask + lowest;
    return mask ? sum | ((mask ^ sum) >> 2) / lowest : RANK_MASKS;
}

static inline uint32_t made_slot(uint32_t key)
{
    return key * UINT32_C(2654435761) >> (32 - MADE_SLOTS_BITS);
}

/* Returns the index of the class of a sum of rank weights. */
static inline size_t index_of(const SumTable *table, uint32_t key)
{
    key &= RANK_SUM_MASK;
    return table->rows[key >> COLUMN_BITS] + (key & COLUMN_MASK);
}

/* Returns the class of 5 to 7 cards from the sum of their keys and the union of their masks. */
static inline unsigned class_of_sum(const Tables *tables, const SumTable *table, uint32_t key, uint64_t mask)
{
    unsigned shift = table->flush_shifts[key >> RANK_SUM_BITS];
    if (shift != NO_FLUSH)
        return tables->flushes[mask >> shift & RANK_MASK];
    return table->classes[index_of(table, key)];
}

/* Fills `ranks_of_class` on first use: a program that needs a single value should not wait for it. */
void fill_ranks_of_class(Tables *tables);

/* Returns the class of a hand without flushes; a rank is in as many of the four masks as the hand has cards
 * of it. */
unsigned class_of_ranks(const Tables *tables, const unsigned *suits);

/* Returns the class of the best hand in a mask of five or more cards; with fewer, any class. */
unsigned class_of_mask(const Tables *tables, uint64_t mask);

#endif
