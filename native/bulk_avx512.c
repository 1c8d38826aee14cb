/* Sixteen hands at once where the processor has AVX-512. */
#include "bulk.inc"

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#include <immintrin.h>

#define WITH_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vpopcntdq")))

Vectors best_vectors(void)
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vpopcntdq"))
        return AVX512;
    return __builtin_cpu_supports("avx2") ? AVX2 : PLAIN;
}

typedef struct {
    /* By rank; by suit, repeated four times, because look-ups take four bits */
    __m512i rank_weights, suit_counts;
    __m512i columns[7]; /* for each card, its index in the sixteen rows of 128 bytes */
    __m512i numbers, thirty_two, five_of_suit, high_cards, count, ones;
} Constants;

WITH_AVX512 static Constants constants_of(const Tables *tables, int n)
{
    Constants all;
    uint32_t weights[ROUND] = {0}, counts[ROUND], numbers[ROUND];
    uint8_t indices[64];
    for (int lane = 0; lane < ROUND; lane++) {
        if (lane < 13)
            weights[lane] = (uint32_t)tables->codes[4 * lane].key & RANK_SUM_MASK;
        counts[lane] = 1u << (4 * (lane & 3));
        numbers[lane] = (uint32_t)lane;
    }
    all.rank_weights = _mm512_loadu_si512(weights);
    all.suit_counts = _mm512_loadu_si512(counts);
    all.numbers = _mm512_loadu_si512(numbers);
    for (int card = 0; card < n; card++) {
        for (int byte = 0; byte < 64; byte++)
            indices[byte] = (uint8_t)(byte / 4 * n + card);
        all.columns[card] = _mm512_loadu_si512(indices);
    }
    all.thirty_two = _mm512_set1_epi32(32);
    /* Added to the counts, so that five cards reach the fourth bit */
    all.five_of_suit = _mm512_set1_epi32(0x3333);
    all.high_cards = _mm512_set1_epi32((1 << (CARD_COUNT - 32)) - 1);
    all.count = _mm512_set1_epi32(n);
    all.ones = _mm512_set1_epi32(1);
    return all;
}

/* Adds up sixteen rows: their sums of rank weights and counts of suits. Returns the rows that are bad. */
WITH_AVX512 static inline __mmask16 add_rows(const Constants *all, const uint8_t *codes, int n,
                                             __m512i *sums, __m512i *suits)
{
    const __mmask64 lowest_bytes = 0x1111111111111111;
    __m512i first = _mm512_loadu_si512(codes);
    __m512i second = _mm512_maskz_loadu_epi8((UINT64_C(1) << (ROUND * n - 64)) - 1, codes + 64);
    __m512i low = _mm512_setzero_si512(), high = low;
    *sums = low, *suits = low;
    for (int card = 0; card < n; card++) {
        __m512i code = _mm512_maskz_permutex2var_epi8(lowest_bytes, first, all->columns[card], second);
        __m512i rank = _mm512_srli_epi32(code, 2);
        *sums = _mm512_add_epi32(*sums, _mm512_permutexvar_epi32(rank, all->rank_weights));
        *suits = _mm512_add_epi32(*suits, _mm512_permutexvar_epi32(code, all->suit_counts));
        low = _mm512_or_si512(low, _mm512_sllv_epi32(all->ones, code)); /* a shift by 32 or more gives 0 */
        high = _mm512_or_si512(high, _mm512_sllv_epi32(all->ones, _mm512_sub_epi32(code, all->thirty_two)));
    }
    high = _mm512_and_si512(high, all->high_cards);
    __m512i cards = _mm512_add_epi32(_mm512_popcnt_epi32(low), _mm512_popcnt_epi32(high));
    return _mm512_cmpneq_epi32_mask(cards, all->count);
}

WITH_AVX512 static inline bool block_of(const Tables *tables, const uint8_t *codes, size_t rows, int n,
                                        uint16_t *classes)
{
    const SumTable *table = &tables->of_size[n - FEWEST_CARDS];
    const Constants all = constants_of(tables, n);
    const __m512i column_mask = _mm512_set1_epi32(COLUMN_MASK), row_mask = _mm512_set1_epi32(ROWS - 1);
    uint16_t flushes[BLOCK + ROUND];
    size_t flush_count = 0;
    unsigned bad = 0;
    for (size_t row = 0; row < rows; row += ROUND) {
        __m512i sums, suits;
        bad |= add_rows(&all, codes + row * (size_t)n, n, &sums, &suits);
        __m512i line = _mm512_and_si512(_mm512_srli_epi32(sums, COLUMN_BITS), row_mask);
        __m512i index = _mm512_i32gather_epi32(line, table->rows, 4);
        index = _mm512_add_epi32(index, _mm512_and_si512(sums, column_mask));
        /* The upper half is another entry's */
        __m512i class_ = _mm512_i32gather_epi32(index, table->classes, 2);
        _mm256_storeu_si256((__m256i *)(classes + row), _mm512_cvtepi32_epi16(class_));
        __mmask16 flush =
            _mm512_test_epi32_mask(_mm512_add_epi32(suits, all.five_of_suit), _mm512_set1_epi32(0x8888));
        __m512i numbers = _mm512_add_epi32(all.numbers, _mm512_set1_epi32((int)row));
        numbers = _mm512_maskz_compress_epi32(flush, numbers);
        _mm256_storeu_si256((__m256i *)(flushes + flush_count), _mm512_cvtepi32_epi16(numbers));
        flush_count += (size_t)__builtin_popcount(flush);
    }
    rate_flushes(tables, codes, n, flushes, flush_count, classes);
    return bad != 0;
}

WITH_AVX512 bool block_avx512(const Tables *tables, const uint8_t *codes, size_t rows, int n,
                              uint16_t *classes)
{
    return BLOCK_OF_SIZE(block_of, tables, codes, rows, n, classes);
}

#else

Vectors best_vectors(void)
{
    return PLAIN;
}

bool block_avx512(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes)
{
    (void)tables, (void)codes, (void)rows, (void)n, (void)classes;
    return true; /* not called */
}

#endif
