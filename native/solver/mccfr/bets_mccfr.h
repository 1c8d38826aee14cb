/* Self-play on a tree of bets of any size, by external sampling: the blueprint of no-limit hold'em. */
#ifndef IRCPOKER_BETS_MCCFR_H
#define IRCPOKER_BETS_MCCFR_H

#include "../games/bet_tree.h"
#include "../games/deal.h"

typedef struct {
    const BetTree *tree;
    const Holdem *holdem;
    const Abstraction *abstraction;
    float *regrets[MOST_STREETS], *averages[MOST_STREETS]; /* [class][index of the edge] */
} Blueprint;

/* Fills a hand's play at a node by its regrets: in proportion to those above zero, evenly if there are
 * none. */
void match_edges(const float *regrets, int count, float *policy);

/* Deals this number of boards from number `first` on. Board n weighs 1 + n * growth. */
void train_blueprint(const Blueprint *blueprint, uint64_t seed, uint64_t first, uint64_t count,
                     double growth);

#endif
