/** Takes in what a fiscal provider reports of a document (document 2, *Fiscal provider callback*). */
import type { reportFiscal } from "../../protocol/http/callbacks.ts"
import type { Handler } from "../../protocol/http/endpoint.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { fiscalKey } from "../../protocol/rules/callback-key.ts"
import { checkFiscalCallback } from "../../protocol/rules/fiscal-callback.ts"
import type { FiscalCallback } from "../../protocol/shapes/callback-fiscal.ts"
import type { TenantWrite } from "../storage/index.ts"
import type { Accept } from "./intake.ts"
import { narrowed } from "./narrow-refusal.ts"

/** Marks the order as processing, in the transaction that accepts a new report; what is final already stays. */
export type Premark = (tx: TenantWrite, orderId: string, callback: FiscalCallback) => Promise<void>

export const reportFiscalHandler =
  ({ accept, premark }: { accept: Accept; premark: Premark }): Handler<typeof reportFiscal> =>
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
      onAccept: (tx, orderId) => premark(tx, orderId, body),
    })
    if (!isRefusal(answer)) return { status: 202, data: answer }
    return narrowed(answer, ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"])
  }
