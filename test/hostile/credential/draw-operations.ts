/** Operations that chance draws: by the example of their kind, of orders that others have, with one value out of place, or of no kind at all. */
import { OP_SHAPES } from "../../../hub/sync-handlers/op-shapes.ts"
import { sampleOf } from "../../../protocol/shapes/sample-shape.ts"
import { type UpKind, upOps } from "../../../protocol/sync/ops.ts"
import { aFiscalRecord } from "../../kit/fiscal.ts"
import { GLOBEX_KEY } from "../../kit/tenants.ts"
import { HONEST_STORE, HOSTILE_STORE, OWN, SILENT_STORE } from "./tenants.ts"

const KINDS = Object.keys(upOps) as UpKind[]
const UNKNOWN_BODY_BYTES = [10, 7_000, 100_000]
/** Which fields name somebody. Three of four times the hostile store's own, or what was drawn: else nothing would get past the first look. */
const OWN_SHARE = 0.75

export interface Known {
  /** Records of orders of other stores, as somebody has read them before. */
  readonly orders: readonly Readonly<Record<string, unknown>>[]
}

export interface DrawnOp {
  readonly kind: string
  readonly body: unknown
}

export function createOperations(chance: () => number, { orders }: Known): () => DrawnOp {
  const bodies = new Map(KINDS.map((kind) => [kind, bodiesOf(kind)]))
  const one = <T>(of: readonly T[]) => of[Math.floor(chance() * of.length)] as T
  const foreign: Readonly<Record<string, readonly unknown[]>> = {
    storeId: [SILENT_STORE, HONEST_STORE, "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d02"],
    vendorId: ["acme.ec.guayaquil", "globex.br.saopaulo"],
    accountId: ["globex"],
    orderId: orders.flatMap(({ id, orderExternal }) => [id, orderExternal]),
    externalOrderId: orders.map(({ orderExternal }) => orderExternal),
    orderExternal: orders.map(({ orderExternal }) => orderExternal),
    sequenceKey: ["EC/1790012344001/EC:SANDBOX:01:001:001", "EC/1790012344001/EC:SANDBOX:01:001:002"],
    componentId: [`box:${SILENT_STORE}`, "pos-1", GLOBEX_KEY],
    id: orders.map(({ id }) => id),
  }
  const own: Readonly<Record<string, unknown>> = { storeId: HOSTILE_STORE, ...OWN }
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const names = foreign[key]
        if (names === undefined || names.length === 0) return [key, rename(inner)]
        return [key, chance() < OWN_SHARE ? (own[key] ?? inner) : one(names)]
      }),
    )
  }
  const spoil = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return one([null, -1, 1e21, "", {}, [], "x".repeat(5_000)])
    const key = one(Object.keys(value))
    if (key === undefined) return null
    const inner = spoil((value as Record<string, unknown>)[key])
    return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }
  }
  const foreignOrder = (): DrawnOp => {
    const order = { ...one(orders), status: one(["CANCELED", "COMPLETED", "OPEN"]), revision: 99 }
    const renamed = chance() < 0.5 ? order : { ...order, storeId: HOSTILE_STORE }
    return { kind: "order.changed", body: { order: renamed, events: [] } }
  }
  return () => {
    const drawn = chance()
    if (drawn < 0.1) return foreignOrder()
    if (drawn < 0.15)
      return { kind: `unknown.${Math.floor(chance() * 1e6)}`, body: "x".repeat(one(UNKNOWN_BODY_BYTES)) }
    const kind = one(KINDS)
    const body = rename(vary(one(bodies.get(kind) ?? []), chance))
    return { kind, body: chance() < 0.15 ? spoil(body) : body }
  }
}

/** The schema's own example, with everything and with what must be there; to draw whole records by chance finds hardly one that is valid. */
function bodiesOf(kind: UpKind): unknown[] {
  if (kind === "fiscal.numbered") return [{ record: aFiscalRecord() }]
  return [sampleOf(OP_SHAPES[kind]), sampleOf(OP_SHAPES[kind], { extent: "needed" })]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Mostly under ids of its own, so that it is a new thing. */
function vary(value: unknown, chance: () => number): unknown {
  if (typeof value === "string" && UUID.test(value)) return chance() < OWN_SHARE ? crypto.randomUUID() : value
  if (typeof value === "number" && chance() < 0.1) return Math.floor(chance() * 1e6)
  if (Array.isArray(value)) return value.map((inner) => vary(inner, chance))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, vary(inner, chance)]))
}
