/** Fiscal numbering by country. */
import type { Country, FiscalAdapter } from "./adapter.ts"
import { AR } from "./ar.ts"
import { BR } from "./br.ts"
import { CL } from "./cl.ts"
import { CO } from "./co.ts"
import { EC } from "./ec.ts"
import { guarded } from "./guard.ts"
import { VE } from "./ve.ts"

export * from "./adapter.ts"
export { pointsClash } from "./clash.ts"

const ADAPTERS: Readonly<Record<Country, FiscalAdapter>> = {
  BR: guarded(BR),
  CO: guarded(CO),
  EC: guarded(EC),
  CL: guarded(CL),
  AR: guarded(AR),
  VE: guarded(VE),
}

/** Returns null for a country without fiscal numbering. */
export function adapterOf(countryCode: string | null): FiscalAdapter | null {
  return countryCode !== null && Object.hasOwn(ADAPTERS, countryCode) ? ADAPTERS[countryCode as Country] : null
}
