/* A tree of bets of any size, made in Python (ircpoker/robots/nolimit/betting.py): nodes depth first, and
 * the edges of each, which are its actions. Amounts are the chips that a seat has put in since the deal
 * began. */
#ifndef IRCPOKER_BET_TREE_H
#define IRCPOKER_BET_TREE_H

#include <stddef.h>

#include "game.h"

#define MOST_EDGES 8 /* of a node */
#define MOST_TREE_NODES (1 << 22)
#define MOST_DEPTH 1000 /* decisions one after the other: functions call themselves for each */
#define TO_FOLD (-1)
#define TO_SHOWDOWN (-2)

typedef struct {
    int nodes, edges;
    const uint8_t *street, *actor; /* of each node */
    const int32_t *first;          /* the edge of each node's first action, and one entry more for the end */
    const int32_t *edge_start;     /* the index of that edge among those of its street */
    const int32_t *to;             /* of each edge: a node behind its own, TO_FOLD or TO_SHOWDOWN */
    const float *amount;           /* of each edge that ends the hand: the loser's chips */
    size_t edges_of[MOST_STREETS];
    void *memory; /* of these arrays */
} BetTree;

/* Counts the edges of each street; returns why it is no tree that can be walked, or NULL. */
const char *finish_tree(BetTree *tree);

#endif
