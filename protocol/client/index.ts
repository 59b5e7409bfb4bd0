/** Asking a Brasa machine: the typed client and its results. */
export type { AskOf, NoAnswer, Refused, ResultOf, SuccessOf } from "./ask.ts"
export { type Client, type ClientOptions, createClient } from "./create-client.ts"
