/** Checks what a store needs beside its network: the store itself, emission points, printers, screens. */

import type { PrinterStatus } from "../../../protocol/shapes/queued-print-job.ts"
import type { SetupCheck } from "../../../protocol/shapes/setup-check.ts"
import type { Shift } from "../../../protocol/shapes/shift.ts"
import type { StoreConfig } from "../../../protocol/shapes/store-config.ts"

export interface StoreCheckFacts {
  readonly config: StoreConfig | null
  /** Somebody has told it where the hub is, which gives out claim codes. */
  readonly knowsHub: boolean
  /** The hub has answered with a claim code, and it is still good. */
  readonly hasCode: boolean
  readonly isClaimed: boolean
  readonly isFenced: boolean
  /** Its database was damaged, and there was nothing to go back to. */
  readonly begunAnew: boolean
  readonly loading: { readonly applied: number; readonly head: number } | null
  /** By what people call them. */
  readonly printers: readonly (Pick<PrinterStatus, "state"> & { readonly name: string })[]
  readonly screens: readonly { readonly deviceId: string }[]
  /** Of a box that took over: their registers are known by these names, and must be paired again under them. */
  readonly openShifts: readonly Pick<Shift, "terminalUid">[]
}

const TROUBLES: Partial<Record<PrinterStatus["state"], SetupCheck["cause"]>> = {
  paper_out: "PRINTER_PAPER",
  cover_open: "PRINTER_COVER",
}

export function checkStore(having: StoreCheckFacts): SetupCheck[] {
  return [ofStore(having), ofFiscal(having), ofPrinters(having), ofScreens(having)]
}

function ofStore({ config, knowsHub, hasCode, isClaimed, isFenced, begunAnew, loading }: StoreCheckFacts): SetupCheck {
  if (isFenced) return { check: "store", is: "bad", cause: "STORE_TAKEN", facts: {} }
  if (config) return { check: "store", is: "good", cause: "STORE_OK", facts: { store: config.store.name } }
  if (!isClaimed && !knowsHub) return { check: "store", is: "bad", cause: "STORE_NO_HUB", facts: {} }
  if (!isClaimed && begunAnew) return { check: "store", is: "bad", cause: "STORE_ANEW", facts: {} }
  if (!isClaimed) return { check: "store", is: "waiting", cause: hasCode ? "STORE_WAITS" : "STORE_NO_CODE", facts: {} }
  const facts = { applied: `${loading?.applied ?? 0}`, head: `${loading?.head ?? 0}` }
  return { check: "store", is: "waiting", cause: "STORE_LOADS", facts }
}

function ofFiscal({ config }: StoreCheckFacts): SetupCheck {
  if (!config) return { check: "fiscal", is: "waiting", cause: "FISCAL_UNKNOWN", facts: {} }
  const fiscal = config.store.fiscal as { points?: { side?: string }[]; pointsUsedUp?: boolean } | null | undefined
  if (fiscal?.pointsUsedUp) return { check: "fiscal", is: "bad", cause: "FISCAL_USED_UP", facts: {} }
  const own = fiscal?.points?.some(({ side }) => side === "appliance") ?? false
  return { check: "fiscal", is: "good", cause: own ? "FISCAL_OK" : "FISCAL_NOT_HERE", facts: {} }
}

function ofPrinters({ printers }: StoreCheckFacts): SetupCheck {
  if (printers.length === 0) return { check: "printers", is: "warning", cause: "PRINTERS_NONE", facts: {} }
  const down = printers.find(({ state }) => state !== "ready" && state !== "unknown")
  if (down) {
    return {
      check: "printers",
      is: "bad",
      cause: TROUBLES[down.state] ?? "PRINTER_SILENT",
      facts: { printer: down.name },
    }
  }
  const facts = { printers: printers.map(({ name }) => name).join(", ") }
  return { check: "printers", is: "good", cause: "PRINTERS_OK", facts }
}

function ofScreens({ screens, openShifts }: StoreCheckFacts): SetupCheck {
  const known = new Set(screens.map(({ deviceId }) => deviceId))
  const missing = openShifts.map(({ terminalUid }) => terminalUid).filter((id) => !known.has(id))
  if (missing.length > 0) {
    return { check: "screens", is: "bad", cause: "SCREENS_MISSING", facts: { screens: missing.join(", ") } }
  }
  if (screens.length === 0) return { check: "screens", is: "waiting", cause: "SCREENS_NONE", facts: {} }
  return { check: "screens", is: "good", cause: "SCREENS_OK", facts: { screens: `${screens.length}` } }
}
