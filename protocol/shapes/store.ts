/** A store's configuration, as the provisioning file gives it and the hub sends it down to the box. */
import Type, { type Static } from "typebox"
import { CurrencyCode, FreeForm, nullable, oneOf, Uuid } from "./scalars.ts"
import { TicketSla } from "./ticket.ts"

export const COUNTRIES = ["BR", "CO", "EC", "CL", "AR", "VE"] as const

export const Legal = Type.Object({
  legalName: Type.String(),
  tradeName: Type.Optional(Type.String()),
  govIdType: Type.Optional(Type.String()),
  govIdNumber: Type.Optional(Type.String()),
})
export type Legal = Static<typeof Legal>

export const Station = Type.Object({
  id: Type.String(),
  kind: oneOf("pos", "kiosk", "kds_station"),
  /** What a kitchen station promises; left out, the usual minutes. */
  sla: Type.Optional(TicketSla),
})

const Hours = Type.Array(Type.String({ pattern: "^\\d{2}:\\d{2}-\\d{2}:\\d{2}$" }))

/** What vendor or account say of a numbering that fails, for a store that says nothing itself. */
const InheritedFailureRule = Type.Object({
  from: oneOf("vendor", "account"),
  numberingFailure: Type.Object({ action: oneOf("REFUND", "CONTINUE"), lostSaleReason: Type.Optional(Type.String()) }),
})
export type InheritedFailureRule = Static<typeof InheritedFailureRule>

export const Store = Type.Object({
  id: Uuid,
  accountId: Type.String(),
  vendorId: Type.String(),
  code: nullable(Type.String()),
  /** Null: it was provisioned by an earlier version and not since. */
  number: nullable(Type.Integer()),
  name: Type.String(),
  countryCode: nullable(oneOf(...COUNTRIES)),
  currency: CurrencyCode,
  timeZone: Type.String(),
  /** Local time at which a business day turns, HH:MM. */
  businessDayCutoff: Type.String({ pattern: "^\\d{2}:\\d{2}$" }),
  active: oneOf("ACTIVE", "INACTIVE", "SUSPENDED"),
  status: oneOf("DRAFT", "PUBLISHED", "PARTIALLY_PUBLISHED", "ARCHIVED"),
  legal: nullable(Legal),
  operatingHours: Type.Record(Type.String(), Hours),
  stations: Type.Array(Station),
  /** How often its devices say that they live; left out, the fleet's cadence. */
  heartbeatIntervalSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 86_400 })),
  /** The most that one withdrawal may take out of a drawer, in major units of the store's currency; left out, the currency's default. */
  withdrawalLimit: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 })),
  fiscal: nullable(FreeForm),
  /** The nearer level first; where the store has `fiscal`, they stand there as `inherited`. */
  inheritedFailureRules: Type.Optional(Type.Array(InheritedFailureRule)),
})
export type Store = Static<typeof Store>
