/**
 * Generated from the dashboard's endpoint values, on both databases: an owner of another account, and an owner who is limited to another vendor,
 * ask each of them for what is not theirs, reading and writing. They are refused as if it did not exist, nothing is written, nothing is told.
 */
import { gzipSync } from "node:zlib"
import { beforeAll, describe, expect, it } from "vitest"
import type { HubContext } from "../../hub/composition/hub-context.ts"
import { ADMIN_ENDPOINTS as ADMIN } from "../../protocol/http/admin/endpoints.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { isAmong } from "../../protocol/rules/users/user-roles.ts"
import { eachDatabase } from "../kit/databases.ts"
import { goWrong, LONG_AGO } from "../kit/gone-wrong.ts"
import { type Answer, openTestHub, SISTER_STORE, STORE, type TestHub } from "../kit/hub.ts"
import { type SignedIn, signIn } from "../kit/people.ts"
import { openReceiver } from "../kit/receiver.ts"
import { readAllRows, type StoredRow } from "../kit/stored-rows.ts"
import { type Lived, live, provisionBoth, SIDES, type Side, twoAccounts } from "../kit/two-accounts.ts"
import { type ForeignAsk, foreignAsks, type Ids, NOBODYS, OWN_ALONE, SPAN } from "./foreign-requests.ts"

const INSIDE: [string, Endpoint][] = Object.values(ADMIN)
  .filter(({ family }) => family === "admin")
  .map((value) => [value.name, value])
const ASKED = INSIDE.filter(([name]) => ![...OWN_ALONE, ...NOBODYS].includes(name))
const [THEIRS, ELSEWHERE] = SIDES as [Side, Side]
const OURS = "acme.ec.guayaquil"
const CARD = "6a1f7a52-0c5e-4a0e-8a68-0d6f3d7b1a02"
const DAY = "2026-11-21"

/** What an id or an address looks like that may not be told. */
const MARK_COLUMNS = /_id$|^id$|email|_hash$|^url$|^username$|^external_id$/
const MARK_CHARS_MIN = 8

/** The file is judged before it is looked whose it is: every fault is told, and that the account is another is one of them. */
const TELLS_FAULTS = ["provisioning.check", "provisioning.apply"]

const HANDS = ["of another account", "of another vendor"] as const
type Hand = (typeof HANDS)[number]

interface Attacker {
  readonly person: SignedIn
  readonly own: Ids
  readonly isLimited: boolean
}

