/** PostgreSQL's own disk is full: who asks the hub is told, nothing is half done, and it goes on by itself once there is room. */
import { expect, it } from "vitest"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { fillDisk, makeRoom, mountDisk, unmountDisk } from "../../kit/small-disk.ts"
import { startPostgres } from "../../kit/start-postgres.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"

const ROOM = "size=256m,mode=755"
/** Pages that have room are filled first. */
const ORDERS_MAX = 2_000
const TIMEOUT_MS = 180_000
/** It may have ended for want of room, and starts again. */
const AGAIN = { timeout: 60_000 }

async function orderUntilRefused(hub: TestHub) {
  const taken: string[] = []
  for (let n = 0; n < ORDERS_MAX; n += 1) {
    const body = orderBody({ orderId: `full-${n}` })
    const answer = await hub.call("POST", ORDERS, body)
    if (answer.status !== 201) return { taken, body, answer }
    taken.push(body.orderId)
  }
  throw new Error(`the disk took ${ORDERS_MAX} orders`)
}

onPostgres((open) => {
  it("an order is refused whole with a 503, and accepted when there is room", {
    timeout: TIMEOUT_MS,
  }, async (test) => {
    const disk = tempDir()
    if (!mountDisk(disk, ROOM)) return test.skip("a disk cannot be mounted here")
    whenOver(() => unmountDisk(disk))
    const server = await startPostgres({ on: disk })
    whenOver(server.stop)
    const hub = await openTestHub(open, { database: server.url })
    fillDisk(disk)
    const { taken, body, answer } = await orderUntilRefused(hub)
    expect([answer.status, answer.body.error]).toEqual([503, "SERVICE_UNAVAILABLE"])
    makeRoom(disk)
    const statusOf = async (id: string) => (await hub.call("GET", `${ORDERS}/${id}`)).status
    await expect.poll(() => statusOf(body.orderId), AGAIN).toBe(404)
    await expect.poll(async () => (await hub.call("POST", ORDERS, body)).status, AGAIN).toBe(201)
    for (const id of [...taken, body.orderId]) expect(await statusOf(id)).toBe(200)
  })
})
