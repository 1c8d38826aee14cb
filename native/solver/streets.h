/* Included by engine_*.c: one street of one block of histories. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef struct {
    int8_t from, action, to; /* nodes, the ends behind them; action -1: the other seat's, which changes no reach */
} Move;

/* How masses of the opponent's hands at a fold are made of those at the ends. */
typedef struct {
    int plus, minus;
    int8_t at[6]; /* first those that are added; number `ends` is the start of the street */
} Terms;

/* The street as one seat sees it. */
typedef struct {
    const Street *street;
    int me, moves;
    Move move[MOST_NODES * ACTIONS];
    Terms folds[MOST_NODES];
    bool needs_start, fixed;
} Plan;

#include "fixed.h"

/* Adds the ends whose reaches make up that of the other seat at a node. */
static void add_terms(Plan *plan, int node, int8_t *terms, int *count)
{
    const Street *street = plan->street;
    if (node < 0) {
        terms[(*count)++] = (int8_t)END_OF(node);
    } else if (street->actor[node] == plan->me) {
        add_terms(plan, street->next[node][CALL], terms, count);
    } else if (!is_legal(street, node, FOLD)) {
        add_terms(plan, street->next[node][CALL], terms, count);
        if (is_legal(street, node, RAISE))
            add_terms(plan, street->next[node][RAISE], terms, count);
    } else if (street->parent[node] >= 0) {
        add_terms(plan, street->parent[node], terms, count);
    } else {
        terms[(*count)++] = (int8_t)street->ends;
        plan->needs_start = true;
    }
}

static void make_plan(Plan *plan, const Street *street, int me)
{
    memset(plan, 0, sizeof *plan);
    plan->street = street;
    plan->me = me;
    for (int node = 0; node < street->nodes; node++) {
        bool mine = street->actor[node] == me;
        for (int action = CALL; action <= RAISE; action++)
            if (is_legal(street, node, action)) {
                int next = street->next[node][action];
                plan->move[plan->moves++] = (Move){(int8_t)node, (int8_t)(mine ? action : -1),
                                                   (int8_t)(next >= 0 ? next : street->nodes + END_OF(next))};
            }
        if (!is_legal(street, node, FOLD))
            continue;
        Terms *terms = &plan->folds[node];
        add_terms(plan, node, terms->at, &terms->plus);
        int count = terms->plus;
        for (int action = CALL; action <= RAISE && !mine; action++)
            if (is_legal(street, node, action))
                add_terms(plan, street->next[node][action], terms->at, &count);
        terms->minus = count - terms->plus;
    }
    plan->fixed = is_fixed(plan);
}

typedef struct {
    Lanes total, card[MOST_CARD_SLOTS];
} Sums;

static void add_up(const HandList *list, const Lanes *reach, Sums *sums)
{
    memset(sums, 0, sizeof *sums);
    for (int i = 0; i < list->count; i++) {
        Lanes x = reach[i];
        sums->total += x;
        sums->card[list->first[i]] += x;
        sums->card[list->second[i]] += x;
    }
}

/* Puts in the place of each hand's reach the reach of all that share no card with it. */
static void masses(const HandList *list, Lanes *reach)
{
    Sums sums;
    add_up(list, reach, &sums);
    for (int i = 0; i < list->count; i++)
        reach[i] = sums.total - sums.card[list->first[i]] - sums.card[list->second[i]] + reach[i];
}

/* The same, and what of it is beaten less what wins. */
static void showdowns(const HandList *list, Lanes *reach, Lanes *margin)
{
    Sums sums, below;
    add_up(list, reach, &sums);
    memset(&below, 0, sizeof below);
    for (int group = 0, start = 0; group < list->groups; group++) {
        int end = list->group_end[group];
        for (int i = start; i < end; i++)
            margin[i] = below.total - below.card[list->first[i]] - below.card[list->second[i]];
        for (int i = start; i < end; i++) {
            Lanes x = reach[i];
            below.total += x;
            below.card[list->first[i]] += x;
            below.card[list->second[i]] += x;
        }
        for (int i = start; i < end; i++) {
            Lanes x = reach[i];
            int first = list->first[i], second = list->second[i];
            Lanes mass = sums.total - sums.card[first] - sums.card[second] + x;
            margin[i] += below.total - below.card[first] - below.card[second] + x - mass;
            reach[i] = mass;
        }
        start = end;
    }
}

/* What one seat's hands are worth in a block. */
typedef struct {
    Lanes *const *mass;  /* of the opponent's reach at each end, by place; one more for the start */
    Lanes *const *value; /* at each end by place: of showdowns the margin, else chips */
    bool is_last;
    Lanes fold_amount[MOST_NODES], end_amount[MOST_ENDS];
} Scene;

static void set_amounts(Scene *scene, const Street *street, const float *stake)
{
    Lanes before;
    memcpy(&before, stake, sizeof before);
    for (int node = 0; node < street->nodes; node++)
        scene->fold_amount[node] = before + street->paid[node][street->actor[node]];
    for (int e = 0; e < street->ends; e++)
        scene->end_amount[e] = before + street->end_paid[e];
}

INLINE Lanes larger(Lanes a, Lanes b)
{
    LaneMask more = a > b;
    return (Lanes)(((LaneMask)a & more) | ((LaneMask)b & ~more));
}

typedef enum { BEST, POLICY } Choice;

/* The robot on one street of the exact walk. */
typedef struct {
    HandList list;
    uint16_t class_of[MOST_HANDS]; /* by number of the hand */
    uint16_t place_of[MOST_HANDS];
    const float *rows;
    size_t classes;
    Lanes *ends;            /* [block][end, the start behind them][place]: the robot's reach */
    Lanes *values;          /* [block][end][place]: the responder's, of all boards after it */
    Lanes *next_in, *next_out; /* where the next street's blocks are not made of whole ones: [block][place] */
    Plan forward, backward; /* the robot's, the responder's */
} Level;

/* One side of a lesson on one street. */
typedef struct {
    Plan plan;
    int rows;
    uint16_t row_of[MOST_HANDS];   /* by place: hands of one class share a row of the policy */
    uint16_t class_of[MOST_HANDS]; /* by row */
    Lanes *policy;                 /* [block][row][node][action]; of the last street one block */
    Lanes *ends, *values;          /* [block][end, the start behind them][place] */
    Lanes *next_in, *next_out;     /* [block][place], where the next street's blocks are not made of whole ones */
} Side;

#define NAME(name) name##_fixed
#define UNROLL _Pragma("GCC unroll 32")
#include "hands.h"
#undef NAME
#undef UNROLL

#define NAME(name) name##_any
#define UNROLL
#include "hands.h"
#undef NAME
#undef UNROLL
