/* The work on vectors for processors with AVX2. */
#if defined(__x86_64__)
#include <immintrin.h>
#define IRCPOKER_F16C
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,f16c"))), apply_to = function)
#else
#pragma GCC target("avx2,f16c")
#endif
#endif
#include "vectors.inc"

const VectorCode vector_code_avx2 = VECTOR_CODE;
#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute pop
#endif
