/* The sums of four hands at once where the processor has AVX2; the look-ups are those for any processor. */
#include "bulk.inc"

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
#include <immintrin.h>

#define WITH_AVX2 __attribute__((target("avx2")))
#define IN_LANES(table) _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(table)))
#define WORD 64

typedef struct {
    __m256i weights[3]; /* the three bytes of the rank weights, by rank */
    /* By suit: a card's counts, four bits each: clubs and diamonds, hearts and spades */
    __m256i suits[2];
    __m256i spread;    /* moves two rows into eight bytes each, padded with zeros */
    __m256i turned[3]; /* rotates the cards by one, two and three */
    __m256i padding;   /* sets the highest bits of the padding: as an index it finds a zero */
    __m256i low_six, padded_suit;
} Constants;

WITH_AVX2 static Constants constants_of(const Tables *tables, int n)
{
    Constants all;
    uint8_t bytes[16], suits[2][16], weights[3][16] = {{0}};
    for (int i = 0; i < 16; i++) {
        uint32_t weight = i < 13 ? (uint32_t)tables->codes[4 * i].key & RANK_SUM_MASK : 0;
        for (int byte = 0; byte < 3; byte++)
            weights[byte][i] = (uint8_t)(weight >> 8 * byte);
        suits[0][i] = (uint8_t)(i % 4 == 0 ? 1 : i % 4 == 1 ? 16 : 0);
        suits[1][i] = (uint8_t)(i % 4 == 2 ? 1 : i % 4 == 3 ? 16 : 0);
    }
    for (int byte = 0; byte < 3; byte++)
        all.weights[byte] = IN_LANES(weights[byte]);
    all.suits[0] = IN_LANES(suits[0]), all.suits[1] = IN_LANES(suits[1]);
    for (int step = 0; step <= 3; step++) {
        for (int i = 0; i < 16; i++) {
            int card = i % 8, row = i / 8;
            bytes[i] = (uint8_t)(card >= n ? 128 : step ? 8 * row + (card + step) % n : row * n + card);
        }
        *(step ? &all.turned[step - 1] : &all.spread) = IN_LANES(bytes);
    }
    all.padding = _mm256_set1_epi64x((long long)(UINT64_C(0x8080808080808080) << 8 * n));
    all.low_six = _mm256_set1_epi8(63);
    all.padded_suit = _mm256_set1_epi8((char)131);
    return all;
}

/* Returns, for each row, the sum of a table's bytes for its cards. */
WITH_AVX2 static inline __m256i sum_of(__m256i table, __m256i cards)
{
    return _mm256_sad_epu8(_mm256_shuffle_epi8(table, cards), _mm256_setzero_si256());
}

typedef struct {
    __m256i highest; /* of all codes */
    __m256i least;   /* difference of two cards of a row */
} Found;

/* Adds up four rows; returns a bit for each that has a flush. */
WITH_AVX2 static inline unsigned add_rows(const Constants *all, const uint8_t *codes, int n, Found *found,
                                          uint64_t *sums)
{
    __m128i first = _mm_loadu_si128((const __m128i *)codes),
            second = _mm_loadu_si128((const __m128i *)(codes + 2 * n));
    __m256i cards = _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
    cards = _mm256_shuffle_epi8(cards, all->spread);
    found->highest = _mm256_max_epu8(found->highest, cards);
    for (int step = 0; step < n / 2; step++) {
        __m256i difference = _mm256_xor_si256(cards, _mm256_shuffle_epi8(cards, all->turned[step]));
        found->least = _mm256_min_epu8(found->least, _mm256_or_si256(difference, all->padding));
    }
    cards = _mm256_or_si256(cards, all->padding);
    __m256i ranks =
        _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi16(cards, 2), all->low_six), all->padding);
    __m256i sum = sum_of(all->weights[0], ranks);
    sum = _mm256_add_epi64(sum, _mm256_slli_epi64(sum_of(all->weights[1], ranks), 8));
    sum = _mm256_add_epi64(sum, _mm256_slli_epi64(sum_of(all->weights[2], ranks), 16));
    _mm256_storeu_si256((__m256i *)sums, sum);
    __m256i suits = _mm256_and_si256(cards, all->padded_suit);
    __m256i counts = sum_of(all->suits[0], suits);
    counts = _mm256_add_epi64(counts, _mm256_slli_epi64(sum_of(all->suits[1], suits), 8));
    counts = _mm256_add_epi64(counts, _mm256_set1_epi64x(0x3333)); /* five cards reach the fourth bit */
    counts = _mm256_and_si256(counts, _mm256_set1_epi64x(0x8888));
    __m256i none = _mm256_cmpeq_epi64(counts, _mm256_setzero_si256());
    return 15u ^ (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(none));
}

WITH_AVX2 static inline bool block_of(const Tables *tables, const uint8_t *codes, size_t rows, int n,
                                      uint16_t *classes)
{
    const SumTable *table = &tables->of_size[n - FEWEST_CARDS];
    const Constants all = constants_of(tables, n);
    uint16_t flushes[BLOCK];
    uint64_t sums[BLOCK], with_flush[BLOCK / WORD]; /* of rank weights; a bit for each row */
    size_t flush_count = 0;
    Found found;
    found.highest = _mm256_setzero_si256();
    found.least = _mm256_set1_epi8(-1);
    for (size_t word = 0; WORD * word < rows; word++) {
        uint64_t bits = 0;
        for (size_t row = WORD * word, bit = 0; row < rows && bit < WORD; row += 4, bit += 4)
            bits |= (uint64_t)add_rows(&all, codes + row * (size_t)n, n, &found, sums + row) << bit;
        with_flush[word] = bits;
    }
    for (size_t row = 0; row < rows; row++)
        classes[row] = table->classes[index_of(table, (uint32_t)sums[row])];
    for (size_t word = 0; WORD * word < rows; word++)
        for (uint64_t bits = with_flush[word]; bits; bits &= bits - 1)
            flushes[flush_count++] = (uint16_t)(WORD * word + (size_t)__builtin_ctzll(bits));
    rate_flushes(tables, codes, n, flushes, flush_count, classes);
    __m256i good =
        _mm256_cmpeq_epi8(_mm256_min_epu8(found.highest, _mm256_set1_epi8(CARD_COUNT - 1)), found.highest);
    __m256i same = _mm256_cmpeq_epi8(found.least, _mm256_setzero_si256());
    return _mm256_movemask_epi8(_mm256_andnot_si256(same, good)) != -1;
}

WITH_AVX2 bool block_avx2(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes)
{
    return BLOCK_OF_SIZE(block_of, tables, codes, rows, n, classes);
}

#else

bool block_avx2(const Tables *tables, const uint8_t *codes, size_t rows, int n, uint16_t *classes)
{
    (void)tables, (void)codes, (void)rows, (void)n, (void)classes;
    return true; /* not called */
}

#endif
