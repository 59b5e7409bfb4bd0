/** The hub beside Vendure, on databases of their own on one PostgreSQL server: paid orders, orders told to a receiver, memory. */
import { startPostgres } from "../../kit/start-postgres.ts"
import { createDatabases } from "../databases.ts"
import { takeJourneys } from "../journeys.ts"
import type { LoadResult } from "../load/generate-load.ts"
import { alternate, median } from "../measure.ts"
import type { Running } from "../processes.ts"
import { openReceiver, type Receiver } from "../receiver.ts"
import type { Goal, Row } from "../report.ts"
import { runLoad } from "../run-load.ts"
import { provisionedHub, provisionReceiver } from "../stage.ts"
import { fetchVendure, VENDURE_VERSION } from "../vendure/fetch-packages.ts"
import { greetShoppers, openShop, type Shop } from "../vendure/open-shop.ts"

const LINE = "hub beside Vendure, PostgreSQL"
const PEER = `Vendure ${VENDURE_VERSION}, cart to settled`
const DATABASES = ["bench_shop", "bench_orders", "bench_told"] as const
const ROUNDS = 3
/** More of them only wait longer: the shop's rate is the same at 8 and lower at 64. */
const SHOPPERS = 16
/** A round's, each some ten seconds long. */
const BOUGHT = 96
const PAID = 6_000
const TOLD = 1_000
const ALONE = 10
const MEMORY_EVERY_MS = 100
const EVENT = "order.completed"

export async function benchVendure(): Promise<Row[]> {
  const folder = await fetchVendure()
  const server = await startPostgres()
  const receiver = await openReceiver()
  try {
    const [shopAt = "", paidAt = "", toldAt = ""] = await createDatabases(server.url, DATABASES)
    const shop = await openShop(folder, shopAt)
    const paid = await provisionedHub(paidAt)
    const told = await provisionedHub(toldAt)
    await provisionReceiver(told.place, receiver.url, [EVENT])
    return await compare({ shop, paid, told, receiver })
  } finally {
    receiver.close()
    await server.stop()
  }
}

interface Sides {
  readonly shop: Shop
  /** Takes in orders that come paid, and tells nobody. */
  readonly paid: Hub
  /** Has orders opened and confirmed, and tells the receiver. */
  readonly told: Hub
  readonly receiver: Receiver
}

type Hub = Awaited<ReturnType<typeof provisionedHub>>

async function compare({ shop, paid, told, receiver }: Sides): Promise<Row[]> {
  const credentials = await greetShoppers(shop, SHOPPERS)
  const buy = (count: number, connections = SHOPPERS) =>
    runLoad({ port: shop.port, script: "shop-order", count, connections, credentials })
  const pay = (count: number) => runLoad({ port: paid.place.port, script: "create-paid", count })
  const rounds = await alternate(ROUNDS, {
    shop: () => burst(shop.server, () => buy(BOUGHT)),
    paid: () => burst(paid.hub, () => pay(PAID)),
    told: () => burst(told.hub, () => tell(told.place.port, receiver)),
  })
  const { p50: shopAlone } = await buy(ALONE, 1)
  const toldAlone = median(await takeJourneys(told.place.port, receiver, ALONE))
  return rowsOf(rounds, [toldAlone, shopAlone])
}

/** Opened and confirmed; a second, as the receiver hears of them. */
async function tell(port: number, receiver: Receiver): Promise<LoadResult> {
  const heard = receiver.rate(receiver.count() + TOLD)
  const [load, perSecond] = await Promise.all([runLoad({ port, script: "create-confirm", count: TOLD }), heard])
  return { ...load, perSecond }
}

interface Burst extends LoadResult {
  /** The most that was held at once, and what is held when the last is answered, in MiB. */
  readonly memory: number
  readonly memoryAtEnd: number
  /** For each order, in ms. */
  readonly processor: number
}

async function burst(program: Running, act: () => Promise<LoadResult>): Promise<Burst> {
  const before = program.processor()
  const memory: number[] = []
  const look = setInterval(() => memory.push(program.memory()), MEMORY_EVERY_MS)
  try {
    const result = await act()
    const memoryAtEnd = program.memory()
    const processor = (program.processor() - before) / result.done
    return { ...result, memory: Math.max(...memory, memoryAtEnd), memoryAtEnd, processor }
  } finally {
    clearInterval(look)
  }
}

type Side = "shop" | "paid" | "told"

function rowsOf(rounds: Record<Side, Burst[]>, alone: readonly number[]): Row[] {
  const side = (name: "paid" | "told") => {
    const usual = (of: keyof Burst) =>
      [name, "shop" as const].map((one) => median(rounds[one].map((burst) => burst[of])))
    const most = [name, "shop" as const].map((one) => Math.max(...rounds[one].map(({ memory }) => memory)))
    return { usual, most }
  }
  const [paid, told] = [side("paid"), side("told")]
  const lighter = { of: "ratio", atMost: 0.6 } as const
  return [
    row("orders, prepaid", "/s", paid.usual("perSecond"), { of: "ratio", atLeast: 100 }),
    row("open, confirm, event at the receiver", "/s", told.usual("perSecond"), { of: "ratio", atLeast: 50 }),
    row("the same, one alone", "ms", alone),
    row("orders, prepaid, p50", "ms", paid.usual("p50")),
    row("orders, prepaid, p99", "ms", paid.usual("p99")),
    row("orders, prepaid, processor time of each", "ms", paid.usual("processor")),
    row("open, confirm, event, processor time of each", "ms", told.usual("processor")),
    row("memory under orders, prepaid, most", "MiB", paid.most, lighter),
    row("the same, when the last is answered", "MiB", paid.usual("memoryAtEnd")),
    row("memory under open, confirm, event, most", "MiB", told.most, lighter),
    row("the same, when the last is answered", "MiB", told.usual("memoryAtEnd")),
  ]
}

function row(what: string, unit: string, [ours = 0, value = 0]: readonly number[], goal: Goal | null = null): Row {
  return { line: LINE, what, unit, ours, against: { name: PEER, value }, goal }
}
