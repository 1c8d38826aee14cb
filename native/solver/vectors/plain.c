/* The work on vectors for any processor. */
#include "vectors.inc"

const VectorCode vector_code_plain = VECTOR_CODE;
