/* Included by engine_*.c: the exact best response, a walk of the public tree. */

typedef struct {
    const Respond *respond;
    Level level[MOST_STREETS];
    uint16_t use_of_class[UINT16_MAX + 1]; /* its place in `used_class`, if it is there */
} Walk;

#define PLACES ((size_t)MOST_HANDS)

static Lanes *allocate_lanes(size_t count)
{
    return aligned_alloc(sizeof(Lanes), count * sizeof(Lanes));
}

static void close_walk(Walk *walk)
{
    for (int k = 0; walk && k < MOST_STREETS; k++) {
        free(walk->level[k].ends);
        free(walk->level[k].values);
        free(walk->level[k].next_in);
        free(walk->level[k].next_out);
        free(walk->level[k].shares);
        free(walk->level[k].starts);
    }
    free(walk);
}

static bool open_last(Level *level)
{
    level->shares = aligned_alloc(sizeof(Lanes), PLACES * sizeof *level->shares);
    level->starts = allocate_lanes(PLACES);
    /* `share_folds` adds what a fold costs to what may happen in place of the bet before it: there must be a bet. */
    return level->shares && level->starts && !level->backward.needs_start;
}

static bool open_level(const Game *game, int k, Level *level)
{
    size_t count = PLACES * (size_t)(game->blocks[k] * (game->street[k].ends + 1));
    level->ends = allocate_lanes(count);
    level->values = allocate_lanes(count);
    bool regroups = game->stride[k + 1] % LANES;
    if (regroups) {
        level->next_in = allocate_lanes(PLACES * (size_t)game->blocks[k + 1]);
        level->next_out = allocate_lanes(PLACES * (size_t)game->blocks[k + 1]);
    }
    return level->ends && level->values && (!regroups || (level->next_in && level->next_out));
}

static Walk *open_walk(const Respond *respond)
{
    const Game *game = respond->game;
    Walk *walk = calloc(1, sizeof *walk);
    if (!walk)
        return NULL;
    walk->respond = respond;
    for (int k = 0; k < game->streets; k++) {
        Level *level = &walk->level[k];
        make_plan(&level->forward, &game->street[k], respond->robot_seat);
        make_plan(&level->backward, &game->street[k], 1 - respond->robot_seat);
        if (!(k + 1 == game->streets ? open_last(level) : open_level(game, k, level))) {
            close_walk(walk);
            return NULL;
        }
    }
    return walk;
}

static Lanes *end_of(const Walk *walk, int k, Lanes *all, int block, int e)
{
    return all + PLACES * (size_t)(block * (walk->respond->game->street[k].ends + 1) + e);
}

static void list_hands(Walk *walk, int k, const uint8_t *board)
{
    const Respond *respond = walk->respond;
    Level *level = &walk->level[k];
    list_street(respond->game, respond->holdem, k, board, &level->list);
    for (int i = 0; i < level->list.count; i++) {
        level->index_of[level->list.hand[i]] = (uint16_t)i;
        level->list.above[i] = k ? walk->level[k - 1].index_of[level->list.hand[i]] : (uint16_t)i;
    }
}

static bool look_up(Walk *walk, int k, const uint8_t *board)
{
    const Robot *robot = walk->respond->robot;
    Level *level = &walk->level[k];
    return robot->look_up(robot->context, k, board, &level->list, level->class_of, &level->rows, &level->classes);
}

static void follow_robot(const Level *level, int block, const Lanes *in, Lanes *const *ends)
{
    WITH_PLAN(&level->forward, go_forward, level, block, in, ends);
}

/* The number of ways to deal the cards to come when two hands are known: the weight of a fold before them. */
static float runouts(const Game *game, int k)
{
    if (game->kind == LIMIT_HOLDEM)
        return k == 1 ? 45 * 44 : k == 2 ? 44 : 1; /* before the flop the caller adds up flops as means */
    return k + 1 < game->streets ? (float)(game->hands - SEATS) : 1;
}

