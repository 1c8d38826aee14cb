#include "ring_match.h"

#include <string.h>

typedef struct {
    const RingMatch *match;
    uint64_t state;
    RingHands hands;
    uint8_t player[MOST_SEATS]; /* of each seat of the tree */
} Table;

/* Returns which of a spot's actions a player takes; folding is no choice where a check is free. */
static int choose(Table *table, int node)
{
    const RingMatch *match = table->match;
    const RingTree *tree = match->tree;
    int spot = tree->spot[node], seat = tree->seat[node], player = table->player[seat],
        count = tree->first[node + 1] - tree->first[node];
    unsigned choices = tree->choices[spot];
    int fold = choices & MAY_FOLD ? 0 : -1, call = choices & MAY_CALL ? fold + 1 : -1;
    if (player < MOST_PLAYERS) {
        size_t at = tree->offset[spot] +
                    (size_t)table->hands.classes[tree->street[spot]][seat] * (size_t)count;
        return draw_by_parts(&table->state, match->parts[player] + at, count);
    }
    if (player == RING_RANDOM)
        return random_below(&table->state, count);
    if (player == RING_FOLDER)
        return fold >= 0 ? fold : call;
    if (player == RING_RAISER && choices & (MAY_SIZE | MAY_ALL_IN))
        return choices & MAY_SIZE && choices & MAY_ALL_IN ? count - 2 : count - 1;
    return call >= 0 ? call : count - 1; /* with too many callers before it, it raises */
}

int ring_first_node(const RingTree *tree, int seats)
{
    int node = 0;
    for (int gone = tree->seats - seats; gone > 0 && node >= 0; gone--)
        node = tree->choices[tree->spot[node]] & MAY_FOLD ? tree->to[tree->first[node]] : -1;
    return node;
}

static int play(Table *table, int node)
{
    const RingTree *tree = table->match->tree;
    for (;;) {
        int to = tree->to[tree->first[node] + choose(table, node)];
        if (to < 0)
            return END_EDGE(to);
        node = to;
    }
}

/* Returns the seat of the tree for a place at a smaller table: the blinds, then the last to act before
 * them. */
static int seat_of(const RingTree *tree, int seats, int place)
{
    return place < 2 ? place : place + tree->seats - seats;
}

static uint64_t begin_deck(uint64_t seed, uint64_t number)
{
    return seed ^ number * UINT64_C(0xD1342543DE82EF95);
}

void deal_ring_deck(const Holdem *holdem, const Abstraction *abstraction, uint64_t seed, uint64_t number,
                    RingDeck *deck)
{
    RingBoard dealt;
    uint64_t state = begin_deck(seed, number), same = state;
    deal_board(game_of(LIMIT_HOLDEM), &same, deck->board);
    open_ring_board(&dealt, LIMIT_HOLDEM, MOST_SEATS, holdem, abstraction, &state);
    deal_ring_hands(&dealt, &state, &deck->hands);
}

void play_ring_match(const RingMatch *match, uint64_t seed, uint64_t first, uint64_t count, float *results)
{
    const RingTree *tree = match->tree;
    Table table = {.match = match};
    RingBoard dealt;
    int seats = match->seats, begin = ring_first_node(tree, seats);
    memset(table.player, RING_FOLDER, sizeof table.player);
    for (uint64_t number = first; number < first + count; number++, results += seats) {
        table.state = begin_deck(seed, number);
        open_ring_board(&dealt, LIMIT_HOLDEM, tree->seats, match->holdem, match->abstraction, &table.state);
        deal_ring_hands(&dealt, &table.state, &table.hands);
        for (int chair = 0; chair < seats; chair++)
            results[chair] = 0;
        for (int turned = 0; turned < seats; turned++) {
            for (int place = 0; place < seats; place++)
                table.player[seat_of(tree, seats, place)] = match->lineup[(place + turned) % seats];
            int end = play(&table, begin);
            for (int place = 0; place < seats; place++)
                results[(place + turned) % seats] +=
                    ring_result(tree, end, &table.hands, seat_of(tree, seats, place)) / (float)seats;
        }
    }
}
