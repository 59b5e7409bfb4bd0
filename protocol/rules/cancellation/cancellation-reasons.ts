/** The catalogue of cancellation reasons. Each aggregator has its own; the account's channels share the others (docs/contract/cancellation.md#cancel-an-order). */
import { invalid, type Refusal } from "../../refusals.ts"
import type {
  Cancellation,
  CancellationGroup,
  CancellationReason,
  CancellationRequest,
} from "../../shapes/cancellation.ts"

/** The account's own channels. Any other channel is an aggregator's (docs/contract/orders.md#create-an-order). */
const OWN_CHANNELS: readonly string[] = ["POS", "KIOSK", "WEB", "APP"]
const REASON_CHARS_MIN = 5

/** The reasons that a channel offers. An aggregator's channel offers only the reasons that name it. */
export function reasonsOfChannel(reasons: readonly CancellationReason[], channel: string): CancellationReason[] {
  const code = channel.toUpperCase()
  return reasons.filter(
    ({ channels }) => channels?.some((one) => one.toUpperCase() === code) ?? !isAggregatorChannel(code),
  )
}

interface ListedReasons {
  readonly channel: string | null
  readonly reasons: (CancellationReason & { readonly group: CancellationGroup | null })[]
}

/** The catalogue of a channel; without a channel all reasons, each with `group` null. */
export function listReasons(reasons: readonly CancellationReason[], channel: string | null): ListedReasons {
  if (channel === null) return { channel, reasons: reasons.map((reason) => ({ ...reason, group: null })) }
  const group = isAggregatorChannel(channel) ? "aggregator" : "account"
  return { channel, reasons: reasonsOfChannel(reasons, channel).map((reason) => ({ ...reason, group })) }
}

/** Refuses a type that the aggregator's catalogue does not have. On the account's own channels the type is free text. */
export function checkCancellationType(
  reasons: readonly CancellationReason[],
  { type, channel }: { type: string | undefined; channel: string },
): Refusal<"VALIDATION_ERROR"> | null {
  if (type === undefined || !isAggregatorChannel(channel)) return null
  const known = reasonsOfChannel(reasons, channel).map(({ id }) => id)
  if (known.includes(type)) return null
  return invalid({
    path: "cancellationType",
    message: `must come from the catalogue of ${channel}: ${known.join(", ")}`,
  })
}

interface CancellationContext {
  readonly channel: string
  readonly reasons: readonly CancellationReason[]
  readonly by: string
}

/** Validates a request and returns what is stored with the order. */
export function readCancellation(
  { reason, cancellationType, cancellationNote }: CancellationRequest,
  { channel, reasons, by }: CancellationContext,
): Cancellation | Refusal<"VALIDATION_ERROR"> {
  const text = reason.trim()
  if (text.length < REASON_CHARS_MIN) {
    return invalid({ path: "reason", message: `must have at least ${REASON_CHARS_MIN} characters` })
  }
  const refusal = checkCancellationType(reasons, { type: cancellationType, channel })
  if (refusal) return refusal
  const type = cancellationType ?? null
  return { reason: text, type, note: cancellationNote ?? null, group: cancellationGroup(type, reasons, channel), by }
}

export function cancellationGroup(
  type: string | null,
  reasons: readonly CancellationReason[],
  channel: string,
): CancellationGroup {
  if (type === null || !reasonsOfChannel(reasons, channel).some(({ id }) => id === type)) return "other"
  return isAggregatorChannel(channel) ? "aggregator" : "account"
}

export function isAggregatorChannel(channel: string): boolean {
  return !OWN_CHANNELS.includes(channel.toUpperCase())
}
