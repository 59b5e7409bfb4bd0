/** Events out of a hub on SQLite: from an order to the receiver that hears it is paid, and deliveries a second to one endpoint. */
import { openOrder, takeJourneys } from "../journeys.ts"
import { percentile } from "../measure.ts"
import { PRODUCT, run } from "../processes.ts"
import { openReceiver } from "../receiver.ts"
import type { Row } from "../report.ts"
import { provisionedHub, provisionReceiver, RECEIVER_NAME } from "../stage.ts"

const JOURNEYS = 50
const ORDERS = 500
const AT_ONCE = 25
const LINE = "events out, SQLite"

export async function benchWebhooks(): Promise<Row[]> {
  const receiver = await openReceiver()
  const { place, hub } = await provisionedHub()
  await provisionReceiver(place, receiver.url, ["order.*"])
  const waits = await takeJourneys(place.port, receiver, JOURNEYS)
  await run(PRODUCT, ["hub", "webhooks", "disable", RECEIVER_NAME, "--data", place.data])
  for (let n = 0; n < ORDERS; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => openOrder(place.port, `many-${n + k}`)))
  }
  const before = receiver.count()
  const enabled = run(PRODUCT, ["hub", "webhooks", "enable", RECEIVER_NAME, "--data", place.data])
  const perSecond = await receiver.rate(before + ORDERS)
  await enabled
  await hub.stop()
  receiver.close()
  return [
    {
      line: LINE,
      what: "open, confirm, event at the receiver, p50",
      unit: "ms",
      ours: percentile(waits, 50),
      against: null,
      goal: null,
    },
    { line: LINE, what: "the same, p99", unit: "ms", ours: percentile(waits, 99), against: null, goal: null },
    { line: LINE, what: "deliveries to one endpoint", unit: "/s", ours: perSecond, against: null, goal: null },
  ]
}
