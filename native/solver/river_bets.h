/* Included by engine_*.c: the rivers of an exact best response on a tree of bets.
 *
 * An option is an action of the responder, or the start of a tree: what it wins before its next decision is a sum over the
 * robot's hands, each of which brings its reach at the start times a share that depends on its class. So no node and no end
 * needs reaches of its own. Trees of one form are the lanes of a group, and so are all-ins of earlier streets. The hands of a
 * class mostly come one after the other in the order of strength: they are added up first, and change the sums of the options
 * when the next class begins. */

enum { BLOCKS = (MOST_HANDS + LANES - 1) / LANES };

/* A decision of the responder. If an action ends the hand, the others are worth what they bring more than it does; what it
 * brings itself is part of the option before. */
typedef struct {
    int before, first, count; /* options: the one before it, its own */
    int ends;                 /* whether there is such an action */
} Decision;

typedef struct {
    Decision *decision;
    int decisions, options;
    int trees;
    int crossing[LANES]; /* of each tree: the edge of the turn's betting that leads to it */
    Lanes *shares;       /* [class][LOST, WON][option]; of all-ins, which have no options, only their amounts */
} TreeGroup;

/* What a hand of the robot brings if it beats the responder's; what is added if they tie, and once more if it loses. */
enum { LOST, WON };

static Lanes *shares_of(const TreeGroup *group, int class, int kind)
{
    return group->shares + (size_t)(2 * class + kind) * (size_t)group->options;
}

typedef struct {
    HandList list;
    uint16_t class_at[MOST_HANDS]; /* by index */
    float weight;                  /* the number of cards that are like the one that was dealt */
} RiverBoard;

/* The robot's hands of one class that were moved since another class was. */
typedef struct {
    int class;
    uint64_t cards; /* those with a sum that is not zero */
    Lanes total, card[MOST_CARD_SLOTS];
} Moved;

typedef struct {
    const BetsResponse *respond;
    TreeGroup *groups;
    int count;
    int *option_of; /* of each edge of the responder on the river: -1 for the one that ends the hand */
    RiverBoard *boards;
    Lanes *sums;        /* [all, card][option]: of what the robot's hands bring */
    Lanes *at;          /* [option] */
    Lanes *reach, *won; /* [hand of the turn] of a group's trees */
    bool is_reached[BLOCKS * LANES]; /* [hand of the turn]: by any of these trees */
    Reached reached;                 /* on a river */
    Lanes *starts;                   /* the reaches of these hands */
} Rivers;

static void close_rivers(Rivers *rivers)
{
    for (int i = 0; i < rivers->count; i++) {
        free(rivers->groups[i].decision);
        free(rivers->groups[i].shares);
    }
    void *memory[] = {rivers->groups, rivers->option_of, rivers->boards, rivers->sums,
                      rivers->at,     rivers->reach,     rivers->won,    rivers->starts};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        free(memory[i]);
}

/* Lists the decisions and numbers the options from a node on, each behind those before it. */
static void list_decisions(Rivers *rivers, int node, int before, TreeGroup *form)
{
    const BetTree *tree = rivers->respond->tree;
    int first = tree->first[node], last = tree->first[node + 1];
    if (tree->actor[node] == rivers->respond->robot_seat) {
        for (int edge = first; edge < last; edge++)
            if (tree->to[edge] >= 0)
                list_decisions(rivers, tree->to[edge], before, form);
        return;
    }
    Decision *own = &form->decision[form->decisions++];
    *own = (Decision){.before = before, .first = form->options};
    for (int edge = first; edge < last; edge++) {
        bool is_end = !own->ends && tree->to[edge] < 0;
        own->ends |= is_end;
        rivers->option_of[edge] = is_end ? -1 : form->options++;
    }
    own->count = form->options - own->first;
    for (int edge = first; edge < last; edge++)
        if (tree->to[edge] >= 0)
            list_decisions(rivers, tree->to[edge], rivers->option_of[edge], form);
}

