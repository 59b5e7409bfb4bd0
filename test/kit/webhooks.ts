/** A hub with provisioned webhook endpoints: time is set by the test. */
import type { WebhookEndpointEntry } from "../../hub/tenants/provisioning-schema.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import type { OpenStore } from "./databases.ts"
import { openTestHub, type TestHub, type TestHubOptions, testTenants } from "./hub.ts"

export const HOUR_MS = 3_600_000

export interface WebhookHub extends TestHub {
  /** Makes the first account's endpoints these, on top of those that are. */
  provide(...endpoints: readonly Partial<WebhookEndpointEntry>[]): Promise<void>
  /** Lets time go by, an hour at a time at most, with all that falls due. */
  pass(ms: number): Promise<void>
}

export async function openWebhookHub(open: OpenStore, options: TestHubOptions = {}): Promise<WebhookHub> {
  const hub = await openTestHub(open, { allowPrivateWebhooks: true, ...options })
  const settle = () => hub.hub.queue.settle()
  return {
    ...hub,
    async provide(...endpoints) {
      const file = JSON.parse(testTenants(options.sandbox && { providerUrl: options.sandbox.url }))
      file.accounts[0].webhookEndpoints = endpoints.map((endpoint) => ({
        vendorId: "acme.ec.quito",
        events: ["*"],
        ...endpoint,
      }))
      const done = await hub.hub.operator.provision(JSON.stringify(file))
      if (isRefusal(done)) throw new Error(done.message)
    },
    async pass(ms) {
      await settle()
      for (let left = ms; left > 0; left -= HOUR_MS) {
        hub.clock.advance(Math.min(left, HOUR_MS))
        await settle()
      }
    },
  }
}
