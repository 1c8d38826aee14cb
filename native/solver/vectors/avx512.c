/* The work on vectors for processors with AVX-512. */
#if defined(__x86_64__)
#include <immintrin.h>
#define IRCPOKER_AVX512
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))), \
                             apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq")
#endif
#endif
#include "vectors.inc"

const VectorCode vector_code_avx512 = VECTOR_CODE;
#if defined(__x86_64__) && defined(__clang__)
#pragma clang attribute pop
#endif
