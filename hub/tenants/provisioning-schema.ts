/** The schema of a provisioning file (docs/contract/running.md#provisioning). Published as JSON Schema. */
import Type, { type Static, type TProperties, type TSchema } from "typebox"
import { USER_ROLES } from "../../protocol/rules/users/user-roles.ts"
import { SCOPES } from "../../protocol/scopes.ts"
import { CancellationReason, CancellationRule } from "../../protocol/shapes/cancellation.ts"
import { DeclineGroupCode } from "../../protocol/shapes/decline-catalog.ts"
import { FiscalPoint } from "../../protocol/shapes/fiscal-point.ts"
import { FiscalEnvironment } from "../../protocol/shapes/fiscal-representation.ts"
import { LostSaleReason } from "../../protocol/shapes/lost-sale-reason.ts"
import { GroupType, ProductType } from "../../protocol/shapes/menu.ts"
import { ConfigField, MethodDevice } from "../../protocol/shapes/payment-method.ts"
import { personal, secret } from "../../protocol/shapes/privacy.ts"
import { CurrencyCode, nullable, oneOf, ShortText, Uuid } from "../../protocol/shapes/scalars.ts"
import {
  Country,
  HEARTBEAT_SECONDS,
  Legal,
  NumberingFailureAction,
  Station,
  Store,
} from "../../protocol/shapes/store.ts"
import { PROVIDER_KIND_NAMES } from "../payments/providers/index.ts"

/** Long enough that it cannot be guessed. */
export const SECRET_CHARS = { min: 16, max: 200 } as const

/** Unknown keys are refused as typing errors, with their names. */
function strict<P extends TProperties>(properties: P, more: { description?: string } = {}) {
  return Type.Object(properties, { additionalProperties: false, ...more })
}

function described<S extends TSchema>(schema: S, description: string): S {
  return { ...schema, description }
}

const Amount = Type.String({ pattern: "^\\d{1,12}(\\.\\d{1,4})?$", description: "Major units, at most 4 decimals." })
const Rate = Type.String({ pattern: "^\\d(\\.\\d{1,6})?$", description: "A share of one: 0.15 is 15 %." })
const Secret = secret(Type.String({ minLength: SECRET_CHARS.min, maxLength: SECRET_CHARS.max }))
const Text = Type.String({ minLength: 1, maxLength: 2000 })
const Values = Type.Record(Type.String(), Type.String())

const NumberingFailure = strict({ action: NumberingFailureAction, lostSaleReason: Type.Optional(LostSaleReason) })

const Fiscal = strict({
  environment: FiscalEnvironment,
  gateway: Type.Optional(Type.Boolean()),
  provider: Type.Optional(ShortText),
  points: Type.Optional(Type.Array(FiscalPoint)),
  numberingFailure: Type.Optional(NumberingFailure),
})

/** Settings of vendor and account for their stores. A store's own setting wins. */
const InheritedFiscal = strict({ numberingFailure: Type.Optional(NumberingFailure) })

/** Seconds between heartbeats of devices: of a store, or of all stores of a vendor without a setting. */
const HeartbeatInterval = Type.Integer({ ...HEARTBEAT_SECONDS, default: 600 })

const WithdrawalLimit = Type.Number({
  exclusiveMinimum: 0,
  maximum: 1_000_000_000,
  multipleOf: 0.01,
  description: "The most that one withdrawal may take out of a drawer, in major units of the store's currency.",
})

export const StoreEntry = strict({
  id: Uuid,
  code: ShortText,
  number: Type.Optional(Type.Integer({ description: "Left out: the one that it has, or else the vendor's next." })),
  name: ShortText,
  countryCode: Type.Optional(Country),
  currency: CurrencyCode,
  timeZone: ShortText,
  businessDayCutoff: Type.Optional(Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$", default: "04:00" })),
  active: Type.Optional(Store.properties.active),
  status: Type.Optional(Store.properties.status),
  legal: Type.Optional(Legal),
  operatingHours: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Array(Type.String({ pattern: "^([01]\\d|2[0-4]):[0-5]\\d-([01]\\d|2[0-4]):[0-5]\\d$" })),
    ),
  ),
  stations: Type.Optional(Type.Array(Station)),
  heartbeatIntervalSeconds: Type.Optional(HeartbeatInterval),
  withdrawalLimit: Type.Optional(WithdrawalLimit),
  fiscal: Type.Optional(Fiscal),
})
export type StoreEntry = Static<typeof StoreEntry>

