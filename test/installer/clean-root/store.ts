/** A hub and a box that were installed, on one machine: provisioned, claimed, paired, and selling. */
import { appendFileSync, writeFileSync } from "node:fs"
import demoTenant from "../../../hub/tenants/demo-tenant.json" with { type: "json" }
import { type Client, createClient } from "../../../protocol/client/index.ts"
import { pairDevice } from "../../../protocol/http/enrolment.ts"
import { confirmPayment, createOrder, getOrder } from "../../../protocol/http/orders.ts"
import { eventually, insist } from "../../e2e/store-day/insist.ts"
import { API_KEY, STORE_ID } from "../../e2e/store-day/stage.ts"
import { freePorts } from "../../kit/ports.ts"
import type { CleanRoot, Running } from "./root.ts"

const TIMEOUT_MS = 15_000
const PRICE = "6.50"

export interface InstalledStore {
  readonly box: () => Running
  /** Rings an order up at the box and charges it in cash; resolves when the hub knows it as paid. */
  sell(orderId: string): Promise<void>
  isPaidAtBox(orderId: string): Promise<boolean>
  /** Where the running box says its version. */
  readonly healthUrl: string
  startBox(): Promise<void>
  /** Without waiting for its word. */
  launchBox(): void
  stopBox(): Promise<number | null>
  /** With the release that is pointed to by then. */
  restartHub(): Promise<void>
  stopAll(): Promise<void>
}

export async function openInstalledStore(root: CleanRoot): Promise<InstalledStore> {
  const [hubPort = 0, hubMqtt = 0, boxPort = 0, boxMqtt = 0] = await freePorts(4)
  set(root, "hub.env", { BRASA_HOST: "127.0.0.1", BRASA_PORT: hubPort, BRASA_MQTT_PORT: hubMqtt })
  const hubUrl = `http://127.0.0.1:${hubPort}`
  set(root, "appliance.env", {
    BRASA_HUB: hubUrl,
    BRASA_HOST: "127.0.0.1",
    BRASA_PORT: boxPort,
    BRASA_MQTT_PORT: boxMqtt,
  })
  // In /etc/brasa, because the program is not root, whoever calls it.
  writeFileSync(root.path("etc/brasa/tenants.json"), JSON.stringify(demoTenant))
  root.must(["brasa", "hub", "provision", "/etc/brasa/tenants.json"])
  const startHub = async () => {
    const started = root.startUnit("brasa-hub.service")
    await started.says(/the hub is up/)
    return started
  }
  let hub = await startHub()
  let box = root.startUnit("brasa-appliance.service")
  const claim = await box.says(/Claim code: (\S+)/)
  root.must(["brasa", "hub", "claim", claim, "--store", STORE_ID])
  const code = await box.says(/Register: .*pairing code (\S+)/)
  const at = (baseUrl: string, key: string | null) => createClient({ baseUrl, key, timeoutMs: TIMEOUT_MS })
  const boxUrl = `http://127.0.0.1:${boxPort}`
  await insist(() => at(boxUrl, null).call(pairDevice, { body: { code } }))
  const [lan, cloud] = [at(boxUrl, API_KEY), at(hubUrl, API_KEY)]
  const stopBox = () => box.stop()
  const launchBox = () => {
    box = root.startUnit("brasa-appliance.service")
  }
  return {
    box: () => box,
    healthUrl: `${boxUrl}/healthz`,
    launchBox,
    sell: (orderId) => sell(lan, cloud, orderId),
    isPaidAtBox: (orderId) => isPaid(lan, orderId),
    stopBox,
    async restartHub() {
      await hub.stop()
      hub = await startHub()
    },
    async startBox() {
      launchBox()
      await box.says(/the box is up/)
    },
    async stopAll() {
      await stopBox()
      await hub.stop()
    },
  }
}

async function sell(lan: Client, cloud: Client, orderId: string): Promise<void> {
  const totals = (["SUBTOTAL", "TOTAL"] as const).map((code) => ({ code, amount: PRICE }))
  await insist(() =>
    lan.call(createOrder, {
      body: {
        orderId,
        orderCode: orderId.toUpperCase(),
        createdAt: new Date().toISOString(),
        channel: "POS",
        selectedShippingMethod: "TAKE_AWAY",
        store: { id: STORE_ID },
        operatorUid: "ana",
        order: { products: [{ productId: "p-burger", name: "Hamburguesa", quantity: 1, unitPrice: PRICE }] },
        payments: {
          totals,
          currencyCode: "USD",
          status: "PENDING",
          paymentMethods: [{ method: "CASH", amount: PRICE }],
        },
      },
    }),
  )
  const tender = {
    transaction_id: `${orderId}-1`,
    status: "approved",
    amount: PRICE,
    currency_code: "USD",
    method: "CASH",
    occurred_at: new Date().toISOString(),
    operator_uid: "ana",
  } as const
  await insist(() => lan.call(confirmPayment, { params: { orderId }, body: { payments: [tender] } }))
  await eventually(async () => ((await isPaid(cloud, orderId)) ? null : `${orderId} is not paid at the hub`))
}

async function isPaid(client: Client, orderId: string): Promise<boolean> {
  const answer = await client.call(getOrder, { params: { orderId }, query: {} })
  return answer.ok && answer.data.paymentStatus === "SUCCEEDED"
}

function set(root: CleanRoot, file: string, values: Readonly<Record<string, string | number>>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
  appendFileSync(root.path(`etc/brasa/${file}`), `\n${lines.join("")}`)
}
