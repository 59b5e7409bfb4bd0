/** The hub's line to a store that is home to what a caller wants changed: asks the store, and answers with its answer. */
import type { AnswerOf, Endpoint, RequestOf } from "../../protocol/http/endpoint.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { ENDPOINT_COMMAND, type EndpointCommand } from "../../protocol/sync/commands.ts"

/** Sync's part: the store's answer, or null when none came before the deadline. */
export type CallStore = (storeId: string, command: { kind: string; body: EndpointCommand }) => Promise<unknown>

/** Marks that a write belongs to a store; `params` are those of the request as the store knows them. */
export interface AtStore {
  readonly storeId: string
  readonly params?: Readonly<Record<string, string>>
}

export function atStore(storeId: string, params?: AtStore["params"]): AtStore {
  return params ? { storeId, params } : { storeId }
}

export interface StoreCaller {
  ask<E extends Endpoint>(endpoint: E, request: RequestOf<E>, at: AtStore): Promise<AnswerOf<E>>
  /** The header that says how old the hub's copy of a store may be. */
  freshness(storeId: string): Promise<Record<string, string>>
}

/** Sync's part: when the hub last heard the store, as an ISO moment. */
export type LastSeenAt = (storeId: string) => Promise<string | null>

export function createStoreCaller({ callStore, heardAt }: { callStore: CallStore; heardAt: LastSeenAt }): StoreCaller {
  return {
    async ask<E extends Endpoint>(endpoint: E, request: RequestOf<E>, { storeId, params }: AtStore) {
      const { actor, keyId, accountId, vendorId, scopes } = request.caller
      const body: EndpointCommand = {
        endpoint: endpoint.name,
        params: params ?? Object(request.params),
        ...(request.query !== undefined && { query: Object(request.query) }),
        body: request.body ?? null,
        caller: { actor, keyId, accountId, vendorId, scopes: [...scopes] },
      }
      const answer = await callStore(storeId, { kind: ENDPOINT_COMMAND, body })
      return (isAnswer(answer) ? answer : unreachable()) as AnswerOf<E>
    },
    async freshness(storeId): Promise<Record<string, string>> {
      const heard = await heardAt(storeId)
      return heard === null ? {} : { "X-Store-Synced-At": heard }
    },
  }
}

function isAnswer(value: unknown): boolean {
  return isRefusal(value) || (typeof value === "object" && value !== null && "status" in value)
}

function unreachable() {
  return refuse("STORE_UNREACHABLE", "The store did not answer in time; repeating the same request is safe.")
}
