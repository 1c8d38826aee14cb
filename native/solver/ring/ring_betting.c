#include "ring_betting.h"

#include <stdlib.h>
#include <string.h>

enum {
    BB = 100,          /* the unit is a hundredth of a big blind */
    SB_SEAT = 0,       /* seats in the order of the later streets, as in a deal's setup */
    BB_SEAT = 1,
    FIRST_SEAT = 2,    /* to act before the flop */
    NOBODY = -1,
    MOST_LIMPERS = 3,  /* before a seat other than the blinds, and the same for callers of a raise */
    MOST_CALLERS = 2,
    MOST_RAISES = 4,   /* of a size, before the flop; afterwards with two players, with more */
    MOST_BETS_OF_TWO = 3,
    MOST_BETS_OF_MORE = 2,
};

enum { ROLE_NONE, ROLE_CALLED, ROLE_RAISED };

/* Where a betting stands. */
typedef struct {
    int stack, street, actor;
    int put[MOST_SEATS], bet[MOST_SEATS]; /* in the deal, on the street */
    unsigned live, pending;               /* seats as bits: not folded; to act on this street */
    int raises, raiser, opener, callers;  /* on the street; callers since the last raise */
    int limper;                           /* the last before the first raise */
    int role[MOST_SEATS];                 /* on the street */
    int raises_before;                    /* before the flop */
    int led;                              /* who bet last on the street before */
    int past[MOST_STREETS];               /* of each earlier street: checked, bet or raised */
    int ratio;                            /* class of stack to pot when the street began */
    bool checked;                         /* the street began with a check */
} State;

typedef struct {
    uint64_t *keys;
    int32_t *numbers; /* -1: free */
    size_t slots, count;
} Numbering;

typedef struct {
    RingBetting *betting;
    int node_room, edge_room, spot_room, end_room;
    Numbering spots, ends;
    bool failed;
} Unfolding;

static int sum_of(const int *amounts)
{
    int sum = 0;
    for (int seat = 0; seat < MOST_SEATS; seat++)
        sum += amounts[seat];
    return sum;
}

