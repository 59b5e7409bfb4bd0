/** Replaces the costs of password and PIN hashes in tests: five hundred real hashes would take a minute. */
export const COST = 2
export const BLOCK = 8
export const LANES = 1
