/** A payment provider's address is an account's choice: it reaches nothing inside, leads nowhere else, and answers only so much. */
import { expect, it } from "vitest"
import { eachDatabase } from "../../../kit/databases.ts"
import { openTestHub, STORE, type TestHub, testTenants } from "../../../kit/hub.ts"
import { openReceiver, type Receiver } from "../../../kit/receiver.ts"

const INTENTS = "/api/v1/external/bridge/intents"
const CHARGE = { methodCode: "LINK", amount: 6.5, currency: "USD", storeId: STORE, terminalId: "web-1", channel: "WEB" }

let charges = 0

async function attemptAt({ hub, call }: TestHub, { url: providerUrl }: Receiver) {
  await hub.operator.provision(testTenants({ providerUrl }))
  charges += 1
  const { status, body } = await call("POST", INTENTS, { ...CHARGE, externalOrderId: `guarded-${charges}` })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.intent.attempts[0]
}

eachDatabase((_engine, open) => {
  it("a provider at a private address is not called, and the attempt fails", async () => {
    const provider = await openReceiver()
    const attempt = await attemptAt(await openTestHub(open), provider)
    expect(attempt).toMatchObject({ status: "failed", errorDescription: expect.stringContaining("public internet") })
    expect(provider.heard).toEqual([])
  })

  it("a redirect of a provider is not followed, and the link is requested again later", async () => {
    const [provider, elsewhere] = [await openReceiver(), await openReceiver()]
    provider.mood = { status: 307, headers: { location: elsewhere.url } }
    const attempt = await attemptAt(await openTestHub(open, { allowPrivateWebhooks: true }), provider)
    expect(attempt).toMatchObject({ status: "created", paymentLink: null })
    expect(provider.heard).toHaveLength(1)
    expect(elsewhere.heard).toEqual([])
  })

  it("an answer of megabytes is read up to a limit and counts as none", async () => {
    const provider = await openReceiver()
    const link = { id: "p-1", link: "https://pay.example/p-1" }
    provider.mood = { status: 201, body: JSON.stringify({ ...link, more: "x".repeat(20_000_000) }) }
    const attempt = await attemptAt(await openTestHub(open, { allowPrivateWebhooks: true }), provider)
    expect(attempt).toMatchObject({ status: "created", paymentLink: null })
    provider.mood = { status: 201, body: JSON.stringify(link) }
    const next = await attemptAt(await openTestHub(open, { allowPrivateWebhooks: true }), provider)
    expect(next).toMatchObject({ status: "requires_redirect", paymentLink: link.link })
  })
})
