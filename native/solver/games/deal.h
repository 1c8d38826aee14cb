/* Boards dealt by chance, and the classes of hands on them. */
#ifndef IRCPOKER_DEAL_H
#define IRCPOKER_DEAL_H

#include "holdem.h"

#define PREFLOP_CLASSES 169

/* How a player of hold'em distinguishes hands: classes by number of canonical board and hand, on the river
 * by texture and strength. In the small games every hand on every board is a class of its own. */
typedef struct {
    size_t classes[MOST_STREETS];
    const uint16_t *flops, *turns, *rivers;
} Abstraction;

/* Lists the hands that a street's board leaves; on the last street the worst first. */
void list_street(const Game *game, const Holdem *holdem, int street, const uint8_t *board, HandList *list);

/* Fills the classes of the hands in `list`, which is that of the last street, by number of the hand. They
 * are below `abstraction->classes` whatever the tables hold: other threads may write into these. */
void fill_classes(const Game *game, const Holdem *holdem, const Abstraction *abstraction, int street,
                  const uint8_t *board, const HandList *list, uint16_t *classes);

/* The next number of a sequence (splitmix64). */
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* A number from 0 to below `limit`; with the few cards of a deck the bias is 2^-58 at most. */
static inline int random_below(uint64_t *state, int limit)
{
    return (int)((next_random(state) >> 32) * (uint64_t)limit >> 32);
}

/* Deals the whole board of the game. */
void deal_board(const Game *game, uint64_t *state, uint8_t *board);

/* A whole board, for all hands that are dealt on it. */
typedef struct {
    const Game *game;
    HandList list; /* of the last street */
    uint16_t classes[MOST_STREETS][MOST_HANDS], group_of[MOST_HANDS];
} DealtBoard;

/* Deals a board and looks up the classes of its hands. */
void open_board(DealtBoard *dealt, const Game *game, const Holdem *holdem, const Abstraction *abstraction,
                uint64_t *state);

/* Deals a hand to each seat and fills their classes; returns the result of a showdown for seat 0: 1, 0 or
 * -1. */
int deal_hands(const DealtBoard *dealt, uint64_t *state, uint16_t (*classes)[SEATS]);

#endif