eachDatabase((_engine, open) => {
  let hub: TestHub
  let theirs: Ids
  let nobodys: Ids
  let marks: ReadonlyMap<Hand, readonly string[]>
  const attackers = new Map<Hand, Attacker>()

  beforeAll(async () => {
    hub = await openTestHub(open, { requestLog: "on", allowPrivateWebhooks: true })
    await provisionBoth(hub)
    const receiver = await openReceiver()
    receiver.mood = { status: 500, body: "no room" }
    const lived = await live(hub, THEIRS, receiver.url)
    await hub.beside(goWrong)
    await hub.beside(leavePapers)
    const elsewhere = await signIn(hub, "owner", { account: ELSEWHERE.account })
    const limited = await signIn(hub, "owner", { vendorIds: [OURS] })
    attackers.set("of another account", attackerOf(elsewhere, ELSEWHERE.vendorId, ELSEWHERE.storeId))
    attackers.set("of another vendor", { ...attackerOf(limited, OURS, SISTER_STORE), isLimited: true })
    await hub.hub.requestLog.flush()
    theirs = await idsOf(hub, lived, receiver.url)
    nobodys = ofNobody(theirs)
    await hub.hub.queue.settle()
    const rows = await hub.beside(readAllRows)
    marks = new Map([
      ["of another account", marksBetween(rows, ({ account }) => account === THEIRS.account)],
      ["of another vendor", marksBetween(rows, (row) => row.account === THEIRS.account && !isOurs(row, limited))],
    ])
  })

  const attackerOf = (person: SignedIn, vendorId: string, storeId: string): Attacker => ({
    person,
    own: { personId: person.personId, vendorId, storeId },
    isLimited: false,
  })
  const attacker = (hand: Hand): Attacker => {
    const found = attackers.get(hand)
    if (!found) throw new Error(`nobody is ${hand}`)
    return found
  }

  it("every endpoint with foreign ids is called", () => {
    for (const name of OWN_ALONE) {
      const { path, body } = INSIDE.find(([one]) => one === name)?.[1] ?? { path: "/:" }
      const named = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
      expect([name, path.includes("/:"), named.filter((key) => /id/i.test(key))]).toEqual([name, false, []])
    }
    const unasked = ASKED.filter(([, value]) => foreignAsks(value, theirs, theirs).length === 0)
    expect(unasked.map(([name]) => name)).toEqual([])
    expect(ASKED.every(([, { who }]) => isAmong("owner", who ?? "owners"))).toBe(true)
  })

  it("the owners get the same fields in their answers", async () => {
    const owner = await signIn(hub, "owner")
    for (const [name, value] of ASKED.filter(([, { method }]) => method === "GET")) {
      for (const { path } of foreignAsks(value, theirs, theirs)) {
        expect([name, path, (await owner.call("GET", path)).status]).toEqual([name, path, 200])
      }
    }
  })

  describe.each(HANDS)("a request of %s", (hand) => {
    let before: readonly string[]

    beforeAll(async () => {
      before = await written(hub)
      expect(marks.get(hand)?.length).toBeGreaterThan(60)
    })

    it.each(ASKED)("%s is refused as if the record did not exist, and reveals nothing", async (name, value) => {
      const { person, own, isLimited } = attacker(hand)
      const asks = foreignAsks(value, theirs, own)
      const strangers = foreignAsks(value, nobodys, own)
      for (const [at, ask] of asks.entries()) {
        if (ask.whole && !isLimited) continue
        const answer = await person.call(value.method, ask.path, ask.body)
        expect([ask, answer.status, answer.body]).toEqual([
          ask,
          expect.toSatisfy(isRight(name, ask, hand)),
          answer.body,
        ])
        const text = `${JSON.stringify(answer.body)} ${JSON.stringify([...answer.headers])}`
        const known = `${ask.path} ${JSON.stringify(ask.body ?? {})}`
        const told = (marks.get(hand) ?? []).filter((mark) => text.includes(mark) && !known.includes(mark))
        expect([ask, told]).toEqual([ask, []])
        const stranger = strangers[at]
        const isShared = answer.status === 200 && ask.path.includes(`${theirs.accountEndpointId}`)
        if (!stranger || isShared || TELLS_FAULTS.includes(name)) continue
        const none = await person.call(value.method, stranger.path, stranger.body)
        expect([ask, plain(answer, [theirs, nobodys])]).toEqual([ask, plain(none, [theirs, nobodys])])
      }
    })

    it("and nothing was written", async () => {
      await hub.hub.queue.settle()
      const after = await written(hub)
      const [was, is] = [new Set(before), new Set(after)]
      expect(after.filter((row) => !was.has(row))).toEqual([])
      expect(before.filter((row) => !is.has(row))).toEqual([])
    })
  })

  it("an endpoint of the whole account shows only deliveries of the user's vendors", async () => {
    const path = ADMIN.readWebhook.path.replace(":endpointId", `${theirs.accountEndpointId}`)
    const owner = await signIn(hub, "owner")
    expect((await owner.call("GET", path)).body.data.waiting).toBeGreaterThan(0)
    const { person } = attacker("of another vendor")
    expect((await person.call("GET", path)).body.data).toMatchObject({
      waiting: 0,
      held: 0,
      dead: 0,
      lastTakenAt: null,
    })
  })

  it("the test would see a written row and a revealed word", async () => {
    const before = await written(hub)
    const { person } = attacker("of another vendor")
    const made = { name: "ours", vendorId: OURS, scopes: ["orders:read"] }
    expect((await person.call("POST", ADMIN.createApiKey.path, made)).status).toBe(201)
    const more = (await written(hub)).filter((row) => !before.includes(row))
    expect(more.map((row) => row.split(" ", 1)[0])).toEqual(expect.arrayContaining(["api_key", "person_audit"]))
    const owner = await signIn(hub, "owner")
    const seen = JSON.stringify((await owner.call("GET", ADMIN.searchOrders.path)).body)
    for (const hand of HANDS) expect(marks.get(hand)?.some((mark) => seen.includes(mark))).toBe(true)
  })
})

