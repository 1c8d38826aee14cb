/* Self-play of up to six seats on a tree of betting, by external sampling. */
#ifndef IRCPOKER_RING_MCCFR_H
#define IRCPOKER_RING_MCCFR_H

#include "ring_deal.h"

#define RING_DEALS 6 /* on each board, for each seat as the learner */

typedef struct {
    int game;
    const RingTree *tree;
    const Holdem *holdem;
    const Abstraction *abstraction;
    float *regrets, *averages; /* [spot][class][choice] */
} RingLearning;

/* Deals this number of boards from number `first` on. Board n weighs 1 + n * growth. */
void train_ring(const RingLearning *learning, uint64_t seed, uint64_t first, uint64_t count, double growth);

#endif
