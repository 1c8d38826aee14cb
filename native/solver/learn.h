/* Included by engine_*.c: the robot learns from one board in one seat, against a responder that learns with it and takes
 * the best response on the last street. The blocks of the last street, where nearly all the work is, share no written
 * data: any number of threads gives the same numbers. */
#include <pthread.h>

enum { ROBOT, RESPONDER, SIDES };

/* The memory of a thread for a block of the last street. */
typedef struct {
    Lanes *policy, *ends, *values; /* as in `Side` */
    Lanes *sums;                   /* for each row, the reach of its hands in a block */
} Scratch;

typedef struct {
    Side side[MOST_STREETS][SIDES];
    Lanes *dealt, *start; /* one for each hand: the reach at the first street, and a value that nobody reads */
    Scratch scratch[MOST_THREADS];
    uint16_t row_of_class[UINT16_MAX + 1];
} Memory;

static void close_memory(Memory *memory)
{
    for (int i = 0; memory && i < MOST_STREETS * SIDES; i++) {
        Side *side = &memory->side[i / SIDES][i % SIDES];
        free(side->policy);
        free(side->ends);
        free(side->values);
        free(side->next_in);
        free(side->next_out);
    }
    for (int i = 0; memory && i < MOST_THREADS; i++) {
        Scratch *scratch = &memory->scratch[i];
        free(scratch->policy);
        free(scratch->ends);
        free(scratch->values);
        free(scratch->sums);
    }
    if (memory) {
        free(memory->dealt);
        free(memory->start);
    }
    free(memory);
}

static bool open_scratch(Scratch *scratch, const Game *game)
{
    size_t ends = (size_t)game->street[game->streets - 1].ends + 1;
    scratch->policy = allocate_lanes(PLACES * ROW_LANES);
    scratch->ends = allocate_lanes(ends * PLACES);
    scratch->values = allocate_lanes(ends * PLACES);
    scratch->sums = allocate_lanes(PLACES);
    return scratch->policy && scratch->ends && scratch->values && scratch->sums;
}

/* The memory for a street that is not the last. */
static bool open_side(Side *side, const Game *game, int k)
{
    bool regroups = game->stride[k + 1] % LANES;
    size_t blocks = (size_t)game->blocks[k], ends = (size_t)game->street[k].ends + 1;
    side->policy = allocate_lanes(blocks * PLACES * ROW_LANES);
    side->ends = allocate_lanes(blocks * ends * PLACES);
    side->values = allocate_lanes(blocks * ends * PLACES);
    if (regroups) {
        side->next_in = allocate_lanes(PLACES * (size_t)game->blocks[k + 1]);
        side->next_out = allocate_lanes(PLACES * (size_t)game->blocks[k + 1]);
    }
    return side->policy && side->ends && side->values && (!regroups || (side->next_in && side->next_out));
}

static Memory *open_memory(const Game *game, int threads)
{
    Memory *memory = calloc(1, sizeof *memory);
    if (!memory)
        return NULL;
    memory->dealt = deal_all();
    memory->start = allocate_lanes(PLACES);
    bool done = memory->dealt && memory->start;
    for (int i = 0; i < threads; i++)
        done = open_scratch(&memory->scratch[i], game) && done;
    for (int k = 0; k + 1 < game->streets; k++)
        for (int i = 0; i < SIDES; i++)
            done = open_side(&memory->side[k][i], game, k) && done;
    if (!done) {
        close_memory(memory);
        return NULL;
    }
    return memory;
}

static Lanes *side_end(const Game *game, int k, Lanes *all, int block, int e)
{
    return all + PLACES * (size_t)(block * (game->street[k].ends + 1) + e);
}

/* Numbers the classes of a board's hands. */
static void number_rows(Memory *memory, Side *side, const HandList *list, const uint16_t *classes)
{
    side->rows = 0;
    for (int i = 0; i < list->count; i++)
        memory->row_of_class[classes[list->hand[i]]] = UINT16_MAX;
    for (int i = 0; i < list->count; i++) {
        uint16_t class_ = classes[list->hand[i]], *row = &memory->row_of_class[class_];
        if (*row == UINT16_MAX) {
            side->class_of[side->rows] = class_;
            *row = (uint16_t)side->rows++;
        }
        side->row_of[i] = *row;
    }
}

static void make_policy(const Side *side, const Learnt *learnt, int k, int block, Lanes *policy)
{
    WITH_PLAN(&side->plan, match_rows, side, learnt->regrets[k] + (size_t)block * learnt->classes[k] * ROW, policy);
}

static void add_to_average(const Side *side, const Lanes *sums, const Lanes *policy, float *averages, float weight)
{
    WITH_PLAN(&side->plan, add_rows, side, sums, policy, averages, weight);
}

typedef struct {
    Learner *learner;
    const Lesson *lesson;
    Memory *memory;
} Work;

