/** Request and result types of the client, derived from the endpoint values. */
import type { Static, TSchema } from "typebox"
import type { Endpoint } from "../http/endpoint.ts"
import type { Fault, RefusalCode } from "../refusals.ts"

type Part<E, Key extends string> =
  E extends Record<Key, infer S extends TSchema>
    ? { readonly [K in Key]: Static<S> }
    : { readonly [K in Key]?: undefined }

/** Exactly the parts that the endpoint declares: params, query, body. */
export type RequestOptionsOf<E extends Endpoint> = Part<E, "params"> & Part<E, "query"> & Part<E, "body">

export type SuccessOf<E extends Endpoint> = {
  [Status in keyof E["replies"]]: {
    readonly ok: true
    readonly status: Status
    readonly data: E["replies"][Status] extends TSchema ? Static<E["replies"][Status]> : null
    readonly requestId: string | null
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string>>
  }
}[keyof E["replies"]]

/** The server refused; nothing was changed. `refused` may be a code that this build does not know. */
export interface Refused {
  readonly ok: false
  readonly offline: false
  readonly status: number
  readonly refused: RefusalCode | (string & {})
  readonly message: string
  readonly details: readonly Fault[]
  readonly data: Readonly<Record<string, unknown>>
  readonly requestId: string | null
}

/** No readable answer. It is unknown whether the request took effect, so only the same request may be repeated. */
export interface NoAnswer {
  readonly ok: false
  readonly offline: true
  readonly why: "unreachable" | "timeout" | "garbled"
}

export type ResultOf<E extends Endpoint> = SuccessOf<E> | Refused | NoAnswer
