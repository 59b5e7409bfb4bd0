/** What the demo prints is true: each address of a screen pairs whoever opens it, its key and its sign-in are taken, and the next start has codes for others. */
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { createClient } from "../../protocol/client/index.ts"
import { pairDevice } from "../../protocol/http/enrolment.ts"
import { listOrders } from "../../protocol/http/order-reads.ts"
import { freePorts } from "../kit/ports.ts"
import { type Program, startProgram } from "../kit/processes.ts"
import { tempDir, whenOver } from "../kit/temp.ts"

const PORTS = ["port", "mqtt-port", "box-port", "box-mqtt-port", "payments-port", "printer-port", "printer-window-port"]
const SCREENS = [
  ["/pos", "pos", null],
  ["/kiosk", "kiosk", null],
  ["/kds", "kds_station", "grill"],
  ["/kds", "kds_station", "drinks"],
  ["/kds/expo", "expo", null],
  ["/kds/board", "board", null],
  ["/manage", "manager", null],
]

it("the demo prints an address for each of its screens, and keeps its data at the next start", async () => {
  const data = join(tempDir(), "demo")
  const first = await startDemo(data)
  const [, boxUrl = ""] = await first.says(/Box API \(LAN\) +(\S+)/)
  await first.says(/Ctrl-C stops everything/)
  const addresses = addressesIn(first)
  const box = createClient({ baseUrl: boxUrl, key: "" })
  const paired = []
  for (const { path, code } of addresses) {
    const { data: device } = (await box.call(pairDevice, { body: { code } })) as { data: Paired }
    paired.push([path, device.kind, device.station])
  }
  expect(paired).toEqual(SCREENS)
  const [, hubUrl = ""] = await first.says(/Hub API +(\S+)/)
  const [, key = ""] = await first.says(/API key +(\S+)/)
  expect(await createClient({ baseUrl: hubUrl, key }).call(listOrders, { query: {} })).toMatchObject({ status: 200 })
  expect(await first.stop()).toBe(0)

  const second = await startDemo(data)
  await second.says(/Ctrl-C stops everything/)
  const fresh = addressesIn(second)
  expect(fresh.map(({ name }) => name)).toEqual(addresses.map(({ name }) => name.replace("-1", "-2")))
  expect(await second.stop()).toBe(0)
})

it("the demo's data is not readable by other users, whatever the shell's umask", async () => {
  const data = join(tempDir(), "demo")
  const demo = await startDemo(data)
  await demo.says(/Ctrl-C stops everything/)
  await demo.stop()
  const files = readdirSync(data, { recursive: true, encoding: "utf8" })
  // The first backup of the box may be among them already.
  const databases = files.filter((file) => file.endsWith(".db") && !file.includes("backups"))
  expect(databases).toHaveLength(2)
  expect(files.filter((file) => (statSync(join(data, file)).mode & 0o007) !== 0)).toEqual([])
})

interface Paired {
  readonly kind: string
  readonly station: string | null
}

async function startDemo(data: string): Promise<Program> {
  const ports = await freePorts(PORTS.length)
  const demo = startProgram(["demo", "--data", data, ...PORTS.flatMap((name, n) => [`--${name}`, `${ports[n]}`])])
  whenOver(() => demo.kill())
  return demo
}

function addressesIn(demo: Program) {
  const found = demo.output().matchAll(/http:\/\/[^/\s]+(\/\S+)#pair=(\S+)(?: \((\S+)\))?/g)
  return [...found].map(([, path = "", code = "", name = ""]) => ({ path, code, name }))
}