/** 404, or 403 where the account as a whole is meant; a list may be answered, and so may a file with its faults. */
function isRight(name: string, { mayAnswer }: ForeignAsk, hand: Hand): (status: number) => boolean {
  const isFile = TELLS_FAULTS.includes(name)
  if (isFile) return (status) => status === (hand === "of another account" ? 200 : 403)
  return (status) => status === 404 || (mayAnswer && status === 200)
}

/** What was answered, without the names that it may have been asked with. */
function plain({ status, body }: Answer, ids: readonly Ids[]): unknown {
  const { data, error, message, details } = body
  const said = JSON.stringify([status, data, error, message, details])
  return ids
    .flatMap((some) => Object.entries(some))
    .sort(([, one], [, other]) => other.length - one.length)
    .reduce((text, [key, id]) => text.replaceAll(id, `<${key}>`), said)
}

async function written(hub: TestHub): Promise<string[]> {
  const rows = await hub.beside(readAllRows)
  return rows.map(({ table, cells }) => `${table} ${cells.map(({ column, text }) => `${column}=${text}`).join(" ")}`)
}

/** Rows that an owner who is limited to our vendor may see: its own, and keys and endpoints of the account. */
function isOurs(row: StoredRow, { personId }: SignedIn): boolean {
  const cell = (column: string) => row.cells.find((one) => one.column === column)?.text
  if (row.table === "person" || row.table === "person_session") return cell("person_id") === personId
  if (row.table === "person_audit") return cell("vendor_ids") === JSON.stringify([OURS])
  const vendorId = cell("vendor_id")
  return vendorId === undefined || vendorId === "null" || vendorId === OURS
}

/** What only those rows have. */
function marksBetween(rows: readonly StoredRow[], isForeign: (row: StoredRow) => boolean): string[] {
  const of = (some: readonly StoredRow[]) =>
    new Set(
      some.flatMap(({ cells }) =>
        cells
          .filter(({ column, text }) => MARK_COLUMNS.test(column) && text.length >= MARK_CHARS_MIN)
          .map(({ text }) => text),
      ),
    )
  const own = of(rows.filter((row) => !isForeign(row)))
  return [...of(rows.filter(isForeign))].filter((mark) => !own.has(mark))
}

/** A document that was numbered twice, a day whose certificate is not what was found, and a conflict of an order. */
async function leavePapers({ store }: HubContext): Promise<void> {
  const own = { account_id: THEIRS.account, vendor_id: THEIRS.vendorId, store_id: STORE }
  const record = JSON.stringify({ representation: { documentNumber: "001-001-000000007" } })
  const document = {
    fiscal_request_id: crypto.randomUUID(),
    external_id: "web-paper-1",
    operation: "emit",
    side: "hub",
  }
  const state = { submission: "numbered", flag: "NUMBERED_TWICE: by two boxes", created_at: LONG_AGO, record }
  await store.system.write(async ({ db }) => {
    await db
      .insertInto("fiscal_request")
      .values({ ...own, ...document, ...state })
      .execute()
    await db
      .insertInto("day_check")
      .values({ ...own, business_day: DAY, checked_at: LONG_AGO, agrees: 0, found: "{}" })
      .execute()
    const conflict = { what: "lines", conflict_key: crypto.randomUUID(), order_code: "T-7", at: LONG_AGO }
    await db
      .insertInto("order_conflict")
      .values({ ...own, ...conflict, order_id: crypto.randomUUID(), record: JSON.stringify({ why: "other lines" }) })
      .execute()
  })
}

