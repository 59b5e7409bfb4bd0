/** A box hears of a version, fetches it, waits for a quiet moment, asks, and tells what came of it: every part real but the hub and the updater. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { saveConfig } from "../../../../appliance/catalog/index.ts"
import { createUpdates, type Updates } from "../../../../appliance/maintenance/updates/index.ts"
import { requestId } from "../../../../appliance/maintenance/updates/updater-state.ts"
import { type BoxStore, createBoxStore, MIGRATIONS } from "../../../../appliance/storage/index.ts"
import type { UpdateOffer } from "../../../../protocol/http/updates.ts"
import { manifestText, type UpdateManifest } from "../../../../protocol/rules/updates/update-manifest.ts"
import type { BusyFacts } from "../../../../protocol/rules/updates/update-rules.ts"
import { createManualClock, type ManualClock } from "../../../../runtime/clock.ts"
import { silentLog } from "../../../../runtime/log.ts"
import { createReleaseKeys, signManifest } from "../../../../runtime/release-keys.ts"
import { migrateSqlite } from "../../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../../runtime/storage/sqlite.ts"
import { manifestOf, PLATFORM } from "../../../installer/updater-runs.ts"
import { ask } from "../../../kit/hub.ts"
import { aStoreConfig, openLoneBox } from "../../../kit/lone-box.ts"
import { aStore } from "../../../kit/orders.ts"
import { pairScreen } from "../../../kit/store-staff.ts"
import { tempDir } from "../../../kit/temp.ts"

const NOW = "2026-11-21T18:00:00.000Z"
const AFTER_HOURS = "2026-11-22T04:00:00.000Z"
const HOUR_MS = 3_600_000
const ARCHIVE = Buffer.from("a release, ".repeat(500))
const keys = createReleaseKeys()
const stranger = createReleaseKeys()
const OPEN_AT_DAY = { sat: ["11:00-22:00"], sun: ["11:00-22:00"] }

let data: string
let clock: ManualClock
let store: BoxStore
let updates: Updates
let offer: UpdateOffer | null
let ring: string
let busy: BusyFacts
let told: unknown[]
/** Bytes after which an answer ends, once. */
let breaksAt: number | null
let free: number
let ranges: (string | undefined)[]
let served: Buffer
let saysLength: boolean
/** Comes to pass while an archive is fetched. */
let whenAsked: () => void
const undo: (() => void)[] = []

function sign(version: string, over: Partial<UpdateManifest> = {}, privatePem = keys.privatePem): UpdateOffer {
  const issued = { issuedAt: "2026-11-20T00:00:00.000Z", expiresAt: "2026-12-05T00:00:00.000Z" }
  const manifest = { ...manifestOf(version, ARCHIVE), minVersion: "0.1.0", ...issued, ...over }
  return { ...signManifest(manifestText(manifest), privatePem), url: url() }
}
let url = () => ""

const state = () => store.read((tx) => updates.read(tx))
const spool = () => (existsSync(join(data, "update")) ? readdirSync(join(data, "update")).sort() : [])

/** An hour and more later, so that the hub is asked again. */
async function later(): Promise<void> {
  clock.advance(2 * HOUR_MS)
  await updates.tick()
}

function updaterSays(outcome: string, why: string | null = null): void {
  mkdirSync(join(data, "updater"), { recursive: true })
  const last = { request: requestId(join(data, "update")), from: "1.0.0", to: "1.1.0", outcome, why, at: clock.iso() }
  const failed = outcome === "applied" ? [] : [{ version: "1.1.0", at: clock.iso(), why }]
  writeFileSync(join(data, "updater", "state.json"), JSON.stringify({ format: 1, failed, last }))
}

