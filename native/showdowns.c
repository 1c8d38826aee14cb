/* Exact showdowns of known hands over all boards, the twin of ircpoker/equity/exact.py, which explains the
 * method: by multisets of ranks first, then the boards that a flush wins are moved to it. */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"
#include "numbers.h"
#include "omaha.h"

#define MOST_HANDS 10
#define SHARES 2520 /* of a pot: the least common multiple of 1 to 10 */

static const int WAYS[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};

typedef struct {
    uint32_t key;
    int ways;
} RankSet;

typedef struct {
    const Tables *tables;
    const OmahaTable *omaha; /* NULL for hold'em */
    int hands, hole_counts[MOST_HANDS], board_count, to_come;
    uint8_t hole[MOST_HANDS][MOST_HOLE], board[BOARD_SIZE];
    uint64_t gone; /* a bit for each code that cannot come */
    int live_ranks[13];
    uint32_t board_key, hole_keys[MOST_HANDS];
    uint16_t *by_triple; /* Omaha: for each hand its best class with each triple of the board */
    /* By index of the board's ranks in the table of fives: */
    uint16_t *best, *winners;
    int64_t *ways;
    int64_t by_winners[1 << MOST_HANDS];
} Spot;

static void choose_best(unsigned class_, int hand, unsigned *best, unsigned *winners)
{
    if (class_ < *best)
        *best = class_, *winners = 0;
    *winners |= (unsigned)(class_ == *best) << hand;
}

/* The best hands on a board by its ranks. */
static inline void rate_board(Spot *spot, const unsigned *ranks, uint32_t key, int64_t ways)
{
    unsigned best = NO_HAND_CLASS + 1, winners = 0;
    if (spot->omaha) {
        unsigned triples[BOARD_TRIPLES], count = 0;
        for (int i = 2; i < BOARD_SIZE; i++)
            for (int j = 1; j < i; j++)
                for (int k = 0; k < j; k++)
                    triples[count++] = triple_of(spot->omaha, ranks[i], ranks[j], ranks[k]);
        for (int hand = 0; hand < spot->hands; hand++) {
            unsigned class_ = NO_HAND_CLASS;
            const uint16_t *by_triple = spot->by_triple + TRIPLES * hand;
            for (int i = 0; i < BOARD_TRIPLES; i++)
                class_ = by_triple[triples[i]] < class_ ? by_triple[triples[i]] : class_;
            choose_best(class_, hand, &best, &winners);
        }
    } else {
        const SumTable *sevens = &spot->tables->of_size[2];
        for (int hand = 0; hand < spot->hands; hand++)
            choose_best(sevens->classes[index_of(sevens, spot->hole_keys[hand] + key)], hand, &best,
                        &winners);
    }
    size_t index = index_of(&spot->tables->of_size[0], key);
    spot->best[index] = (uint16_t)best;
    spot->winners[index] = (uint16_t)winners;
    spot->ways[index] = ways;
}

/* Visits every multiset of `left` more ranks below `below`; first to rate the boards, then to add them
 * up. */
static void visit_boards(Spot *spot, int below, int left, unsigned *ranks, uint32_t key, int64_t ways,
                         bool rate)
{
    if (!left) {
        if (rate) {
            rate_board(spot, ranks, key, ways);
        } else {
            size_t index = index_of(&spot->tables->of_size[0], key);
            spot->by_winners[spot->winners[index]] += spot->ways[index];
        }
        return;
    }
    for (int rank = below - 1; rank >= 0; rank--) {
        int live = spot->live_ranks[rank], most = live < left ? live : left;
        uint32_t next = key;
        for (int taken = 1; taken <= most; taken++) {
            ranks[BOARD_SIZE - left + taken - 1] = (unsigned)rank;
            next += (uint32_t)spot->tables->codes[4 * rank].key;
            visit_boards(spot, rank, left - taken, ranks, next, ways * WAYS[live][taken], rate);
        }
    }
}

typedef struct {
    unsigned held[MOST_HANDS], board, live;
} Suit;

static Suit suit_of(const Spot *spot, unsigned suit)
{
    Suit found;
    memset(&found, 0, sizeof found); /* compared as a whole */
    for (int hand = 0; hand < spot->hands; hand++)
        for (int i = 0; i < spot->hole_counts[hand]; i++)
            if ((spot->hole[hand][i] & 3u) == suit)
                found.held[hand] |= 1u << (spot->hole[hand][i] >> 2);
    for (int i = 0; i < spot->board_count; i++)
        if ((spot->board[i] & 3u) == suit)
            found.board |= 1u << (spot->board[i] >> 2);
    for (unsigned rank = 0; rank < 13; rank++)
        if (!(spot->gone >> (4 * rank + suit) & 1))
            found.live |= 1u << rank;
    return found;
}

