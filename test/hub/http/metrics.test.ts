/** What the hub counts of itself. */
import { setTimeout as sleep } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, it } from "vitest"
import { createMetrics } from "../../../hub/http/metrics.ts"

const nothing = async () => []

it("the process's own metrics appear once, whichever of its hubs is asked", async () => {
  for (const metrics of [1, 2].map(() => createMetrics({ components: nothing, jobs: nothing, now: Date.now }))) {
    const text = await metrics.text()
    expect(text.match(/^# TYPE brasa_process_cpu_seconds_total /gm)).toHaveLength(1)
    expect(text.match(/^# TYPE brasa_http_requests_total /gm)).toHaveLength(1)
  }
})

it("metrics of a stopped hub are gone", async () => {
  setFlagsFromString("--expose-gc")
  const collectGarbage: () => void = runInNewContext("gc")
  const hub = countAHub()
  await sleep(0)
  collectGarbage()
  expect(hub.deref()).toBeUndefined()
})

function countAHub(): WeakRef<object> {
  const hub = { now: Date.now }
  createMetrics({ components: nothing, jobs: nothing, now: () => hub.now() })
  return new WeakRef(hub)
}
