/** Accepts a delivery aggregator's report (docs/contract/callbacks.md#aggregator-status). */
import { createHash } from "node:crypto"
import type { reportAggregator } from "../../protocol/http/callbacks.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, refuse } from "../../protocol/refusals.ts"
import { aggregatorKey, type CallbackKey } from "../../protocol/rules/queue/callback-key.ts"
import type { AggregatorReport } from "../../protocol/shapes/callback.ts"
import type { Tenant } from "../storage/index.ts"
import type { Accept } from "./batch-reports.ts"

const EVENT_ID_DIGITS = 24
/** PostgreSQL indexes no row beyond a third of its page, and a status may be as long as a body. */
const KEY_CHARS_MAX = 800

export const reportAggregatorHandler =
  ({ accept }: { accept: Accept }): Handler<typeof reportAggregator> =>
  async ({ body, caller }) => {
    const { orderId, externalOrderId, channelCode } = body
    if (orderId === undefined && externalOrderId === undefined) {
      return invalid({ path: "orderId", message: "is required, or externalOrderId" })
    }
    const answer = await accept(caller, {
      kind: "aggregator",
      orderId: orderId?.toLowerCase(),
      externalOrderId,
      echoesEvent: false,
      eventId: eventIdOf(caller, body),
      key: indexable(aggregatorKey(body)),
      report: body,
      refuse: ({ channel }) =>
        channel === channelCode ? null : refuse("FORBIDDEN", `The order is not of the channel ${channelCode}.`),
    })
    return isRefusal(answer) ? answer : { status: 202, data: answer }
  }

/** A long key is indexed by its digest; no other key begins with this prefix. */
function indexable({ key, step }: CallbackKey): CallbackKey {
  if (key.length <= KEY_CHARS_MAX) return { key, step }
  return { key: `sha256:${createHash("sha256").update(key).digest("hex")}`, step }
}

/** Derived from (channelCode, providerEventId), so that it is the same at any time and in any process, and nothing is stored for it. */
function eventIdOf({ accountId, vendorId }: Tenant, { channelCode, providerEventId }: AggregatorReport): string {
  const pair = JSON.stringify([accountId, vendorId, channelCode, providerEventId])
  return `agg_${createHash("sha256").update(pair).digest("hex").slice(0, EVENT_ID_DIGITS)}`
}
