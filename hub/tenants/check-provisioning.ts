/** Checks what a schema cannot: names that must exist, and names that must be unique. */

import { isEventFilter } from "../../protocol/events/event-filter.ts"
import type { Template } from "../../protocol/print/template.ts"
import { templateFaults } from "../../protocol/print/template-faults.ts"
import type { Fault } from "../../protocol/refusals.ts"
import { WEEKDAYS } from "../../protocol/rules/business-day/operating-hours.ts"
import { menuId } from "../../protocol/rules/catalog/catalog.ts"
import { isTimeZone } from "../../protocol/time.ts"
import { checkFiscal } from "./check-fiscal.ts"
import type { AccountEntry, Provisioning, StoreEntry, VendorEntry } from "./provisioning-schema.ts"

const VENDOR_ID = /^[a-z0-9-]+\.[a-z0-9-]+\.[a-z0-9-]+$/

/** Returns every fault with its path. `file` already fits the schema. */
export function checkProvisioning({ accounts }: Provisioning): Fault[] {
  const at = accounts.map((account, index) => ({ account, path: `accounts.${index}` }))
  const vendors = at.flatMap(({ account, path }) =>
    account.vendors.map((vendor, index) => ({ vendor, path: `${path}.vendors.${index}` })),
  )
  return [
    ...at.flatMap(({ account, path }) => checkAccount(account, path)),
    ...vendors.flatMap(({ vendor, path }) => checkVendor(vendor, path)),
    ...twice(at.map(({ account, path }) => [`${path}.id`, account.id])),
    ...twice(vendors.map(({ vendor, path }) => [`${path}.id`, vendor.id])),
    ...twice(vendors.flatMap(({ vendor, path }) => each(vendor.stores, `${path}.stores`, "id"))),
    ...twice(at.flatMap(({ account, path }) => each(account.apiKeys, `${path}.apiKeys`, "secret"))),
    ...twice(
      at.flatMap(({ account, path }) => each(account.clientCredentials, `${path}.clientCredentials`, "clientId")),
    ),
    ...twice(
      at.flatMap(({ account, path }) => each(account.clientCredentials, `${path}.clientCredentials`, "username")),
    ),
    ...twice(
      at.flatMap(({ account, path }) =>
        each(account.users, `${path}.users`, "email").map(([at, email]): Named => [at, email.toLowerCase()]),
      ),
    ),
  ]
}

function checkAccount(account: AccountEntry, path: string): Fault[] {
  const vendors = account.vendors.map((vendor) => vendor.id)
  const bound = (["apiKeys", "clientCredentials", "webhookEndpoints"] as const).flatMap((list) =>
    each<{ vendorId: string | null }>(account[list], `${path}.${list}`, "vendorId"),
  )
  return [
    ...unknown(bound, vendors, "vendor of this account"),
    ...checkTemplates(account, path),
    ...twice(each(account.apiKeys, `${path}.apiKeys`, "name")),
    ...twice(each(account.webhookEndpoints, `${path}.webhookEndpoints`, "name")),
    ...twice(each(account.paymentProviders, `${path}.paymentProviders`, "code")),
    ...each(account.paymentProviders, `${path}.paymentProviders`, "url").flatMap(([at, url]) => checkAddress(url, at)),
    ...twice(each(account.declineReasons, `${path}.declineReasons`, "code")),
    ...(account.webhookEndpoints ?? []).flatMap((endpoint, index) => [
      ...checkAddress(endpoint.url, `${path}.webhookEndpoints.${index}.url`),
      ...list(endpoint.events, `${path}.webhookEndpoints.${index}.events`)
        .filter(([, entry]) => !isEventFilter(entry))
        .map(([at, entry]) => fault(at, `"${entry}" is no event`)),
    ]),
  ]
}

function checkTemplates({ printTemplates, vendors }: AccountEntry, path: string): Fault[] {
  const at = `${path}.printTemplates`
  const bound = (printTemplates ?? []).flatMap(({ vendorId }, index): [string, string][] =>
    vendorId === undefined ? [] : [[`${at}.${index}.vendorId`, vendorId]],
  )
  return [
    ...unknown(
      bound,
      vendors.map(({ id }) => id),
      "vendor of this account",
    ),
    ...twice((printTemplates ?? []).map((one, index) => [`${at}.${index}`, versionOf(one)])),
    ...(printTemplates ?? []).flatMap(({ template }, index) =>
      templateFaults(template).map((message) => fault(`${at}.${index}.template`, message)),
    ),
  ]
}

/** Names a version of a print template. Two equal ones in a file would become one row. */
function versionOf({ id, template }: NonNullable<AccountEntry["printTemplates"]>[number]): string {
  const { document, version } = template as Partial<Template>
  return `${id ?? document} ${version}`
}

