/* Included by engine_*.c: the exact best response to a robot on a tree of bets, a walk of all boards after a flop or a turn.
 * Before the river (river_bets.h), hands are lanes at the nodes and folds are lanes where they are worked out. */

typedef struct {
    Lanes *reach;
    Lanes *cell;  /* [block]: to fill with the responder's winnings */
    float amount; /* what it wins from each hand that it meets */
} BetsFold;

/* One street before the river. Its crossings are the edges that lead to the next card; first come the all-ins of earlier streets. */
typedef struct {
    HandList list;
    int blocks;
    uint16_t index_of[MOST_HANDS], class_at[BLOCKS * LANES];
    bool alike[BLOCKS]; /* whether the hands of a block have one class */
    int crossings;
    int32_t *edge_of; /* [crossing] */
    bool *crossed;    /* [crossing]: whether the robot gets there with any hand */
    Lanes *in, *out;  /* [crossing][block]: the robot's reaches, the responder's winnings */
    Lanes *rows;      /* memory for the reaches and the winnings at the nodes */
    int used;
    BetsFold *folds;
    int fold_count;
} BetsLevel;

typedef struct {
    const BetsResponse *respond;
    int first; /* the tree's first street */
    BetsLevel level[MOST_STREETS - 1];
    Rivers rivers;
    int32_t *crossing; /* of each edge on its street, -1 for none */
    Lanes **reach;     /* of each node: NULL if the robot never gets there */
    Lanes **value;     /* of each node */
    Lanes **cell;      /* of each fold: NULL if the robot never gets there */
    Lanes *mass;
} BetsWalk;

static Lanes *row_at(Lanes *rows, int number)
{
    return rows + (size_t)number * BLOCKS;
}

static Lanes *take_row(BetsLevel *level)
{
    return row_at(level->rows, level->used++);
}

static bool leaves_street(const BetTree *tree, int node, int edge)
{
    int to = tree->to[edge];
    return to == TO_SHOWDOWN || (to >= 0 && tree->street[to] > tree->street[node]);
}

/* Lists the crossings of a street; returns the rows that its betting needs. */
static size_t number_street(BetsWalk *walk, int k)
{
    const BetTree *tree = walk->respond->tree;
    BetsLevel *level = &walk->level[k];
    size_t rows = 0;
    for (int i = 0; k > walk->first && i < level[-1].crossings; i++)
        if (tree->to[level[-1].edge_of[i]] == TO_SHOWDOWN)
            level->edge_of[level->crossings++] = level[-1].edge_of[i];
    for (int node = 0; node < tree->nodes; node++) {
        if (tree->street[node] != k)
            continue;
        rows += 2 + 2 * (size_t)(tree->first[node + 1] - tree->first[node]);
        for (int edge = tree->first[node]; edge < tree->first[node + 1]; edge++) {
            walk->crossing[edge] = -1;
            if (leaves_street(tree, node, edge)) {
                walk->crossing[edge] = level->crossings;
                level->edge_of[level->crossings++] = edge;
            }
        }
    }
    return rows;
}

static void close_bets_walk(BetsWalk *walk)
{
    for (int k = 0; k + 1 < MOST_STREETS; k++) {
        BetsLevel *level = &walk->level[k];
        void *memory[] = {level->edge_of, level->crossed, level->in, level->out, level->rows, level->folds};
        for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
            free(memory[i]);
    }
    close_rivers(&walk->rivers);
    void *memory[] = {walk->crossing, walk->reach, walk->value, walk->cell, walk->mass};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        free(memory[i]);
    free(walk);
}

static bool open_bets_level(BetsWalk *walk, int k)
{
    BetsLevel *level = &walk->level[k];
    size_t edges = (size_t)walk->respond->tree->edges;
    if (!(level->edge_of = malloc(edges * sizeof *level->edge_of)))
        return false;
    size_t rows = number_street(walk, k), crossings = (size_t)level->crossings * BLOCKS;
    return (level->crossed = malloc((size_t)level->crossings + 1)) && (level->in = allocate_zeros(crossings)) &&
           (level->out = allocate_zeros(crossings)) && (level->rows = allocate_zeros(rows * BLOCKS)) &&
           (level->folds = malloc(edges * sizeof *level->folds));
}

