/** What the manager's page asks about a new version of the box (docs/operators/updates.md). */
import Type, { type Static } from "typebox"
import { Instant, nullable, oneOf } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

export const UpdateState = Type.Object({
  running: Type.String(),
  /**
   * `off`: nobody on this machine could put a version in. `current`: nothing newer is offered. `fetching`, `waiting`: for a quiet
   * moment. `asked`: the updater has it. `refused`: what is offered is not taken, `fault` says why.
   */
  is: oneOf("off", "current", "fetching", "waiting", "asked", "refused"),
  /** The version that is offered, if it is another. */
  version: nullable(Type.String()),
  ring: nullable(Type.String()),
  /** Why it is not taken, or has not come yet; null where all goes its way. */
  fault: nullable(
    oneOf(
      "NO_ROOM",
      "LINE",
      "OTHER_ARCHIVE",
      "CLOCK",
      "KEYS",
      "SIGNATURE",
      "OTHER_PLATFORM",
      "EXPIRED",
      "SUPERSEDED",
      "OLDER_VERSION",
      "TOO_OLD_TO_JUMP",
      "FAILED_HERE",
    ),
  ),
  /** The same with its figures, in English, for whoever looks after the box. */
  message: nullable(Type.String()),
  /** What stands in the way of a version that waits. */
  because: Type.Array(oneOf("OPEN_ORDERS", "SPOOL", "PAYMENTS", "HOURS")),
  /** When the hub was last heard; null if never. */
  heardAt: nullable(Instant),
  /** Nobody has vouched lately for what is offered being the newest: it may be held back. */
  stale: Type.Boolean(),
  /** How the latest try ended. */
  last: nullable(
    Type.Object({
      from: Type.String(),
      to: nullable(Type.String()),
      outcome: oneOf("applied", "refused", "went_back", "kept"),
      why: nullable(Type.String()),
      at: Instant,
    }),
  ),
})
export type UpdateState = Static<typeof UpdateState>

export const readUpdate = endpoint({
  name: "store.update",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/update",
  scope: "store:manage",
  role: "supervisor",
  replies: { 200: UpdateState },
  refusals: [],
  summary: "Which version runs, which waits, what it waits for, and how the latest update ended.",
  section: "screens.md#updates",
})

export const updateNow = endpoint({
  name: "store.updateNow",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/update/now",
  scope: "store:manage",
  role: "manager",
  replies: { 202: UpdateState },
  refusals: ["CONFLICT"],
  summary: "A version that waits for the store's hours goes in as soon as no order, paper or payment is open.",
  section: "screens.md#updates",
})
