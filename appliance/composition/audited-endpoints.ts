/** Endpoints that write to the audit log, and their entries, written in the handler's transaction. Calls by API keys write none. */
import type { Endpoint, RequestOf } from "../../protocol/http/endpoint.ts"
import type { BOX_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import type { CashAuthorization } from "../../protocol/shapes/cash-authorization.ts"
import type { PaymentInDoubt } from "../../protocol/shapes/payment-in-doubt.ts"
import { type Act, audited, type RecordAudit } from "../audit/index.ts"
import type { BoxHandler } from "../storage/index.ts"

type Table = typeof BOX_ENDPOINTS
type AuditEntryParts = Pick<Act, "action" | "subject" | "detail">
type Describe<E extends Endpoint> = (
  request: RequestOf<E>,
  answer: { status: number; data: never },
) => AuditEntryParts | null

const CREATED = 201

/** The entry for each request; null for a repeated request, which writes none. */
const ENTRIES = {
  openDrawer: ({ body }) => ({ action: "drawer.open", detail: { reason: body.reason } }),
  withdrawCash: ({ params, body }, { status }) => {
    const { amount, currency = null, category, authorizerName = null } = body
    const detail = { amount, currency, category, authorizerName }
    return status === CREATED ? { action: "drawer.withdraw", subject: params.shiftId, detail } : null
  },
  openShift: ({ body }, { status }) => {
    const { operatorName, openingBalance, currency } = body
    const detail = { operatorName, openingBalance, currency }
    return status === CREATED ? { action: "shift.open", subject: body.shiftId, detail } : null
  },
  closeShift: ({ params, body }, { status }) =>
    status === CREATED ? { action: "shift.close", subject: params.shiftId, detail: { reason: body.reason } } : null,
  closeCash: ({ body }, { status }) =>
    status === CREATED
      ? { action: "shift.close", subject: body.sessionExternalId, detail: { reason: body.reason } }
      : null,
  openDay: (_request, { data }: { data: { businessDayDate: string } }) => ({
    action: "day.open",
    subject: data.businessDayDate,
  }),
  closeDay: describeDayClose,
  closeStoreDay: describeDayClose,
  settleTenders: ({ body: { outcome } }, { data: { doubt } }: { data: { doubt: PaymentInDoubt } }) => {
    const { orderCode, method, amount, currencyCode: currency } = doubt
    return { action: "tender.resolve", subject: orderCode, detail: { outcome, method, amount, currency } }
  },
  approveCash: (_request, { status, data }: { status: number; data: CashAuthorization }) =>
    status === CREATED ? { action: "cash.approve", detail: { authorizerName: data.approvedBy } } : null,
  resolveJob: ({ params, body }) => ({ action: "spool.resolve", subject: params.jobId, detail: { ...body } }),
  moveJob: ({ params, body }) => ({ action: "spool.move", subject: params.jobId, detail: { ...body } }),
  choosePage: ({ body }) => ({ action: "printer.change", detail: { ...body } }),
  settleDeadLetter: ({ params, body }) => ({ action: "parked.settle", subject: params.mark, detail: { ...body } }),
} as const satisfies { [Key in keyof Table]?: Describe<Table[Key]> }

function describeDayClose(
  { params }: { params: { businessDayDate: string } },
  { data }: { data: { alreadyClosed: boolean } },
) {
  return data.alreadyClosed ? null : { action: "day.close" as const, subject: params.businessDayDate }
}

type AuditedEndpoints = {
  readonly [Key in keyof typeof ENTRIES]: (handler: BoxHandler<Table[Key]>) => BoxHandler<Table[Key]>
}

export function createAuditedEndpoints(record: RecordAudit): AuditedEndpoints {
  const wrap = (describe: unknown) => (handler: unknown) =>
    audited(
      record,
      handler as BoxHandler<Endpoint>,
      describe as (request: RequestOf<Endpoint>, answer: unknown) => AuditEntryParts | null,
    )
  return Object.fromEntries(
    Object.entries(ENTRIES).map(([key, describe]) => [key, wrap(describe)]),
  ) as unknown as AuditedEndpoints
}
