/* Boards and hands that differ only in suits. */
#include "holdem.h"

#include <string.h>

static uint64_t image_of(const Holdem *holdem, int order, uint64_t set)
{
    uint64_t image = 0;
    for (; set; set &= set - 1)
        image |= UINT64_C(1) << permute_card(holdem, order, __builtin_ctzll(set));
    return image;
}

int list_symmetries(const Holdem *holdem, const uint8_t *board, int size, int *orders)
{
    int count = 0;
    uint64_t flop = set_of(board, 3);
    for (int order = 0; order < SUIT_ORDERS; order++)
        if (image_of(holdem, order, flop) == flop &&
            (size < 4 || permute_card(holdem, order, board[3]) == board[3]))
            orders[count++] = order;
    return count;
}

int cards_alike(const Holdem *holdem, const int *orders, int count, int card)
{
    uint64_t images = 0;
    for (int i = 0; i < count; i++)
        images |= UINT64_C(1) << permute_card(holdem, orders[i], card);
    return images & ((UINT64_C(1) << card) - 1) ? 0 : __builtin_popcountll(images);
}

int number_hands(const Holdem *holdem, const uint8_t *board, int size, uint16_t *numbers)
{
    const Game *game = game_of(LIMIT_HOLDEM);
    uint64_t set = set_of(board, size);
    int orders[SUIT_ORDERS], symmetries = 0, count = 0;
    for (int order = 0; order < SUIT_ORDERS; order++)
        if (image_of(holdem, order, set) == set)
            orders[symmetries++] = order;
    memset(numbers, 255, MOST_HANDS * sizeof *numbers);
    for (int hand = 0; hand < MOST_HANDS; hand++) {
        if (set >> game->card[hand][0] & 1 || set >> game->card[hand][1] & 1 || numbers[hand] != UINT16_MAX)
            continue;
        for (int i = 0; i < symmetries; i++)
            numbers[holdem->permuted[orders[i]][hand]] = (uint16_t)count;
        count++;
    }
    return count;
}

int count_boards(const Holdem *holdem, int street)
{
    int total = 0, orders[SUIT_ORDERS];
    uint8_t board[5];
    for (int flop = 0; flop < CANONICAL_FLOPS; flop++) {
        memcpy(board, holdem->flop_cards[flop], 3);
        int count = list_symmetries(holdem, board, 3, orders);
        total += street == 1;
        for (uint8_t turn = 0; street > 1 && turn < 52; turn++) {
            if (set_of(board, 3) >> turn & 1 || !cards_alike(holdem, orders, count, turn))
                continue;
            board[3] = turn;
            int after[SUIT_ORDERS], left = list_symmetries(holdem, board, 4, after);
            total += street == 2;
            for (int river = 0; street > 2 && river < 52; river++)
                total += !(set_of(board, 4) >> river & 1) && cards_alike(holdem, after, left, river);
        }
    }
    return total;
}

/* Whether no order of suits makes an earlier board of it. */
static bool is_first(const Holdem *holdem, uint64_t set)
{
    for (int order = 1; order < SUIT_ORDERS; order++)
        if (image_of(holdem, order, set) < set)
            return false;
    return true;
}

int count_rivers(const Holdem *holdem, int64_t *hands)
{
    int total = 0;
    uint16_t numbers[MOST_HANDS];
    *hands = 0;
    /* The next set of as many cards (Gosper). */
    for (uint64_t set = 31; !(set >> 52);) {
        if (is_first(holdem, set)) {
            uint8_t board[5];
            int size = 0;
            for (uint64_t left = set; left; left &= left - 1)
                board[size++] = (uint8_t)__builtin_ctzll(left);
            total++;
            *hands += number_hands(holdem, board, size, numbers);
        }
        uint64_t lowest = set & (0 - set), sum = set + lowest;
        set = sum | (((set ^ sum) >> 2) / lowest);
    }
    return total;
}
