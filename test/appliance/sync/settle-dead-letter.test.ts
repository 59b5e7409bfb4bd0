/** Ops of the hub that could not be taken in: parked with their reason, settled once by a person. */
import { beforeEach, describe, expect, it } from "vitest"
import { type BoxStore, createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { applyOps } from "../../../appliance/sync/apply-operations.ts"
import { openDeadLetters, reportDeadLetters, settleDeadLetter, settleFromHub } from "../../../appliance/sync/index.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { NOON } from "../../kit/orders.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"

let store: BoxStore
/** Why an op cannot be taken in; null: it can. */
let fault: string | null
const taken: unknown[] = []
const takeIn = (_tx: unknown, op: { readonly body: unknown }) => {
  if (fault === null) taken.push(op.body)
  return fault
}

const op = (seq: number, kind: string) => ({ seq, mark: `mark-${seq}`, kind, at: NOON, body: { seq } })
const settle = (mark: string, as: "retry" | "dismiss") =>
  store.write((tx) => settleDeadLetter(tx, { mark, as, by: "device:m-1", why: "asked headquarters" }, takeIn))
const open = () => store.read(({ db }) => openDeadLetters(db)).map(({ mark }) => mark)

beforeEach(() => {
  const clock = createManualClock(NOON)
  const db = openSqlite(tempFile("box.db"))
  whenOver(() => void db.close())
  migrateSqlite(db, MIGRATIONS, NOON)
  store = createBoxStore(db, clock)
  store.write(({ db }) => db.prepare("INSERT INTO sync_line (id, epoch) VALUES (1, 'e')").run())
  taken.length = 0
  fault = "UNKNOWN_KIND: soup.made"
  const deps = { applyDown: takeIn, log: silentLog }
  store.write((tx) => applyOps(tx, [op(1, "soup.made"), op(2, "store.configured"), op(3, "soup.made")], deps))
})

describe("a dead letter", () => {
  it("is listed with its reason, the oldest first", () => {
    expect(open()).toEqual(["mark-1", "mark-2", "mark-3"])
    expect(store.read(({ db }) => openDeadLetters(db))[0]).toMatchObject({
      kind: "soup.made",
      reason: fault,
      parkedAt: NOON,
    })
  })

  it("is applied once its reason is gone, and only once", () => {
    fault = null
    expect(settle("mark-3", "retry")).toMatchObject({ mark: "mark-3" })
    expect(taken).toEqual([{ seq: 3 }])
    expect(settle("mark-3", "retry")).toMatchObject({ refused: "NOT_FOUND" })
    expect(open()).toEqual(["mark-1", "mark-2"])
  })

  it("stays while its reason stays, and says so", () => {
    expect(settle("mark-1", "retry")).toMatchObject({
      refused: "CONFLICT",
      message: expect.stringContaining("soup.made"),
    })
    expect(open()).toContain("mark-1")
  })

  it("with a complete state is never applied late, because a newer one may be here", () => {
    fault = null
    expect(settle("mark-2", "retry")).toMatchObject({ refused: "CONFLICT" })
    expect(taken).toEqual([])
  })

  it("is dismissed with a person and a reason", () => {
    expect(settle("mark-2", "dismiss")).toMatchObject({ mark: "mark-2" })
    expect(open()).toEqual(["mark-1", "mark-3"])
    const sql = "SELECT settled_as, settled_by, settled_why, settled_at FROM parked_down WHERE mark = 'mark-2'"
    expect(store.read(({ db }) => db.prepare(sql).get())).toEqual({
      settled_as: "dismiss",
      settled_by: "device:m-1",
      settled_why: "asked headquarters",
      settled_at: NOON,
    })
  })
})

describe("the hub's decision about a dead letter", () => {
  const decide = (mark: string, as: "retry" | "dismiss") =>
    store.write((tx) => settleFromHub(tx, { mark, as, by: "headquarters:p-1", why: "" }, takeIn))

  it("is carried out: applied or dismissed; one that was settled meanwhile stays so", () => {
    fault = null
    decide("mark-3", "retry")
    decide("mark-1", "dismiss")
    decide("mark-1", "retry")
    expect(open()).toEqual(["mark-2"])
    expect(taken).toEqual([{ seq: 3 }])
  })

  it("applies no complete state late, and records a new reason if it still fails", () => {
    fault = "UNKNOWN_KIND: still"
    decide("mark-1", "retry")
    fault = null
    decide("mark-2", "retry")
    expect(taken).toEqual([])
    const reasons = store.read(({ db }) => openDeadLetters(db)).map(({ reason }) => reason)
    expect(reasons).toEqual(["UNKNOWN_KIND: still", "UNKNOWN_KIND: soup.made", "UNKNOWN_KIND: soup.made"])
  })
})

describe("the list of a box's dead letters", () => {
  it("is sent to the hub completely, once after each change, and not while it is empty", () => {
    const said: { readonly ops: { readonly mark: string; readonly mayRetry: boolean }[] }[] = []
    const outbox = { record: (_tx: unknown, op: { body: unknown }) => void said.push(op.body as never) }
    const tell = () => store.write((tx) => reportDeadLetters(tx, outbox))
    tell()
    tell()
    expect(said.map(({ ops }) => ops.map(({ mark, mayRetry }) => [mark, mayRetry]))).toEqual([
      [
        ["mark-1", true],
        ["mark-2", false],
        ["mark-3", true],
      ],
    ])
    for (const mark of open()) settle(mark, "dismiss")
    tell()
    tell()
    expect(said.slice(1)).toEqual([{ ops: [] }])
  })
})
