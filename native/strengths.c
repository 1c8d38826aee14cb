/* The strength of hole cards on a board: twice the hands that they beat there, plus those that they tie. */
#include "kernel.h"
#include "river.inc"

#define TURN 4
#define RIVER 5

/* The cards that an opponent may hold. */
typedef struct {
    const Tables *tables;
    uint64_t taken; /* by code */
    uint32_t board_key;
    uint16_t by_ranks[RANK_PAIRS]; /* classes without flushes */
    uint16_t hands[RANK_PAIRS];    /* the number of hands */
} Opponents;

static inline uint64_t bit_of(unsigned code)
{
    return UINT64_C(1) << code;
}

/* Returns 2 if the other class is beaten, 1 if it ties, else 0. */
static inline int worth(unsigned own, unsigned other)
{
    return (other > own) + (other >= own);
}

/* Counts all opponents by their ranks. */
static int count_ranks(const Opponents *opponents, unsigned own)
{
    unsigned strength = 0;
    for (int pair = 0; pair < RANK_PAIRS; pair++) {
        unsigned other = opponents->by_ranks[pair];
        strength += opponents->hands[pair] * ((unsigned)(other > own) + (unsigned)(other >= own));
    }
    return (int)strength;
}

/* Returns the correction for one opponent's hand that may make a flush with the board's ranks of a suit. */
static inline int correct_hand(const Opponents *opponents, unsigned own, unsigned suit, unsigned shown,
                               unsigned one, unsigned other)
{
    unsigned high = one > other ? one >> 2 : other >> 2, low = one > other ? other >> 2 : one >> 2;
    unsigned plain = opponents->by_ranks[index_of_ranks(high, low)], flush;
    flush = opponents->tables->flushes[shown | (unsigned)((one & 3) == suit) << (one >> 2) |
                                       (unsigned)((other & 3) == suit) << (other >> 2)];
    return flush < plain ? worth(own, flush) - worth(own, plain) : 0;
}

/* Returns the correction of the count by ranks for all hands with a flush in this suit. */
static int correct_flushes(const Opponents *opponents, unsigned own, unsigned suit, unsigned shown)
{
    unsigned suited[13], others[CARD_COUNT];
    int suited_count = 0, other_count = 0, more = 0;
    for (unsigned card = 0; card < CARD_COUNT; card++)
        if (!(opponents->taken >> card & 1)) {
            if ((card & 3) == suit)
                suited[suited_count++] = card;
            else
                others[other_count++] = card;
        }
    for (int i = 0; i < suited_count; i++)
        for (int j = 0; j < i; j++)
            more += correct_hand(opponents, own, suit, shown, suited[i], suited[j]);
    int on_board = count_bits(shown);
    for (int i = 0; i < suited_count && on_board > 3; i++)
        for (int j = 0; j < other_count; j++)
            more += correct_hand(opponents, own, suit, shown, suited[i], others[j]);
    for (int i = 0; i < other_count && on_board > 4; i++)
        for (int j = 0; j < i; j++)
            more += correct_hand(opponents, own, suit, shown, others[i], others[j]);
    return more;
}

static int river_strength(const Tables *tables, const uint8_t *hole, const uint8_t *board)
{
    const SumTable *sevens = &tables->of_size[2];
    Opponents opponents = {tables, 0, 0, {0}, {0}};
    unsigned suits[4] = {0};
    for (int i = 0; i < RIVER; i++) {
        opponents.taken |= bit_of(board[i]);
        opponents.board_key += (uint32_t)tables->codes[board[i]].key;
        suits[board[i] & 3] |= 1u << (board[i] >> 2);
    }
    uint64_t mask = tables->codes[hole[0]].mask | tables->codes[hole[1]].mask;
    for (int i = 0; i < RIVER; i++)
        mask |= tables->codes[board[i]].mask;
    opponents.taken |= bit_of(hole[0]) | bit_of(hole[1]);
    uint32_t own_key =
        opponents.board_key + (uint32_t)tables->codes[hole[0]].key + (uint32_t)tables->codes[hole[1]].key;
    unsigned own = class_of_sum(tables, sevens, own_key, mask);
    unsigned left[13];
    rate_ranks(tables, opponents.board_key, opponents.by_ranks);
    for (unsigned high = 0, pair = 0; high < 13; high++) {
        left[high] = 4 - (unsigned)count_bits((unsigned)(opponents.taken >> (4 * high)) & 15);
        for (unsigned low = 0; low <= high; low++, pair++)
            opponents.hands[pair] =
                (uint16_t)(low < high ? left[high] * left[low] : left[high] * (left[high] - 1) / 2);
    }
    int strength = count_ranks(&opponents, own);
    for (unsigned suit = 0; suit < 4; suit++)
        if (count_bits(suits[suit]) >= 3)
            strength += correct_flushes(&opponents, own, suit, suits[suit]);
    return strength;
}

PyObject *kernel_hole_strengths(PyObject *module, PyObject *args)
{
    State *state = PyModule_GetState(module);
    const uint8_t *hole, *board;
    Py_ssize_t held, shown;
    if (!PyArg_ParseTuple(args, "y#y#:hole_strengths", &hole, &held, &board, &shown) || !is_set_up(state))
        return NULL;
    uint64_t taken = 0;
    bool is_good = held == 2 && (shown == TURN || shown == RIVER);
    for (Py_ssize_t i = 0; is_good && i < held + shown; i++) {
        unsigned code = i < held ? hole[i] : board[i - held];
        is_good = code < CARD_COUNT && !(taken >> code & 1);
        taken |= code < CARD_COUNT ? bit_of(code) : 0;
    }
    if (!is_good) {
        PyErr_SetString(PyExc_ValueError,
                        "expected the codes of two cards and of four or five on the board, all different");
        return NULL;
    }
    uint8_t whole[RIVER] = {board[0], board[1], board[2], board[3], 0};
    unsigned long sum = 0, squares = 0;
    for (uint8_t last = 0; last < CARD_COUNT; last++) {
        if (shown == RIVER ? last != board[TURN] : (int)(taken >> last & 1))
            continue;
        whole[TURN] = last;
        unsigned long strength = (unsigned long)river_strength(state->tables, hole, whole);
        sum += strength;
        squares += strength * strength;
    }
    return Py_BuildValue("kk", sum, squares);
}
