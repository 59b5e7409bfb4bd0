/** Forwards a request to the store that owns the record, and returns the store's answer. */
import type { AnswerOf, Endpoint, RequestOf } from "../../protocol/http/endpoint.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { ENDPOINT_COMMAND, type EndpointCommand } from "../../protocol/sync/commands.ts"

/** Implemented by sync: the store's answer, or null if none came before the deadline. */
export type CallStore = (storeId: string, command: { kind: string; body: EndpointCommand }) => Promise<unknown>

/** Returned by a write that must happen at a store. `params` replace the request's params where the store uses other ids. */
export interface AtStore {
  readonly storeId: string
  readonly params?: Readonly<Record<string, string>>
}

export function atStore(storeId: string, params?: AtStore["params"]): AtStore {
  return params ? { storeId, params } : { storeId }
}

export interface StoreCaller {
  ask<E extends Endpoint>(endpoint: E, request: RequestOf<E>, at: AtStore): Promise<AnswerOf<E>>
  /** The `X-Store-Synced-At` header: the age of the hub's copy of the store's data. */
  freshness(storeId: string): Promise<Record<string, string>>
}

/** Implemented by sync: the ISO time of the store's last message, null if there was none. */
export type LastSeenAt = (storeId: string) => Promise<string | null>

export function createStoreCaller({
  callStore,
  lastSeenAt,
}: {
  callStore: CallStore
  lastSeenAt: LastSeenAt
}): StoreCaller {
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
      const syncedAt = await lastSeenAt(storeId)
      return syncedAt === null ? {} : { "X-Store-Synced-At": syncedAt }
    },
  }
}

function isAnswer(value: unknown): boolean {
  return isRefusal(value) || (typeof value === "object" && value !== null && "status" in value)
}

function unreachable() {
  return refuse("STORE_UNREACHABLE", "The store did not answer in time; repeating the same request is safe.")
}
