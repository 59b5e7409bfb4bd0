/** How large the body of a request may be. What travels between hub and store is derived from it (`protocol/sync/limits.ts`). */
export const BODY_BYTES_MAX = 1024 * 1024
