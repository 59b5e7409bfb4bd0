/** A machine's power: it can fail right before a commit or right after it. What was durable stays, the rest is gone. */
import { StoreUnavailable } from "../../protocol/runtime/store-errors.ts"
import type { World } from "./world.ts"

export interface Power {
  isOff(): boolean
  off(): void
  on(): void
  /** Asked inside a transaction, at its end: throwing here undoes it. */
  beforeCommit(): void
  afterCommit(): void
}

export function createPower(world: World, who: "store" | "hub", onFailure: () => void): Power {
  let off = false
  const fail = () => {
    off = true
    onFailure()
    throw new StoreUnavailable("the power failed", { committed: "unknown" })
  }
  const assertOn = () => {
    if (off) throw new StoreUnavailable("there is no power", { committed: "no" })
  }
  return {
    isOff: () => off,
    off: () => {
      off = true
    },
    on: () => {
      off = false
    },
    beforeCommit() {
      assertOn()
      if (world.strikes(`${who} crash before commit`)) fail()
    },
    afterCommit() {
      assertOn()
      if (world.strikes(`${who} crash after commit`)) fail()
    },
  }
}
