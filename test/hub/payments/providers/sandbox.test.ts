/** The sandbox provider as a server of its own: what it knew before a restart it knows after it, and tells what it had not told yet. */
import { createServer } from "node:http"
import { expect, it } from "vitest"
import { PROVIDER_KINDS } from "../../../../hub/payments/providers/index.ts"
import { createGuardedClient } from "../../../../runtime/http/guarded-client.ts"
import { freePorts } from "../../../kit/ports.ts"
import { openSandbox, SANDBOX_SECRET } from "../../../kit/sandbox.ts"
import { tempFile, whenOver } from "../../../kit/temp.ts"

const LINK = {
  externalOrderId: "web-1",
  methodCode: "LINK",
  amount: 65_000,
  currencyCode: "USD",
  country: "EC",
  branchOffice: "s-1",
  pointOfSale: null,
  customer: null,
}
const client = createGuardedClient({ allowPrivate: true })
const refundOf = (attemptId: string, key: string) => ({
  order: null,
  payment: { attemptId, reference: null },
  tenders: [{ method: "LINK", amount: "65000" }],
  currencyCode: "USD",
  reason: "test",
  key,
  context: {},
})

async function openListener() {
  const heard: string[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    heard.push(JSON.parse(Buffer.concat(parts).toString()).type)
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  whenOver(() => void server.close())
  const address = server.address()
  return { heard, url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/` }
}

it("a restart of the sandbox keeps payments, refunds and webhooks, and its links stay valid", async () => {
  const file = tempFile("payments.json")
  const [port = 0] = await freePorts(1)
  const first = await openSandbox({ file, port })
  const provider = PROVIDER_KINDS.sandbox({ url: first.url, secret: SANDBOX_SECRET, client })
  const paid = await provider.links?.createLink({ ...LINK, attemptId: "a-paid" })
  await provider.links?.createLink({ ...LINK, attemptId: "a-waits" })
  first.act("a-paid", "approved")
  const back = await provider.refund(refundOf("a-paid", "r-1"))
  expect(back.outcome).toBe("refunded")
  await first.stop()

  const second = await openSandbox({ file, port })
  const listener = await openListener()
  second.notify(listener.url)
  await expect.poll(() => listener.heard).toEqual(["payment.approved"])
  expect(second.states()).toEqual({ "a-paid": "refunded", "a-waits": "waiting" })
  expect(await provider.links?.createLink({ ...LINK, attemptId: "a-paid" })).toEqual(paid)
  expect(await provider.refund(refundOf("a-paid", "r-1"))).toEqual(back)
  const page = await fetch(paid?.outcome === "link" ? paid.link : "")
  expect(await page.text()).toContain("El dinero fue devuelto.")
  expect(second.act("a-waits", "approved")).toBe(true)
  await expect.poll(() => listener.heard).toEqual(["payment.approved", "payment.approved"])
})

it("a refund happens once: the same key returns the same refund, another key is refused", async () => {
  const sandbox = await openSandbox()
  const provider = PROVIDER_KINDS.sandbox({ url: sandbox.url, secret: SANDBOX_SECRET, client })
  await provider.links?.createLink({ ...LINK, attemptId: "a-1" })
  expect((await provider.refund(refundOf("a-1", "r-0"))).outcome).toBe("refused")
  sandbox.act("a-1", "approved")
  const first = await provider.refund(refundOf("a-1", "r-1"))
  expect(await provider.refund(refundOf("a-1", "r-1"))).toEqual(first)
  expect((await provider.refund(refundOf("a-1", "r-2"))).outcome).toBe("refused")
})

it("amounts are shown as the country writes them", async () => {
  const sandbox = await openSandbox()
  const { links } = PROVIDER_KINDS.sandbox({ url: sandbox.url, secret: SANDBOX_SECRET, client })
  const shown = async (currencyCode: string, language: string, amount: number) => {
    const made = await links?.createLink({ ...LINK, attemptId: `${currencyCode}-${language}`, currencyCode, amount })
    const page = await fetch(`${made?.outcome === "link" ? made.link : ""}?lang=${language}`)
    return /class="amount">([^<]*)</.exec(await page.text())?.[1]?.replaceAll("\u00a0", " ")
  }
  expect(await shown("USD", "es", 65_000)).toBe("$6,50")
  expect(await shown("BRL", "pt", 12_345_000)).toBe("R$ 1.234,50")
  expect(await shown("CLP", "es", 49_900_000)).toBe("$4.990")
  expect(await shown("USD", "en", 65_000)).toBe("$6.50")
})
