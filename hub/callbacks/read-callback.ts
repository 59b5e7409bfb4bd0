/** Reads the state of an accepted report (docs/contract/callbacks.md#queue-record). */
import type { readCallback } from "../../protocol/http/callbacks.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { Scope } from "../../protocol/scopes.ts"
import type { CallbackKind } from "../../protocol/shapes/callback.ts"
import { findJob } from "../queue/index.ts"
import type { HubStore } from "../storage/index.ts"
import { callbackStatus } from "./callback-status.ts"
import { findCallback } from "./callbacks-store.ts"

/** A key may read a record with the scope that it needed to create it. */
const SCOPES: Readonly<Record<CallbackKind, Scope>> = {
  aggregator: "webhooks:aggregator",
  kitchen: "webhooks:kds",
  fiscal: "webhooks:fiscal",
}

export const readCallbackHandler =
  ({ store }: { store: HubStore }): Handler<typeof readCallback> =>
  ({ params, caller }) =>
    store.read(caller, async (scope) => {
      const id = params.webhookEventId.toLowerCase()
      const known = await findCallback(scope, id)
      const state = known && callbackStatus(known, await findJob(scope, id))
      if (!known || !state) return refuse("NOT_FOUND", `There is no record ${id}.`)
      const scopeName = SCOPES[known.kind]
      if (!caller.scopes.includes(scopeName)) return refuse("FORBIDDEN", `This key lacks the scope ${scopeName}.`)
      const { status, attempts, result, error } = state
      const { eventId, receivedAt: firstReceivedAt } = known
      const data = { webhookEventId: id, eventId, status, attempts, result, error, firstReceivedAt }
      return { status: 200, data }
    })
