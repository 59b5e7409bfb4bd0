/** Marks an order as processing when a report about its document arrives, whatever its home (docs/contract/callbacks.md#fiscal-callback). */
import type { FiscalStatus } from "../../protocol/shapes/order-fiscal.ts"
import { lockReported, updateOrder } from "../orders/index.ts"
import type { Premark } from "./report-fiscal.ts"

/** The states that a report may change. A final or later state stays until the job has run. */
const MOVES: readonly (FiscalStatus | undefined)[] = [undefined, "pending"]

export const markProcessing: Premark = async (tx, orderId, { eventType, countryCode }) => {
  if (eventType === "fiscal_graphic") return
  const kept = await lockReported(tx, orderId)
  if (!kept) return
  const { fiscal } = kept.order
  if (!MOVES.includes(fiscal?.status as FiscalStatus | undefined)) return
  const marked = { countryCode, ...fiscal, status: "processing" }
  await updateOrder(tx, { ...kept, order: { ...kept.order, fiscal: marked } }, kept.home)
}