static BetsWalk *open_bets_walk(const BetsResponse *respond)
{
    BetsWalk *walk = calloc(1, sizeof *walk);
    if (!walk)
        return NULL;
    walk->respond = respond;
    walk->first = respond->tree->street[0];
    size_t nodes = (size_t)respond->tree->nodes, edges = (size_t)respond->tree->edges;
    bool done = (walk->crossing = malloc(edges * sizeof *walk->crossing)) && (walk->reach = calloc(nodes, sizeof(Lanes *))) &&
                (walk->value = calloc(nodes, sizeof(Lanes *))) && (walk->cell = calloc(edges, sizeof(Lanes *))) &&
                (walk->mass = allocate_zeros(BLOCKS * LANES));
    for (int k = walk->first; done && k + 1 < MOST_STREETS; k++)
        done = open_bets_level(walk, k);
    const BetsLevel *turn = &walk->level[MOST_STREETS - 2];
    done = done && open_rivers(&walk->rivers, respond, turn->edge_of, turn->crossings);
    if (!done) {
        close_bets_walk(walk);
        return NULL;
    }
    return walk;
}

static bool list_bets_hands(BetsWalk *walk, int k, const uint8_t *board)
{
    const BetsResponse *respond = walk->respond;
    BetsLevel *level = &walk->level[k];
    HandList *list = &level->list;
    uint16_t class_of[MOST_HANDS];
    bool plays = k > walk->first;
    list_street(game_of(LIMIT_HOLDEM), respond->holdem, k, board, list);
    level->blocks = (list->count + LANES - 1) / LANES;
    memset(level->class_at, 0, sizeof level->class_at);
    if (plays && !respond->look_up(respond->context, k, board, class_of))
        return false;
    for (int i = 0; i < list->count; i++) {
        level->index_of[list->hand[i]] = (uint16_t)i;
        list->above[i] = plays ? level[-1].index_of[list->hand[i]] : (uint16_t)i;
        level->class_at[i] = plays ? class_of[list->hand[i]] : 0;
    }
    for (int block = 0; block < level->blocks; block++) {
        const uint16_t *classes = level->class_at + block * LANES;
        int last = list->count - block * LANES < LANES ? list->count - block * LANES : LANES;
        level->alike[block] = true;
        for (int i = 1; i < last; i++)
            level->alike[block] &= classes[i] == classes[0];
    }
    return true;
}

static void gather_hands(const BetsLevel *level, const Lanes *from, Lanes *to)
{
    to[level->blocks - 1] = (Lanes){0};
    for (int i = 0; i < level->list.count; i++)
        ((float *)to)[i] = ((const float *)from)[level->list.above[i]];
}

static void scatter_hands(const BetsLevel *level, const Lanes *from, Lanes *to, float weight)
{
    for (int i = 0; i < level->list.count; i++)
        ((float *)to)[level->list.above[i]] += ((const float *)from)[i] * weight;
}

/* Multiplies reaches by the chances of an action, by class; returns whether any is left. */
static bool play_edge(const BetsLevel *level, const Lanes *reach, const float *chances, Lanes *to)
{
    Lanes any = {0};
    for (int block = 0; block < level->blocks; block++) {
        const uint16_t *classes = level->class_at + block * LANES;
        Lanes chance;
        if (level->alike[block])
            chance = (Lanes){0} + chances[classes[0]];
        else
            for (int i = 0; i < LANES; i++)
                chance[i] = chances[classes[i]];
        to[block] = reach[block] * chance;
        any += to[block];
    }
    return !is_zero(any);
}

/* Adds a fold to those of the street. */
static void add_fold(BetsWalk *walk, int k, int node, int edge, Lanes *reach)
{
    const BetsResponse *respond = walk->respond;
    BetsLevel *level = &walk->level[k];
    float amount = respond->tree->amount[edge] * runouts(game_of(LIMIT_HOLDEM), k);
    bool robots = respond->tree->actor[node] == respond->robot_seat;
    walk->cell[edge] = take_row(level);
    level->folds[level->fold_count++] = (BetsFold){reach, walk->cell[edge], robots ? amount : -amount};
}

