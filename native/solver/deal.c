#include "deal.h"

#include <string.h>

/* In the small games rank decides, unless a hand pairs the board: it comes last. */
static void list_small(const Game *game, const uint8_t *board, int size, HandList *list)
{
    for (int pass = 0; pass < 2; pass++)
        for (int hand = 0; hand < game->hands; hand++) {
            bool gone = size && board[0] == hand, pairs = size && hand / 2 == board[0] / 2;
            if (gone || pairs != (pass == 1))
                continue;
            int place = list->count++;
            list->hand[place] = (uint16_t)hand;
            bool equal = game->kind == LEDUC && place && !pairs && list->hand[place - 1] / 2 == hand / 2;
            list->groups += !equal;
            list->group_end[list->groups - 1] = (uint16_t)list->count;
        }
}

void list_street(const Game *game, const Holdem *holdem, int street, const uint8_t *board, HandList *list)
{
    int size = board_size(game, street);
    if (size == 5) {
        list_river(holdem, board, list);
        return;
    }
    list->count = list->groups = 0;
    if (game->kind == LIMIT_HOLDEM) {
        uint64_t taken = set_of(board, size);
        for (int hand = 0; hand < game->hands; hand++)
            if (!(taken >> game->card[hand][0] & 1 || taken >> game->card[hand][1] & 1))
                list->hand[list->count++] = (uint16_t)hand;
    } else {
        list_small(game, board, size, list);
    }
    for (int i = 0; i < list->count; i++) {
        list->first[i] = game->card[list->hand[i]][0];
        list->second[i] = game->card[list->hand[i]][1];
    }
}

void fill_classes(const Game *game, const Holdem *holdem, const Abstraction *abstraction, int street, const uint8_t *board,
                  const HandList *list, uint16_t *classes)
{
    if (game->kind != LIMIT_HOLDEM) {
        for (int hand = 0; hand < game->hands; hand++)
            classes[hand] = (uint16_t)(street ? hand * game->hands + board[0] : hand);
    } else if (street == 0) {
        for (int hand = 0; hand < MOST_HANDS; hand++)
            classes[hand] = holdem->preflop[hand];
    } else if (street < 3) {
        int order, number = canonical_board(holdem, board, street + 2, &order);
        const uint16_t *of_hand = (street == 1 ? abstraction->flops : abstraction->turns) + (size_t)number * MOST_HANDS;
        for (int hand = 0; hand < MOST_HANDS; hand++)
            classes[hand] = of_hand[holdem->permuted[order][hand]];
    } else {
        uint16_t strengths[MOST_HANDS];
        const uint16_t *of_strength = abstraction->rivers + (size_t)river_texture(board) * STRENGTHS;
        river_strengths(list, strengths);
        for (int i = 0; i < list->count; i++)
            classes[list->hand[i]] = of_strength[strengths[i]];
    }
}

void deal_board(const Game *game, uint64_t *state, uint8_t *board)
{
    int size = board_size(game, game->streets - 1), cards = game->kind == LIMIT_HOLDEM ? 52 : game->hands;
    uint64_t taken = 0;
    for (int i = 0; i < size; i++) {
        do
            board[i] = (uint8_t)random_below(state, cards);
        while (taken >> board[i] & 1);
        taken |= UINT64_C(1) << board[i];
    }
}
