/** Checks the fiscal settings of a vendor's stores: emission points must be valid, and no two may give the same number. */
import type { Fault } from "../../protocol/refusals.ts"
import { adapterOf, type FiscalAdapter, pointsClash } from "../../protocol/rules/fiscal/countries/index.ts"
import type { FiscalPoint } from "../../protocol/shapes/fiscal-point.ts"
import type { StoreEntry, VendorEntry } from "./provisioning-schema.ts"

interface Placed {
  readonly adapter: FiscalAdapter
  readonly store: StoreEntry
  readonly company: string
  readonly point: FiscalPoint
  readonly path: string
}

/** `path` is the path of the vendor in the file. */
export function checkFiscal(vendor: VendorEntry, path: string): Fault[] {
  const places = vendor.stores.flatMap((store, index) => placesOf(vendor, store, `${path}.stores.${index}`))
  const lost = vendor.stores.flatMap(({ fiscal, countryCode }, index) =>
    fiscal?.points?.length && countryCode === undefined
      ? [{ path: `${path}.stores.${index}.countryCode`, message: "is required for a store with fiscal.points" }]
      : [],
  )
  return [...lost, ...places.flatMap(faultsOf), ...clashes(places.filter((place) => faultsOf(place).length === 0))]
}

function placesOf(vendor: VendorEntry, store: StoreEntry, path: string): Placed[] {
  const adapter = adapterOf(store.countryCode ?? null)
  const company = (store.legal ?? vendor.legal)?.govIdNumber ?? vendor.id
  if (!adapter) return []
  const points = store.fiscal?.points ?? []
  return points.map((point, index) => ({ adapter, store, company, point, path: `${path}.fiscal.points.${index}` }))
}

function faultsOf({ adapter, point, path }: Placed): Fault[] {
  return adapter.checkPoint(point).map((fault) => ({ path: `${path}.${fault.path}`, message: fault.message }))
}

function clashes(places: readonly Placed[]): Fault[] {
  return places.flatMap((place, index) => {
    const earlier = places.slice(0, index).find((other) => clash(other, place))
    return earlier ? [{ path: place.path, message: `could give the same numbers as ${earlier.path}` }] : []
  })
}

/** A point of two stores is a fault in production only: a sandbox is often a copy of another. */
function clash(a: Placed, b: Placed): boolean {
  const environment = b.store.fiscal?.environment ?? "SANDBOX"
  const isOneStore = a.store.id === b.store.id
  if (a.adapter !== b.adapter || a.company !== b.company || environment !== (a.store.fiscal?.environment ?? "SANDBOX"))
    return false
  if (!isOneStore && environment === "SANDBOX") return false
  const isOneCounter = a.point.side === b.point.side && (isOneStore || a.point.side === "hub")
  return pointsClash(b.adapter, [a.point, b.point], { environment, isOneCounter })
}
