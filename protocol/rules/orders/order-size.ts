/** Size limits of an order and its corrections, which must fit into one sync message. */
import { type Refusal, refuse } from "../../refusals.ts"
import type { Correction } from "../../shapes/correction.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import { CORRECTIONS_BYTES_MAX, ORDER_BYTES_MAX } from "../../sync/limits.ts"
import { utf8Bytes } from "../../utf8-bytes.ts"

type TooLarge = Refusal<"PAYLOAD_TOO_LARGE">

/** Check this before writing a changed order. */
export function checkOrderSize(order: OrderRecord): TooLarge | null {
  return checkSize(utf8Bytes(JSON.stringify(order)), ORDER_BYTES_MAX, "The order would have")
}

/** The same for a new correction; `fileBytes` is the size of the order's stored corrections. */
export function checkCorrectionsSize(correction: Correction, fileBytes: number): TooLarge | null {
  const bytes = fileBytes + utf8Bytes(JSON.stringify(correction))
  return checkSize(bytes, CORRECTIONS_BYTES_MAX, "The order's corrections would together have")
}

function checkSize(bytes: number, bytesMax: number, what: string): TooLarge | null {
  if (bytes <= bytesMax) return null
  return refuse("PAYLOAD_TOO_LARGE", `${what} ${bytes} bytes, and at most ${bytesMax} are kept; nothing was written.`)
}
