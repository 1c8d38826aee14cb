/* Cards for up to six seats: their classes on each street, and who wins at a showdown. */
#ifndef IRCPOKER_RING_DEAL_H
#define IRCPOKER_RING_DEAL_H

#include "ring_tree.h"

/* A board, on which several deals are dealt. In Kuhn and Leduc poker for any number of seats there is a rank
 * more than seats, in Leduc poker twice; a deal has a board of its own there. */
typedef struct {
    int game, seats;
    size_t classes[MOST_STREETS];
    DealtBoard board;                  /* of hold'em */
    uint16_t strength[MOST_HANDS];     /* of each hand on the river */
    uint64_t taken;                    /* its cards */
} RingBoard;

typedef struct {
    uint16_t classes[MOST_STREETS][MOST_SEATS], strength[MOST_SEATS];
    uint16_t hand[MOST_SEATS]; /* of hold'em: the numbers of the hands */
} RingHands;

/* Deals a board: of hold'em by chance, with the classes of all hands. */
void open_ring_board(RingBoard *dealt, int game, int seats, const Holdem *holdem,
                     const Abstraction *abstraction, uint64_t *state);

/* Deals a hand to each seat. */
void deal_ring_hands(const RingBoard *dealt, uint64_t *state, RingHands *hands);

/* What a seat wins at an end of the tree, less what it has paid. */
float ring_result(const RingTree *tree, int end, const RingHands *hands, int seat);

/* Draws an action of a strategy, whose chances are in parts of any whole; the last one if all are 0. */
int draw_by_parts(uint64_t *state, const uint8_t *parts, int count);

#endif
