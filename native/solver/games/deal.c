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
            int index = list->count++;
            list->hand[index] = (uint16_t)hand;
            bool equal = game->kind == LEDUC && index && !pairs && list->hand[index - 1] / 2 == hand / 2;
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

static inline uint16_t at_most(uint16_t class, uint16_t highest)
{
    return class < highest ? class : highest;
}

void fill_classes(const Game *game, const Holdem *holdem, const Abstraction *abstraction, int street,
                  const uint8_t *board, const HandList *list, uint16_t *classes)
{
    uint16_t highest = (uint16_t)(abstraction->classes[street] - 1);
    if (game->kind != LIMIT_HOLDEM) {
        for (int hand = 0; hand < game->hands; hand++)
            classes[hand] = (uint16_t)(street ? hand * game->hands + board[0] : hand);
    } else if (street == 0) {
        for (int hand = 0; hand < MOST_HANDS; hand++)
            classes[hand] = holdem->preflop[hand];
    } else if (street < 3) {
        int order, number = canonical_board(holdem, board, street + 2, &order);
        const uint16_t *of_hand =
            (street == 1 ? abstraction->flops : abstraction->turns) + (size_t)number * MOST_HANDS;
        for (int hand = 0; hand < MOST_HANDS; hand++)
            classes[hand] = at_most(of_hand[holdem->permuted[order][hand]], highest);
    } else {
        uint16_t strengths[MOST_HANDS];
        const uint16_t *of_strength = abstraction->rivers + (size_t)river_texture(board) * STRENGTHS;
        river_strengths(list, strengths);
        for (int i = 0; i < list->count; i++)
            classes[list->hand[i]] = at_most(of_strength[strengths[i]], highest);
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

void open_board(DealtBoard *dealt, const Game *game, const Holdem *holdem, const Abstraction *abstraction,
                uint64_t *state)
{
    uint8_t board[5] = {0};
    HandList *list = &dealt->list;
    dealt->game = game;
    deal_board(game, state, board);
    list_street(game, holdem, game->streets - 1, board, list);
    for (int k = 0; k < game->streets; k++)
        fill_classes(game, holdem, abstraction, k, board, list, dealt->classes[k]);
    for (int group = 0, i = 0; group < list->groups; group++)
        for (; i < list->group_end[group]; i++)
            dealt->group_of[i] = (uint16_t)group;
}

int deal_hands(const DealtBoard *dealt, uint64_t *state, uint16_t (*classes)[SEATS])
{
    const HandList *list = &dealt->list;
    int one = random_below(state, list->count), other;
    do
        other = random_below(state, list->count);
    while (list->first[one] == list->first[other] || list->first[one] == list->second[other] ||
           list->second[one] == list->first[other] || list->second[one] == list->second[other]);
    for (int k = 0; k < dealt->game->streets; k++) {
        classes[k][0] = dealt->classes[k][list->hand[one]];
        classes[k][1] = dealt->classes[k][list->hand[other]];
    }
    return (dealt->group_of[one] > dealt->group_of[other]) - (dealt->group_of[one] < dealt->group_of[other]);
}
