/* The solver's work on vectors, compiled three times for the instructions of different processors. */
#ifndef IRCPOKER_VECTORS_H
#define IRCPOKER_VECTORS_H

#include "../games/game.h"
#include "../games/deal.h"
#include "../dcfr/subgame.h"

#define MOST_THREADS 64

typedef float Lanes __attribute__((vector_size(4 * LANES), aligned(4 * LANES)));
typedef float LooseLanes __attribute__((vector_size(4 * LANES), aligned(4)));
typedef int32_t LaneMask __attribute__((vector_size(4 * LANES)));

/* The measured robot: the class of each hand on a board, and for each class, in each block of histories, a
 * row of probabilities [node][action][lane]. */
typedef struct Robot {
    bool (*look_up)(void *context, int street, const uint8_t *board, const HandList *list, uint16_t *classes,
                    const float **rows, size_t *count);
    void *context;
} Robot;

typedef struct {
    const Game *game;
    const Holdem *holdem;
    const Robot *robot;
    int robot_seat;
    int first_best;         /* the responder copies the robot on streets before this one */
    int only[MOST_STREETS]; /* the only card that is dealt before a street; -1 for all that can come */
} LimitResponse;

/* The measured robot on a tree of bets that begins before the flop or on it, and the board of the street
 * after that. */
typedef struct {
    const BetTree *tree;
    const Holdem *holdem;
    int robot_seat;
    uint8_t board[5];
    /* Fills the class of each hand on a board, by number of the hand. */
    bool (*look_up)(void *context, int street, const uint8_t *board, uint16_t *classes);
    void *context;
    size_t classes[MOST_STREETS];
    /* After the first street: the actions' chances, [index of the edge on its street][class] */
    const float *play[MOST_STREETS];
    /* For each edge that leads from the first street to a card: by number of the robot's hand */
    const float *reach;
    float *values; /* filled with the responder's winnings, in the same form; they must be zero */
} BetsResponse;

/* The learnt arrays: for each street one row of regrets and one of the average for each block and class. */
typedef struct {
    size_t classes[MOST_STREETS];
    float *regrets[MOST_STREETS], *averages[MOST_STREETS]; /* averages: NULL for the responder */
} Learnt;

typedef struct {
    const Game *game;
    const Holdem *holdem;
    Learnt robot, responder; /* the responder has none on the last street, where it is exact */
    int threads;             /* at most MOST_THREADS */
    void *memory;
} Learner;

typedef struct {
    int robot_seat;
    const HandList *list;                        /* of the last street */
    const uint16_t *robot_classes[MOST_STREETS]; /* by number of the hand */
    const uint16_t *responder_classes[MOST_STREETS];
    float weight, average_weight;
} TrainingBoard;

typedef struct {
    /* Fills the responder's values after each end of the first street, [end][hand], for one flop. */
    bool (*respond_to_flop)(const LimitResponse *respond, const uint8_t *flop, float *values);
    /* Fills the responder's values of its hands, from those after the ends; NULL for a small game, which is
     * walked whole. */
    bool (*respond_before)(const LimitResponse *respond, const float *after, float *values);
    /* Lets robot and responder learn from one board; false if memory is short. */
    bool (*learn)(Learner *learner, const TrainingBoard *training_board);
    void (*forget)(Learner *learner);
    /* Goes on solving a subgame; false if memory is short. */
    bool (*solve_subgame)(Solving *solving);
    /* Values the solution of a subgame, or best responses to it; false if memory is short. */
    bool (*evaluate)(const Evaluation *evaluation);
    /* Fills the responder's winnings after the next board on a tree of bets; false if memory is short or a
     * look-up failed. */
    bool (*respond_to_bets)(const BetsResponse *respond);
} VectorCode;

extern const VectorCode vector_code_plain, vector_code_avx2, vector_code_avx512;

enum { BEST_INSTRUCTIONS, PLAIN_INSTRUCTIONS, AVX2_INSTRUCTIONS };

/* Returns the code for this processor, or, for tests, the plain one or that for AVX2 if the processor has
 * it. */
const VectorCode *vector_code_of(int instructions);

#endif
