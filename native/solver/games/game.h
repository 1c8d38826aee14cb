/* Two-player games of fixed betting in the solver's form: the betting of each street once, as a small tree,
 * and each history of earlier streets as one lane of a vector. Limit hold'em heads-up; Kuhn and Leduc poker,
 * whose values are known. */
#ifndef IRCPOKER_GAME_H
#define IRCPOKER_GAME_H

#include <stdbool.h>
#include <stdint.h>

#define SEATS 2
#define LANES 16
#define MOST_STREETS 4
#define MOST_NODES 10
#define MOST_ENDS 9
#define MOST_LANES 576
#define MOST_BLOCKS (MOST_LANES / LANES)
#define MOST_HANDS 1326
#define MOST_CARD_SLOTS 52
#define ROW_LANES (MOST_NODES * ACTIONS) /* vectors of one class of hands in one block of histories */
#define ROW (ROW_LANES * LANES)

enum { FOLD, CALL, RAISE, ACTIONS }; /* a check is a call of nothing, a bet a raise */
enum { LIMIT_HOLDEM, KUHN, LEDUC, GAME_COUNT };

/* Where an action leads: a node, or one of these. */
#define END(e) (-1 - (e)) /* the street is over: end number e */
#define END_OF(next) (-1 - (next))
#define FOLDED (-20)
#define NO_ACTION (-30)

typedef struct {
    int nodes, ends;
    int8_t actor[MOST_NODES], parent[MOST_NODES], next[MOST_NODES][ACTIONS];
    float paid[MOST_NODES][SEATS]; /* chips that each seat has put in on this street before it */
    float end_paid[MOST_ENDS];     /* by each seat */
} Street;

typedef struct {
    int kind, streets;
    Street street[MOST_STREETS];
    int lanes[MOST_STREETS], blocks[MOST_STREETS];
    int stride[MOST_STREETS]; /* see `next_lane` */
    /* Chips that each seat has put in before the street; 0 in unused lanes */
    float stake[MOST_STREETS][MOST_LANES];
    int hands, card_slots;
    uint8_t card[MOST_HANDS][2]; /* a hand of one card has a slot of its own as its second */
} Game;

/* Returns the game of a number below GAME_COUNT; they are built at the first call. */
const Game *game_of(int kind);

/* Cards dealt to the board before a street. */
int board_size(const Game *game, int street);

/* Returns the next street's lane after end `e` of a street. Lanes of one betting before the flop are side by
 * side on the turn and the river: a robot that never bets that way before the flop leaves whole blocks
 * empty, and these are skipped. */
static inline int next_lane(const Game *game, int k, int e, int lane)
{
    int stride = game->stride[k + 1];
    return stride % LANES ? lane * game->street[k].ends + e : e * stride + lane;
}

/* Whether an action leads somewhere. */
static inline bool is_legal(const Street *street, int node, int action)
{
    return street->next[node][action] != NO_ACTION;
}

#endif
