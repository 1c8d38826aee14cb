#include "ring_mccfr.h"

#include "../mccfr/bets_mccfr.h"

typedef struct {
    const RingLearning *learning;
    uint64_t state;
    int learner; /* seat */
    float weight, loose;
    RingHands hands;
} Visit;

static int choose(uint64_t *state, const float *policy, int count)
{
    float chance = (float)(next_random(state) >> 40) * 0x1p-24f;
    for (int i = 0; i < count - 1; i++) {
        chance -= policy[i];
        if (chance < 0)
            return i;
    }
    for (int i = count - 1; i > 0; i--) /* not one that rounding alone has left */
        if (policy[i] > 0)
            return i;
    return 0;
}

static bool acts_at_random(Visit *visiting)
{
    return visiting->loose > 0 && (float)(next_random(&visiting->state) >> 40) * 0x1p-24f < visiting->loose;
}

static float visit(Visit *visiting, int node);

static float follow(Visit *visiting, int edge)
{
    const RingTree *tree = visiting->learning->tree;
    int to = tree->to[edge];
    return to >= 0 ? visit(visiting, to)
                   : ring_result(tree, END_EDGE(to), &visiting->hands, visiting->learner);
}

/* Returns the learner's win from a node on: all its actions are tried, those of all others and chance are
 * sampled. All others add to their averages: with more than two seats, averages of only one of them would
 * weigh its decisions by the sampled actions of the rest. */
static float visit(Visit *visiting, int node)
{
    const RingLearning *learning = visiting->learning;
    const RingTree *tree = learning->tree;
    int spot = tree->spot[node], seat = tree->seat[node], first = tree->first[node],
        count = tree->first[node + 1] - first;
    size_t at = tree->offset[spot] +
                (size_t)visiting->hands.classes[tree->street[spot]][seat] * (size_t)count;
    float *regrets = learning->regrets + at, policy[MOST_RING_EDGES];
    match_edges(regrets, count, policy);
    if (seat != visiting->learner) {
        float *averages = learning->averages + at;
        for (int i = 0; i < count; i++)
            averages[i] += visiting->weight * policy[i];
        int chosen = acts_at_random(visiting) ? random_below(&visiting->state, count)
                                              : choose(&visiting->state, policy, count);
        return follow(visiting, first + chosen);
    }
    float values[MOST_RING_EDGES], value = 0;
    for (int i = 0; i < count; i++) {
        /* Whoever folds loses the same however the others go on. */
        bool folds = i == 0 && tree->choices[spot] & MAY_FOLD;
        values[i] = folds ? -(float)tree->put[node] : follow(visiting, first + i);
        value += policy[i] * values[i];
    }
    for (int i = 0; i < count; i++)
        regrets[i] += visiting->weight * (values[i] - value);
    return value;
}

void train_ring(const RingLearning *learning, uint64_t seed, uint64_t first, uint64_t count, double growth)
{
    RingBoard dealt;
    Visit visiting = {.learning = learning};
    int seats = learning->tree->seats;
    for (uint64_t number = first; number < first + count; number++) {
        visiting.state = seed ^ number * UINT64_C(0xD1342543DE82EF95);
        open_ring_board(&dealt, learning->game, seats, learning->holdem, learning->abstraction,
                        &visiting.state);
        for (int i = 0; i < RING_DEALS; i++) {
            visiting.loose = i + 1 == RING_DEALS ? learning->loose : 0;
            visiting.weight = (float)(1 + growth * (double)number);
            if (visiting.loose > 0)
                visiting.weight *= RING_LOOSE_WEIGHT;
            deal_ring_hands(&dealt, &visiting.state, &visiting.hands);
            for (visiting.learner = 0; visiting.learner < seats; visiting.learner++)
                visit(&visiting, 0);
        }
    }
}
