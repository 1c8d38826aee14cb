/* A tree of betting for up to six seats, whole: each decision is a node, and nodes that a robot plays alike
 * share a spot, whose rows (one for each class of hands) are learnt. Amounts are whole numbers of any
 * unit. */
#ifndef IRCPOKER_RING_TREE_H
#define IRCPOKER_RING_TREE_H

#include "../games/deal.h"

#define MOST_SEATS 6
#define MOST_RING_EDGES 4
#define MOST_RING_NODES (1 << 24)
#define MOST_RING_DEPTH 200 /* decisions one after the other: functions call themselves for each */
#define END_EDGE(end) (-1 - (end))

/* What a decision may take, as bits in the order of a node's edges. */
enum { MAY_FOLD = 1, MAY_CALL = 2, MAY_SIZE = 4, MAY_ALL_IN = 8, MOST_CHOICES = 16 };

typedef struct {
    int seats, nodes, edges, spots, ends;
    const uint8_t *seat;     /* of each node: who is to act */
    const uint16_t *put;     /* of each node: what its actor has put in before it */
    const int32_t *spot;     /* of each node */
    const int32_t *first;    /* the edge of each node's first action, and one entry more for the end */
    const int32_t *to;       /* of each edge: a node behind its own, or END_EDGE */
    const uint8_t *street;   /* of each spot */
    const uint8_t *choices;  /* of each spot, bits */
    const uint8_t *live;     /* of each end: the seats that show down, or the only one left, as bits */
    const uint16_t *paid;    /* of each end: what each seat has put in */
    size_t *offset;          /* of each spot: its first row among all rows' chances, and one entry more */
    void *memory;            /* of these arrays */
} RingTree;

/* Checks that the tree can be walked, and fills the offsets of rows for these numbers of classes; returns
 * why it cannot, or NULL. */
const char *finish_ring_tree(RingTree *tree, int streets, const size_t *classes);

static inline int count_choices(unsigned choices)
{
    return (int)(choices & 1) + (int)(choices >> 1 & 1) + (int)(choices >> 2 & 1) + (int)(choices >> 3 & 1);
}

#endif
