/** `brasa hub webhooks` as an operator types it, beside a running hub. */
import { writeFileSync } from "node:fs"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { ask, KEY, testTenants } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { freePorts } from "../../kit/ports.ts"
import { type Program, runProgram, startProgram } from "../../kit/processes.ts"
import { openReceiver, type Receiver } from "../../kit/receiver.ts"
import { soon } from "../../kit/soon.ts"
import { tempDir, tempFile } from "../../kit/temp.ts"

const HOUR_MS = 3_600_000
const EVENT = /^evt_[0-9a-f]{12}$/

// Each word is a process of its own, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let receiver: Receiver
let data: string
let hub: Program | undefined

afterAll(() => hub?.stop())

const webhooks = (...words: string[]) => runProgram(["hub", "webhooks", ...words, "--data", data])

beforeAll(async () => {
  receiver = await openReceiver()
  data = tempDir()
  const file = tempFile("tenants.json")
  const tenants = JSON.parse(testTenants())
  tenants.accounts[0].webhookEndpoints = [
    {
      name: "erp",
      url: receiver.url,
      vendorId: "acme.ec.quito",
      events: ["order.opened"],
      secret: "whsec_acme_000000000001",
    },
  ]
  writeFileSync(file, JSON.stringify(tenants))
  const provisioned = await runProgram(["hub", "provision", file, "--data", data])
  if (provisioned.code !== 0) throw new Error(provisioned.err)
  const [port = 0, mqttPort = 0] = await freePorts(2)
  const at = ["--data", data, "--host", "127.0.0.1", "--port", `${port}`, "--mqtt-port", `${mqttPort}`]
  hub = startProgram(["hub", ...at], { BRASA_ALLOW_PRIVATE_WEBHOOKS: "1" })
  await hub.says(/the hub is up/)
  const orders = `http://127.0.0.1:${port}${ORDERS}`
  expect((await ask(orders, { method: "POST", body: orderBody(), key: KEY })).status).toBe(201)
  await until(() => receiver.taken.length === 1)
})

const until = (holds: () => boolean) => soon(() => expect(holds()).toBe(true))
const takenIds = () => receiver.taken.map(({ event }) => event.event.id)

it("lists endpoints with their state", async () => {
  expect((await webhooks("list", "--account", "nowhere")).err).toBe("There is no account nowhere.\n")
  // The hub writes down that it was taken a moment after the receiver knows.
  await soon(async () => {
    const { code, out } = await webhooks()
    expect([code, out.split("\n")]).toEqual([
      0,
      [`erp (acme.ec.quito) → ${receiver.url}`, "  order.opened · enabled · 1 delivered", ""],
    ])
  })
})

it("sends a test and shows the answer", async () => {
  receiver.mood = { status: 500, body: "no such table" }
  const { code, out } = await webhooks("test", "erp")
  expect([code, out]).toEqual([0, expect.stringMatching(/answered 500 after \d+ ms\nno such table\n$/)])
  receiver.mood = "takes"
})

it("replays a period, and one event", async () => {
  const [eventId] = takenIds()
  expect(eventId).toMatch(EVENT)
  const from = new Date(Date.now() - HOUR_MS).toISOString()
  const { code, out } = await webhooks("replay", "--from", from, "--endpoint", "erp")
  expect([code, out]).toEqual([0, expect.stringMatching(/^\d of \d events, 1 deliveries on their way\n\d events, 1 /)])
  await until(() => takenIds().filter((id) => id === eventId).length === 2)
  expect(await webhooks("resend", eventId)).toMatchObject({ code: 0, out: "erp: waiting\n" })
})

it("rotates a secret but refuses a weak one, disables and enables", async () => {
  const short = await webhooks("rotate", "erp", "--secret", "short")
  expect(short).toMatchObject({ code: 2, err: expect.stringContaining("--secret: must be 16 to 200 characters") })
  const rotated = await webhooks("rotate", "erp", "--secret", "whsec_acme_000000000002")
  expect(rotated).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^whsec_acme_000000000002 {3}\(shown once\)\nthe secret before/),
  })
  expect((await webhooks("disable", "erp")).out).toBe("erp is disabled\n")
  expect((await webhooks("list")).out).toContain("disabled by hand")
  expect((await webhooks("enable", "erp")).out).toBe("erp is enabled\n")
  expect((await webhooks("enable", "erp")).out).toBe("erp was enabled already\n")
})

it("reports unknown ids in one line", async () => {
  for (const [words, says] of [
    [["test", "nobody"], "There is no webhook endpoint nobody."],
    [["replay"], "brasa hub: --from: is required"],
    [["mend"], expect.stringContaining("is none of list, test")],
  ] as const) {
    expect(await webhooks(...words)).toMatchObject({
      code: 2,
      out: "",
      err: typeof says === "string" ? `${says}\n` : says,
    })
  }
})
