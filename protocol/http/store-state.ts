/** What the store manager's page asks of the box, beside devices, staff and spool (docs/contract/screens.md#store-manager). */
import Type from "typebox"
import { BusinessDay, LateArrivals } from "../shapes/business-day.ts"
import { ConflictResolution, OrderConflict } from "../shapes/conflict.ts"
import { FreeForm, nullable, oneOf, Uuid } from "../shapes/scalars.ts"
import { DeadLetter, StoreState } from "../shapes/store-state.ts"
import { closeDay } from "./days.ts"
import { endpoint } from "./endpoint.ts"

export const DAYS_LISTED_MAX = 14
export const DEAD_LETTERS_LISTED_MAX = 100

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
  section: "screens.md#store-manager",
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
  section: "screens.md#store-manager",
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
  section: "cash.md#business-day",
})

export const closeStoreDay = endpoint({
  name: "store.closeDay",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/days/:businessDayDate/close",
  scope: "store:manage",
  repeatable: true,
  role: "manager",
  params: Type.Object({ businessDayDate: Type.String({ format: "date" }) }),
  replies: { 200: closeDay.replies[200] },
  refusals: ["VALIDATION_ERROR", "CONFLICT"],
  summary: "Closes the store's business day, as the public endpoint does, with the person who did it on record.",
  section: "cash.md#business-day",
})

export const listDeadLetters = endpoint({
  name: "store.parked",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/parked",
  scope: "store:manage",
  role: "supervisor",
  replies: { 200: Type.Object({ ops: Type.Array(DeadLetter) }) },
  refusals: [],
  summary: "What came from the hub and could not be taken in, with the reason; the oldest first.",
  section: "screens.md#store-manager",
})

export const settleDeadLetter = endpoint({
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
  replies: { 200: DeadLetter },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Takes a parked op in after all, or puts it aside for good.",
  section: "screens.md#store-manager",
})

export const resolveConflict = endpoint({
  name: "store.resolveConflict",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/orders/:orderId/conflicts/resolve",
  scope: "store:manage",
  role: "supervisor",
  params: Type.Object({ orderId: Uuid }),
  body: ConflictResolution,
  replies: { 200: OrderConflict },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Says what was done about a conflict of an order: the money was given back, the guest was told.",
  section: "sync.md#one-home-per-order",
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
  section: "screens.md#receipt-preview",
})
