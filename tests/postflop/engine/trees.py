"""Trees of bets for small games, as the solver takes them."""

import numpy as np

FOLDED, SHOWDOWN = -1, -2


def tree_of(nodes):
    """A tree from (street, actor, [(where to, amount), …]) for each node, depth first."""
    starts, counts = [], {}
    for street, _, edges in nodes:
        starts.append(counts.get(street, 0))
        counts[street] = starts[-1] + len(edges)
    edges = [edge for _, _, of_node in nodes for edge in of_node]
    return (
        np.array([street for street, _, _ in nodes], np.uint8),
        np.array([actor for _, actor, _ in nodes], np.uint8),
        np.cumsum([0, *(len(of_node) for _, _, of_node in nodes)]).astype(np.int32),
        np.array(starts, np.int32),
        np.array([to for to, _ in edges], np.int32),
        np.array([amount for _, amount in edges], np.float32),
    )


def bet_tree(bets, most, ante, first=0):
    """The betting of limit games: the size of a bet on each street, and how many there may be."""
    nodes = []

    def add(street, actor, put, raises, opened):
        node = len(nodes)
        edges = []
        nodes.append((street, actor, edges))
        other = 1 - actor
        if put[other] > put[actor]:
            edges.append((FOLDED, put[actor]))
        bet = put[other]
        if opened and put[other] >= put[actor]:
            if street + 1 < len(bets):
                edges.append((add(street + 1, first, [bet, bet], 0, False), bet))
            else:
                edges.append((SHOWDOWN, bet))
        else:
            edges.append((add(street, other, [bet, bet], raises, True), bet))
        if raises < most:
            after = list(put)
            after[actor] = bet + bets[street]
            edges.append((add(street, other, after, raises + 1, True), after[actor]))
        return node

    add(0, first, [ante, ante], 0, False)
    return tree_of(nodes)
