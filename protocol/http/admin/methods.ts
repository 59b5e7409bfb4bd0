/** The dashboard's endpoints of payment methods: values per level; of a secret only whether it is set. */
import Type, { type Static } from "typebox"
import { Availability, ConfigField, MethodDevice } from "../../shapes/payment-method.ts"
import { nullable, oneOf, ShortText, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const SECTION = "conventions.md#paths"
const METHODS = "/api/admin/methods"
const VALUE_MAX = 2000

const Level = ConfigField.properties.scopeLevel
export type MethodLevel = Static<typeof Level>

/** The value of a field on one level. */
const MethodValue = Type.Object({
  level: Level,
  /** For the level `device`: its type and id. */
  deviceType: nullable(MethodDevice.properties.deviceType),
  deviceId: nullable(Type.String()),
  isSet: Type.Boolean(),
  /** Null for a secret. */
  value: nullable(Type.String()),
})
export type MethodValue = Static<typeof MethodValue>

export const MethodField = Type.Object({
  key: Type.String(),
  label: Type.String(),
  helpText: Type.String(),
  required: Type.Boolean(),
  secret: Type.Boolean(),
  scopeLevel: Level,
  missing: Type.Boolean(),
  /** The level that the store's effective value comes from; null if no level has one. Devices may have their own values. */
  from: nullable(oneOf("account", "store")),
  given: Type.Array(MethodValue),
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
  summary: "Reads a store's payment methods after merging the levels, each value with its level, and missing values.",
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
    /** For the level `device`: a device of this store with the method. */
    deviceType: Type.Optional(MethodDevice.properties.deviceType),
    deviceId: Type.Optional(ShortText),
    /** Null removes the value: the level above applies again. */
    value: nullable(Type.String({ minLength: 1, maxLength: VALUE_MAX })),
  }),
  replies: { 200: StoreMethodsView },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Sets or removes one value on one level, and updates the boxes that it concerns.",
  section: SECTION,
})
