/* Self-play by external sampling in a game of fixed betting: the warm start of the training of `limit`. */
#ifndef IRCPOKER_LIMIT_MCCFR_H
#define IRCPOKER_LIMIT_MCCFR_H

#include "../games/deal.h"

typedef struct {
    const Game *game;
    const Holdem *holdem;
    const Abstraction *abstraction;
    float *regrets[MOST_STREETS], *averages[MOST_STREETS]; /* [lane][class][node][action] */
} SelfPlay;

#define DEALS 8 /* on each board, for each seat as the learner */

/* Deals this number of boards from number `first` on. Board n weighs 1 + n * growth. */
void play_boards(const SelfPlay *play, uint64_t seed, uint64_t first, uint64_t count, double growth);

#endif
