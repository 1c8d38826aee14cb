/* Included by engine_*.c: one street of one block of histories. */
#include "engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef struct {
    int8_t from, action, to; /* nodes, the ends behind them; action -1: the other seat's, which changes no reach */
} Move;

/* The terms by which the opponent's masses at a fold are added up from those at the ends. */
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

typedef int64_t Bits __attribute__((vector_size(4 * LANES)));

typedef struct {
    Lanes total, card[MOST_CARD_SLOTS];
} Sums;

/* Whether all lanes are +0. */
INLINE bool is_zero(Lanes x)
{
    Bits bits = (Bits)x;
    int64_t any = 0;
    for (int i = 0; i < LANES / 2; i++)
        any |= bits[i];
    return !any;
}

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

/* Replaces each hand's reach by the reach of all hands that share no card with it. */
static void masses(const HandList *list, Lanes *reach)
{
    Sums sums;
    add_up(list, reach, &sums);
    for (int i = 0; i < list->count; i++)
        reach[i] = sums.total - sums.card[list->first[i]] - sums.card[list->second[i]] + reach[i];
}

/* The number of hands by which memory is prefetched, as the processor cannot predict it; found by experiment. */
enum { VALUES_AHEAD = 8, REACHES_AHEAD = 12 };

/* The hands of a block that are reached at all: often half of them are not. */
typedef struct {
    int count;
    uint16_t index[MOST_HANDS];
    uint16_t group_end[MOST_HANDS]; /* the end of a group of equal hands in `index` */
} Reached;

/* `above`: the indices in `in`; NULL where they are those of the list. */
static void find_reached(const HandList *list, const Lanes *in, const uint16_t *above, Reached *reached)
{
    reached->count = 0;
    for (int group = 0, i = 0; group < list->groups; group++) {
        for (; i < list->group_end[group]; i++) {
            if (above && i + REACHES_AHEAD < list->count)
                __builtin_prefetch(&in[above[i + REACHES_AHEAD]]);
            reached->index[reached->count] = (uint16_t)i;
            reached->count += !is_zero(in[above ? above[i] : i]);
        }
        reached->group_end[group] = (uint16_t)reached->count;
    }
}

#define TOGETHER 3 /* ends in one sweep: each sum waits for the one before it, those of other ends do not */

typedef struct {
    Lanes total[TOGETHER], card[MOST_CARD_SLOTS][TOGETHER];
} SumsOfEnds;

INLINE void add_hand(const HandList *list, int index, int ends, Lanes *const *reach, SumsOfEnds *sums)
{
    Lanes *first = sums->card[list->first[index]], *second = sums->card[list->second[index]];
    for (int e = 0; e < ends; e++) {
        Lanes x = reach[e][index];
        sums->total[e] += x;
        first[e] += x;
        second[e] += x;
    }
}

INLINE void sweep(const HandList *list, const Reached *reached, int ends, Lanes *const *reach, Lanes *const *margin)
{
    SumsOfEnds sums, below;
    memset(&sums, 0, sizeof sums);
    memset(&below, 0, sizeof below);
    for (int i = 0; i < reached->count; i++)
        add_hand(list, reached->index[i], ends, reach, &sums);
    for (int group = 0, start = 0, done = 0; group < list->groups; group++) {
        int end = list->group_end[group];
        for (int i = start; i < end; i++) {
            const Lanes *first = below.card[list->first[i]], *second = below.card[list->second[i]];
            for (int e = 0; e < ends; e++)
                margin[e][i] = below.total[e] - first[e] - second[e];
        }
        for (; done < reached->group_end[group]; done++)
            add_hand(list, reached->index[done], ends, reach, &below);
        for (int i = start; i < end; i++) {
            int a = list->first[i], b = list->second[i];
            for (int e = 0; e < ends; e++) {
                Lanes x = reach[e][i];
                Lanes mass = sums.total[e] - sums.card[a][e] - sums.card[b][e] + x;
                margin[e][i] += below.total[e] - below.card[a][e] - below.card[b][e] + x - mass;
                reach[e][i] = mass;
            }
        }
        start = end;
    }
}

/* Like `masses` for each end, and the mass that is beaten less the mass that wins. */
static void showdowns(const HandList *list, const Reached *reached, int ends, Lanes *const *reach, Lanes *const *margin)
{
    int e = 0;
    for (; e + TOGETHER <= ends; e += TOGETHER)
        sweep(list, reached, TOGETHER, reach + e, margin + e);
    for (; e < ends; e++)
        sweep(list, reached, 1, reach + e, margin + e);
}

/* Added up over hands: all, and those with each card. */
typedef struct {
    Lanes total[MOST_ENDS], card[MOST_CARD_SLOTS][MOST_ENDS];
} EndSums;

/* What a robot's hand of one class brings to a hand that meets it at each end of a last street, per unit of its reach. */
typedef struct {
    Lanes won[MOST_ENDS];     /* at a showdown, if that hand is better; if it is worse, it loses as much */
    Lanes certain[MOST_ENDS]; /* from folds: see `share_folds` */
} ClassShare;

/* The mass of the opponent's hands that one hand of a seat meets at the ends of a street, and its own value there. */
typedef struct {
    Lanes mass[MOST_ENDS + 1], value[MOST_ENDS]; /* of the mass, the last is that of the start */
} Ends;

/* The values of one seat's hands in a block. */
typedef struct {
    Lanes *const *mass;  /* of the opponent's reach at each end, by index; one more for the start */
    Lanes *const *value; /* at each end by index: of showdowns the margin, else chips */
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
    uint16_t index_of[MOST_HANDS];
    const float *rows;
    size_t classes;
    Lanes *ends;            /* [block][end, the start behind them][index]: the robot's reach */
    Lanes *values;          /* [block][end][index]: the responder's, of all boards after it */
    Lanes *next_in, *next_out; /* if the next street's blocks do not consist of whole ones: [block][index] */
    Plan forward, backward; /* the robot's, the responder's */

    /* Of the last street alone, which has no ends and values: */
    int used; /* how many classes the hands of the list have */
    uint16_t used_class[MOST_HANDS];
    uint16_t use_of[MOST_HANDS]; /* the place of a hand's class in `used_class`, by index */
    ClassShare *shares;          /* [place], of one block */
    Lanes *starts;               /* the reaches of a block's reached hands, by place in `Reached` */
} Level;

/* One side that learns, on one street. */
typedef struct {
    Plan plan;
    int rows;
    uint16_t row_of[MOST_HANDS];   /* by index: hands of one class share a row of the policy */
    uint16_t class_of[MOST_HANDS]; /* by row */
    Lanes *policy;                 /* [block][row][node][action]; of the last street one block */
    Lanes *ends, *values;          /* [block][end, the start behind them][index] */
    Lanes *next_in, *next_out;     /* [block][index], if the next street's blocks do not consist of whole ones */
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
