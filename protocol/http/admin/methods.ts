/** How a store takes money, at the dashboard: each value with the level that it comes from; a secret is set or not, never shown. */
import Type, { type Static } from "typebox"
import { Availability } from "../../shapes/payment-method.ts"
import { nullable, oneOf, ShortText, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const SECTION = "conventions.md#paths"
const METHODS = "/api/admin/methods"
const VALUE_MAX = 2000

const Level = oneOf("account", "store", "device")
export type MethodLevel = Static<typeof Level>

/** A value on one of its levels. */
const Given = Type.Object({
  level: Level,
  /** Of a device: its type and id. */
  deviceType: nullable(oneOf("KIOSK", "POS")),
  deviceId: nullable(Type.String()),
  isSet: Type.Boolean(),
  /** Null where it is a secret. */
  value: nullable(Type.String()),
})
export type GivenValue = Static<typeof Given>

export const MethodField = Type.Object({
  key: Type.String(),
  label: Type.String(),
  helpText: Type.String(),
  required: Type.Boolean(),
  secret: Type.Boolean(),
  scopeLevel: Level,
  missing: Type.Boolean(),
  /** The level whose value the store ends with; null where no level has one. Devices may have their own. */
  from: nullable(oneOf("account", "store")),
  given: Type.Array(Given),
})
export type MethodField = Static<typeof MethodField>

export const MethodView = Type.Object({
  methodId: Uuid,
  code: Type.String(),
  name: Type.String(),
  active: Type.Boolean(),
  charging: Type.Boolean(),
  cardBrands: Type.Array(Type.String()),
  provider: nullable(Type.String()),
  countries: nullable(Type.Array(Type.String())),
  availability: Type.Array(Availability),
  fields: Type.Array(MethodField),
  missing: Type.Array(Type.String()),
  warnings: Type.Array(
    Type.Object({ code: oneOf("PROVIDER_UNKNOWN", "VALUE_WITHOUT_FIELD", "NEVER_OFFERED"), subject: Type.String() }),
  ),
})
export type MethodView = Static<typeof MethodView>

export const StoreMethodsView = Type.Object({
  storeId: Uuid,
  storeCode: nullable(Type.String()),
  storeName: Type.String(),
  vendorId: Type.String(),
  countryCode: nullable(Type.String()),
  methods: Type.Array(MethodView),
})
export type StoreMethodsView = Static<typeof StoreMethodsView>

export const readStoreMethods = endpoint({
  name: "methods.read",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: METHODS,
  scope: null,
  query: Type.Object({ storeId: Uuid }),
  replies: { 200: StoreMethodsView },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "What a store charges with after merging, each value with its level, and what is missing.",
  section: SECTION,
})

export const setMethodValue = endpoint({
  name: "methods.set",
  family: "admin",
  who: "hands",
  method: "PUT",
  path: `${METHODS}/:methodId/values`,
  scope: null,
  params: Type.Object({ methodId: Type.String() }),
  body: Type.Object({
    storeId: Uuid,
    key: ShortText,
    level: Level,
    /** Of a device that the method has in this store. */
    deviceType: Type.Optional(oneOf("KIOSK", "POS")),
    deviceId: Type.Optional(ShortText),
    /** Null takes it away: the level above counts again. */
    value: nullable(Type.String({ minLength: 1, maxLength: VALUE_MAX })),
  }),
  replies: { 200: StoreMethodsView },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Sets or replaces one value on one level; the boxes that it concerns are told.",
  section: SECTION,
})
