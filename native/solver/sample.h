/* Self-play by external sampling: the warm start of the training. */
#ifndef IRCPOKER_SAMPLE_H
#define IRCPOKER_SAMPLE_H

#include "deal.h"

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
