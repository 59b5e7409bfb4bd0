/** A box whose database and backups are all gone: it comes up, says so, asks for its place, and has its day again from the hub. */
import { readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readEmptyStart } from "../../../../appliance/maintenance/index.ts"
import { checkStore } from "../../../../appliance/maintenance/setup/check-store.ts"
import { claimSlip } from "../../../../appliance/maintenance/setup/setup-slips.ts"
import { openTestBox } from "../../../kit/box.ts"
import { onSqlite } from "../../../kit/databases.ts"
import { KEY, openTestHub, STORE } from "../../../kit/hub.ts"
import { until } from "../../../kit/line.ts"
import { ORDERS, orderBody } from "../../../kit/order-bodies.ts"
import { tenantsWithSparePoint } from "../../../kit/tenants.ts"

onSqlite((database) => {
  it("a box starts without database and backup, and has its day once it has its store again", async () => {
    const hub = await openTestHub(database)
    await hub.hub.operator.provision(tenantsWithSparePoint())
    const box = await openTestBox(hub)
    const sold = await box.call("POST", ORDERS, orderBody({ orderId: "before-1" }))
    expect(sold.status, JSON.stringify(sold.body)).toBe(201)
    await box.whenSynced()
    const { epoch } = box.box.sync()
    await box.stop()
    for (const rest of ["backups", "box.db-wal", "box.db-shm"])
      rmSync(join(box.data, rest), { recursive: true, force: true })
    writeFileSync(join(box.data, "box.db"), "no database any more")

    await box.restart()
    expect(readEmptyStart(box.data)).toMatchObject({ at: expect.any(String) })
    const [aside = ""] = readdirSync(join(box.data, "damaged"))
    expect(readdirSync(join(box.data, "damaged", aside))).toContain("box.db")
    await until(async () => (await box.call("GET", `${ORDERS}/before-1`, undefined, KEY)).status === 200)
    expect(box.box.sync().epoch).not.toBe(epoch)
    const after = await box.call("POST", ORDERS, orderBody({ orderId: "after-1" }), KEY)
    expect(after.status, JSON.stringify(after.body)).toBe(201)
    await box.whenSynced()
    expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
  })
})

it("page and paper say what happened and whom to ask until the store is there", () => {
  const nothing = { config: null, isFenced: false, loading: null, printers: [], screens: [], openShifts: [] }
  const causeOf = (having: { isClaimed: boolean; begunAnew: boolean; knowsHub?: boolean; hasCode?: boolean }) =>
    checkStore({ ...nothing, knowsHub: true, hasCode: true, ...having })[0]?.cause
  expect(causeOf({ isClaimed: false, begunAnew: false })).toBe("STORE_WAITS")
  expect(causeOf({ isClaimed: false, begunAnew: false, knowsHub: false })).toBe("STORE_NO_HUB")
  expect(causeOf({ isClaimed: false, begunAnew: true })).toBe("STORE_ANEW")
  expect(causeOf({ isClaimed: true, begunAnew: true })).toBe("STORE_LOADS")
  const slip = { jobId: "job-1", width: 42, printerId: "p", language: "en", now: "2026-11-21T18:00:00.000Z" } as const
  const claim = { code: "ABCD2345", expiresAt: "2026-11-21T18:10:00.000Z", url: "https://hub.example" }
  const said = (begunAnew: boolean) => claimSlip(slip, { ...claim, begunAnew }).paper.plainText
  expect(said(true)).toContain("damaged")
  expect(said(false)).not.toContain("damaged")
})