/* Follows the robot from a node to the ends of the street. */
static void follow_bets(BetsWalk *walk, int k, int node)
{
    const BetsResponse *respond = walk->respond;
    const BetTree *tree = respond->tree;
    BetsLevel *level = &walk->level[k];
    size_t bytes = (size_t)level->blocks * sizeof(Lanes);
    bool robots = tree->actor[node] == respond->robot_seat;
    walk->value[node] = take_row(level);
    for (int edge = tree->first[node]; edge < tree->first[node + 1]; edge++) {
        int to = tree->to[edge], crossing = walk->crossing[edge];
        Lanes *reach = walk->reach[node];
        bool live = true;
        if (robots) {
            size_t index = (size_t)(tree->edge_start[node] + edge - tree->first[node]);
            reach = crossing >= 0 ? row_at(level->in, crossing) : take_row(level);
            live = play_edge(level, walk->reach[node], respond->play[k] + index * respond->classes[k], reach);
        } else if (crossing >= 0) {
            memcpy(row_at(level->in, crossing), reach, bytes);
        }
        if (crossing >= 0) {
            level->crossed[crossing] = live;
        } else if (to < 0) {
            walk->cell[edge] = NULL;
            if (live)
                add_fold(walk, k, node, edge, reach);
        } else {
            walk->reach[to] = live ? reach : NULL;
            if (live)
                follow_bets(walk, k, to);
        }
    }
}

/* Fills the winnings at the folds, sixteen at a time. */
static void judge_bets_folds(BetsWalk *walk, BetsLevel *level)
{
    for (int from = 0; from < level->fold_count; from += LANES) {
        const BetsFold *folds = level->folds + from;
        int count = level->fold_count - from < LANES ? level->fold_count - from : LANES;
        Lanes *reaches[LANES], *cells[LANES], amounts = {0};
        for (int lane = 0; lane < count; lane++) {
            reaches[lane] = folds[lane].reach;
            cells[lane] = folds[lane].cell;
            amounts[lane] = folds[lane].amount;
        }
        for (int block = 0; block < level->blocks; block++)
            turn_block(reaches, count, block, walk->mass + block * LANES, false);
        masses(&level->list, walk->mass);
        for (int i = 0; i < level->list.count; i++)
            walk->mass[i] *= amounts;
        for (int block = 0; block < level->blocks; block++)
            turn_block(cells, count, block, walk->mass + block * LANES, true);
    }
    level->fold_count = 0;
}

/* Returns the responder's winnings after an edge; NULL for none. */
static const Lanes *winnings_after(BetsWalk *walk, int k, int edge);

/* Fills the responder's winnings at a node that the robot gets to. */
static const Lanes *judge_bets_node(BetsWalk *walk, int k, int node)
{
    const BetTree *tree = walk->respond->tree;
    int blocks = walk->level[k].blocks;
    bool robots = tree->actor[node] == walk->respond->robot_seat;
    Lanes *value = walk->value[node];
    memset(value, 0, (size_t)blocks * sizeof *value);
    for (int edge = tree->first[node]; edge < tree->first[node + 1]; edge++) {
        const Lanes *more = winnings_after(walk, k, edge);
        for (int i = 0; robots && more && i < blocks; i++)
            value[i] += more[i];
        /* The responder's actions do not change what the robot holds, so it gets to all or to none of them. */
        for (int i = 0; !robots && i < blocks; i++)
            value[i] = edge == tree->first[node] ? more[i] : larger(value[i], more[i]);
    }
    return value;
}

static const Lanes *winnings_after(BetsWalk *walk, int k, int edge)
{
    int to = walk->respond->tree->to[edge], crossing = walk->crossing[edge];
    if (crossing >= 0)
        return walk->level[k].crossed[crossing] ? row_at(walk->level[k].out, crossing) : NULL;
    if (to < 0)
        return walk->cell[edge];
    return walk->reach[to] ? judge_bets_node(walk, k, to) : NULL;
}

/* Takes the robot's reaches from the street before to a tree of this street, or to an all-in; `carried` counts all-ins. */
static void enter_bets(BetsWalk *walk, int k, int crossing, int *carried)
{
    const BetTree *tree = walk->respond->tree;
    BetsLevel *level = &walk->level[k], *above = level - 1;
    const Lanes *from = row_at(above->in, crossing);
    int edge = above->edge_of[crossing], to = tree->to[edge];
    if (to >= 0) {
        walk->reach[to] = above->crossed[crossing] ? take_row(level) : NULL;
        if (walk->reach[to]) {
            gather_hands(level, from, walk->reach[to]);
            follow_bets(walk, k, to);
        }
    } else {
        level->crossed[*carried] = above->crossed[crossing];
        if (above->crossed[crossing])
            gather_hands(level, from, row_at(level->in, *carried));
        ++*carried;
    }
}

