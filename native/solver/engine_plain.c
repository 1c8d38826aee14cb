/* The engine for any processor. */
#include "streets.h"

#include "respond.h"

#include "learn.h"

#include "solver_memory.h"

#include "solve.h"

#include "river_bets.h"

#include "respond_bets.h"

const Engine engine_plain = {respond_to_flop, respond_before, learn, forget, solve_subgame, respond_to_bets};
