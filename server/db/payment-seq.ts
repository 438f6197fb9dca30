const TIES = 1024;

/**
 * The order of payments as one number: milliseconds times 1,024, plus a number that tells apart
 * those of one millisecond. Below 2^53 until the year 2248.
 */
export const seqOf = (ms: number, tie = 0) => ms * TIES + tie;

/** The moment of a payment, in milliseconds: its `created_at`. */
export const momentOf = (seq: number) => Math.floor(seq / TIES);

/** A tie-breaker at random, so that two writers of one millisecond seldom meet. */
export const anyTie = () => Math.floor(Math.random() * TIES);