beforeEach(async () => {
  data = tempDir()
  clock = createManualClock(NOW)
  const db = openSqlite(join(data, "box.db"))
  migrateSqlite(db, MIGRATIONS, clock.iso())
  store = createBoxStore(db, clock)
  const config = aStoreConfig()
  store.write((tx) => saveConfig(tx, { ...config, store: aStore({ operatingHours: OPEN_AT_DAY }) }))
  free = Number.MAX_SAFE_INTEGER
  whenAsked = () => undefined
  ;[offer, ring, busy, told, breaksAt, ranges, served, saysLength] = [
    null,
    "all",
    { openOrders: 0, waitingPrints: 0, paymentsInDoubt: 0 },
    [],
    null,
    [],
    ARCHIVE,
    true,
  ]
  const server = createServer((request, response) => {
    const { range } = request.headers
    ranges.push(range)
    whenAsked()
    const from = Number(/bytes=(\d+)-/.exec(range ?? "")?.[1] ?? 0)
    if (from >= served.length) return void response.writeHead(416).end()
    const part = { "content-range": `bytes ${from}-${served.length - 1}/${served.length}` }
    const length = saysLength && { "content-length": served.length - from }
    response.writeHead(from > 0 ? 206 : 200, { ...(from > 0 && part), ...length })
    const until = breaksAt ?? served.length
    response.write(served.subarray(from, until), () => (until < served.length ? response.destroy() : response.end()))
    breaksAt = null
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = () => `http://127.0.0.1:${(server.address() as { port: number }).port}/brasa.tar.gz`
  writeFileSync(join(data, "keys.pem"), keys.publicPem)
  updates = createUpdates({
    store,
    clock,
    log: silentLog,
    version: "1.0.0",
    platform: PLATFORM,
    data,
    keys: join(data, "keys.pem"),
    updaterState: join(data, "updater"),
    ask: async () => ({ ring, offer }),
    freeBytes: () => free,
    busy: () => busy,
    record: (_tx, act) => void told.push(act),
    chance: () => 0,
  })
  undo.push(() => void [server.close(), db.close()])
})
afterEach(() => {
  for (const close of undo.splice(0)) close()
})

it("a box fetches an offered version, asks while the store is closed and quiet, and reports the result", async () => {
  offer = sign("1.1.0")
  busy = { ...busy, openOrders: 1 }
  await updates.tick()
  expect(state()).toMatchObject({ is: "waiting", version: "1.1.0", because: ["OPEN_ORDERS", "HOURS"] })
  expect(spool()).toEqual(["brasa-1.1.0.tar.gz"])
  clock.set(AFTER_HOURS)
  await updates.tick()
  expect(state()).toMatchObject({ is: "waiting", because: ["OPEN_ORDERS"] })
  busy = { ...busy, openOrders: 0 }
  await updates.tick()
  expect(state().is).toBe("asked")
  const asked = JSON.parse(readFileSync(join(data, "update", "request.json"), "utf8"))
  expect(asked).toEqual({
    signed: { manifest: offer.manifest, keyId: offer.keyId, signature: offer.signature },
    archive: "brasa-1.1.0.tar.gz",
    askedAt: AFTER_HOURS,
  })
  updaterSays("applied")
  await updates.tick()
  await updates.tick()
  expect(told).toEqual([
    {
      action: "update.over",
      caller: null,
      subject: "1.1.0",
      detail: { from: "1.0.0", to: "1.1.0", outcome: "applied", why: null, at: AFTER_HOURS },
    },
  ])
  expect(spool()).toEqual([])
  expect(state().last).toMatchObject({ outcome: "applied" })
})

it("a version is not fetched without room to unpack it, and is fetched once there is room", async () => {
  offer = sign("1.1.0")
  free = 50_000_000
  await updates.tick()
  expect([state().is, ranges, spool()]).toEqual(["fetching", [], []])
  expect(state()).toMatchObject({ fault: "NO_ROOM", message: expect.stringContaining("MiB are needed") })
  free = 100_000_000
  await updates.tick()
  expect([state().is, state().fault, spool()]).toEqual(["waiting", null, ["brasa-1.1.0.tar.gz"]])
})

it("a version that was brought during the installation of another waits", async () => {
  offer = sign("1.1.0")
  clock.set(AFTER_HOURS)
  await updates.tick()
  updaterSays("went_back", "it dies in the store")
  const keep = () => writeFileSync(join(data, "update", "brasa-1.2.0.tar.gz"), ARCHIVE)
  expect(store.write((tx) => updates.put(tx, { signed: sign("1.2.0"), keep }))).toBe(null)
  await updates.tick()
  await updates.tick()
  expect(state()).toMatchObject({ is: "asked", version: "1.2.0", last: { outcome: "went_back" } })
  expect(spool()).toEqual(["brasa-1.2.0.tar.gz", "request.json"])
})

it("a brought version waits while the hub offers none or an older one; a newer one replaces it", async () => {
  busy = { ...busy, openOrders: 1 }
  mkdirSync(join(data, "update"))
  const keep = () => writeFileSync(join(data, "update", "brasa-1.2.0.tar.gz"), ARCHIVE)
  expect(store.write((tx) => updates.put(tx, { signed: sign("1.2.0"), keep }))).toBe(null)
  await later()
  expect(state()).toMatchObject({ is: "waiting", version: "1.2.0" })
  offer = sign("1.1.0")
  await later()
  expect(state()).toMatchObject({ is: "waiting", version: "1.2.0" })
  offer = sign("1.3.0")
  await later()
  expect(state()).toMatchObject({ version: "1.3.0" })
})

it("a version that is brought during a download stays the one that waits", async () => {
  offer = sign("1.1.0")
  const keep = () => writeFileSync(join(data, "update", "brasa-1.2.0.tar.gz"), ARCHIVE)
  const brought = sign("1.2.0")
  whenAsked = () => {
    mkdirSync(join(data, "update"), { recursive: true })
    expect(store.write((tx) => updates.put(tx, { signed: brought, keep }))).toBe(null)
  }
  busy = { ...busy, openOrders: 1 }
  await updates.tick()
  await updates.tick()
  expect(state()).toMatchObject({ is: "waiting", version: "1.2.0", fault: null })
})

it("a manager may install a version by day, but not over an open order", async () => {
  expect(store.write((tx) => updates.now(tx))).toBe(false)
  offer = sign("1.1.0")
  busy = { ...busy, waitingPrints: 1 }
  await updates.tick()
  expect(store.write((tx) => updates.now(tx))).toBe(true)
  await updates.tick()
  expect(state()).toMatchObject({ is: "waiting", because: ["SPOOL"] })
  busy = { ...busy, waitingPrints: 0 }
  await updates.tick()
  expect(state().is).toBe("asked")
})

it("a manager's consent is valid for one day", async () => {
  offer = sign("1.1.0")
  busy = { ...busy, openOrders: 1 }
  await updates.tick()
  store.write((tx) => updates.now(tx))
  clock.advance(2 * HOUR_MS)
  expect(state().because).toEqual(["OPEN_ORDERS", "HOURS"])
})

describe("an archive", () => {
  it("continues where the download was interrupted", async () => {
    offer = sign("1.1.0")
    breaksAt = 1_000
    await updates.tick()
    expect(state()).toMatchObject({ is: "fetching", fault: "LINE" })
    await updates.tick()
    expect(ranges).toEqual([undefined, "bytes=1000-"])
    expect(state().fault).toBe(null)
    expect(readFileSync(join(data, "update", "brasa-1.1.0.tar.gz")).equals(ARCHIVE)).toBe(true)
  })

  it.each<[string, Buffer, boolean]>([
    ["of the same length", Buffer.alloc(ARCHIVE.length), true],
    ["that is longer", Buffer.concat([ARCHIVE, ARCHIVE]), true],
    ["that never ends", Buffer.concat([ARCHIVE, ARCHIVE]), false],
    ["that is shorter", ARCHIVE.subarray(0, 2_000), true],
  ])(
    "that %s and was not signed is refused: the page says so, and it is fetched again after an hour",
    async (_what, bytes, says) => {
      offer = sign("1.1.0")
      served = bytes
      saysLength = says
      clock.set(AFTER_HOURS)
      await updates.tick()
      expect(state()).toMatchObject({ is: "fetching", fault: "OTHER_ARCHIVE" })
      expect(spool().filter((name) => !name.endsWith(".partial"))).toEqual([])
      served = ARCHIVE
      await updates.tick()
      expect(ranges).toHaveLength(1)
      await later()
      expect(state()).toMatchObject({ is: "asked", fault: null })
    },
  )

  it("whose beginning came from another one is fetched from the start at once", async () => {
    offer = sign("1.1.0")
    breaksAt = 1_000
    served = Buffer.alloc(ARCHIVE.length)
    await updates.tick()
    served = ARCHIVE
    await updates.tick()
    await updates.tick()
    expect(ranges).toEqual([undefined, "bytes=1000-", undefined])
    expect(state().is).toBe("waiting")
  })

  it("shorter than its downloaded part is fetched from the start", async () => {
    offer = sign("1.1.0")
    breaksAt = 1_000
    await updates.tick()
    served = ARCHIVE.subarray(0, 500)
    await updates.tick()
    served = ARCHIVE
    await updates.tick()
    expect(ranges).toEqual([undefined, "bytes=1000-", undefined])
    expect(state().is).toBe("waiting")
  })

  it("of another version starts from the beginning and replaces the part of the last", async () => {
    offer = sign("1.1.0")
    breaksAt = 1_000
    await updates.tick()
    offer = sign("1.1.0", { sha256: "0".repeat(64) })
    await later()
    expect(ranges).toEqual([undefined, undefined])
    expect(spool()).toEqual([])
  })
})

describe("a version is refused:", () => {
  it.each<[string, () => UpdateOffer, string, string]>([
    ["what somebody else signed", () => sign("1.1.0", {}, stranger.privatePem), "SIGNATURE", "no pinned key"],
    ["an older version", () => sign("0.9.0"), "OLDER_VERSION", "1.0.0 runs here"],
    ["what has run out", () => sign("1.1.0", { expiresAt: NOW }), "EXPIRED", "it was good until"],
    [
      "what is of the day after tomorrow",
      () => sign("1.1.0", { issuedAt: "2026-11-23T00:00:00.000Z" }),
      "CLOCK",
      "clock",
    ],
  ])("%s", async (_what, offered, fault, message) => {
    offer = offered()
    await updates.tick()
    expect(state()).toMatchObject({ is: "refused", fault, message: expect.stringContaining(message) })
    expect(spool()).toEqual([])
  })

  it("any while the file of keys cannot be read; the next poll accepts it once it can", async () => {
    offer = sign("1.1.0")
    writeFileSync(join(data, "keys.pem"), "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n")
    await updates.tick()
    expect(state()).toMatchObject({ is: "refused", version: null, fault: "KEYS" })
    expect(state().message).toContain("keys.pem cannot be read")
    writeFileSync(join(data, "keys.pem"), keys.publicPem)
    await later()
    expect(state()).toMatchObject({ is: "waiting", version: "1.1.0", fault: null })
  })

  it("for another ring, after a rollback here, or older than the current one", async () => {
    offer = sign("1.1.0", { rings: ["first"] })
    await updates.tick()
    expect(state()).toMatchObject({ is: "current", version: "1.1.0" })
    ring = "first"
    updaterSays("went_back", "no paper came")
    await later()
    expect(state()).toMatchObject({ is: "refused", message: "1.1.0 was tried here and did not stay" })
    offer = sign("1.2.0", { issuedAt: "2026-11-19T23:59:59.999Z" })
    await later()
    expect(state()).toMatchObject({ is: "refused", message: expect.stringContaining("was here") })
  })
})

it("the page says if nobody has confirmed lately that there is nothing newer", async () => {
  offer = sign("1.0.0")
  await updates.tick()
  expect(state()).toMatchObject({ is: "current", version: null, stale: false })
  clock.set("2026-12-05T00:00:00.000Z")
  await updates.tick()
  expect(state()).toMatchObject({ is: "refused", stale: true })
})

it("a version brought by hand is accepted for any ring, by the same rules", async () => {
  const kept: string[] = []
  const put = (signed: UpdateOffer) =>
    store.write((tx) =>
      updates.put(tx, {
        signed,
        keep(version) {
          kept.push(version)
          mkdirSync(join(data, "update"), { recursive: true })
          writeFileSync(join(data, "update", `brasa-${version}.tar.gz`), ARCHIVE)
        },
      }),
    )
  expect(put(sign("0.9.0"))).toContain("1.0.0 runs here")
  expect(put(sign("1.1.0", {}, stranger.privatePem))).toContain("no pinned key")
  expect(put(sign("1.0.0"))).toBe("this version runs already")
  expect(put(sign("1.1.0", { rings: ["first"] }))).toBe(null)
  expect(kept).toEqual(["1.1.0"])
  expect(state()).toMatchObject({ is: "waiting", version: "1.1.0", because: ["HOURS"] })
})

it("the manager's page shows that a box without keys accepts no versions", async () => {
  const { box } = await openLoneBox()
  const { key } = await pairScreen(box, "manager", "office")
  const read = await ask(`${box.url}/api/lan/v1/update`, { method: "GET", body: undefined, key })
  expect(read).toMatchObject({ status: 200, body: { data: { is: "off", version: null, because: [], last: null } } })
  const now = await ask(`${box.url}/api/lan/v1/update/now`, { method: "POST", body: {}, key })
  expect([now.status, now.body.error]).toEqual([409, "CONFLICT"])
})
