/** Headquarters' stores: how each is and why, its parts, its line, what it went through. */
import Type, { type Static } from "typebox"
import { STORE_STATES } from "../../rules/health/store-health.ts"
import { DayCertificate } from "../../shapes/business-day.ts"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { AnyComponentType } from "../../shapes/heartbeat.ts"
import { FreeForm, Instant, LocalDate, nullable, oneOf, Uuid } from "../../shapes/scalars.ts"
import { COUNTRIES, Store } from "../../shapes/store.ts"
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
  /** Minutes in which the store was open. */
  operatingMinutes: nullable(Type.Number()),
  count: nullable(Count),
})
export type StoreCause = Static<typeof StoreCause>

/** The line between a store's box and the hub. */
export const StoreSyncView = Type.Object({
  online: Type.Boolean(),
  heardAt: nullable(Instant),
  /** The last contact, where it is too old to speak of the store as it is now: every other figure of it is from then. Null while it is fresh. */
  unknownSince: nullable(Instant),
  /** Null until the box has told how far its log has come. */
  meter: nullable(Type.Object({ made: Count, onHub: Count, acknowledged: Count, unsent: Count })),
  /** What goes down and was not acknowledged yet. */
  downWaiting: Count,
  parked: Count,
  /** Earlier boxes and earlier lives of this one, which no longer speak for the store. */
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
  /** The store cut the line itself, for a drill. */
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
    country: Type.Optional(oneOf(...COUNTRIES)),
    /** A part of code or name. */
    search: Type.Optional(Type.String({ maxLength: SEARCH_MAX })),
  }),
  replies: { 200: cursorListOf(StoreRow) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Stores with their state and its causes, the worst first, then by code.",
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
  summary: "How many stores are in each state.",
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
  summary: "One store: its state, its parts, its line.",
  section: SECTION,
})

/** A closed or open day of a store; its figures stand with the day's totals. */
export const StoreDay = Type.Object({
  businessDayDate: LocalDate,
  status: oneOf("open", "closed"),
  openedAt: nullable(Instant),
  closedAt: nullable(Instant),
  /** What the store's box has certified; null: nothing. */
  certificate: nullable(DayCertificate),
  /** What the hub found of the same day when the close arrived, from its own copy; null while there is nothing to compare. */
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
  summary:
    "The business days of a store, the latest first, each with the certificate of its close and what the hub found.",
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
  summary: "Outages of a store's box and devices, the latest first, with the minutes in which the store was open.",
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
  summary: "What was done in a store and by whom, the latest first, as its box told it.",
  section: SECTION,
})
