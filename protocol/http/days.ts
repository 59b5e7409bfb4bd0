/** The endpoints of a store's business day: its close and the printed day close (docs/contract/printing.md#print-the-day-close, docs/contract/cash.md#business-day). */
import Type from "typebox"
import { BusinessDay, LateArrivals } from "../shapes/business-day.ts"
import { DayClosePrintJob } from "../shapes/print-job.ts"
import { nullable, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

/** The day is checked by the handler's rule, so that a wrong date names its field. */
const DayRef = Type.Object({ storeId: Type.String(), businessDayDate: Type.String({ format: "date" }) })

export const closeDay = endpoint({
  name: "days.close",
  family: "core",
  method: "POST",
  path: "/api/v1/core/external/stores/:storeId/days/:businessDayDate/close",
  scope: "cash-management:write",
  repeatable: true,
  params: DayRef,
  replies: {
    200: Type.Object({
      ...BusinessDay.properties,
      alreadyClosed: Type.Boolean(),
      forceClosedOrders: Type.Array(Uuid),
      /** What came since the close, by currency; never in the figures. */
      late: Type.Array(LateArrivals),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT", "STORE_UNREACHABLE"],
  summary: "Closes a business day: open unpaid orders are force-closed, the figures are fixed.",
  section: "cash.md#business-day",
})

export const printDayClose = endpoint({
  name: "printing.dayClose",
  family: "core",
  method: "POST",
  path: "/api/v1/core/external/printing/stores/:storeId/days/:businessDayDate",
  scope: "printing:read",
  params: DayRef,
  body: Type.Object({
    printer: Type.Object({ width: Type.Unsafe<32 | 42 | 48>({ type: "number", enum: [32, 42, 48] }) }),
    keyWidth: Type.Optional(Type.Integer({ minimum: 6, maximum: 24 })),
    copies: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
    templateVersion: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Null is the same as left out, also with a version. */
    templateId: Type.Optional(nullable(Type.String({ minLength: 1 }))),
  }),
  replies: { 200: DayClosePrintJob },
  refusals: ["VALIDATION_ERROR", "FORBIDDEN", "PRINT_DAY_NOT_CLOSED"],
  summary: "The day close laid out for a POS printer, as `print.v1` lines.",
  section: "printing.md#print-the-day-close",
  example: { printer: { width: 42 } },
})
