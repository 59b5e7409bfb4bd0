/** The first box is killed while its link to the hub is cut; its standby takes over, and the money is complete. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type RunningAppliance, startAppliance } from "../../appliance/main.ts"
import { joinFirst, readJoined, startStandby } from "../../appliance/standby/index.ts"
import { requestsOf } from "../../hub/fiscal/requests-store.ts"
import packageJson from "../../package.json" with { type: "json" }
import { silentLog } from "../../runtime/log.ts"
import { layCable } from "../kit/cable.ts"
import { onSqlite } from "../kit/databases.ts"
import { ask, KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { freePorts } from "../kit/ports.ts"
import { type Program, runProgram, startProgram } from "../kit/processes.ts"
import { tempDir, whenOver } from "../kit/temp.ts"
import { SPARE_POINT, tenantsWithSparePoint } from "../kit/tenants.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }

async function numberOf(hub: TestHub, orderId: string): Promise<string | undefined> {
  const kept = await hub.beside(({ store }) => store.read(TENANT, (scope) => requestsOf(scope, orderId)))
  return kept.map(({ record }) => record.representation.documentNumber).join()
}

/** The first box, as a process of its own, at an address that it keeps. */
function startFirst(data: string, flags: Record<string, string>): Program {
  const args = Object.entries({ data, host: "127.0.0.1", ...flags }).flatMap(([name, value]) => [`--${name}`, value])
  const program = startProgram(["appliance", ...args], { BRASA_RATE_LIMIT: "0" })
  whenOver(() => program.kill())
  return program
}

async function sell(url: string, orderId: string, total: string): Promise<string> {
  const body = orderBody({ orderId, total, createdAt: new Date().toISOString() })
  const placed = await ask(`${url}${ORDERS}`, { method: "POST", body, key: KEY })
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const [tender] = charge({ id: `tx-${orderId}`, amount: total }).payments
  const paid = await ask(`${url}${ORDERS}/${orderId}/confirm-payment`, {
    method: "POST",
    body: { payments: [{ ...tender, occurred_at: new Date().toISOString() }] },
    key: KEY,
  })
  expect(paid.status, JSON.stringify(paid.body)).toBe(200)
  return placed.body.data.id
}

const read = (url: string, path: string) => ask(url + path, { method: "GET", body: undefined, key: KEY })

async function follow(first: string, its: string, { hub, port }: { hub: TestHub; port: number }) {
  const made = await runProgram(["appliance", "standby-code", "--data", its])
  const code = /Standby code (\S+):/.exec(made.out)?.[1] ?? ""
  const data = tempDir()
  const joined = await joinFirst(data, { first, code, version: packageJson.version })
  if ("fault" in joined) throw new Error(joined.fault)
  const config = { data, host: "127.0.0.1", port, rateLimit: 0, publicUrl: null, hub: hub.hub.url }
  const standby = await startStandby(config, readJoined(data) ?? joined, { log: silentLog })
  whenOver(() => standby.stop())
  return { standby, config }
}

type Config = Awaited<ReturnType<typeof follow>>["config"]

async function startPromoted(config: Config, hub: TestHub): Promise<RunningAppliance> {
  const rest = { hubMqtt: hub.hub.mqttUrl, mqttPort: 0, printer: [], rateLimit: 0, secretKey: null, backups: null }
  const settings = { ...config, ...rest, logLevel: "silent" as const }
  const box = await startAppliance(settings, { log: silentLog, checkReplies: true })
  whenOver(() => box.stop())
  return box
}

onSqlite((database) => {
  describe("a standby", () => {
    it("takes over from a box that was killed while its link was cut: no sale is lost or repeated, and the other stops when it is back", async () => {
      const hub = await openTestHub(database)
      await hub.hub.operator.provision(tenantsWithSparePoint())
      // The program that is killed has no other clock than the world's.
      hub.clock.set(new Date().toISOString())
      const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
      whenOver(() => cable.close())
      const [port = 0, mqttPort = 0, standbyPort = 0] = await freePorts(3)
      const data = join(tempDir(), "first")
      mkdirSync(data)
      const flags = {
        hub: hub.hub.url,
        "hub-mqtt": `mqtt://127.0.0.1:${cable.port}`,
        port: `${port}`,
        "mqtt-port": `${mqttPort}`,
      }
      const first = startFirst(data, flags)
      const [, claim = ""] = await first.says(/Claim code: (\S+)/)
      await hub.hub.operator.claim(claim, STORE)
      await first.says(/Register: open/)
      const url = `http://127.0.0.1:${port}`
      const { standby, config } = await follow(url, data, { hub, port: standbyPort })
      const told = await sell(url, "told-1", "10.0000")
      await until(async () => (await read(hub.hub.url, `${ORDERS}/told-1`)).status === 200)
      cable.pull()
      const untold = await sell(url, "untold-1", "7.0000")
      const soldAt = Date.now()
      await until(() => Date.parse(standby.state().caughtUpAt ?? "") > soldAt)
      await first.kill()

      expect(await standby.promote({ by: "Rosa", isOff: false })).toBe("promoted")
      expect(await standby.ended).toBe("promoted")
      const box = await startPromoted(config, hub)
      expect((await read(box.url, `${ORDERS}/told-1`)).body.data).toMatchObject({ id: told, status: "COMPLETED" })
      // A register that does not know whether its sale went through sends it again, to the box that is there now.
      const again = orderBody({ orderId: "untold-1", total: "7.0000" })
      const repeated = await ask(`${box.url}${ORDERS}`, { method: "POST", body: again, key: KEY })
      expect([repeated.status, repeated.body.data.id]).toEqual([200, untold])
      await until(() => box.sync().agreed && box.sync().unsent === 0)
      expect((await read(hub.hub.url, `${ORDERS}/untold-1`)).body.data).toMatchObject({
        id: untold,
        status: "COMPLETED",
      })
      expect((await hub.hub.sync.stateOf(STORE))?.epoch).toBe(box.sync().epoch)

      // The first one is switched on again, and the hub is away for it: its neighbour says that it must stop.
      startFirst(data, flags)
      const late = orderBody({ orderId: "late-1", paid: "CASH" })
      await until(async () => {
        const answer = await ask(`${url}${ORDERS}`, { method: "POST", body: late, key: KEY }).catch(() => null)
        return answer?.status === 503
      })
      expect((await read(hub.hub.url, `${ORDERS}/late-1`)).status).toBe(404)

      await sell(box.url, "new-1", "5.0000")
      await until(() => box.sync().unsent === 0)
      const numbers = ["told-1", "untold-1", "new-1"].map((id) => numberOf(hub, id))
      expect(await Promise.all(numbers)).toEqual([
        "001-002-000000001",
        "001-002-000000002",
        `001-${SPARE_POINT}-000001001`,
      ])
      expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
    }, 90_000)
  })
})
