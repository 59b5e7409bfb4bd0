/** Disks of hub and box that refuse writes for a while: callers are told, nothing is half done, and both recover by themselves. */
import { once } from "node:events"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createOrder, getOrder } from "../../protocol/http/orders.ts"
import { openDay } from "../../protocol/http/register.ts"
import { orderBody } from "../kit/order-bodies.ts"
import { runProgram } from "../kit/processes.ts"
import { fillDisk, makeRoom, mountDisk, unmountDisk } from "../kit/small-disk.ts"
import { tempDir } from "../kit/temp.ts"
import { runWatchedNow, startWatched, type Watched } from "../kit/watched-process.ts"
import { eventually, insist } from "./store-day/insist.ts"
import { everythingSent, type Stage, setStage } from "./store-day/stage.ts"

const START_MS = 60_000
const STORY_MS = 60_000
const DISK = "size=64m"
/** A log that has been written to its end is begun anew: some sales still find room in it. */
const SALES_MAX = 200
/** So many ask a slow disk in one moment. */
const SALES_AT_ONCE = 40
const data = tempDir()
const places = { hub: join(data, "hub"), box: join(data, "box") }
type Side = keyof typeof places
let stage: Stage
let disksAreReal = false

beforeAll(async () => {
  for (const place of Object.values(places)) mkdirSync(place)
  disksAreReal = Object.values(places).every((place) => mountDisk(place, DISK))
  stage = await setStage({ data })
  await insist(() => stage.register.call(openDay, { body: {} }))
  await everythingSent(stage)
}, START_MS)

afterAll(async () => {
  await stage?.strike()
  if (disksAreReal) Object.values(places).forEach(unmountDisk)
})

/** Whether it could be done. */
function run(program: string, ...args: string[]): boolean {
  return runWatchedNow(program, args).code === 0
}

interface Fault {
  /** Who goes on by itself afterwards; a hub whose disk does not confirm ends instead (test/hub/storage/open.untrusted-disk.test.ts). */
  readonly sides: readonly Side[]
  /** Whether it can be had here. */
  possible(): boolean
  begin(side: Side): unknown
  end(side: Side): unknown
  /** What the box says to who stands in front of it. */
  readonly boxSays: string
}

const limitWrites = (side: Side, to: string) =>
  expect(run("prlimit", "--pid", `${stage.pids()[side]}`, `--fsize=${to}:unlimited`)).toBe(true)

const syncsThat = (become: string) => ["-f", "-e", "trace=fsync,fdatasync", "-e", `inject=fsync,fdatasync:${become}`]
const FAIL = syncsThat("error=EIO")
const SLOW_SYNC_MS = 300
const SLOW = syncsThat(`delay_enter=${SLOW_SYNC_MS * 1_000}`)
let tracer: Watched | undefined

/** From here on every sync of the process is another; a tracer says so when it has each of its threads. */
async function traceSyncs(side: Side, how: readonly string[]): Promise<void> {
  tracer = startWatched("strace", [...how, "-p", `${stage.pids()[side]}`])
  await once(tracer.stderr, "data")
}

async function mendSyncs(): Promise<void> {
  const ended = once(tracer as Watched, "exit")
  tracer?.kill()
  await ended
}

const FAULTS: Readonly<Record<string, Fault>> = {
  "refuses every write": {
    sides: ["box", "hub"],
    possible: () => true,
    begin: (side) => limitWrites(side, "4096"),
    end: (side) => limitWrites(side, "unlimited"),
    boxSays: "Have the disk looked at",
  },
  "does not confirm what was written": {
    sides: ["box"],
    possible: () => run("strace", "-qq", ...FAIL, "true"),
    begin: (side) => traceSyncs(side, FAIL),
    end: mendSyncs,
    boxSays: "Have the disk looked at",
  },
  "is full": {
    sides: ["box", "hub"],
    possible: () => disksAreReal,
    begin: (side) => fillDisk(places[side]),
    end: (side) => makeRoom(places[side]),
    boxSays: "The disk of the box is full: nothing was changed",
  },
}

