/** The typed HTTP client of hub and box. */
export type { NoAnswer, Refused, RequestOptionsOf, ResultOf, SuccessOf } from "./ask.ts"
export { type Client, type ClientOptions, type ClientTimeouts, createClient } from "./create-client.ts"
