/* The engine for processors with AVX2. */
#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#endif
#include "streets.h"

#include "respond.h"

#include "learn.h"

#include "solver_memory.h"

#include "solve.h"

#include "river_bets.h"

#include "respond_bets.h"

const Engine engine_avx2 = {respond_to_flop, respond_before, learn, forget, solve_subgame, respond_to_bets};
#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute pop
#endif