/* Follows one side's hands through a block, `in` to `ends`. */
static void follow(const Work *work, int k, int block, int who, const Lanes *in, Lanes *policy, Lanes *const *ends, Lanes *sums)
{
    Side *side = &work->memory->side[k][who];
    const Learnt *learnt = who == ROBOT ? &work->learner->robot : &work->learner->responder;
    int count = work->lesson->list->count;
    make_policy(side, learnt, k, block, policy);
    WITH_PLAN(&side->plan, reach_all, side, count, in, policy, ends);
    if (who != ROBOT || work->lesson->average_weight <= 0)
        return;
    memset(sums, 0, (size_t)side->rows * sizeof *sums);
    for (int i = 0; i < count; i++)
        sums[side->row_of[i]] += in[i];
    float *averages = learnt->averages[k] + (size_t)block * learnt->classes[k] * ROW;
    add_to_average(side, sums, policy, averages, work->lesson->average_weight);
}

/* Lets one side learn from a block, and writes its hands' values to `out`. */
static void learn_back(const Work *work, int k, int block, int who, const Scene *scene, const Lanes *policy, Lanes *out)
{
    const Side *side = &work->memory->side[k][who];
    const Learnt *learnt = who == ROBOT ? &work->learner->robot : &work->learner->responder;
    float *regrets = learnt->regrets[k] + (size_t)block * learnt->classes[k] * ROW;
    int count = work->lesson->list->count;
    WITH_PLAN(&side->plan, learn_rows, side, count, scene, policy, regrets, work->lesson->weight, out);
}

/* The starts of the next street's blocks and the targets of their values, as in `connect`. */
static void connect_side(const Game *game, const HandList *list, int k, Side *side, Lanes **in, Lanes **out)
{
    int per_end = game->stride[k + 1] / LANES;
    if (side->next_in) {
        memset(side->next_in, 0, PLACES * sizeof(Lanes) * (size_t)game->blocks[k + 1]);
        for (int e = 0; e < game->street[k].ends; e++)
            for (int lane = 0; lane < game->lanes[k]; lane++) {
                int next = next_lane(game, k, e, lane);
                const float *from = (float *)side_end(game, k, side->ends, lane / LANES, e) + lane % LANES;
                float *to = (float *)(side->next_in + PLACES * (size_t)(next / LANES)) + next % LANES;
                for (int i = 0; i < list->count; i++)
                    to[i * LANES] = from[i * LANES];
            }
    }
    for (int block = 0; block < game->blocks[k + 1]; block++) {
        in[block] = side->next_in ? side->next_in + PLACES * (size_t)block
                                  : side_end(game, k, side->ends, block % per_end, block / per_end);
        out[block] = side->next_in ? side->next_out + PLACES * (size_t)block
                                   : side_end(game, k, side->values, block % per_end, block / per_end);
    }
}

static void collect_side(const Game *game, const HandList *list, int k, Side *side)
{
    if (!side->next_in)
        return;
    for (int block = 0; block < game->blocks[k]; block++)
        for (int e = 0; e < game->street[k].ends; e++)
            memset(side_end(game, k, side->values, block, e), 0, (size_t)list->count * sizeof(Lanes));
    for (int e = 0; e < game->street[k].ends; e++)
        for (int lane = 0; lane < game->lanes[k]; lane++) {
            int next = next_lane(game, k, e, lane);
            const float *from = (float *)(side->next_out + PLACES * (size_t)(next / LANES)) + next % LANES;
            float *to = (float *)side_end(game, k, side->values, lane / LANES, e) + lane % LANES;
            for (int i = 0; i < list->count; i++)
                to[i * LANES] = from[i * LANES];
        }
}

/* The last street: the responder takes the best of each hand, and the robot learns from that. */
static void learn_last_block(const Work *work, int block, const Scratch *scratch, Lanes *const (*in)[MOST_BLOCKS],
                             Lanes *const (*out)[MOST_BLOCKS])
{
    const Game *game = work->learner->game;
    const HandList *list = work->lesson->list;
    int k = game->streets - 1, ends = game->street[k].ends;
    Lanes *mass[MOST_ENDS + 1], *margin[MOST_ENDS + 1];
    for (int e = 0; e <= ends; e++) {
        mass[e] = side_end(game, k, scratch->ends, 0, e);
        margin[e] = side_end(game, k, scratch->values, 0, e);
    }
    Reached reached;
    Scene scene = {.mass = mass, .value = margin, .is_last = true};
    set_amounts(&scene, &game->street[k], game->stake[k] + block * LANES);
    follow(work, k, block, ROBOT, in[ROBOT][block], scratch->policy, mass, scratch->sums);
    find_reached(list, in[ROBOT][block], NULL, &reached);
    showdowns(list, &reached, ends, mass, margin);
    /* The reach at an end replaces the masses there, hand by hand. */
    WITH_PLAN(&work->memory->side[k][RESPONDER].plan, take_best, list->count, &scene, in[RESPONDER][block], mass,
              out[RESPONDER][block]);
    find_reached(list, in[RESPONDER][block], NULL, &reached);
    showdowns(list, &reached, ends, mass, margin);
    learn_back(work, k, block, ROBOT, &scene, scratch->policy, out[ROBOT][block]);
}

