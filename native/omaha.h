/* The table of Omaha hands by the ranks of their two parts, without flushes. */
#ifndef IRCPOKER_OMAHA_H
#define IRCPOKER_OMAHA_H

#include "tables.h"

#define PAIRS 91    /* multisets of two ranks */
#define TRIPLES 455 /* of three */
#define LINE 96     /* PAIRS, rounded up */
#define MOST_HOLE 6
#define BOARD_SIZE 5
#define BOARD_TRIPLES 10

typedef struct OmahaTable {
    uint16_t pairs[256];    /* two ranks, four bits each → index among the pairs */
    uint16_t triples[4096]; /* three ranks → index among the triples */
    /* Signed: every processor has a minimum instruction for signed numbers */
    int16_t classes[TRIPLES * LINE];
} OmahaTable;

/* Returns the table, made at the first call; NULL if memory is short. */
const OmahaTable *omaha_table(Tables *tables);

static inline unsigned pair_of(const OmahaTable *table, unsigned a, unsigned b)
{
    return table->pairs[a << 4 | b];
}

static inline unsigned triple_of(const OmahaTable *table, unsigned a, unsigned b, unsigned c)
{
    return table->triples[a << 8 | b << 4 | c];
}

/* Returns the class of the best flush of two of the ranks held and three of the board's. */
unsigned best_flush(const Tables *tables, unsigned held, unsigned board);

#endif
