/* Included by streets.h twice: the work for each hand of a block, with the plan as a constant and its loops unrolled
 * (names end in `_fixed`), and with any plan (`_any`). */

/* Follows the reach of one hand to the ends; `row` has its play. */
INLINE void NAME(reach_ends)(const Plan *plan, Lanes start, const Lanes *row, Lanes *const *ends, int index)
{
    Lanes reach[MOST_NODES + MOST_ENDS];
    reach[0] = start;
    UNROLL for (int i = 0; i < plan->moves; i++) {
        Move move = plan->move[i];
        reach[move.to] = move.action < 0 ? reach[move.from] : reach[move.from] * row[move.from * ACTIONS + move.action];
    }
    UNROLL for (int e = 0; e < plan->street->ends; e++)
        ends[e][index] = reach[plan->street->nodes + e];
}

/* The same if one action is taken at each node. */
INLINE void NAME(reach_ends_masked)(const Plan *plan, Lanes start, LaneMask (*taken)[ACTIONS], Lanes *const *ends, int index)
{
    Lanes reach[MOST_NODES + MOST_ENDS];
    reach[0] = start;
    UNROLL for (int i = 0; i < plan->moves; i++) {
        Move move = plan->move[i];
        reach[move.to] = move.action < 0 ? reach[move.from]
                                         : (Lanes)((LaneMask)reach[move.from] & taken[move.from][move.action]);
    }
    UNROLL for (int e = 0; e < plan->street->ends; e++)
        ends[e][index] = reach[plan->street->nodes + e];
}

/* Reads the masses that a hand meets at the ends. */
INLINE void NAME(load_ends)(const Plan *plan, const Scene *scene, int index, Ends *ends)
{
    UNROLL for (int e = 0; e < plan->street->ends; e++) {
        ends->mass[e] = scene->mass[e][index];
        ends->value[e] = scene->is_last ? scene->value[e][index] * scene->end_amount[e] : scene->value[e][index];
    }
    if (plan->needs_start)
        ends->mass[plan->street->ends] = scene->mass[plan->street->ends][index];
}

/* Computes them on the last street from what `sweep_ahead` has found; `is_reached`: whether the opponent may have the hand.
 * The mass at the start of the street is not among them: see `open_walk`. */
INLINE void NAME(find_ends)(const Plan *plan, const Scene *scene, const HandList *list, int index, bool is_reached,
                            const SumsOfEnds *sums, Ends *ends)
{
    UNROLL for (int e = 0; e < plan->street->ends; e++) {
        const SumsOfEnds *all = &sums[e / TOGETHER];
        int i = e % TOGETHER;
        Lanes mass = all->total[i] - all->card[list->first[index]][i] - all->card[list->second[index]][i];
        if (is_reached)
            mass += scene->mass[e][index];
        ends->mass[e] = mass;
        ends->value[e] = (scene->value[e][index] - mass) * scene->end_amount[e];
    }
}

INLINE Lanes NAME(fold_value)(const Plan *plan, const Scene *scene, int node, const Ends *ends)
{
    const Terms *terms = &plan->folds[node];
    Lanes mass = ends->mass[terms->at[0]];
    UNROLL for (int i = 1; i < terms->plus; i++)
        mass += ends->mass[terms->at[i]];
    UNROLL for (int i = terms->plus; i < terms->plus + terms->minus; i++)
        mass -= ends->mass[terms->at[i]];
    Lanes value = scene->fold_amount[node] * mass;
    return plan->street->actor[node] == plan->me ? -value : value;
}

/* Fills the values of a hand's actions at its own nodes, and returns the hand's value at the start.
 *
 * BEST takes the best action and writes it to `taken`, if given; POLICY follows `row` and writes its nodes' values to `at`. */
INLINE Lanes NAME(judge)(const Plan *plan, const Scene *scene, const Ends *ends, Choice choice, const Lanes *row,
                         Lanes (*values)[ACTIONS], Lanes *at, LaneMask (*taken)[ACTIONS])
{
    const Street *street = plan->street;
    if (street->nodes < 1)
        __builtin_unreachable(); /* and the compiler need not warn of a start without a value */
    UNROLL for (int node = street->nodes - 1; node >= 0; node--) {
        Lanes *value = values[node];
        UNROLL for (int action = CALL; action <= RAISE; action++) {
            int next = street->next[node][action];
            if (next >= 0)
                value[action] = at[next];
            else if (next != NO_ACTION)
                value[action] = ends->value[END_OF(next)];
        }
        bool folds = is_legal(street, node, FOLD), raises = is_legal(street, node, RAISE);
        if (folds)
            value[FOLD] = NAME(fold_value)(plan, scene, node, ends);
        if (street->actor[node] != plan->me) {
            at[node] = value[CALL];
            if (folds)
                at[node] += value[FOLD];
            if (raises)
                at[node] += value[RAISE];
        } else if (choice == POLICY) {
            at[node] = row[node * ACTIONS + CALL] * value[CALL];
            if (folds)
                at[node] += row[node * ACTIONS + FOLD] * value[FOLD];
            if (raises)
                at[node] += row[node * ACTIONS + RAISE] * value[RAISE];
        } else {
            Lanes best = folds ? larger(value[FOLD], value[CALL]) : value[CALL];
            LaneMask all = best == best, raise = all ^ all;
            if (raises) {
                raise = value[RAISE] > best;
                best = larger(value[RAISE], best);
            }
            if (taken) {
                LaneMask fold = folds ? ~raise & (value[FOLD] > value[CALL]) : all ^ all;
                taken[node][RAISE] = raise;
                taken[node][CALL] = ~raise & ~fold;
            }
            at[node] = best;
        }
    }
    return at[0];
}

