/**
 * A machine's power and disk: the power can fail right before a commit or right after it, and the disk may take nothing for a while.
 * What was committed stays, the rest is gone.
 */
import { StoreUnavailable } from "../../runtime/storage/store-errors.ts"
import type { World } from "./world.ts"

export interface Power {
  isOff(): boolean
  off(): void
  on(): void
  /** From now on, or no longer, the disk takes nothing. */
  fill(full: boolean): void
  isFull(): boolean
  /** Asked inside a transaction, at its end: throwing here undoes it. */
  beforeCommit(): void
  /** The same, where what the other side has was forgotten. */
  afterPruning(): void
  afterCommit(): void
  assertOn(): void
}

/** The process of a box is gone: nothing in it may take this for a disk that fails, and go on. */
class PowerFailed extends Error {}

/** As SQLite says it. */
class DiskFull extends Error {
  readonly code = "SQLITE_FULL"
  constructor() {
    super("database or disk is full")
  }
}

export function createPower(world: World, who: "store" | "hub", onFailure: () => void): Power {
  let off = false
  let full = false
  const gone = () =>
    who === "hub"
      ? new StoreUnavailable("there is no power", { committed: "unknown" })
      : new PowerFailed("there is no power")
  const fail = () => {
    off = true
    onFailure()
    throw gone()
  }
  const assertOn = () => {
    if (off) throw gone()
  }
  return {
    isOff: () => off,
    off: () => {
      off = true
    },
    on: () => {
      off = false
    },
    fill(next) {
      full = next
    },
    isFull: () => full,
    assertOn,
    beforeCommit() {
      assertOn()
      if (full) throw new DiskFull()
      if (world.strikes(`${who} crash before commit`)) fail()
    },
    afterPruning() {
      if (world.strikes(`${who} crash at pruning`)) fail()
    },
    afterCommit() {
      assertOn()
      if (world.strikes(`${who} crash after commit`)) fail()
    },
  }
}
