/** Fiscal numbering by country. */
import type { Country, FiscalAdapter } from "./adapter.ts"
import { AR } from "./ar.ts"
import { BR } from "./br.ts"
import { CL } from "./cl.ts"
import { CO } from "./co.ts"
import { EC } from "./ec.ts"
import { withChecks } from "./guard.ts"
import { VE } from "./ve.ts"

export * from "./adapter.ts"
export { pointsClash } from "./clash.ts"

const ADAPTERS: Readonly<Record<Country, FiscalAdapter>> = {
  BR: withChecks(BR),
  CO: withChecks(CO),
  EC: withChecks(EC),
  CL: withChecks(CL),
  AR: withChecks(AR),
  VE: withChecks(VE),
}

/** Returns null for a country without fiscal numbering. */
export function adapterOf(countryCode: string | null): FiscalAdapter | null {
  return countryCode !== null && Object.hasOwn(ADAPTERS, countryCode) ? ADAPTERS[countryCode as Country] : null
}
