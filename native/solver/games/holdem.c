#include "holdem.h"

#include <stdlib.h>
#include <string.h>

#include "../../river.inc"

/* Returns the index of a set of cards among all sets of its size (combinatorial number system). */
static int index_of_set(uint64_t set)
{
    int index = 0;
    for (int chosen = 1; set; chosen++, set &= set - 1) {
        int card = __builtin_ctzll(set), ways = 1;
        for (int i = 0; i < chosen; i++)
            ways = ways * (card - i) / (i + 1);
        index += ways;
    }
    return index;
}

static uint64_t permute_set(const Holdem *holdem, int order, uint64_t set)
{
    uint64_t result = 0;
    for (; set; set &= set - 1)
        result |= UINT64_C(1) << permute_card(holdem, order, __builtin_ctzll(set));
    return result;
}

static void fill_orders(Holdem *holdem)
{
    int order = 0;
    for (uint8_t a = 0; a < 4; a++)
        for (uint8_t b = 0; b < 4; b++)
            for (uint8_t c = 0; c < 4; c++)
                if (a != b && a != c && b != c) {
                    uint8_t suits[4] = {a, b, c, (uint8_t)(6 - a - b - c)};
                    memcpy(holdem->suits[order++], suits, sizeof suits);
                }
    for (order = 0; order < SUIT_ORDERS; order++)
        for (int high = 0; high < 52; high++)
            for (int low = 0; low < high; low++)
                holdem->permuted[order][hand_number(low, high)] = (uint16_t)hand_number(
                    permute_card(holdem, order, low), permute_card(holdem, order, high));
    for (int high = 0; high < 52; high++)
        for (int low = 0; low < high; low++) {
            int first = high >> 2, second = low >> 2;
            bool suited = (high & 3) == (low & 3);
            holdem->preflop[hand_number(low, high)] =
                (uint8_t)(suited ? 13 * first + second : 13 * second + first);
        }
}

typedef struct {
    int size;
    uint16_t *number, *boards;
    uint8_t *order, *cards;
    int canonical;
} Boards;

/* Gives a set of cards the number of its canonical board, which is the first of those that differ only in
 * suits. */
static void add_board(const Holdem *holdem, Boards *all, uint64_t set)
{
    int index = index_of_set(set), best = index, best_order = -1;
    for (int order = 0; order < SUIT_ORDERS; order++) {
        int other = index_of_set(permute_set(holdem, order, set));
        if (other < best || best_order < 0) {
            best_order = other <= best ? order : best_order;
            best = other < best ? other : best;
        }
    }
    if (best == index) {
        uint8_t *cards = all->cards + all->size * all->canonical;
        for (uint8_t card = 0; card < 52; card++)
            if (set >> card & 1)
                *cards++ = card;
        all->number[index] = (uint16_t)all->canonical++;
    } else {
        all->number[index] = all->number[best];
    }
    all->order[index] = (uint8_t)best_order;
    all->boards[all->number[index]]++;
}

static void fill_boards(Holdem *holdem)
{
    Boards flops = {3, holdem->flop_number, holdem->flop_boards, holdem->flop_order, holdem->flop_cards[0],
                    0};
    Boards turns = {4, holdem->turn_number, holdem->turn_boards, holdem->turn_order, holdem->turn_cards[0],
                    0};
    /* In the order of their indices, so that the canonical board comes before the others. */
    for (int c = 2; c < 52; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++)
                add_board(holdem, &flops, UINT64_C(1) << a | UINT64_C(1) << b | UINT64_C(1) << c);
    for (int d = 3; d < 52; d++)
        for (int c = 2; c < d; c++)
            for (int b = 1; b < c; b++)
                for (int a = 0; a < b; a++)
                    add_board(holdem, &turns,
                              UINT64_C(1) << a | UINT64_C(1) << b | UINT64_C(1) << c | UINT64_C(1) << d);
}

Holdem *holdem_new(const Tables *tables)
{
    Holdem *holdem = calloc(1, sizeof *holdem);
    if (!holdem)
        return NULL;
    holdem->tables = tables;
    fill_orders(holdem);
    fill_boards(holdem);
    return holdem;
}

int canonical_board(const Holdem *holdem, const uint8_t *board, int count, int *order)
{
    int index = index_of_set(set_of(board, count));
    *order = count == 3 ? holdem->flop_order[index] : holdem->turn_order[index];
    return count == 3 ? holdem->flop_number[index] : holdem->turn_number[index];
}

