#include "ring_tree.h"

static const char NO_TREE[] = "it is not a tree of betting, depth first";

static bool check_spots(const RingTree *tree, int streets)
{
    for (int spot = 0; spot < tree->spots; spot++)
        if (tree->street[spot] >= streets || tree->choices[spot] >= MOST_CHOICES ||
            count_choices(tree->choices[spot]) < 1)
            return false;
    return true;
}

static bool check_nodes(const RingTree *tree)
{
    if (tree->nodes < 1 || tree->first[0] != 0 || tree->first[tree->nodes] != tree->edges)
        return false;
    for (int node = 0; node < tree->nodes; node++) {
        int first = tree->first[node], next = tree->first[node + 1], spot = tree->spot[node];
        if (spot < 0 || spot >= tree->spots || tree->seat[node] >= tree->seats || first < 0 ||
            next - (int64_t)first != count_choices(tree->choices[spot]) || next > tree->edges)
            return false;
    }
    return true;
}

/* Follows all edges, depth first: each node is entered once, by the edge that comes next, and no street
 * comes back. */
static bool check_edges(const RingTree *tree)
{
    int at[MOST_RING_DEPTH], end_of[MOST_RING_DEPTH], street_at[MOST_RING_DEPTH], depth = 0, next = 0;
    for (int to = 0;;) {
        if (to >= 0) {
            if (depth == MOST_RING_DEPTH || to != next || to >= tree->nodes)
                return false;
            int street = tree->street[tree->spot[to]];
            if (depth && street < street_at[depth - 1])
                return false;
            at[depth] = tree->first[to];
            end_of[depth] = tree->first[to + 1];
            street_at[depth++] = street;
            next++;
        } else if (-1 - (int64_t)to >= tree->ends) {
            return false;
        }
        while (depth && at[depth - 1] == end_of[depth - 1])
            depth--;
        if (!depth)
            return next == tree->nodes;
        to = tree->to[at[depth - 1]++];
    }
}

const char *finish_ring_tree(RingTree *tree, int streets, const size_t *classes)
{
    if (!check_spots(tree, streets) || !check_nodes(tree) || !check_edges(tree))
        return NO_TREE;
    for (int end = 0; end < tree->ends; end++)
        if (!tree->live[end] || tree->live[end] >> tree->seats)
            return "an end of the tree has no seat that wins";
    tree->offset[0] = 0;
    for (int spot = 0; spot < tree->spots; spot++)
        tree->offset[spot + 1] =
            tree->offset[spot] + classes[tree->street[spot]] * (size_t)count_choices(tree->choices[spot]);
    return NULL;
}
