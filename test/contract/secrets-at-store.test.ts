/** A store's day at its box and hub: no answer, log line, support bundle or file on either side has a secret that was used in it. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, expect, it } from "vitest"
import { createCredentials } from "../../appliance/enrolment/index.ts"
import { ADMIN_ENDPOINTS as ADMIN } from "../../protocol/http/admin/endpoints.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { BOX_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import { createLog } from "../../runtime/log.ts"
import { loadSecretKey } from "../../runtime/secret-key.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { CLIENT_HEADERS, CLIENT_LOGIN, LOGIN } from "../kit/clients.ts"
import { onSqlite } from "../kit/databases.ts"
import { ACCOUNT_KEY, type Answer, ask, KEY, openTestHub, READER_KEY, type TestHub } from "../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { pathOf } from "../kit/paths.ts"
import { PASSWORD, signIn as signInAtHub } from "../kit/people.ts"
import { lookAt, printedSecrets } from "../kit/printed-secrets.ts"
import { openReceiver } from "../kit/receiver.ts"
import { openSandbox } from "../kit/sandbox.ts"
import { ownerOf, pairScreen, type Screen, screenOf, signIn, takeOn } from "../kit/store-staff.ts"
import { readAllRows } from "../kit/stored-rows.ts"

const PIN = "70918264"
const OTHER_PIN = "55820317"
const WRONG_PIN = "90909019"
const WRONG_KEY = "brasa_wrong_key_of_somebody_else_00001"
const WRONG_PASSWORD = 'pass w0rd+of/nobody "ñ"'
/** Shown at the day's register alone, by contract (docs/contract/methods.md#payment-method-configuration-version-2). */
const TELLS_METHODS = ["paymentMethods.list", "paymentMethods.listByCountry"]

