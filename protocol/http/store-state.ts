/** What the store manager's page asks of the box, beside devices, staff and spool (design of screens, *Store manager*). */
import Type from "typebox"
import { BusinessDay, LateArrivals } from "../shapes/business-day.ts"
import { FreeForm, nullable, oneOf, Uuid } from "../shapes/scalars.ts"
import { ParkedOp, StoreState } from "../shapes/store-state.ts"
import { closeDay } from "./days.ts"
import { endpoint } from "./endpoint.ts"

export const DAYS_LISTED_MAX = 14
export const PARKED_LISTED_MAX = 100

export const readState = endpoint({
  name: "store.state",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/state",
  scope: "store:manage",
  role: "supervisor",
  replies: { 200: StoreState },
  refusals: [],
  summary: "How the store stands: sales of the day, what is open, the line to the hub, fiscal numbers left, printers.",
  section: "screens, Store manager",
})

export const readBundle = endpoint({
  name: "store.bundle",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/support-bundle",
  scope: "store:manage",
  role: "manager",
  replies: { 200: FreeForm },
  refusals: [],
  summary: "What support needs to see of the last day: no buyer, no key and no person's name is in it.",
  section: "screens, Store manager",
})

export const listDays = endpoint({
  name: "store.days",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/days",
  scope: "store:manage",
  role: "supervisor",
  replies: {
    200: Type.Object({
      days: Type.Array(
        Type.Object({
          ...Type.Pick(BusinessDay, ["businessDayDate", "status", "openedAt", "closedAt", "figures"]).properties,
          /** What came since the close, by currency; never in the figures. */
          late: Type.Array(LateArrivals),
        }),
      ),
    }),
  },
  refusals: [],
  summary: "The latest business days with their figures, and what came to them after their close.",
  section: "decisions §7, Business day",
})

export const closeStoreDay = endpoint({
  name: "store.closeDay",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/days/:businessDayDate/close",
  scope: "store:manage",
  role: "manager",
  params: Type.Object({ businessDayDate: Type.String({ format: "date" }) }),
  replies: { 200: closeDay.replies[200] },
  refusals: ["VALIDATION_ERROR", "CONFLICT"],
  summary: "Closes the store's business day, as the public endpoint does, with the person who did it on record.",
  section: "decisions §2, Close a business day",
})

export const listParked = endpoint({
  name: "store.parked",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/parked",
  scope: "store:manage",
  role: "supervisor",
  replies: { 200: Type.Object({ ops: Type.Array(ParkedOp) }) },
  refusals: [],
  summary: "What came from the hub and could not be taken in, with the reason; the oldest first.",
  section: "screens, Store manager",
})

export const settleParked = endpoint({
  name: "store.settleParked",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/parked/:mark/settle",
  scope: "store:manage",
  role: "manager",
  params: Type.Object({ mark: Type.String({ minLength: 1, maxLength: 64 }) }),
  body: Type.Object({
    as: oneOf("retry", "dismiss"),
    /** Why, in a person's words: kept with who said it. */
    reason: Type.String({ minLength: 3, maxLength: 200 }),
  }),
  replies: { 200: ParkedOp },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Takes a parked op in after all, or puts it aside for good.",
  section: "screens, Store manager",
})

export const readPicture = endpoint({
  name: "spool.picture",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/spool/:jobId/picture",
  scope: "store:register",
  params: Type.Object({ jobId: Uuid }),
  replies: { 200: Type.Object({ jobId: Uuid, width: nullable(Type.Integer()), svg: nullable(Type.String()) }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "A job of the spool as its printer puts it on paper, drawn from the same bytes; a drawer has no picture.",
  section: "screens, Receipt preview",
})
