/** A real box of several hubs: claimed, paired, and selling while they come and go. */
import { startAppliance } from "../../../appliance/main.ts"
import { silentLog } from "../../../runtime/log.ts"
import { ask } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { runProgram } from "../../kit/processes.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"
import { type Hubs, SECRET_KEY } from "../hub-kills/hubs.ts"
import { STORE_ID } from "../store-day/stage.ts"

const LOOK_EVERY_MS = 20

export interface SellingStore {
  /** One sale at its counter, charged: the order's id. It needs no hub. */
  sell(name: string): Promise<string>
  has(id: string): Promise<boolean>
  /** What the hub has not acknowledged yet. */
  unsent(): number
}

export async function openStore(hubs: Hubs, at: { data: string; database: string }): Promise<SellingStore> {
  const box = await startAppliance(
    {
      hub: hubs.url(0),
      hubMqtt: null,
      data: tempDir(),
      logLevel: "silent",
      host: "127.0.0.1",
      port: 0,
      mqttPort: 0,
      printer: [],
      rateLimit: 0,
      secretKey: null,
      publicUrl: null,
      backups: null,
    },
    { log: silentLog, showClaim: (code) => void claim(code, at) },
  )
  whenOver(() => box.stop())
  while (!box.hasConfig()) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  const code = box.pairingCode({ kind: "pos", deviceId: "pos-1" })
  const paired = await ask(`${box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
  const call = (method: string, path: string, body?: unknown) =>
    ask(box.url + path, { method, body, key: paired.body.data.key })
  return {
    async sell(name) {
      const made = await call("POST", ORDERS, orderBody({ orderId: name, createdAt: new Date().toISOString() }))
      const { id } = made.body.data
      const charged = await call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: `${name}-tender` }))
      if (charged.body.data?.outcome !== "settled") throw new Error(JSON.stringify(charged.body))
      return id
    },
    has: async (id) => (await call("GET", `${ORDERS}/${id}`)).status === 200,
    unsent: () => box.sync().unsent,
  }
}

async function claim(code: string, { data, database }: { data: string; database: string }): Promise<void> {
  const place = ["--store", STORE_ID, "--data", data, "--database", database, "--secret-key", SECRET_KEY]
  const { code: exit, err } = await runProgram(["hub", "claim", code, ...place])
  if (exit !== 0) throw new Error(err)
}
