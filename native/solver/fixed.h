/* Included by streets.h: the betting of flop, turn and river and its plans as constants, so that the compiler unrolls
 * the work for each hand. `make_plan` compares: other plans work, too, but slower. */
static const Street FIXED_STREET = {
    .nodes = 10,
    .ends = 9,
    .actor = {0, 1, 0, 1, 0, 1, 1, 0, 1, 0},
    .parent = {-1, 0, 1, 2, 3, 4, 0, 6, 7, 8},
    .next = {{-30, 1, 6}, {-30, -1, 2}, {-20, -2, 3}, {-20, -3, 4}, {-20, -4, 5}, {-20, -5, -30}, {-20, -6, 7},
             {-20, -7, 8}, {-20, -8, 9}, {-20, -9, -30}},
};
static const Plan FIXED_PLANS[SEATS] = {
    {.street = &FIXED_STREET,
     .me = 0,
     .moves = 18,
     .move = {{0, 1, 1}, {0, 2, 6}, {1, -1, 10}, {1, -1, 2}, {2, 1, 11}, {2, 2, 3}, {3, -1, 12}, {3, -1, 4}, {4, 1, 13},
              {4, 2, 5}, {5, -1, 14}, {6, -1, 15}, {6, -1, 7}, {7, 1, 16}, {7, 2, 8}, {8, -1, 17}, {8, -1, 9}, {9, 1, 18}},
     .folds = {{0}, {0}, {1, 0, {1}}, {1, 2, {1, 2, 3}}, {1, 0, {3}}, {1, 1, {3, 4}}, {2, 2, {0, 1, 5, 6}}, {1, 0, {6}},
               {1, 2, {6, 7, 8}}, {1, 0, {8}}}},
    {.street = &FIXED_STREET,
     .me = 1,
     .moves = 18,
     .move = {{0, -1, 1}, {0, -1, 6}, {1, 1, 10}, {1, 2, 2}, {2, -1, 11}, {2, -1, 3}, {3, 1, 12}, {3, 2, 4}, {4, -1, 13},
              {4, -1, 5}, {5, 1, 14}, {6, 1, 15}, {6, 2, 7}, {7, -1, 16}, {7, -1, 8}, {8, 1, 17}, {8, 2, 9}, {9, -1, 18}},
     .folds = {{0}, {0}, {1, 2, {0, 1, 2}}, {1, 0, {2}}, {1, 2, {2, 3, 4}}, {1, 0, {4}}, {1, 0, {5}}, {1, 2, {5, 6, 7}},
               {1, 0, {7}}, {1, 1, {7, 8}}}},
};

static bool is_fixed(const Plan *plan)
{
    const Plan *fixed = &FIXED_PLANS[plan->me];
    const Street *street = plan->street;
    return street->nodes == FIXED_STREET.nodes && street->ends == FIXED_STREET.ends &&
           !memcmp(street->actor, FIXED_STREET.actor, sizeof street->actor) &&
           !memcmp(street->next, FIXED_STREET.next, sizeof street->next) && plan->moves == fixed->moves &&
           !memcmp(plan->move, fixed->move, sizeof plan->move) && !memcmp(plan->folds, fixed->folds, sizeof plan->folds);
}

/* Calls a function that is inlined with the plan, as a constant where it is one. */
#define WITH_PLAN(plan_, function, ...)                       \
    do {                                                      \
        if (!(plan_)->fixed)                                  \
            function##_any((plan_), __VA_ARGS__);                 \
        else if ((plan_)->me)                                 \
            function##_fixed(&FIXED_PLANS[1], __VA_ARGS__);         \
        else                                                  \
            function##_fixed(&FIXED_PLANS[0], __VA_ARGS__);         \
    } while (0)

/* The same with the robot's and the responder's plan. */
#define WITH_PLANS(robot_, plan_, function, ...)                               \
    do {                                                                       \
        if (!(plan_)->fixed)                                                   \
            function##_any((robot_), (plan_), __VA_ARGS__);                    \
        else if ((plan_)->me)                                                  \
            function##_fixed(&FIXED_PLANS[0], &FIXED_PLANS[1], __VA_ARGS__);   \
        else                                                                   \
            function##_fixed(&FIXED_PLANS[1], &FIXED_PLANS[0], __VA_ARGS__);   \
    } while (0)