/* Returns a group of a form with a free lane; NULL if memory is short. */
static TreeGroup *find_group(Rivers *rivers, const TreeGroup *form)
{
    size_t bytes = (size_t)form->decisions * sizeof(Decision);
    for (int i = 0; i < rivers->count; i++) {
        TreeGroup *group = &rivers->groups[i];
        if (group->trees < LANES && group->options == form->options && group->decisions == form->decisions &&
            !memcmp(group->decision, form->decision, bytes))
            return group;
    }
    TreeGroup *group = &rivers->groups[rivers->count++];
    size_t shares = 1 + rivers->respond->classes[MOST_STREETS - 1] * 2 * (size_t)form->options;
    *group = *form;
    group->decision = malloc(bytes + 1);
    group->shares = allocate_lanes(shares);
    if (!group->decision || !group->shares)
        return NULL;
    memcpy(group->decision, form->decision, bytes);
    memset(group->shares, 0, shares * sizeof(Lanes));
    return group;
}

/* Adds to an option what an edge that ends the hand brings it; `robots`: whether the action is the robot's. */
static void share_end(const BetTree *tree, const TreeGroup *group, int class, int option, int edge, bool robots, float chance)
{
    bool shows = tree->to[edge] == TO_SHOWDOWN;
    float chips = chance * tree->amount[edge];
    ((float *)&shares_of(group, class, LOST)[option])[group->trees] += robots && !shows ? chips : -chips;
    if (shows)
        ((float *)&shares_of(group, class, WON)[option])[group->trees] += chips;
}

/* Fills the shares of a class from a node on, to which the robot gets by chance. */
static void share_tree(const Rivers *rivers, const TreeGroup *group, int class, int node, int option, float chance)
{
    const BetsResponse *respond = rivers->respond;
    const BetTree *tree = respond->tree;
    int first = tree->first[node], last = tree->first[node + 1];
    bool robots = tree->actor[node] == respond->robot_seat;
    const float *play = respond->play[MOST_STREETS - 1] + class;
    size_t classes = respond->classes[MOST_STREETS - 1];
    for (int edge = first; chance > 0 && edge < last; edge++) {
        size_t index = (size_t)(tree->edge_start[node] + edge - first);
        float reached = robots ? chance * play[index * classes] : chance;
        int own = robots ? option : rivers->option_of[edge];
        if (tree->to[edge] >= 0)
            share_tree(rivers, group, class, tree->to[edge], own, reached);
        else
            share_end(tree, group, class, own < 0 ? option : own, edge, robots, reached);
        for (int other = first; own < 0 && other < last; other++)
            if (other != edge)
                share_end(tree, group, class, rivers->option_of[other], edge, robots, -reached);
    }
}

/* Puts what follows an edge of the turn's betting into a group. */
static bool add_tree(Rivers *rivers, int crossing, int edge, TreeGroup *form)
{
    const BetsResponse *respond = rivers->respond;
    int to = respond->tree->to[edge];
    form->decisions = 0;
    form->options = to >= 0;
    if (to >= 0)
        list_decisions(rivers, to, 0, form);
    TreeGroup *group = find_group(rivers, form);
    if (!group)
        return false;
    group->crossing[group->trees] = crossing;
    for (int class = 0; to >= 0 && class < (int)respond->classes[MOST_STREETS - 1]; class++)
        share_tree(rivers, group, class, to, 0, 1);
    if (to < 0)
        ((float *)group->shares)[group->trees] = respond->tree->amount[edge];
    group->trees++;
    return true;
}

/* Prepares for the edges by which the turn's betting ends; false if memory is short. */
static bool open_rivers(Rivers *rivers, const BetsResponse *respond, const int32_t *edge_of, int crossings)
{
    int most = 1;
    TreeGroup form = {.decision = malloc((size_t)respond->tree->nodes * sizeof(Decision))};
    rivers->respond = respond;
    bool done = form.decision && (rivers->groups = malloc(((size_t)crossings + 1) * sizeof *rivers->groups)) &&
                (rivers->option_of = malloc((size_t)respond->tree->edges * sizeof *rivers->option_of)) &&
                (rivers->boards = malloc(52 * sizeof *rivers->boards)) && (rivers->reach = allocate_zeros(BLOCKS * LANES)) &&
                (rivers->won = allocate_zeros(BLOCKS * LANES)) && (rivers->starts = allocate_zeros(MOST_HANDS));
    for (int i = 0; done && i < crossings; i++) {
        done = add_tree(rivers, i, edge_of[i], &form);
        most = form.options > most ? form.options : most;
    }
    free(form.decision);
    return done && (rivers->sums = allocate_zeros((1 + MOST_CARD_SLOTS) * (size_t)most)) &&
           (rivers->at = allocate_zeros((size_t)most));
}