/* Lists the hands that the board leaves, each as class * 2^16 + its number; returns how many. */
static int rate_hands(const Tables *tables, const uint8_t *board, uint32_t *found)
{
    River river;
    uint64_t taken = set_of(board, BOARD_CARDS);
    int count = 0, number = 0;
    read_river(tables, board, &river);
    for (unsigned high = 0; high < CARD_COUNT; high++)
        for (unsigned low = 0; low < high; low++, number++) {
            unsigned ranks = index_of_ranks(high >> 2, low >> 2);
            found[count] = class_on_river(tables, &river, ranks, low, high) << 16 | (uint32_t)number;
            count += !(taken >> low & 1 || taken >> high & 1);
        }
    return count;
}

void list_river(const Holdem *holdem, const uint8_t *board, HandList *list)
{
    const Game *game = game_of(LIMIT_HOLDEM);
    uint32_t found[MOST_HANDS + 1], sorted[MOST_HANDS];
    list->count = rate_hands(holdem->tables, board, found);
    sort_by_class(found, sorted, list->count);
    list->groups = 0;
    for (int i = 0; i < list->count; i++) {
        int hand = (int)(found[i] & 0xFFFF);
        list->hand[i] = (uint16_t)hand;
        list->first[i] = game->card[hand][0];
        list->second[i] = game->card[hand][1];
        if (i + 1 == list->count || found[i] >> 16 != found[i + 1] >> 16)
            list->group_end[list->groups++] = (uint16_t)(i + 1);
    }
}

void river_strengths(const HandList *list, uint16_t *strengths)
{
    int below = 0, below_card[52] = {0}, start = 0;
    for (int group = 0; group < list->groups; group++) {
        int end = list->group_end[group];
        for (int i = start; i < end; i++)
            strengths[i] = (uint16_t)(below - below_card[list->first[i]] - below_card[list->second[i]]);
        below += end - start;
        for (int i = start; i < end; i++) {
            below_card[list->first[i]]++;
            below_card[list->second[i]]++;
        }
        /* Now the hands that it does not lose to; the hand itself is there once and is subtracted twice. */
        for (int i = start; i < end; i++)
            strengths[i] = (uint16_t)(strengths[i] + below - below_card[list->first[i]] -
                                      below_card[list->second[i]] + 1);
        start = end;
    }
}

int river_texture(const uint8_t *board)
{
    int suits[4] = {0}, ranks[13] = {0}, most = 0, pairs = 0, straight = 0;
    unsigned mask = 0;
    for (int i = 0; i < 5; i++) {
        int suited = ++suits[board[i] & 3], rank = board[i] >> 2;
        most = suited > most ? suited : most;
        pairs += ++ranks[rank] > 1;
        mask |= 2u << rank | (unsigned)(rank == 12); /* the ace is low, too */
    }
    for (int low = 0; low < 10; low++) {
        int count = count_bits(mask >> low & 31);
        straight = count > straight ? count : straight;
    }
    int flush = most < 3 ? 0 : most - 2, run = straight < 3 ? 0 : straight - 2;
    return 9 * (flush > 2 ? 2 : flush) + 3 * (pairs > 2 ? 2 : pairs) + (run > 2 ? 2 : run);
}

void turn_sums(const Holdem *holdem, int number, uint32_t *sums, uint32_t *squares)
{
    HandList list;
    uint16_t strengths[MOST_HANDS];
    uint8_t board[5];
    memcpy(board, holdem->turn_cards[number], 4);
    memset(sums, 0, MOST_HANDS * sizeof *sums);
    memset(squares, 0, MOST_HANDS * sizeof *squares);
    uint64_t taken = set_of(board, 4);
    for (uint8_t river = 0; river < 52; river++) {
        if (taken >> river & 1)
            continue;
        board[4] = river;
        list_river(holdem, board, &list);
        river_strengths(&list, strengths);
        for (int i = 0; i < list.count; i++) {
            sums[list.hand[i]] += strengths[i];
            squares[list.hand[i]] += (uint32_t)strengths[i] * strengths[i];
        }
    }
}

void flop_sums(const Holdem *holdem, int number, const uint32_t *turn_sum, const uint32_t *turn_square,
               uint32_t *sums, uint64_t *squares)
{
    uint8_t board[4];
    memcpy(board, holdem->flop_cards[number], 3);
    memset(sums, 0, MOST_HANDS * sizeof *sums);
    memset(squares, 0, MOST_HANDS * sizeof *squares);
    uint64_t flop = set_of(board, 3);
    for (uint8_t turn = 0; turn < 52; turn++) {
        if (flop >> turn & 1)
            continue;
        board[3] = turn;
        int order, index = canonical_board(holdem, board, 4, &order);
        const uint32_t *from = turn_sum + (size_t)index * MOST_HANDS,
                       *from_square = turn_square + (size_t)index * MOST_HANDS;
        for (int hand = 0; hand < MOST_HANDS; hand++) {
            sums[hand] += from[holdem->permuted[order][hand]];
            squares[hand] += from_square[holdem->permuted[order][hand]];
        }
    }
}
