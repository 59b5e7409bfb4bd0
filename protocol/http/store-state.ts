/** The manager page's endpoints: the store's state, days, dead letters, conflicts (docs/contract/screens.md#store-manager). */
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
  summary:
    "Reads the store's state: sales of the day, open work, connection to the hub, fiscal numbers left, printers.",
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
  summary: "Returns data of the last day for support, without buyers, keys and names of people.",
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
          /** Sales that arrived after the close, by currency; `figures` never include them. */
          late: Type.Array(LateArrivals),
        }),
      ),
    }),
  },
  refusals: [],
  summary: "Lists the latest business days with their figures, and the sales that arrived after each close.",
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
  summary: "Closes the store's business day like the public endpoint, and records the person who did it.",
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
  summary: "Lists operations from the hub that could not be applied, with the reason, oldest first.",
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
    /** The person's reason; it is stored with their name. */
    reason: Type.String({ minLength: 3, maxLength: 200 }),
  }),
  replies: { 200: DeadLetter },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Retries a dead letter, or dismisses it for good.",
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
  summary: "Records how a person resolved an order's conflict, such as a refund or a call to the guest.",
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
  summary: "Draws a print job from its bytes, as the paper will look; a drawer pulse has no picture.",
  section: "screens.md#receipt-preview",
})
