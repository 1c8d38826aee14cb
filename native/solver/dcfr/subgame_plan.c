/* The order in which the betting of a subgame is worked through, and where its vectors are. */
#include "subgame.h"

#include <stdlib.h>
#include <string.h>

/* A chunk of the last street holds no more ends, so that its vectors fit into the cache of a core. */
#define ENDS_OF_CHUNK 96

/* A plan that is being made. */
typedef struct {
    const Subgame *subgame;
    int root, me;
    LevelPlan *levels;
    int *reach_to, *value_to, *crossing_to; /* by node: its places, or the crossing that leads to it */
    int ends[MOST_LEVELS];                  /* of the chunk that is being filled */
    bool failed;
} Making;

/* Returns room for one more element; NULL if memory is short. */
static void *add_one(Making *making, void *array_at, int *count, size_t size)
{
    void *array;
    memcpy(&array, array_at, sizeof array);
    if ((*count & (*count - 1)) == 0) { /* room for the next power of two */
        void *larger = realloc(array, (*count ? 2 * (size_t)*count : 1) * size);
        if (!larger) {
            making->failed = true;
            return NULL;
        }
        memcpy(array_at, &larger, sizeof larger);
        array = larger;
    }
    return (char *)array + (size_t)(*count)++ * size;
}

static Chunk *chunk_of(Making *making, int level)
{
    LevelPlan *plan = &making->levels[level];
    bool is_last = level + 1 == making->subgame->levels;
    if (plan->chunks && !(is_last && making->ends[level] >= ENDS_OF_CHUNK))
        return &plan->chunk[plan->chunks - 1];
    Chunk *chunk = add_one(making, &plan->chunk, &plan->chunks, sizeof *chunk);
    if (chunk)
        *chunk = (Chunk){.node = plan->nodes, .start = plan->starts, .lane = plan->lanes};
    making->ends[level] = 0;
    return chunk;
}

/* The lane for an end: one that is reached alike and has no such end yet, or a new one. */
static PlanLane *lane_of(Making *making, int level, int reach, bool shows)
{
    LevelPlan *plan = &making->levels[level];
    Chunk *chunk = &plan->chunk[plan->chunks - 1];
    for (int i = plan->lanes - 1; i >= chunk->lane && i >= plan->lanes - MOST_EDGES; i--)
        if (plan->lane[i].reach == reach && (shows ? plan->lane[i].showdown : plan->lane[i].fold) < 0)
            return &plan->lane[i];
    PlanLane *lane = add_one(making, &plan->lane, &plan->lanes, sizeof *lane);
    if (lane) {
        *lane = (PlanLane){.reach = reach, .showdown = -1, .fold = -1};
        making->ends[level]++;
        chunk->lanes++;
    }
    return lane;
}

static float rake_of(const Subgame *subgame, float amount)
{
    float rake = amount > 0 ? 2 * amount * subgame->rake : 0;
    return rake < subgame->cap ? rake : subgame->cap;
}

static void add_showdown(Making *making, int level, int reach, int value, float amount)
{
    PlanLane *lane = lane_of(making, level, reach, true);
    if (!lane)
        return;
    float half = rake_of(making->subgame, amount) / 2;
    lane->showdown = value;
    lane->margin = amount - half;
    lane->mass = -half;
}

static void add_fold(Making *making, int level, int reach, int value, float amount, bool mine)
{
    PlanLane *lane = lane_of(making, level, reach, false);
    if (!lane)
        return;
    lane->fold = value;
    lane->folded = mine ? -amount : amount - rake_of(making->subgame, amount);
}

/* Adds the beginning of a street's betting, or, with a node below 0, that of an earlier all-in. */
static void add_start(Making *making, int level, int crossing, int node, float amount)
{
    LevelPlan *plan = &making->levels[level];
    Chunk *chunk = chunk_of(making, level);
    PlanStart *start = chunk ? add_one(making, &plan->start, &plan->starts, sizeof *start) : NULL;
    if (!start)
        return;
    chunk->starts++;
    *start = (PlanStart){node, crossing, chunk->reaches++, chunk->values++};
    int reach = start->reach, value = start->value;
    if (node >= 0) {
        making->reach_to[node] = reach;
        making->value_to[node] = value;
    } else if (level + 1 == making->subgame->levels) {
        add_showdown(making, level, reach, value, amount);
    } else {
        PlanCrossing *on = add_one(making, &plan->crossing, &plan->crossings, sizeof *on);
        if (!on)
            return;
        *on = (PlanCrossing){reach, value};
        add_start(making, level + 1, plan->crossings - 1, -1, amount);
    }
}

/* Adds an edge whose places are known: an end, a node of this street, or a way to the next one. */
static void add_edge(Making *making, int level, int node, int edge, PlanEdge places)
{
    const BetTree *tree = &making->subgame->tree;
    LevelPlan *plan = &making->levels[level];
    int to = tree->to[edge];
    if (to == TO_FOLD) {
        add_fold(making, level, places.reach, places.value, tree->amount[edge],
                 tree->actor[node] == making->me);
    } else if (to >= 0 && level_of(making->subgame, to) == level) {
        making->reach_to[to] = places.reach;
        making->value_to[to] = places.value;
    } else if (to < 0 && level + 1 == making->subgame->levels) {
        add_showdown(making, level, places.reach, places.value, tree->amount[edge]);
    } else {
        PlanCrossing *crossing = add_one(making, &plan->crossing, &plan->crossings, sizeof *crossing);
        if (!crossing)
            return;
        *crossing = (PlanCrossing){places.reach, places.value};
        if (to >= 0)
            making->crossing_to[to] = plan->crossings - 1;
        else
            add_start(making, level + 1, plan->crossings - 1, -1, tree->amount[edge]);
    }
}

