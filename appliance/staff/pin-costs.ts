/** What one try at a PIN costs, in scrypt's terms: about 16 MiB and a twentieth of a second. In a file of its own, because tests pay less. */
export const COST = 2 ** 14
