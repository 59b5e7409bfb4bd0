/** Every read of the hub, by every role, in two equal accounts: no answer, log line or row has a secret or another account's data. */
import { beforeAll, describe, expect, it } from "vitest"
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { USER_ROLES } from "../../protocol/rules/users/user-roles.ts"
import { createLog } from "../../runtime/log.ts"
import { onSqlite } from "../kit/databases.ts"
import { type Answer, NOW, openTestHub, type TestHub } from "../kit/hub.ts"
import { PASSWORD, type SignedIn, signIn } from "../kit/people.ts"
import { openReceiver } from "../kit/receiver.ts"
import { readAllRows, type StoredRow } from "../kit/stored-rows.ts"
import { type Lived, live, provisionBoth, SIDES, type Side } from "../kit/two-accounts.ts"

const DAY = "2026-11-21"
const readsOf = (table: Readonly<Record<string, Endpoint>>, families: readonly string[]) =>
  Object.values(table).filter(({ family, method }) => families.includes(family) && method === "GET")
const ADMIN_READS = readsOf(ADMIN_ENDPOINTS, ["admin"])
const KEY_READS = readsOf(HUB_ENDPOINTS, ["core", "bare", "cash", "partner", "callbackRecord"])

/** By contract a key reads its own payment methods whole. */
const TELLS_METHODS = ["paymentMethods.list", "paymentMethods.listByCountry"]
/** Asked for what the sides' lives have not made. */
const MAY_FIND_NOTHING = ["bridge.get", "callbacks.read", "fiscal.request", "cancel.eligibility"]
/** Said beside what an endpoint must be asked with. */
const MORE: Readonly<Record<string, readonly string[]>> = { "totals.read": ["vendorId"], "methods.read": ["storeId"] }

/** Names what must be told apart: ids of rows, of both databases' tables, and what is looked up by. */
const MARK_COLUMNS = /_id$|^id$|email|_hash$|^url$|^username$/
const MARK_CHARS_MIN = 10
/** So much of what stands before a find is shown. */
const BEFORE_CHARS = 120

onSqlite((open) => {
  let hub: TestHub
  const lines: string[] = []
  const lives = new Map<Side, Lived>()
  const people = new Map<Side, SignedIn[]>()
  const ids = new Map<Side, Record<string, string>>()
  let rows: StoredRow[] = []

  beforeAll(async () => {
    const log = createLog({ level: "debug", destination: { write: (line) => void lines.push(line) } })
    hub = await openTestHub(open, { log, requestLog: "on", allowPrivateWebhooks: true })
    await provisionBoth(hub)
    const receiver = await openReceiver()
    receiver.mood = { status: 500, body: "no room" }
    for (const side of SIDES) {
      const lived = await live(hub, side, receiver.url)
      const more = USER_ROLES.filter((role) => role !== "owner")
      const others = await Promise.all(more.map((role) => signIn(hub, role, { account: side.account })))
      lives.set(side, lived)
      people.set(side, [lived.owner, ...others])
    }
    await hub.hub.requestLog.flush()
    for (const side of SIDES) ids.set(side, await idsOf(lifeOf(side), side))
    rows = await hub.beside(readAllRows)
  })

  const lifeOf = (side: Side): Lived => {
    const found = lives.get(side)
    if (!found) throw new Error(`${side.account} has not lived`)
    return found
  }
  const otherOf = (side: Side): Side => SIDES.find((one) => one !== side) ?? side
  /** Every secret that was used, whoever's it is. */
  const secrets = () =>
    SIDES.flatMap((side) => {
      const { secrets, ownSecrets } = lifeOf(side)
      return Object.entries({ ...secrets, ...ownSecrets, password: PASSWORD }).map(([name, text]) => ({
        name: `${side.account} ${name}`,
        text,
      }))
    })
  /** What only the other's rows have. */
  const marksOf = (side: Side) => {
    const of = (account: string) =>
      new Set(rows.filter((row) => row.account === account).flatMap(({ cells }) => cells.flatMap(markIn)))
    const own = of(side.account)
    const all = [...of(otherOf(side).account), otherOf(side).account].filter((mark) => !own.has(mark))
    return all.map((text) => ({ name: "of the other", text }))
  }

  /** All that a side's people are answered and may not be; what its owner is not answered, and should be. */
  const sweep = async (side: Side): Promise<unknown[]> => {
    const [mine, theirs] = [ids.get(side) ?? {}, ids.get(otherOf(side)) ?? {}]
    const forbidden = [...secrets(), ...marksOf(side)]
    const { owner } = lifeOf(side)
    const wrong: unknown[] = []
    for (const person of people.get(side) ?? []) {
      for (const path of ADMIN_READS.flatMap((value) => pathsOf(value, mine))) {
        const answer = await person.call("GET", path)
        if (person === owner && answer.status !== 200) wrong.push([path, answer.status])
        wrong.push(...found(textOf(answer), forbidden).map((what) => [path, what]))
      }
    }
    for (const path of ADMIN_READS.filter(namesRows).flatMap((value) => pathsOf(value, theirs))) {
      const { status } = await owner.call("GET", path)
      if (status !== 404) wrong.push([path, status, "of the other"])
    }
    return wrong
  }

  it("the test has seen what it searches", () => {
    for (const side of SIDES) expect(marksOf(side).length).toBeGreaterThan(60)
    expect(secrets().filter(({ text }) => text.length < 8)).toEqual([])
  })

  describe.each(SIDES)("at $account", (side) => {
    it("no role reads a secret or another account's data at any endpoint of the dashboard", async () => {
      expect(await sweep(side)).toEqual([])
    })

    it("no key reads a secret or another account's data", async () => {
      const [mine, theirs] = [ids.get(side) ?? {}, ids.get(otherOf(side)) ?? {}]
      const open = Object.values(lifeOf(side).ownSecrets)
      const wrong: unknown[] = []
      for (const value of KEY_READS) {
        const told = secrets().filter(({ text }) => !(TELLS_METHODS.includes(value.name) && open.includes(text)))
        const [path = ""] = pathsOf(value, mine)
        const answer = await hub.call("GET", path, undefined, side.key)
        if (answer.status !== 200 && !MAY_FIND_NOTHING.includes(value.name)) wrong.push([path, answer.status])
        wrong.push(...found(textOf(answer), [...told, ...marksOf(side)]).map((what) => [path, what]))
        const [foreign = ""] = namesRows(value) ? pathsOf(value, theirs) : []
        const refused = foreign && (await hub.call("GET", foreign, undefined, side.key))
        if (refused && refused.status !== 404) wrong.push([foreign, refused.status, "of the other"])
      }
      expect(wrong).toEqual([])
    })
  })

  it("no line of the log has a secret", async () => {
    expect(lines.length).toBeGreaterThan(20)
    expect(found(lines.join("\n"), secrets())).toEqual([])
  })

  it("no row has a secret in plain text, in the request log or anywhere", () => {
    expect(rows.filter(({ table }) => table === "request_log").length).toBeGreaterThan(10)
    const kept = rows.flatMap(({ table, cells }) =>
      cells.flatMap(({ column, text }) => found(text, secrets()).map((what) => `${table}.${column} ${what}`)),
    )
    expect(kept).toEqual([])
  })

  it("the test would find a secret, and another account's row", async () => {
    const [acme, globex] = SIDES as [Side, Side]
    const detail = JSON.stringify({ secret: lifeOf(acme).secrets.webhookRotated, order: ids.get(globex)?.orderId })
    const row = { audit_id: crypto.randomUUID(), account_id: acme.account, at: NOW, person_id: null, subject: null }
    await hub.beside(({ store }) =>
      store.system.write(({ db }) =>
        db
          .insertInto("person_audit")
          .values({ ...row, action: "planted", detail })
          .execute(),
      ),
    )
    const seen = JSON.stringify(await sweep(acme))
    expect(seen).toContain("acme webhookRotated")
    expect(seen).toContain(`of the other: ${ids.get(globex)?.orderId}`)
    expect(await sweep(globex)).toEqual([])
  })
})