/* Fills one of the boards; `index_of`: the indices of hands in the list of the turn. False if a look-up failed. */
static bool list_river_hands(Rivers *rivers, int number, const uint8_t *cards, const uint16_t *index_of, float weight)
{
    const BetsResponse *respond = rivers->respond;
    RiverBoard *board = &rivers->boards[number];
    uint16_t class_of[MOST_HANDS];
    list_river(respond->holdem, cards, &board->list);
    board->weight = weight;
    if (!respond->look_up(respond->context, MOST_STREETS - 1, cards, class_of))
        return false;
    for (int i = 0; i < board->list.count; i++) {
        board->list.above[i] = index_of[board->list.hand[i]];
        board->class_at[i] = class_of[board->list.hand[i]];
    }
    return true;
}

/* Adds the hands that were moved to the sums, with the shares of their class. */
static void settle(const Rivers *rivers, const TreeGroup *group, Moved *moved, int kind)
{
    int options = group->options;
    const Lanes *shares = shares_of(group, moved->class, kind);
    bool none = is_zero(moved->total);
    for (int i = 0; !none && i < options; i++)
        rivers->sums[i] += shares[i] * moved->total;
    for (uint64_t left = none ? 0 : moved->cards; left; left &= left - 1) {
        int card = __builtin_ctzll(left);
        Lanes *sums = rivers->sums + (size_t)(1 + card) * (size_t)options, x = moved->card[card];
        for (int i = 0; i < options; i++)
            sums[i] += shares[i] * x;
        moved->card[card] = (Lanes){0};
    }
    moved->total = (Lanes){0};
    moved->cards = 0;
}

/* Settles what was moved if it is of another class. */
INLINE void go_to_class(const Rivers *rivers, const TreeGroup *group, int class, Moved *moved, int kind)
{
    if (class != moved->class) {
        settle(rivers, group, moved, kind);
        moved->class = class;
    }
}

INLINE void add_to_cards(const HandList *list, int i, Lanes x, Lanes *total, Lanes *card)
{
    *total += x;
    card[list->first[i]] += x;
    card[list->second[i]] += x;
}

/* Moves a reached hand from those that win to those that tie, or from these to those that lose; or, with what it brings if it
 * wins, to the first. */
INLINE void move_hand(const Rivers *rivers, const TreeGroup *group, const RiverBoard *board, int number, Moved *moved, int kind)
{
    int i = rivers->reached.index[number];
    go_to_class(rivers, group, board->class_at[i], moved, kind);
    add_to_cards(&board->list, i, rivers->starts[number], &moved->total, moved->card);
    moved->cards |= UINT64_C(1) << board->list.first[i] | UINT64_C(1) << board->list.second[i];
}

/* Returns what a hand of the responder wins from the hands that share no card with it; those of its class are moved. */
INLINE Lanes judge_trees(const Rivers *rivers, const TreeGroup *group, const HandList *list, const Moved *moved, int i)
{
    int options = group->options, first = list->first[i], second = list->second[i];
    const Lanes *all = rivers->sums, *one = all + (1 + first) * options, *other = all + (1 + second) * options;
    const Lanes *lost = shares_of(group, moved->class, LOST), *won = shares_of(group, moved->class, WON);
    /* The hand itself is in the sums of both its cards, and has been moved once. */
    Lanes own = rivers->reach[list->above[i]], beaten = moved->total - moved->card[first] - moved->card[second] + own;
    Lanes *at = rivers->at, zero = {0};
    for (int option = 0; option < options; option++)
        at[option] = all[option] - one[option] - other[option] + lost[option] * own + won[option] * beaten;
    for (int d = group->decisions - 1; d >= 0; d--) {
        const Decision *decision = &group->decision[d];
        Lanes best = decision->ends ? zero : at[decision->first];
        for (int option = !decision->ends; option < decision->count; option++)
            best = larger(best, at[decision->first + option]);
        at[decision->before] += best;
    }
    return at[0];
}

