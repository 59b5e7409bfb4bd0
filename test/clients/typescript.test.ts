/** Clients made from the contract: ours, packed and installed as outsiders would, and one of an outsider's generator; both against a real hub. */
import { createHmac } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { productRoot } from "../../runtime/root.ts"
import { onSqlite } from "../kit/databases.ts"
import { KEY, openTestHub } from "../kit/hub.ts"
import { orderBody } from "../kit/order-bodies.ts"
import { tempDir } from "../kit/temp.ts"
import { mustRun, runWatched } from "../kit/watched-process.ts"

const ROOT = productRoot()
const GENERATOR = join(ROOT, "test", "generators", "node_modules", "openapi-typescript", "bin", "cli.js")
const TSC = join(ROOT, "node_modules", "typescript", "lib", "tsc.js")
const PATIENCE_MS = 120_000

const OPTIONS = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    types: [],
    outDir: "out",
  },
  files: ["own.ts", "outsider.ts"],
}

const OWN = `
import { createBrasa, isEvent, verifyEvent } from "@brasa/client"
const [url = "", key = "", body = "", raw = "", signature = ""] = JSON.parse(process.env.ASKED ?? "[]") as string[]
declare const process: { env: Record<string, string | undefined> }
const brasa = createBrasa({ baseUrl: url, key })
const made = await brasa.orders.create({ body: JSON.parse(body), idempotencyKey: "k-1" })
if (!made.ok) throw new Error(JSON.stringify(made))
const read = await brasa.orders.get({ orderId: made.data.id, fields: "status,revision" })
const missing = await brasa.orders.get({ orderId: "nothing" })
const feed = await brasa.events.follow({ type: "order.*" })
const beat = await brasa.health.beat({ body: { componentType: "pos", componentId: "p", storeId: "none", status: "online" } })
const nobody = await createBrasa({ baseUrl: "http://127.0.0.1:9", key }).events.list()
// @ts-expect-error there is no such operation
brasa.orders.erase
// @ts-expect-error a reference is required
if (Math.random() > 2) brasa.orders.get({})
const event = await verifyEvent(raw, { "X-Service-Signature": signature }, "whsec_x")
const forged = await verifyEvent(raw + " ", { "x-service-signature": signature }, "whsec_x")
console.log(JSON.stringify({
  status: read.ok && read.data.status,
  missing: !missing.ok && !missing.offline && missing.code,
  types: feed.ok && feed.data.events.map(({ type }) => type),
  beat: !beat.ok && !beat.offline && beat.details[0]?.path,
  nobody: !nobody.ok && nobody.offline && nobody.why,
  event: isEvent(event, "order.completed") && event.data.orderExternal,
  forged,
}))
`

const OUTSIDER = `
import createClient from "openapi-fetch"
import type { paths } from "./document.js"
const [url = "", key = ""] = JSON.parse(process.env.ASKED ?? "[]") as string[]
declare const process: { env: Record<string, string | undefined> }
const client = createClient<paths>({ baseUrl: url, headers: { "x-api-key": key } })
const { data } = await client.GET("/api/v1/core/external/orders", { params: { query: { size: 1 } } })
const { error } = await client.POST("/api/v1/core/external/orders/{orderId}/confirm-payment", {
  params: { path: { orderId: "nothing" } },
  body: { payments: [{ transaction_id: "t", status: "approved", amount: 1, currency_code: "USD", method: "CARD", occurred_at: "2026-11-21T12:00:00Z" }] },
})
const code: string | undefined = error?.error
console.log(JSON.stringify({ total: data?.data.total, status: data?.data.orders[0]?.status, code }))
`

onSqlite((open) => {
  it(
    "the packed client and an outsider's generated one compile, and say what the hub says",
    async () => {
      const { hub, call } = await openTestHub(open)
      const project = tempDir()
      const document = (await call("GET", "/openapi.json", undefined, null)).body
      await Promise.all([installOwn(project), generateOther(project, document)])
      writeFileSync(join(project, "own.ts"), OWN)
      writeFileSync(join(project, "outsider.ts"), OUTSIDER)
      writeFileSync(join(project, "tsconfig.json"), JSON.stringify(OPTIONS))
      writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }))
      expect((await runWatched(process.execPath, [TSC, "-p", project])).out).toBe("")

      const raw = JSON.stringify({ event: { type: "order.completed" }, data: { orderExternal: "web-1" } })
      const signature = createHmac("sha256", "whsec_x").update(raw).digest("hex")
      const asked = JSON.stringify([hub.url, KEY, JSON.stringify(orderBody()), raw, signature])
      const said = async (file: string) => {
        const env = { ...process.env, ASKED: asked }
        return JSON.parse(await mustRun(process.execPath, [join(project, "out", file)], { env }))
      }
      expect(await said("own.js")).toEqual({
        status: "OPEN",
        missing: "NOT_FOUND",
        types: ["order.opened"],
        beat: "storeId",
        nobody: "unreachable",
        event: "web-1",
        forged: null,
      })
      expect(await said("outsider.js")).toEqual({ total: 1, status: "OPEN", code: "NOT_FOUND" })
    },
    PATIENCE_MS,
  )
})

/** Packed by npm, unpacked where an install would put it. */
async function installOwn(project: string): Promise<void> {
  const cwd = join(ROOT, "clients", "typescript")
  await mustRun("npm", ["pack", "--silent", "--pack-destination", project], { cwd })
  const packed = readdirSync(project).find((name) => name.endsWith(".tgz")) ?? ""
  const folder = join(project, "node_modules", "@brasa", "client")
  mkdirSync(folder, { recursive: true })
  await mustRun("tar", ["xzf", join(project, packed), "--strip-components=1", "-C", folder])
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  expect([readdirSync(folder).sort(), dependencies]).toEqual([["README.md", "dist", "package.json"], undefined])
}

async function generateOther(project: string, document: unknown): Promise<void> {
  const file = join(project, "openapi.json")
  writeFileSync(file, JSON.stringify(document))
  await mustRun(process.execPath, [GENERATOR, file, "-o", join(project, "document.d.ts")])
  mkdirSync(join(project, "node_modules"), { recursive: true })
  symlinkSync(join(ROOT, "node_modules", "openapi-fetch"), join(project, "node_modules", "openapi-fetch"))
}
