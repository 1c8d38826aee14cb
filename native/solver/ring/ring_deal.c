#include "ring_deal.h"

#include <string.h>

void open_ring_board(RingBoard *dealt, int game, int seats, const Holdem *holdem,
                     const Abstraction *abstraction, uint64_t *state)
{
    dealt->game = game;
    dealt->seats = seats;
    memcpy(dealt->classes, abstraction->classes, sizeof dealt->classes);
    if (game != LIMIT_HOLDEM)
        return;
    open_board(&dealt->board, game_of(LIMIT_HOLDEM), holdem, abstraction, state);
    const HandList *list = &dealt->board.list;
    dealt->taken = (UINT64_C(1) << 52) - 1;
    for (int i = 0; i < list->count; i++) {
        dealt->strength[list->hand[i]] = dealt->board.group_of[i];
        dealt->taken &= ~(UINT64_C(1) << list->first[i] | UINT64_C(1) << list->second[i]);
    }
}

static int draw_card(uint64_t *taken, int cards, uint64_t *state)
{
    int card;
    do
        card = random_below(state, cards);
    while (*taken >> card & 1);
    *taken |= UINT64_C(1) << card;
    return card;
}

static void deal_holdem(const RingBoard *dealt, uint64_t *state, RingHands *hands)
{
    uint64_t taken = dealt->taken;
    for (int seat = 0; seat < dealt->seats; seat++) {
        int one = draw_card(&taken, 52, state), other = draw_card(&taken, 52, state);
        int hand = hand_number(one, other);
        for (int k = 0; k < MOST_STREETS; k++)
            hands->classes[k][seat] = dealt->board.classes[k][hand];
        hands->strength[seat] = dealt->strength[hand];
        hands->hand[seat] = (uint16_t)hand;
    }
}

static void deal_small(const RingBoard *dealt, uint64_t *state, RingHands *hands)
{
    uint64_t taken = 0;
    int ranks = dealt->seats + 1, suits = dealt->game == LEDUC ? 2 : 1;
    int shown = suits == 2 ? draw_card(&taken, ranks * suits, state) / suits : -1;
    for (int seat = 0; seat < dealt->seats; seat++) {
        int rank = draw_card(&taken, ranks * suits, state) / suits;
        hands->classes[0][seat] = (uint16_t)rank;
        hands->classes[1][seat] = (uint16_t)(rank * ranks + shown);
        hands->strength[seat] = (uint16_t)(rank == shown ? ranks : rank);
    }
}

void deal_ring_hands(const RingBoard *dealt, uint64_t *state, RingHands *hands)
{
    if (dealt->game == LIMIT_HOLDEM)
        deal_holdem(dealt, state, hands);
    else
        deal_small(dealt, state, hands);
}

float ring_result(const RingTree *tree, int end, const RingHands *hands, int seat)
{
    const uint16_t *paid = tree->paid + (size_t)end * (size_t)tree->seats;
    unsigned live = tree->live[end];
    if (!(live >> seat & 1))
        return -(float)paid[seat];
    int pot = 0, winners = 1;
    for (int other = 0; other < tree->seats; other++) {
        pot += paid[other];
        if (other == seat || !(live >> other & 1))
            continue;
        if (hands->strength[other] > hands->strength[seat])
            return -(float)paid[seat];
        winners += hands->strength[other] == hands->strength[seat];
    }
    return (float)pot / (float)winners - (float)paid[seat];
}

int draw_by_parts(uint64_t *state, const uint8_t *parts, int count)
{
    int whole = 0;
    for (int i = 0; i < count; i++)
        whole += parts[i];
    int drawn = whole ? random_below(state, whole) : 0;
    for (int i = 0; i < count - 1; i++) {
        drawn -= parts[i];
        if (drawn < 0)
            return i;
    }
    return count - 1;
}