/* Adds the responder's winnings on a river from the trees of a group. */
static void walk_trees(Rivers *rivers, const TreeGroup *group, const RiverBoard *board)
{
    const HandList *list = &board->list;
    const Reached *reached = &rivers->reached;
    Moved moved = {.class = board->class_at[0]};
    memset(rivers->sums, 0, (1 + MOST_CARD_SLOTS) * (size_t)group->options * sizeof(Lanes));
    for (int j = 0; j < reached->count; j++)
        move_hand(rivers, group, board, j, &moved, LOST);
    settle(rivers, group, &moved, LOST);
    for (int equals = 0, i = 0, next = 0, from = 0; equals < list->groups; equals++) {
        for (; next < reached->group_end[equals]; next++)
            move_hand(rivers, group, board, next, &moved, WON);
        for (; i < list->group_end[equals]; i++) {
            go_to_class(rivers, group, board->class_at[i], &moved, WON);
            if (i + VALUES_AHEAD < list->count) {
                __builtin_prefetch(&rivers->reach[list->above[i + VALUES_AHEAD]]);
                __builtin_prefetch(&rivers->won[list->above[i + VALUES_AHEAD]], 1);
            }
            rivers->won[list->above[i]] += judge_trees(rivers, group, list, &moved, i) * board->weight;
        }
        for (; from < next; from++)
            move_hand(rivers, group, board, from, &moved, WON);
    }
}

/* The same from all-ins. */
static void walk_all_ins(Rivers *rivers, const TreeGroup *group, const RiverBoard *board)
{
    const HandList *list = &board->list;
    const Reached *reached = &rivers->reached;
    Lanes amount = group->shares[0] * board->weight, total = {0}, card[MOST_CARD_SLOTS] = {{0}};
    for (int j = 0; j < reached->count; j++) {
        Lanes x = rivers->starts[j] *= amount;
        total -= x;
        card[list->first[reached->index[j]]] -= x;
        card[list->second[reached->index[j]]] -= x;
    }
    for (int equals = 0, i = 0, next = 0, from = 0; equals < list->groups; equals++) {
        for (; next < reached->group_end[equals]; next++)
            add_to_cards(list, reached->index[next], rivers->starts[next], &total, card);
        for (; i < list->group_end[equals]; i++)
            rivers->won[list->above[i]] += total - card[list->first[i]] - card[list->second[i]];
        for (; from < next; from++)
            add_to_cards(list, reached->index[from], rivers->starts[from], &total, card);
    }
}

/* Lists the hands with which the robot gets to a group on a river, and their reaches. */
static void list_reached(Rivers *rivers, const HandList *list)
{
    Reached *reached = &rivers->reached;
    reached->count = 0;
    for (int equals = 0, i = 0; equals < list->groups; equals++) {
        for (; i < list->group_end[equals]; i++) {
            reached->index[reached->count] = (uint16_t)i;
            reached->count += rivers->is_reached[list->above[i]];
        }
        reached->group_end[equals] = (uint16_t)reached->count;
    }
    for (int j = 0; j < reached->count; j++)
        rivers->starts[j] = rivers->reach[list->above[reached->index[j]]];
}

/* Walks the rivers in `boards` after a turn, one group after the other: its reaches and winnings stay in the cache. `in`, `out`
 * and `crossed` are those of the turn's level: [crossing][blocks of its hands]. */
static void walk_rivers(Rivers *rivers, int boards, int blocks, Lanes *in, Lanes *out, const bool *crossed)
{
    Lanes none[BLOCKS] = {{0}};
    for (int g = 0; g < rivers->count; g++) {
        const TreeGroup *group = &rivers->groups[g];
        Lanes *reaches[LANES], *winnings[LANES];
        bool any = false;
        for (int lane = 0; lane < group->trees; lane++) {
            size_t row = (size_t)group->crossing[lane] * BLOCKS;
            any |= crossed[group->crossing[lane]];
            reaches[lane] = crossed[group->crossing[lane]] ? in + row : none;
            winnings[lane] = out + row;
        }
        if (!any)
            continue;
        for (int block = 0; block < blocks; block++)
            turn_block(reaches, group->trees, block, rivers->reach + block * LANES, false);
        memset(rivers->won, 0, (size_t)blocks * LANES * sizeof(Lanes));
        for (int i = 0; i < blocks * LANES; i++)
            rivers->is_reached[i] = !is_zero(rivers->reach[i]);
        for (int board = 0; board < boards; board++) {
            list_reached(rivers, &rivers->boards[board].list);
            (group->options ? walk_trees : walk_all_ins)(rivers, group, &rivers->boards[board]);
        }
        for (int block = 0; block < blocks; block++)
            turn_block(winnings, group->trees, block, rivers->won + block * LANES, true);
    }
}
