/** A store of a provisioning file as it is stored, with the settings it inherits from vendor and account. */
import type { InheritedFailureRule, Store } from "../../protocol/shapes/store.ts"
import type { AccountEntry, StoreEntry, VendorEntry } from "./provisioning-schema.ts"

const DEFAULT_CUTOFF = "04:00"

export function toStore(account: AccountEntry, vendor: VendorEntry, entry: StoreEntry): Store {
  const heartbeatIntervalSeconds = entry.heartbeatIntervalSeconds ?? vendor.heartbeatIntervalSeconds
  return {
    id: entry.id,
    accountId: account.id,
    vendorId: vendor.id,
    code: entry.code,
    number: entry.number ?? null,
    name: entry.name,
    countryCode: entry.countryCode ?? null,
    currency: entry.currency,
    timeZone: entry.timeZone,
    businessDayCutoff: entry.businessDayCutoff ?? DEFAULT_CUTOFF,
    active: entry.active ?? "ACTIVE",
    status: entry.status ?? "PUBLISHED",
    legal: entry.legal ?? vendor.legal ?? null,
    operatingHours: entry.operatingHours ?? {},
    stations: entry.stations ?? [],
    ...(heartbeatIntervalSeconds !== undefined && { heartbeatIntervalSeconds }),
    ...(entry.withdrawalLimit !== undefined && { withdrawalLimit: entry.withdrawalLimit }),
    ...fiscalOf(entry.fiscal, failureRulesOf(account, vendor)),
  }
}

/** The inherited rules are kept even without `fiscal`, because they also apply to a store whose numbering is off. */
function fiscalOf(
  fiscal: StoreEntry["fiscal"],
  rules: readonly InheritedFailureRule[],
): Pick<Store, "fiscal" | "inheritedFailureRules"> {
  if (rules.length === 0) return { fiscal: fiscal ?? null }
  return fiscal ? { fiscal: { ...fiscal, inherited: rules } } : { fiscal: null, inheritedFailureRules: [...rules] }
}

/** The rules for failed numbering of the vendor and the account, the vendor's first. A box must have them offline. */
function failureRulesOf(account: AccountEntry, vendor: VendorEntry): InheritedFailureRule[] {
  return (
    [
      ["vendor", vendor],
      ["account", account],
    ] as const
  ).flatMap(([from, { fiscal }]) =>
    fiscal?.numberingFailure ? [{ from, numberingFailure: fiscal.numberingFailure }] : [],
  )
}
