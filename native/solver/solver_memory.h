/* Included by engine_*.c: the memory in which a subgame is solved: boards, nodes and ends of the betting, and the learnt
 * arrays. */

#define LEVELS 2 /* the first board, and the boards with one card more */

/* The learnt arrays of one board. */
typedef struct {
    HandList list;
    int visits[SEATS];
    Lanes *regrets, *averages; /* [index of the edge][block of hands], parts of the solver's `learnt` */
} BoardTable;

/* An end of the betting; its cell holds the reach of the other seat, then the win of the seat that learns. */
typedef struct {
    Lanes *cell;
    float amount;
    int8_t folder; /* the seat that folded, NO_SEAT at a showdown */
} End;

/* An edge that leads to the next card. */
typedef struct {
    int edge, to;
    Lanes *own, *other, *value; /* [block] */
} Crossing;

typedef struct {
    const Subgame *subgame;
    int stride, boards, first_street;
    BoardTable *tables; /* the first board, then those with one card more */
    Lanes *learnt;      /* one block, so that it goes back to the system as a whole */
    Lanes *own, *other, *value;  /* [node][block] */
    Lanes *policy, *flow;        /* [edge][block] */
    Lanes *crossed;              /* memory of the crossings */
    End *ends[LEVELS];
    int end_count[LEVELS];
    Crossing *crossings;
    int crossing_count;
    Lanes *mass, *margin; /* [index], ends as lanes */
    Lanes *follow, *stay, *leave; /* [block]: how often the gadget's seat goes on, and its regrets */
    Lanes *leaving;
} Solver;

static Lanes *at_node(const Solver *solver, Lanes *all, int node)
{
    return all + (size_t)node * (size_t)solver->stride;
}

static int level_of(const Solver *solver, int node)
{
    return solver->subgame->tree->street[node] - solver->first_street;
}

static int blocks_of(const BoardTable *table)
{
    return (table->list.count + LANES - 1) / LANES;
}

static Lanes *allocate_zeros(size_t count)
{
    Lanes *memory = aligned_alloc(sizeof(Lanes), (count ? count : 1) * sizeof(Lanes));
    if (memory)
        memset(memory, 0, count * sizeof(Lanes));
    return memory;
}

static void close_solver(Solver *solver)
{
    Lanes *memory[] = {solver->learnt, solver->own,  solver->other,  solver->value,  solver->policy, solver->flow,  solver->crossed,
                       solver->mass,   solver->margin, solver->follow, solver->stay,   solver->leave, solver->leaving};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        free(memory[i]);
    free(solver->tables);
    free(solver->ends[0]);
    free(solver->ends[1]);
    free(solver->crossings);
}

/* Lists the ends of each level, and the edges that lead to the next card. */
static bool list_ends(Solver *solver)
{
    const BetTree *tree = solver->subgame->tree;
    bool has_card = solver->first_street + 1 < solver->subgame->game->streets;
    size_t edges = (size_t)tree->edges, bytes = edges * sizeof(End);
    if (!(solver->ends[0] = malloc(bytes)) || !(solver->ends[1] = malloc(bytes)) ||
        !(solver->crossings = malloc(edges * sizeof(Crossing))))
        return false;
    for (int node = 0; node < tree->nodes; node++)
        for (int edge = tree->first[node], level = level_of(solver, node); edge < tree->first[node + 1]; edge++) {
            int to = tree->to[edge];
            bool early = to == TO_SHOWDOWN && !level && has_card;
            if (early || (to >= 0 && level_of(solver, to) > level))
                solver->crossings[solver->crossing_count++] = (Crossing){.edge = edge, .to = to};
            if (to >= 0)
                continue;
            int at = early ? 1 : level;
            solver->ends[at][solver->end_count[at]++] = (End){at_node(solver, solver->flow, edge), tree->amount[edge],
                                                              (int8_t)(to == TO_FOLD ? tree->actor[node] : NO_SEAT)};
        }
    size_t stride = (size_t)solver->stride;
    if (!(solver->crossed = allocate_zeros(3 * stride * (size_t)solver->crossing_count)))
        return false;
    for (int i = 0; i < solver->crossing_count; i++) {
        solver->crossings[i].own = solver->crossed + stride * (size_t)(3 * i);
        solver->crossings[i].other = solver->crossings[i].own + stride;
        solver->crossings[i].value = solver->crossings[i].other + stride;
    }
    return true;
}

static void list_board(const Solver *solver, BoardTable *table, const uint8_t *board, int level)
{
    const Subgame *subgame = solver->subgame;
    list_street(subgame->game, subgame->holdem, solver->first_street + level, board, &table->list);
    uint16_t index_of[MOST_HANDS] = {0};
    for (int i = 0; level && i < solver->tables[0].list.count; i++)
        index_of[solver->tables[0].list.hand[i]] = (uint16_t)i;
    for (int i = 0; i < table->list.count; i++)
        table->list.above[i] = index_of[table->list.hand[i]];
}

static bool allocate_learnt(Solver *solver)
{
    const size_t *edges = solver->subgame->tree->edges_of + solver->first_street;
    size_t first = edges[0] * (size_t)solver->stride, later = solver->boards ? edges[1] * (size_t)solver->stride : 0;
    Lanes *next = solver->learnt = allocate_zeros(2 * (first + later * (size_t)solver->boards));
    for (int i = 0; next && i <= solver->boards; i++) {
        size_t size = i ? later : first;
        solver->tables[i].regrets = next;
        solver->tables[i].averages = next + size;
        next += 2 * size;
    }
    return next != NULL;
}

/* Opens the first board and, if another card comes, those with each that may. */
static bool open_tables(Solver *solver)
{
    const Subgame *subgame = solver->subgame;
    int size = board_size(subgame->game, solver->first_street);
    int cards = subgame->game->kind == LIMIT_HOLDEM ? 52 : subgame->game->hands;
    uint64_t taken = set_of(subgame->board, size);
    uint8_t board[5];
    memcpy(board, subgame->board, sizeof board);
    if (!(solver->tables = calloc(1 + (size_t)cards, sizeof *solver->tables)))
        return false;
    solver->stride = (subgame->game->hands + LANES - 1) / LANES;
    list_board(solver, &solver->tables[0], board, 0);
    bool has_card = solver->first_street + 1 < subgame->game->streets;
    for (int card = 0; has_card && card < cards; card++)
        if (!(taken >> card & 1)) {
            board[size] = (uint8_t)card;
            list_board(solver, &solver->tables[++solver->boards], board, 1);
        }
    return allocate_learnt(solver);
}

static bool open_solver(Solver *solver)
{
    const BetTree *tree = solver->subgame->tree;
    if (!open_tables(solver))
        return false;
    size_t stride = (size_t)solver->stride, nodes = stride * (size_t)tree->nodes, edges = stride * (size_t)tree->edges;
    return (solver->own = allocate_zeros(nodes)) && (solver->other = allocate_zeros(nodes)) &&
           (solver->value = allocate_zeros(nodes)) && (solver->policy = allocate_zeros(edges)) &&
           (solver->flow = allocate_zeros(edges)) && (solver->mass = allocate_zeros(stride * LANES)) &&
           (solver->margin = allocate_zeros(stride * LANES)) && (solver->follow = allocate_zeros(stride)) &&
           (solver->stay = allocate_zeros(stride)) && (solver->leave = allocate_zeros(stride)) &&
           (solver->leaving = allocate_zeros(stride)) && list_ends(solver);
}
