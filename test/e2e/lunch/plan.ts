/** The orders of a lunch: who takes them, their products, how they are paid, and the expected result. */
import demoTenant from "../../../hub/tenants/demo-tenant.json" with { type: "json" }

/** Fewer than a rush has: `npm run soak -- lunch` plays sixty. Six take turns, and one in five of each is clicked. */
const SHORT = 24
export const ORDERS = Number(process.env.BRASA_LUNCH ?? SHORT)
export const STATIONS = ["parrilla", "freidora", "bebidas"] as const
export const REGISTERS = ["pos-1", "pos-2"] as const
export const KIOSKS = ["kiosk-1", "kiosk-2"] as const

export type Station = (typeof STATIONS)[number]
export type RegisterId = (typeof REGISTERS)[number]
export type KioskId = (typeof KIOSKS)[number]

/** One of so many is clicked through at the screen; the others go by the pages' own requests. */
const CLICKED_OF = 5
const CHARGES_CLICKED_OF = 5

export interface Product {
  readonly id: string
  readonly name: string
  readonly station: Station
  /** Cents; what a guest pays. */
  readonly cents: number
  readonly category: string
}

export interface PlannedOrder {
  readonly n: number
  readonly by: RegisterId | KioskId
  readonly clicked: boolean
  readonly products: readonly Product[]
  readonly method: "CASH" | "CARD"
  /** Where it is paid. */
  readonly register: RegisterId
  readonly chargeClicked: boolean
}

const MENU: readonly Product[] = [
  product("p-burger-doble", "Hamburguesa doble", "parrilla", 890, "Principales"),
  product("p-hotdog", "Hot dog de la casa", "parrilla", 450, "Principales"),
  product("p-alitas", "Alitas picantes (8)", "parrilla", 790, "Principales"),
  product("p-aros", "Aros de cebolla", "freidora", 325, "Acompañantes"),
  product("p-yuca", "Yuca frita", "freidora", 275, "Acompañantes"),
  product("p-maduros", "Maduros con queso", "freidora", 290, "Acompañantes"),
  product("p-limonada", "Limonada imperial", "bebidas", 225, "Bebidas"),
  product("p-batido", "Batido de guanábana", "bebidas", 350, "Bebidas"),
  product("p-agua", "Agua sin gas", "bebidas", 100, "Bebidas"),
]
const TAKERS = ["pos-1", "kiosk-1", "pos-2", "pos-1", "kiosk-2", "pos-2"] as const
const MIXES: readonly (readonly Station[])[] = [
  ["parrilla", "freidora", "bebidas"],
  ["parrilla", "bebidas"],
  ["freidora", "bebidas"],
  ["parrilla", "freidora"],
  ["parrilla"],
]

function product(id: string, name: string, station: Station, cents: number, category: string): Product {
  return { id, name, station, cents, category }
}

export function planLunch(): PlannedOrder[] {
  const taken: Record<string, number> = {}
  return Array.from({ length: ORDERS }, (_, n) => {
    const by = TAKERS[n % TAKERS.length] ?? "pos-1"
    const nth = taken[by] ?? 0
    taken[by] = nth + 1
    const atKiosk = by.startsWith("kiosk")
    const mix = MIXES[n % MIXES.length] ?? []
    return {
      n,
      by,
      clicked: nth % CLICKED_OF === 0,
      products: mix.map((station) => ofStation(station, n)),
      method: atKiosk || n % 3 !== 0 ? "CASH" : "CARD",
      register: by === "pos-2" || by === "kiosk-2" ? "pos-2" : "pos-1",
      chargeClicked: atKiosk && nth % CHARGES_CLICKED_OF === 0,
    }
  })
}

function ofStation(station: Station, n: number): Product {
  const own = MENU.filter((one) => one.station === station)
  return own[n % own.length] as Product
}

export function centsOf({ products }: Pick<PlannedOrder, "products">): number {
  return products.reduce((all, { cents }) => all + cents, 0)
}

/** By a way of its own: the test must not trust the product's arithmetic. */
export function takings(orders: readonly PlannedOrder[], which: (order: PlannedOrder) => boolean): number {
  return orders.filter(which).reduce((all, order) => all + centsOf(order), 0)
}

interface Vendor {
  readonly stores: readonly object[]
  readonly products?: readonly { readonly id: string }[]
}

/** The demo's restaurant with a fryer of its own, a second register and a second kiosk. */
export function lunchTenant(): object {
  const [account, ...others] = demoTenant.accounts as unknown as { vendors: readonly Vendor[] }[]
  const vendors = account?.vendors.map((vendor) => (vendor.products ? lunchVendor(vendor) : vendor))
  return { ...demoTenant, accounts: [{ ...account, vendors }, ...others] } as object
}

function lunchVendor({ stores: [store, ...others], products = [], ...vendor }: Vendor): object {
  const stations = [
    ...REGISTERS.map((id) => ({ id, kind: "pos" })),
    ...KIOSKS.map((id) => ({ id, kind: "kiosk" })),
    ...STATIONS.map((id) => ({ id, kind: "kds_station" })),
  ]
  const cookedAt = (id: string) => MENU.find((one) => one.id === id)?.station
  return {
    ...vendor,
    stores: [{ ...store, stations }, ...others],
    products: products.map((one) => ({ ...one, ...(cookedAt(one.id) && { station: cookedAt(one.id) }) })),
  }
}