static void judge_hands(const Walk *walk, int k, int block, Lanes *const *mass, Lanes *const *value, Lanes *out, float weight)
{
    const Game *game = walk->respond->game;
    const Level *level = &walk->level[k];
    Scene scene = {.mass = mass, .value = value};
    set_amounts(&scene, &game->street[k], game->stake[k] + block * LANES);
    for (int node = 0; node < game->street[k].nodes; node++)
        scene.fold_amount[node] *= runouts(game, k);
    if (k >= walk->respond->first_best)
        WITH_PLAN(&level->backward, go_back, level, &scene, block, true, weight, out);
    else
        WITH_PLAN(&level->backward, go_back, level, &scene, block, false, weight, out);
}

/* Lists the classes that hands have on a last street: often they are few, and the robot plays all hands of one alike. */
static void list_classes(Walk *walk, Level *level)
{
    level->used = 0;
    for (int i = 0; i < level->list.count; i++) {
        uint16_t class = level->class_of[level->list.hand[i]];
        int use = walk->use_of_class[class];
        if (use >= level->used || level->used_class[use] != class) {
            walk->use_of_class[class] = (uint16_t)(use = level->used++);
            level->used_class[use] = class;
        }
        level->use_of[i] = (uint16_t)use;
    }
}

static void last_street(Walk *walk, int k, Lanes *const *in, Lanes *const *out, float weight)
{
    Level *level = &walk->level[k];
    const Game *game = walk->respond->game;
    bool best = k >= walk->respond->first_best;
    Scene scene = {0};
    list_classes(walk, level);
    for (int block = 0; block < game->blocks[k]; block++) {
        Reached reached;
        EndSums sums;
        find_reached(&level->list, in[block], level->list.above, &reached);
        if (!reached.count)
            continue;
        set_amounts(&scene, &game->street[k], game->stake[k] + block * LANES);
        WITH_PLANS(&level->forward, &level->backward, fill_shares, level, &scene, block);
        WITH_PLAN(&level->backward, add_all, level, &reached, in[block], &sums);
        if (best)
            WITH_PLAN(&level->backward, go_back_last, level, block, true, weight, &reached, &sums, out[block]);
        else
            WITH_PLAN(&level->backward, go_back_last, level, block, false, weight, &reached, &sums, out[block]);
    }
}

static bool walk_street(Walk *walk, int k, uint8_t *board, Lanes *const *in, Lanes *const *out, float weight);

/* Moves lanes between a street's blocks, [block][end][index], and those of the next, [block][index]. */
static void regroup(Walk *walk, int k, Lanes *here, Lanes *there, bool down)
{
    const Game *game = walk->respond->game;
    const Level *level = &walk->level[k];
    for (int e = 0; e < game->street[k].ends; e++)
        for (int lane = 0; lane < game->lanes[k]; lane++) {
            int next = next_lane(game, k, e, lane);
            float *one = (float *)end_of(walk, k, here, lane / LANES, e) + lane % LANES;
            float *other = (float *)(there + PLACES * (size_t)(next / LANES)) + next % LANES;
            for (int i = 0; i < level->list.count; i++, one += LANES, other += LANES)
                *(down ? other : one) = *(down ? one : other);
        }
}

/* Lists the blocks of the next street, with the reaches there and the targets of their values. */
static void connect(Walk *walk, int k, Lanes **in, Lanes **out)
{
    const Game *game = walk->respond->game;
    Level *level = &walk->level[k];
    int blocks = game->blocks[k], per_end = game->stride[k + 1] / LANES;
    memset(level->values, 0, PLACES * sizeof(Lanes) * (size_t)(blocks * (game->street[k].ends + 1)));
    if (level->next_in) {
        size_t size = PLACES * sizeof(Lanes) * (size_t)game->blocks[k + 1];
        memset(level->next_in, 0, size);
        memset(level->next_out, 0, size);
        regroup(walk, k, level->ends, level->next_in, true);
    }
    for (int block = 0; block < game->blocks[k + 1]; block++) {
        in[block] = level->next_in ? level->next_in + PLACES * (size_t)block
                                   : end_of(walk, k, level->ends, block % per_end, block / per_end);
        out[block] = level->next_in ? level->next_out + PLACES * (size_t)block
                                    : end_of(walk, k, level->values, block % per_end, block / per_end);
    }
}

