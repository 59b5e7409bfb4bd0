/** A line that is stopped: what is committed then is sent by the next connection or the next life, and nothing is left running. */
import { setTimeout as pause } from "node:timers/promises"
import { expect, it } from "vitest"
import { onSqlite } from "../../kit/databases.ts"
import { openBox, openHub, until } from "../../kit/line.ts"

/** Longer than a nudge waits. */
const AFTER_MS = 50

it("ignores a commit after its stop, and keeps what was committed", async () => {
  const box = openBox()
  box.sell(1)
  await box.uplink.stop()
  box.sell(2)
  box.db.close()
  // One that woke up would read a database that is closed, and end the process.
  await pause(AFTER_MS)
  const next = openBox({ path: box.path })
  expect(next.uplink.status().unsent).toBe(2)
})

onSqlite((open) => {
  it("sends what was committed meanwhile, once it is connected again after an outage test", async () => {
    const hub = await openHub(open)
    const box = openBox()
    await box.connect(hub.port)
    box.sell(1)
    await until(() => hub.applied.length === 1)
    await box.uplink.stop()
    box.sell(2)
    await box.connect(hub.port)
    await until(() => hub.applied.length === 2)
    box.sell(3)
    await until(() => box.uplink.status().unsent === 0)
    expect(hub.applied.length).toBe(3)
  })
})
