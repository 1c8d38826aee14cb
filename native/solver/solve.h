/* Included by engine_*.c: solves a subgame by discounted regret minimisation (Brown and Sandholm, AAAI 2019), with hands as
 * lanes at the nodes and with ends of the betting as lanes at showdowns. */

/* Its parameters are 1.5, 0 and 2: regrets above zero are multiplied by t^1.5 / (t^1.5 + 1), those below zero by this, and
 * the average weights iteration t with t squared. */
#define NEGATIVE_FACTOR 0.5f

/* The kind of a pass: for the seat `me`, by regrets or averages, and whether it learns or takes the best actions. */
typedef struct {
    int me, turn;
    bool averages, learns, best;
} Pass;

static Lanes choose(LaneMask mask, Lanes yes, Lanes no)
{
    return (Lanes)(((LaneMask)yes & mask) | ((LaneMask)no & ~mask));
}

static float card_weight(const Subgame *subgame)
{
    const Game *game = subgame->game;
    int street = subgame->tree->street[0], size = board_size(game, street);
    return 1.0f / (float)(game->kind == LIMIT_HOLDEM ? 52 - size - 4 : game->hands - size - 2);
}

/* Fills the policy of a node: by regrets, or by averages, and by regrets where the averages are zero. */
static void fill_policy(const Solver *solver, const BoardTable *table, int node, bool averages)
{
    const BetTree *tree = solver->subgame->tree;
    int first = tree->first[node], count = tree->first[node + 1] - first, blocks = blocks_of(table);
    const Lanes *regrets = at_node(solver, table->regrets, tree->edge_start[node]);
    const Lanes *average = at_node(solver, table->averages, tree->edge_start[node]);
    Lanes *to = at_node(solver, solver->policy, first), zero = {0}, even = zero + 1.0f / (float)count;
    for (int i = 0; i < blocks; i++) {
        Lanes sum = zero, known = zero;
        for (int a = 0; a < count; a++) {
            known += averages ? average[a * solver->stride + i] : zero;
            sum += larger(regrets[a * solver->stride + i], zero);
        }
        LaneMask is_known = known > zero;
        sum = choose(is_known, known, sum);
        LaneMask some = sum > zero;
        Lanes scale = 1.0f / choose(some, sum, zero + 1.0f);
        for (int a = 0; a < count; a++) {
            int at = a * solver->stride + i;
            Lanes weight = larger(regrets[at], zero);
            if (averages)
                weight = choose(is_known, average[at], weight);
            to[at] = choose(some, weight * scale, even);
        }
    }
}

static void multiply(const Lanes *a, const Lanes *b, Lanes *to, int blocks)
{
    for (int i = 0; i < blocks; i++)
        to[i] = a[i] * b[i];
}

/* Follows both seats' hands through the nodes of a board. */
static void go_down(Solver *solver, const BoardTable *table, int level, const Pass *pass)
{
    const BetTree *tree = solver->subgame->tree;
    int blocks = blocks_of(table), crossing = 0;
    size_t bytes = (size_t)blocks * sizeof(Lanes);
    for (int node = 0; node < tree->nodes; node++) {
        if (level_of(solver, node) != level)
            continue;
        fill_policy(solver, table, node, pass->averages);
        const Lanes *own = at_node(solver, solver->own, node), *other = at_node(solver, solver->other, node);
        bool mine = tree->actor[node] == pass->me;
        for (int edge = tree->first[node]; edge < tree->first[node + 1]; edge++) {
            const Lanes *policy = at_node(solver, solver->policy, edge);
            int to = tree->to[edge];
            bool crosses = level + 1 < LEVELS && solver->crossing_count > crossing && solver->crossings[crossing].edge == edge;
            Lanes *own_to = crosses ? solver->crossings[crossing].own : to >= 0 ? at_node(solver, solver->own, to) : NULL;
            Lanes *other_to = crosses   ? solver->crossings[crossing].other
                              : to >= 0 ? at_node(solver, solver->other, to)
                                        : at_node(solver, solver->flow, edge);
            crossing += crosses;
            if (own_to && mine)
                multiply(own, policy, own_to, blocks);
            else if (own_to)
                memcpy(own_to, own, bytes);
            if (mine)
                memcpy(other_to, other, bytes);
            else
                multiply(other, policy, other_to, blocks);
        }
    }
}

