/** A box that was overtaken hears it from the one that stood by for it, whatever its disk does at that moment. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterEach, expect, it, vi } from "vitest"
import { proofOf } from "../../../appliance/standby/shared-secret.ts"
import { saveFollower, saveUrl } from "../../../appliance/standby/standby-store.ts"
import { createPeers } from "../../../appliance/standby/watch-peer.ts"
import { createBoxStore, MIGRATIONS, writeMeta } from "../../../appliance/storage/index.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { soon } from "../../kit/soon.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"

const LOOK_EVERY_MS = 5_000
const KEY_HASH = "the hash of the follower's key"

afterEach(() => void vi.useRealTimers())

/** The box that stood by: how often it was asked, and since when it speaks for the store. */
async function openPeer() {
  const peer = { asked: 0, promotedAt: null as string | null, url: "" }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { nonce } = JSON.parse(Buffer.concat(chunks).toString())
    peer.asked += 1
    const { promotedAt } = peer
    const data = { promotedAt, proof: promotedAt === null ? null : proofOf(KEY_HASH, nonce) }
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ success: true, data, meta: {} }))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  whenOver(() => void server.close())
  peer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return peer
}

it("a message that could not be stored is requested again, and the box does not sell longer", async () => {
  const peer = await openPeer()
  const db = openSqlite(join(tempDir(), "box.db"))
  whenOver(() => void db.close())
  migrateSqlite(db, MIGRATIONS, systemClock.iso())
  const store = createBoxStore(db, systemClock)
  store.write((tx) => {
    saveFollower(tx, KEY_HASH)
    saveUrl(tx, peer.url)
  })
  let fenced = false
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  const peers = createPeers({
    store,
    secretKey: Buffer.alloc(32),
    credentials: { read: () => null, save: () => undefined },
    hub: null,
    isFenced: () => fenced,
    fence: () => {
      store.write(({ db }) => writeMeta(db, "fenced", "yes"))
      fenced = true
    },
    epoch: () => "epoch-1",
    log: silentLog,
  })
  await peers.start(new AbortController().signal)
  peer.promotedAt = systemClock.iso()
  db.pragma("query_only = ON")
  for (const asked of [2, 3]) {
    vi.advanceTimersByTime(LOOK_EVERY_MS)
    await soon(() => expect(peer.asked).toBe(asked))
  }
  expect(fenced).toBe(false)
  db.pragma("query_only = OFF")
  vi.advanceTimersByTime(LOOK_EVERY_MS)
  await soon(() => expect(fenced).toBe(true))
  await peers.stop()
})
