/** What the store's screens ask of the box's printers: print, look, resolve (design of screens, *Store manager*). */
import Type from "typebox"
import { PrintJob } from "../shapes/print-job.ts"
import { oneOf, ShortText, Uuid } from "../shapes/scalars.ts"
import { SpoolJob } from "../shapes/spool-job.ts"
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
  summary: "The day close as the paper will look, also while the day is still open.",
  section: "screens, Receipt preview",
})

export const printDocument = endpoint({
  name: "spool.print",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/prints",
  scope: "store:register",
  body: Type.Object({
    document: oneOf("day_close", "receipt", "shift_slip", "test_page"),
    /** The business day, the order's id, the shift's id; not needed for a test page. */
    subject: Type.Optional(ShortText),
    printerId: Type.Optional(ShortText),
  }),
  replies: { 202: SpoolJob },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT", "PRINT_DAY_NOT_CLOSED"],
  summary: "Puts a document on the spool; a document that was printed before comes out as a numbered copy.",
  section: "screens, Store manager",
})

export const listSpool = endpoint({
  name: "spool.list",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/spool",
  scope: "store:register",
  replies: { 200: Type.Object({ jobs: Type.Array(SpoolJob) }) },
  refusals: [],
  summary: "The jobs that wait, failed, or are unknown, and the latest that were printed.",
  section: "screens, Store manager",
})

export const resolveJob = endpoint({
  name: "spool.resolve",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/spool/:jobId/resolve",
  scope: "store:register",
  params: Type.Object({ jobId: Uuid }),
  body: Type.Object({ as: oneOf("printed", "reprint", "discard") }),
  replies: { 200: SpoolJob },
  refusals: ["NOT_FOUND", "CONFLICT"],
  summary: "A person says what became of a job whose end the printer did not confirm.",
  section: "screens, Store manager",
})
