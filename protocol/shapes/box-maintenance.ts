/** State of a box's disk, backups and clock. */
import Type, { type Static } from "typebox"
import { Instant, nullable, oneOf } from "./scalars.ts"

export const DiskState = Type.Object({
  is: oneOf("fine", "low", "full"),
  freeBytes: Type.Integer({ minimum: 0 }),
  totalBytes: Type.Integer({ minimum: 0 }),
})
export type DiskState = Static<typeof DiskState>

/** A jump of the wall clock. */
export const ClockJump = Type.Object({ at: Instant, byMs: Type.Integer() })
export type ClockJump = Static<typeof ClockJump>

export const BoxMaintenance = Type.Object({
  disk: DiskState,
  backups: Type.Object({
    count: Type.Integer({ minimum: 0 }),
    newestAt: nullable(Instant),
    failure: nullable(Type.String()),
  }),
  /** The latest jump since the last close of a business day; null if there was none. */
  clockJump: nullable(ClockJump),
  /** When the box was restored from a backup; null again after its next start. */
  restoredAt: nullable(Instant),
})
export type BoxMaintenance = Static<typeof BoxMaintenance>
