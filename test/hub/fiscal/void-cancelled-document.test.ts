/** An invoice of a store without a gateway: its order is cancelled directly, and the sandbox authority rules on the void. */
import { beforeAll, describe, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../../kit/fiscal.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { testTenants } from "../../kit/tenants.ts"

const REASON = { reason: "Customer left" }
const WAIT = { timeout: 15_000 }

const cancelPath = (orderId: string) => `/api/v1/adapters/partner/stores/orders/${orderId}/cancel`

function withoutGateway(): string {
  const file = JSON.parse(testTenants())
  file.accounts[0].vendors[0].stores[0].fiscal.gateway = false
  return JSON.stringify(file)
}

eachDatabase((_engine, open) => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await openTestHub(open, { sandboxFiscalDelayMs: 0 })
    await hub.hub.operator.provision(withoutGateway())
  })
  const statusAt = async (side: Pick<TestBox, "call">, id: string) => {
    await hub.hub.queue.settle()
    return (await side.call("GET", `${ORDERS}/${id}/fiscal`)).body.data.fiscal.status
  }
  const invoiced = async (metadata?: object) => {
    const body = orderBody({ channel: "WEB" })
    const { id } = (await hub.call("POST", ORDERS, body)).body.data
    const asked = fiscalBody({ orderId: body.orderId, ...(metadata && { metadata }) })
    const { fiscalRequestId } = (await hub.call("POST", NUMBERING, asked)).body.data
    return { id: id as string, external: body.orderId, fiscalRequestId }
  }
  const cancel = async (side: Pick<TestBox, "call">, external: string) =>
    expect((await side.call("POST", cancelPath(external), REASON)).status).toBe(200)

  describe("the void of a cancelled order without a number of its own", () => {
    it("is confirmed: document and request are cancelled", async () => {
      const { id, external, fiscalRequestId } = await invoiced()
      await expect.poll(() => statusAt(hub, id), WAIT).toBe("authorized")
      await cancel(hub, external)
      await expect.poll(() => statusAt(hub, id), WAIT).toBe("cancelled")
      expect((await hub.call("GET", `${NUMBERING}/${fiscalRequestId}`)).body.data.documentStatus).toBe("CANCELLED")
    })

    it("stays cancelling while the authority is silent", async () => {
      const { id, external } = await invoiced({ sandbox: "silence" })
      await cancel(hub, external)
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(await statusAt(hub, id)).toBe("cancelling")
    })

    it("is confirmed at hub and store for an order that was cancelled at the store", async () => {
      const box = await openTestBox(hub)
      const { id, external } = await invoiced()
      for (const side of [hub, box]) await expect.poll(() => statusAt(side, id), WAIT).toBe("authorized")
      await cancel(box, external)
      for (const side of [hub, box]) await expect.poll(() => statusAt(side, id), WAIT).toBe("cancelled")
    })
  })
})