/* Turns a block of hands and ends around, in either direction. */
static void turn_block(Lanes *const *cells, int count, int block, Lanes *rows, bool back)
{
    float square[LANES][LANES];
    memset(square, 0, sizeof square);
    if (!back) {
        for (int lane = 0; lane < count; lane++)
            memcpy(square[lane], &cells[lane][block], sizeof square[lane]);
        for (int i = 0; i < LANES; i++)
            for (int lane = 0; lane < LANES; lane++)
                ((float *)&rows[i])[lane] = square[lane][i];
        return;
    }
    for (int i = 0; i < LANES; i++)
        for (int lane = 0; lane < LANES; lane++)
            square[lane][i] = ((const float *)&rows[i])[lane];
    for (int lane = 0; lane < count; lane++)
        memcpy(&cells[lane][block], square[lane], sizeof square[lane]);
}

/* Replaces the other seat's reach by the seat's win, sixteen ends at a time. */
static void judge_ends(Solver *solver, const BoardTable *table, int level, int me)
{
    int blocks = blocks_of(table);
    bool last = table->list.groups > 0;
    for (int from = 0; from < solver->end_count[level]; from += LANES) {
        int count = solver->end_count[level] - from < LANES ? solver->end_count[level] - from : LANES;
        Lanes *cells[LANES], for_mass = {0}, for_margin = {0};
        for (int lane = 0; lane < count; lane++) {
            const End *end = &solver->ends[level][from + lane];
            cells[lane] = end->cell;
            if (end->folder == NO_SEAT)
                for_margin[lane] = end->amount;
            else
                for_mass[lane] = end->folder == me ? -end->amount : end->amount;
        }
        for (int block = 0; block < blocks; block++)
            turn_block(cells, count, block, solver->mass + block * LANES, false);
        if (last) {
            Reached reached;
            find_reached(&table->list, solver->mass, NULL, &reached);
            showdowns(&table->list, &reached, 1, &solver->mass, &solver->margin);
        } else {
            masses(&table->list, solver->mass);
        }
        for (int i = 0; i < table->list.count; i++)
            solver->mass[i] = solver->mass[i] * for_mass + (last ? solver->margin[i] * for_margin : for_mass * 0.0f);
        for (int block = 0; block < blocks; block++)
            turn_block(cells, count, block, solver->mass + block * LANES, true);
    }
}

static const Lanes *value_of_edge(const Solver *solver, int level, int edge, int *crossing)
{
    int to = solver->subgame->tree->to[edge];
    if (level == 0 && *crossing > 0 && solver->crossings[*crossing - 1].edge == edge)
        return solver->crossings[--*crossing].value;
    return to >= 0 ? at_node(solver, solver->value, to) : at_node(solver, solver->flow, edge);
}

/* Lets a seat's hands learn at a node from the values of its actions. */
static void learn_node(const Solver *solver, BoardTable *table, int node, int me, const Lanes *const *values)
{
    const BetTree *tree = solver->subgame->tree;
    int first = tree->first[node], count = tree->first[node + 1] - first, blocks = blocks_of(table);
    float visits = (float)table->visits[me], power = visits * sqrtf(visits);
    float keeps = power / (power + 1), weight = (visits + 1) * (visits + 1);
    const Lanes *policy = at_node(solver, solver->policy, first), *own = at_node(solver, solver->own, node);
    const Lanes *value = at_node(solver, solver->value, node);
    Lanes *regrets = at_node(solver, table->regrets, tree->edge_start[node]), zero = {0};
    Lanes *averages = at_node(solver, table->averages, tree->edge_start[node]);
    for (int a = 0; a < count; a++)
        for (int i = 0; i < blocks; i++) {
            size_t at = (size_t)(a * solver->stride + i);
            Lanes plus = larger(regrets[at], zero), minus = regrets[at] - plus;
            regrets[at] = plus * keeps + minus * NEGATIVE_FACTOR + (values[a][i] - value[i]);
            averages[at] += own[i] * policy[at] * weight;
        }
}

/* Works the values of a board back to its first nodes. */
static void go_up(Solver *solver, BoardTable *table, int level, const Pass *pass)
{
    const BetTree *tree = solver->subgame->tree;
    int blocks = blocks_of(table), crossing = solver->crossing_count;
    for (int node = tree->nodes - 1; node >= 0; node--) {
        if (level_of(solver, node) != level)
            continue;
        const Lanes *values[MOST_EDGES] = {0};
        int first = tree->first[node], count = tree->first[node + 1] - first;
        Lanes *value = at_node(solver, solver->value, node);
        bool mine = tree->actor[node] == pass->me;
        for (int a = count - 1; a >= 0; a--)
            values[a] = value_of_edge(solver, level, first + a, &crossing);
        for (int i = 0; i < blocks; i++) {
            Lanes sum = mine && !pass->best ? values[0][i] * at_node(solver, solver->policy, first)[i] : values[0][i];
            for (int a = 1; a < count; a++) {
                Lanes next = values[a][i];
                if (mine && pass->best)
                    sum = larger(sum, next);
                else
                    sum += mine ? next * at_node(solver, solver->policy, first + a)[i] : next;
            }
            value[i] = sum;
        }
        if (mine && pass->learns)
            learn_node(solver, table, node, pass->me, values);
    }
    if (pass->learns)
        table->visits[pass->me]++;
}

