/* The boards of a subgame, and the hands of both seats on each. */
#include "subgame.h"

#include <stdlib.h>
#include <string.h>

#define MOST_BOARDS (1 + 49 + 49 * 48)

/* Orders of suits that change neither the cards of a board nor the ranges. */
typedef struct {
    int count, order[SUIT_ORDERS];
} Symmetries;

/* The indices of a board's hands by number of the hand; NO_INDEX for those that are not in the list. */
#define NO_INDEX UINT16_MAX
typedef struct {
    uint16_t of[SEATS][MOST_HANDS];
} Indices;

static bool keeps_ranges(const Subgame *subgame, int order)
{
    const uint16_t *image = subgame->holdem->permuted[order];
    for (int seat = 0; seat < SEATS; seat++)
        for (int hand = 0; hand < MOST_HANDS; hand++)
            if (subgame->range[seat][hand] != subgame->range[seat][image[hand]])
                return false;
    return true;
}

static void find_symmetries(const Subgame *subgame, Symmetries *symmetries)
{
    const Holdem *holdem = subgame->holdem;
    int size = board_size(subgame->game, subgame->first_street);
    uint64_t set = set_of(subgame->root_cards, size);
    symmetries->count = 0;
    for (int order = 0; order < SUIT_ORDERS; order++) {
        uint64_t image = 0;
        for (int i = 0; i < size; i++)
            image |= UINT64_C(1) << permute_card(holdem, order, subgame->root_cards[i]);
        bool is_same = order == 0; /* the order that changes nothing */
        if (is_same || (subgame->symmetric && subgame->game->kind == LIMIT_HOLDEM && image == set &&
                        keeps_ranges(subgame, order)))
            symmetries->order[symmetries->count++] = order;
    }
}

/* Lists the cards that a card becomes, and an order for each; false if it becomes an earlier one. */
static bool list_images(const Subgame *subgame, const Symmetries *symmetries, int card, int *orders,
                        int *count)
{
    uint64_t seen = UINT64_C(1) << card;
    *count = 0;
    for (int i = 0; i < symmetries->count; i++) {
        int image = permute_card(subgame->holdem, symmetries->order[i], card);
        if (image < card)
            return false;
        if (!(seen >> image & 1))
            orders[(*count)++] = symmetries->order[i];
        seen |= UINT64_C(1) << image;
    }
    return true;
}

static void index_hands(const Subgame *subgame, const Board *board, const uint16_t *numbers[SEATS],
                        Indices *indices)
{
    (void)subgame;
    memset(indices, 255, sizeof *indices);
    for (int seat = 0; seat < SEATS; seat++)
        for (int i = 0; i < board->hands[seat].count; i++)
            indices->of[seat][numbers[seat][i]] = (uint16_t)i;
}

/* Whether a seat may have a hand of the board above; at the root, whether it gets there. */
static bool is_listed(const Subgame *subgame, const Indices *above, int seat, int hand)
{
    if (above)
        return above->of[seat][hand] != NO_INDEX;
    return subgame->whole || subgame->gadget_seat == seat || subgame->range[seat][hand] > 0;
}

/* Allocates the lists of a board in one block. */
static bool allocate_hands(Board *board, const int *counts, int groups)
{
    size_t halves = 0, bytes = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        halves += (size_t)counts[seat] * (size_t)(2 + board->copies);
        bytes += 2 * (size_t)counts[seat];
    }
    halves += SEATS * (size_t)groups;
    uint16_t *next = board->memory = malloc(2 * halves + bytes + 1);
    if (!next)
        return false;
    board->group_end = (uint16_t (*)[SEATS])next;
    next += SEATS * groups;
    for (int seat = 0; seat < SEATS; seat++) {
        SeatHands *hands = &board->hands[seat];
        hands->above = next;
        hands->same = next + counts[seat];
        hands->copies = next + 2 * counts[seat];
        next += counts[seat] * (2 + board->copies);
    }
    uint8_t *cards = (uint8_t *)next;
    for (int seat = 0; seat < SEATS; seat++) {
        board->hands[seat].first = cards;
        board->hands[seat].second = cards + counts[seat];
        cards += 2 * counts[seat];
    }
    return true;
}

/* Fills the groups of equal hands, without those that neither seat has. */
static void fill_groups(Board *board, const HandList *list, const bool (*listed)[MOST_HANDS])
{
    int ends[SEATS] = {0}, count = 0;
    for (int group = 0, i = 0; group < list->groups; group++) {
        int before = ends[0] + ends[1];
        for (; i < list->group_end[group]; i++)
            for (int seat = 0; seat < SEATS; seat++)
                ends[seat] += listed[seat][i];
        if (ends[0] + ends[1] == before)
            continue;
        board->group_end[count][0] = (uint16_t)ends[0];
        board->group_end[count++][1] = (uint16_t)ends[1];
    }
    board->groups = count;
}