onSqlite((database) => {
  let hub: TestHub
  let box: TestBox
  let manager: Screen
  let token = ""
  const lines: string[] = []
  const secrets: Secret[] = []
  const secret = (name: string, text: string) => void secrets.push({ name, text })
  const done = (answer: Answer): Answer => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }

  beforeAll(async () => {
    const log = createLog({ level: "trace", destination: { write: (line) => void lines.push(line) } })
    const wish = { log, requestLog: "on", clients: true, allowPrivateWebhooks: true } as const
    hub = await openTestHub(database, { ...wish, sandbox: await openSandbox() })
    await secretsOfTheHub()
    box = await openTestBox(hub, { log })
    await secretsOfTheBox()
    await live()
    await box.restart()
    manager = screenOf(box.box, manager)
    await box.whenSynced()
    await hub.hub.queue.settle()
    await hub.hub.requestLog.flush()
  })

  async function secretsOfTheHub(): Promise<void> {
    const owner = await signInAtHub(hub, "owner")
    const post = async (path: string, body: unknown) => done(await owner.call("POST", path, body)).body.data
    const { url } = await openReceiver()
    const vendorId = "acme.ec.quito"
    const webhook = await post(ADMIN.createWebhook.path, { name: "hook", url, vendorId, events: ["*"] })
    const key = await post(ADMIN.createApiKey.path, { name: "feed", vendorId, scopes: ["orders:read"] })
    const login = done(await hub.call("POST", LOGIN, CLIENT_LOGIN, KEY, CLIENT_HEADERS))
    secret("a webhook", webhook.secret)
    secret("a key that was made", key.secret)
    secret("an access token", login.body.accessToken)
    secret("a session", owner.cookie.split("=")[1] ?? "")
    secret("a password", PASSWORD)
    secret("the file's webhook", "whsec_acme_000000000001")
    secret("a client", CLIENT_LOGIN.client_secret)
    secret("a provider", "sandbox_acme_000000000001")
    secret("a payment method", "t0p-secret")
    for (const known of [KEY, ACCOUNT_KEY, READER_KEY]) secret("a key", known)
  }

  async function secretsOfTheBox(): Promise<void> {
    const kinds: DeviceKind[] = ["manager", "kiosk", "kds_station", "expo", "board"]
    const screens = await Promise.all(kinds.map((kind) => pairScreen(box.box, kind, `${kind}-1`)))
    for (const { key, deviceId } of screens) secret(`the screen ${deviceId}`, key)
    manager = screens[0] as Screen
    const db = openSqlite(join(box.data, "box.db"), { readonly: true })
    const secretKey = loadSecretKey({ given: null, dataDir: box.data, ifLost: null })
    const credential = createCredentials(db, secretKey).read()
    db.close()
    secret("the box", credential?.password ?? "")
    secret("what the hub seals for it", credential?.sealKey ?? "")
    secret("all that it seals", secretKey.toString("base64url"))
  }

  async function live(): Promise<void> {
    await takeOn(manager, { role: "manager", pin: PIN, name: "Marta" })
    token = await signIn(manager, PIN)
    await takeOn(manager, { role: "cashier", pin: OTHER_PIN, name: "Luis" }, token)
    secret("a PIN", PIN)
    secret("another PIN", OTHER_PIN)
    secret("who is signed in", token)
    await guess()
    done(await box.call("POST", ORDERS, orderBody({ orderId: "home-1", paid: "CASH" }), KEY))
    const { id } = done(await box.call("POST", ORDERS, orderBody({ orderId: "home-2" }), KEY)).body.data
    done(await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: "tx-home" }), KEY))
    done(await hub.call("POST", ORDERS, orderBody({ orderId: "web-1", channel: "WEB" })))
    await box.call("POST", ORDERS, `{"secret": "${KEY}", `, KEY)
    await box.whenSynced()
  }

  /** What was tried and is wrong is often right elsewhere. */
  async function guess(): Promise<void> {
    secret("a PIN that is nobody's", WRONG_PIN)
    secret("a key that is nobody's", WRONG_KEY)
    secret("a password that is nobody's", WRONG_PASSWORD)
    await manager.call("POST", "/api/lan/v1/staff/sign-in", {
      staffId: ownerOf(PIN).id,
      pin: WRONG_PIN,
      purpose: "work",
    })
    for (const url of [hub.hub.url, box.box.url]) {
      await ask(url + ORDERS, { method: "GET", body: undefined, key: WRONG_KEY })
    }
    const login = { email: "nobody@acme.test", password: WRONG_PASSWORD }
    await hub.call("POST", ADMIN.signIn.path, login, null, { "x-brasa-csrf": "1" })
    await hub.call("POST", LOGIN, { ...CLIENT_LOGIN, client_secret: WRONG_PASSWORD }, KEY, CLIENT_HEADERS)
  }

  it("the test has seen each secret in every form", () => {
    expect(secrets.filter(({ text }) => text.length < 8)).toEqual([])
    const [one] = secrets as [Secret]
    for (const form of [`x${one.text}`, btoa(`{"a":"${one.text}"}`), Buffer.from(one.text).toString("hex")]) {
      expect(findSecrets(form, [one])).toHaveLength(1)
    }
    expect(formsOf(WRONG_PASSWORD)).toContain("pass%20w0rd%2Bof%2Fnobody%20%22%C3%B1%22")
  })

  it("every other test would see each secret in its log too, except a password that nobody has", () => {
    // Chance draws a key without a digit now and then, which is taken for a word of the program.
    const isSeen = (text: string) => text !== WRONG_PASSWORD && /\d/.test(text)
    const ours = secrets.filter(({ text }) => isSeen(text) || text === PASSWORD)
    expect(printedSecrets()).toEqual([])
    for (const { text } of ours) lookAt(JSON.stringify({ level: "info", said: `Bearer ${text}` }))
    expect(printedSecrets().map((line) => JSON.parse(line).said.slice("Bearer ".length))).toEqual(
      ours.map(({ text }) => text),
    )
  })

  it("no line of either log has a secret", () => {
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.flatMap((line) => findSecrets(line, secrets))).toEqual([])
  })

  it("no answer of the box has a secret, for a manager or for a register", async () => {
    const reads = Object.values(BOX_ENDPOINTS as Readonly<Record<string, Endpoint>>).filter((value) => {
      return value.method === "GET" && !TELLS_METHODS.includes(value.name)
    })
    const told: string[] = []
    let answered = 0
    for (const value of reads) {
      const path = pathOf(value, "home-1")
      for (const answer of [
        await manager.call("GET", path, undefined, { staff: token }),
        await box.call("GET", path),
        await box.call("GET", path, undefined, KEY),
      ]) {
        if (answer.status < 300) answered += 1
        if (!isGuarded(answer)) told.push(`${value.name}: may be taken for a page`)
        told.push(...findSecrets(JSON.stringify(answer.body), secrets).map((what) => `${value.name}: ${what}`))
      }
    }
    expect(told).toEqual([])
    expect(answered).toBeGreaterThan(20)
  })

  it("no row of the hub has a secret", async () => {
    const rows = await hub.beside(readAllRows)
    const all = rows.map(({ table, cells }) => `${table} ${cells.map(({ text }) => text).join(" ")}`)
    expect(findSecrets(all.join("\n"), secrets)).toEqual([])
  })

  it("no file of the box has a secret except the one with its key", () => {
    const names = readdirSync(box.data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const files = names.filter(({ name }) => name !== "secret.key")
    expect(files.map(({ name }) => name)).toContain("box.db")
    const told = files.flatMap(({ name, parentPath }) =>
      findSecrets(readFileSync(join(parentPath, name), "latin1"), secrets).map((what) => `${name}: ${what}`),
    )
    expect(told).toEqual([])
  })
})

/** What a screen is answered is never taken for a page, and stands in nobody's frame. */
function isGuarded({ headers }: Answer): boolean {
  const policy = headers.get("content-security-policy") ?? ""
  return headers.get("x-content-type-options") === "nosniff" && policy.includes("frame-ancestors 'none'")
}

interface Secret {
  /** What it opens. */
  readonly name: string
  readonly text: string
}

/** So much of what stands before a find is shown. */
const BEFORE_CHARS = 120
const ALIGNMENTS = [0, 1, 2]
const BASE64_CHARS = 4
const BASE64_BYTES = 3

/** As it is, escaped for JSON or an address, in hex, and in base64 wherever in a longer text it begins. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const hex = bytes.toString("hex")
  const within = ALIGNMENTS.flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    // The groups at both ends depend on what stands beside it.
    const inner = (encoded: string) =>
      encoded.slice(before === 0 ? 0 : BASE64_CHARS, Math.floor(padded.length / BASE64_BYTES) * BASE64_CHARS)
    return [inner(padded.toString("base64")), inner(padded.toString("base64url"))]
  })
  const escaped = [JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]
  return [...new Set([text, ...escaped, hex, hex.toUpperCase(), ...within])]
}

/** One line for each secret that the text tells; the first form it was found in. */
function findSecrets(text: string, secrets: readonly Secret[]): string[] {
  return secrets.flatMap(({ name, text: secret }) => {
    const at = formsOf(secret)
      .map((form) => text.indexOf(form))
      .find((place) => place >= 0)
    return at === undefined ? [] : [`${name}: ${secret}, after ${text.slice(Math.max(0, at - BEFORE_CHARS), at)}`]
  })
}