/* Moves the hands that a card leaves to its board. */
static void gather(const BoardTable *table, const Lanes *from, Lanes *to)
{
    to[blocks_of(table) - 1] = (Lanes){0};
    for (int i = 0; i < table->list.count; i++)
        ((float *)to)[i] = ((const float *)from)[table->list.above[i]];
}

static void walk_board(Solver *solver, BoardTable *table, const Pass *pass)
{
    for (int i = 0; i < solver->crossing_count; i++) {
        const Crossing *crossing = &solver->crossings[i];
        bool goes_on = crossing->to >= 0;
        gather(table, crossing->other, goes_on ? at_node(solver, solver->other, crossing->to) : at_node(solver, solver->flow, crossing->edge));
        if (goes_on)
            gather(table, crossing->own, at_node(solver, solver->own, crossing->to));
    }
    go_down(solver, table, 1, pass);
    judge_ends(solver, table, 1, pass->me);
    go_up(solver, table, 1, pass);
}

/* Walks the boards with one card more, and adds up their hands' values. */
static void walk_cards_to_come(Solver *solver, const Pass *pass)
{
    int turns = pass->learns ? solver->subgame->turns : 1, dealt = 0;
    size_t bytes = (size_t)solver->stride * sizeof(Lanes);
    for (int i = 0; i < solver->crossing_count; i++)
        memset(solver->crossings[i].value, 0, bytes);
    for (int board = pass->turn % turns; board < solver->boards; board += turns) {
        BoardTable *table = &solver->tables[1 + board];
        walk_board(solver, table, pass);
        dealt++;
        for (int i = 0; i < solver->crossing_count; i++) {
            const Crossing *crossing = &solver->crossings[i];
            const float *from = (const float *)(crossing->to >= 0 ? at_node(solver, solver->value, crossing->to)
                                                                  : at_node(solver, solver->flow, crossing->edge));
            for (int j = 0; j < table->list.count; j++)
                ((float *)crossing->value)[table->list.above[j]] += from[j];
        }
    }
    float weight = card_weight(solver->subgame) * (float)solver->boards / (float)dealt;
    for (int i = 0; i < solver->crossing_count; i++)
        for (int j = 0; j < solver->stride; j++)
            solver->crossings[i].value[j] *= weight;
}

/* One pass from the root and back; both seats' hands at the root are filled before it. */
static void walk_subgame(Solver *solver, const Pass *pass)
{
    go_down(solver, &solver->tables[0], 0, pass);
    judge_ends(solver, &solver->tables[0], 0, pass->me);
    if (solver->crossing_count)
        walk_cards_to_come(solver, pass);
    go_up(solver, &solver->tables[0], 0, pass);
}

/* Moves numbers by hand into the order of the first board's list, or back. */
static void fill_hands(const Solver *solver, const float *by_hand, Lanes *to)
{
    const HandList *list = &solver->tables[0].list;
    memset(to, 0, (size_t)solver->stride * sizeof(Lanes));
    for (int i = 0; i < list->count; i++)
        ((float *)to)[i] = by_hand[list->hand[i]];
}

static void give_hands(const Solver *solver, const Lanes *from, float *by_hand)
{
    const HandList *list = &solver->tables[0].list;
    memset(by_hand, 0, (size_t)solver->subgame->game->hands * sizeof *by_hand);
    for (int i = 0; i < list->count; i++)
        by_hand[list->hand[i]] = ((const float *)from)[i];
}

/* Plays the given strategy in place of the learnt one. */
static void fix_strategy(const Solver *solver)
{
    const Subgame *subgame = solver->subgame;
    size_t edges = subgame->tree->edges_of[solver->first_street];
    for (size_t edge = 0; edge < edges; edge++)
        fill_hands(solver, subgame->fixed + edge * (size_t)subgame->game->hands, at_node(solver, solver->tables[0].averages, (int)edge));
}

static void set_ranges(const Solver *solver, int me)
{
    Lanes zero = {0};
    /* A hand's own reach does not change what it learns. */
    for (int i = 0; i < solver->stride; i++)
        solver->own[i] = zero + 1.0f;
    fill_hands(solver, solver->subgame->range[1 - me], solver->other);
}

