/* No-limit hold'em at a table of six with equal stacks, in hundredths of a big blind: a few sizes, and
 * public features that say which decisions are played alike. ircpoker/robots/ring/features.py has the same
 * features for the chips at a real table. */
#ifndef IRCPOKER_RING_BETTING_H
#define IRCPOKER_RING_BETTING_H

#include "ring_tree.h"

typedef struct {
    RingTree tree;
    uint32_t *keys; /* of each spot: its features */
} RingBetting;

/* Unfolds the whole betting for stacks of this many big blinds; false if memory is short. To be closed in
 * any case. */
bool open_ring_betting(RingBetting *betting, int big_blinds);
void close_ring_betting(RingBetting *betting);

#endif
