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
  fiscal: nullable(FreeForm),
})
export type Store = Static<typeof Store>
