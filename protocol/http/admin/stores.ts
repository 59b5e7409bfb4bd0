/** The dashboard's endpoints of stores: state and causes, components, sync, days, outages, audit log. */
import Type, { type Static } from "typebox"
import { STORE_STATES } from "../../rules/health/store-health.ts"
import { DayCertificate } from "../../shapes/business-day.ts"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { AnyComponentType } from "../../shapes/heartbeat.ts"
import { FreeForm, Instant, LocalDate, nullable, oneOf, Uuid } from "../../shapes/scalars.ts"
import { Country, Store } from "../../shapes/store.ts"
import { endpoint } from "../endpoint.ts"
import { AuditEntry } from "../staff.ts"

const SEARCH_MAX = 60
const Count = Type.Integer({ minimum: 0 })
const State = oneOf(...STORE_STATES)
const SECTION = "conventions.md#paths"

export const StoreCause = Type.Object({
  is: oneOf("box_silent", "box_gone", "device_down", "degraded", "parked"),
  componentId: nullable(Type.String()),
  reason: nullable(Type.String()),
  since: nullable(Instant),
  /** Minutes within the store's opening hours. */
  operatingMinutes: nullable(Type.Number()),
  count: nullable(Count),
})
export type StoreCause = Static<typeof StoreCause>

/** The sync between a store's box and the hub. */
export const StoreSyncView = Type.Object({
  online: Type.Boolean(),
  heardAt: nullable(Instant),
  /** The last contact, if it is so old that all figures may be outdated; else null. */
  unknownSince: nullable(Instant),
  /** Null until the box has reported its figures. */
  meter: nullable(Type.Object({ made: Count, onHub: Count, acknowledged: Count, unsent: Count })),
  /** Operations for the box that it has not acknowledged yet. */
  downWaiting: Count,
  parked: Count,
  /** Earlier epochs of this or former boxes that may no longer write for the store. */
  fenced: Count,
})
export type StoreSyncView = Static<typeof StoreSyncView>

export const StoreRow = Type.Object({
  storeId: Uuid,
  vendorId: Type.String(),
  code: nullable(Type.String()),
  name: Type.String(),
  countryCode: nullable(Type.String()),
  active: Store.properties.active,
  state: State,
  causes: Type.Array(StoreCause),
  box: nullable(
    Type.Object({ claimedAt: Instant, version: nullable(Type.String()), startedAt: nullable(Type.String()) }),
  ),
  /** Null for a store without a box. */
  line: nullable(StoreSyncView),
  devices: Type.Object({ all: Count, fine: Count, down: Count, unknown: Count }),
})
export type StoreRow = Static<typeof StoreRow>

export const StoreComponent = Type.Object({
  componentId: Type.String(),
  componentType: AnyComponentType,
  shown: oneOf("online", "degraded", "late", "down", "unknown", "retired"),
  onTrial: Type.Boolean(),
  via: oneOf("hub", "box"),
  degradedReason: nullable(Type.String()),
  appVersion: nullable(Type.String()),
  details: FreeForm,
  firstBeatAt: Instant,
  lastBeatAt: Instant,
})
export type StoreComponent = Static<typeof StoreComponent>

const StoreOutage = Type.Object({
  outageId: Uuid,
  componentId: Type.String(),
  componentType: Type.String(),
  startedAt: Instant,
  declaredAt: Instant,
  endedAt: nullable(Instant),
  endReason: nullable(oneOf("heard", "retired")),
  behind: Count,
  /** True if the store cut the connection itself, for an outage test. */
  drill: Type.Boolean(),
  operatingMinutes: Type.Number(),
})

export const listStores = endpoint({
  name: "stores.list",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/stores",
  scope: null,
  query: Type.Object({
    ...CURSOR_QUERY,
    vendorId: Type.Optional(Type.String()),
    state: Type.Optional(State),
    country: Type.Optional(Country),
    /** Any part of code or name. */
    search: Type.Optional(Type.String({ maxLength: SEARCH_MAX })),
  }),
  replies: { 200: cursorListOf(StoreRow) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists stores with their state and its causes, worst first, then by code.",
  section: SECTION,
})

export const countStores = endpoint({
  name: "stores.count",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/store-states",
  scope: null,
  query: Type.Object({ vendorId: Type.Optional(Type.String()) }),
  replies: {
    200: Type.Object({ silent: Count, down: Count, degraded: Count, unknown: Count, fine: Count, unheard: Count }),
  },
  refusals: ["NOT_FOUND"],
  summary: "Counts the stores in each state.",
  section: SECTION,
})

export const readStore = endpoint({
  name: "stores.read",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/stores/:storeId",
  scope: null,
  params: Type.Object({ storeId: Type.String() }),
  replies: {
    200: Type.Object({
      ...StoreRow.properties,
      currency: Store.properties.currency,
      timeZone: Type.String(),
      operatingHours: Store.properties.operatingHours,
      components: Type.Array(StoreComponent),
    }),
  },
  refusals: ["NOT_FOUND"],
  summary: "Reads one store with its state, components and sync.",
  section: SECTION,
})

/** A business day of a store. Its figures are in the day's totals (totals.ts). */
export const StoreDay = Type.Object({
  businessDayDate: LocalDate,
  status: oneOf("open", "closed"),
  openedAt: nullable(Instant),
  closedAt: nullable(Instant),
  /** The box's certificate; null if it made none. */
  certificate: nullable(DayCertificate),
  /** The hub's own certificate of the day, made when the close arrived; null while there is nothing to compare. */
  check: nullable(Type.Object({ found: DayCertificate, agrees: Type.Boolean(), checkedAt: Instant })),
})
export type StoreDay = Static<typeof StoreDay>

export const listStoreDays = endpoint({
  name: "stores.days",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/stores/:storeId/days",
  scope: null,
  params: Type.Object({ storeId: Type.String() }),
  query: Type.Object(CURSOR_QUERY),
  replies: { 200: cursorListOf(StoreDay) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists a store's business days, latest first, each with the box's certificate and the hub's check of it.",
  section: SECTION,
})

export const listStoreOutages = endpoint({
  name: "stores.outages",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/stores/:storeId/outages",
  scope: null,
  params: Type.Object({ storeId: Type.String() }),
  query: Type.Object(CURSOR_QUERY),
  replies: { 200: cursorListOf(StoreOutage) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists outages of a store's box and devices, newest first, with the minutes within opening hours.",
  section: SECTION,
})

export const listStoreAudit = endpoint({
  name: "stores.trail",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/stores/:storeId/trail",
  scope: null,
  params: Type.Object({ storeId: Type.String() }),
  query: Type.Object(CURSOR_QUERY),
  replies: { 200: cursorListOf(AuditEntry) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists the audit entries that the store's box sent, newest first.",
  section: SECTION,
})
