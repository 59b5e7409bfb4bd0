/** For each endpoint of the dashboard, a request with ids of somebody else's records, and a valid body where it needs one. */
import { ACTION_ITEM_KINDS } from "../../protocol/http/admin/action-items.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"

/** One of each thing that a path, a query or a body may name. */
export type Ids = Readonly<Record<string, string>>

export interface ForeignAsk {
  readonly path: string
  readonly body?: object
  /** Of the account as a whole: wrong from whoever sees a part of it. */
  readonly whole: boolean
  /** A list that is narrowed by something, or by nothing: it may be answered, and empty of what is foreign. */
  readonly mayAnswer: boolean
}

interface Wish {
  readonly params?: Ids
  readonly body?: object
  readonly whole?: boolean
}

type Bodies = Readonly<Record<string, (theirs: Ids, own: Ids) => readonly Wish[]>>

/** What a query names by id or by word, beside the vendor. */
const FILTERS = ["storeId", "keyId", "personId", "eventId", "requestId", "search"]
/** What a query says that names nothing. */
const PLAIN = ["after", "size", "kind", "status", "state", "country", "from", "to", "date", "type", "action", "outcome"]
const PLAIN_TOO = ["path", "reason", "channel", "fulfillmentType"]
/** One of two must be said, and either names. */
const NAMES_ALWAYS = ["totals.read"]
/** Several things may stand in the same place. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  keyId: ["keyId", "accountKeyId"],
  endpointId: ["endpointId", "accountEndpointId"],
  personId: ["personId", "theirPersonId", "bothPersonId"],
}

/** They name nobody but the one who asks. */
export const OWN_ALONE = ["session.signOut", "session.signOutEverywhere", "session.changePassword"]
/** A box that waits for its store is of no account yet: whoever reads the code off its screen may look. */
export const NOBODYS = ["boxes.claim"]

/** All that is sold in the day of a side. */
export const SPAN = { from: "2026-11-21T00:00:00Z", to: "2026-11-21T23:00:00Z" }

const BODIES: Bodies = {
  "people.invite": ({ vendorId = "" }, { vendorId: own = "" }) => {
    const fresh = { email: "fresh@elsewhere.test", name: "Fresh", role: "owner" }
    return [
      { body: { ...fresh, vendorIds: [vendorId] } },
      { body: { ...fresh, vendorIds: [own, vendorId] } },
      { body: { ...fresh, vendorIds: null }, whole: true },
      { body: fresh, whole: true },
    ]
  },
  "people.change": ({ personId = "", vendorId = "" }, { personId: me = "", vendorId: own = "" }) => [
    ...[{ name: "Mine" }, { role: "read-only" }, { vendorIds: [own] }, { disabled: true }].map((body) => ({ body })),
    { params: { personId }, body: { vendorIds: null } },
    { params: { personId: me }, body: { vendorIds: [vendorId] } },
    { params: { personId: me }, body: { vendorIds: null }, whole: true },
  ],
  "keys.create": ({ vendorId }) => [
    { body: { name: "fresh", vendorId, scopes: ["orders:read"] } },
    { body: { name: "fresh", vendorId: null, scopes: ["orders:read"] }, whole: true },
  ],
  "clients.create": ({ vendorId }) => [{ body: { clientId: "fresh-client", vendorId } }],
  "webhooks.create": ({ vendorId }) => [
    { body: { name: "fresh", url: "https://example.com/hook", vendorId, events: ["*"] } },
    { body: { name: "fresh", url: "https://example.com/hook", vendorId: null, events: ["*"] }, whole: true },
  ],
  "webhooks.change": () => [{ body: { url: "https://example.com/mine" } }, { body: { events: ["order.completed"] } }],
  "webhooks.test": () => [{ body: { type: "order.completed" } }],
  "replays.start": () => [{ body: SPAN }],
  "menus.publish": ({ vendorId, storeId }, own) => [
    { body: { vendorId, storeId } },
    { body: { vendorId, storeId: own.storeId } },
    { body: { vendorId: own.vendorId, storeId } },
  ],
  "menus.release": ({ publicationId }) => [{ body: { publicationId } }],
  "methods.set": ({ storeId }, own) =>
    [storeId, own.storeId].map((place) => ({
      body: { storeId: place, key: "terminalKey", level: "store", value: "mine" },
    })),
  "provisioning.check": ({ gzip }) => [{ body: { gzip } }],
  "provisioning.apply": ({ gzip }) => [{ body: { gzip } }],
  "boxes.claimed": ({ storeId }) => [{ body: { storeId } }, { body: { storeId, replace: true } }],
  "updates.halt": ({ vendorId }) => [{ body: { halted: true, vendorId } }, { body: { halted: false, vendorId } }],
  "updates.putIntoRing": () => [{ body: { ring: "early" } }],
  "admin.settleAttention": (theirs) =>
    ACTION_ITEM_KINDS.filter((kind) => kind !== "endpoint").flatMap((kind) =>
      actionsOf(kind).map((action) => ({ body: { kind, key: theirs[kind], action, note: "by mistake" } })),
    ),
}

