/* Included by streets.h twice: the work for each hand of a block, with the plan as a constant and its loops unrolled
 * (names end in `_fixed`), and with any plan (`_any`). */

/* Follows the reach of one hand through the nodes to the ends; `row` has its play. */
INLINE void NAME(follow)(const Plan *plan, Lanes start, const Lanes *row, Lanes *reach)
{
    reach[0] = start;
    UNROLL for (int i = 0; i < plan->moves; i++) {
        Move move = plan->move[i];
        reach[move.to] = move.action < 0 ? reach[move.from] : reach[move.from] * row[move.from * ACTIONS + move.action];
    }
}

/* The same, and writes it by end and index. */
INLINE void NAME(reach_ends)(const Plan *plan, Lanes start, const Lanes *row, Lanes *const *ends, int index)
{
    Lanes reach[MOST_NODES + MOST_ENDS];
    NAME(follow)(plan, start, row, reach);
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

/* Adds chips to all that may follow an action without a fold: one end, or those behind a call and a raise of the seat. */
INLINE void NAME(add_after)(const Plan *plan, int next, Lanes chips, Lanes *at_ends)
{
    const Street *street = plan->street;
    if (next < 0) {
        at_ends[END_OF(next)] += chips;
        return;
    }
    UNROLL for (int action = CALL; action <= RAISE; action++)
        if (is_legal(street, next, action)) {
            int after = street->next[next][action];
            at_ends[END_OF(after < 0 ? after : street->next[after][CALL])] += chips;
        }
}

/* Fills the chips that folds bring, as parts of the values at the ends: then each end needs only one number for a hand, and
 * nodes none. The opponent's folds go with its calls in their place. The seat's own folds become worth 0: their value is
 * taken off the other actions there, and goes with the opponent's call or check in place of its bet before them. */
INLINE void NAME(share_folds)(const Plan *plan, const Scene *scene, const Ends *ends, Lanes *at_ends)
{
    const Street *street = plan->street;
    UNROLL for (int e = 0; e < street->ends; e++)
        at_ends[e] = ends->mass[e] * 0.0f;
    UNROLL for (int node = 0; node < street->nodes; node++) {
        if (!is_legal(street, node, FOLD))
            continue;
        Lanes chips = NAME(fold_value)(plan, scene, node, ends);
        if (street->actor[node] == plan->me) {
            NAME(add_after)(plan, node, -chips, at_ends);
            NAME(add_after)(plan, street->next[street->parent[node]][CALL], chips, at_ends);
        } else {
            NAME(add_after)(plan, street->next[node][CALL], chips, at_ends);
        }
    }
}

/* Returns a hand's value at the start of the street from its values at the ends, where its folds are worth nothing. */
INLINE Lanes NAME(judge_ends)(const Plan *plan, const Lanes *at_ends, Choice choice, const Lanes *row)
{
    const Street *street = plan->street;
    Lanes at[MOST_NODES], zero = {0};
    UNROLL for (int node = street->nodes - 1; node >= 0; node--) {
        int call = street->next[node][CALL], raise = street->next[node][RAISE];
        Lanes called = call >= 0 ? at[call] : at_ends[END_OF(call)], raised = zero;
        if (raise != NO_ACTION)
            raised = raise >= 0 ? at[raise] : at_ends[END_OF(raise)];
        if (street->actor[node] != plan->me) {
            at[node] = called + raised;
        } else if (choice == POLICY) {
            at[node] = row[node * ACTIONS + CALL] * called;
            if (raise != NO_ACTION)
                at[node] += row[node * ACTIONS + RAISE] * raised;
        } else {
            at[node] = is_legal(street, node, FOLD) ? larger(called, zero) : called;
            if (raise != NO_ACTION)
                at[node] = larger(raised, at[node]);
        }
    }
    return at[0];
}

/* Returns a copy of the row of a class: rows from outside may lie anywhere. */
INLINE void NAME(load_row)(const Level *level, int block, int class, const Plan *plan, Lanes *row)
{
    const float *from = level->rows + ((size_t)block * level->classes + (size_t)class) * ROW;
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
        NAME(load_row)(level, block, level->class_of[level->list.hand[i]], plan, row);
        NAME(reach_ends)(plan, in[level->list.above[i]], row, ends, i);
    }
}

/* Fills the shares of the classes in a block of a last street; `plan` is the responder's. */
INLINE void NAME(fill_shares)(const Plan *robot, const Plan *plan, const Level *level, const Scene *scene, int block)
{
    Lanes row[ROW_LANES], reach[MOST_NODES + MOST_ENDS], one = {0};
    Ends ends;
    for (int use = 0; use < level->used; use++) {
        ClassShare *share = &level->shares[use];
        NAME(load_row)(level, block, level->used_class[use], robot, row);
        NAME(follow)(robot, one + 1.0f, row, reach);
        UNROLL for (int e = 0; e < plan->street->ends; e++) {
            ends.mass[e] = reach[plan->street->nodes + e];
            share->won[e] = ends.mass[e] * scene->end_amount[e];
        }
        NAME(share_folds)(plan, scene, &ends, share->certain);
    }
}

