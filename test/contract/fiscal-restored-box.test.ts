/** A box whose disk is older than its last fiscal number, and a replaced box: neither gives a number twice. */
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { requestsOf } from "../../hub/fiscal/requests-store.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { type Cable, layCable } from "../kit/cable.ts"
import { eachDatabase, onSqlite } from "../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../kit/fiscal.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { tempDir, whenOver } from "../kit/temp.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }

async function cabled(hub: TestHub): Promise<{ box: TestBox; cable: Cable }> {
  const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
  whenOver(() => cable.close())
  return { box: await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` }), cable }
}

const numberOf = async (box: TestBox, orderId: string) =>
  (await box.call("POST", NUMBERING, fiscalBody({ orderId }), KEY)).body.data

/** The gaps that headquarters has on record. */
const skipsOf = (hub: TestHub) =>
  hub.beside(async ({ store }) => {
    const entries = await store.read(TENANT, (scope) => scope.select("store_audit").select("record").execute())
    const skips = entries.map(({ record }) => JSON.parse(record)).filter(({ action }) => action === "fiscal.skipped")
    return skips.map(({ detail: { from, to } }) => ({ from, to }))
  })

const isUp = (box: TestBox) => () => box.box.sync().agreed

/** Files of another time, written anew as any restore does. */
function copyTo(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
}

eachDatabase((_engine, database) => {
  describe("a box restored from a backup", () => {
    it("gives no number until the hub has named the last one, then continues beyond it, with the gap in the audit log", async () => {
      const hub = await openTestHub(database)
      const { box, cable } = await cabled(hub)
      await until(isUp(box))
      expect((await numberOf(box, "before-1")).document.documentNumber).toBe("001-002-000000001")
      await box.whenSynced()
      const backup = tempDir()
      await box.stop()
      copyTo(box.data, backup)
      await box.restart()
      for (const id of ["lost-2", "lost-3"]) await numberOf(box, id)
      await until(isUp(box))
      await box.whenSynced()
      await box.stop()
      copyTo(backup, box.data)
      cable.pull()
      await box.restart()
      const asked = await numberOf(box, "after-1")
      expect(asked).toMatchObject({
        requestStatus: "FAILED",
        retryable: true,
        failure: { code: "FISCAL_SEQUENCE_UNKNOWN" },
        policy: { numberingFailure: { action: "REFUND" } },
      })
      const sale = await box.call("POST", ORDERS, orderBody({ orderId: "after-2", paid: "CASH" }))
      expect([sale.status, sale.body.error]).toEqual([409, "FISCAL_NUMBERING_FAILED"])
      cable.mend()
      await until(async () => (await numberOf(box, "after-1")).requestStatus === "GENERATED")
      const numbered = await numberOf(box, "after-1")
      expect(numbered).toMatchObject({
        fiscalRequestId: asked.fiscalRequestId,
        document: { documentNumber: "001-002-000001004" },
      })
      await box.whenSynced()
      expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
      const kept = await hub.beside(({ store }) => store.read(TENANT, (scope) => requestsOf(scope, "after-1")))
      expect(kept.map(({ record }) => record.sequence)).toEqual([1004])
      expect(await skipsOf(hub)).toEqual([{ from: 4, to: 1003 }])
    })
  })
})

onSqlite((database) => {
  describe("a box whose database lacks numbers of its journal", () => {
    /** A database of before `between`, in the place of the one after it; the journal stays. */
    async function setBack(box: TestBox, between: () => Promise<void>, put: (older: string) => void): Promise<void> {
      const older = join(tempDir(), "box.db")
      await box.stop()
      cpSync(join(box.data, "box.db"), older)
      await box.restart()
      await between()
      await box.stop()
      for (const name of ["box.db-wal", "box.db-shm"]) rmSync(join(box.data, name), { force: true })
      put(older)
    }
    const sell = async (box: TestBox, ids: readonly string[]) => {
      for (const orderId of ids) {
        const sold = await box.call("POST", ORDERS, orderBody({ orderId, paid: "CASH" }))
        expect(sold.status, JSON.stringify(sold.body)).toBe(201)
      }
    }
    const numbersOf = async (box: TestBox, ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await numberOf(box, id)).document?.documentNumber))

    it("gets its numbers and sales back without a link, and continues at once", async () => {
      const hub = await openTestHub(database)
      const { box, cable } = await cabled(hub)
      await until(isUp(box))
      await sell(box, ["early-1"])
      await box.whenSynced()
      cable.pull()
      const later = ["late-1", "late-2", "late-3"]
      let given: unknown[] = []
      const between = async () => {
        await sell(box, later)
        given = await numbersOf(box, later)
      }
      await setBack(box, between, (older) => {
        // Another file under the same name, as a restore makes it.
        rmSync(join(box.data, "box.db"))
        cpSync(older, join(box.data, "box.db"))
      })
      await box.restart()
      expect(await numbersOf(box, later)).toEqual(given)
      await sell(box, ["after-1"])
      expect(await numbersOf(box, ["after-1"])).toEqual(["001-002-000000005"])
      cable.mend()
      await until(isUp(box))
      await box.whenSynced()
      expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
      for (const orderId of [...later, "after-1"])
        expect((await hub.call("GET", `${ORDERS}/${orderId}`)).body.data).toMatchObject({ status: "COMPLETED" })
    })

    it("repeats none if an older file was copied over the newer one", async () => {
      const hub = await openTestHub(database)
      const { box, cable } = await cabled(hub)
      await until(isUp(box))
      await box.whenSynced()
      cable.pull()
      await setBack(
        box,
        () => sell(box, ["late-1", "late-2"]),
        (older) => writeFileSync(join(box.data, "box.db"), readFileSync(older)),
      )
      await box.restart()
      await sell(box, ["after-1"])
      expect(await numbersOf(box, ["late-1", "late-2", "after-1"])).toEqual([
        "001-002-000000001",
        "001-002-000000002",
        "001-002-000000003",
      ])
    })

    it("skips a torn line, and does not trust a copied journal", async () => {
      const hub = await openTestHub(database)
      const { box, cable } = await cabled(hub)
      await until(isUp(box))
      await box.whenSynced()
      cable.pull()
      await setBack(
        box,
        () => sell(box, ["late-1"]),
        (older) => {
          rmSync(join(box.data, "box.db"))
          cpSync(older, join(box.data, "box.db"))
        },
      )
      const journal = join(box.data, "journal")
      appendFileSync(journal, '0badf00d {"seq":99,"mark":')
      await box.restart()
      expect(await numbersOf(box, ["late-1"])).toEqual(["001-002-000000001"])
      await sell(box, ["after-1"])
      await box.stop()
      const copy = tempDir()
      copyTo(box.data, copy)
      copyTo(copy, box.data)
      await box.restart()
      expect((await numberOf(box, "after-2")).failure.code).toBe("FISCAL_SEQUENCE_UNKNOWN")
    })
  })

  describe("an earlier copy of the whole folder, put back", () => {
    const files = (data: string) => readdirSync(data, { withFileTypes: true }).filter((entry) => entry.isFile())

    it("repeats no number, although every file was overwritten", async () => {
      const hub = await openTestHub(database)
      const { box, cable } = await cabled(hub)
      await until(isUp(box))
      await numberOf(box, "early-1")
      await box.whenSynced()
      await box.stop()
      const earlier = tempDir()
      copyTo(box.data, earlier)
      cable.pull()
      await box.restart()
      const given = [await numberOf(box, "late-1"), await numberOf(box, "late-2")]
      expect(given.map(({ requestStatus }) => requestStatus)).toEqual(["GENERATED", "GENERATED"])
      await box.stop()
      for (const name of ["box.db-wal", "box.db-shm"]) rmSync(join(box.data, name), { force: true })
      for (const { name } of files(earlier)) writeFileSync(join(box.data, name), readFileSync(join(earlier, name)))
      await box.restart()
      expect((await numberOf(box, "after-1")).failure.code).toBe("FISCAL_SEQUENCE_UNKNOWN")
      cable.mend()
      await until(async () => (await numberOf(box, "after-1")).requestStatus === "GENERATED")
      expect((await numberOf(box, "after-1")).document.documentNumber).toBe("001-002-000001002")
    })
  })

  describe("a box that was copied", () => {
    it("continues once the hub has answered, beyond what its original can have given", async () => {
      const hub = await openTestHub(database)
      const { box, cable } = await cabled(hub)
      await until(isUp(box))
      await numberOf(box, "first-1")
      await box.whenSynced()
      await box.stop()
      const copy = tempDir()
      copyTo(box.data, copy)
      copyTo(copy, box.data)
      cable.pull()
      await box.restart()
      expect((await numberOf(box, "second-1")).failure.code).toBe("FISCAL_SEQUENCE_UNKNOWN")
      cable.mend()
      await until(isUp(box))
      await until(async () => (await numberOf(box, "second-1")).requestStatus === "GENERATED")
      expect((await numberOf(box, "second-1")).document.documentNumber).toBe("001-002-000001002")
      cable.pull()
      await box.restart()
      expect((await numberOf(box, "third-1")).document).toMatchObject({
        documentNumber: "001-002-000001003",
        authorizationMode: "CONTINGENCY",
      })
    })
  })

  it("a replaced box gives no number once it knows", async () => {
    const hub = await openTestHub(database)
    const first = await openTestBox(hub)
    await numberOf(first, "mine-1")
    await first.whenSynced()
    await first.stop()
    const disk = openSqlite(join(first.data, "box.db"))
    disk.prepare("UPDATE sync_line SET fenced = 1").run()
    disk.close()
    await first.restart()
    const asked = await first.call("POST", NUMBERING, fiscalBody({ orderId: "mine-2" }), KEY)
    expect(asked.status, JSON.stringify(asked.body)).toBeGreaterThanOrEqual(400)
    expect(await hub.beside(({ store }) => store.read(TENANT, (scope) => requestsOf(scope, "mine-2")))).toEqual([])
  })
})
