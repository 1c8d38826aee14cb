#include "bets.h"

#include <string.h>

static bool is_node(const BetTree *tree, int node)
{
    int count = tree->first[node + 1] - tree->first[node];
    return tree->street[node] < MOST_STREETS && tree->actor[node] < SEATS && count >= 1 && count <= MOST_EDGES;
}

bool finish_tree(BetTree *tree)
{
    int led_to = 0;
    memset(tree->edges_of, 0, sizeof tree->edges_of);
    if (tree->nodes < 1 || tree->first[0] != 0 || tree->first[tree->nodes] != tree->edges)
        return false;
    for (int node = 0; node < tree->nodes; node++)
        if (!is_node(tree, node))
            return false;
    for (int node = 0; node < tree->nodes; node++) {
        size_t *edges = &tree->edges_of[tree->street[node]];
        if (tree->edge_start[node] < 0 || (size_t)tree->edge_start[node] != *edges)
            return false;
        *edges += (size_t)(tree->first[node + 1] - tree->first[node]);
        int last = node;
        for (int edge = tree->first[node]; edge < tree->first[node + 1]; edge++) {
            int to = tree->to[edge];
            if (to == TO_FOLD || to == TO_SHOWDOWN)
                continue;
            if (to <= last || to >= tree->nodes || tree->street[to] < tree->street[node])
                return false;
            last = to;
            led_to++;
        }
    }
    return led_to == tree->nodes - 1;
}