/* Adds up what the robot's reached hands bring to a hand that loses to all of them. */
INLINE void NAME(add_all)(const Plan *plan, const Level *level, const Reached *reached, const Lanes *in, EndSums *sums)
{
    const HandList *list = &level->list;
    Lanes total[MOST_ENDS] = {0};
    memset(sums, 0, sizeof *sums);
    for (int i = 0; i < reached->count; i++) {
        int index = reached->index[i];
        const ClassShare *share = &level->shares[level->use_of[index]];
        Lanes *first = sums->card[list->first[index]], *second = sums->card[list->second[index]];
        Lanes start = level->starts[i] = in[list->above[index]];
        UNROLL for (int e = 0; e < plan->street->ends; e++) {
            Lanes lost = start * (share->certain[e] - share->won[e]);
            total[e] += lost;
            first[e] += lost;
            second[e] += lost;
        }
    }
    memcpy(sums->total, total, sizeof total);
}

/* Adds the responder's values of a block to `out`, by index in the list above. */
INLINE void NAME(go_back)(const Plan *plan, const Level *level, const Scene *scene, int block, bool best, float weight, Lanes *out)
{
    Lanes values[MOST_NODES][ACTIONS], at[MOST_NODES], row[ROW_LANES];
    Ends ends;
    for (int i = 0; i < level->list.count; i++) {
        if (!best)
            NAME(load_row)(level, block, level->class_of[level->list.hand[i]], plan, row);
        NAME(load_ends)(plan, scene, i, &ends);
        Lanes value = best ? NAME(judge)(plan, scene, &ends, BEST, NULL, values, at, NULL)
                           : NAME(judge)(plan, scene, &ends, POLICY, row, values, at, NULL);
        out[level->list.above[i]] += value * weight;
    }
}

/* Moves a hand of the robot from those that win to those that tie, or from these to those that lose. */
INLINE void NAME(move_up)(const Plan *plan, const Level *level, int index, Lanes start, Lanes *total, EndSums *sums)
{
    const ClassShare *share = &level->shares[level->use_of[index]];
    Lanes *first = sums->card[level->list.first[index]], *second = sums->card[level->list.second[index]];
    UNROLL for (int e = 0; e < plan->street->ends; e++) {
        Lanes won = start * share->won[e];
        total[e] += won;
        first[e] += won;
        second[e] += won;
    }
}

/* The same on the last street, from the worst hand to the best; `sums` as `add_all` leaves them.
 *
 * The totals are copied, so that the compiler keeps them in registers: that takes a tenth off the time. */
INLINE void NAME(go_back_last)(const Plan *plan, const Level *level, int block, bool best, float weight,
                               const Reached *reached, EndSums *sums, Lanes *out)
{
    const HandList *list = &level->list;
    Lanes row[ROW_LANES], at_ends[MOST_ENDS], total[MOST_ENDS];
    UNROLL for (int e = 0; e < plan->street->ends; e++)
        total[e] = sums->total[e];
    for (int group = 0, i = 0, next = 0, from = 0; group < list->groups; group++) {
        for (int j = next; j < reached->group_end[group]; j++)
            NAME(move_up)(plan, level, reached->index[j], level->starts[j], total, sums);
        for (; i < list->group_end[group]; i++) {
            const Lanes *first = sums->card[list->first[i]], *second = sums->card[list->second[i]];
            if (i + VALUES_AHEAD < list->count)
                __builtin_prefetch(&out[list->above[i + VALUES_AHEAD]], 1);
            UNROLL for (int e = 0; e < plan->street->ends; e++)
                at_ends[e] = total[e] - first[e] - second[e];
            if (next < reached->count && reached->index[next] == i) {
                UNROLL for (int e = 0; e < plan->street->ends; e++)
                    at_ends[e] += level->starts[next] * level->shares[level->use_of[i]].certain[e];
                next++;
            }
            if (!best)
                NAME(load_row)(level, block, level->class_of[list->hand[i]], plan, row);
            Lanes value = best ? NAME(judge_ends)(plan, at_ends, BEST, NULL) : NAME(judge_ends)(plan, at_ends, POLICY, row);
            out[list->above[i]] += value * weight;
        }
        for (; from < next; from++)
            NAME(move_up)(plan, level, reached->index[from], level->starts[from], total, sums);
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
