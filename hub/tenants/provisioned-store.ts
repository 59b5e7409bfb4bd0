/** A store of a provisioning file as stored, with the settings that its vendor and account give all their stores. */
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

/** Without `fiscal` the rules are beside it, because a store whose numbering is off has them too. */
function fiscalOf(
  fiscal: StoreEntry["fiscal"],
  rules: readonly InheritedFailureRule[],
): Pick<Store, "fiscal" | "inheritedFailureRules"> {
  if (rules.length === 0) return { fiscal: fiscal ?? null }
  return fiscal ? { fiscal: { ...fiscal, inherited: rules } } : { fiscal: null, inheritedFailureRules: [...rules] }
}

/** The rules for a failed numbering of vendor and account, the nearer one first. A box must know them without asking. */
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
