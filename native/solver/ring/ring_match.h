/* Matches on a tree of betting: strategies and players with one rule each, at tables of three to six. */
#ifndef IRCPOKER_RING_MATCH_H
#define IRCPOKER_RING_MATCH_H

#include "ring_deal.h"

#define MOST_PLAYERS 8

/* Players by number: strategies, then those with one rule. */
enum { RING_FOLDER = MOST_PLAYERS, RING_CALLER, RING_RAISER, RING_RANDOM, RING_PLAYERS };

typedef struct {
    const RingTree *tree;
    const Holdem *holdem;
    const Abstraction *abstraction;
    int players;                        /* strategies */
    const uint8_t *parts[MOST_PLAYERS]; /* of each: the weights of actions, [spot][class][choice] */
    int seats;                          /* at the table */
    uint8_t lineup[MOST_SEATS];         /* the player of each chair */
} RingMatch;

/* Returns the node at which a smaller table begins: the first seats to act have folded; below 0 if they
 * cannot. */
int ring_first_node(const RingTree *tree, int seats);

/* The cards of a deck: those that a match with this seed deals. */
typedef struct {
    uint8_t board[5];
    RingHands hands;
} RingDeck;

/* Deals the deck of this number to six seats. */
void deal_ring_deck(const Holdem *holdem, const Abstraction *abstraction, uint64_t seed, uint64_t number,
                    RingDeck *deck);

/* Plays decks from number `first` on, each in all rotations of the chairs; fills what each chair wins with
 * each deck, [deck][chair]. */
void play_ring_match(const RingMatch *match, uint64_t seed, uint64_t first, uint64_t count, float *results);

#endif
