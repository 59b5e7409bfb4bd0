/** The countries whose fiscal documents are numbered here, by their code. */

import type { Country, FiscalAdapter } from "./adapter.ts"
import { BR } from "./br.ts"
import { EC } from "./ec.ts"

export * from "./adapter.ts"

const ADAPTERS: Partial<Record<Country, FiscalAdapter>> = { BR, EC }

/** Null for a country without one: nothing is numbered there. */
export function adapterOf(countryCode: string | null): FiscalAdapter | null {
  return ADAPTERS[countryCode as Country] ?? null
}
