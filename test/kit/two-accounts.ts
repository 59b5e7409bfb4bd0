/** Two equal accounts with different secrets, for tests of what one must not see of the other. */
import { gzipSync } from "node:zlib"
import type { Provisioning } from "../../hub/tenants/index.ts"
import { ADMIN_ENDPOINTS as ADMIN } from "../../protocol/http/admin/endpoints.ts"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { CLIENT_HEADERS, CLIENT_LOGIN, LEGACY_ORDERS, LOGIN, legacyBody } from "./clients.ts"
import { ACCOUNT_KEY, type Answer, KEY, NOW, READER_KEY, SISTER_KEY, STORE, type TestHub, testTenants } from "./hub.ts"
import { charge, correction, ORDERS, orderBody } from "./order-bodies.ts"
import { type SignedIn, signIn } from "./people.ts"
import { stockPath } from "./provoke-menu.ts"

export interface Side {
  readonly account: "acme" | "globex"
  readonly vendorId: string
  readonly storeId: string
  /** May do all that a key may. */
  readonly key: string
}

export const SIDES: readonly Side[] = [
  { account: "acme", vendorId: "acme.ec.quito", storeId: STORE, key: KEY },
  { account: "globex", vendorId: "globex.ec.quito", storeId: inGlobex(STORE), key: inGlobex(KEY) },
]

const CASH_CLOSES = HUB_ENDPOINTS.closeCash.path
const BEATS = HUB_ENDPOINTS.recordHeartbeat.path
const CLAIMS = "/api/box/v1/claims"
const CARD = "6a1f7a52-0c5e-4a0e-8a68-0d6f3d7b1a02"
const DAY = "2026-11-21"

/** The tests' first account twice: `globex` has all that `acme` has, under names and ids of its own, and its own vendor beside. */
export function twoAccounts(): string {
  const file: Provisioning = JSON.parse(testTenants({ clients: true }).replace('"k1"', '"acme-kiosk-terminal"'))
  const [acme, globex] = file.accounts
  const twin: typeof acme = JSON.parse(inGlobex(JSON.stringify(acme)))
  if (!acme || !globex || !twin) throw new Error("the demo has lost an account")
  return JSON.stringify({ accounts: [acme, { ...twin, vendors: [...globex.vendors, ...twin.vendors] }] })
}

/** What the one account has, as the other has it; an id stays an id. */
function inGlobex(text: string): string {
  return text
    .replaceAll(/[0-9a-f](?=[0-9a-f]{7}-[0-9a-f]{4}-4)/g, "f")
    .replaceAll("acme", "globex")
    .replaceAll("Acme", "Globex")
    .replaceAll("brasa_test_", "brasa_glob_")
    .replaceAll("t0p-secret", "t0p-secret-too")
}

/** What one side has done, and all that nobody may read of it, by what it is. */
export interface Lived {
  readonly owner: SignedIn
  /** Of the file that was applied. */
  readonly runId: string
  /** Of a box that waits for a store. */
  readonly code: string
  readonly secrets: Readonly<Record<string, string>>
  /** What only the side itself may read of those: payment methods' configuration is answered to its keys by contract. */
  readonly ownSecrets: Readonly<Record<string, string>>
}

/** A day in the life of a side: each room gets rows, and each kind of secret is made at least once. */
export async function live(hub: TestHub, side: Side, receiverUrl: string): Promise<Lived> {
  const owner = await signIn(hub, "owner", { account: side.account })
  const own = (text: string) => (side.account === "acme" ? text : inGlobex(text))
  const asKey = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    hub.call(method, path, body, side.key, headers)
  await sell(side, asKey)
  const legacy = await logInAsLegacy(hub, side)
  const made = await makeSecrets(owner, side, receiverUrl)
  const terminal = `${side.account}-terminal-key-by-hand`
  const value = { storeId: side.storeId, key: "terminalKey", level: "store", value: terminal }
  await done(owner.call("PUT", ADMIN.setMethodValue.path.replace(":methodId", own(CARD)), value))
  await done(owner.call("POST", ADMIN.publishStoreMenus.path, { vendorId: side.vendorId, storeId: side.storeId }))
  await tellOfStore(hub, side)
  const box = await claimBox(hub, side, owner)
  const runId = await applyFile(owner, side)
  await hub.hub.health.look()
  await hub.hub.queue.settle()
  return {
    owner,
    runId,
    code: (await openClaim(hub)).code,
    ownSecrets: { terminal, kiosk: `${side.account}-kiosk-terminal` },
    secrets: {
      ...made,
      ...legacy,
      ...box,
      key: side.key,
      accountKey: own(ACCOUNT_KEY),
      readerKey: own(READER_KEY),
      sisterKey: own(SISTER_KEY),
      clientSecret: own(CLIENT_LOGIN.client_secret),
      provider: own("sandbox_acme_000000000001"),
    },
  }
}

type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

