/** A box that stands by goes on with a promotion that the power cut short, and somebody asks for one meanwhile: there is one. */
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { expect, it } from "vitest"
import { joinFirst, normalise, saveCode, startStandby } from "../../../appliance/standby/index.ts"
import { STANDBY_DIR } from "../../../appliance/standby/joined-file.ts"
import { createBoxStore } from "../../../appliance/storage/index.ts"
import packageJson from "../../../package.json" with { type: "json" }
import { silentLog } from "../../../runtime/log.ts"
import { hashSecret } from "../../../runtime/secrets.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { openLoneBox } from "../../kit/lone-box.ts"
import { freePorts } from "../../kit/ports.ts"
import { soon } from "../../kit/soon.ts"
import { pairScreen } from "../../kit/store-staff.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"

const CODE = "ABCD-2345"

/** In the first box's place: it lets who asks it to step down wait until it is told. */
async function slowFirst() {
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    request.resume()
    waiting.push(response)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  whenOver(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, waiting }
}

it("an interrupted promotion and a requested one are the same promotion", async () => {
  const first = await openLoneBox()
  const manager = await pairScreen(first.box, "manager", "manager-1")
  const db = openSqlite(join(first.data, "box.db"))
  createBoxStore(db, first.clock).write((tx) => saveCode(tx, hashSecret(normalise(CODE)), "2026-11-21T19:00:00.000Z"))
  db.close()
  const [port = 0] = await freePorts(1)
  const config = { data: tempDir(), host: "127.0.0.1", port, rateLimit: 0, publicUrl: null, hub: null }
  const joined = await joinFirst(config.data, { first: first.box.url, code: CODE, version: packageJson.version })
  if ("fault" in joined) throw new Error(joined.fault)
  const before = await startStandby(config, joined, { log: silentLog })
  await soon(() => expect(before.state().is).toBe("following"))
  await before.stop()
  await first.box.stop()

  const slow = await slowFirst()
  const wish = { isAsked: true, by: "Rosa", isOff: true }
  writeFileSync(join(config.data, STANDBY_DIR, "promoting.json"), JSON.stringify(wish))
  const standby = startStandby(config, { ...joined, first: slow.url }, { log: silentLog })
  await soon(() => expect(slow.waiting).toHaveLength(1))
  const ask = async () => {
    const body = JSON.stringify({ isOff: true })
    const headers = { "content-type": "application/json", "x-api-key": manager.key }
    return (await fetch(`http://127.0.0.1:${port}/api/standby/promote`, { method: "POST", headers, body })).status
  }
  const asked = [ask(), ask()]
  // One of two is turned away at once; so the other has been heard.
  expect(await Promise.race(asked)).toBe(409)
  for (const response of slow.waiting.splice(0)) response.destroy()
  expect((await Promise.all(asked)).sort()).toEqual([200, 409])
  expect(await (await standby).ended).toBe("promoted")
  const box = openSqlite(join(config.data, "box.db"), { check: true })
  const trail = box.prepare<[], string>("SELECT body FROM audit ORDER BY seq").pluck().all()
  box.close()
  const wishes = trail.map((body) => JSON.parse(body)).filter(({ action }) => action === "box.promoted")
  expect(wishes.map(({ detail }) => detail.by)).toEqual(["Rosa"])
})
