/**
 * The emission points that a store's box numbers from. A box keeps its points. Nobody knows which numbers a broken box had given, so the box that
 * replaces it gets other points, and no number can be given twice.
 */
import type { FiscalPoint } from "../../protocol/shapes/fiscal-point.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { SystemWrite } from "../storage/index.ts"

/** The identity of a point, which a correction does not change. */
const IDENTITY = [
  "establishment",
  "emissionPoint",
  "series",
  "prefix",
  "documentType",
  "pointOfSale",
  "identifier",
  "from",
] as const

/** The key of the row that names the store's current box. */
const CURRENT = ""

interface Place {
  readonly storeId: string
  readonly accountId: string
  readonly vendorId: string
}

/** A box was claimed for the store. The same box, by its epoch, keeps its points. */
export async function setBoxOfPoints({ db }: SystemWrite, place: Place, epoch: string): Promise<void> {
  const row = { store_id: place.storeId, account_id: place.accountId, vendor_id: place.vendorId }
  await db
    .insertInto("fiscal_box_point")
    .values({ ...row, point: CURRENT, epoch })
    .onConflict((conflict) => conflict.columns(["store_id", "point"]).doUpdateSet({ epoch }))
    .execute()
}

/** The store for its box: with the hub's points, and those of the box's that no other box has used. */
export async function withPointsOfBox(scope: SystemWrite, store: Store): Promise<Store> {
  const points = (store.fiscal?.points ?? []) as readonly FiscalPoint[]
  const own = points.filter(({ side }) => side === "appliance")
  if (own.length === 0) return store
  const rows = await scope.db
    .selectFrom("fiscal_box_point")
    .select(["point", "epoch"])
    .where("store_id", "=", store.id)
    .execute()
  const taken = new Map(rows.map(({ point, epoch }) => [point === CURRENT ? CURRENT : canonical(point), epoch]))
  const current = taken.get(CURRENT) ?? ""
  const mine = own.filter((point) => taken.get(nameOf(point)) === current)
  const free = own.filter((point) => !taken.has(nameOf(point)))
  // Authorised ranges follow each other, one for each kind of document. Any other point stays with a box.
  const fresh = own.every(isRange) ? free : mine.length === 0 ? free.slice(0, 1) : []
  for (const point of fresh) await assign(scope, store, { name: nameOf(point), epoch: current })
  const given = points.filter((point) => point.side === "hub" || mine.includes(point) || fresh.includes(point))
  const usedUp = mine.length + fresh.length === 0
  return { ...store, fiscal: { ...store.fiscal, points: given, ...(usedUp && { pointsUsedUp: true }) } }
}

function isRange({ from, to }: FiscalPoint): boolean {
  return from !== undefined && to !== undefined
}

function nameOf(point: FiscalPoint): string {
  return canonical(JSON.stringify(IDENTITY.map((key) => point[key] ?? null)))
}

/** The point 2 is the point 002, whatever its form when a box got it; otherwise it would be given a second time. */
function canonical(name: string): string {
  const parts: readonly unknown[] = JSON.parse(name)
  return JSON.stringify(parts.map((part) => (typeof part === "string" ? part.replace(/^0+(?=\d+$)/, "") : part)))
}

async function assign({ db }: SystemWrite, store: Store, { name, epoch }: { name: string; epoch: string }) {
  const owner = { store_id: store.id, account_id: store.accountId, vendor_id: store.vendorId }
  await db
    .insertInto("fiscal_box_point")
    .values({ ...owner, point: name, epoch })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