/* The play of the gadget's seat with each hand before the subgame begins. */
static void match_gadget(Solver *solver)
{
    Lanes zero = {0}, one = zero + 1.0f;
    for (int i = 0; i < solver->stride; i++) {
        Lanes stay = larger(solver->stay[i], zero), sum = stay + larger(solver->leave[i], zero);
        LaneMask some = sum > zero;
        solver->follow[i] = choose(some, stay / choose(some, sum, one), one * 0.5f);
    }
}

static void learn_gadget(Solver *solver, int visits)
{
    Lanes zero = {0};
    float count = (float)visits, power = count * sqrtf(count), keeps = power / (power + 1);
    for (int i = 0; i < solver->stride; i++) {
        Lanes worth = solver->follow[i] * solver->value[i] + (zero + 1.0f - solver->follow[i]) * solver->leaving[i];
        Lanes stay = larger(solver->stay[i], zero), leave = larger(solver->leave[i], zero);
        Lanes less_stay = solver->stay[i] - stay, less_leave = solver->leave[i] - leave;
        solver->stay[i] = stay * keeps + less_stay * NEGATIVE_FACTOR + (solver->value[i] - worth);
        solver->leave[i] = leave * keeps + less_leave * NEGATIVE_FACTOR + (solver->leaving[i] - worth);
    }
}

static void iterate(Solver *solver, int number)
{
    int gadget = solver->subgame->gadget_seat;
    for (int me = 0; me < SEATS; me++) {
        set_ranges(solver, me);
        if (gadget != NO_SEAT) {
            match_gadget(solver);
            if (me != gadget)
                memcpy(solver->other, solver->follow, (size_t)solver->stride * sizeof(Lanes));
        }
        walk_subgame(solver, &(Pass){.me = me, .turn = number, .learns = true});
        if (me == gadget)
            learn_gadget(solver, solver->tables[0].visits[me] - 1);
    }
}

/* Fills what the actions of a seat on the first street are worth after a pass by averages. */
static void give_worth(const Solver *solver, int me)
{
    const Subgame *subgame = solver->subgame;
    const BetTree *tree = subgame->tree;
    int crossing = solver->crossing_count;
    for (int node = tree->nodes - 1; node >= 0; node--) {
        if (level_of(solver, node))
            continue;
        for (int first = tree->first[node], edge = tree->first[node + 1] - 1; edge >= first; edge--) {
            const Lanes *value = value_of_edge(solver, 0, edge, &crossing);
            if (tree->actor[node] == me)
                give_hands(solver, value, subgame->worth + (size_t)(tree->edge_start[node] + edge - first) * (size_t)subgame->game->hands);
        }
    }
}

static void finish_subgame(Solver *solver)
{
    const Subgame *subgame = solver->subgame;
    const BetTree *tree = subgame->tree;
    for (int me = 0; me < SEATS; me++) {
        for (int best = 0; best < 2; best++) {
            set_ranges(solver, me);
            walk_subgame(solver, &(Pass){.me = me, .averages = true, .best = best});
            give_hands(solver, solver->value, best ? subgame->best[me] : subgame->values[me]);
            if (!best)
                give_worth(solver, me);
        }
    }
    for (int node = 0; node < tree->nodes; node++) {
        if (level_of(solver, node))
            continue;
        fill_policy(solver, &solver->tables[0], node, true);
        for (int edge = tree->first[node]; edge < tree->first[node + 1]; edge++)
            give_hands(solver, at_node(solver, solver->policy, edge),
                       subgame->average + (size_t)(tree->edge_start[node] + edge - tree->first[node]) * (size_t)subgame->game->hands);
    }
}

/* Whether another iteration would take more than the given time, with what `finish_subgame` takes. */
static bool is_time_over(const Subgame *subgame, double began, int done)
{
    if (subgame->seconds <= 0 || !done)
        return false;
    /* It walks all boards four times, an iteration every n-th of them twice. */
    double passed = subgame->clock() - began, each = passed / done;
    return passed + each * (1 + 2 * subgame->turns) > subgame->seconds;
}

static bool solve_subgame(const Subgame *subgame)
{
    double began = subgame->clock();
    int count = 0;
    Solver solver = {.subgame = subgame, .first_street = subgame->tree->street[0]};
    bool done = open_solver(&solver);
    if (done && subgame->fixed)
        fix_strategy(&solver);
    if (done && subgame->gadget_seat != NO_SEAT)
        fill_hands(&solver, subgame->leaving, solver.leaving);
    for (; done && !subgame->fixed && count < subgame->iterations && !is_time_over(subgame, began, count); count++)
        iterate(&solver, count);
    *subgame->done = count;
    if (done)
        finish_subgame(&solver);
    close_solver(&solver);
    return done;
}
