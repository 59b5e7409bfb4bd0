/** Another store of the same hub that sells while one catches up: how long each sale takes from its box to the hub. */
import { join } from "node:path"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { freePorts } from "../../kit/ports.ts"
import { SCRIPTS } from "../load/scripts.ts"
import { PRODUCT, run, scratch, untilWell } from "../processes.ts"
import { type HubPlace, startBox } from "../stage.ts"

const STORE_ID = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d02"
const KEY = "brasa_test_globex_0000000000000000001"
const SALE_EVERY_MS = 50
const LOOK_EVERY_MS = 10
/** The first sales open a day, and are not what is asked for. */
const READY_MS = 2_000

/** Sells until the answer is called; fills `waits`, in milliseconds. */
export async function openNeighbour(hub: HubPlace, waits: number[]): Promise<() => Promise<number[]>> {
  const [port = 0, mqttPort = 0] = await freePorts(2)
  const box = startBox({ data: scratch(), port, mqttPort, hubPort: hub.port, uplinkPort: hub.mqttPort })
  const [, claim = ""] = await box.says(/Claim code: (\S+)/)
  await run(PRODUCT, ["hub", "claim", claim, "--store", STORE_ID, "--data", hub.data])
  await untilWell(port, box)
  await box.says(/pairing code (\S+)/)
  await new Promise((resolve) => setTimeout(resolve, READY_MS))
  const db = new Sqlite(join(hub.data, "hub.db"), { readonly: true })
  const isThere = db.prepare("SELECT 1 FROM orders WHERE external_id = ?").pluck()
  const sold = new Map<string, number>()
  const look = setInterval(() => {
    for (const [name, at] of sold) {
      if (isThere.get(name) === undefined) continue
      waits.push(performance.now() - at)
      sold.delete(name)
    }
  }, LOOK_EVERY_MS)
  let n = 0
  const sell = setInterval(() => {
    n += 1
    void sellOne(port, n).then((name) => sold.set(name, performance.now()))
  }, SALE_EVERY_MS)
  return async () => {
    clearInterval(sell)
    while (sold.size > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    clearInterval(look)
    db.close()
    await box.kill()
    return waits
  }
}

async function sellOne(port: number, n: number): Promise<string> {
  const name = `neighbour-${n}`
  const [ask] = SCRIPTS["create-paid"]({ name, n, storeId: STORE_ID })
  if (ask === undefined) throw new Error("there is nothing to ask")
  const answer = await fetch(`http://127.0.0.1:${port}${ask.path}`, {
    method: ask.method,
    headers: { "content-type": "application/json", "x-api-key": KEY },
    body: ask.body,
  })
  if (answer.status !== ask.expect)
    throw new Error(`a neighbour's sale was answered ${answer.status}: ${await answer.text()}`)
  return name
}
