/** The endpoints of printing at the box: print, preview, list, resolve and move jobs, find printers (docs/contract/screens.md#store-manager). */
import Type from "typebox"
import { FoundPrinter } from "../shapes/found-printer.ts"
import { PaperDocument, PrintJob } from "../shapes/print-job.ts"
import { QueuedPrintJob } from "../shapes/queued-print-job.ts"
import { nullable, oneOf, ShortText, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

export const previewDay = endpoint({
  name: "spool.previewDay",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/days/:businessDayDate/preview",
  scope: "store:register",
  params: Type.Object({ businessDayDate: Type.String({ format: "date" }) }),
  query: Type.Object({ width: Type.Optional(Type.Integer({ enum: [32, 42, 48] })) }),
  replies: { 200: Type.Object({ job: PrintJob, svg: Type.String(), closed: Type.Boolean() }) },
  refusals: ["NOT_FOUND"],
  summary: "Previews the printed day close, also while the day is still open.",
  section: "screens.md#receipt-preview",
})

export const printDocument = endpoint({
  name: "spool.print",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/prints",
  scope: "store:register",
  body: Type.Object({
    document: PaperDocument,
    /** The business day, the order's id or the shift's id; not needed for documents about a printer. */
    subject: Type.Optional(ShortText),
    /** For a kitchen ticket whose order went to several stations. */
    station: Type.Optional(ShortText),
    /** Of a refund slip; left out: the latest of the order. */
    refundId: Type.Optional(ShortText),
    printerId: Type.Optional(ShortText),
  }),
  replies: { 202: QueuedPrintJob },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT", "PRINT_DAY_NOT_CLOSED"],
  summary: "Puts a document into the print queue; a document that was printed before is printed as a numbered copy.",
  section: "screens.md#store-manager",
})

export const choosePage = endpoint({
  name: "spool.choosePage",
  family: "lan",
  method: "PUT",
  path: "/api/lan/v1/printers/page",
  scope: "store:register",
  role: "manager",
  body: Type.Object({
    printerId: ShortText,
    /** The number of the line on the code-page ticket that is readable; null: choose a code page for each document. */
    line: nullable(Type.Integer({ minimum: 1, maximum: 40 })),
  }),
  replies: { 200: Type.Object({ printerId: Type.String(), codepage: nullable(Type.String()) }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Sets the printer's code page to the one whose line a person found readable.",
  section: "screens.md#store-manager",
})

export const listPrintJobs = endpoint({
  name: "spool.list",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/spool",
  scope: "store:register",
  replies: { 200: Type.Object({ jobs: Type.Array(QueuedPrintJob) }) },
  refusals: [],
  summary: "Lists the print jobs that wait, failed or have an unknown outcome, and the latest printed ones.",
  section: "screens.md#store-manager",
})

export const resolveJob = endpoint({
  name: "spool.resolve",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/spool/:jobId/resolve",
  scope: "store:register",
  role: "supervisor",
  params: Type.Object({ jobId: Uuid }),
  body: Type.Object({ as: oneOf("printed", "reprint", "discard") }),
  replies: { 200: QueuedPrintJob },
  refusals: ["NOT_FOUND", "CONFLICT"],
  summary: "A person decides about a job whose outcome the printer did not confirm.",
  section: "screens.md#store-manager",
})

export const moveJob = endpoint({
  name: "spool.move",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/spool/:jobId/move",
  scope: "store:register",
  role: "supervisor",
  params: Type.Object({ jobId: Uuid }),
  body: Type.Object({ printerId: ShortText }),
  replies: { 200: QueuedPrintJob },
  refusals: ["NOT_FOUND", "CONFLICT"],
  summary: "Moves a waiting job to another printer, given by its id or its name.",
  section: "screens.md#store-manager",
})

export const listAlerts = endpoint({
  name: "spool.alerts",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/spool/alerts",
  scope: "store:register",
  replies: { 200: Type.Object({ alerts: Type.Array(Type.Object({ job: QueuedPrintJob, text: Type.String() })) }) },
  refusals: [],
  summary:
    "Lists jobs that no printer can print and jobs that need a person, with their text, so that a screen can show it.",
  section: "screens.md#store-manager",
})

export const findPrinters = endpoint({
  name: "printers.find",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/printers/find",
  scope: "store:register",
  body: Type.Object({
    /** Also asks each printer for its model; an office printer may print that request as a page. */
    ask: Type.Optional(Type.Boolean()),
  }),
  replies: { 200: Type.Object({ printers: Type.Array(FoundPrinter) }) },
  refusals: ["VALIDATION_ERROR"],
  summary: "Finds printers on the store's network and on the box's USB ports; takes some seconds.",
  section: "screens.md#store-manager",
})
