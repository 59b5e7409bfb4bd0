/** How large an order may become: it must travel between hub and store as a whole, with its corrections. */
import { type Refusal, refuse } from "../../refusals.ts"
import type { Correction } from "../../shapes/correction.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import { CORRECTIONS_BYTES_MAX, ORDER_BYTES_MAX } from "../../sync/limits.ts"
import { utf8Bytes } from "../../utf8-bytes.ts"

type TooLarge = Refusal<"PAYLOAD_TOO_LARGE">

/** To be asked before a changed order is written. */
export function checkOrderSize(order: OrderRecord): TooLarge | null {
  return checkSize(utf8Bytes(JSON.stringify(order)), ORDER_BYTES_MAX, "The order would have")
}

/** The same of a correction beside those of the order that are on file, which have `fileBytes`. */
export function checkCorrectionsSize(correction: Correction, fileBytes: number): TooLarge | null {
  const bytes = fileBytes + utf8Bytes(JSON.stringify(correction))
  return checkSize(bytes, CORRECTIONS_BYTES_MAX, "The order's corrections would together have")
}

function checkSize(bytes: number, bytesMax: number, what: string): TooLarge | null {
  if (bytes <= bytesMax) return null
  return refuse("PAYLOAD_TOO_LARGE", `${what} ${bytes} bytes, and at most ${bytesMax} are kept; nothing was written.`)
}