static void fill_copies(const Subgame *subgame, Board *board, const Indices *above, const int *orders,
                        uint16_t *const *numbers)
{
    for (int seat = 0; seat < SEATS; seat++)
        for (int copy = 0; copy < board->copies; copy++) {
            const uint16_t *image = subgame->holdem->permuted[orders[copy]];
            uint16_t *to = board->hands[seat].copies + copy * board->hands[seat].count;
            for (int i = 0; i < board->hands[seat].count; i++)
                to[i] = above->of[seat][image[numbers[seat][i]]];
        }
}

/* Fills the hands of a board; `above`: the indices on the board before, NULL at the root. */
static bool fill_board(Subgame *subgame, Board *board, const Indices *above, const int *orders,
                       Indices *indices)
{
    HandList list;
    bool listed[SEATS][MOST_HANDS];
    uint16_t numbers[SEATS][MOST_HANDS];
    bool is_last = board->level + 1 == subgame->levels;
    int counts[SEATS] = {0};
    list_street(subgame->game, subgame->holdem, subgame->first_street + board->level, board->cards, &list);
    for (int seat = 0; seat < SEATS; seat++)
        for (int i = 0; i < list.count; i++) {
            listed[seat][i] = is_listed(subgame, above, seat, list.hand[i]);
            counts[seat] += listed[seat][i];
        }
    if (!allocate_hands(board, counts, is_last ? list.groups : 0))
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        SeatHands *hands = &board->hands[seat];
        for (int i = 0; i < list.count; i++) {
            if (!listed[seat][i])
                continue;
            int hand = list.hand[i], at = hands->count++;
            numbers[seat][at] = (uint16_t)hand;
            hands->above[at] = above ? above->of[seat][hand] : (uint16_t)hand;
            hands->first[at] = list.first[i];
            hands->second[at] = list.second[i];
        }
        hands->blocks = (hands->count + LANES - 1) / LANES;
    }
    index_hands(subgame, board, (const uint16_t *[SEATS]){numbers[0], numbers[1]}, indices);
    for (int seat = 0; seat < SEATS; seat++)
        for (int i = 0; i < counts[seat]; i++) {
            uint16_t same = indices->of[1 - seat][numbers[seat][i]];
            board->hands[seat].same[i] =
                same == NO_INDEX ? (uint16_t)(board->hands[1 - seat].blocks * LANES) : same;
        }
    if (above)
        fill_copies(subgame, board, above, orders, (uint16_t *const[SEATS]){numbers[0], numbers[1]});
    if (is_last)
        fill_groups(board, &list, (const bool (*)[MOST_HANDS])listed);
    board->regrets = subgame->regret_blocks;
    board->means = subgame->mean_blocks;
    for (int seat = 0; seat < SEATS; seat++) {
        size_t blocks = (size_t)board->hands[seat].blocks;
        subgame->regret_blocks += (size_t)subgame->level_rows[board->level].rows[seat] * blocks;
        subgame->mean_blocks += (size_t)subgame->level_rows[board->level].means[seat] * blocks;
    }
    return true;
}

/* Adds the boards with one card more, then those after each. */
static bool add_children(Subgame *subgame, int parent, const Indices *above, const Symmetries *symmetries)
{
    const Game *game = subgame->game;
    Board *board = &subgame->board[parent];
    if (board->level + 1 == subgame->levels)
        return true;
    int size = board_size(game, subgame->first_street + board->level);
    int cards = game->kind == LIMIT_HOLDEM ? 52 : game->hands, orders[SUIT_ORDERS];
    uint64_t taken = set_of(board->cards, size);
    board->child = subgame->boards;
    Indices *indices = malloc((size_t)cards * sizeof *indices);
    bool done = indices != NULL;
    for (int card = 0; done && card < cards; card++) {
        int copies;
        if (taken >> card & 1 || !list_images(subgame, symmetries, card, orders, &copies))
            continue;
        Board *next = &subgame->board[subgame->boards++];
        memcpy(next->cards, board->cards, sizeof next->cards);
        next->cards[size] = (uint8_t)card;
        next->level = board->level + 1;
        next->parent = parent;
        next->copies = copies;
        done = fill_board(subgame, next, above, orders, &indices[board->children++]);
    }
    for (int i = 0; done && i < board->children; i++) {
        const Board *next = &subgame->board[board->child + i];
        Symmetries left = {0};
        for (int j = 0; j < symmetries->count; j++)
            if (permute_card(subgame->holdem, symmetries->order[j], next->cards[size]) == next->cards[size])
                left.order[left.count++] = symmetries->order[j];
        done = add_children(subgame, board->child + i, &indices[i], &left);
    }
    free(indices);
    return done;
}