/* Adds the winnings of what `enter_bets` has entered to those of the street before. */
static void leave_bets(BetsWalk *walk, int k, int crossing, int *carried, float weight)
{
    BetsLevel *level = &walk->level[k], *above = level - 1;
    int edge = above->edge_of[crossing], to = walk->respond->tree->to[edge];
    const Lanes *won;
    if (to >= 0)
        won = above->crossed[crossing] ? judge_bets_node(walk, k, to) : NULL;
    else
        won = row_at(level->out, (*carried)++);
    if (above->crossed[crossing])
        scatter_hands(level, won, row_at(above->out, crossing), weight);
}

/* Gives hands that a symmetry of the board exchanges the mean of their winnings. */
static void even_out_bets(BetsWalk *walk, int k, const int *orders, int count)
{
    BetsLevel *level = &walk->level[k];
    float mean[MOST_HANDS];
    for (int crossing = 0; crossing < level->crossings; crossing++) {
        if (!level->crossed[crossing])
            continue;
        float *won = (float *)row_at(level->out, crossing);
        for (int i = 0; i < level->list.count; i++) {
            mean[i] = 0;
            for (int g = 0; g < count; g++)
                mean[i] += won[level->index_of[walk->respond->holdem->permuted[orders[g]][level->list.hand[i]]]];
            mean[i] /= (float)count;
        }
        memcpy(won, mean, (size_t)level->list.count * sizeof *mean);
    }
}

static bool walk_bets(BetsWalk *walk, int k, uint8_t *board, float weight);

/* Walks all boards of the next street; `orders`: the symmetries of the board. */
static bool walk_next_bets(BetsWalk *walk, int k, uint8_t *board, const int *orders, int count)
{
    BetsLevel *level = &walk->level[k];
    int size = k + 2, rivers = 0;
    uint64_t taken = set_of(board, size);
    for (int card = 0; card < 52; card++) {
        int alike = taken >> card & 1 ? 0 : cards_alike(walk->respond->holdem, orders, count, card);
        if (!alike)
            continue;
        board[size] = (uint8_t)card;
        if (!(size < 4 ? walk_bets(walk, k + 1, board, (float)alike)
                       : list_river_hands(&walk->rivers, rivers++, board, level->index_of, (float)alike)))
            return false;
    }
    if (rivers)
        walk_rivers(&walk->rivers, rivers, level->blocks, level->in, level->out, level->crossed);
    return true;
}

/* Walks a street with all boards after it; `weight`: the number of cards that are like the one that was dealt. */
static bool walk_bets(BetsWalk *walk, int k, uint8_t *board, float weight)
{
    BetsLevel *level = &walk->level[k];
    int orders[SUIT_ORDERS], carried = 0;
    if (!list_bets_hands(walk, k, board))
        return false;
    level->used = 0;
    memset(level->crossed, 0, (size_t)level->crossings);
    memset(level->out, 0, (size_t)level->crossings * BLOCKS * sizeof(Lanes));
    for (int i = 0; i < level[-1].crossings; i++)
        enter_bets(walk, k, i, &carried);
    int count = list_symmetries(walk->respond->holdem, board, k + 2, orders);
    if (!walk_next_bets(walk, k, board, orders, count))
        return false;
    if (count > 1)
        even_out_bets(walk, k, orders, count);
    judge_bets_folds(walk, level);
    carried = 0;
    for (int i = 0; i < level[-1].crossings; i++)
        leave_bets(walk, k, i, &carried, weight);
    return true;
}

static bool respond_to_bets(const BetsResponse *respond)
{
    BetsWalk *walk = open_bets_walk(respond);
    uint8_t board[5];
    if (!walk)
        return false;
    memcpy(board, respond->board, sizeof board);
    BetsLevel *first = &walk->level[walk->first];
    const HandList *list = &first->list;
    bool done = list_bets_hands(walk, walk->first, board);
    for (int i = 0; done && i < first->crossings; i++) {
        const float *reach = respond->reach + (size_t)i * MOST_HANDS;
        float *in = (float *)row_at(first->in, i);
        first->crossed[i] = false;
        for (int j = 0; j < list->count; j++) {
            in[j] = reach[list->hand[j]];
            first->crossed[i] |= in[j] > 0;
        }
    }
    done = done && walk_bets(walk, walk->first + 1, board, 1);
    for (int i = 0; done && i < first->crossings; i++)
        for (int j = 0; j < list->count; j++)
            respond->values[(size_t)i * MOST_HANDS + list->hand[j]] = ((const float *)row_at(first->out, i))[j];
    close_bets_walk(walk);
    return done;
}