/* Gives hands that a symmetry of the board exchanges the mean of their values. */
static void even_out(Walk *walk, int k, const int *orders, int count)
{
    const Game *game = walk->respond->game;
    const Holdem *holdem = walk->respond->holdem;
    Level *level = &walk->level[k];
    Lanes mean[MOST_HANDS];
    for (int block = 0; block < game->blocks[k]; block++)
        for (int e = 0; e < game->street[k].ends; e++) {
            Lanes *values = end_of(walk, k, level->values, block, e);
            for (int i = 0; i < level->list.count; i++) {
                Lanes sum = values[i] * 0.0f;
                for (int g = 0; g < count; g++)
                    sum += values[level->index_of[holdem->permuted[orders[g]][level->list.hand[i]]]];
                mean[i] = sum / (float)count;
            }
            memcpy(values, mean, (size_t)level->list.count * sizeof *mean);
        }
}

/* Walks the streets after a board of hold'em's flop or turn: one card for all that differ only in suits. */
static bool walk_cards(Walk *walk, int k, uint8_t *board, Lanes *const *in, Lanes *const *out)
{
    const Holdem *holdem = walk->respond->holdem;
    int size = board_size(walk->respond->game, k), only = walk->respond->only[k + 1], orders[SUIT_ORDERS];
    uint64_t taken = set_of(board, size);
    if (only >= 0) {
        board[size] = (uint8_t)only;
        return walk_street(walk, k + 1, board, in, out, (float)(52 - size));
    }
    int count = list_symmetries(holdem, board, size, orders);
    for (int card = 0; card < 52; card++) {
        int alike = taken >> card & 1 ? 0 : cards_alike(holdem, orders, count, card);
        board[size] = (uint8_t)card;
        if (alike && !walk_street(walk, k + 1, board, in, out, (float)alike))
            return false;
    }
    return true;
}

static bool walk_after(Walk *walk, int k, uint8_t *board)
{
    const Game *game = walk->respond->game;
    Level *level = &walk->level[k];
    Lanes *in[MOST_BLOCKS], *out[MOST_BLOCKS];
    connect(walk, k, in, out);
    bool done = true;
    if (game->kind == LIMIT_HOLDEM && k) {
        done = walk_cards(walk, k, board, in, out);
    } else if (game->kind == LIMIT_HOLDEM) {
        done = walk_street(walk, k + 1, board, in, out, 1);
    } else {
        for (uint8_t card = 0; done && card < game->hands; card++) {
            board[0] = card;
            done = walk_street(walk, k + 1, board, in, out, 1);
        }
    }
    if (level->next_in)
        regroup(walk, k, level->values, level->next_out, false);
    int orders[SUIT_ORDERS], count = 1;
    if (game->kind == LIMIT_HOLDEM && k && walk->respond->only[k + 1] < 0)
        count = list_symmetries(walk->respond->holdem, board, board_size(game, k), orders);
    if (count > 1)
        even_out(walk, k, orders, count);
    return done;
}

/* Follows the robot through a street that is not the last. */
static bool enter(Walk *walk, int k, const uint8_t *board, Lanes *const *in)
{
    Level *level = &walk->level[k];
    if (!look_up(walk, k, board))
        return false;
    for (int block = 0; block < walk->respond->game->blocks[k]; block++) {
        Lanes *ends[MOST_ENDS];
        for (int e = 0; e < walk->respond->game->street[k].ends; e++)
            ends[e] = end_of(walk, k, level->ends, block, e);
        follow_robot(level, block, in[block], ends);
        if (level->backward.needs_start) {
            Lanes *start = end_of(walk, k, level->ends, block, walk->respond->game->street[k].ends);
            for (int i = 0; i < level->list.count; i++)
                start[i] = in[block][level->list.above[i]];
        }
    }
    return true;
}

