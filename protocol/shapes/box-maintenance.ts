/** How a box itself is: room on its disk, its backups, its clock. */
import Type, { type Static } from "typebox"
import { Instant, nullable, oneOf } from "./scalars.ts"

export const DiskState = Type.Object({
  is: oneOf("fine", "low", "full"),
  freeBytes: Type.Integer({ minimum: 0 }),
  totalBytes: Type.Integer({ minimum: 0 }),
})
export type DiskState = Static<typeof DiskState>

/** A moment at which the wall clock moved by itself. */
export const ClockJump = Type.Object({ at: Instant, byMs: Type.Integer() })
export type ClockJump = Static<typeof ClockJump>

export const BoxMaintenance = Type.Object({
  disk: DiskState,
  backups: Type.Object({
    count: Type.Integer({ minimum: 0 }),
    newestAt: nullable(Instant),
    failure: nullable(Type.String()),
  }),
  /** The newest since a business day was last closed; null if there was none. */
  clockJump: nullable(ClockJump),
  /** When this box was last restored from a backup, until it is started again. */
  restoredAt: nullable(Instant),
})
export type BoxMaintenance = Static<typeof BoxMaintenance>
