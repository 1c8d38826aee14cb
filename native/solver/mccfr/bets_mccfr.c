#include "bets_mccfr.h"

#include "limit_mccfr.h"

typedef struct {
    const Blueprint *blueprint;
    uint64_t state;
    int learner;   /* seat */
    float outcome; /* of a showdown for the learner: 1, 0 or -1 */
    float weight;
    uint16_t classes[MOST_STREETS][SEATS];
} Visit;

void match_edges(const float *regrets, int count, float *policy)
{
    float sum = 0;
    for (int i = 0; i < count; i++) {
        policy[i] = regrets[i] > 0 ? regrets[i] : 0;
        sum += policy[i];
    }
    float scale = sum > 0 ? 1 / sum : 0, even = sum > 0 ? 0 : 1.0f / (float)count;
    for (int i = 0; i < count; i++)
        policy[i] = policy[i] * scale + even;
}

static int choose_edge(uint64_t *state, const float *policy, int count)
{
    float chance = (float)(next_random(state) >> 40) * 0x1p-24f;
    for (int i = 0; i < count - 1; i++) {
        chance -= policy[i];
        if (chance < 0)
            return i;
    }
    /* The remainder of rounding must not go to an action that is never taken. */
    for (int i = count - 1; i > 0; i--)
        if (policy[i] > 0)
            return i;
    return 0;
}

static float visit(Visit *visiting, int node);

static float follow(Visit *visiting, int node, int edge)
{
    const BetTree *tree = visiting->blueprint->tree;
    int to = tree->to[edge];
    if (to >= 0)
        return visit(visiting, to);
    if (to == TO_SHOWDOWN)
        return visiting->outcome * tree->amount[edge];
    return tree->actor[node] == visiting->learner ? -tree->amount[edge] : tree->amount[edge];
}

/* Returns the learner's win from a node on: all its actions are tried, the other seat's and chance are
 * sampled. */
static float visit(Visit *visiting, int node)
{
    const Blueprint *blueprint = visiting->blueprint;
    const BetTree *tree = blueprint->tree;
    int k = tree->street[node], actor = tree->actor[node], first = tree->first[node],
        count = tree->first[node + 1] - first;
    size_t at = visiting->classes[k][actor] * tree->edges_of[k] + (size_t)tree->edge_start[node];
    float *regrets = blueprint->regrets[k] + at, policy[MOST_EDGES];
    match_edges(regrets, count, policy);
    if (actor != visiting->learner) {
        float *averages = blueprint->averages[k] + at;
        for (int i = 0; i < count; i++)
            averages[i] += visiting->weight * policy[i];
        return follow(visiting, node, first + choose_edge(&visiting->state, policy, count));
    }
    float values[MOST_EDGES], value = 0;
    for (int i = 0; i < count; i++) {
        values[i] = follow(visiting, node, first + i);
        value += policy[i] * values[i];
    }
    for (int i = 0; i < count; i++)
        regrets[i] += visiting->weight * (values[i] - value);
    return value;
}

void train_blueprint(const Blueprint *blueprint, uint64_t seed, uint64_t first, uint64_t count,
                     double growth)
{
    const Game *cards = game_of(LIMIT_HOLDEM); /* whose cards and streets are the same */
    DealtBoard dealt;
    for (uint64_t number = first; number < first + count; number++) {
        Visit visiting = {.blueprint = blueprint, .state = seed ^ number * UINT64_C(0xD1342543DE82EF95)};
        visiting.weight = (float)(1 + growth * (double)number);
        open_board(&dealt, cards, blueprint->holdem, blueprint->abstraction, &visiting.state);
        for (int i = 0; i < DEALS; i++) {
            int won = deal_hands(&dealt, &visiting.state, visiting.classes);
            for (visiting.learner = 0; visiting.learner < SEATS; visiting.learner++) {
                visiting.outcome = (float)(visiting.learner ? -won : won);
                visit(&visiting, 0);
            }
        }
    }
}