const bodyOf = (orderId: string) => orderBody({ orderId, paid: "CASH", createdAt: new Date().toISOString() }) as never
const api = (side: Side) => (side === "box" ? stage.lan : stage.hub)
const place = (side: Side, orderId: string) => api(side).call(createOrder, { body: bodyOf(orderId) })
const find = (side: Side, orderId: string) => api(side).call(getOrder, { params: { orderId }, query: {} })

/** The first that was not taken, what was said of it, and those before it. */
async function sellUntilRefused(side: Side, name: string) {
  const taken: string[] = []
  for (let n = 0; n < SALES_MAX; n += 1) {
    const answer = await place(side, `${name}-${n}`)
    if (!answer.ok) return { taken, refused: `${name}-${n}`, said: JSON.stringify(answer) }
    taken.push(`${name}-${n}`)
  }
  throw new Error(`the disk took ${SALES_MAX} sales`)
}

for (const [name, fault] of Object.entries(FAULTS)) {
  for (const side of fault.sides) {
    it(
      `a disk of the ${side} that ${name} refuses a whole sale, and accepts it once the disk is well again`,
      async (test) => {
        if (!fault.possible()) return test.skip("this fault cannot be made here")
        const id = `${name.replaceAll(" ", "-")}-${side}`
        await fault.begin(side)
        const { taken, refused, said } = await sellUntilRefused(side, id)
        expect(said).toContain("SERVICE_UNAVAILABLE")
        if (side === "box") expect(said).toContain(fault.boxSays)
        expect(await find(side, refused)).toMatchObject({ ok: false, status: 404 })
        // The other one sells on.
        const other = side === "box" ? "hub" : "box"
        await insist(() => place(other, `${id}-meanwhile`))
        await fault.end(side)
        await insist(() => place(side, refused))
        await everythingSent(stage)
        for (const orderId of [...taken, refused, `${id}-meanwhile`]) {
          for (const at of ["box", "hub"] as const) {
            await eventually(async () => {
              const found = await find(at, orderId)
              return found.ok ? null : [at, orderId, found]
            })
          }
        }
      },
      STORY_MS,
    )
  }
}

for (const side of ["box", "hub"] as const) {
  it(
    `a slow disk of the ${side} delays answers until it has the sale, and waiting callers share a commit`,
    async (test) => {
      if (!run("strace", "-qq", ...SLOW, "true")) return test.skip("strace cannot be used here")
      const orders = Array.from({ length: SALES_AT_ONCE }, (_, n) => `slow-${side}-${n}`)
      // Screens have their connections; whoever comes with a new one is let in one by one, between two commits.
      await Promise.all(orders.map((orderId) => find(side, orderId)))
      await traceSyncs(side, SLOW)
      const began = performance.now()
      const waited = await Promise.all(
        orders.map(async (orderId) => {
          const answer = await place(side, orderId)
          expect(answer).toMatchObject({ ok: true })
          return performance.now() - began
        }),
      )
      await mendSyncs()
      expect(Math.min(...waited)).toBeGreaterThanOrEqual(SLOW_SYNC_MS)
      // One after the other they would have waited for as many syncs.
      expect(Math.max(...waited)).toBeLessThan(SALES_AT_ONCE * SLOW_SYNC_MS)
      for (const orderId of orders) expect(await find(side, orderId)).toMatchObject({ ok: true })
      await everythingSent(stage)
    },
    STORY_MS,
  )
}

it("a read-only disk is reported in one line at the start, by box and hub", async (test) => {
  const disk = tempDir()
  if (!disksAreReal || !mountDisk(disk, `${DISK},ro`)) return test.skip("a disk cannot be mounted here")
  try {
    for (const program of ["appliance", "hub"]) {
      const { code, err } = await runProgram([program, "--data", disk, "--port", "0", "--mqtt-port", "0"])
      expect([program, code, err.trim().split("\n").length]).toEqual([program, 2, 1])
      expect(err).toContain("the disk cannot be written")
    }
  } finally {
    unmountDisk(disk)
  }
})
