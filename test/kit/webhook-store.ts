/** A database with one vendor, a receiver and an endpoint for each test, without a hub: time is set by the test. */
import { createHubStore, type HubStore, type HubTables, MIGRATIONS } from "../../hub/storage/index.ts"
import { createWebhooks, recordEvent, type Webhooks } from "../../hub/webhooks/index.ts"
import { createManualClock, type ManualClock } from "../../runtime/clock.ts"
import { createIds, type Ids } from "../../runtime/ids.ts"
import { silentLog } from "../../runtime/log.ts"
import { seal } from "../../runtime/secrets.ts"
import type { OpenStore } from "./databases.ts"
import { openReceiver, type Receiver } from "./receiver.ts"

export const OWNER = { accountId: "acme", vendorId: "acme.ec.quito" }
export const SECRET_KEY = Buffer.alloc(32, 7)
const KEPT_MS = 30 * 24 * 3_600_000

export interface WebhookStore {
  readonly store: HubStore
  readonly clock: ManualClock
  readonly ids: Ids
  readonly receiver: Receiver
  /** What the room of webhooks offers; each has its own ways out, to be closed. */
  webhooks(): Webhooks
  /** The one endpoint from now on, so that what came before is none of its business. */
  provide(name: string): Promise<void>
  /** Records an event for whoever listens; its id, null where nobody does. */
  record(): Promise<string | null>
}

export async function openWebhookStore(open: OpenStore): Promise<WebhookStore> {
  const clock = createManualClock("2026-11-21T18:00:00.000Z")
  const ids = createIds({ clock })
  const store = createHubStore(await open<HubTables>({ migrations: MIGRATIONS, clock }))
  const receiver = await openReceiver()
  const owner = { account_id: OWNER.accountId, vendor_id: OWNER.vendorId }
  await store.system.write(async ({ db }) => {
    await db.insertInto("account").values({ account_id: OWNER.accountId, name: "Acme" }).execute()
    await db
      .insertInto("vendor")
      .values({ ...owner, name: "Q", country_code: "EC", legal: null })
      .execute()
  })
  return {
    ...{ store, clock, ids, receiver },
    webhooks: () =>
      createWebhooks({
        ...{ store, ids, clock, log: silentLog },
        secretKey: SECRET_KEY,
        allowPrivate: true,
        keptMs: KEPT_MS,
      }),
    provide: (name) =>
      store.system.write(async ({ db, now }) => {
        await db.updateTable("webhook_endpoint").set({ disabled_at: now }).execute()
        const address = { endpoint_id: name, name, url: receiver.url, events: '["menu.updated"]', created_at: now }
        const secret_sealed = seal("whsec_x", SECRET_KEY, `endpoint/${name}/secret`)
        await db
          .insertInto("webhook_endpoint")
          .values({ ...address, ...owner, secret_sealed })
          .execute()
      }),
    record: () => store.write(OWNER, (tx) => recordEvent(tx, ids, { type: "menu.updated", data: { channel: "POS" } })),
  }
}