function checkVendor(vendor: VendorEntry, path: string): Fault[] {
  const faults = vendor.stores.flatMap((store, index) => checkStore(store, `${path}.stores.${index}`))
  if (!VENDOR_ID.test(vendor.id)) {
    faults.push(fault(`${path}.id`, "must have three parts with dots, such as acme.ec.quito"))
  }
  return [
    ...faults,
    ...twice(each(vendor.stores, `${path}.stores`, "code")),
    ...twice(each(vendor.paymentMethods, `${path}.paymentMethods`, "id")),
    ...twice(each(vendor.products, `${path}.products`, "id")),
    ...twice(each(vendor.modifierGroups, `${path}.modifierGroups`, "id")),
    ...twice(each(vendor.categories, `${path}.categories`, "id")),
    ...twice((vendor.channels ?? []).map(({ code }, index) => [`${path}.channels.${index}.code`, code.toUpperCase()])),
    ...twice((vendor.menus ?? []).map((menu, index) => [`${path}.menus.${index}`, menuId(menu)])),
    ...twice(each(vendor.cancellationRules, `${path}.cancellationRules`, "id")),
    ...twice(each(vendor.cancellationReasons, `${path}.cancellationReasons`, "id")),
    ...checkMenu(vendor, path),
    ...checkMethods(vendor, path),
    ...checkFiscal(vendor, path),
  ]
}

function checkMenu(vendor: VendorEntry, path: string): Fault[] {
  const products = (vendor.products ?? []).map((product) => product.id)
  const groups = (vendor.modifierGroups ?? []).map((group) => group.id)
  const categories = (vendor.categories ?? []).map((category) => category.id)
  const codes = vendor.stores.map((store) => store.code)
  const inside = <T>(
    name: keyof VendorEntry & string,
    entries: readonly T[] | undefined,
    of: (entry: T) => readonly string[],
    part: string,
  ) => (entries ?? []).map((entry, index) => list(of(entry), `${path}.${name}.${index}.${part}`))
  const asked = inside("products", vendor.products, (one) => one.modifierGroups ?? [], "modifierGroups")
  const offered = inside("modifierGroups", vendor.modifierGroups, (one) => one.options, "options")
  const listed = inside("categories", vendor.categories, (one) => one.products, "products")
  const shown = inside("menus", vendor.menus, (one) => one.categories, "categories")
  return [
    ...unknown(asked.flat(), groups, "modifier group"),
    ...unknown(offered.flat(), products, "product"),
    ...unknown(listed.flat(), products, "product"),
    ...unknown(shown.flat(), categories, "category"),
    ...[...asked, ...offered, ...listed].flatMap(twice),
    ...unknown(each(vendor.menus, `${path}.menus`, "storeCode"), codes, "store code of this vendor"),
    ...(vendor.products ?? []).flatMap((product, index) =>
      "default" in product.prices ? [] : [fault(`${path}.products.${index}.prices.default`, "is required")],
    ),
    ...(vendor.modifierGroups ?? []).flatMap((group, index) =>
      group.minOptions <= group.maxOptions
        ? []
        : [fault(`${path}.modifierGroups.${index}.minOptions`, "must not be more than maxOptions")],
    ),
  ]
}

function checkMethods(vendor: VendorEntry, path: string): Fault[] {
  const codes = vendor.stores.map((store) => store.code)
  return (vendor.paymentMethods ?? []).flatMap((method, index) => {
    const here = `${path}.paymentMethods.${index}`
    const configured = Object.keys(method.config?.stores ?? {})
    return [
      ...unknown(
        configured.map((code) => [`${here}.config.stores.${code}`, code]),
        codes,
        "store code of this vendor",
      ),
      ...unknown(each(method.devices, `${here}.devices`, "storeCode"), codes, "store code of this vendor"),
    ]
  })
}

function checkStore(store: StoreEntry, path: string): Fault[] {
  const days = Object.keys(store.operatingHours ?? {})
  return [
    ...(isTimeZone(store.timeZone) ? [] : [fault(`${path}.timeZone`, `"${store.timeZone}" is not a known time zone`)]),
    ...unknown(
      days.map((day) => [`${path}.operatingHours.${day}`, day]),
      WEEKDAYS,
      "weekday",
    ),
    ...twice(each(store.stations, `${path}.stations`, "id")),
  ]
}

type Named = readonly [path: string, value: string]

/** The values of one key in a list, each with its path. Absent ones are skipped. */
function each<T extends object>(entries: readonly T[] | undefined, path: string, key: keyof T & string): Named[] {
  return (entries ?? []).flatMap((entry, index) => {
    const value = entry[key]
    return typeof value === "string" ? [[`${path}.${index}.${key}`, value] as const] : []
  })
}

function list(values: readonly string[], path: string): Named[] {
  return values.map((value, index) => [`${path}.${index}`, value])
}

function unknown(named: readonly Named[], known: readonly string[], what: string): Fault[] {
  const names = new Set(known)
  return named.filter(([, value]) => !names.has(value)).map(([path, value]) => fault(path, `"${value}" is no ${what}`))
}

/** A repeated secret is named by its path only. */
function twice(named: readonly Named[]): Fault[] {
  const first = new Map<string, string>()
  return named.flatMap(([path, value]) => {
    const earlier = first.get(value)
    if (earlier === undefined) first.set(value, path)
    return earlier === undefined ? [] : [fault(path, `is the same as ${earlier}`)]
  })
}

function fault(path: string, message: string): Fault {
  return { path, message }
}

/** Checks the form only. Whether the address is allowed is checked at each connection, because a name may resolve differently then. */
export function checkAddress(text: string, path: string): Fault[] {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !["http:", "https:"].includes(url.protocol)) return [fault(path, "must be an http or https address")]
  if (url.username !== "" || url.password !== "") return [fault(path, "must not carry a user or a password")]
  if (url.port === "0") return [fault(path, "must not name port 0")]
  return url.hash === "" ? [] : [fault(path, "must not have a fragment")]
}
