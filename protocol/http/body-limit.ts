/** Bytes that a request's body may have. The limits of messages between hub and store derive from it (`protocol/sync/limits.ts`). */
export const BODY_BYTES_MAX = 1024 * 1024
