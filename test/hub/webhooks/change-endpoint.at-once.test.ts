/** Two do something with one endpoint, or one delivery, by what they had read before the other: neither is undone. */
import { beforeAll, expect, it } from "vitest"
import { findEndpoint, rotateSecret } from "../../../hub/webhooks/index.ts"
import { unseal } from "../../../runtime/secrets.ts"
import { eachDatabase, onPostgres } from "../../kit/databases.ts"
import { meetWrite } from "../../kit/meet-step.ts"
import { whenOver } from "../../kit/temp.ts"
import { OWNER, openWebhookStore, SECRET_KEY, type WebhookStore } from "../../kit/webhook-store.ts"

const KEPT_MS = 31 * 24 * 3_600_000

eachDatabase((_engine, open) => {
  it("of two rotations of a secret at once both new secrets sign", async () => {
    const { store, provide } = await openWebhookStore(open)
    await provide("rotated")
    const endpoint = await store.system.read((scope) => findEndpoint(scope, "rotated"))
    if (!endpoint) throw new Error("there is no endpoint")
    for (const secret of ["whsec_one", "whsec_two"])
      await store.system.write((tx) => rotateSecret(tx, SECRET_KEY, { endpoint, secret }))
    const now = await store.system.read((scope) => findEndpoint(scope, "rotated"))
    const signing = [now?.secretSealed, now?.oldSecretSealed].map((sealed) =>
      unseal(sealed ?? "", SECRET_KEY, "endpoint/rotated/secret"),
    )
    expect(signing).toEqual(["whsec_two", "whsec_one"])
  })
})

onPostgres((open) => {
  let at: WebhookStore

  beforeAll(async () => {
    at = await openWebhookStore(open)
  })

  it("a delivery that is accepted at the moment in which it expires counts as accepted", async () => {
    const webhooks = at.webhooks()
    whenOver(async () => webhooks.close())
    await at.provide("old")
    await at.record()
    at.clock.advance(KEPT_MS)
    await meetWrite(at.store, OWNER, {
      write: (tx) => tx.update("delivery").set({ status: "delivered" }).execute(),
      meet: webhooks.pruner.round,
    })
    // It goes with its event, and leaves no mark of one that nobody took.
    expect(await at.store.read(OWNER, (scope) => scope.select("delivery").select("status").execute())).toEqual([])
  })
})