interface Forbidden {
  readonly name: string
  readonly text: string
}

function found(text: string, forbidden: readonly Forbidden[]): string[] {
  return forbidden.flatMap(({ name, text: told }) => {
    const at = text.indexOf(told)
    return at < 0 ? [] : [`${name}: ${told}, after ${text.slice(Math.max(0, at - BEFORE_CHARS), at)}`]
  })
}

function textOf({ body, headers }: Answer): string {
  return `${JSON.stringify(body)} ${JSON.stringify([...headers])}`
}

function markIn({ column, text }: { column: string; text: string }): string[] {
  return MARK_COLUMNS.test(column) && text.length >= MARK_CHARS_MIN ? [text] : []
}

/** Whether its path names something that the other side does not have. */
function namesRows({ path, name }: Endpoint): boolean {
  return path.includes("/:") && !["boxes.claim", "provisioning.run"].includes(name)
}

/** Its path and all that it must be asked with; once for each kind where it lists one kind of several. */
function pathsOf({ name, path, query }: Endpoint, ids: Readonly<Record<string, string>>): string[] {
  const filled = path.replaceAll(/:(\w+)/g, (_all, param: string) => ids[param] ?? crypto.randomUUID())
  const { required = [], properties = {} } = (query ?? {}) as {
    required?: string[]
    properties?: Record<string, { anyOf?: { const: string }[]; enum?: string[] }>
  }
  const asked = [...new Set([...required, ...(MORE[name] ?? [])])]
  const kinds = properties.kind?.enum ?? properties.kind?.anyOf?.map((one) => one.const) ?? [""]
  return kinds.map((kind) => {
    const said = asked.map((key) => `${key}=${key === "kind" ? kind : (ids[key] ?? "")}`)
    if ("size" in properties) said.push("size=100")
    return said.length > 0 ? `${filled}?${said.join("&")}` : filled
  })
}

/** One of each thing that a path of this side may name. */
async function idsOf(
  { owner, runId, code }: Lived,
  { account, storeId, vendorId }: Side,
): Promise<Record<string, string>> {
  const data = async (path: string) => (await owner.call("GET", path)).body.data
  const { endpointId } = (await data(ADMIN_ENDPOINTS.listWebhooks.path)).items[0]
  const order = (await data(`${ADMIN_ENDPOINTS.searchOrders.path}?search=${account}-web-1`)).items[0]
  return {
    storeId,
    vendorId,
    runId,
    code,
    endpointId,
    orderId: order.id,
    order_uid: `${account}-web-1`,
    deliveryId: (await data(`/api/admin/webhooks/${endpointId}/deliveries`)).items[0].deliveryId,
    logId: (await data(ADMIN_ENDPOINTS.listRequests.path)).items[0].id,
    date: DAY,
    from: DAY,
    to: DAY,
    businessDayDate: DAY,
    channel: "POS",
    fulfillmentType: "DINE_IN",
  }
}
