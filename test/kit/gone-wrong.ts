/** Adds failed work to a hub's database: a dead job, money without its order, dead letters. */
import type { HubContext } from "../../hub/composition/hub-context.ts"
import { SISTER_STORE, STORE } from "./tenants.ts"

const QUITO = { account_id: "acme", vendor_id: "acme.ec.quito" }
const SISTER = { account_id: "acme", vendor_id: "acme.ec.guayaquil" }
export const DEAD = "019aa000-0000-7000-8000-000000000001"
export const SISTERS_DEAD = "019aa000-0000-7000-8000-000000000002"
export const INTENT = "019aa000-0000-7000-8000-000000000003"
export const LONG_AGO = "2026-11-20T09:00:00.000Z"

/** At both vendors of the first account, where a kind of thing has room for two. */
export async function goWrong({ store }: HubContext): Promise<void> {
  await store.system.write(async ({ db }) => {
    const job = {
      kind: "webhook.deliver",
      lane: "endpoint/1",
      status: "dead",
      waiting: 0,
      attempts: 9,
      fence: 9,
      run_at: LONG_AGO,
      first_received_at: LONG_AGO,
      ended_at: LONG_AGO,
      body: JSON.stringify({ orderId: "order-7" }),
      error: "answered 500 to ana@example.com",
    }
    await db
      .insertInto("job")
      .values([
        { ...job, ...QUITO, job_id: DEAD },
        { ...job, ...SISTER, job_id: SISTERS_DEAD },
      ])
      .execute()
    const intent = { external_id: "web-7", store_id: STORE, channel: "WEB", currency: "USD", amount_total: 65_000 }
    const times = { created_at: LONG_AGO, updated_at: LONG_AGO }
    await db
      .insertInto("charge_intent")
      .values({ ...QUITO, ...intent, ...times, intent_id: INTENT, status: "succeeded", placed: "unfit" })
      .execute()
    const attempt = { attempt_id: INTENT, intent_id: INTENT, slot: 1, attempt_number: 1, method_code: "LINK" }
    await db
      .insertInto("charge_attempt")
      .values({ ...QUITO, ...attempt, ...times, status: "succeeded", amount: 65_000 })
      .execute()
    const op = { epoch: "e-1", mark: "m-1", kind: "order.changed", at: LONG_AGO, body: "{}", reason: "no such store" }
    await db
      .withTables<{ parked_op: Record<string, unknown> }>()
      .insertInto("parked_op")
      .values([
        { ...QUITO, ...op, store_id: STORE, seq: 1, parked_at: LONG_AGO },
        { ...SISTER, ...op, store_id: SISTER_STORE, seq: 2, parked_at: LONG_AGO },
      ])
      .execute()
    await db
      .withTables<{ store_link: Record<string, unknown> }>()
      .insertInto("store_link")
      .values({ ...QUITO, store_id: STORE })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const told = { at: LONG_AGO, parked_at: LONG_AGO, reason: "not known here" }
    await db
      .withTables<{ store_parked: Record<string, unknown> }>()
      .insertInto("store_parked")
      .values([
        { ...QUITO, ...told, store_id: STORE, mark: "m-7", kind: "fiscal.ruled", may_retry: 1 },
        { ...SISTER, ...told, store_id: SISTER_STORE, mark: "m-8", kind: "catalog.changed", may_retry: 0 },
      ])
      .execute()
  })
}
