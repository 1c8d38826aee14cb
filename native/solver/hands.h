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

INLINE Lanes NAME(fold_value)(const Plan *plan, const Scene *scene, int node, int index)
{
    const Terms *terms = &plan->folds[node];
    Lanes mass = scene->mass[terms->at[0]][index];
    UNROLL for (int i = 1; i < terms->plus; i++)
        mass += scene->mass[terms->at[i]][index];
    UNROLL for (int i = terms->plus; i < terms->plus + terms->minus; i++)
        mass -= scene->mass[terms->at[i]][index];
    Lanes value = scene->fold_amount[node] * mass;
    return plan->street->actor[node] == plan->me ? -value : value;
}

/* Fills the values of a hand's actions at its own nodes, and returns the hand's value at the start.
 *
 * BEST takes the best action and writes it to `taken`, if given; POLICY follows `row` and writes its nodes' values to `at`. */
INLINE Lanes NAME(judge)(const Plan *plan, const Scene *scene, int index, Choice choice, const Lanes *row, Lanes (*values)[ACTIONS], Lanes *at,
                   LaneMask (*taken)[ACTIONS])
{
    const Street *street = plan->street;
    UNROLL for (int node = street->nodes - 1; node >= 0; node--) {
        Lanes *value = values[node];
        UNROLL for (int action = CALL; action <= RAISE; action++) {
            int next = street->next[node][action];
            if (next >= 0)
                value[action] = at[next];
            else if (next != NO_ACTION)
                value[action] = scene->is_last ? scene->value[END_OF(next)][index] * scene->end_amount[END_OF(next)]
                                               : scene->value[END_OF(next)][index];
        }
        bool folds = is_legal(street, node, FOLD), raises = is_legal(street, node, RAISE);
        if (folds)
            value[FOLD] = NAME(fold_value)(plan, scene, node, index);
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

/* Adds the responder's values of a block to `out`, by index in the list above. */
INLINE void NAME(go_back)(const Plan *plan, const Level *level, const Scene *scene, int block, bool best, float weight, Lanes *out)
{
    Lanes values[MOST_NODES][ACTIONS], at[MOST_NODES], row[ROW_LANES];
    for (int i = 0; i < level->list.count; i++) {
        if (!best)
            NAME(load_row)(level, block, i, plan, row);
        Lanes value = best ? NAME(judge)(plan, scene, i, BEST, NULL, values, at, NULL)
                           : NAME(judge)(plan, scene, i, POLICY, row, values, at, NULL);
        out[level->list.above[i]] += value * weight;
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
    for (int i = 0; i < count; i++) {
        int row = side->row_of[i];
        out[i] = NAME(judge)(plan, scene, i, POLICY, policy + row * ROW_LANES, values, at, NULL);
        NAME(add_regrets)(plan, values, at, regrets + (size_t)side->class_of[row] * ROW, weight);
    }
}

/* Takes the best action of each of the responder's hands, and follows them to the ends. */
INLINE void NAME(take_best)(const Plan *plan, int count, const Scene *scene, const Lanes *in, Lanes *const *ends, Lanes *out)
{
    Lanes values[MOST_NODES][ACTIONS], at[MOST_NODES];
    LaneMask taken[MOST_NODES][ACTIONS];
    for (int i = 0; i < count; i++) {
        out[i] = NAME(judge)(plan, scene, i, BEST, NULL, values, at, taken);
        NAME(reach_ends_masked)(plan, in[i], taken, ends, i);
    }
}
