/** A store's payment methods: their configuration of all levels merged, and what is missing (docs/contract/methods.md#payment-method-configuration-version-2). */
import { invalid, type Refusal } from "../../refusals.ts"
import type {
  Availability,
  ConfigField,
  MethodDevice,
  MethodEntry,
  MethodsByCountry,
  MethodWarning,
  StoreMethod,
  StoreMethods,
} from "../../shapes/payment-method.ts"
import type { Store } from "../../shapes/store.ts"

/** Answers contain secrets, so no cache may store them. */
export const SECRET_FIELDS = { "Cache-Control": "no-store" }

/** Number of a store from an earlier version; its next provisioning gives it one. */
const NOT_NUMBERED = 0

export interface MethodsQuery {
  readonly storeId?: string | undefined
  readonly storeCode?: string | undefined
}

type Values = Readonly<Record<string, string>>
type DeviceEntry = NonNullable<MethodEntry["devices"]>[number]

/** Refuses a query that names a store by both id and code. */
export function refuseBoth({ storeId, storeCode }: MethodsQuery): Refusal<"VALIDATION_ERROR"> | null {
  if (storeId === undefined || storeCode === undefined) return null
  return invalid({ path: "storeCode", message: "is exclusive with storeId: send one of the two" })
}

/** The methods of a store on one channel, or on all if `channel` is null. */
export function methodsOfStore(store: Store, entries: readonly MethodEntry[], channel: string | null): StoreMethods {
  return {
    storeId: store.id,
    storeCode: store.code,
    storeNumber: store.number ?? NOT_NUMBERED,
    name: store.name,
    countryCode: store.countryCode,
    active: store.active,
    status: store.status,
    methods: sortByPosition(entries)
      .filter((entry) => isOfCountry(entry, store.countryCode))
      .map((entry) => methodOf(entry, store, channel))
      .filter((method) => channel === null || method.availability.length > 0),
  }
}

/** Warns about a store without a country, which therefore has no methods. */
export function warningOf({ id, name, countryCode }: Store): MethodWarning[] {
  if (countryCode !== null) return []
  return [{ code: "STORE_COUNTRY_MISSING", storeId: id, message: `${name} has no country: it has no methods.` }]
}

/** The methods to send to a store's box, without the values of other stores. */
export function methodsForBox(store: Store, entries: readonly MethodEntry[]): MethodEntry[] {
  const code = store.code ?? ""
  return entries
    .filter((entry) => isOfCountry(entry, store.countryCode))
    .map(({ config, devices, ...rest }) => ({
      ...rest,
      config: { account: config?.account ?? {}, stores: { [code]: config?.stores?.[code] ?? {} } },
      devices: (devices ?? []).filter(({ storeCode }) => storeCode === code),
    }))
}

/** The answer of API version 1: enabled methods by country. A method without countries belongs to the vendor's country. */
export function methodsByCountry(
  vendor: { readonly vendorId: string; readonly countryCode: string },
  entries: readonly MethodEntry[],
): MethodsByCountry {
  const countriesOf = ({ countries }: MethodEntry) => countries ?? [vendor.countryCode]
  const codes = [...new Set(entries.flatMap(countriesOf))].sort()
  return {
    countries: codes.map((countryCode) => ({
      countryCode,
      vendors: [
        {
          vendorId: vendor.vendorId,
          methods: sortByPosition(entries)
            .filter((entry) => countriesOf(entry).includes(countryCode))
            .map(({ id, code, name, active }) => ({ methodId: id, code, name, enabled: active })),
        },
      ],
    })),
  }
}

function methodOf(entry: MethodEntry, store: Store, channel: string | null): StoreMethod {
  const fields = (entry.configFields ?? []).map((field) => ({ ...field, helpText: field.helpText ?? "" }))
  const given = { ...entry.config?.account, ...entry.config?.stores?.[store.code ?? ""] }
  const ofStore = (entry.devices ?? []).filter(({ storeCode }) => storeCode === store.code)
  const availability = rowsOfChannel(entry.availability, channel)
  return {
    methodId: entry.id,
    code: entry.code,
    name: entry.name,
    description: entry.description ?? null,
    logoUrl: entry.logoUrl ?? null,
    cardBrands: [...entry.cardBrands],
    active: entry.active,
    position: entry.position,
    charging: entry.active && availability.some(({ enabled }) => enabled),
    configFields: fields,
    availability,
    config: valuesOnLevels(given, fields, ["account", "store"]),
    missingRequiredKeys: missingKeys(fields, given, ofStore),
    devices: ofStore.flatMap((device) => deviceOf(device, entry, { channel, fields })),
  }
}

/** A terminal's availability: the store's combinations for its device type, overridden by its own. */
function deviceOf(
  device: DeviceEntry,
  entry: MethodEntry,
  { channel, fields }: { channel: string | null; fields: readonly ConfigField[] },
): MethodDevice[] {
  const own = rowsOfChannel(device.availability ?? [], channel)
  const isOverruled = (there: Availability) => own.some((here) => combinationKey(here) === combinationKey(there))
  const inherited = rowsOfChannel(rowsOfChannel(entry.availability, device.deviceType), channel)
  const effective = [...own, ...inherited.filter((there) => !isOverruled(there))]
  if (channel !== null && effective.length === 0) return []
  return [
    {
      deviceType: device.deviceType,
      deviceId: device.deviceId,
      charging: entry.active && effective.some(({ enabled }) => enabled),
      availability: own,
      config: valuesOnLevels(device.config ?? {}, fields, ["account", "store", "device"]),
    },
  ]
}

/**
 * Required keys without a value; the provider would refuse the charge. A key on device level is missing if one of the store's terminals
 * lacks it, or if there is no terminal.
 */
function missingKeys(fields: readonly ConfigField[], given: Values, devices: readonly DeviceEntry[]): string[] {
  const hasIn = (values: Values | undefined, key: string) => (values?.[key] ?? "") !== ""
  const atTerminals = (key: string) => devices.length > 0 && devices.every(({ config }) => hasIn(config, key))
  return fields
    .filter(({ required }) => required)
    .filter(({ key, scopeLevel }) => !hasIn(given, key) && !(scopeLevel === "device" && atTerminals(key)))
    .map(({ key }) => key)
}

function valuesOnLevels(values: Values, fields: readonly ConfigField[], levels: readonly ConfigField["scopeLevel"][]) {
  const known = fields.filter(({ key, scopeLevel }) => levels.includes(scopeLevel) && values[key] !== undefined)
  return Object.fromEntries(known.map(({ key }) => [key, values[key] as string]))
}

function rowsOfChannel(rows: readonly Availability[], channel: string | null): Availability[] {
  const asked = channel?.toUpperCase()
  return rows.filter(({ channelCode }) => asked === undefined || channelCode.toUpperCase() === asked)
}

function combinationKey({ channelCode, fulfillmentCode }: Availability): string {
  return JSON.stringify([channelCode.toUpperCase(), fulfillmentCode.toUpperCase()])
}

function isOfCountry({ countries }: MethodEntry, countryCode: string | null): boolean {
  return countryCode !== null && (countries === undefined || countries.includes(countryCode))
}

function sortByPosition(entries: readonly MethodEntry[]): MethodEntry[] {
  return [...entries].sort((one, other) => one.position - other.position || (one.code < other.code ? -1 : 1))
}