static int count_seats(unsigned mask)
{
    int count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

static int highest_bet(const State *state)
{
    int highest = 0;
    for (int seat = 0; seat < MOST_SEATS; seat++)
        highest = state->bet[seat] > highest ? state->bet[seat] : highest;
    return highest;
}

static int at_most_of(int number, int most)
{
    return number < most ? number : most;
}

static int ratio_class(int left, int pot)
{
    return left * 2 < pot ? 0 : left < pot ? 1 : left < 2 * pot ? 2 : left < 4 * pot ? 3 : left < 7 * pot ? 4
           : left < 13 * pot                                                                         ? 5
                                                                                                     : 6;
}

/* Returns the bet to which the actor may raise besides all-in; 0 for none. */
static int size_of_raise(const State *state)
{
    int me = state->actor, bet = highest_bet(state), pot = sum_of(state->put), owed = bet - state->bet[me];
    int left = state->stack - state->put[me], to;
    if (state->street == 0) {
        bool blind = me == SB_SEAT || me == BB_SEAT;
        if (state->raises >= MOST_RAISES)
            return 0;
        if (state->raises == 0)
            to = (me == SB_SEAT ? 3 * BB : 5 * BB / 2) + BB * state->callers;
        else if (state->raises == 1)
            to = bet * (blind ? 7 : 6) / 2 + bet * state->callers;
        else
            to = bet * 23 / 10;
    } else if (count_seats(state->live) == 2) {
        if (state->raises >= MOST_BETS_OF_TWO)
            return 0;
        to = bet + 2 * (pot + owed) / 3;
    } else {
        if (state->raises >= MOST_BETS_OF_MORE)
            return 0;
        to = bet + (state->raises ? pot + owed : 2 * (pot + owed) / 3);
    }
    return 10 * (to - state->bet[me]) < 4 * left ? to : 0;
}

static bool may_call(const State *state)
{
    int me = state->actor;
    if (state->street || me == BB_SEAT || state->role[me] != ROLE_NONE)
        return true;
    if (state->raises == 0)
        return me == SB_SEAT || state->callers < MOST_LIMPERS;
    return state->callers < MOST_CALLERS;
}

/* Returns what the actor may do, and fills the bet to which its size raises. */
static unsigned list_choices(const State *state, int *size)
{
    int me = state->actor, owed = highest_bet(state) - state->bet[me], left = state->stack - state->put[me];
    unsigned choices = (owed ? MAY_FOLD : 0) | (may_call(state) || owed >= left ? MAY_CALL : 0);
    *size = 0;
    if (owed >= left)
        return choices;
    *size = size_of_raise(state);
    return choices | (*size ? MAY_SIZE : 0) | MAY_ALL_IN;
}

static uint32_t key_of(const State *state, unsigned choices)
{
    int me = state->actor, owed = highest_bet(state) - state->bet[me];
    int behind = at_most_of(count_seats(state->pending) - 1, 2), left = state->stack - state->put[me];
    uint32_t key = (uint32_t)state->street | choices << 23;
    if (state->street == 0)
        return key | (uint32_t)me << 2 | (uint32_t)at_most_of(state->raises, MOST_RAISES) << 5 |
               (uint32_t)((state->raises ? state->raiser : state->limper) + 1) << 8 |
               (uint32_t)at_most_of(state->callers, state->raises ? 2 : 3) << 11 |
               (uint32_t)state->role[me] << 13 | (uint32_t)behind << 15 |
               (uint32_t)(state->raises >= 2 ? state->opener + 1 : 0) << 17 |
               (uint32_t)(2 * owed >= left) << 20;
    int players = count_seats(state->live), order = count_seats(state->live & ((1u << me) - 1));
    int led = state->led == NOBODY ? 0 : state->led == me ? 1 : state->led < me ? 2 : 3;
    key |= (uint32_t)(at_most_of(players, 4) - 2) << 2 | (uint32_t)at_most_of(order, 3) << 4 |
           (uint32_t)at_most_of(state->raises_before, 3) << 6 | (uint32_t)state->ratio << 8 |
           (uint32_t)led << 11;
    if (players == 2)
        return key | (uint32_t)state->checked << 13 | (uint32_t)at_most_of(state->raises, 3) << 14 |
               (uint32_t)state->past[1] << 16 | (uint32_t)state->past[2] << 18;
    int price = !owed ? 0 : 2 * owed < sum_of(state->put) ? 1 : 2;
    return key | (uint32_t)at_most_of(state->raises, 2) << 13 | (uint32_t)state->role[me] << 15 |
           (uint32_t)at_most_of(state->callers, 2) << 17 | (uint32_t)behind << 19 | (uint32_t)price << 21;
}

static unsigned seats_with_chips(const State *state)
{
    unsigned found = 0;
    for (int seat = 0; seat < MOST_SEATS; seat++)
        if (state->live >> seat & 1 && state->put[seat] < state->stack)
            found |= 1u << seat;
    return found;
}

static void pay(State *state, int to)
{
    int me = state->actor, amount = at_most_of(to - state->bet[me], state->stack - state->put[me]);
    state->put[me] += amount;
    state->bet[me] += amount;
}

static void begin_street(State *state)
{
    state->past[state->street] = at_most_of(state->raises, 2);
    state->led = state->raiser;
    if (state->street == 0)
        state->raises_before = state->raises;
    state->street++;
    state->raises = state->callers = 0;
    state->raiser = NOBODY;
    state->checked = false;
    state->pending = seats_with_chips(state);
    memset(state->bet, 0, sizeof state->bet);
    memset(state->role, 0, sizeof state->role);
    state->actor = MOST_SEATS - 1; /* the next in turn is the first with chips */
    state->ratio = ratio_class(state->stack - state->put[__builtin_ctz(state->live)], sum_of(state->put));
}

/* Takes an action and finds the next to act; false if the deal is over. */
static bool take_choice(State *state, unsigned choice, int size)
{
    int me = state->actor, bet = highest_bet(state);
    state->pending &= ~(1u << me);
    if (choice == MAY_FOLD) {
        state->live &= ~(1u << me);
    } else if (choice == MAY_CALL) {
        if (bet > state->bet[me] || state->street == 0) {
            state->callers += bet > state->bet[me];
            state->limper = !state->raises && bet > state->bet[me] ? me : state->limper;
            state->role[me] = state->role[me] == ROLE_NONE ? ROLE_CALLED : state->role[me];
        } else if (!state->raises) {
            state->checked = true;
        }
        pay(state, bet);
    } else {
        pay(state, choice == MAY_SIZE ? size : state->bet[me] + state->stack - state->put[me]);
        if (state->street == 0 && !state->raises)
            state->opener = me;
        state->raises++;
        state->raiser = me;
        state->callers = 0;
        state->role[me] = ROLE_RAISED;
        state->pending = seats_with_chips(state) & ~(1u << me);
    }
    if (count_seats(state->live) == 1)
        return false;
    if (!state->pending) {
        if (state->street == MOST_STREETS - 1 || count_seats(seats_with_chips(state)) < 2)
            return false;
        begin_street(state);
    }
    do
        state->actor = (state->actor + 1) % MOST_SEATS;
    while (!(state->pending >> state->actor & 1));
    return true;
}

/* Memory for `needed` elements of an array, twice as much as before. */
static bool make_room(Unfolding *unfolding, int needed, int *room, const void **array, size_t size)
{
    if (*array && needed <= *room)
        return true;
    int wider = *room;
    while (wider < needed)
        wider = wider ? 2 * wider : 1024;
    void *moved = realloc((void *)*array, (size_t)wider * size);
    if (!moved) {
        unfolding->failed = true;
        return false;
    }
    *array = moved;
    *room = wider;
    return true;
}

static bool widen(Numbering *numbering)
{
    size_t slots = numbering->slots ? 2 * numbering->slots : 1 << 16;
    Numbering wider = {.keys = malloc(slots * sizeof(uint64_t)), .numbers = malloc(slots * sizeof(int32_t)),
                       .slots = slots, .count = numbering->count};
    if (!wider.keys || !wider.numbers) {
        free(wider.keys);
        free(wider.numbers);
        return false;
    }
    memset(wider.numbers, 0xFF, slots * sizeof(int32_t));
    for (size_t i = 0; i < numbering->slots; i++)
        if (numbering->numbers[i] >= 0) {
            size_t slot = (size_t)(numbering->keys[i] * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (slots - 1);
            while (wider.numbers[slot] >= 0)
                slot = (slot + 1) & (slots - 1);
            wider.keys[slot] = numbering->keys[i];
            wider.numbers[slot] = numbering->numbers[i];
        }
    free(numbering->keys);
    free(numbering->numbers);
    *numbering = wider;
    return true;
}

/* Returns the number of a key, a new one if it has none; -1 if memory is short. */
static int number_of(Numbering *numbering, uint64_t key)
{
    if (2 * numbering->count >= numbering->slots && !widen(numbering))
        return -1;
    size_t slot = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (numbering->slots - 1);
    for (; numbering->numbers[slot] >= 0; slot = (slot + 1) & (numbering->slots - 1))
        if (numbering->keys[slot] == key)
            return numbering->numbers[slot];
    numbering->keys[slot] = key;
    return numbering->numbers[slot] = (int32_t)numbering->count++;
}

static int add_spot(Unfolding *unfolding, const State *state, unsigned choices)
{
    RingBetting *betting = unfolding->betting;
    RingTree *tree = &betting->tree;
    uint32_t key = key_of(state, choices);
    int number = number_of(&unfolding->spots, key), room = unfolding->spot_room, same = room;
    if (number < tree->spots)
        return number;
    if (!make_room(unfolding, number + 1, &room, (const void **)&betting->keys, sizeof(uint32_t)))
        return -1;
    if (!make_room(unfolding, number + 1, &same, (const void **)&tree->street, 1))
        return -1;
    if (!make_room(unfolding, number + 1, &unfolding->spot_room, (const void **)&tree->choices, 1))
        return -1;
    betting->keys[number] = key;
    ((uint8_t *)tree->street)[number] = (uint8_t)state->street;
    ((uint8_t *)tree->choices)[number] = (uint8_t)choices;
    tree->spots = number + 1;
    return number;
}

/* Ends with the same seats and amounts are one, so that the few that there are stay in the cache. */
static int add_end(Unfolding *unfolding, const State *state)
{
    RingTree *tree = &unfolding->betting->tree;
    uint64_t key = state->live;
    for (int seat = 0; seat < MOST_SEATS; seat++)
        key = (key ^ (uint64_t)state->put[seat]) * UINT64_C(0xD1342543DE82EF95) + (key >> 29);
    int number = number_of(&unfolding->ends, key), room = unfolding->end_room;
    if (number < tree->ends)
        return number;
    if (!make_room(unfolding, number + 1, &room, (const void **)&tree->live, 1))
        return -1;
    if (!make_room(unfolding, number + 1, &unfolding->end_room, (const void **)&tree->paid,
                   MOST_SEATS * sizeof(uint16_t)))
        return -1;
    ((uint8_t *)tree->live)[number] = (uint8_t)state->live;
    for (int seat = 0; seat < MOST_SEATS; seat++)
        ((uint16_t *)tree->paid)[(size_t)number * MOST_SEATS + (size_t)seat] = (uint16_t)state->put[seat];
    tree->ends = number + 1;
    return number;
}

static bool make_node(Unfolding *unfolding, int choices)
{
    RingTree *tree = &unfolding->betting->tree;
    int nodes = tree->nodes + 2, room = unfolding->node_room, same = room, again = room;
    return tree->nodes < MOST_RING_NODES &&
           make_room(unfolding, nodes, &room, (const void **)&tree->seat, 1) &&
           make_room(unfolding, nodes, &same, (const void **)&tree->put, sizeof(uint16_t)) &&
           make_room(unfolding, nodes, &again, (const void **)&tree->spot, sizeof(int32_t)) &&
           make_room(unfolding, nodes, &unfolding->node_room, (const void **)&tree->first,
                     sizeof(int32_t)) &&
           make_room(unfolding, tree->edges + choices, &unfolding->edge_room, (const void **)&tree->to,
                     sizeof(int32_t));
}

/* Adds a node and all that follows, nodes depth first; returns its number. */
static int unfold(Unfolding *unfolding, const State *state)
{
    RingTree *tree = &unfolding->betting->tree;
    int size, node = tree->nodes;
    unsigned choices = list_choices(state, &size);
    int spot = add_spot(unfolding, state, choices), first = tree->edges;
    if (spot < 0 || unfolding->failed || !make_node(unfolding, count_choices(choices))) {
        unfolding->failed = true;
        return -1;
    }
    ((uint8_t *)tree->seat)[node] = (uint8_t)state->actor;
    ((uint16_t *)tree->put)[node] = (uint16_t)state->put[state->actor];
    ((int32_t *)tree->spot)[node] = spot;
    ((int32_t *)tree->first)[node] = first;
    tree->nodes++;
    tree->edges += count_choices(choices);
    for (unsigned choice = MAY_FOLD, edge = (unsigned)first; choice < MOST_CHOICES; choice <<= 1) {
        if (!(choices & choice))
            continue;
        State after = *state;
        bool goes_on = take_choice(&after, choice, size);
        int to = goes_on ? unfold(unfolding, &after) : add_end(unfolding, &after);
        if (to < 0 || unfolding->failed) {
            unfolding->failed = true;
            return -1;
        }
        ((int32_t *)tree->to)[edge++] = goes_on ? to : END_EDGE(to);
    }
    return node;
}

bool open_ring_betting(RingBetting *betting, int big_blinds)
{
    Unfolding unfolding = {.betting = betting};
    State state = {.stack = BB * big_blinds, .actor = FIRST_SEAT, .raiser = NOBODY, .limper = NOBODY,
                   .led = NOBODY, .live = (1u << MOST_SEATS) - 1, .pending = (1u << MOST_SEATS) - 1};
    memset(betting, 0, sizeof *betting);
    betting->tree.seats = MOST_SEATS;
    state.put[SB_SEAT] = state.bet[SB_SEAT] = BB / 2;
    state.put[BB_SEAT] = state.bet[BB_SEAT] = BB;
    unfold(&unfolding, &state);
    if (!unfolding.failed)
        ((int32_t *)betting->tree.first)[betting->tree.nodes] = betting->tree.edges;
    free(unfolding.spots.keys);
    free(unfolding.spots.numbers);
    free(unfolding.ends.keys);
    free(unfolding.ends.numbers);
    return !unfolding.failed;
}

void close_ring_betting(RingBetting *betting)
{
    RingTree *tree = &betting->tree;
    free((void *)tree->seat);
    free((void *)tree->put);
    free((void *)tree->spot);
    free((void *)tree->first);
    free((void *)tree->to);
    free((void *)tree->street);
    free((void *)tree->choices);
    free((void *)tree->live);
    free((void *)tree->paid);
    free(betting->keys);
    memset(betting, 0, sizeof *betting);
}
