/** What befalls the machines of a run beside the network: full disks, clocks that jump, a broker that restarts, and histories that part. */
import type { Estate } from "./estate.ts"
import type { Upheaval } from "./faults.ts"
import { aDayOff, type KeptJournal } from "./store-node.ts"

const LOOK_MS = { low: 10_000, high: 60_000 }
const FULL_MS = { low: 2_000, high: 20_000 }
/** A backup is taken in the first part of the trade, and put back in the second. */
const BACKUP_AT = { low: 0.1, high: 0.45 }
const RESTORE_AT = { low: 0.5, high: 0.95 }
const CLAIM_AGAIN_MS = 3_000

export function injectFault(estate: Estate, tradeMs: number, onNewHub: () => void): void {
  const { world } = estate
  const often = (look: () => void) => {
    world.after(world.untilTrouble(LOOK_MS), () => {
      if (world.isCalm()) return
      look()
      often(look)
    })
  }
  for (const storeId of estate.storeIds) often(() => troubleStore(estate, storeId))
  often(() => troubleHub(estate))
  planUpheavals(estate, tradeMs, onNewHub)
}

/** Faults stop: whoever was in one is let go. */
export function endFault(estate: Estate): void {
  for (const box of estate.storeIds.flatMap(estate.boxesOf)) {
    box.fillDisk(false)
    box.hearAgain()
  }
  for (const hub of estate.hubs()) hub.fillDisk(false)
}

function troubleStore({ world, boxesOf }: Estate, storeId: string): void {
  const { random } = world
  const box = random.pick(boxesOf(storeId))
  if (world.strikes("store disk full")) {
    box.fillDisk(true)
    world.after(random.between(FULL_MS.low, FULL_MS.high), () => box.fillDisk(false))
  }
  if (world.strikes("store clock jump")) box.jumpTo(aDayOff(world))
}

function troubleHub({ world, hubs, hubClock, restartBroker }: Estate): void {
  const { random } = world
  if (world.strikes("broker restart")) restartBroker()
  if (world.strikes("hub clock jump")) hubClock.jumpTo(aDayOff(world))
  if (world.strikes("hub disk full")) {
    const full = (is: boolean) => {
      for (const hub of hubs()) hub.fillDisk(is)
    }
    full(true)
    world.after(random.between(FULL_MS.low, FULL_MS.high), () => full(false))
  }
}

/** A database of an earlier time, and what journal is beside it. */
const GOES_BACK: readonly (readonly [Upheaval, KeptJournal])[] = [
  ["store restored from backup", "none"],
  ["old copy put back", "copy"],
  ["database damaged", "own"],
]

/** Each at a store of its own where there are enough of them. */
function planUpheavals(estate: Estate, tradeMs: number, onNewHub: () => void): void {
  const { world, storeIds, boxesOf } = estate
  const { random } = world
  const at = ({ low, high }: { low: number; high: number }) =>
    Math.floor(tradeMs * (low + random.next() * (high - low)))
  const storeFor = (n: number) => storeIds[n % storeIds.length] as string
  const note = (what: string, storeId: string) =>
    estate.upheavals.set(storeId, [...new Set([...(estate.upheavals.get(storeId) ?? []), what])])
  for (const [index, [fault, kept]] of GOES_BACK.entries()) {
    if (!world.has(fault)) continue
    const storeId = storeFor(index)
    const [backup, restore] = [at(BACKUP_AT), at(RESTORE_AT)]
    world.after(backup, () => {
      const box = boxesOf(storeId)[0]
      const copy = box?.copy()
      world.after(restore - backup, () => {
        if (!copy || !box || box.isDestroyed()) return
        world.count(fault)
        note(fault, storeId)
        box.restore(copy, kept)
      })
    })
  }
  if (world.has("two boxes with one identity")) {
    const storeId = storeFor(1)
    world.after(at(RESTORE_AT), () => {
      const copy = boxesOf(storeId)[0]?.copy()
      if (!copy) return
      world.count("two boxes with one identity")
      note("copied", storeId)
      estate.addBox(storeId, copy)
    })
  }
  if (world.has("box replaced")) {
    const storeId = storeFor(2)
    const isBurnt = random.happens(0.3)
    const claim = async () => {
      const old = boxesOf(storeId)[0]
      if (!old) return
      note("replaced", storeId)
      // A hub that dies meanwhile may have committed it or not: whoever claims a box tries again.
      if (!(await estate.anyHub()?.openLine(storeId))) return world.after(CLAIM_AGAIN_MS, claim)
      world.count("box replaced")
      if (isBurnt) old.destroy()
      else old.becomeFormer()
      estate.addBox(storeId)
    }
    world.after(at(RESTORE_AT), claim)
  }
  if (world.has("hub restored from backup"))
    planHubRestore(estate, { backup: at(BACKUP_AT), restore: at(RESTORE_AT) }, onNewHub)
}

function planHubRestore(
  estate: Estate,
  at: { readonly backup: number; readonly restore: number },
  onNewHub: () => void,
): void {
  const { world, hubs, hubDisk } = estate
  world.after(at.backup, () => {
    const image = hubDisk.image()
    world.after(Math.max(1, at.restore - at.backup), () => {
      world.count("hub restored from backup")
      estate.upheavals.set("hub", ["restored"])
      for (const hub of hubs()) hub.stop()
      hubDisk.put(image)
      onNewHub()
      estate.restartBroker()
      world.after(world.random.between(500, 5_000), () => {
        for (const hub of hubs()) hub.start()
      })
    })
  })
}
