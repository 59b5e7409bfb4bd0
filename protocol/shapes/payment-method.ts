/** Payment methods as the vendor configures them and as the API returns them (docs/contract/methods.md#payment-method-configuration-version-2). */
import Type, { type Static } from "typebox"
import { Instant, nullable, oneOf, Uuid } from "./scalars.ts"
import { Store } from "./store.ts"

const Values = Type.Record(Type.String(), Type.String())

/** A combination in which a method is offered; `enabled: false` means paused. */
export const Availability = Type.Object({
  channelCode: Type.String(),
  fulfillmentCode: Type.String(),
  enabled: Type.Boolean(),
})
export type Availability = Static<typeof Availability>

export const ConfigField = Type.Object({
  key: Type.String(),
  label: Type.String(),
  required: Type.Boolean(),
  scopeLevel: oneOf("account", "store", "device"),
  secret: Type.Boolean(),
  helpText: Type.String(),
})
export type ConfigField = Static<typeof ConfigField>

/** A terminal with values of its own; values of other levels are left out. */
export const MethodDevice = Type.Object({
  deviceType: oneOf("KIOSK", "POS"),
  deviceId: Type.String(),
  charging: Type.Boolean(),
  availability: Type.Array(Availability),
  config: Values,
})
export type MethodDevice = Static<typeof MethodDevice>

export const StoreMethod = Type.Object({
  methodId: Uuid,
  code: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  logoUrl: nullable(Type.String()),
  cardBrands: Type.Array(Type.String()),
  active: Type.Boolean(),
  position: Type.Integer(),
  /** Whether it is enabled in at least one combination, of the requested channel if there is one. */
  charging: Type.Boolean(),
  configFields: Type.Array(ConfigField),
  availability: Type.Array(Availability),
  /** The account's values, overridden by the store's. Includes secrets in plain text. */
  config: Values,
  missingRequiredKeys: Type.Array(Type.String()),
  devices: Type.Array(MethodDevice),
})
export type StoreMethod = Static<typeof StoreMethod>

export const StoreMethods = Type.Object({
  storeId: Uuid,
  storeCode: nullable(Type.String()),
  storeNumber: Type.Integer(),
  name: Type.String(),
  countryCode: Store.properties.countryCode,
  active: Store.properties.active,
  status: Store.properties.status,
  methods: Type.Array(StoreMethod),
})
export type StoreMethods = Static<typeof StoreMethods>

export const MethodWarning = Type.Object({
  code: oneOf("STORE_COUNTRY_MISSING"),
  storeId: Uuid,
  message: Type.String(),
})
export type MethodWarning = Static<typeof MethodWarning>

export const MethodsHead = { accountId: Type.String(), vendorId: Type.String(), generatedAt: Instant }

/** The answer of API version 1: enabled methods by country and vendor (docs/contract/methods.md#payment-method-configuration-version-1). */
export const MethodsByCountry = Type.Object({
  countries: Type.Array(
    Type.Object({
      countryCode: Type.String(),
      vendors: Type.Array(
        Type.Object({
          vendorId: Type.String(),
          methods: Type.Array(
            Type.Object({ methodId: Uuid, code: Type.String(), name: Type.String(), enabled: Type.Boolean() }),
          ),
        }),
      ),
    }),
  ),
})
export type MethodsByCountry = Static<typeof MethodsByCountry>

/** A method in the vendor's configuration, with the values of all its stores or, at a box, of one. */
export interface MethodEntry {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly description?: string
  readonly logoUrl?: string
  readonly active: boolean
  readonly position: number
  readonly cardBrands: readonly string[]
  /** Left out: all countries. */
  readonly countries?: readonly string[]
  /** The account's code of the payment provider. */
  readonly provider?: string
  readonly availability: readonly Availability[]
  readonly configFields?: readonly (Omit<ConfigField, "helpText"> & { readonly helpText?: string })[]
  readonly config?: {
    readonly account?: Readonly<Record<string, string>>
    /** Values by store code. */
    readonly stores?: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
  readonly devices?: readonly {
    readonly storeCode: string
    readonly deviceType: "KIOSK" | "POS"
    readonly deviceId: string
    readonly availability?: readonly Availability[]
    readonly config?: Readonly<Record<string, string>>
  }[]
}
