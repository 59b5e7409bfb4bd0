/** Accepts a fiscal provider's report about a document (docs/contract/callbacks.md#fiscal-callback). */
import type { reportFiscal } from "../../protocol/http/callbacks.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { isRefusal, type Refusal } from "../../protocol/refusals.ts"
import {
  checkFiscalCallback,
  checkFiscalStore,
  type FiscalCallbackStore,
} from "../../protocol/rules/fiscal/fiscal-callback.ts"
import { storeFiscal } from "../../protocol/rules/fiscal/fiscal-policy.ts"
import { fiscalKey } from "../../protocol/rules/queue/callback-key.ts"
import type { FiscalCallback } from "../../protocol/shapes/callback-fiscal.ts"
import { storesOf } from "../orders/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { countryOfVendor, requireStore } from "../tenants/index.ts"
import type { Accept } from "./batch-reports.ts"
import { narrowRefusal } from "./narrow-refusal.ts"

/** Marks the order as processing, in the transaction that accepts a new report. A final state stays. */
export type Premark = (tx: TenantWrite, orderId: string, callback: FiscalCallback) => Promise<void>

/** Checks a report about a document that was numbered here. `orderId` is the hub's own id. Changes nothing. */
export type CheckNumbered = (tx: TenantWrite, callback: FiscalCallback) => Promise<Refusal<"VALIDATION_ERROR"> | null>

interface ReportFiscalDeps {
  readonly accept: Accept
  readonly premark: Premark
  readonly checkNumbered: CheckNumbered
}

export const reportFiscalHandler =
  ({ accept, premark, checkNumbered }: ReportFiscalDeps): Handler<typeof reportFiscal> =>
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
      onAccept: (tx, orderId) => premark(tx, orderId, body),
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