/* Returns a copy of the row of a hand: rows from outside may lie anywhere. */
INLINE void NAME(load_row)(const Level *level, int block, int index, const Plan *plan, Lanes *row)
{
    const float *from = level->rows + ((size_t)block * level->classes + level->class_of[level->list.hand[index]]) * ROW;
    UNROLL for (int node = 0; node < plan->street->nodes; node++)
        if (plan->street->actor[node] == plan->me)
            UNROLL for (int i = node * ACTIONS; i < (node + 1) * ACTIONS; i++)
                row[i] = *(const LooseLanes *)(from + i * LANES);
}

/* Follows the robot's hands through a block; `in` is by index in the list above. */
INLINE void NAME(go_forward)(const Plan *plan, const Level *level, int block, const Lanes *in, Lanes *const *ends)
{
    Lanes row[ROW_LANES];
    for (int i = 0; i < level->list.count; i++) {
        NAME(load_row)(level, block, i, plan, row);
        NAME(reach_ends)(plan, in[level->list.above[i]], row, ends, i);
    }
}

/* Fetches the row of a hand whose turn comes soon: rows are too far apart for the processor to guess. */
INLINE void NAME(fetch_row)(const Level *level, int block, int index, const Plan *plan)
{
    const float *from = level->rows + ((size_t)block * level->classes + level->class_of[level->list.hand[index]]) * ROW;
    UNROLL for (int node = 0; node < plan->street->nodes; node++)
        if (plan->street->actor[node] == plan->me)
            UNROLL for (int action = CALL; action < ACTIONS; action++)
                if (is_legal(plan->street, node, action))
                    __builtin_prefetch(from + (node * ACTIONS + action) * LANES);
}

/* The same as `go_forward` for the hands that are reached; nothing is written for the others. */
INLINE void NAME(follow_reached)(const Plan *plan, const Level *level, int block, const Reached *reached, const Lanes *in,
                                 Lanes *const *ends)
{
    Lanes row[ROW_LANES];
    for (int i = 0; i < reached->count; i++) {
        int index = reached->index[i];
        if (i + ROWS_AHEAD < reached->count)
            NAME(fetch_row)(level, block, reached->index[i + ROWS_AHEAD], plan);
        NAME(load_row)(level, block, index, plan, row);
        NAME(reach_ends)(plan, in[level->list.above[index]], row, ends, index);
    }
}

/* Adds the responder's values of a block to `out`, by index in the list above. */
INLINE void NAME(go_back)(const Plan *plan, const Level *level, const Scene *scene, int block, bool best, float weight, Lanes *out)
{
    Lanes values[MOST_NODES][ACTIONS], at[MOST_NODES], row[ROW_LANES];
    Ends ends;
    for (int i = 0; i < level->list.count; i++) {
        if (!best)
            NAME(load_row)(level, block, i, plan, row);
        NAME(load_ends)(plan, scene, i, &ends);
        Lanes value = best ? NAME(judge)(plan, scene, &ends, BEST, NULL, values, at, NULL)
                           : NAME(judge)(plan, scene, &ends, POLICY, row, values, at, NULL);
        out[level->list.above[i]] += value * weight;
    }
}

/* The same on the last street, where `sums` are of the robot's hands and `reached` are those that it may have. */
INLINE void NAME(go_back_last)(const Plan *plan, const Level *level, const Scene *scene, int block, bool best, float weight,
                               const SumsOfEnds *sums, const Reached *reached, Lanes *out)
{
    const HandList *list = &level->list;
    Lanes values[MOST_NODES][ACTIONS], at[MOST_NODES], row[ROW_LANES];
    Ends ends;
    for (int i = 0, next = 0; i < list->count; i++) {
        if (i + VALUES_AHEAD < list->count)
            __builtin_prefetch(&out[list->above[i + VALUES_AHEAD]], 1);
        if (!best)
            NAME(load_row)(level, block, i, plan, row);
        if (next < reached->count && reached->index[next] == i) {
            NAME(find_ends)(plan, scene, list, i, true, sums, &ends);
            next++;
        } else {
            NAME(find_ends)(plan, scene, list, i, false, sums, &ends);
        }
        Lanes value = best ? NAME(judge)(plan, scene, &ends, BEST, NULL, values, at, NULL)
                           : NAME(judge)(plan, scene, &ends, POLICY, row, values, at, NULL);
        out[list->above[i]] += value * weight;
    }
}

