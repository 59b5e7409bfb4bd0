/** What a first boot says of store, numbering and printers: nothing that is not so yet, and no codes. */
import { describe, expect, it } from "vitest"
import { checkStore, type StoreCheckFacts } from "../../../../appliance/maintenance/setup/check-store.ts"
import { certificateSlip } from "../../../../appliance/maintenance/setup/setup-slips.ts"
import { setupText } from "../../../../protocol/print/setup-words.ts"

const FRESH: StoreCheckFacts = {
  config: null,
  knowsHub: true,
  hasCode: false,
  isClaimed: false,
  isFenced: false,
  begunAnew: false,
  loading: null,
  printers: [],
  screens: [],
  openShifts: [],
}
const causes = (having: Partial<StoreCheckFacts>) => checkStore({ ...FRESH, ...having }).map(({ cause }) => cause)

describe("a box without its store", () => {
  it("mentions a code only if there is one", () => {
    expect(causes({})).toContain("STORE_NO_CODE")
    expect(causes({ hasCode: true })).toContain("STORE_WAITS")
  })

  it("says nothing of unknown numbering", () => {
    expect(checkStore(FRESH)).toContainEqual({ check: "fiscal", is: "waiting", cause: "FISCAL_UNKNOWN", facts: {} })
  })
})

it.each([
  ["paper_out", "PRINTER_PAPER", "bar no tiene papel: ponga un rollo."],
  ["cover_open", "PRINTER_COVER", "bar tiene la tapa abierta: ciérrela."],
  ["offline", "PRINTER_SILENT", "bar no responde: mire si está encendida, y su cable."],
] as const)("a printer that is %s is described in words", (state, cause, words) => {
  const found = checkStore({ ...FRESH, printers: [{ name: "bar", state }] }).find(({ check }) => check === "printers")
  expect(found).toMatchObject({ is: "bad", cause })
  expect(setupText(`cause.${cause}`, "es", found?.facts)).toBe(words)
})

it("the certificate shows the moment in the store's time zone", () => {
  const slip = { jobId: "j", width: 42, printerId: "p", language: "es", now: "2026-11-23T17:03:18.562Z" } as const
  const store = { storeName: "Ñandú", lanUrl: "http://box", version: "1", checks: [], managerCode: null }
  const { plainText } = certificateSlip(slip, { ...store, at: "23/11/2026 12:03" }).paper
  expect(plainText).toContain("23/11/2026 12:03")
  expect(plainText).not.toContain("17:03:18")
})
