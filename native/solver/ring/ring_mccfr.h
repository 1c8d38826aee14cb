/* Self-play of up to six seats on a tree of betting, by external sampling. People come to spots that a good
 * strategy never reaches, so in one deal of each board the others sometimes act at random. It weighs little:
 * it decides what is learnt there, and hardly changes what is learnt elsewhere. */
#ifndef IRCPOKER_RING_MCCFR_H
#define IRCPOKER_RING_MCCFR_H

#include "ring_deal.h"

#define RING_DEALS 6          /* on each board, for each seat as the learner */
#define RING_LOOSE_WEIGHT 0.1f /* of a deal in which others act at random */

typedef struct {
    int game;
    const RingTree *tree;
    const Holdem *holdem;
    const Abstraction *abstraction;
    float *regrets, *averages; /* [spot][class][choice] */
    float loose;               /* how often others act at random in the last deal of a board */
} RingLearning;

/* Deals this number of boards from number `first` on. Board n weighs 1 + n * growth. */
void train_ring(const RingLearning *learning, uint64_t seed, uint64_t first, uint64_t count, double growth);

#endif
