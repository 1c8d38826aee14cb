#include "game.h"

#include <string.h>

typedef struct {
    float bet;
    int most_bets, bets; /* bets: those that blinds count for */
    int first;           /* seat */
    float blind[SEATS];
} Betting;

typedef struct {
    Street *street;
    float bet;
    int most_bets;
} Builder;

/* Adds the node at which `actor` is to act, and all nodes after it; returns its number. */
static int add_node(const Builder *build, int parent, int actor, const float *paid, int bets, bool is_first)
{
    Street *street = build->street;
    int node = street->nodes++, other = 1 - actor;
    bool faces = paid[other] > paid[actor];
    street->actor[node] = (int8_t)actor;
    street->parent[node] = (int8_t)parent;
    memcpy(street->paid[node], paid, sizeof street->paid[node]);
    street->next[node][FOLD] = faces ? FOLDED : NO_ACTION;
    float after[SEATS] = {paid[0], paid[1]};
    after[actor] = paid[other];
    /* The first to act leaves the other an action, even by calling the blind. */
    if (is_first) {
        street->next[node][CALL] = (int8_t)add_node(build, node, other, after, bets, false);
    } else {
        street->end_paid[street->ends] = paid[other];
        street->next[node][CALL] = (int8_t)END(street->ends++);
    }
    street->next[node][RAISE] = NO_ACTION;
    if (bets < build->most_bets) {
        after[actor] = paid[other] + build->bet;
        street->next[node][RAISE] = (int8_t)add_node(build, node, other, after, bets + 1, false);
    }
    return node;
}

static void build_street(Street *street, const Betting *betting)
{
    memset(street, 0, sizeof *street);
    Builder build = {street, betting->bet, betting->most_bets};
    add_node(&build, -1, betting->first, betting->blind, betting->bets, true);
}

/* Fills lanes and stakes from the streets' ends. */
static void fill_lanes(Game *game, float ante)
{
    game->lanes[0] = 1;
    game->stake[0][0] = ante;
    for (int k = 0; k < game->streets; k++) {
        game->blocks[k] = (game->lanes[k] + LANES - 1) / LANES;
        if (k + 1 == game->streets)
            break;
        /* With several blocks, the next street's blocks consist of whole blocks of this street. */
        int stride = game->blocks[k] > 1 ? game->blocks[k] * LANES : game->lanes[k];
        game->stride[k + 1] = stride;
        game->lanes[k + 1] = stride * game->street[k].ends;
        for (int e = 0; e < game->street[k].ends; e++)
            for (int lane = 0; lane < game->lanes[k]; lane++)
                if (game->stake[k][lane] > 0 || k == 0)
                    game->stake[k + 1][next_lane(game, k, e, lane)] =
                        game->stake[k][lane] + game->street[k].end_paid[e];
    }
}

static void build_holdem(Game *game)
{
    game->streets = 4;
    /* Seat 0 has the big blind, seat 1 the small blind and the button. */
    build_street(&game->street[0],
                 &(Betting){.bet = 2, .most_bets = 4, .bets = 1, .first = 1, .blind = {2, 1}});
    for (int k = 1; k < 4; k++)
        build_street(&game->street[k], &(Betting){.bet = k == 1 ? 2 : 4, .most_bets = 4});
    for (int high = 0; high < 52; high++)
        for (int low = 0; low < high; low++) {
            game->card[game->hands][0] = (uint8_t)low;
            game->card[game->hands++][1] = (uint8_t)high;
        }
    game->card_slots = 52;
    fill_lanes(game, 0);
}

static void build_small(Game *game, int streets, int cards, int most_bets)
{
    game->streets = streets;
    for (int k = 0; k < streets; k++)
        build_street(&game->street[k],
                     &(Betting){.bet = (float)(streets == 1 ? 1 : 2 + 2 * k), .most_bets = most_bets});
    game->hands = cards;
    game->card_slots = 2 * cards;
    for (int i = 0; i < cards; i++) {
        game->card[i][0] = (uint8_t)i;
        game->card[i][1] = (uint8_t)(cards + i);
    }
    fill_lanes(game, 1);
}

const Game *game_of(int kind)
{
    static Game games[GAME_COUNT];
    static bool built;
    if (!built) {
        memset(games, 0, sizeof games);
        for (int i = 0; i < GAME_COUNT; i++)
            games[i].kind = i;
        build_holdem(&games[LIMIT_HOLDEM]);
        build_small(&games[KUHN], 1, 3, 1);
        build_small(&games[LEDUC], 2, 6, 2);
        built = true;
    }
    return &games[kind];
}

int board_size(const Game *game, int street)
{
    if (game->kind == LIMIT_HOLDEM)
        return street ? street + 2 : 0;
    return street;
}
