/** A store's payment methods with the configuration of each level, without secrets, and the change of one value. */
import type { MethodField, MethodLevel, MethodValue, MethodView, StoreMethodsView } from "../../http/admin/methods.ts"
import { invalid, type Refusal } from "../../refusals.ts"
import type { MethodEntry, StoreMethod } from "../../shapes/payment-method.ts"
import type { Store } from "../../shapes/store.ts"
import { methodsOfStore } from "./payment-methods.ts"

type Device = NonNullable<MethodEntry["devices"]>[number]
type Field = NonNullable<MethodEntry["configFields"]>[number]

/** `providers` are the provider codes of the account. */
export function viewMethods(
  store: Store,
  entries: readonly MethodEntry[],
  providers: ReadonlySet<string>,
): StoreMethodsView {
  const { methods } = methodsOfStore(store, entries, null)
  return {
    storeId: store.id,
    storeCode: store.code,
    storeName: store.name,
    vendorId: store.vendorId,
    countryCode: store.countryCode,
    methods: methods.flatMap((method) => {
      const entry = entries.find(({ id }) => id === method.methodId)
      return entry ? [viewOf(method, entry, { code: store.code ?? "", providers })] : []
    }),
  }
}

interface StoreContext {
  /** The store's code. */
  readonly code: string
  readonly providers: ReadonlySet<string>
}

function viewOf(method: StoreMethod, entry: MethodEntry, { code, providers }: StoreContext): MethodView {
  const { methodId, name, active, charging, cardBrands, availability } = method
  return {
    methodId,
    code: method.code,
    name,
    active,
    charging,
    cardBrands,
    availability,
    provider: entry.provider ?? null,
    countries: entry.countries ? [...entry.countries] : null,
    fields: (entry.configFields ?? []).map((field) => fieldOf(field, entry, { code, method })),
    missing: method.missingRequiredKeys,
    warnings: [
      ...(entry.provider !== undefined && !providers.has(entry.provider)
        ? [{ code: "PROVIDER_UNKNOWN" as const, subject: entry.provider }]
        : []),
      ...strayKeys(entry, code).map((subject) => ({ code: "VALUE_WITHOUT_FIELD" as const, subject })),
      ...(active && !charging ? [{ code: "NEVER_OFFERED" as const, subject: entry.code }] : []),
    ],
  }
}

function fieldOf(
  field: Field,
  entry: MethodEntry,
  { code, method }: { code: string; method: StoreMethod },
): MethodField {
  const { key, label, helpText = "", required, secret, scopeLevel } = field
  const ofStore = entry.config?.stores?.[code]?.[key]
  const ofAccount = entry.config?.account?.[key]
  const given = (level: MethodLevel, value: string | undefined, device?: Device): MethodValue => ({
    level,
    deviceType: device?.deviceType ?? null,
    deviceId: device?.deviceId ?? null,
    isSet: hasValue(value),
    value: secret ? null : (value ?? null),
  })
  return {
    key,
    label,
    helpText,
    required,
    secret,
    scopeLevel,
    missing: method.missingRequiredKeys.includes(key),
    // An empty value of the store overrides the account's: this removes a key for one store.
    from: ofStore !== undefined ? "store" : ofAccount !== undefined ? "account" : null,
    given: [
      given("account", ofAccount),
      given("store", ofStore),
      ...devicesOf(entry, code).map((device) => given("device", device.config?.[key], device)),
    ],
  }
}

/** Keys with a value but without a field, which are never sent to anybody. */
function strayKeys(entry: MethodEntry, code: string): string[] {
  const known = new Set((entry.configFields ?? []).map(({ key }) => key))
  const levels = [
    entry.config?.account,
    entry.config?.stores?.[code],
    ...devicesOf(entry, code).map(({ config }) => config),
  ]
  const keys = levels.flatMap((values) => Object.keys(values ?? {}))
  return [...new Set(keys)].filter((key) => !known.has(key)).sort()
}

interface ValueChange {
  readonly storeCode: string
  readonly key: string
  readonly level: MethodLevel
  readonly deviceType?: string | undefined
  readonly deviceId?: string | undefined
  /** Null removes it. */
  readonly value: string | null
}

/** Sets or removes one value on one level. */
export function setValue(entry: MethodEntry, change: ValueChange): MethodEntry | Refusal<"VALIDATION_ERROR"> {
  const { key, level, storeCode, value } = change
  if (!(entry.configFields ?? []).some((field) => field.key === key)) {
    return invalid({ path: "key", message: `"${key}" is no field of ${entry.code}` })
  }
  const { account = {}, stores = {} } = entry.config ?? {}
  if (level === "account") return { ...entry, config: { account: withValue(account, key, value), stores } }
  if (level === "store") {
    return {
      ...entry,
      config: { account, stores: { ...stores, [storeCode]: withValue(stores[storeCode] ?? {}, key, value) } },
    }
  }
  const isTarget = (device: Device) =>
    device.storeCode === storeCode && device.deviceType === change.deviceType && device.deviceId === change.deviceId
  if (!(entry.devices ?? []).some(isTarget)) {
    return invalid({ path: "deviceId", message: `${entry.code} has no such device in this store` })
  }
  const devices = (entry.devices ?? []).map((device) =>
    isTarget(device) ? { ...device, config: withValue(device.config ?? {}, key, value) } : device,
  )
  return { ...entry, devices }
}

function withValue(
  values: Readonly<Record<string, string>>,
  key: string,
  value: string | null,
): Record<string, string> {
  const { [key]: _before, ...rest } = values
  return value === null ? rest : { ...rest, [key]: value }
}

function devicesOf(entry: MethodEntry, code: string): Device[] {
  return (entry.devices ?? []).filter(({ storeCode }) => storeCode === code)
}

function hasValue(value: string | undefined): boolean {
  return value !== undefined && value !== ""
}
