/** Asking a Brasa machine: the typed client and its results. */
export type { AskOf, NoAnswer, Refused, ResultOf, SuccessOf } from "./ask.ts"
export { type Client, type ClientOptions, createClient, type Patience } from "./create-client.ts"
