#include "bet_tree.h"

#include <string.h>

static const char NO_TREE[] = "it is not a tree of bets, depth first";

/* Numbers the actions of each street; false if a decision has an impossible street, seat or number of
 * actions. */
static bool count_edges(BetTree *tree)
{
    if (tree->nodes < 1 || tree->first[0] != 0)
        return false;
    for (int node = 0; node < tree->nodes; node++) {
        int first = tree->first[node], next = tree->first[node + 1];
        if (next <= first || next > first + MOST_EDGES || tree->street[node] >= MOST_STREETS ||
            tree->actor[node] >= SEATS)
            return false;
        size_t *edges = &tree->edges_of[tree->street[node]];
        if (tree->edge_start[node] < 0 || (size_t)tree->edge_start[node] != *edges)
            return false;
        *edges += (size_t)(next - first);
    }
    return tree->first[tree->nodes] == tree->edges;
}

const char *finish_tree(BetTree *tree)
{
    int edge_at[MOST_DEPTH], end_of[MOST_DEPTH], street_at[MOST_DEPTH], depth = 0, next = 0;
    memset(tree->edges_of, 0, sizeof tree->edges_of);
    if (!count_edges(tree))
        return NO_TREE;
    for (int to = 0;;) {
        if (to >= 0) { /* the decision that comes next, depth first */
            if (depth == MOST_DEPTH)
                return "the tree is deeper than 1000 decisions";
            if (to != next || to >= tree->nodes || (depth && tree->street[to] < street_at[depth - 1]))
                return NO_TREE;
            edge_at[depth] = tree->first[to];
            end_of[depth] = tree->first[to + 1];
            street_at[depth++] = tree->street[to];
            next++;
        } else if (to != TO_FOLD && to != TO_SHOWDOWN) {
            return NO_TREE;
        }
        while (depth && edge_at[depth - 1] == end_of[depth - 1])
            depth--;
        if (!depth)
            return next == tree->nodes ? NULL : NO_TREE;
        to = tree->to[edge_at[depth - 1]++];
    }
}