static void add_node(Making *making, int at)
{
    const BetTree *tree = &making->subgame->tree;
    int level = level_of(making->subgame, at), first = tree->first[at], edges = tree->first[at + 1] - first;
    LevelPlan *plan = &making->levels[level];
    if (at == making->root || making->crossing_to[at] >= 0)
        add_start(making, level, at == making->root ? 0 : making->crossing_to[at], at, 0);
    PlanNode *node = making->failed ? NULL : add_one(making, &plan->node, &plan->nodes, sizeof *node);
    if (!node)
        return;
    Chunk *chunk = &plan->chunk[plan->chunks - 1];
    *node = (PlanNode){at, tree->actor[at], plan->edges, edges, making->reach_to[at], making->value_to[at]};
    chunk->nodes++;
    int seat = node->seat, reach = node->reach;
    for (int a = 0; a < edges && !making->failed; a++) {
        /* Only the other seat's actions change how its hands get on. */
        PlanEdge places = {seat == making->me ? reach : chunk->reaches++, chunk->values++};
        PlanEdge *edge = add_one(making, &plan->edge, &plan->edges, sizeof *edge);
        if (!edge)
            return;
        *edge = places;
    }
    int from = plan->edges - edges;
    for (int a = 0; a < edges && !making->failed; a++)
        add_edge(making, level, at, first + a, plan->edge[from + a]);
}

/* Showdowns first, of these those with a fold: lanes side by side are then alike. */
static int compare_lanes(const void *one, const void *other)
{
    const PlanLane *a = one, *b = other;
    int kind_a = a->showdown < 0 ? 2 : a->fold < 0, kind_b = b->showdown < 0 ? 2 : b->fold < 0;
    return kind_a != kind_b ? kind_a - kind_b : a->reach - b->reach;
}

static void finish_chunks(LevelPlan *plan)
{
    for (int i = 0; i < plan->chunks; i++) {
        Chunk *chunk = &plan->chunk[i];
        qsort(plan->lane + chunk->lane, (size_t)chunk->lanes, sizeof *plan->lane, compare_lanes);
        while (chunk->showdowns < chunk->lanes && plan->lane[chunk->lane + chunk->showdowns].showdown >= 0)
            chunk->showdowns++;
        plan->reaches = chunk->reaches > plan->reaches ? chunk->reaches : plan->reaches;
        plan->values = chunk->values > plan->values ? chunk->values : plan->values;
    }
}

bool make_plan_of(const Subgame *subgame, int root, SubgamePlan *plan)
{
    const BetTree *tree = &subgame->tree;
    memset(plan, 0, sizeof *plan);
    plan->level = level_of(subgame, root);
    int *places = malloc(3 * (size_t)tree->nodes * sizeof *places);
    bool done = places != NULL;
    for (int me = 0; done && me < SEATS; me++) {
        Making making = {.subgame = subgame, .root = root, .me = me, .levels = plan->levels[me]};
        making.reach_to = places;
        making.value_to = places + tree->nodes;
        making.crossing_to = places + 2 * tree->nodes;
        memset(making.crossing_to, 255, (size_t)tree->nodes * sizeof *places);
        for (int node = root; node < subgame->subtree_end[root] && !making.failed; node++)
            add_node(&making, node);
        for (int level = 0; level < subgame->levels; level++)
            finish_chunks(&plan->levels[me][level]);
        done = !making.failed;
    }
    free(places);
    return done;
}

void free_plan(SubgamePlan *plan)
{
    for (int me = 0; me < SEATS; me++)
        for (int level = 0; level < MOST_LEVELS; level++) {
            LevelPlan *of = &plan->levels[me][level];
            void *memory[] = {of->node, of->edge, of->start, of->crossing, of->lane, of->chunk};
            for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
                free(memory[i]);
        }
}

size_t lanes_of_level(const Subgame *subgame, const SubgamePlan *plan, int me, int level, bool values)
{
    const LevelPlan *of = &plan->levels[me][level];
    int seat = values ? me : 1 - me;
    return (size_t)(values ? of->values : of->reaches) * (size_t)subgame->board[0].hands[seat].blocks;
}

size_t lanes_of_ends(const Subgame *subgame, int seat)
{
    return ((size_t)subgame->board[0].hands[seat].blocks * LANES + 1) * WIDE;
}

size_t lanes_of_slab(const Subgame *subgame, const SubgamePlan *plan, int root, int me)
{
    int level = plan->level + 1;
    if (level >= subgame->levels)
        return 0;
    return (size_t)plan->levels[me][level].starts * (size_t)subgame->board[root].hands[me].blocks;
}

size_t scratch_bytes(const Subgame *subgame, int threads)
{
    const SubgamePlan *plan = &subgame->plan;
    bool alone = threads == 1 || subgame->levels == 1;
    size_t lanes = 0;
    for (int me = 0; me < SEATS; me++) {
        size_t ends = lanes_of_ends(subgame, 1 - me) + 2 * lanes_of_ends(subgame, me);
        lanes += ends * (size_t)(alone ? 1 : 1 + threads);
        for (int level = 0; level < subgame->levels; level++)
            lanes += (lanes_of_level(subgame, plan, me, level, false) +
                      lanes_of_level(subgame, plan, me, level, true)) *
                     (size_t)(level && !alone ? 1 + threads : 1);
        if (!alone)
            lanes += lanes_of_slab(subgame, plan, 0, me) * (size_t)subgame->board[0].children;
    }
    return lanes * LANES * sizeof(float);
}