const Availability = Type.Array(strict({ channelCode: ShortText, fulfillmentCode: ShortText, enabled: Type.Boolean() }))

export const PaymentMethodEntry = strict({
  id: Uuid,
  code: ShortText,
  name: ShortText,
  description: Type.Optional(Type.String()),
  logoUrl: Type.Optional(Type.String()),
  active: Type.Boolean(),
  position: Type.Integer(),
  cardBrands: Type.Array(ShortText),
  countries: Type.Optional(Type.Array(Country)),
  provider: Type.Optional(described(ShortText, "The `code` of one of the account's `paymentProviders`, or `sandbox`.")),
  /** The processor refunds only orders with `metadata.order_token`. */
  requiresOrderToken: Type.Optional(Type.Boolean()),
  availability: Availability,
  configFields: Type.Optional(
    Type.Array(
      strict({
        ...ConfigField.properties,
        key: ShortText,
        label: ShortText,
        helpText: Type.Optional(Type.String()),
      }),
    ),
  ),
  config: Type.Optional(
    strict({ account: Type.Optional(Values), stores: Type.Optional(Type.Record(Type.String(), Values)) }),
  ),
  devices: Type.Optional(
    Type.Array(
      strict({
        storeCode: ShortText,
        deviceType: MethodDevice.properties.deviceType,
        deviceId: ShortText,
        availability: Type.Optional(Availability),
        config: Type.Optional(Values),
      }),
    ),
  ),
})
export type PaymentMethodEntry = Static<typeof PaymentMethodEntry>

const ProductEntry = strict({
  id: ShortText,
  name: ShortText,
  description: Type.Optional(Type.String()),
  type: ProductType,
  station: Type.Optional(ShortText),
  taxes: Type.Optional(Type.Array(strict({ code: ShortText, rate: Rate }))),
  /** Default: true. */
  active: Type.Optional(Type.Boolean()),
  /** By price list. `default` applies where a list has no price. */
  prices: Type.Record(Type.String(), Amount),
  modifierGroups: Type.Optional(Type.Array(ShortText)),
})

const ModifierGroupEntry = strict({
  id: ShortText,
  name: ShortText,
  type: GroupType,
  minOptions: Type.Integer({ minimum: 0 }),
  maxOptions: Type.Integer({ minimum: 1 }),
  options: Type.Array(ShortText),
})

const CategoryEntry = strict({ id: ShortText, name: ShortText, products: Type.Array(ShortText) })

const MenuEntry = strict({
  storeCode: ShortText,
  channel: ShortText,
  fulfillment: ShortText,
  categories: Type.Array(ShortText),
  priceList: ShortText,
})

/** The display name of a channel. Without an entry its code is shown. */
const ChannelEntry = strict({ code: ShortText, name: ShortText })

const CancellationRuleEntry = strict({
  ...CancellationRule.properties,
  name: Text,
  reasonDetail: Type.Optional(Text),
  maxAmount: Type.Optional(Amount),
})

const CancellationReasonEntry = strict({ ...CancellationReason.properties, text: Text })

export const VendorEntry = strict({
  id: ShortText,
  name: ShortText,
  countryCode: Country,
  legal: Type.Optional(Legal),
  fiscal: Type.Optional(InheritedFiscal),
  heartbeatIntervalSeconds: Type.Optional(HeartbeatInterval),
  stores: Type.Array(StoreEntry),
  paymentMethods: Type.Optional(Type.Array(PaymentMethodEntry)),
  products: Type.Optional(Type.Array(ProductEntry)),
  modifierGroups: Type.Optional(Type.Array(ModifierGroupEntry)),
  categories: Type.Optional(Type.Array(CategoryEntry)),
  menus: Type.Optional(Type.Array(MenuEntry)),
  channels: Type.Optional(Type.Array(ChannelEntry)),
  cancellationRules: Type.Optional(Type.Array(CancellationRuleEntry)),
  cancellationReasons: Type.Optional(Type.Array(CancellationReasonEntry)),
})
export type VendorEntry = Static<typeof VendorEntry>

