/** The scrypt cost of one PIN: about 16 MiB and 50 ms. In a file of its own, because tests replace it with a cheaper one. */
export const COST = 2 ** 14
