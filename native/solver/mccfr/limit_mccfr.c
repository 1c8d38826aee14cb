#include "limit_mccfr.h"

typedef struct {
    const SelfPlay *play;
    uint64_t state;
    int learner;   /* seat */
    float outcome; /* of a showdown for the learner: 1, 0 or -1 */
    float weight;
    uint16_t classes[MOST_STREETS][SEATS]; /* of the two hands */
} Deal;

static float visit(Deal *deal, int k, int lane, int node);

static float take(Deal *deal, int k, int lane, int node, int action)
{
    const Game *game = deal->play->game;
    const Street *street = &game->street[k];
    int next = street->next[node][action];
    if (next >= 0)
        return visit(deal, k, lane, next);
    if (next == FOLDED) {
        int actor = street->actor[node];
        float amount = game->stake[k][lane] + street->paid[node][actor];
        return actor == deal->learner ? -amount : amount;
    }
    int e = END_OF(next);
    if (k + 1 == game->streets)
        return deal->outcome * (game->stake[k][lane] + street->end_paid[e]);
    return visit(deal, k + 1, next_lane(game, k, e, lane), 0);
}

static int choose(Deal *deal, const float *policy)
{
    float chance = (float)(next_random(&deal->state) >> 40) * 0x1p-24f;
    if (chance < policy[CALL])
        return CALL;
    return policy[RAISE] > 0 && (chance < policy[CALL] + policy[RAISE] || policy[FOLD] <= 0) ? RAISE
           : policy[FOLD] > 0                                                                ? FOLD
                                                                                             : CALL;
}

/* Returns the learner's win from a node on: all its actions are tried, the other seat's and chance are
 * sampled. */
static float visit(Deal *deal, int k, int lane, int node)
{
    const SelfPlay *play = deal->play;
    const Street *street = &play->game->street[k];
    int actor = street->actor[node];
    size_t index =
        ((size_t)lane * play->abstraction->classes[k] + deal->classes[k][actor]) * (size_t)street->nodes;
    float *regrets = play->regrets[k] + (index + (size_t)node) * ACTIONS, policy[ACTIONS] = {0}, sum = 0;
    int legal = 0;
    for (int action = 0; action < ACTIONS; action++)
        if (is_legal(street, node, action)) {
            legal++;
            policy[action] = regrets[action] > 0 ? regrets[action] : 0;
            sum += policy[action];
        }
    for (int action = 0; action < ACTIONS; action++)
        if (is_legal(street, node, action))
            policy[action] = sum > 0 ? policy[action] / sum : 1.0f / (float)legal;
    if (actor != deal->learner) {
        float *averages = play->averages[k] + (index + (size_t)node) * ACTIONS;
        for (int action = 0; action < ACTIONS; action++)
            averages[action] += deal->weight * policy[action];
        return take(deal, k, lane, node, choose(deal, policy));
    }
    float values[ACTIONS] = {0}, value = 0;
    for (int action = 0; action < ACTIONS; action++)
        if (is_legal(street, node, action)) {
            values[action] = take(deal, k, lane, node, action);
            value += policy[action] * values[action];
        }
    for (int action = 0; action < ACTIONS; action++)
        if (is_legal(street, node, action))
            regrets[action] += deal->weight * (values[action] - value);
    return value;
}

void play_boards(const SelfPlay *play, uint64_t seed, uint64_t first, uint64_t count, double growth)
{
    DealtBoard dealt;
    for (uint64_t number = first; number < first + count; number++) {
        Deal deal = {.play = play, .state = seed ^ number * UINT64_C(0xD1342543DE82EF95)};
        deal.weight = (float)(1 + growth * (double)number);
        open_board(&dealt, play->game, play->holdem, play->abstraction, &deal.state);
        for (int i = 0; i < DEALS; i++) {
            int won = deal_hands(&dealt, &deal.state, deal.classes);
            for (deal.learner = 0; deal.learner < SEATS; deal.learner++) {
                deal.outcome = (float)(deal.learner ? -won : won);
                visit(&deal, 0, 0, 0);
            }
        }
    }
}