const DeclineReasonEntry = strict({
  group: DeclineGroupCode,
  code: ShortText,
  label: strict({ en: ShortText, es: ShortText, pt: ShortText }),
  displayOrder: Type.Integer(),
  active: Type.Boolean(),
})

const ApiKeyEntry = strict({
  name: ShortText,
  vendorId: nullable(ShortText),
  /** If left out, one is generated and shown once. */
  secret: Type.Optional(Secret),
  scopes: Type.Array(oneOf(...SCOPES)),
  revoked: Type.Optional(Type.Boolean()),
})

const ClientCredentialEntry = strict({
  clientId: ShortText,
  clientSecret: Type.Optional(Secret),
  username: ShortText,
  password: Type.Optional(Secret),
  vendorId: ShortText,
  /** Revokes its access tokens too. */
  revoked: Type.Optional(Type.Boolean()),
})

export const WebhookEndpointEntry = strict({
  name: ShortText,
  url: ShortText,
  /** Null: the events of every vendor of the account. */
  vendorId: nullable(ShortText),
  events: Type.Array(ShortText, { minItems: 1 }),
  secret: Type.Optional(Secret),
})
export type WebhookEndpointEntry = Static<typeof WebhookEndpointEntry>

const PaymentProviderEntry = strict(
  {
    code: described(ShortText, "What `provider` of a payment method names."),
    kind: described(oneOf(...PROVIDER_KIND_NAMES), "Which adapter speaks to it."),
    url: described(ShortText, "Where it is asked: an http or https address outside the hub's own network."),
    secret: described(Secret, "What the hub asks it with, and what it signs its webhooks with. It is kept sealed."),
  },
  { description: "A payment provider of the account. The hub's own, `sandbox`, is there without an entry." },
)

/** A version of a print template: a file of `printer-templates`, and the stores it applies to. */
const PrintTemplateEntry = strict({
  /** Default: the document's name. */
  id: Type.Optional(ShortText),
  countryCode: Type.Optional(Country),
  vendorId: Type.Optional(ShortText),
  template: Type.Object({}),
})

const UserEntry = strict({
  email: personal(Type.String({ format: "email", maxLength: 200 })),
  name: Type.Optional(personal(Type.String({ minLength: 1, maxLength: 80 }))),
  password: Type.Optional(Secret),
  role: oneOf(...USER_ROLES),
})

export const AccountEntry = strict({
  id: Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,62}$" }),
  name: ShortText,
  fiscal: Type.Optional(InheritedFiscal),
  vendors: Type.Array(VendorEntry),
  declineReasons: Type.Optional(Type.Array(DeclineReasonEntry)),
  apiKeys: Type.Optional(Type.Array(ApiKeyEntry)),
  clientCredentials: Type.Optional(Type.Array(ClientCredentialEntry)),
  webhookEndpoints: Type.Optional(Type.Array(WebhookEndpointEntry)),
  paymentProviders: Type.Optional(Type.Array(PaymentProviderEntry)),
  printTemplates: Type.Optional(Type.Array(PrintTemplateEntry)),
  /** Users of the dashboard. */
  users: Type.Optional(Type.Array(UserEntry)),
})
export type AccountEntry = Static<typeof AccountEntry>

export const Provisioning = Type.Object(
  { $schema: Type.Optional(Type.String()), accounts: Type.Array(AccountEntry, { minItems: 1 }) },
  {
    additionalProperties: false,
    title: "Brasa provisioning file",
    description: "Accounts and all that belongs to them.",
  },
)
export type Provisioning = Static<typeof Provisioning>

/** The JSON Schema, for editors that check a file. */
export function provisioningSchema(): object {
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...Provisioning }
}