/** One of each thing that is theirs, as their own owner finds it. */
async function idsOf(hub: TestHub, { owner, runId, code }: Lived, url: string): Promise<Ids> {
  const { account, storeId, vendorId } = THEIRS
  const call = async (method: string, path: string, body?: object) => (await owner.call(method, path, body)).body.data
  const wide = { name: "wide", url, vendorId: null, events: ["*"] }
  const accountEndpointId = (await call("POST", ADMIN.createWebhook.path, wide)).endpoint.endpointId
  await call("POST", ADMIN.startReplay.path.replace(":endpointId", accountEndpointId), SPAN)
  const wideKey = { name: "wide", vendorId: null, scopes: ["orders:read"] }
  const accountKeyId = (await call("POST", ADMIN.createApiKey.path, wideKey)).key.keyId
  const their = await signIn(hub, "developer", { vendorIds: [vendorId] })
  const both = await signIn(hub, "developer", { vendorIds: [vendorId, OURS] })
  const first = async (path: string, wanted: (one: Record<string, string>) => boolean = () => true) => {
    const found = ((await call("GET", path)).items as Record<string, string>[]).find(wanted)
    if (!found) throw new Error(`${path} has none of theirs`)
    return found
  }
  const matchesVendor = (one: Record<string, string>) => one.vendorId === vendorId
  const { endpointId = "" } = await first(ADMIN.listWebhooks.path, matchesVendor)
  const delivery = await first(`/api/admin/webhooks/${endpointId}/deliveries`)
  const order = await first(`${ADMIN.searchOrders.path}?search=${account}-web-1`)
  const { keyId = "" } = await first(
    ADMIN.listKeys.path,
    ({ vendorId: of, state }) => of === vendorId && state === "alive",
  )
  const { clientId = "" } = await first(ADMIN.listClients.path, ({ clientId }) => clientId === `${account}-till`)
  const menu = (await first(ADMIN.listMenus.path, matchesVendor)) as unknown as {
    publication: { publicationId: string }
  }
  const request = await first(`${ADMIN.listRequests.path}?size=200`)
  const attention: Record<string, string> = {}
  for (const kind of [
    "parked",
    "parkedInStore",
    "job",
    "document",
    "payment",
    "conflict",
    "refund",
    "lostSale",
    "day",
  ]) {
    attention[kind] = (await first(`${ADMIN.listActionItems.path}?kind=${kind}`, matchesVendor)).key ?? ""
  }
  const gzip = gzipSync(JSON.stringify({ accounts: JSON.parse(twoAccounts()).accounts.slice(0, 1) })).toString("base64")
  return {
    ...attention,
    ...{ vendorId, storeId, runId, code, endpointId, accountEndpointId, keyId, accountKeyId, clientId, gzip },
    personId: owner.personId,
    theirPersonId: their.personId,
    bothPersonId: both.personId,
    deliveryId: delivery.deliveryId ?? "",
    eventId: delivery.eventId ?? "",
    orderId: order.id ?? "",
    logId: request.id ?? "",
    requestId: request.requestId ?? "",
    publicationId: menu.publication.publicationId,
    methodId: CARD,
    search: `${account}-web-1`,
    ...{ ring: "early", date: DAY, from: DAY, to: DAY },
  }
}

/** The same, of things that there are nowhere: an id stays of its kind. */
function ofNobody(theirs: Ids): Ids {
  const same = ["code", "ring", "date", "from", "to", "gzip"]
  const none = (id: string) =>
    /[0-9a-f]{8}-/.test(id)
      ? id.replaceAll(/[0-9a-f](?=[0-9a-f]{7}-[0-9a-f]{4}-)/g, (digit) => (digit === "e" ? "d" : "e"))
      : `${id.slice(0, -1)}~`.replace("acme", "nowhere")
  return Object.fromEntries(Object.entries(theirs).map(([key, id]) => [key, same.includes(key) ? id : none(id)]))
}
