/** What one try at a password costs, in scrypt's terms: about 32 MiB and a tenth of a second. In a file of its own, because tests pay less. */
export const COST = 2 ** 15
export const BLOCK = 8
export const LANES = 1
