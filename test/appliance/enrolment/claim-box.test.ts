/** How a box gets its store: whoever used its code in time is heard, and what the hub gave is kept as soon as the disk takes it. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { expect, it } from "vitest"
import { connectToHub, createCredentials } from "../../../appliance/enrolment/index.ts"
import type { HubAddress } from "../../../appliance/sync/index.ts"
import { silentLog } from "../../../runtime/log.ts"
import { openSqlite, type SqliteDatabase } from "../../../runtime/storage/sqlite.ts"
import { layBoxFile } from "../../kit/box-file.ts"
import { anId } from "../../kit/orders.ts"
import { soon } from "../../kit/soon.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"

const STORE_ID = anId()

/** A hub that gives codes which have run out by the box's clock, and gives the box its store when it is asked so often. */
async function openHub({ waits }: { waits: number }) {
  const hub = { url: "", opened: 0, polled: 0, onClaimed: () => {} }
  const answers = (path: string) => {
    if (!path.endsWith("/poll")) {
      hub.opened += 1
      return { claimId: anId(), code: "ABCD-2345", pollToken: "token", expiresAt: "2020-01-01T00:00:00.000Z" }
    }
    hub.polled += 1
    if (hub.polled <= waits) return { status: "waiting", credential: null }
    hub.onClaimed()
    const credential = { storeId: STORE_ID, password: "box_word", sealKey: null, mqttPort: null, mqttUrl: "mqtt://hub" }
    return { status: "claimed", credential }
  }
  const server = createServer((request, response) => {
    request.resume()
    const path = request.url ?? ""
    response.statusCode = path.endsWith("/poll") ? 200 : 201
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ success: true, data: answers(path), meta: {} }))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  whenOver(() => {
    server.closeAllConnections()
    server.close()
  })
  hub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return hub
}

function aBox(hub: string) {
  const data = tempDir()
  layBoxFile(data)
  const db = openSqlite(join(data, "box.db"))
  const lines: HubAddress[] = []
  const credentials = createCredentials(db, Buffer.alloc(32, 1))
  const stopping = new AbortController()
  const faults: unknown[] = []
  const log = { ...silentLog, error: (fault: unknown) => void faults.push(fault) }
  const part = connectToHub({
    config: { hub, hubMqtt: null },
    uplink: { epoch: () => anId(), stop: async () => undefined },
    connect: async (address) => void lines.push(address),
    credentials,
    version: "1.0.0",
    log,
    showClaim: () => undefined,
    againMs: 5,
  })
  whenOver(async () => {
    stopping.abort()
    await part.stop()
    db.close()
  })
  return { db, lines, faults, credentials, start: () => part.start(stopping.signal) }
}

const full = (db: SqliteDatabase, is: boolean) => db.pragma(`query_only = ${is ? "ON" : "OFF"}`)

it("a code used in its last moment, or at a box whose clock is ahead, still gives the box its store", async () => {
  const hub = await openHub({ waits: 1 })
  const { lines, start } = aBox(hub.url)
  start()
  await soon(() => expect(lines).toHaveLength(1))
  expect(hub.opened).toBe(1)
})

it("a claim on a full disk is stored once there is room, and no code is typed twice", async () => {
  const hub = await openHub({ waits: 0 })
  const { db, lines, faults, credentials, start } = aBox(hub.url)
  hub.onClaimed = () => void full(db, true)
  start()
  await soon(() => expect(faults).not.toHaveLength(0))
  full(db, false)
  await soon(() => expect(lines).toMatchObject([{ storeId: STORE_ID, credential: "box_word", url: "mqtt://hub" }]))
  expect([hub.opened, credentials.read()?.storeId]).toEqual([1, STORE_ID])
})

it("a credential from a rolled-back transaction is not used", () => {
  const { db, credentials } = aBox("http://127.0.0.1:1")
  const known = { storeId: STORE_ID, password: "box_word", sealKey: null, mqttUrl: "mqtt://hub" }
  credentials.save(known)
  const undone = db.transaction(() => {
    credentials.save({ ...known, password: "box_next" })
    throw new Error("the disk is full")
  })
  expect(undone).toThrow()
  expect(credentials.read()).toEqual(known)
})
