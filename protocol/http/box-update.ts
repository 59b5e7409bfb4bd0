/** The endpoints of the manager's page about a box's update: read its state, install it now (docs/operators/updates.md). */
import Type, { type Static } from "typebox"
import { Instant, nullable, oneOf } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

export const UpdateState = Type.Object({
  running: Type.String(),
  /**
   * `off`: this machine cannot install updates. `current`: the hub offers nothing newer. `fetching`: the archive is being downloaded.
   * `waiting`: for a quiet moment. `asked`: the updater has the request. `refused`: the box does not install the offer; see `fault`.
   */
  is: oneOf("off", "current", "fetching", "waiting", "asked", "refused"),
  /** The offered version; null if it is the running one. */
  version: nullable(Type.String()),
  ring: nullable(Type.String()),
  /** Why the offer is not installed or not downloaded yet; null without a problem. */
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
  /** `fault` with its figures, in English, for the technician. */
  message: nullable(Type.String()),
  /** What a waiting version waits for. */
  because: Type.Array(oneOf("OPEN_ORDERS", "SPOOL", "PAYMENTS", "HOURS")),
  /** When the hub last answered; null if never. */
  heardAt: nullable(Instant),
  /** The last manifest that the box saw has expired: somebody may withhold a newer one. */
  stale: Type.Boolean(),
  /** How the latest attempt ended. */
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
  summary: "Installs a waiting version outside the planned hours, as soon as no order, print job or payment is open.",
  section: "screens.md#updates",
})