async function sell({ account, storeId }: Side, asKey: Ask): Promise<void> {
  const client = {
    uid: `${account}-uid`,
    name: `Ana of ${account}`,
    email: `ana@${account}.test`,
    govIdNumber: "1712345678",
  }
  const order = orderBody({ orderId: `${account}-web-1`, client })
  const { id } = (await done(asKey("POST", ORDERS, order, { "x-request-id": `${account}-asked-1` }))).body.data
  await done(asKey("PUT", `${ORDERS}/${id}`, correction()))
  const no = charge({ id: `${account}-no`, method: "CARD", declined: "51" })
  await done(asKey("POST", `${ORDERS}/${id}/confirm-payment`, no))
  await done(asKey("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: `${account}-yes` })))
  // Cancelled after it was paid, so that its money asks for a person.
  const prepaid = orderBody({ orderId: `${account}-prepaid-1`, client, channel: "WEB", paid: "CARD" })
  await done(asKey("POST", ORDERS, prepaid))
  const cancel = `/api/v1/adapters/partner/stores/orders/${prepaid.orderId}/cancel`
  await done(asKey("POST", cancel, { reason: "El cliente se retiró" }))
  const lost = { ...HUB_ENDPOINTS.recordLostSale.example, orderId: `${account}-lost-1` }
  await done(asKey("POST", HUB_ENDPOINTS.recordLostSale.path, lost))
  const shift = { shiftStart: `${DAY}T08:00:00-05:00`, shiftEnd: `${DAY}T09:00:00-05:00`, openingBalance: 100 }
  const drawer = { storeId, currency: "USD", sessionExternalId: `${account}-s1`, operatorName: `Luis of ${account}` }
  await done(asKey("POST", CASH_CLOSES, { ...drawer, ...shift, declaredCash: 90, reason: "COUNTING_ERROR" }))
  await done(asKey("PUT", stockPath("p-cola", storeId), { available: false }))
  await done(
    asKey("POST", BEATS, { componentType: "kiosk", componentId: `${account}-kiosk-1`, storeId, status: "online" }),
  )
}

async function logInAsLegacy(hub: TestHub, { account, key }: Side): Promise<Record<string, string>> {
  const login = { ...CLIENT_LOGIN, client_id: `${account}-legacy`, client_secret: `${account}-legacy-secret-000001` }
  const headers = { ...CLIENT_HEADERS, account }
  const { accessToken } = (await done(hub.call("POST", LOGIN, login, key, headers))).body
  const beside = { ...headers, authorization: `Bearer ${accessToken}` }
  await done(hub.call("POST", LEGACY_ORDERS, legacyBody({ order_id: `${account}-legacy-1` }), key, beside))
  return { accessToken }
}

async function makeSecrets(owner: SignedIn, { account, vendorId }: Side, url: string): Promise<Record<string, string>> {
  const post = async (path: string, body: unknown) => (await done(owner.call("POST", path, body))).body.data
  const webhook = await post(ADMIN.createWebhook.path, { name: `${account}-hook`, url, vendorId, events: ["*"] })
  const { endpointId } = webhook.endpoint
  const rotated = await post(ADMIN.rotateWebhook.path.replace(":endpointId", endpointId), undefined)
  await post(ADMIN.testWebhook.path.replace(":endpointId", endpointId), { type: "order.completed" })
  const span = { from: `${DAY}T00:00:00Z`, to: `${DAY}T23:00:00Z` }
  await post(ADMIN.startReplay.path.replace(":endpointId", endpointId), span)
  const key = await post(ADMIN.createApiKey.path, { name: `${account}-feed`, vendorId, scopes: ["orders:read"] })
  const next = await post(ADMIN.rotateApiKey.path.replace(":keyId", key.key.keyId), {})
  const client = await post(ADMIN.createClientCredential.path, { clientId: `${account}-till`, vendorId })
  const invited = { email: `new@${account}.test`, name: `New of ${account}`, role: "developer" }
  const { link } = await post(ADMIN.inviteUser.path, invited)
  return {
    webhook: webhook.secret,
    webhookRotated: rotated.secret,
    createdKey: key.secret,
    rotatedKey: next.secret,
    createdClient: client.clientSecret,
    createdPassword: client.password,
    inviteLink: link.path.split("/").at(-1),
    session: owner.cookie.split("=")[1] ?? "",
  }
}

/** As the store's box tells what was done in it. */
function tellOfStore({ beside }: TestHub, { account, vendorId, storeId }: Side): Promise<void> {
  const who = {
    deviceId: "pos-1",
    deviceName: "Till",
    staffId: null,
    staffName: `Marta of ${account}`,
    authorisedBy: null,
  }
  const entry = { id: crypto.randomUUID(), at: NOW, action: "drawer.open", ...who, subject: null, detail: {} }
  const { id, at, action } = entry
  const row = { store_id: storeId, entry_id: id, at, action, record: JSON.stringify(entry) }
  return beside(({ store }) =>
    store.write({ accountId: account, vendorId }, async (tx) => {
      await tx.insert("store_audit", row).execute()
    }),
  )
}

async function applyFile(owner: SignedIn, { account }: Side): Promise<string> {
  const runId = crypto.randomUUID()
  const { accounts } = JSON.parse(twoAccounts()) as Provisioning
  const own = JSON.stringify({ accounts: accounts.filter(({ id }) => id === account) })
  const path = ADMIN.applyFile.path.replace(":runId", runId)
  await done(owner.call("POST", path, { gzip: gzipSync(own).toString("base64") }))
  return runId
}

async function openClaim(hub: TestHub): Promise<{ claimId: string; code: string; pollToken: string }> {
  const asked = { epoch: crypto.randomUUID(), appVersion: "1.0.0" }
  return (await done(hub.call("POST", CLAIMS, asked, null))).body.data
}

async function claimBox(hub: TestHub, { storeId }: Side, owner: SignedIn): Promise<Record<string, string>> {
  const { claimId, code, pollToken } = await openClaim(hub)
  await done(owner.call("POST", ADMIN.claimBox.path.replace(":code", code), { storeId }))
  const polled = await done(hub.call("POST", `${CLAIMS}/${claimId}/poll`, { pollToken }, null))
  return { pollToken, boxPassword: polled.body.data.credential.password }
}

/** What the side's life is made of must have happened. */
async function done(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

/** Both are there. */
export async function provisionBoth({ hub }: TestHub): Promise<void> {
  const provisioned = await hub.operator.provision(twoAccounts())
  if (isRefusal(provisioned)) throw new Error(`${provisioned.message} ${JSON.stringify(provisioned.details ?? "")}`)
}