/* Returns how many cards of a suit must come for a flush of any hand. */
static int cards_needed(const Spot *spot, const Suit *suit)
{
    int fewest = BOARD_SIZE + 1, board = count_bits(suit->board);
    for (int hand = 0; hand < spot->hands; hand++) {
        int held = count_bits(suit->held[hand]);
        int needed = !spot->omaha ? 5 - held - board : held >= 2 ? 3 - board : BOARD_SIZE + 1;
        needed = needed < 0 ? 0 : needed;
        fewest = needed < fewest ? needed : fewest;
    }
    return fewest;
}

/* Lists the multisets of `left` ranks of the other suits; returns how many there are. */
static int list_others(const Spot *spot, const int *live, int below, int left, uint32_t key, int ways,
                       RankSet *sets)
{
    if (!left) {
        *sets = (RankSet){key, ways};
        return 1;
    }
    int count = 0;
    for (int rank = below - 1; rank >= 0; rank--) {
        uint32_t next = key;
        for (int taken = 1; taken <= left && taken <= live[rank]; taken++) {
            next += (uint32_t)spot->tables->codes[4 * rank].key;
            count += list_others(spot, live, rank, left - taken, next, ways * WAYS[live[rank]][taken],
                                 sets + count);
        }
    }
    return count;
}

/* Gives the boards with these cards of a suit to the best flush, where it is better. */
static void take_boards(Spot *spot, const Suit *suit, unsigned mask, const RankSet *others, int count,
                        int64_t times)
{
    unsigned best = NO_HAND_CLASS + 1, winners = 0;
    uint32_t key = spot->board_key;
    for (int hand = 0; hand < spot->hands; hand++) {
        unsigned shown = suit->board | mask;
        unsigned class_ = spot->omaha ? best_flush(spot->tables, suit->held[hand], shown)
                                      : spot->tables->flushes[suit->held[hand] | shown];
        choose_best(class_, hand, &best, &winners);
    }
    for (unsigned rank = 0; rank < 13; rank++)
        key += mask >> rank & 1 ? (uint32_t)spot->tables->codes[4 * rank].key : 0;
    int64_t taken = 0;
    for (int i = 0; i < count; i++) {
        size_t index = index_of(&spot->tables->of_size[0], key + others[i].key);
        int64_t number = best < spot->best[index] ? times * others[i].ways : 0;
        spot->ways[index] -= number;
        taken += number;
    }
    spot->by_winners[winners] += taken;
}

static void take_flushes(Spot *spot, const Suit *suit, int64_t times)
{
    RankSet others[PAIRS]; /* a flush leaves room for two other cards at most */
    int live[13], fewest = cards_needed(spot, suit);
    for (int rank = 0; rank < 13; rank++)
        live[rank] = spot->live_ranks[rank] - (int)(suit->live >> rank & 1);
    for (int coming = fewest; coming <= spot->to_come; coming++) {
        int left = spot->to_come - coming;
        int count = list_others(spot, live, 13, left, 0, 1, others);
        for (unsigned mask = (1u << coming) - 1; mask < RANK_MASKS; mask = next_mask(mask))
            if (!(mask & ~suit->live))
                take_boards(spot, suit, mask, others, count, times);
    }
}

static void count_showdowns(Spot *spot)
{
    unsigned ranks[BOARD_SIZE];
    for (int i = 0; i < spot->board_count; i++)
        ranks[i] = spot->board[i] >> 2;
    visit_boards(spot, 13, spot->to_come, ranks, spot->board_key, 1, true);
    Suit suits[4];
    for (unsigned suit = 0; suit < 4; suit++)
        suits[suit] = suit_of(spot, suit);
    for (int suit = 0; suit < 4; suit++) {
        int64_t times = 0, before = 0; /* suits whose cards are in the same hands have equal flushes */
        for (int other = 0; other < 4; other++)
            if (!memcmp(&suits[suit], &suits[other], sizeof(Suit))) {
                times++;
                before += other < suit;
            }
        if (!before)
            take_flushes(spot, &suits[suit], times);
    }
    visit_boards(spot, 13, spot->to_come, ranks, spot->board_key, 1, false);
}