/* Counts the vectors of each node, and where each node's betting ends. */
static bool count_rows(Subgame *subgame)
{
    const BetTree *tree = &subgame->tree;
    if (!(subgame->node_rows = malloc((size_t)tree->nodes * sizeof *subgame->node_rows)) ||
        !(subgame->subtree_end = malloc((size_t)tree->nodes * sizeof *subgame->subtree_end)))
        return false;
    for (int node = 0; node < tree->nodes; node++) {
        NodeRows *rows = &subgame->level_rows[level_of(subgame, node)];
        int edges = tree->first[node + 1] - tree->first[node];
        subgame->node_rows[node] = *rows;
        rows->rows[tree->actor[node]] += edges;
        rows->means[tree->actor[node]] += edges - 1;
    }
    for (int node = tree->nodes - 1; node >= 0; node--) {
        subgame->subtree_end[node] = node + 1;
        for (int edge = tree->first[node]; edge < tree->first[node + 1]; edge++)
            if (tree->to[edge] >= 0)
                subgame->subtree_end[node] = subgame->subtree_end[tree->to[edge]];
    }
    return true;
}

static void set_scales(Subgame *subgame)
{
    float most = 0;
    for (int edge = 0; edge < subgame->tree.edges; edge++) {
        float amount = subgame->tree.to[edge] < 0 ? subgame->tree.amount[edge] : 0;
        most = amount > most ? amount : -amount > most ? -amount : most;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        double mass = 0;
        for (int hand = 0; hand < subgame->game->hands; hand++)
            mass += seat == subgame->gadget_seat ? 1.0 : (double)subgame->range[seat][hand];
        subgame->scale[seat] = mass > 0 && most > 0 ? (float)(64.0 / (mass * (double)most)) : 1.0f;
    }
}

bool open_subgame(Subgame *subgame)
{
    Symmetries symmetries;
    Indices indices;
    Board *root = subgame->board = calloc(subgame->levels > 2   ? MOST_BOARDS
                                          : subgame->levels > 1 ? 1 + 52
                                                                : 1,
                                          sizeof *subgame->board);
    if (!root || !count_rows(subgame))
        return false;
    memcpy(root->cards, subgame->root_cards, sizeof root->cards);
    root->parent = -1;
    subgame->boards = 1;
    find_symmetries(subgame, &symmetries);
    set_scales(subgame);
    return fill_board(subgame, root, NULL, NULL, &indices) &&
           add_children(subgame, 0, &indices, &symmetries) && make_plan_of(subgame, 0, &subgame->plan);
}

void close_subgame(Subgame *subgame)
{
    for (int i = 0; i < subgame->boards; i++) {
        free(subgame->board[i].memory);
        free(subgame->board[i].locked);
    }
    free(subgame->board);
    free(subgame->node_rows);
    free(subgame->subtree_end);
    free(subgame->range[0]);
    free(subgame->leaving);
    free_plan(&subgame->plan);
    free(subgame->tree.memory);
}

int find_board(const Subgame *subgame, const uint8_t *cards, int size, int *order)
{
    int known = board_size(subgame->game, subgame->first_street);
    if (size < known || size >= known + subgame->levels ||
        set_of(cards, known) != set_of(subgame->root_cards, known))
        return -1;
    Symmetries symmetries;
    find_symmetries(subgame, &symmetries);
    for (int i = 0; i < symmetries.count; i++) {
        int at = 0;
        *order = symmetries.order[i];
        for (int j = known; at >= 0 && j < size; j++) {
            int card = permute_card(subgame->holdem, *order, cards[j]), found = -1;
            const Board *board = &subgame->board[at];
            for (int k = 0; k < board->children; k++)
                if (subgame->board[board->child + k].cards[j] == card)
                    found = board->child + k;
            at = found;
        }
        if (at >= 0)
            return at;
    }
    return -1;
}

size_t table_bytes(const Subgame *subgame)
{
    size_t bytes = (size_t)subgame->boards * sizeof *subgame->board +
                   (size_t)subgame->tree.nodes * (sizeof *subgame->node_rows + sizeof(int));
    for (int i = 0; i < subgame->boards; i++) {
        const Board *board = &subgame->board[i];
        bytes += 4 * (size_t)board->groups;
        for (int seat = 0; seat < SEATS; seat++)
            bytes += (size_t)board->hands[seat].count * (size_t)(6 + 2 * board->copies);
    }
    for (int seat = 0; seat < SEATS; seat++)
        for (int level = 0; level < subgame->levels; level++) {
            const LevelPlan *plan = &subgame->plan.levels[seat][level];
            bytes += (size_t)plan->nodes * sizeof(PlanNode) + (size_t)plan->edges * sizeof(PlanEdge) +
                     (size_t)plan->lanes * sizeof(PlanLane) + (size_t)plan->starts * sizeof(PlanStart) +
                     (size_t)plan->crossings * sizeof(PlanCrossing);
        }
    return bytes;
}
