/** A store of a provisioning file as the hub keeps it, with what its vendor and account say for all their stores. */
import type { Store } from "../../protocol/shapes/store.ts"
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
    fiscal: entry.fiscal ? withInherited(entry.fiscal, account, vendor) : null,
  }
}

/** What vendor and account say of a numbering that fails, the nearer one first: a box must know it without asking. */
function withInherited(fiscal: NonNullable<StoreEntry["fiscal"]>, account: AccountEntry, vendor: VendorEntry) {
  const levels = [
    { from: "vendor", numberingFailure: vendor.fiscal?.numberingFailure },
    { from: "account", numberingFailure: account.fiscal?.numberingFailure },
  ].filter(({ numberingFailure }) => numberingFailure !== undefined)
  return levels.length > 0 ? { ...fiscal, inherited: levels } : fiscal
}