/* Regret matching: each action in proportion to its positive regret, all equally often if none is positive. */
INLINE void NAME(match_regrets)(const Plan *plan, const float *regrets, Lanes *policy)
{
    const Street *street = plan->street;
    Lanes zero = {0};
    UNROLL for (int node = 0; node < street->nodes; node++) {
        if (street->actor[node] != plan->me)
            continue;
        Lanes sum = zero, part[ACTIONS];
        int legal = 0;
        UNROLL for (int action = 0; action < ACTIONS; action++) {
            if (!is_legal(street, node, action))
                continue;
            Lanes regret = *(const LooseLanes *)(regrets + (node * ACTIONS + action) * LANES);
            part[action] = larger(regret, zero);
            sum += part[action];
            legal++;
        }
        LaneMask some = sum > zero;
        Lanes safe = (Lanes)(((LaneMask)sum & some) | ((LaneMask)(zero + 1.0f) & ~some));
        Lanes scale = 1.0f / safe, even = zero + 1.0f / (float)legal;
        UNROLL for (int action = 0; action < ACTIONS; action++)
            policy[node * ACTIONS + action] =
                is_legal(street, node, action)
                    ? (Lanes)(((LaneMask)(part[action] * scale) & some) | ((LaneMask)even & ~some))
                    : zero;
    }
}

INLINE void NAME(match_rows)(const Plan *plan, const Side *side, const float *regrets, Lanes *policy)
{
    for (int row = 0; row < side->rows; row++)
        NAME(match_regrets)(plan, regrets + (size_t)side->class_of[row] * ROW, policy + row * ROW_LANES);
}

/* Adds the robot's play to its average, weighted by the reach of its hands. */
INLINE void NAME(add_rows)(const Plan *plan, const Side *side, const Lanes *sums, const Lanes *policy, float *averages, float weight)
{
    for (int row = 0; row < side->rows; row++) {
        Lanes reach[MOST_NODES + MOST_ENDS];
        float *average = averages + (size_t)side->class_of[row] * ROW;
        reach[0] = sums[row] * weight;
        UNROLL for (int i = 0; i < plan->moves; i++) {
            Move move = plan->move[i];
            int at = move.from * ACTIONS + move.action;
            reach[move.to] = move.action < 0 ? reach[move.from] : reach[move.from] * policy[row * ROW_LANES + at];
            if (move.action >= 0)
                *(LooseLanes *)(average + at * LANES) += reach[move.to];
        }
        UNROLL for (int node = 0; node < plan->street->nodes; node++)
            if (plan->street->actor[node] == plan->me && is_legal(plan->street, node, FOLD)) {
                int at = node * ACTIONS + FOLD;
                *(LooseLanes *)(average + at * LANES) += reach[node] * policy[row * ROW_LANES + at];
            }
    }
}

INLINE void NAME(add_regrets)(const Plan *plan, Lanes (*values)[ACTIONS], const Lanes *at, float *regrets, float weight)
{
    const Street *street = plan->street;
    UNROLL for (int node = 0; node < street->nodes; node++) {
        if (street->actor[node] != plan->me)
            continue;
        UNROLL for (int action = 0; action < ACTIONS; action++)
            if (is_legal(street, node, action))
                *(LooseLanes *)(regrets + (node * ACTIONS + action) * LANES) += (values[node][action] - at[node]) * weight;
    }
}

INLINE void NAME(reach_all)(const Plan *plan, const Side *side, int count, const Lanes *in, const Lanes *policy, Lanes *const *ends)
{
    for (int i = 0; i < count; i++)
        NAME(reach_ends)(plan, in[i], policy + side->row_of[i] * ROW_LANES, ends, i);
}

INLINE void NAME(learn_rows)(const Plan *plan, const Side *side, int count, const Scene *scene, const Lanes *policy,
                       float *regrets, float weight, Lanes *out)
{
    Lanes values[MOST_NODES][ACTIONS], at[MOST_NODES];
    Ends ends;
    for (int i = 0; i < count; i++) {
        int row = side->row_of[i];
        NAME(load_ends)(plan, scene, i, &ends);
        out[i] = NAME(judge)(plan, scene, &ends, POLICY, policy + row * ROW_LANES, values, at, NULL);
        NAME(add_regrets)(plan, values, at, regrets + (size_t)side->class_of[row] * ROW, weight);
    }
}

/* Takes the best action of each of the responder's hands, and follows them to the ends. */
INLINE void NAME(take_best)(const Plan *plan, int count, const Scene *scene, const Lanes *in, Lanes *const *ends, Lanes *out)
{
    Lanes values[MOST_NODES][ACTIONS], at[MOST_NODES];
    LaneMask taken[MOST_NODES][ACTIONS];
    Ends met;
    for (int i = 0; i < count; i++) {
        NAME(load_ends)(plan, scene, i, &met);
        out[i] = NAME(judge)(plan, scene, &met, BEST, NULL, values, at, taken);
        NAME(reach_ends_masked)(plan, in[i], taken, ends, i);
    }
}
