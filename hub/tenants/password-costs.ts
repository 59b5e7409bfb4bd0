/** The scrypt costs of a password: about 32 MiB and a tenth of a second. A file of its own, because tests replace it. */
export const COST = 2 ** 15
export const BLOCK = 8
export const LANES = 1