static bool prepare(Spot *spot, PyObject *hole, PyObject *board, PyObject *dead)
{
    uint8_t dead_codes[CARD_COUNT];
    PyObject *hands = PySequence_Tuple(hole);
    if (!hands)
        return false;
    spot->hands = PyTuple_Size(hands) <= MOST_HANDS ? (int)PyTuple_Size(hands) : 0;
    for (int hand = 0; hand < spot->hands && !PyErr_Occurred(); hand++) {
        int count = read_codes_of(PyTuple_GetItem(hands, hand), MOST_HOLE, spot->hole[hand]);
        if (count >= 0 && (spot->omaha ? count < 2 : count != 2))
            PyErr_Format(PyExc_ValueError, "%d hole cards: expected %s", count,
                         spot->omaha ? "2 to 6" : "2");
        spot->hole_counts[hand] = count;
    }
    Py_DECREF(hands);
    if (PyErr_Occurred())
        return false;
    if (!spot->hands) {
        PyErr_SetString(PyExc_ValueError, "expected 1 to 10 hands");
        return false;
    }
    int dead_count = read_codes_of(dead, CARD_COUNT, dead_codes);
    spot->board_count = dead_count < 0 ? -1 : read_codes_of(board, BOARD_SIZE, spot->board);
    if (spot->board_count < 0)
        return false;
    spot->to_come = BOARD_SIZE - spot->board_count;
    for (int i = 0; i < dead_count; i++)
        spot->gone |= UINT64_C(1) << dead_codes[i];
    for (int i = 0; i < spot->board_count; i++) {
        spot->gone |= UINT64_C(1) << spot->board[i];
        spot->board_key += (uint32_t)spot->tables->codes[spot->board[i] & ~3].key;
    }
    for (int hand = 0; hand < spot->hands; hand++)
        for (int i = 0; i < spot->hole_counts[hand]; i++) {
            spot->gone |= UINT64_C(1) << spot->hole[hand][i];
            spot->hole_keys[hand] += (uint32_t)spot->tables->codes[spot->hole[hand][i] & ~3].key;
        }
    for (int code = 0; code < CARD_COUNT; code++)
        spot->live_ranks[code >> 2] += !(spot->gone >> code & 1);
    return true;
}

static void fill_triples(Spot *spot)
{
    for (int hand = 0; hand < spot->hands; hand++)
        for (int triple = 0; triple < TRIPLES; triple++) {
            int16_t best = NO_HAND_CLASS;
            for (int i = 1; i < spot->hole_counts[hand]; i++)
                for (int j = 0; j < i; j++) {
                    unsigned pair = pair_of(spot->omaha, spot->hole[hand][i] >> 2, spot->hole[hand][j] >> 2);
                    int16_t class_ = spot->omaha->classes[triple * LINE + (int)pair];
                    best = class_ < best ? class_ : best;
                }
            spot->by_triple[TRIPLES * hand + triple] = (uint16_t)best;
        }
}

/* Returns the counts of each hand: wins, ties, losses, and shares of pots. */
static PyObject *answer_of(const Spot *spot)
{
    int64_t boards = 0, win[MOST_HANDS] = {0}, tie[MOST_HANDS] = {0}, share[MOST_HANDS] = {0};
    for (int winners = 1; winners < 1 << spot->hands; winners++) {
        int64_t number = spot->by_winners[winners], part = number * SHARES / count_bits((unsigned)winners);
        boards += number;
        for (int hand = 0; hand < spot->hands; hand++)
            if (winners >> hand & 1) {
                share[hand] += part;
                *(winners == 1 << hand ? &win[hand] : &tie[hand]) += number;
            }
    }
    PyObject *list = PyList_New(spot->hands);
    for (int hand = 0; list && hand < spot->hands; hand++) {
        PyObject *counts =
            Py_BuildValue("LLLL", (long long)win[hand], (long long)tie[hand],
                          (long long)(boards - win[hand] - tie[hand]), (long long)share[hand]);
        if (!counts)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, hand, counts);
    }
    return list;
}

PyObject *kernel_showdown_counts(PyObject *module, PyObject *args)
{
    State *state = PyModule_GetState(module);
    PyObject *hole, *board, *dead, *answer = NULL;
    int omaha;
    if (!PyArg_ParseTuple(args, "OOOp:showdown_counts", &hole, &board, &dead, &omaha) || !is_set_up(state))
        return NULL;
    size_t length = state->tables->of_size[0].length;
    Spot *spot = calloc(1, sizeof *spot);
    uint16_t *numbers = calloc(2 * length + MOST_HANDS * TRIPLES, sizeof *numbers);
    int64_t *ways = calloc(length, sizeof *ways);
    const OmahaTable *table = omaha ? omaha_table(state->tables) : NULL;
    if (!spot || !numbers || !ways || (omaha && !table)) {
        PyErr_NoMemory();
    } else {
        spot->tables = state->tables;
        spot->omaha = table;
        spot->best = numbers, spot->winners = numbers + length, spot->by_triple = numbers + 2 * length;
        spot->ways = ways;
        if (prepare(spot, hole, board, dead)) {
            Py_BEGIN_ALLOW_THREADS
            if (omaha)
                fill_triples(spot);
            count_showdowns(spot);
            Py_END_ALLOW_THREADS
            answer = answer_of(spot);
        }
    }
    free(ways);
    free(numbers);
    free(spot);
    return answer;
}
