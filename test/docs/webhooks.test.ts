/** The page on webhooks: its commands against a hub, and its receivers as processes that really verify, each where its language is installed. */
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, vi } from "vitest"
import { EVENTS } from "../../protocol/events/event-table.ts"
import { productRoot } from "../../runtime/root.ts"
import { eachDatabase } from "../kit/databases.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { freePorts } from "../kit/ports.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"
import { tempFile, whenOver } from "../kit/temp.ts"
import { runWatchedNow, startWatched, type Watched } from "../kit/watched-process.ts"
import { openWebhookHub } from "../kit/webhooks.ts"

const PAGE = "docs/integrators/webhooks.md"
const SECRET = "whsec_acme_000000000001"
/** An interpreter starts in a moment, on a machine that is shared by much else in many seconds. */
const TIMEOUT = { timeout: 30_000 }

const RECEIVERS = [
  { language: "js", file: "receiver.mjs", run: process.execPath, args: (file: string) => [file] },
  { language: "python", file: "receiver.py", run: "python3", args: (file: string) => [file] },
  {
    language: "php",
    file: "receiver.php",
    run: "php",
    args: (file: string, port: number) => ["-S", `127.0.0.1:${port}`, file],
  },
] as const

type Receiver = (typeof RECEIVERS)[number]

eachDatabase((engine, open) => {
  it("the commands of the page on webhooks work", async () => {
    const hub = await openWebhookHub(open)
    await hub.provide({ name: "erp", url: "http://127.0.0.1:9/hooks" })
    expect(jsonsOf(await runPage(PAGE, hub.hub.url))).toMatchObject([
      { data: { orderId: "hook-1", status: "OPEN" } },
      { data: { total: 1, events: [{ type: "order.opened", payload: { event: { version: 1 } } }] } },
      { success: true, data: { deliveries: [{ endpoint: "erp" }] } },
      { success: true, data: { more: false, next: expect.any(String) } },
    ])
  })

  if (engine !== "sqlite") return
  describe.each(RECEIVERS)("the page's receiver in $language", (receiver) => {
    it.runIf(isInstalled(receiver))("accepts a signed event, and refuses others", async () => {
      const [port = 0] = await freePorts(1)
      const { process: running, said } = await startReceiver(receiver, port)
      const hub = await openWebhookHub(open)
      await hub.provide({ name: "erp", url: `http://127.0.0.1:${port}/`, events: ["order.opened"], secret: SECRET })
      await hub.call("POST", ORDERS, orderBody())
      await vi.waitFor(() => expect(said()).toMatch(/evt_[0-9a-f]{12}/), TIMEOUT)
      const [event] = (await hub.call("GET", "/api/v1/core/external/events?type=order.opened")).body.data.events
      expect(said()).toContain(event.eventId)
      const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" })
      expect(forged.status).toBe(400)
      running.kill()
    })
  })
})

it("the list of events names each event of the table, and no other", () => {
  const page = readFileSync(join(productRoot(), "docs/integrators/events.md"), "utf8")
  const rows = [...page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| (\d+) \| (.*) \|$/gm)].map(
    ([, type, version, emitted]) => [type, { version: Number(version), emitted }],
  )
  const table = Object.entries(EVENTS).map(([type, { version, emitted }]) => [type, { version, emitted }])
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(table))
})

function isInstalled({ run }: Receiver): boolean {
  return runWatchedNow(run, ["--version"]).code === 0
}

async function startReceiver(receiver: Receiver, port: number): Promise<{ process: Watched; said: () => string }> {
  const page = readFileSync(join(productRoot(), PAGE), "utf8")
  const [, source = ""] = new RegExp(`^\`\`\`${receiver.language}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(page) ?? []
  const file = tempFile(receiver.file)
  writeFileSync(file, source)
  const child = startWatched(receiver.run, receiver.args(file, port), {
    env: { PATH: process.env.PATH, SECRET, PORT: String(port) },
  })
  let text = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      text += part
    })
  }
  whenOver(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill()
    await once(child, "exit")
  })
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`, { method: "POST" }), TIMEOUT)
  return { process: child, said: () => text }
}
