/* Hold'em cards for the solver: boards that differ only in suits, the hands on a river in order, and their
 * strengths. */
#ifndef IRCPOKER_HOLDEM_H
#define IRCPOKER_HOLDEM_H

#include "../../tables.h"
#include "game.h"

#define SUIT_ORDERS 24
#define FLOPS 22100
#define TURNS 270725
#define CANONICAL_FLOPS 1755
#define CANONICAL_TURNS 16432 /* their cards in any order */
#define OPPONENTS 990         /* hands that one hand on a river may meet */
#define STRENGTHS (2 * OPPONENTS + 1)
#define TEXTURES 27

/* The hands that a board leaves, each with an index in the list. */
typedef struct {
    int count, groups;
    uint16_t hand[MOST_HANDS];                     /* on the last street the worst first */
    uint16_t above[MOST_HANDS];                    /* index in the list of the street before */
    uint8_t first[MOST_HANDS], second[MOST_HANDS]; /* card slots */
    uint16_t group_end[MOST_HANDS];                /* last street: the end of each group of equal hands */
} HandList;

typedef struct {
    const Tables *tables;
    uint8_t suits[SUIT_ORDERS][4];
    uint16_t permuted[SUIT_ORDERS][MOST_HANDS];
    uint16_t flop_number[FLOPS], turn_number[TURNS];
    uint8_t flop_order[FLOPS], turn_order[TURNS]; /* the order of suits that makes the board canonical */
    uint8_t flop_cards[CANONICAL_FLOPS][3], turn_cards[CANONICAL_TURNS][4];
    /* The number of boards that it stands for */
    uint16_t flop_boards[CANONICAL_FLOPS], turn_boards[CANONICAL_TURNS];
    /* 0 to 168: 13 * higher rank + lower rank if suited, the other way round if not */
    uint8_t preflop[MOST_HANDS];
} Holdem;

/* Returns the tables; NULL if memory is short. */
Holdem *holdem_new(const Tables *tables);

static inline int hand_number(int one, int other)
{
    int low = one < other ? one : other, high = one < other ? other : one;
    return high * (high - 1) / 2 + low;
}

static inline uint64_t set_of(const uint8_t *cards, int count)
{
    uint64_t set = 0;
    for (int i = 0; i < count; i++)
        set |= UINT64_C(1) << cards[i];
    return set;
}

static inline int permute_card(const Holdem *holdem, int order, int card)
{
    return (card & ~3) | holdem->suits[order][card & 3];
}

/* Returns the number of the canonical flop or turn of a board of 3 or 4 cards in any order. */
int canonical_board(const Holdem *holdem, const uint8_t *board, int count, int *order);

/* Fills the orders of suits that do not change a flop, and the turn after it; returns how many. */
int list_symmetries(const Holdem *holdem, const uint8_t *board, int size, int *orders);

/* Returns how many cards these orders make equal; 0 if the card is not the first of them. */
int cards_alike(const Holdem *holdem, const int *orders, int count, int card);

/* Numbers the hands that a board of 3 to 5 cards in any order leaves; hands that differ only in suits share
 * a number. Numbers are in the order of first hands; UINT16_MAX for hands with a card of the board. Returns
 * how many there are. */
int number_hands(const Holdem *holdem, const uint8_t *board, int size, uint16_t *numbers);

/* Returns the number of boards up to suits on a street from 1 (flop) to 3 (river). */
int count_boards(const Holdem *holdem, int street);

/* Returns the number of boards of five unordered cards up to suits, and fills the number of boards with a
 * hand. */
int count_rivers(const Holdem *holdem, int64_t *hands);

/* Lists the hands that a river leaves, the worst first. */
void list_river(const Holdem *holdem, const uint8_t *board, HandList *list);

/* Fills by index twice the hands that each beats plus those that it ties. */
void river_strengths(const HandList *list, uint16_t *strengths);

/* Returns the texture of a river's board: 0 to 26, by suits, pairs and straights. */
int river_texture(const uint8_t *board);

/* Adds up strengths and their squares over the 48 rivers after a canonical turn; 0 for hands that cannot
 * be. */
void turn_sums(const Holdem *holdem, int number, uint32_t *sums, uint32_t *squares);

/* Adds up those of all turns after a canonical flop; each pair of turn and river counts twice. */
void flop_sums(const Holdem *holdem, int number, const uint32_t *turn_sum, const uint32_t *turn_square,
               uint32_t *sums, uint64_t *squares);

#endif