/* Works the responder's values of a street that is not the last back to its start. */
static void leave(Walk *walk, int k, Lanes *const *out, float weight)
{
    const Game *game = walk->respond->game;
    Level *level = &walk->level[k];
    int ends = game->street[k].ends;
    for (int block = 0; block < game->blocks[k]; block++) {
        Lanes *mass[MOST_ENDS + 1], *value[MOST_ENDS + 1];
        for (int e = 0; e <= ends; e++) {
            mass[e] = end_of(walk, k, level->ends, block, e);
            value[e] = end_of(walk, k, level->values, block, e);
            if (e < ends || level->backward.needs_start)
                masses(&level->list, mass[e]);
        }
        judge_hands(walk, k, block, mass, value, out[block], weight);
    }
}

static bool walk_street(Walk *walk, int k, uint8_t *board, Lanes *const *in, Lanes *const *out, float weight)
{
    list_hands(walk, k, board);
    if (k + 1 == walk->respond->game->streets) {
        if (!look_up(walk, k, board))
            return false;
        last_street(walk, k, in, out, weight);
        return true;
    }
    if (!enter(walk, k, board, in) || !walk_after(walk, k, board))
        return false;
    leave(walk, k, out, weight);
    return true;
}

/* Returns room for one vector a hand, the first lane of each 1: all hands are dealt. */
static Lanes *deal_all(void)
{
    Lanes *all = allocate_lanes(PLACES);
    if (all)
        memset(all, 0, PLACES * sizeof *all);
    for (size_t i = 0; all && i < PLACES; i++)
        all[i][0] = 1;
    return all;
}

static bool respond_to_flop(const Respond *respond, const uint8_t *flop, float *values)
{
    Walk *walk = open_walk(respond);
    Lanes *dealt = deal_all();
    uint8_t board[5] = {flop[0], flop[1], flop[2], 0, 0};
    bool done = walk && dealt;
    if (done) {
        list_hands(walk, 0, board);
        done = enter(walk, 0, board, &dealt) && walk_after(walk, 0, board);
    }
    for (int e = 0; done && e < respond->game->street[0].ends; e++)
        for (int hand = 0; hand < MOST_HANDS; hand++)
            values[e * MOST_HANDS + hand] = end_of(walk, 0, walk->level[0].values, 0, e)[hand][0];
    free(dealt);
    close_walk(walk);
    return done;
}

static bool respond_before(const Respond *respond, const float *after, float *values)
{
    Walk *walk = open_walk(respond);
    Lanes *dealt = deal_all(), *found = allocate_lanes(PLACES);
    uint8_t board[5] = {0};
    bool done = walk && dealt && found;
    if (done) {
        memset(found, 0, PLACES * sizeof *found);
        if (!after) {
            done = walk_street(walk, 0, board, &dealt, &found, 1);
        } else {
            list_hands(walk, 0, board);
            done = enter(walk, 0, board, &dealt);
            memset(walk->level[0].values, 0, PLACES * sizeof *found * (size_t)(respond->game->street[0].ends + 1));
            for (int e = 0; e < respond->game->street[0].ends; e++)
                for (int hand = 0; hand < respond->game->hands; hand++)
                    end_of(walk, 0, walk->level[0].values, 0, e)[hand][0] = after[e * MOST_HANDS + hand];
            if (done)
                leave(walk, 0, &found, 1);
        }
    }
    for (int hand = 0; done && hand < respond->game->hands; hand++)
        values[hand] = found[hand][0];
    free(dealt);
    free(found);
    close_walk(walk);
    return done;
}
