/** Asking a Brasa machine: the typed client and its results. */
export type { NoAnswer, Refused, RequestOptionsOf, ResultOf, SuccessOf } from "./ask.ts"
export { type Client, type ClientOptions, type ClientTimeouts, createClient } from "./create-client.ts"
