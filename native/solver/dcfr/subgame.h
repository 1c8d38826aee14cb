/* The rest of a deal from a public situation on: a tree of bets, both ranges, and all boards that can come.
 */
#ifndef IRCPOKER_SUBGAME_H
#define IRCPOKER_SUBGAME_H

#include "../games/bet_tree.h"
#include "../games/deal.h"

#define NO_SEAT (-1)
#define MOST_LEVELS \
    3 /* streets of a subgame: one that begins before the flop would have too many boards \
       */

/* The hands of a seat that a board leaves; on the last street the worst first. */
typedef struct {
    int count, blocks;
    uint16_t *above; /* index in the list of the street before; on the first street the number of the hand */
    uint16_t *same;  /* index of the same hand in the other seat's list, or that of an empty row behind it */
    uint8_t *first, *second; /* card slots */
    /* [copy][index]: `above` for boards that differ from this one only in suits */
    uint16_t *copies;
} SeatHands;

/* A board; of boards that differ only in suits there is one. */
typedef struct {
    uint8_t cards[5];
    int level, parent;
    int child, children; /* the first board with one card more, and how many there are */
    SeatHands hands[SEATS];
    int copies; /* how many boards it stands for besides itself */
    int groups; /* of equal hands, on the last street */
    uint16_t (*group_end)[SEATS];
    size_t regrets, means; /* where its blocks begin in the learnt arrays */
    bool *locked;          /* by node: it plays by its means and does not learn; NULL for none */
    void *memory;
} Board;

/* A decision; places are numbers of vectors in the memory of its chunk. */
typedef struct {
    int node, seat, edge, edges; /* edge: the first in `edge` of the plan */
    int reach, value;
} PlanNode;

typedef struct {
    int reach, value;
} PlanEdge;

/* The beginning of a street's betting, or an earlier all-in, whose node is below 0. */
typedef struct {
    int node, crossing, reach, value; /* crossing: of the street before */
} PlanStart;

/* Where the betting goes on with the next card. */
typedef struct {
    int reach, value;
} PlanCrossing;

/* Ends of the betting that are reached alike: at most one showdown and one fold. Places below 0: none. */
typedef struct {
    int reach, showdown, fold;
    float margin,
        mass;     /* at a showdown: chips for the hands beaten less those that win; for all hands met */
    float folded; /* at a fold: chips for all hands met */
} PlanLane;

/* Betting that is worked through at once; on the last street as much as stays in the cache. */
typedef struct {
    int node, nodes, start, starts, lane, lanes;
    int showdowns; /* lanes with a showdown, which come first */
    int reaches, values;
} Chunk;

/* A street as one seat sees it. */
typedef struct {
    PlanNode *node;
    PlanEdge *edge;
    PlanStart *start;
    PlanCrossing *crossing;
    PlanLane *lane;
    Chunk *chunk;
    int nodes, edges, starts, crossings, lanes, chunks;
    int reaches, values; /* of the largest chunk */
} LevelPlan;

typedef struct {
    int level; /* of the root */
    LevelPlan levels[SEATS][MOST_LEVELS];
} SubgamePlan;

/* Where a node's vectors are in the learnt arrays: vectors of each seat's nodes before it, on its street. */
typedef struct {
    int rows[SEATS], means[SEATS];
} NodeRows;

typedef struct Subgame {
    const Game *game; /* whose cards they are */
    const Holdem *holdem;
    BetTree tree;
    uint8_t root_cards[5];
    int first_street, levels;
    float *range[SEATS]; /* by number of the hand: the chance that it got here */
    bool whole,
        symmetric;   /* lists also hands that do not get here; walks one of boards that differ in suits */
    float rake, cap; /* the part of the pot that nobody wins, and the most chips of it */
    /* The seat that may leave each hand for `leaving`, its value there, before the subgame begins (the
     * gadget of safe solving); then its range is all its hands. NO_SEAT for none. */
    int gadget_seat;
    float *leaving, *stay, *leave; /* by index: its values, and its regrets */
    Board *board;
    int boards;
    NodeRows *node_rows, level_rows[MOST_LEVELS];
    int *subtree_end; /* of each node */
    SubgamePlan plan;
    size_t regret_blocks, mean_blocks; /* of 16 numbers */
    float scale[SEATS];                /* of reaches, so that regrets fit into half floats */
    int busy;
} Subgame;

