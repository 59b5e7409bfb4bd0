/** Accepts a fiscal provider's report about a document (docs/contract/callbacks.md#fiscal-callback). A job applies it. */
import type { reportFiscal } from "../../protocol/http/callbacks.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { invalid, isRefusal, type Refusal } from "../../protocol/refusals.ts"
import {
  checkFiscalCallback,
  checkFiscalStore,
  type FiscalCallbackStore,
} from "../../protocol/rules/fiscal/fiscal-callback.ts"
import { storeFiscal } from "../../protocol/rules/fiscal/fiscal-policy.ts"
import { fiscalKey } from "../../protocol/rules/queue/callback-key.ts"
import type { FiscalCallback } from "../../protocol/shapes/callback-fiscal.ts"
import type { FiscalStatus } from "../../protocol/shapes/order-fiscal.ts"
import { type Accept, narrowRefusal } from "../callbacks/index.ts"
import { findOrder, lockReported, storesOf, updateOrder } from "../orders/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { countryOfVendor, requireStore } from "../tenants/index.ts"
import { findRuledDocument } from "./find-ruled-document.ts"

export const reportFiscalHandler =
  ({ accept }: { accept: Accept }): Handler<typeof reportFiscal> =>
  async ({ body, caller }) => {
    const faults = checkFiscalCallback(body)
    if (faults) return faults
    const answer = await accept(caller, {
      kind: "fiscal",
      orderId: body.orderId.toLowerCase(),
      echoesEvent: true,
      eventId: body.eventId,
      key: fiscalKey(body),
      report: body,
      refuse: async ({ id }, tx) =>
        checkFiscalStore(body, await placeOf(tx, id)) ?? (await checkNumbered(tx, { ...body, orderId: id })),
      onAccept: (tx, orderId) => markProcessing(tx, orderId, body),
    })
    if (!isRefusal(answer)) return { status: 202, data: answer }
    return narrowRefusal(answer, ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"])
  }

/** Where the hub numbers nothing, documents are the provider's own, and not sandbox documents. */
async function placeOf(tx: TenantWrite, orderId: string): Promise<FiscalCallbackStore> {
  const [storeId = ""] = await storesOf(tx, [orderId])
  const store = await requireStore(tx, storeId)
  const countryCode = store.countryCode ?? (await countryOfVendor(tx))
  return { countryCode, environment: storeFiscal(store)?.environment ?? "PRODUCTION" }
}

/**
 * An invoice that the hub numbered can only be authorized with its own identifiers. If a report with another document were accepted, it would fail
 * later, and the correct one would count as its repeat.
 */
async function checkNumbered(tx: TenantWrite, callback: FiscalCallback): Promise<Refusal<"VALIDATION_ERROR"> | null> {
  if (callback.eventType !== "authorized" || !callback.document) return null
  const known = await findOrder(tx, callback.orderId)
  if (!known) return null
  const { said } = await findRuledDocument(tx, known.order, callback)
  return "faults" in said ? invalid(...said.faults) : null
}

/** The states that a report may change. A final or later state stays until the job has run. */
const CHANGEABLE: readonly (FiscalStatus | undefined)[] = [undefined, "pending"]

/** Marks the order as processing, whatever its home, in the transaction that accepts a new report. */
export async function markProcessing(
  tx: TenantWrite,
  orderId: string,
  { eventType, countryCode }: FiscalCallback,
): Promise<void> {
  if (eventType === "fiscal_graphic") return
  const known = await lockReported(tx, orderId)
  if (!known) return
  const { fiscal } = known.order
  if (!CHANGEABLE.includes(fiscal?.status as FiscalStatus | undefined)) return
  const marked = { countryCode, ...fiscal, status: "processing" }
  await updateOrder(tx, { ...known, order: { ...known.order, fiscal: marked } }, known.home)
}
