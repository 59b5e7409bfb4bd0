/** Ops of the hub that could not be taken in: parked with their reason, settled once by a person. */
import { beforeEach, describe, expect, it } from "vitest"
import { type BoxStore, createBoxStore, MIGRATIONS } from "../../../appliance/storage/index.ts"
import { applyOps } from "../../../appliance/sync/apply-down.ts"
import { openParked, settleParked } from "../../../appliance/sync/index.ts"
import { createManualClock } from "../../../protocol/runtime/clock.ts"
import { silentLog } from "../../../protocol/runtime/log.ts"
import { migrateSqlite } from "../../../protocol/runtime/migrate.ts"
import { openSqlite } from "../../../protocol/runtime/sqlite.ts"
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
  store.write((tx) => settleParked(tx, { mark, as, by: "device:m-1", why: "asked headquarters" }, takeIn))
const open = () => store.read(({ db }) => openParked(db)).map(({ mark }) => mark)

beforeEach(() => {
  const clock = createManualClock(NOON)
  const db = openSqlite(tempFile("box.db"))
  whenOver(() => void db.close())
  migrateSqlite(db, MIGRATIONS, NOON)
  store = createBoxStore(db, clock)
  store.write(({ db }) => db.prepare("INSERT INTO sync_line (id, epoch) VALUES (1, 'e')").run())
  taken.length = 0
  fault = "UNKNOWN_KIND: soup.made"
  const parts = { applyDown: takeIn, log: silentLog }
  store.write((tx) => applyOps(tx, [op(1, "soup.made"), op(2, "store.configured"), op(3, "soup.made")], parts))
})

describe("a parked op", () => {
  it("is listed with its reason, the oldest first", () => {
    expect(open()).toEqual(["mark-1", "mark-2", "mark-3"])
    expect(store.read(({ db }) => openParked(db))[0]).toMatchObject({
      kind: "soup.made",
      reason: fault,
      parkedAt: NOON,
    })
  })

  it("is taken in once its reason is mended, and only once", () => {
    fault = null
    expect(settle("mark-3", "retry")).toMatchObject({ mark: "mark-3" })
    expect(taken).toEqual([{ seq: 3 }])
    expect(settle("mark-3", "retry")).toMatchObject({ refused: "NOT_FOUND" })
    expect(open()).toEqual(["mark-1", "mark-2"])
  })

  it("stays while its reason stands, and says it", () => {
    expect(settle("mark-1", "retry")).toMatchObject({
      refused: "CONFLICT",
      message: expect.stringContaining("soup.made"),
    })
    expect(open()).toContain("mark-1")
  })

  it("that tells a whole state is never taken in late, since a newer one may be here", () => {
    fault = null
    expect(settle("mark-2", "retry")).toMatchObject({ refused: "CONFLICT" })
    expect(taken).toEqual([])
  })

  it("is put aside with who said so and why", () => {
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