function actionsOf(kind: string): readonly string[] {
  if (kind === "document") return ["void", "dismiss"]
  if (kind === "refund") return ["record"]
  return ["parked", "parkedInStore", "job"].includes(kind) ? ["replay", "dismiss"] : ["dismiss"]
}

/** Every way to ask it for what is theirs; throws where an endpoint has something that nobody has said a name or a body for. */
export function foreignAsks(value: Endpoint, theirs: Ids, own: Ids): readonly ForeignAsk[] {
  return value.method === "GET" ? readsOf(value, theirs) : writesOf(value, theirs, own)
}

function writesOf({ name, path, body }: Endpoint, theirs: Ids, own: Ids): ForeignAsk[] {
  const wishes = BODIES[name]?.(theirs, own)
  const { required = [], properties = {} } = schemaOf(body)
  const named = Object.keys(properties).filter((key) => /ids?$/i.test(key))
  const said = wishes?.flatMap((wish) => Object.keys(wish.body ?? {})) ?? []
  // A device is one of the store's, whichever store that is.
  const unsaid = named.filter((key) => !said.includes(key) && key !== "deviceId")
  if (!wishes && required.length > 0) throw new Error(`${name} is asked by nobody: give it a valid body`)
  if (unsaid.length > 0) throw new Error(`${name} takes ${unsaid} too: let somebody name a foreign one`)
  if (!wishes && !path.includes("/:")) throw new Error(`${name} names nothing: say why nobody needs to ask it`)
  return (wishes ?? [{}]).flatMap((wish) =>
    pathsOf(path, theirs, wish.params).map((filled) => ({
      path: filled,
      body: wish.body ?? {},
      whole: wish.whole ?? false,
      mayAnswer: false,
    })),
  )
}

function readsOf({ name, path, query }: Endpoint, theirs: Ids): ForeignAsk[] {
  const { required = [], properties = {} } = schemaOf(query)
  const keys = Object.keys(properties)
  const unknown = keys.filter((key) => ![...FILTERS, ...PLAIN, ...PLAIN_TOO, "vendorId"].includes(key))
  if (unknown.length > 0) throw new Error(`${name} may be asked with ${unknown}: say whether it names something`)
  const kinds = required.includes("kind") ? ACTION_ITEM_KINDS : [""]
  const wanted = (kind: string) => required.map((key) => [key, key === "kind" ? kind : idOf(theirs, key)] as const)
  const inPath = path.includes("/:")
  return kinds.flatMap((kind) => {
    const base = wanted(kind)
    const refuses = inPath || required.some((key) => ["vendorId", "storeId"].includes(key))
    const bare = NAMES_ALWAYS.includes(name) ? [] : [{ said: base, mayAnswer: !refuses }]
    const narrowed = keys
      .filter((key) => !required.includes(key) && (key === "vendorId" || FILTERS.includes(key)))
      .map((key) => ({
        said: [...base, [key, idOf(theirs, key)] as const],
        mayAnswer: !refuses && key !== "vendorId" && !NAMES_ALWAYS.includes(name),
      }))
    return [...bare, ...narrowed].flatMap(({ said, mayAnswer }) =>
      pathsOf(path, theirs).map((filled) => ({
        path: said.length > 0 ? `${filled}?${new URLSearchParams(said.map(([key, text]) => [key, text]))}` : filled,
        whole: false,
        // What the whole account hears is shown to everybody who hears a part of it.
        mayAnswer: mayAnswer || filled.includes(idOf(theirs, "accountEndpointId")),
      })),
    )
  })
}

/** With each thing in turn that may stand in its path. */
function pathsOf(path: string, theirs: Ids, over: Ids = {}): string[] {
  const params = [...path.matchAll(/:(\w+)/g)].map(([, param = ""]) => param)
  return params.reduce<string[]>(
    (paths, param) => {
      const ids = over[param] === undefined ? (ALSO[param] ?? [param]).map((key) => idOf(theirs, key)) : [over[param]]
      return paths.flatMap((one) => ids.map((id) => one.replace(`:${param}`, encodeURIComponent(id))))
    },
    [path],
  )
}

function idOf(theirs: Ids, key: string): string {
  const id = theirs[key]
  if (id === undefined) throw new Error(`nobody has said what a foreign ${key} is`)
  return id
}

interface ObjectSchema {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, unknown>>
}

function schemaOf(schema: unknown): ObjectSchema {
  return (schema ?? {}) as ObjectSchema
}