/* What the vector code is asked for. */
typedef struct {
    Subgame *subgame;
    uint16_t *regrets, *means;
    int first, iterations;
    int last_restart;      /* means begin anew at powers of four up to it */
    int threads;           /* at most MOST_THREADS */
    double seconds;        /* after which there are fewer iterations, but one at least; 0 for no limit */
    double (*clock)(void); /* returns seconds */
    int done;              /* filled with the number of iterations */
} Solving;

typedef struct {
    Subgame *subgame;
    const uint16_t *means;
    int node, board; /* where it begins; the node may be TO_SHOWDOWN */
    int me, threads;
    bool best;          /* whether this seat takes the best actions, or plays by its means */
    const float *reach; /* the other seat's hands, by number */
    float *values;      /* filled by number of the hand */
    float *worth; /* filled with those after each edge of its decisions on this street; NULL: not wanted */
} Evaluation;

/* Fills boards, rows and plans; false if memory is short. */
bool open_subgame(Subgame *subgame);
void close_subgame(Subgame *subgame);

/* Makes the plan of the betting from a node on; false if memory is short. */
bool make_plan_of(const Subgame *subgame, int root, SubgamePlan *plan);
void free_plan(SubgamePlan *plan);

/* Returns the board with these cards, and fills the order of suits that leads to it; -1 for none. */
int find_board(const Subgame *subgame, const uint8_t *cards, int size, int *order);

/* Bytes of memory besides the learnt arrays: what is there, and what solving will take. */
size_t table_bytes(const Subgame *subgame);
size_t scratch_bytes(const Subgame *subgame, int threads);

#define WIDE 2 /* vectors of ends in one sweep: each sum waits for the one before it, other ends do not */

/* The vectors of a street and for its ends that one thread needs, as `me` sees it. */
size_t lanes_of_level(const Subgame *subgame, const SubgamePlan *plan, int me, int level, bool values);
size_t lanes_of_ends(const Subgame *subgame, int seat);

/* The vectors that each board after a root gives back if threads share the work. */
size_t lanes_of_slab(const Subgame *subgame, const SubgamePlan *plan, int root, int me);

static inline int level_of(const Subgame *subgame, int node)
{
    return subgame->tree.street[node] - subgame->first_street;
}

/* The block at which a node's regrets or means on a board begin. */
static inline size_t regrets_of(const Subgame *subgame, const Board *board, int node)
{
    const int *rows = subgame->node_rows[node].rows;
    return board->regrets + (size_t)rows[0] * (size_t)board->hands[0].blocks +
           (size_t)rows[1] * (size_t)board->hands[1].blocks;
}

static inline size_t means_of(const Subgame *subgame, const Board *board, int node)
{
    const int *rows = subgame->node_rows[node].means;
    return board->means + (size_t)rows[0] * (size_t)board->hands[0].blocks +
           (size_t)rows[1] * (size_t)board->hands[1].blocks;
}

/* Returns the number of the hand at an index of a board's list. */
static inline int hand_on(const Subgame *subgame, int number, int seat, int index)
{
    for (; subgame->board[number].level; number = subgame->board[number].parent)
        index = subgame->board[number].hands[seat].above[index];
    return subgame->board[number].hands[seat].above[index];
}

/* How many cards can come before a level, given both hands. */
static inline int cards_left(const Subgame *subgame, int level)
{
    const Game *game = subgame->game;
    int size = board_size(game, subgame->first_street + level - 1);
    return game->kind == LIMIT_HOLDEM ? 52 - size - 4 : game->hands - size - 2;
}

#endif
