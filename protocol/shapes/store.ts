/** A store's configuration, from the provisioning file and as the hub sends it to the box. */
import Type, { type Static } from "typebox"
import { personal } from "./privacy.ts"
import { CurrencyCode, FreeForm, nullable, oneOf, Uuid } from "./scalars.ts"
import { TicketSla } from "./ticket.ts"

export const COUNTRIES = ["BR", "CO", "EC", "CL", "AR", "VE"] as const
export const Country = oneOf(...COUNTRIES)

/** How often a device may send its heartbeat. */
export const HEARTBEAT_SECONDS = { minimum: 60, maximum: 86_400 }

export const Legal = Type.Object({
  legalName: Type.String(),
  tradeName: Type.Optional(Type.String()),
  govIdType: Type.Optional(Type.String()),
  govIdNumber: Type.Optional(personal(Type.String())),
})
export type Legal = Static<typeof Legal>

export const Station = Type.Object({
  id: Type.String(),
  kind: oneOf("pos", "kiosk", "kds_station"),
  /** The kitchen station's time limits; left out: the defaults. */
  sla: Type.Optional(TicketSla),
})

const Hours = Type.Array(Type.String({ pattern: "^\\d{2}:\\d{2}-\\d{2}:\\d{2}$" }))

/** What happens to a sale whose fiscal document cannot be numbered. */
export const NumberingFailureAction = oneOf("REFUND", "CONTINUE")

/** Rule of vendor or account for failed fiscal numbering, for stores without one of their own. */
const InheritedFailureRule = Type.Object({
  from: oneOf("vendor", "account"),
  numberingFailure: Type.Object({ action: NumberingFailureAction, lostSaleReason: Type.Optional(Type.String()) }),
})
export type InheritedFailureRule = Static<typeof InheritedFailureRule>

export const Store = Type.Object({
  id: Uuid,
  accountId: Type.String(),
  vendorId: Type.String(),
  code: nullable(Type.String()),
  /** Null if only an earlier version has provisioned the store. */
  number: nullable(Type.Integer()),
  name: Type.String(),
  countryCode: nullable(Country),
  currency: CurrencyCode,
  timeZone: Type.String(),
  /** Local time at which the next business date begins, HH:MM. */
  businessDayCutoff: Type.String({ pattern: "^\\d{2}:\\d{2}$" }),
  active: oneOf("ACTIVE", "INACTIVE", "SUSPENDED"),
  status: oneOf("DRAFT", "PUBLISHED", "PARTIALLY_PUBLISHED", "ARCHIVED"),
  legal: nullable(Legal),
  operatingHours: Type.Record(Type.String(), Hours),
  stations: Type.Array(Station),
  /** Heartbeat interval of its devices; left out: the default of all stores. */
  heartbeatIntervalSeconds: Type.Optional(Type.Integer(HEARTBEAT_SECONDS)),
  /** Limit of one withdrawal in major units of the store's currency; left out: the currency's default. */
  withdrawalLimit: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 })),
  fiscal: nullable(FreeForm),
  /** Rules of vendor and account, in this order. A store with `fiscal` has them there as `inherited`. */
  inheritedFailureRules: Type.Optional(Type.Array(InheritedFailureRule)),
})
export type Store = Static<typeof Store>

/** What a store's screens show of it. */
export const StoreSummary = Type.Pick(Store, ["id", "code", "name", "currency", "countryCode", "timeZone"])
