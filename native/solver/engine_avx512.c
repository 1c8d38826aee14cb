/* The engine for processors with AVX-512. */
#if defined(__x86_64__)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq")
#endif
#endif
#include "streets.h"

#include "respond.h"

#include "learn.h"

#include "solver_memory.h"

#include "solve.h"

#include "river_bets.h"

#include "respond_bets.h"

const Engine engine_avx512 = {respond_to_flop, respond_before, learn, forget, solve_subgame, respond_to_bets};
#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute pop
#endif