/* The blocks of one thread: every n-th from its first one. */
typedef struct {
    const Work *work;
    Lanes *const (*in)[MOST_BLOCKS], *const (*out)[MOST_BLOCKS];
    int first;
    pthread_t thread;
} Share;

static void *learn_share(void *argument)
{
    const Share *share = argument;
    const Learner *learner = share->work->learner;
    for (int block = share->first; block < learner->game->blocks[learner->game->streets - 1]; block += learner->threads)
        learn_last_block(share->work, block, &share->work->memory->scratch[share->first], share->in, share->out);
    return NULL;
}

static void learn_last(const Work *work, Lanes *const (*in)[MOST_BLOCKS], Lanes *const (*out)[MOST_BLOCKS])
{
    Share shares[MOST_THREADS];
    bool started[MOST_THREADS];
    int threads = work->learner->threads;
    for (int i = 0; i < threads; i++) {
        shares[i] = (Share){.work = work, .in = in, .out = out, .first = i};
        started[i] = i && !pthread_create(&shares[i].thread, NULL, learn_share, &shares[i]);
    }
    for (int i = 0; i < threads; i++) /* blocks for which no thread could be started */
        if (!started[i])
            learn_share(&shares[i]);
    for (int i = 0; i < threads; i++)
        if (started[i])
            pthread_join(shares[i].thread, NULL);
}

/* A street before the last, from its end to its start. */
static void learn_street(const Work *work, int k, Lanes *const (*out)[MOST_BLOCKS])
{
    const Game *game = work->learner->game;
    int ends = game->street[k].ends;
    for (int block = 0; block < game->blocks[k]; block++) {
        Lanes *mass[SIDES][MOST_ENDS + 1], *value[SIDES][MOST_ENDS + 1];
        for (int who = 0; who < SIDES; who++)
            for (int e = 0; e <= ends; e++) {
                Side *side = &work->memory->side[k][who];
                mass[who][e] = side_end(game, k, side->ends, block, e);
                value[who][e] = side_end(game, k, side->values, block, e);
                if (e < ends || work->memory->side[k][1 - who].plan.needs_start)
                    masses(work->lesson->list, mass[who][e]);
            }
        for (int who = 0; who < SIDES; who++) {
            Side *side = &work->memory->side[k][who];
            Scene scene = {.mass = mass[1 - who], .value = value[who]};
            set_amounts(&scene, &game->street[k], game->stake[k] + block * LANES);
            learn_back(work, k, block, who, &scene, side->policy + (size_t)block * PLACES * ROW_LANES, out[who][block]);
        }
    }
}

/* Follows both sides through a street before the last. */
static void follow_street(const Work *work, int k, Lanes *const (*in)[MOST_BLOCKS])
{
    const Game *game = work->learner->game;
    int ends = game->street[k].ends, count = work->lesson->list->count;
    for (int who = 0; who < SIDES; who++)
        for (int block = 0; block < game->blocks[k]; block++) {
            Side *side = &work->memory->side[k][who];
            Lanes *to[MOST_ENDS + 1];
            for (int e = 0; e <= ends; e++)
                to[e] = side_end(game, k, side->ends, block, e);
            follow(work, k, block, who, in[who][block], side->policy + (size_t)block * PLACES * ROW_LANES, to,
                   work->memory->scratch[0].sums);
            memcpy(to[ends], in[who][block], (size_t)count * sizeof(Lanes));
        }
}

static bool learn(Learner *learner, const Lesson *lesson)
{
    const Game *game = learner->game;
    if (!learner->memory)
        learner->memory = open_memory(game, learner->threads);
    Memory *memory = learner->memory;
    if (!memory)
        return false;
    Work work = {learner, lesson, memory};
    Lanes *in[MOST_STREETS][SIDES][MOST_BLOCKS], *out[MOST_STREETS][SIDES][MOST_BLOCKS];
    int last = game->streets - 1;
    for (int who = 0; who < SIDES; who++) {
        in[0][who][0] = memory->dealt;
        out[0][who][0] = memory->start;
        for (int k = 0; k <= last; k++) {
            int seat = who == ROBOT ? lesson->robot_seat : 1 - lesson->robot_seat;
            make_plan(&memory->side[k][who].plan, &game->street[k], seat);
            if (who == ROBOT || k < last)
                number_rows(memory, &memory->side[k][who], lesson->list,
                            who == ROBOT ? lesson->robot_classes[k] : lesson->responder_classes[k]);
        }
    }
    for (int k = 0; k < last; k++) {
        follow_street(&work, k, in[k]);
        for (int who = 0; who < SIDES; who++)
            connect_side(game, lesson->list, k, &memory->side[k][who], in[k + 1][who], out[k + 1][who]);
    }
    learn_last(&work, in[last], out[last]);
    for (int k = last - 1; k >= 0; k--) {
        for (int who = 0; who < SIDES; who++)
            collect_side(game, lesson->list, k, &memory->side[k][who]);
        learn_street(&work, k, out[k]);
    }
    return true;
}

static void forget(Learner *learner)
{
    close_memory(learner->memory);
    learner->memory = NULL;
}
