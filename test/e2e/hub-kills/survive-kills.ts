/** Kills real hubs again and again while events leave and reports come, and counts what became of them. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { KITCHEN_STAGES } from "../../../protocol/shapes/kitchen.ts"
import { type Hubs, openHubs } from "./hubs.ts"
import { type KillsReceiver, openKillsReceiver } from "./receiver.ts"

const ORDERS = "/api/v1/core/external/orders"
const REPORTS = "/api/v1/webhooks/kds/order-status"
const ORDERS_A_ROUND = 6
const KILL_WITHIN_MS = 150
const LOOK_EVERY_MS = 50
const PATIENCE_MS = 60_000

export interface KillsOptions {
  readonly rounds: number
  /** How many side by side. */
  readonly hubs: number
  /** Its address; `data` is a directory that is gone afterwards. */
  readonly database: (data: string) => string
  readonly chance?: () => number
  readonly onRound?: () => void
}

export interface Survived {
  readonly orders: number
  /** That were accepted with a 202, each once. */
  readonly reports: number
  readonly events: number
  /** Events that came more than once, always with one id and one body. */
  readonly cameAgain: number
  /** Jobs that a killed process had in its hands. */
  readonly takenUp: number
  /** What was lost, doubled or wrong. */
  readonly faults: readonly string[]
}

interface Sold {
  readonly id: string
  readonly dispatch: string
}

export async function surviveHubKills(options: KillsOptions): Promise<Survived> {
  const { rounds, chance = Math.random, onRound = () => {} } = options
  const data = mkdtempSync(join(tmpdir(), "brasa-hub-kills-"))
  const receiver = await openKillsReceiver(chance)
  let hubs: Hubs | undefined
  try {
    const place = { data, database: options.database(data), receiverUrl: receiver.url }
    hubs = await openHubs({ ...place, count: options.hubs })
    const sold: Sold[] = await killWhileSending(hubs, receiver)
    const records = new Set<string>()
    for (let round = 0; round < rounds; round += 1) {
      const fresh = await sellSome(hubs, `kills-${round}`)
      sold.push(...fresh)
      for (const id of await reportAndKill(hubs, fresh, { victim: round % hubs.count, chance })) records.add(id)
      onRound()
    }
    return await judge({ hubs, receiver, sold, records })
  } finally {
    await hubs?.close()
    receiver.close()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Events that were sent and not answered when every hub is killed. */
async function killWhileSending(hubs: Hubs, receiver: KillsReceiver): Promise<Sold[]> {
  receiver.silent = true
  const sold = await sellSome(hubs, "kills-sending")
  await eventually(() => receiver.heard.size > 0)
  const all = Array.from({ length: hubs.count }, (_, hub) => hub)
  await Promise.all(all.map(hubs.kill))
  receiver.silent = false
  await hubs.expireLeases()
  await Promise.all(all.map(hubs.start))
  for (const { id, dispatch } of sold) {
    for (const stage of KITCHEN_STAGES) await hubs.insist(REPORTS, reportOf(id, dispatch, stage))
  }
  return sold
}

async function sellSome(hubs: Hubs, name: string): Promise<Sold[]> {
  return Promise.all(
    Array.from({ length: ORDERS_A_ROUND }, async (_, n) => {
      const made = await hubs.insist(ORDERS, orderOf(`${name}-${n}`))
      const { data } = await hubs.insist(`${ORDERS}/${made.data.id}?fields=id,kitchen`)
      return { id: data.id, dispatch: data.kitchen.dispatches[0].eventId }
    }),
  )
}

/** The ids of the records; a report without an answer is sent again until there is one, as a display would. */
async function reportAndKill(
  hubs: Hubs,
  sold: readonly Sold[],
  { victim, chance }: { victim: number; chance: () => number },
): Promise<string[]> {
  const bodies = sold.flatMap(({ id, dispatch }) => KITCHEN_STAGES.map((stage) => reportOf(id, dispatch, stage)))
  const first = bodies.map((body, n) => hubs.ask(n % hubs.count, REPORTS, body))
  await pause(chance() * KILL_WITHIN_MS)
  await hubs.kill(victim)
  const answers = await Promise.all(first)
  await hubs.expireLeases()
  await hubs.start(victim)
  return Promise.all(
    bodies.map(async (body, n) => {
      const answered = answers[n]?.status === 202 ? answers[n].body.webhookEventId : null
      const { webhookEventId } = await hubs.insist(REPORTS, body)
      if (answered !== null && answered !== webhookEventId) throw new Error(`two records of ${JSON.stringify(body)}`)
      return webhookEventId as string
    }),
  )
}

interface Judged {
  readonly hubs: Hubs
  readonly receiver: KillsReceiver
  readonly sold: readonly Sold[]
  readonly records: ReadonlySet<string>
}

async function judge({ hubs, receiver, sold, records }: Judged): Promise<Survived> {
  await eventually(async () => {
    const { byStatus, undelivered } = await hubs.jobs()
    return !byStatus.queued && !byStatus.processing && !byStatus.retry && undelivered === 0
  })
  const { byStatus, begunAgain } = await hubs.jobs()
  const faults = [...receiver.faults]
  if (byStatus.failed || byStatus.dead) faults.push(`jobs ended ${JSON.stringify(byStatus)}`)
  for (const id of records) {
    const { data } = await hubs.insist(`/api/v1/webhooks/events/${id}`)
    if (!["processed", "ignored"].includes(data.status)) faults.push(`record ${id} is ${data.status}`)
  }
  for (const { id } of sold) {
    const { data } = await hubs.insist(`${ORDERS}/${id}`)
    const journey = data.kitchen.journey.map(({ eventType }: { eventType: string }) => eventType).sort()
    const expected = [...KITCHEN_STAGES].sort()
    if (`${journey}` !== `${expected}` || data.status !== "COMPLETED") faults.push(`order ${id}: ${journey}`)
    for (const type of ["order.opened", "order.sent_to_kitchen", "order.completed"]) {
      const times = [...receiver.heard.values()].filter((event) => event.orderId === id && event.type === type).length
      if (times !== 1) faults.push(`order ${id}: ${times} events ${type}`)
    }
  }
  const cameAgain = [...receiver.heard.values()].filter(({ times }) => times > 1).length
  const counts = { orders: sold.length, reports: records.size, events: receiver.heard.size }
  return { ...counts, cameAgain, takenUp: begunAgain, faults }
}

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > until) throw new Error("it has not come to rest")
    await pause(LOOK_EVERY_MS)
  }
}

function orderOf(orderId: string) {
  const products = [{ productId: "p-burger", name: "Hamburguesa clásica", quantity: 1, unitPrice: "6.5000" }]
  const totals = [{ code: "TOTAL", amount: "6.5000" }]
  const paid = { status: "SUCCEEDED", paymentMethods: [{ method: "CARD", amount: "6.5000" }] }
  const named = { orderId, orderCode: orderId, createdAt: new Date().toISOString(), channel: "WEB" }
  const payments = { totals, currencyCode: "USD", ...paid }
  return { ...named, selectedShippingMethod: "DELIVERY", store: { code: "UIO-001" }, order: { products }, payments }
}

function reportOf(orderId: string, eventId: string, eventType: string) {
  return {
    orderId,
    eventId,
    eventType,
    providerEventId: "kds-1",
    occurredAt: new Date().toISOString(),
    station: "grill",
  }
}
