/** The endpoints that close a business day and print its close (docs/contract/cash.md#business-day, docs/contract/printing.md#print-the-day-close). */
import Type from "typebox"
import { BusinessDay, LateArrivals } from "../shapes/business-day.ts"
import { DayClosePrintJob } from "../shapes/print-job.ts"
import { nullable, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

/** The handler checks the date further, so that a refusal can name the field. */
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
      /** Sales that arrived after the close, by currency; `figures` never include them. */
      late: Type.Array(LateArrivals),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT", "STORE_UNREACHABLE"],
  summary: "Closes a business day: force-closes open unpaid orders and fixes the figures.",
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
    /** Null means the same as a missing field, also beside `templateVersion`. */
    templateId: Type.Optional(nullable(Type.String({ minLength: 1 }))),
  }),
  replies: { 200: DayClosePrintJob },
  refusals: ["VALIDATION_ERROR", "FORBIDDEN", "PRINT_DAY_NOT_CLOSED"],
  summary: "Lays out the day close for a POS printer, as `print.v1` lines.",
  section: "printing.md#print-the-day-close",
  example: { printer: { width: 42 } },
})
