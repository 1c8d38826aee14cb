/* The rest of a deal from a public situation on: both ranges, a tree of bets, and at most one more card to
 * come. */
#ifndef IRCPOKER_SUBGAME_H
#define IRCPOKER_SUBGAME_H

#include "../games/bet_tree.h"
#include "../games/deal.h"

#define NO_SEAT (-1)

typedef struct {
    const Game *game; /* whose cards they are */
    const Holdem *holdem;
    const BetTree *tree; /* its root is where the subgame begins */
    uint8_t board[5];
    const float *range[SEATS]; /* by number of the hand: the chance that it got here */
    /* The seat that may leave each hand for `leaving`, its value there, before the subgame begins (the
     * gadget of safe solving); then its range is all its hands. NO_SEAT for none. */
    int gadget_seat;
    const float *leaving;
    int iterations;
    double seconds;        /* after which there are fewer iterations, but one at least; 0 for no limit */
    double (*clock)(void); /* returns seconds */
    int *done;             /* filled with the number of iterations */
    int turns;             /* an iteration deals only every n-th of the cards to come */
    /* [edge][number of the hand]: the strategy to play in place of solving; NULL to solve */
    const float *fixed;
    float *average; /* filled with the strategy of the first street: [edge][number of the hand] */
    /* Filled with the winnings of each of these actions for its actor's hand, in units of `values` */
    float *worth;
    /* Filled with each hand's win if both play by it, added up over the other's range */
    float *values[SEATS];
    float *best[SEATS]; /* the same if this seat plays best */
} Subgame;

#endif
